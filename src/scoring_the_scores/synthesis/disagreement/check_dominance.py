"""What curves that do not cross decide, and what they leave open: on all small samples, in fractions."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Any

import numpy as np

from claimledger import Evidence
from metricbook.confusion import METRICS as OF_DECISIONS
from metricbook.exact import indistinguishability as win_rate
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Sample, matrices, rankings, samples, scored
from scoring_the_scores.synthesis import small
from scoring_the_scores.synthesis.disagreement.crossing import crossing_drawn

#: Metrics of decisions that more true positives among as many flagged always raise, where they are defined.
RISING = ("accuracy", "recall", "specificity", "precision", "f1_score", "jaccard_index", "balanced_accuracy",
          "youden_index", "cohen_kappa", "matthews_correlation", "negative_predictive_value")  # fmt: skip
#: Of models that have learnt: cases of each class, how alike their noise is, how many pairs of them, and the seed.
OF_EACH, CORRELATION, DRAWS, SEED = 50, 0.7, 4000, 15
Curve = Callable[[Sample], list[Fraction]]
Metric = Callable[[Sample], Fraction | None]


def roc_decides() -> Evidence:
    """ROC curves of which one is nowhere below the other, hulls too, and what then never prefers the other."""
    e = Evidence()
    tied, untied = list(samples(5)), list(samples(7, ties=False))
    for name, metric in small.DECIDED.items():
        e.printed(
            f"{name}: never lower where the ROC curve is nowhere below, ties or not",
            **_compare(tied, small.gains, metric),
        )
    e.printed("AP: the same without ties", **_compare(untied, small.gains, _precision))
    for name in [name for name in small.DECIDED if name != "AUROC"]:
        comparison = _compare(tied, small.hull_gains, small.DECIDED[name])
        e.printed(f"{name}: never lower where the hull is nowhere below", **comparison)
    e.printed(
        "no lower ROC curve and as many true positives among every number flagged are the same",
        cases=(
            small.nowhere_below(small.gains(one), small.gains(other)) == _above(one, other)
            for one, other in _twos(samples(4))
        ),
    )
    e.control(
        "AUROC: never lower where the hull is nowhere below",
        **_compare(untied, small.hull_gains, small.DECIDED["AUROC"]),
    )
    e.control(
        "AP: never lower where the ROC curve is nowhere below, ties or not", **_compare(tied, small.gains, _precision)
    )
    return e


def same_number_flagged() -> Evidence:
    """Metrics of decisions at one number flagged rise with the true positives, and so order all decisions alike."""
    e = Evidence()
    for name in RISING:
        e.printed(f"{name} rises with the true positives", cases=_steps(name))
    decisions = [m for m in matrices(8) if m[2] + m[3] == 4]
    accuracy, f1 = ({m: OF_DECISIONS[name](*m) for m in decisions} for name in ("accuracy", "f1_score"))
    e.control(
        "accuracy and F1 never order decisions oppositely, whatever is flagged",
        over=product(decisions, repeat=2),
        holds=lambda two: (accuracy[two[0]] - accuracy[two[1]]) * (f1[two[0]] - f1[two[1]]) >= 0,
    )
    return e


def roc_does_not_decide() -> Evidence:
    """Counterexamples: metrics that two samples of one curve differ in, or that prefer the one whose curve is below."""
    first: Sample = ((0, 1, 1), (3, 2, 1))
    tie: Sample = ((0, 1, 1), (2, 1, 1))
    e = Evidence()
    e.printed(
        "one ROC curve, two values of AP: 7/12, and 2/3 with the positives tied",
        published=[True, "7/12", "2/3"],
        reproduced=[small.gains(first) == small.gains(tie), _precision(first), _precision(tie)],
    )
    raised, lowered = (((1, 1, 0, 1, 0), (5, 4, 3, 2, 1)), ((1, 0, 1, 1, 0), (5, 4, 3, 2, 1)))
    e.printed(
        "a positive moves up by one place and C(r_b) falls from 3/4 to 2/3",
        published=[True, "2/3", "3/4"],
        reproduced=[
            small.nowhere_below(small.gains(raised), small.gains(lowered)),
            _precise(raised),
            _precise(lowered),
        ],
    )
    e.printed(
        "without ties and with fewer than five cases it never does",
        **_compare(samples(4, ties=False), small.gains, _precise),
    )
    high, low = (((0, 0, 0, 0, 1, 1, 0), tuple(range(7, 0, -1))), ((0, 0, 1, 0, 0, 0, 1), tuple(range(7, 0, -1))))
    e.printed(
        "the hull is nowhere below and AUROC is 1/5 against 3/10",
        published=[True, "1/5", "3/10"],
        reproduced=[
            small.nowhere_below(small.hull_gains(high), small.hull_gains(low)), exact.auroc(*high), exact.auroc(*low),
        ],
    )  # fmt: skip
    e.printed(
        "one perfect ranking, thresholds 0 and 3/2: F1 2/3 and 1, LxCIM 3/4 and 1",
        published=["2/3", 1, "3/4", 1],
        reproduced=[
            *_at_thresholds(_f1),
            *_at_thresholds(_lxcim),
        ],
    )
    counterexample = _compare(samples(7, ties=False), small.hull_gains, small.DECIDED["AUROC"])["over"]
    higher = {
        (one[0], other[0]): no_lower
        for (one, other), no_lower in counterexample.items()
        if _curve(small.hull_gains, one) != _curve(small.hull_gains, other)
    }
    e.control(
        "AUROC: without ties never lower where the hull is higher",
        over=higher,
        holds=higher.__getitem__,
    )
    e.control("AUROC differs where ROC curves are one", agrees=exact.auroc(*first) != exact.auroc(*tie),
              reproduced=f"{exact.auroc(*first)} both times")  # fmt: skip
    return e


def chance_of_crossing() -> Evidence:
    """The share of pairs of rankings without a crossing, by counting and by the closed form."""
    sizes = [(p, q) for p, q in product(range(1, 7), repeat=2) if p + q <= 10]

    def form(p: int, q: int) -> Fraction:
        return 1 - Fraction(p, p + 1) * Fraction(q, q + 1)

    def crossing(p: int, q: int) -> Fraction:
        return 1 - 2 * form(p, q) + Fraction(1, math.comb(p + q, p))

    rng = np.random.default_rng(SEED)
    alike, apart = (crossing_drawn(0.8, r, OF_EACH, DRAWS, rng) for r in (CORRELATION, 0.0))
    error = max(math.sqrt(share * (1 - share) / DRAWS) for share in (alike, apart))
    e = Evidence(
        note=f"Models that have learnt: normal scores of AUROC 0.8, {OF_EACH} cases of each class, {DRAWS:,} pairs of "
        f"models each, seed {SEED}; standard errors up to {error:.3f}. "
        f"Random rankings of that size: {float(crossing(OF_EACH, OF_EACH)):.3f}."
    )
    counted = {size: small.comparable_share(*size) for size in sizes}
    e.printed("the first is nowhere below", cases=(counted[size] == form(*size) for size in sizes))
    e.printed(
        "they cross",
        cases=(1 - 2 * counted[size] + Fraction(1, math.comb(sum(size), size[0])) == crossing(*size) for size in sizes),
    )
    e.printed("ten and ten cross with chance 0.653, a hundred and a hundred 0.961", published=[0.653, 0.961],
              reproduced=[crossing(10, 10), crossing(100, 100)], tolerance=0.0005)  # fmt: skip
    for what, share, more in (
        (f"noise of correlation {CORRELATION}", alike, True), ("independent noise", apart, False),
    ):  # fmt: skip
        gap = (share - float(crossing(OF_EACH, OF_EACH))) / math.sqrt(share * (1 - share) / DRAWS)
        e.printed(
            f"models that have learnt, {what}: curves cross {'more' if more else 'less'} often than random ones",
            agrees=gap > 3 if more else gap < -3, reproduced=round(share, 3),
        )  # fmt: skip
    e.control(
        "a half whatever the size, as if one of two were always the better",
        over=counted,
        holds=lambda size: counted[size] == Fraction(1, 2),
    )
    return e


def smallest_disagreement() -> Evidence:
    """For which class sizes AUROC and AP order two rankings oppositely, and that below them nothing opposes AUROC."""
    e = Evidence()
    sizes = [(p, q) for p, q in product(range(1, 9), repeat=2) if p + q <= 12]

    def opposed(p: int, q: int) -> bool:
        return small.opposite_share(p, q) > 0

    e.printed(
        "AUROC and AP order two rankings oppositely exactly if both classes have two cases and one has three",
        cases=(opposed(p, q) == (min(p, q) >= 2 and max(p, q) >= 3) for p, q in sizes),
    )
    one, other = (1, 0, 0, 0, 1), (0, 1, 1, 0, 0)
    at = range(5, 0, -1)
    e.printed(
        "two positives and three negatives: AUROC 1/2 and 2/3, AP 7/10 and 7/12",
        published=["1/2", "2/3", "7/10", "7/12"],
        reproduced=[f(y, at) for f in (exact.auroc, exact.average_precision) for y in (one, other)],
    )
    metrics = {name: metric for name, metric in small.DECIDED.items()} | {"AP": _precision}
    for p, q in ((1, 5), (5, 1), (2, 2)):
        ranked = [(labels, tuple(range(p + q, 0, -1))) for labels in rankings(p + q, p)]
        values = {name: [metric(sample) for sample in ranked] for name, metric in metrics.items()}
        e.printed(
            f"{p} and {q}: no metric of the first theorem opposes AUROC",
            cases=(not small.opposed(values["AUROC"], values[name]) for name in metrics),
        )
    e.control("whenever both classes have two cases", over=sizes, holds=lambda size: opposed(*size) == (min(size) >= 2))
    return e


def confidence_decides() -> Evidence:
    """Curves of right decisions of which one is nowhere below the other decide LxCIM, accuracy and, untied, AUDRC."""
    tied = [sample for n in (1, 2, 3) for sample in scored(n, (-3, -2, -1, 1, 2, 3), both=False)]
    untied = [s for n in (2, 3) for s in scored(n, [k for k in range(-n, n + 1) if k], both=False)
              if len({abs(v) for v in s[1]}) == n]  # fmt: skip
    e = Evidence()
    deciding: dict[str, Metric] = {"LxCIM": lambda s: exact.lxcim(*s), "accuracy": lambda s: exact.accuracy(*s)}
    for name, metric in deciding.items():
        e.printed(
            f"{name}: never lower where there are nowhere fewer right decisions",
            **_compare(tied, _right_decisions, metric, whole=True),
        )
    e.printed("AUDRC: the same without ties", **_compare(untied, _right_decisions, _audrc, whole=True))
    e.printed(
        "LxCIM is twice the mean height of the curve, in shares",
        cases=(exact.lxcim(*s) == _twice_the_area(_right_decisions(s)) for s in (*tied, *untied)),
    )
    e.control("AUDRC: the same with ties", **_compare(tied, _right_decisions, _audrc, whole=True))
    e.control("AUROC: never lower where there are nowhere fewer right decisions", **_compare(
        [s for s in untied if 0 < sum(s[0]) < len(s[0])], _right_decisions, small.DECIDED["AUROC"],
    ))  # fmt: skip
    return e


def _right_decisions(sample: Sample) -> list[Fraction]:
    """Right decisions among the 0, 1, ..., n most confident ones, ties shared out evenly."""
    labels, scores = sample
    right = tuple(int((score > 0) == (label == 1)) for label, score in zip(labels, scores, strict=True))
    return small.gains((right, tuple(abs(score) for score in scores)))


def _twice_the_area(curve: list[Fraction]) -> Fraction:
    n = len(curve) - 1
    return (sum(curve, Fraction(0)) - curve[-1] / 2) * 2 / n**2


def _precision(sample: Sample) -> Fraction:
    return exact.average_precision(*sample)


def _audrc(sample: Sample) -> Fraction:
    return exact.audrc_sum(*sample)


def _precise(sample: Sample) -> Fraction | None:
    """C(r_b), None where B does not reach one half."""
    threshold = win_rate.indistinguishability_threshold(*sample)
    return None if threshold is None else win_rate.rates(*sample, threshold).precision


def _lxcim(sample: Sample, threshold: Fraction) -> Fraction:
    return exact.lxcim(*sample, threshold=threshold)


def _f1(sample: Sample, threshold: Fraction) -> Fraction:
    labels, scores = sample
    flagged = [score > threshold for score in scores]
    tp = sum(f and y for f, y in zip(flagged, labels, strict=True))
    return Fraction(2 * tp, sum(flagged) + sum(labels))


def _at_thresholds(metric: Callable[[Sample, Fraction], Fraction]) -> list[Fraction]:
    """A metric of one ranking, a positive above a negative and both above 0, at two thresholds."""
    sample: Sample = ((1, 0), (2, 1))
    return [metric(sample, Fraction(0)), metric(sample, Fraction(3, 2))]


def _steps(name: str) -> Iterator[bool]:
    """Whether one more true positive in place of a false one raises a metric, in all small confusion matrices."""
    for tn, fp, fn, tp in matrices(8):
        if fp and fn:
            values = []
            for cells in ((tn, fp, fn, tp), (tn + 1, fp - 1, fn - 1, tp + 1)):
                try:
                    values.append(OF_DECISIONS[name](*cells))
                except ValueError:
                    break
            if len(values) == 2:
                yield values[1] > values[0]


def _groups(samples: Iterable[Sample], whole: bool) -> Iterator[list[Sample]]:
    """Samples that can be compared: of the same class sizes, or of the same size."""
    groups = defaultdict(list)
    for sample in samples:
        groups[len(sample[0]), None if whole else sum(sample[0])].append(sample)
    yield from groups.values()


def _twos(samples: Iterable[Sample]) -> Iterator[tuple[Sample, Sample]]:
    for group in _groups(samples, whole=False):
        yield from product(group, repeat=2)


def _compare(samples: Iterable[Sample], curve: Curve, metric: Metric, *, whole: bool = False) -> dict[str, Any]:
    """Whether a metric is no lower, for every two samples of which the first one's curve is nowhere below."""
    over = {}
    for group in _groups(samples, whole):
        # Samples of the same curve and value are one: what is shown of one is shown of all.
        kinds: dict[tuple, Sample] = {}
        for sample in group:
            kinds.setdefault((_curve(curve, sample), _value(metric, sample)), sample)
        for ((one, value), first), ((other, lesser), second) in product(kinds.items(), repeat=2):
            if value is not None and lesser is not None and small.nowhere_below(one, other):
                over[first, second] = value >= lesser
    return {"over": over, "holds": over.__getitem__}


@cache
def _curve(curve: Curve, sample: Sample) -> tuple[Fraction, ...]:
    return tuple(curve(sample))


@cache
def _value(metric: Metric, sample: Sample) -> Fraction | None:
    return metric(sample)


def _above(first: Sample, second: Sample) -> bool:
    """Whether the first ROC curve is nowhere below the second: no corner of either shows it to be."""
    one, other = exact.roc_points(*first), exact.roc_points(*second)
    return all(y <= max(_heights(one, x)) for x, y in other) and all(y >= min(_heights(other, x)) for x, y in one)


def _heights(curve: list[tuple[Fraction, Fraction]], x: Fraction) -> list[Fraction]:
    """Heights of a ROC curve at a false positive rate, the ends of its upright pieces there among them."""
    heights = []
    for (x0, y0), (x1, y1) in pairwise(curve):
        if x0 <= x <= x1:
            heights += [y0, y1] if x1 == x0 else [y0 + (y1 - y0) * (x - x0) / (x1 - x0)]
    return heights
