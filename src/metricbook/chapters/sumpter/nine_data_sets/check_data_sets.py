"""The nine data sets: how they are described (Section 2), and how they overlap (Figure 2)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
from scipy.special import ndtri

from metricbook.chapters.sumpter import nine
from metricbook.chapters.sumpter.nine_panels import PANELS, Panel, Scored, simulated_as_drawn
from metricbook.ledger import Claim, Evidence, load
from metricbook.ledger.evidence import SIGMAS

ROWS = ("abc", "def", "ghi")


def generation(claim: Claim) -> Evidence:
    """Section 2: the printed numbers of easy negatives against the text and the areas printed in Figure 3."""
    printed = claim.published
    listed = Counter("".join(row[:3] for row in printed["easy_printed"]))
    counts = list(printed["easy_printed"].values())
    as_printed = dict(zip(ROWS, counts, strict=True))  # the second (d,e,f) taken for (g,h,i)
    mended = dict(zip(ROWS, sorted(counts), strict=True))
    fitting = [
        order for order in permutations(counts) if _far(_panels(printed, dict(zip(ROWS, order, strict=True)))) < SIGMAS
    ]
    e = Evidence()
    e.printed(
        "each panel has one number of easy negatives",
        agrees=set(listed.values()) == {1} and len(listed) == 9,
        reproduced={letter: listed[letter] for letter in "abcdefghi"},
    )
    e.printed(
        "the bottom row has more easy negatives than the top",
        agrees=as_printed["abc"] < as_printed["ghi"],
        reproduced=as_printed,
    )
    far = [_far(_panels(printed, easy)) for easy in (as_printed, mended)]
    e.printed("the areas printed in Figure 3 fit, in standard deviations", reproduced=far[0], agrees=far[0] < SIGMAS)
    e.repaired(
        "rows in the order that puts more at the bottom",
        agrees=mended["abc"] < mended["def"] < mended["ghi"],
        reproduced=mended,
    )
    e.repaired("the areas printed in Figure 3 fit, in standard deviations", reproduced=far[1], agrees=far[1] < SIGMAS)
    e.repaired(
        "of the six orders of the three numbers only this one fits them",
        agrees=fitting == [tuple(sorted(counts))],
        reproduced=fitting,
    )
    e.repaired(
        "the sets are those of this book",
        agrees=_panels(printed, mended) == dict(PANELS),
        reproduced={letter: p.positives + p.negatives for letter, p in _panels(printed, mended).items()},
    )
    e.control(
        "with 100 easy negatives in every row they fit",
        agrees=_far(_panels(printed, dict.fromkeys(ROWS, 100))) < SIGMAS,
        reproduced=_far(_panels(printed, dict.fromkeys(ROWS, 100))),
    )
    e.note = (
        "Largest distance of a printed area from the law's A, in standard deviations of 1000 random pairs from a "
        "random data set. The paper names no family of distributions; they are taken to be normal."
    )
    return e


def _panels(printed: dict, easy: dict[str, int]) -> dict[str, Panel]:
    return {
        letter: Panel(
            hard_mean=float(printed["m_n"][place % 3]),
            easy=easy[ROWS[place // 3]],
            positives=printed["positives"],
            hard=printed["difficult"],
            positive_mean=float(printed["m_p"]),
            easy_mean=float(printed["m_easy"]),
            sd=float(printed["sd"]),
        )
        for place, letter in enumerate("abcdefghi")
    }


def _far(panels: dict[str, Panel]) -> float:
    """Largest distance of the areas printed in Figure 3 from those of the laws, in spreads of the paper's procedure."""
    published = load()["sumpter.fig3"].published
    return round(max(abs(published[x] - panels[x].auroc) / nine.spread_of_paper(x) for x in panels), 1)


def figure_2(claim: Claim) -> Evidence:
    """Figure 2: the dotted lines as drawn, against r_b of drawn data sets; and what the text sees in the histograms."""
    e = Evidence(
        note=f"{len(nine.SEEDS)} data sets for each panel; lines lie on the script's grid of 0.1. The drawn lines are "
        "those of the authors' vector figure. Overlap: number of samples under both curves at once."
    )
    drawn = simulated_as_drawn(nine.SEEDS).groupby(["version", "panel"])["line"]
    middle, spread = drawn.mean(), drawn.std()
    for form, version, whose in (("printed", "right", "its own negatives"), ("repaired", "as drawn", "the script's N")):
        for panel, line in claim.published.items():
            e.add(
                form,
                f"line of panel {panel} in log-odds, with {whose}",
                published=line,
                reproduced=round(float(middle[version, panel]), 3),
                standard_error=round(float(spread[version, panel]), 3),
                tolerance=claim.tolerance,
            )
    overlap = {x: _overlap(PANELS[x]) for x in PANELS}
    e.repaired(
        "the overlap of the classes grows from left to right in every row",
        cases=(overlap[a] < overlap[b] < overlap[c] for a, b, c in map(tuple, ROWS)),
    )
    easy = {x: _below_positives(sample) for x, sample in nine.samples()[0].items()}
    e.repaired(
        "the negatives below all positives grow in number downwards in every column, one draw",
        cases=(easy[a] < easy[b] < easy[c] for a, b, c in map(tuple, nine.COLUMNS)),
    )
    return e


def _below_positives(sample: Scored) -> int:
    return int((sample.scores[~sample.labels] < sample.scores[sample.labels].min()).sum())


def overlap() -> Evidence:
    """Section 2: the overlap across, and down each column as a number of samples and as a share of the negatives."""
    level = PANELS["a"].positive_mean - PANELS["a"].sd * ndtri(0.9)  # the same in all nine
    counts = {c: [PANELS[x].negatives * nine.rates(PANELS[x], level)[1] for x in c] for c in nine.COLUMNS}
    shares = {c: [nine.rates(PANELS[x], level)[1] for x in c] for c in nine.COLUMNS}
    areas = {c: [_overlap(PANELS[x]) for x in c] for c in nine.COLUMNS}
    across = {row: [_overlap(PANELS[x]) for x in row] for row in ROWS}
    e = Evidence(
        note="Top, middle and bottom of each column. Slightly: the overlap grows downwards, and by less than a third, "
        "which is our bound."
    )
    e.printed(
        "from left to right the samples under both curves grow",
        agrees=all(a < b < c for a, b, c in across.values()),
        reproduced={row: nine.rounded(v, 0) for row, v in across.items()},
    )
    e.printed(
        "downwards they grow only slightly",
        agrees=_slightly(areas),
        reproduced={c: nine.rounded(v, 0) for c, v in areas.items()},
    )
    e.printed(
        "so does the number of negatives above the lowest tenth of the positives",
        agrees=_slightly(counts),
        reproduced={c: nine.rounded(v, 1) for c, v in counts.items()},
    )
    e.control(
        "so does their share of all negatives",
        agrees=_slightly(shares),
        reproduced={c: nine.rounded(v) for c, v in shares.items()},
    )
    e.control(
        "from left to right the growth is as slight",
        agrees=_slightly(across),
        reproduced=f"at least {min(v[2] / v[0] for v in across.values()):.1f} times as many on the right",
    )
    return e


def _slightly(columns: dict[str, list[float]]) -> bool:
    return all(top < middle < bottom < top * 4 / 3 for top, middle, bottom in columns.values())


def _overlap(panel: Panel) -> float:
    """Integral of the smaller of the two class densities, each times the size of its class."""
    grid = np.linspace(panel.easy_mean - 16, panel.positive_mean + 16, 8_001)
    positive = np.exp(-(((grid - panel.positive_mean) / panel.sd) ** 2) / 2) / (panel.sd * np.sqrt(2 * np.pi))
    smaller = np.minimum(panel.positives * positive, panel.negatives * nine.negative_density(panel, grid))
    return float(np.trapezoid(smaller, grid))


def halfway() -> Evidence:
    """Section 3.2: where the threshold with B = 1/2 lies between the means of difficult negatives and positives."""
    place = {
        x: (nine.balance(x) - PANELS[x].hard_mean) / (PANELS[x].positive_mean - PANELS[x].hard_mean) for x in PANELS
    }
    seen = {x: [_place(sample[x].inputs, sample[x].labels, PANELS[x].hard) for sample in nine.samples()] for x in "cfi"}
    e = Evidence()
    e.printed(
        "between a quarter and three quarters of the way, nine laws",
        agrees=all(0.25 <= p <= 0.75 for p in place.values()),
        reproduced=nine.rounded(place.values(), 2),
    )
    e.printed(
        "above the mean of the difficult negatives, all data sets of c, f and i",
        cases=(place > 0 for places in seen.values() for place in places),
    )
    even = {x: (nine.even_odds(x) - PANELS[x].hard_mean) / (10 - PANELS[x].hard_mean) for x in PANELS}
    e.control(
        "log-odds 0 misses it as far: below the mean of the difficult negatives in c, f or i",
        agrees=min(even[x] for x in "cfi") < 0,
        reproduced=nine.rounded(even.values(), 2),
    )
    e.note = (
        f"0 is the mean of the difficult negatives and 1 that of the positives; panels a to i. Scores are a "
        f"straight line in the input, so this is the same for log-odds. {len(nine.SEEDS)} data sets."
    )
    return e


def _place(inputs: np.ndarray, labels: np.ndarray, hard: int) -> float:
    """Where B of a data set falls to 1/2, from the mean of the difficult negatives (0) to that of the positives (1)."""
    middle, top = inputs[labels.sum() : labels.sum() + hard].mean(), inputs[labels].mean()
    return float((nine.balance_of(labels, inputs) - middle) / (top - middle))
