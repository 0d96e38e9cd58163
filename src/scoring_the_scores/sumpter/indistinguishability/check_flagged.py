"""What a threshold does to the flagged set: precision, recall and the two errors at its ends and between."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import numpy as np
from scipy.special import log_ndtr

from claimledger import Evidence
from metricbook.exact.samples import rankings
from scoring_the_scores.sumpter import nine
from scoring_the_scores.sumpter.nine_panels import PANELS
from scoring_the_scores.sumpter.scored_images import DRAWN_CATS, DRAWN_OTHERS, FLAGGED, precision

LONGEST = 8
WIDE = 2.0  # spread of the wider negatives, times that of the positives
FAR = (2.0, 4.0, 8.0, 16.0)  # thresholds, in spreads of the positives above their mean


def error_types() -> Evidence:
    """Abstract, Section 4: both errors, and precision and recall, for every threshold of every ranking."""
    judged = {"".join("NP"[label] for label in labels): _rates(labels) for labels in _orders()}
    curves = [_precisions(letter) for letter in PANELS]
    e = Evidence(note=f"Rankings of 2 to {LONGEST} samples with both classes, without ties; thresholds are the scores.")
    e.printed(
        "as the threshold rises, false positives never grow and false negatives never fall",
        cases=(
            all(a.false_positives <= b.false_positives and a.missed >= b.missed for a, b in pairwise(rates))
            for rates in judged.values()
        ),
    )
    e.printed(
        "nine populations: precision rises with the threshold", cases=(np.diff(p).min() >= -1e-12 for p in curves)
    )
    e.printed(
        "recall never rises with it",
        cases=(all(a.missed >= b.missed for a, b in pairwise(rates)) for rates in judged.values()),
    )
    e.printed(
        "precision never falls if the share of positives rises with the score, all such counts on three scores",
        cases=_with_rising_ratio(),
    )
    e.control(
        "every ranking: precision never falls as the threshold rises",
        over=judged,
        holds=lambda ranking: all(a.precision >= b.precision for a, b in pairwise(judged[ranking])),
    )
    return e


def far_right() -> Evidence:
    """Section 3.2: positives against negatives above a high threshold: the nine populations, and wider negatives."""
    equal = {letter: [_log_ratio(letter, far, 1.0) for far in FAR] for letter in PANELS}
    wider = {letter: [_log_ratio(letter, far, WIDE) for far in FAR] for letter in PANELS}
    e = Evidence()
    e.printed(
        "the ratio of positives to negatives grows, past 1, nine populations",
        cases=(all(a < b for a, b in pairwise(values)) and values[-1] > 0 for values in equal.values()),
    )
    e.control(
        "so it does with negatives twice as widely spread",
        cases=(all(a < b for a, b in pairwise(values)) and values[-1] > 0 for values in wider.values()),
    )
    e.note = (
        f"Thresholds {', '.join(f'{x:g}' for x in FAR)} spreads above the positives' mean. Panel i: logarithm of "
        f"positives by negatives {nine.rounded(equal['i'], 1)}; with wider negatives "
        f"{nine.rounded(wider['i'], 1)}."
    )
    return e


def ends() -> Evidence:
    """Section 3.2: errors and precision of the nine populations at a high and a low threshold, and of Figure 1."""
    high = {x: _state(x, PANELS[x].positive_mean + 4 * PANELS[x].sd) for x in PANELS}
    low = {x: _state(x, PANELS[x].easy_mean - 4 * PANELS[x].sd) for x in PANELS}
    figure = [precision(DRAWN_CATS, DRAWN_OTHERS, r) for r in sorted(FLAGGED)]
    e = Evidence(
        note="High: four spreads above the positives' mean; low: four below that of the easy negatives. Shares of "
        "panels a, e, i at the high and at the low threshold."
    )
    e.printed(
        "precision is lower at a high threshold than at a low one",
        reproduced=_of(high, low, 0),
        agrees=any(high[x][0] < low[x][0] for x in PANELS),
    )
    e.printed(
        "false positives are more at a high threshold",
        reproduced=_of(high, low, 1),
        agrees=any(high[x][1] > low[x][1] for x in PANELS),
    )
    e.printed(
        "false negatives are more at a low threshold",
        reproduced=_of(high, low, 2),
        agrees=any(high[x][2] < low[x][2] for x in PANELS),
    )
    e.repaired(
        "high and low exchanged, all three hold in all panels",
        cases=(high[x][0] > low[x][0] and high[x][1] < low[x][1] and high[x][2] > low[x][2] for x in PANELS),
    )
    e.repaired(
        "precision at the low one is $P/(P+N)$, nine populations",
        cases=(
            abs(low[x][0] - PANELS[x].positives / (PANELS[x].positives + PANELS[x].negatives)) < 1e-4 for x in PANELS
        ),
    )
    e.repaired(
        "precision of Figure 1 grows with the threshold",
        agrees=all(a < b for a, b in pairwise(figure)),
        reproduced=", ".join(f"C({r}) = {c}" for r, c in zip(sorted(FLAGGED), figure, strict=True)),
    )
    e.control("sensitivity, too, is high at the high threshold", cases=(1 - high[x][2] > 1 - low[x][2] for x in PANELS))
    return e


def many_negatives() -> Evidence:
    """Section 3.4: precision of at least p against a bound on v/u, for all small counts, exactly."""
    counts = [
        (
            p,
            positives,
            negatives,
            Fraction(true_positives, positives) / Fraction(false, negatives),
            Fraction(true_positives, true_positives + false),
        )
        for positives, negatives in product(range(1, 7), repeat=2)
        for true_positives, false in product(range(1, positives + 1), range(1, negatives + 1))
        for p in (Fraction(k, 4) for k in range(1, 4))
    ]
    e = Evidence(note="Up to six of each class; p = 1/4, 1/2 and 3/4.")
    e.printed(
        r"$C\ge p$ exactly if $v/u\ge\frac NP\,\frac p{1-p}$, all small counts",
        cases=((c >= p) == (ratio >= Fraction(n, m) * p / (1 - p)) for p, m, n, ratio, c in counts),
    )
    e.printed(
        r"so with $N\ge3P$ and $C\ge\frac12$ always $v\ge3u$",
        cases=(
            ratio >= 3 for p, m, n, ratio, c in counts if n >= 3 * m and c >= Fraction(1, 2) and p == Fraction(1, 2)
        ),
    )
    e.control(
        "the same with $P/N$ for $N/P$",
        cases=((c >= p) == (ratio >= Fraction(m, n) * p / (1 - p)) for p, m, n, ratio, c in counts),
    )
    return e


class _Rates:
    """Counts at one threshold: flagged positives and negatives, and positives that are missed."""

    def __init__(self, true_positives: int, false_positives: int, positives: int) -> None:
        self.false_positives, self.missed = false_positives, positives - true_positives
        self.precision = Fraction(true_positives, true_positives + false_positives)


def _orders() -> list[tuple[int, ...]]:
    """All orders of labels with both classes, the highest score first."""
    return [labels for n in range(2, LONGEST + 1) for labels in rankings(n)]


def _rates(labels: tuple[int, ...]) -> list[_Rates]:
    """From the highest threshold to the lowest."""
    return [_Rates(sum(labels[:j]), j - sum(labels[:j]), sum(labels)) for j in range(1, len(labels) + 1)]


def _with_rising_ratio() -> list[bool]:
    """For each count on three scores whose share of positives does not fall with the score: whether precision does."""
    pairs = [(p, n) for p, n in product(range(4), repeat=2) if p + n]
    rising = []
    for low, middle, high in product(pairs, repeat=3):
        shares = [Fraction(p, p + n) for p, n in (low, middle, high)]
        if shares == sorted(shares):
            sums = np.cumsum([high, middle, low], axis=0)
            values = [Fraction(int(p), int(p + n)) for p, n in sums]
            rising.append(all(a >= b for a, b in pairwise(values)))
    return rising


def _precisions(letter: str) -> np.ndarray:
    """C of a population at growing thresholds."""
    panel = PANELS[letter]
    grid = np.linspace(panel.easy_mean - 8, panel.positive_mean + 8, 200)
    return np.array([_state(letter, r)[0] for r in grid])


def _state(letter: str, threshold: float) -> tuple[float, float, float]:
    """Precision, false positive rate and share of missed positives of a law."""
    panel = PANELS[letter]
    v, u = nine.rates(panel, threshold)
    return panel.positives * v / (panel.positives * v + panel.negatives * u), u, 1 - v


def _of(high: dict, low: dict, entry: int) -> dict[str, list[float]]:
    return {x: nine.rounded((high[x][entry], low[x][entry]), 4) for x in "aei"}


def _log_ratio(letter: str, far: float, spread: float) -> float:
    """Logarithm of flagged positives by flagged negatives; logarithms because both underflow."""
    panel = PANELS[letter]
    threshold = panel.positive_mean + far * panel.sd
    positives = np.log(panel.positives) + log_ndtr(-far)
    negatives = [np.log(n) + log_ndtr((m - threshold) / (panel.sd * spread)) for n, m in panel.groups[1:]]
    return float(positives - np.logaddexp.reduce(negatives))
