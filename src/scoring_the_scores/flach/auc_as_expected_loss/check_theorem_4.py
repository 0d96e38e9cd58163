"""Section 3.1, Theorems 4 and 5, the loss line and its reading as (macro-)accuracy: all small samples, exactly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import sympy

from claimledger import Details, Evidence
from metricbook import auroc, expected_loss
from metricbook.exact.costs import Line, cost_line, expected_loss_from_auroc
from metricbook.exact.samples import Sample
from scoring_the_scores.flach.auc_as_expected_loss import samples as small
from scoring_the_scores.flach.auc_as_expected_loss.loss_lines import area, line_of_ranks, mean, mean_line

HALF = Fraction(1, 2)
SEED, LARGER = 20110628, 200
ROUNDING = 1e-12


def theorem_4() -> Evidence:
    """Theorem 4: in one direction without ties, averaged over both with them, its limit; and in one direction."""
    e = Evidence(note=f"{small.SCOPE} Then {LARGER} random ones of 10 to 400 with ties, in floats, seed {SEED}.")
    e.printed("no ties, thresholds on the samples and the default", cases=map(_theorem_4_one_way, small.UNTIED))
    e.printed("average of both directions, half credit in AUC", cases=map(_theorem_4_both_ways, small.TIED))
    e.printed("larger random samples with ties", cases=map(_larger_sample, np.random.default_rng(SEED).spawn(LARGER)))
    e.printed(
        "samples that share $n$ and AUC, but not the class proportion, share the loss", cases=_alike(small.TIED, "half")
    )
    difference, at_infinity = _limit()
    e.printed("minus Corollary 3, as $n$ grows, tends to 0", agrees=at_infinity == 0, reproduced=str(difference))
    e.control("one direction, rule $s > t$, ties too", over=small.TIED, holds=_theorem_4_one_way)
    e.control(
        "average of both directions, full credit in AUC as in Eq. 6",
        over=small.TIED,
        holds=lambda s: small.expected_loss(s, ties="half") == small.theorem_4(len(s[0]), small.full_credit_auc(s)),
    )
    e.control(
        "Corollary 3 in its place, no ties",
        over=small.UNTIED,
        holds=lambda s: small.expected_loss(s) == (1 - small.auc(s)) / 2 + Fraction(1, 4),
    )
    return e


def _theorem_4_one_way(sample: Sample) -> bool:
    return small.expected_loss(sample) == small.theorem_4(len(sample[0]), small.auc(sample))


def _theorem_4_both_ways(sample: Sample) -> bool:
    """The average as the text takes it: the sample, and the sample with classes exchanged and scores turned round."""
    average = (small.expected_loss(sample) + small.expected_loss(small.exchanged(sample))) / 2
    return average == small.theorem_4(len(sample[0]), small.auc(sample))


def _alike(samples: tuple[Sample, ...], ties: str) -> list[bool]:
    """For each (n, AUC) that comes with several class proportions, whether it comes with one loss."""
    losses, proportions = defaultdict(set), defaultdict(set)
    for sample in samples:
        key = len(sample[0]), small.auc(sample)
        losses[key].add(small.expected_loss(sample, ties=ties))
        proportions[key].add(sum(sample[0]))
    return [len(losses[key]) == 1 for key, sizes in proportions.items() if len(sizes) > 1]


def _limit() -> tuple[sympy.Expr, sympy.Expr]:
    n, auc = sympy.symbols("n AUC", positive=True)
    theorem = n / (n + 1) * (1 - auc) / 2 + (n + 2) / (n + 1) / 4
    difference = sympy.factor(theorem - ((1 - auc) / 2 + sympy.Rational(1, 4)))
    return difference, sympy.limit(difference, n, sympy.oo)


def _larger_sample(rng: np.random.Generator) -> bool:
    n = int(rng.integers(10, 401))
    labels = np.arange(n) < rng.integers(1, n)
    scores = rng.integers(0, n // 3 + 1, size=n) + 2 * labels
    expected = n / (n + 1) * (1 - auroc(labels, scores)) / 2 + (n + 2) / (n + 1) / 4
    both = [expected_loss(labels, scores, ties="negative"), expected_loss(~labels, -scores, ties="negative")]
    return abs(sum(both) / 2 - expected) < ROUNDING


def theorem_5() -> Evidence:
    """Theorem 5: area of a cost line against counted macro-accuracy, then the sum against Theorem 4's loss."""
    e = Evidence(note=f"L is the loss of Theorem 4. {small.SCOPE}")
    e.printed(r"area of each cost line is $1 - \mathrm{MAcc}$, no ties", cases=map(_areas_are_errors, small.UNTIED))
    e.printed(r"mean of $1 - \mathrm{MAcc}$ over the cuts is L, no ties", cases=map(_mean_error_is_loss, small.UNTIED))
    e.printed(
        "ties too, thresholds between different scores: the mean area is L", over=small.TIED, holds=_gap_mean_is_loss
    )
    e.printed(
        "ties too, thresholds on the samples and the default: the mean area is L",
        over=small.TIED,
        holds=_theorem_4_one_way,
    )
    e.repaired(
        "ties too, the $2(n + 1)$ thresholds of both directions: the mean area is L",
        cases=map(_theorem_4_both_ways, small.TIED),
    )
    e.repaired(
        "ties too, the $n + 1$ cuts of every order of tied samples: the mean area is L",
        cases=(area(small.over_orders(s)) == small.theorem_4(len(s[0]), small.auc(s)) for s in small.TIED),
    )
    e.control(
        "no ties, without the default",
        over=small.UNTIED,
        holds=lambda s: area(mean_line(small.between(s)[1:])) == small.theorem_4(len(s[0]), small.auc(s)),
    )
    return e


def _areas_are_errors(sample: Sample) -> bool:
    """Lines and cuts both run from nothing called class 1 to everything."""
    return [area(line) for line in small.between(sample)] == [1 - macro for _, macro in small.cut_accuracies(sample)]


def _mean_error_is_loss(sample: Sample) -> bool:
    return _mean_accuracy(sample, 1) == 1 - small.theorem_4(len(sample[0]), small.auc(sample))


def _mean_accuracy(sample: Sample, column: int) -> Fraction:
    """Mean accuracy (column 0) or macro-accuracy (1) over the n + 1 cuts, by counting."""
    return mean([both[column] for both in small.cut_accuracies(sample)])


def _gap_mean_is_loss(sample: Sample) -> bool:
    return area(mean_line(small.between(sample))) == small.theorem_4(len(sample[0]), small.auc(sample))


def loss_line() -> Evidence:
    """The loss line: its area by linearity, and the expected loss, of one direction or of both."""
    e = Evidence(note=small.SCOPE)
    e.printed("its area is the mean of the areas of its lines", cases=map(_area_of_mean, small.TIED))
    e.printed("its area is the loss of Theorem 4, no ties", cases=map(_gap_mean_is_loss, small.UNTIED))
    e.printed(
        "ties too, mean of the lines of both directions",
        cases=(area(_both_directions(s)) == small.theorem_4(len(s[0]), small.auc(s)) for s in small.TIED),
    )
    e.printed(
        r"it runs from $\bar R_1/(n+1)$ to $1 - \bar R_0/(n+1)$, $\bar R_k$ the mean middle rank of class $k$",
        cases=(_both_directions(s) == line_of_ranks(*s) for s in small.TIED),
    )
    e.control("ties too, thresholds between different scores", over=small.TIED, holds=_gap_mean_is_loss)
    e.control("ties too, thresholds on the samples and the default", over=small.TIED, holds=_theorem_4_one_way)
    e.control(
        "with the last of tied ranks in place of the middle one",
        over=small.TIED,
        holds=lambda s: _both_directions(s) == line_of_ranks(*s, ties="negative"),
    )
    return e


def loss_line_is_auc() -> Evidence:
    """The loss line as a picture of AUC: its height in the middle, its tilt, and what it takes to know the line."""
    lines = {sample: _both_directions(sample) for sample in small.TIED}
    e = Evidence(note=f"With ties, the mean line of both directions. {small.SCOPE}")
    e.printed(
        r"its height at skew 1/2, which is its area, is $\frac12-\frac n{2(n+1)}(\mathrm{AUC}-\frac12)$",
        cases=(area(line) == _middle(s) for s, line in lines.items()),
    )
    e.printed(
        r"its slope is $\frac n{n+1}(\pi_0-\pi_1)(\mathrm{AUC}-\frac12)$",
        cases=(end - start == _tilt(s) for s, (start, end) in lines.items()),
    )
    e.printed(
        "one line for one AUC, $n_0$ and $n_1$", **_shared(lines.__getitem__, by=lambda s: (small.auc(s), _sizes(s)))
    )
    e.control("one line for one AUC and $n$", **_shared(lines.__getitem__, by=lambda s: (small.auc(s), len(s[0]))))
    e.control("its height at skew 0 tells AUC as its area does", over=lines, holds=lambda s: lines[s][0] == _middle(s))
    return e


def _middle(sample: Sample) -> Fraction:
    n = len(sample[0])
    return HALF - Fraction(n, n + 1) * (small.auc(sample) - HALF) / 2


def _tilt(sample: Sample) -> Fraction:
    n_0, n_1 = _sizes(sample)
    return Fraction(n_0 - n_1, n_0 + n_1 + 1) * (small.auc(sample) - HALF)


def _shared(what: Callable[[Sample], object], *, by: Callable[[Sample], object]) -> Details:
    """Over the groups of samples that are alike in one thing: whether they share another, or which two do not."""
    groups = defaultdict(list)
    for sample in small.TIED:
        groups[by(sample)].append(sample)
    pairs = [
        (first, next((other for other in rest if what(other) != what(first)), rest[0]))
        for first, *rest in groups.values()
        if rest
    ]
    return {"over": pairs, "holds": lambda pair: what(pair[0]) == what(pair[1])}


def _area_of_mean(sample: Sample) -> bool:
    labels, scores = sample
    lines = [cost_line(labels, scores, threshold=t, ties="negative") for t in (*scores, None)]
    return area(mean_line(lines)) == mean([area(line) for line in lines])


def _both_directions(sample: Sample, over: str = "skew") -> Line:
    """Mean of the sample's line and that of the exchanged sample, read backwards."""
    return mean_line([small.loss_line(sample, over), small.loss_line(small.exchanged(sample), over)[::-1]])


def auc_linear_macc() -> Evidence:
    """Section 3.1: AUC as a line in the mean macro-accuracy, with the line's coefficients from Theorems 4 and 5."""
    both = {sample: 1 - area(_both_directions(sample)) for sample in small.TIED}
    gaps = {sample: 1 - area(mean_line(small.between(sample))) for sample in small.TIED}
    e = Evidence(note=f"M is the mean macro-accuracy. {small.SCOPE}")
    e.printed(
        r"thresholds between the samples, no ties: AUC $= \frac12 + 2\,\frac{n+1}n\,(M - \frac12)$",
        cases=(small.auc(s) == _rescaled(_mean_accuracy(s, 1), len(s[0])) for s in small.UNTIED),
    )
    e.printed(
        "ties too, M over both directions: the same formula",
        cases=(small.auc(s) == _rescaled(mean, len(s[0])) for s, mean in both.items()),
    )
    e.control(
        "ties too, thresholds between different scores: one AUC for one $n$ and one M",
        **_shared(small.auc, by=lambda s: (len(s[0]), gaps[s])),
    )
    e.control(
        r"$n/(n+1)$ in place of $(n+1)/n$",
        over=both,
        holds=lambda s: small.auc(s) - HALF == 2 * Fraction(len(s[0]), len(s[0]) + 1) * (both[s] - HALF),
    )
    return e


def _rescaled(macro: Fraction, n: int) -> Fraction:
    return HALF + 2 * Fraction(n + 1, n) * (macro - HALF)


def _sizes(sample: Sample) -> tuple[int, int]:
    return sample[0].count(0), sample[0].count(1)


def accuracy_version() -> Evidence:
    """Section 3.1: the loss line over cost proportions as mean error rate, and its formula in AUC, which is ours."""
    both = {sample: 1 - area(_both_directions(sample, "cost")) for sample in small.TIED}
    gaps = {sample: 1 - area(mean_line(small.between(sample, "cost"))) for sample in small.TIED}
    e = Evidence(
        note=f"A is the mean accuracy, over both directions if there are ties; $W$ pairs are in order and $V$ "
        f"reversed; costs add up to 2. {small.SCOPE}"
    )
    e.printed(r"area of each cost line is $1 - \mathrm{Acc}$, no ties", cases=map(_cost_areas_are_errors, small.UNTIED))
    e.printed(
        "A is the mean accuracy over the thresholds between the samples, no ties",
        cases=(_mean_accuracy(s, 0) == _above_half(s) for s in small.UNTIED),
    )
    e.printed(
        r"$A = \frac12 + \frac{2n\pi_0\pi_1}{n+1}(\mathrm{AUC} - \frac12)$",
        cases=(mean == _above_half(s) == 1 - _for_costs(s) for s, mean in both.items()),
    )
    e.printed(r"$A = \frac12 + \frac{W - V}{n(n+1)}$", cases=(mean == _by_pairs(s) for s, mean in both.items()))
    at_chance = {mean for s, mean in both.items() if small.auc(s) == HALF}
    e.printed("samples of AUC 1/2 have one A", agrees=len(at_chance) == 1, reproduced=sorted(at_chance))
    e.printed(r"with $n$ and AUC $\ne \frac12$ fixed, A changes with $n_0 n_1$, no ties", cases=_tells_proportions())
    e.control(
        "ties too, thresholds between different scores: one AUC for one A",
        **_shared(small.auc, by=lambda s: (_sizes(s), gaps[s])),
    )
    e.control(
        "Theorem 4 in its place",
        over=both,
        holds=lambda s: 1 - both[s] == small.theorem_4(len(s[0]), small.auc(s)),
    )
    e.control(
        "Theorem 2, without the default",
        over=both,
        holds=lambda s: 1 - both[s] == Fraction(len(s[0]) + 1, len(s[0])) * (_for_costs(s) - HALF / (len(s[0]) + 1)),
    )
    return e


def _cost_areas_are_errors(sample: Sample) -> bool:
    areas = [area(line) for line in small.between(sample, "cost")]
    return areas == [1 - accuracy for accuracy, _ in small.cut_accuracies(sample)]


def _for_costs(sample: Sample) -> Fraction:
    """Theorem 2's formula for n samples and 1/2 for the default as one more: the other form of `_above_half`."""
    return expected_loss_from_auroc(small.auc(sample), *_sizes(sample), over="cost")


def _above_half(sample: Sample) -> Fraction:
    n, share = len(sample[0]), Fraction(sum(sample[0]), len(sample[0]))
    return HALF + 2 * n * share * (1 - share) / (n + 1) * (small.auc(sample) - HALF)


def _by_pairs(sample: Sample) -> Fraction:
    labels, scores = sample
    high, low = ([s for y, s in zip(labels, scores, strict=True) if y == k] for k in (1, 0))
    lead = sum((s > t) - (s < t) for s in high for t in low)
    return HALF + Fraction(lead, len(labels) * (len(labels) + 1))


def _tells_proportions() -> list[bool]:
    """For each n and AUC (not 1/2) with several products of class sizes, whether there are as many means."""
    means, products = defaultdict(set), defaultdict(set)
    for sample in small.UNTIED:
        if small.auc(sample) != HALF:
            key = len(sample[0]), small.auc(sample)
            means[key].add(_mean_accuracy(sample, 0))
            products[key].add(sum(sample[0]) * sample[0].count(0))
    return [len(means[key]) == len(sizes) for key, sizes in products.items() if len(sizes) > 1]
