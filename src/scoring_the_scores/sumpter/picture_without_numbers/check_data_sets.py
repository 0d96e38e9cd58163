"""The nine data sets: how they are described (Section 2), and where Figure 2 draws their thresholds."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from claimledger import SIGMAS, Claim, Evidence, load
from scoring_the_scores.sumpter import nine
from scoring_the_scores.sumpter.nine_panels import PANELS, Panel, Scored, simulated_as_drawn

ROWS = ("abc", "def", "ghi")


def generation(claim: Claim) -> Evidence:
    """Section 2: the printed numbers of easy negatives against the text and the areas printed in Figure 3."""
    printed = claim.published
    listed = Counter("".join(row[:3] for row in printed["easy_printed"]))
    counts = list(printed["easy_printed"].values())
    as_printed = dict(zip(ROWS, counts, strict=True))  # the second (d,e,f) taken for (g,h,i)
    corrected = dict(zip(ROWS, sorted(counts), strict=True))
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
    far = [_far(_panels(printed, easy)) for easy in (as_printed, corrected)]
    e.printed("the areas printed in Figure 3 fit, in standard deviations", reproduced=far[0], agrees=far[0] < SIGMAS)
    e.repaired(
        "rows in the order that puts more at the bottom",
        agrees=corrected["abc"] < corrected["def"] < corrected["ghi"],
        reproduced=corrected,
    )
    e.repaired("the areas printed in Figure 3 fit, in standard deviations", reproduced=far[1], agrees=far[1] < SIGMAS)
    e.repaired(
        "of the six orders of the three numbers only this one fits them",
        agrees=fitting == [tuple(sorted(counts))],
        reproduced=fitting,
    )
    e.repaired(
        "the sets are those of this book",
        agrees=_panels(printed, corrected) == dict(PANELS),
        reproduced={letter: p.positives + p.negatives for letter, p in _panels(printed, corrected).items()},
    )
    e.control(
        "with 100 easy negatives in every row they fit",
        agrees=_far(_panels(printed, dict.fromkeys(ROWS, 100))) < SIGMAS,
        reproduced=_far(_panels(printed, dict.fromkeys(ROWS, 100))),
    )
    e.note = (
        "Largest distance of a printed area from the population's A, in standard deviations of 1000 random pairs from "
        "a random data set. The paper names no family of distributions; they are taken to be normal."
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
    """Largest distance of the areas printed in Figure 3 from the populations', in spreads of the paper's procedure."""
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
    overlap = {x: nine.overlap(PANELS[x]) for x in PANELS}
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
