"""How the nine data sets overlap, and where their thresholds lie between the classes (Figure 2)."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtri

from claimledger import Evidence
from scoring_the_scores.sumpter import nine
from scoring_the_scores.sumpter.nine_panels import PANELS

ROWS = ("abc", "def", "ghi")


def overlap() -> Evidence:
    """Section 2: the overlap across, and down each column as a number of samples and as a share of the negatives."""
    level = PANELS["a"].positive_mean - PANELS["a"].sd * ndtri(0.9)  # the same in all nine
    counts = {c: [PANELS[x].negatives * nine.rates(PANELS[x], level)[1] for x in c] for c in nine.COLUMNS}
    shares = {c: [nine.rates(PANELS[x], level)[1] for x in c] for c in nine.COLUMNS}
    areas = {c: [nine.overlap(PANELS[x]) for x in c] for c in nine.COLUMNS}
    across = {row: [nine.overlap(PANELS[x]) for x in row] for row in ROWS}
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


def halfway() -> Evidence:
    """Section 3.2: where the threshold with B = 1/2 lies between the means of difficult negatives and positives."""
    place = {
        x: (nine.balance(x) - PANELS[x].hard_mean) / (PANELS[x].positive_mean - PANELS[x].hard_mean) for x in PANELS
    }
    measured = {
        f"{x}, seed {seed}": _place(sample[x].inputs, sample[x].labels, PANELS[x].hard)
        for x in "cfi"
        for seed, sample in zip(nine.SEEDS, nine.samples(), strict=True)
    }
    e = Evidence()
    e.printed(
        "between a quarter and three quarters of the way, nine populations",
        agrees=all(0.25 <= p <= 0.75 for p in place.values()),
        reproduced=nine.rounded(place.values(), 2),
    )
    e.printed(
        "above the mean of the difficult negatives, all data sets of c, f and i",
        over=measured,
        holds=lambda data_set: measured[data_set] > 0,
    )
    even = {x: (nine.even_odds(x) - PANELS[x].hard_mean) / (10 - PANELS[x].hard_mean) for x in PANELS}
    e.control(
        "log-odds 0 misses it as far: below the mean of the difficult negatives in c, f or i",
        agrees=min(even[x] for x in "cfi") < 0,
        reproduced=nine.rounded(even.values(), 2),
    )
    e.note = (
        f"0 is the mean of the difficult negatives and 1 that of the positives; panels a to i. Scores are a "
        f"straight line in the input, so this is the same for log-odds. {len(nine.SEEDS)} data sets. In c, f and i "
        f"$r_b$ is at the inputs {', '.join(f'{nine.balance(x):.2f}' for x in 'cfi')}."
    )
    return e


def _place(inputs: np.ndarray, labels: np.ndarray, hard: int) -> float:
    """Where B of a data set falls to 1/2, from the mean of the difficult negatives (0) to that of the positives (1)."""
    middle, top = inputs[labels.sum() : labels.sum() + hard].mean(), inputs[labels].mean()
    return float((nine.balance_of(labels, inputs) - middle) / (top - middle))
