"""What a threshold does to the labelled set: precision, recall and the two errors at its ends and between."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import numpy as np
from scipy.special import log_ndtr

from metricbook.chapters.sumpter import nine
from metricbook.chapters.sumpter.nine_data_sets.scored_images import DRAWN_CATS, DRAWN_OTHERS, LABELLED, precision
from metricbook.chapters.sumpter.nine_panels import PANELS
from metricbook.ledger import Evidence

LONGEST = 8
WIDE = 2.0  # spread of the wider negatives, times that of the positives
FAR = (2.0, 4.0, 8.0, 16.0)  # thresholds, in spreads of the positives above their mean


def error_types() -> Evidence:
    """Abstract, Section 4: both errors, and precision and recall, for every threshold of every order of labels."""
    errors = recalls = precise = tried = 0
    for labels in _orders():
        rates = _rates(labels)
        tried += 1
        errors += all(a.false_positives <= b.false_positives and a.missed >= b.missed for a, b in pairwise(rates))
        recalls += all(a.missed >= b.missed for a, b in pairwise(rates))
        precise += all(a.precision >= b.precision for a, b in pairwise(rates))
    ordered, ordered_tried = _with_rising_ratio()
    laws = [_precisions(letter) for letter in PANELS]
    e = Evidence()
    e.printed(
        "fewer false positives, more false negatives: every order of labels",
        agrees=errors == tried,
        reproduced=f"{errors} of {tried}",
    )
    e.printed(
        "higher precision, lower recall as the threshold rises: every order",
        agrees=precise == tried,
        reproduced=f"{precise} of {tried}",
    )
    e.repaired(
        "as the threshold rises, false positives never grow and false negatives never fall",
        agrees=errors == tried,
        reproduced=f"{errors} of {tried}",
    )
    e.repaired("recall never grows", agrees=recalls == tried, reproduced=f"{recalls} of {tried}")
    e.repaired(
        "precision never falls if the share of positives rises with the score, all such counts on three scores",
        agrees=ordered == ordered_tried,
        reproduced=f"{ordered} of {ordered_tried}",
    )
    e.repaired(
        "so it is in the nine laws",
        agrees=all((np.diff(p) >= -1e-12).all() for p in laws),
        reproduced=f"{sum(bool((np.diff(p) >= -1e-12).all()) for p in laws)} of {len(laws)}",
    )
    e.note = f"Orders of 2 to {LONGEST} samples with both classes, without ties; thresholds are the scores."
    return e


def far_right() -> Evidence:
    """Section 3.2: positives against negatives above a high threshold: equal spreads, wider negatives, and samples."""
    equal = {letter: [_log_ratio(letter, far, 1.0) for far in FAR] for letter in PANELS}
    wider = {letter: [_log_ratio(letter, far, WIDE) for far in FAR] for letter in PANELS}
    top = [labels[0] for labels in _orders()]
    grows = sum(all(a < b for a, b in pairwise(values)) and values[-1] > 0 for values in equal.values())
    e = Evidence()
    e.printed(
        "the top sample is positive, every order of labels", agrees=all(top), reproduced=f"{sum(top)} of {len(top)}"
    )
    e.printed(
        "negatives twice as widely spread: positives are more, far right in nine laws",
        agrees=all(values[-1] > 0 for values in wider.values()),
        reproduced=f"{sum(values[-1] > 0 for values in wider.values())} of {len(wider)}",
    )
    e.repaired(
        "equal spreads and a larger mean: the ratio of positives to negatives grows, past 1",
        agrees=grows == len(equal),
        reproduced=f"{grows} of {len(equal)}",
    )
    e.note = (
        f"Thresholds {', '.join(f'{x:g}' for x in FAR)} spreads above the positives' mean. Panel i: logarithm of "
        f"positives by negatives {nine.rounded(equal['i'], 1)}; with wider negatives "
        f"{nine.rounded(wider['i'], 1)}."
    )
    return e


def ends() -> Evidence:
    """Section 3.2: errors and precision of the nine laws at a very high and a very low threshold, and of Figure 1."""
    high = {x: _state(x, PANELS[x].positive_mean + 4 * PANELS[x].sd) for x in PANELS}
    low = {x: _state(x, PANELS[x].easy_mean - 4 * PANELS[x].sd) for x in PANELS}
    figure = [precision(DRAWN_CATS, DRAWN_OTHERS, r) for r in sorted(LABELLED)]
    swapped = {x: (high[x][0] > low[x][0], high[x][1] < low[x][1], high[x][2] > low[x][2]) for x in PANELS}
    e = Evidence()
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
        agrees=all(map(all, swapped.values())),
        reproduced=f"{sum(map(all, swapped.values()))} of {len(swapped)}",
    )
    e.repaired(
        "precision of Figure 1 grows with the threshold",
        agrees=all(a < b for a, b in pairwise(figure)),
        reproduced=", ".join(f"C({r}) = {c}" for r, c in zip(sorted(LABELLED), figure, strict=True)),
    )
    e.note = (
        "High: four spreads above the positives' mean; low: four below that of the easy negatives. Shares of "
        "panels a, e, i at the high and at the low threshold."
    )
    return e


def many_negatives() -> Evidence:
    """Section 3.4: precision of at least p against a bound on v/u, for all small counts, exactly."""
    same = inverted = tried = 0
    needed = many = 0
    levels = [Fraction(k, 4) for k in range(1, 4)]
    for positives, negatives in product(range(1, 7), repeat=2):
        for found, false in product(range(1, positives + 1), range(1, negatives + 1)):
            v, u, share = Fraction(found, positives), Fraction(false, negatives), Fraction(found, found + false)
            for p in levels:
                odds = p / (1 - p)
                tried += 1
                same += (share >= p) == (v / u >= Fraction(negatives, positives) * odds)
                inverted += (share >= p) == (v / u >= Fraction(positives, negatives) * odds)
                if negatives >= 3 * positives and share >= Fraction(1, 2):
                    many += 1
                    needed += v >= 3 * u
    e = Evidence()
    e.printed(
        r"$C\ge p$ exactly if $v/u\ge\frac NP\,\frac p{1-p}$, all small counts",
        agrees=same == tried,
        reproduced=f"{same} of {tried}",
    )
    e.printed(
        r"so with $N\ge3P$ and $C\ge\frac12$ always $v\ge3u$", agrees=needed == many, reproduced=f"{needed} of {many}"
    )
    e.control("the same with $P/N$ for $N/P$", agrees=inverted == tried, reproduced=f"{inverted} of {tried}")
    e.note = "Up to six of each class; p = 1/4, 1/2 and 3/4."
    return e


class _Rates:
    """Counts at one threshold: labelled positives and negatives, and positives that are missed."""

    def __init__(self, found: int, false_positives: int, positives: int) -> None:
        self.false_positives, self.missed = false_positives, positives - found
        self.precision = Fraction(found, found + false_positives)


def _orders() -> list[tuple[int, ...]]:
    """All orders of labels with both classes, the highest score first."""
    return [labels for n in range(2, LONGEST + 1) for labels in product((0, 1), repeat=n) if 0 < sum(labels) < n]


def _rates(labels: tuple[int, ...]) -> list[_Rates]:
    """From the highest threshold to the lowest."""
    return [_Rates(sum(labels[:j]), j - sum(labels[:j]), sum(labels)) for j in range(1, len(labels) + 1)]


def _with_rising_ratio() -> tuple[int, int]:
    """Counts on three scores whose share of positives does not fall with the score: how many keep precision so."""
    kept = tried = 0
    pairs = [(p, n) for p, n in product(range(4), repeat=2) if p + n]
    for low, middle, high in product(pairs, repeat=3):
        shares = [Fraction(p, p + n) for p, n in (low, middle, high)]
        if shares == sorted(shares):
            sums = np.cumsum([high, middle, low], axis=0)
            values = [Fraction(int(p), int(p + n)) for p, n in sums]
            tried += 1
            kept += all(a >= b for a, b in pairwise(values))
    return kept, tried


def _precisions(letter: str) -> np.ndarray:
    """C of a law at growing thresholds."""
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
    """Logarithm of labelled positives by labelled negatives; logarithms because both underflow."""
    panel = PANELS[letter]
    threshold = panel.positive_mean + far * panel.sd
    positives = np.log(panel.positives) + log_ndtr(-far)
    negatives = [np.log(n) + log_ndtr((m - threshold) / (panel.sd * spread)) for n, m in panel.groups[1:]]
    return float(positives - np.logaddexp.reduce(negatives))
