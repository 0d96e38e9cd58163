"""Section 3.1, what ties do to thresholds set at the samples' own scores: all small samples, exactly."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from claimledger import Evidence
from metricbook.exact import costs as exact_costs
from metricbook.exact.samples import Sample
from scoring_the_scores.flach import examples
from scoring_the_scores.flach.auc_as_expected_loss import samples as small
from scoring_the_scores.flach.auc_as_expected_loss.loss_lines import area, line_of_ranks, mean_line, threshold_rows
from scoring_the_scores.flach.samples import Ranked, tied_with


def tie_bias() -> Evidence:
    """Section 3.1: when the loss changes as classes are exchanged and scores turned round."""
    uncrossed = [sample for sample in small.TIED if not small.cross_tied(sample)]
    uncrossed.sort(key=lambda sample: (len(sample[0]), -small.auc(sample)))  # of one size, the better ranked first
    crossed = [sample for sample in small.TIED if small.cross_tied(sample)]
    e = Evidence()
    e.printed("no tie of a positive with a negative: both directions agree", over=uncrossed, holds=_agree)
    two_positives = ((1, 1, 0), (2, 2, 1))
    losses = _directions(two_positives)
    e.printed(
        "the same for classes 1, 1, 0 where the two positives tie",
        agrees=len(set(losses)) == 1,
        reproduced=list(losses),
    )
    e.repaired("without any tie both directions agree", cases=map(_agree, small.UNTIED))
    e.repaired(r"they differ by $(d_1 - d_0)/(2(n + 1))$", cases=map(_differ_by_mean_ties, small.TIED))
    e.repaired(
        "in Example 2 by that much", agrees=_differ_by_mean_ties(_example_2()), reproduced=_difference(_example_2())
    )
    e.control("they differ wherever a positive ties with a negative", over=crossed, holds=lambda s: not _agree(s))
    e.control("they differ by ties of a positive with a negative alone", over=small.TIED, holds=_differ_by_crossed_ties)
    e.note = (
        f"$d_k$ is the mean number of other samples, of either class, tied with a sample of class $k$. {small.SCOPE}"
    )
    return e


def _example_2() -> Ranked:
    labels, scores = examples.ex2()
    return tuple(labels), tuple(scores)


def _directions(sample: Ranked) -> tuple[Fraction, Fraction]:
    """The paper's calculation, as the data are and after the exchange of classes."""
    return small.expected_loss(sample), small.expected_loss(small.exchanged(sample))


def _difference(sample: Ranked) -> Fraction:
    here, there = _directions(sample)
    return here - there


def _agree(sample: Sample) -> bool:
    return _difference(sample) == 0


def _differ_by_mean_ties(sample: Ranked) -> bool:
    expected = (tied_with(sample, 1) - tied_with(sample, 0)) / (2 * len(sample[0]) + 2)
    return _difference(sample) == expected


def _differ_by_crossed_ties(sample: Sample) -> bool:
    labels, scores = sample
    ties = sum(
        s == t for s, y in zip(scores, labels, strict=True) for t, x in zip(scores, labels, strict=True) if y > x
    )
    n, positives = len(labels), sum(labels)
    return _difference(sample) == (Fraction(ties, positives) - Fraction(ties, n - positives)) / (2 * n + 2)


def tie_bias_direction() -> Evidence:
    """Section 3.1: which class tied samples are given to, and which class's errors fall, in both directions."""
    ties = small.TIED
    rows = threshold_rows(*examples.ex2())
    tied = examples.EX2_SCORES.index(Fraction(7, 10))
    swapped = threshold_rows(*examples.ex2_swapped())
    tied_there = examples.EX2_SWAPPED_SCORES.index(Fraction(3, 10))
    e = Evidence(note=small.SCOPE)
    e.printed("every sample at the threshold is called 0", cases=(_called(s, "negative") == {0} for s in ties))
    at = (rows["F0"][tied], rows["F1"][tied])
    e.printed(
        "Example 2 at 0.7: the tied sample of class 0 is right, that of class 1 wrong",
        agrees=at == (1, Fraction(1, 2)),
        reproduced={"F0": at[0], "F1": at[1]},
    )
    there = (swapped["F0"][tied_there], swapped["F1"][tied_there])
    e.printed(
        "exchanged, at 0.3: the tied sample that was of class 1 is right, the other wrong",
        agrees=there == (1, Fraction(1, 3)),
        reproduced={"F0": there[0], "F1": there[1]},
    )
    e.printed(
        "against half a sample on either side the mean error falls for class 0, rises for class 1, by its ties",
        cases=(_shifts_towards(s, "negative", 0) for s in ties),
    )
    e.printed(
        "after the exchange it falls for what was class 1", cases=(_shifts_towards(s, "positive", 1) for s in ties)
    )
    e.control(r"the same with the rule $s \geq t$", over=ties, holds=lambda s: _shifts_towards(s, "positive", 0))
    e.control(
        r"with the rule $s \geq t$ every sample at the threshold is called 0",
        over=ties,
        holds=lambda s: _called(s, "positive") == {0},
    )
    return e


def _called(sample: Sample, rule: str) -> set[int]:
    """The classes that samples at the threshold are given, over all thresholds at scores, read off the cost lines."""
    labels, scores = sample
    called = set()
    for threshold in set(scores):
        at_zero, at_one = exact_costs.cost_line(labels, scores, threshold=threshold, ties=rule)
        level = Counter(y for y, s in zip(labels, scores, strict=True) if s == threshold)
        above = Counter(y for y, s in zip(labels, scores, strict=True) if s > threshold)
        accepted = {1: sum(labels) * (1 - at_zero), 0: labels.count(0) * at_one}
        called |= {int(accepted[y] > above[y]) for y in level}
    return called


def _shifts_towards(sample: Sample, rule: str, favoured: int) -> bool:
    """Mean errors of both classes move from the even split by d_k / (2(n + 1)), down for the favoured class only.

    ``rule="positive"`` must first be seen to be the paper's rule on the exchanged sample.
    """
    line, even = small.loss_line(sample, "skew", rule), small.loss_line(sample, "skew", "half")
    if rule == "positive" and small.loss_line(small.exchanged(sample)) != line[::-1]:
        return False
    moved = {1: line[0] - even[0], 0: line[1] - even[1]}
    sign = {favoured: -1, 1 - favoured: 1}
    return all(moved[k] == sign[k] * tied_with(sample, k) / (2 * len(sample[0]) + 2) for k in (0, 1))


def thresholds_between() -> Evidence:
    """Section 3.1: the lines of thresholds on samples, in both directions, and of thresholds between samples."""
    with_ties = [sample for sample in small.TIED if len(set(sample[1])) < len(sample[1])]
    example = _example_2()
    gaps = small.between(example)
    e = Evidence(note=small.SCOPE)
    e.printed("no ties: in either direction these are the lines between samples", cases=map(_same_lines, small.UNTIED))
    e.printed(
        "with ties there are $n + 1$ of them", over=with_ties, holds=lambda s: len(small.between(s)) == len(s[0]) + 1
    )
    e.printed(
        "with ties the mean line is that of both directions",
        over=with_ties,
        holds=lambda s: mean_line(small.between(s)) == small.loss_line(s, "skew", "half"),
    )
    e.printed(
        "Example 2, thresholds between different scores: the loss of both directions",
        agrees=area(mean_line(gaps)) == small.expected_loss(example, ties="half"),
        reproduced={
            "thresholds": len(gaps),
            "between": area(mean_line(gaps)),
            "both directions": small.expected_loss(example, ties="half"),
        },
    )
    e.repaired(
        "no ties: the mean line is that of both directions",
        cases=(mean_line(small.between(s)) == small.loss_line(s, "skew", "half") for s in small.UNTIED),
    )
    e.repaired(
        "ties broken in every order, $n + 1$ cuts each: the mean line is that of both directions",
        cases=(small.over_orders(s) == small.loss_line(s, "skew", "half") for s in small.TIED),
    )
    e.repaired(
        r"and runs from $\bar R_1/(n+1)$ to $1 - \bar R_0/(n+1)$, $\bar R_k$ the mean middle rank of class $k$",
        cases=(small.over_orders(s) == line_of_ranks(*s) for s in small.TIED),
    )
    e.control(
        "ties broken in favour of class 1 only",
        over=with_ties,
        holds=lambda s: _class_1_first(s) == small.loss_line(s, "skew", "half"),
    )
    return e


def _same_lines(sample: Sample) -> bool:
    """The n + 1 lines of each direction, as often as they come, against those between samples."""
    labels, scores = sample
    expected = Counter(small.between(sample))
    for rule in ("negative", "positive"):
        lines = [exact_costs.cost_line(labels, scores, threshold=t, ties=rule) for t in scores]
        extreme = None if rule == "negative" else max(scores) + 1
        lines.append(exact_costs.cost_line(labels, scores, threshold=extreme))
        if Counter(lines) != expected:
            return False
    return True


def _class_1_first(sample: Sample) -> tuple[Fraction, Fraction]:
    order = max(small.untied_orders(sample))
    return mean_line(small.between(order))
