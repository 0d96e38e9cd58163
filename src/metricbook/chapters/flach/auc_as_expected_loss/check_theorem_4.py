"""Section 3.1, Theorems 4 and 5, the loss line and its reading as (macro-)accuracy: all small samples, exactly."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import sympy

from metricbook import auroc, expected_loss, ledger
from metricbook.chapters.flach import examples
from metricbook.chapters.flach.auc_as_expected_loss import samples as small
from metricbook.chapters.flach.auc_as_expected_loss.loss_lines import (
    area,
    line_of_ranks,
    mean,
    mean_line,
    threshold_rows,
)
from metricbook.chapters.flach.auc_as_expected_loss.samples import Sample, count
from metricbook.exact.costs import HALF, Line, cost_line, expected_loss_from_auroc
from metricbook.ledger import Evidence

SEED, LARGER = 20110628, 200
ROUNDING = 1e-12


def theorem_4() -> Evidence:
    """Theorem 4: without ties; with ties in the paper's direction; averaged over both; its limit."""
    e = Evidence(note=f"{small.SCOPE} Then {LARGER} random ones of 10 to 400 with ties, in floats, seed {SEED}.")
    e.printed("no ties, thresholds on the samples and the default", **count(_theorem_4_one_way, small.untied()))
    e.printed("ties too, rule $s > t$", **count(_theorem_4_one_way, small.tied()))
    e.printed(
        "samples that share $n$ and AUC, but not the class proportion, share the loss (no ties)",
        **_alike(small.untied(), "negative"),
    )
    difference, at_infinity = _limit()
    e.printed("minus Corollary 3, as $n$ grows, tends to 0", agrees=at_infinity == 0, reproduced=str(difference))
    e.repaired("average of both directions, half credit in AUC", **count(_theorem_4_both_ways, small.tied()))
    e.repaired("samples that share $n$ and AUC share that average", **_alike(small.tied(), "half"))
    close = sum(_larger_sample(rng) for rng in np.random.default_rng(SEED).spawn(LARGER))
    e.repaired("larger random samples with ties", agrees=close == LARGER, reproduced=f"{close} of {LARGER}")
    e.control(
        "average of both directions, full credit in AUC as in Eq. 6",
        **count(
            lambda s: small.expected_loss(s, ties="half") == small.theorem_4(len(s[0]), small.full_credit_auc(s)),
            small.tied(),
        ),
    )
    e.control(
        "Corollary 3 in its place, no ties",
        **count(lambda s: small.expected_loss(s) == (1 - small.auc(s)) / 2 + Fraction(1, 4), small.untied()),
    )
    return e


def _theorem_4_one_way(sample: Sample) -> bool:
    return small.expected_loss(sample) == small.theorem_4(len(sample[0]), small.auc(sample))


def _theorem_4_both_ways(sample: Sample) -> bool:
    """The average as the text takes it: the sample, and the sample with classes exchanged and scores turned round."""
    average = (small.expected_loss(sample) + small.expected_loss(small.exchanged(sample))) / 2
    return average == small.theorem_4(len(sample[0]), small.auc(sample))


def _alike(samples: tuple[Sample, ...], ties: str) -> dict:
    """Of the values of (n, AUC) that come with several class proportions, how many come with one loss."""
    losses, proportions = defaultdict(set), defaultdict(set)
    for sample in samples:
        key = len(sample[0]), small.auc(sample)
        losses[key].add(small.expected_loss(sample, ties=ties))
        proportions[key].add(sum(sample[0]))
    shared = [key for key, sizes in proportions.items() if len(sizes) > 1]
    single = sum(len(losses[key]) == 1 for key in shared)
    return {"agrees": single == len(shared) > 0, "reproduced": f"{single} of {len(shared)}"}


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
    e.printed(r"area of each cost line is $1 - \mathrm{MAcc}$, no ties", **count(_areas_are_errors, small.untied()))
    e.printed(r"mean of $1 - \mathrm{MAcc}$ over the cuts is L, no ties", **count(_mean_error_is_loss, small.untied()))
    e.printed(
        "ties too, thresholds between different scores: the mean area is L", **count(_gap_mean_is_loss, small.tied())
    )
    e.printed(
        "ties too, thresholds on the samples and the default: the mean area is L",
        **count(_theorem_4_one_way, small.tied()),
    )
    e.repaired(
        "ties too, the $2(n + 1)$ thresholds of both directions: the mean area is L",
        **count(_theorem_4_both_ways, small.tied()),
    )
    e.repaired(
        "ties too, the $n + 1$ cuts of every order of tied samples: the mean area is L",
        **count(lambda s: area(small.over_orders(s)) == small.theorem_4(len(s[0]), small.auc(s)), small.tied()),
    )
    e.control(
        "no ties, without the default",
        **count(
            lambda s: area(mean_line(small.between(s)[1:])) == small.theorem_4(len(s[0]), small.auc(s)), small.untied()
        ),
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
    """The loss line: its area by linearity, and whether that is the expected loss, with and without ties."""
    stated = Fraction(ledger.load()["flach.ex2-average"].published)
    example = threshold_rows(*examples.ex2())
    e = Evidence(note=small.SCOPE)
    e.printed("its area is the mean of the areas of its lines", **count(_area_of_mean, small.tied()))
    e.printed("its area is the loss of Theorem 4, no ties", **count(_gap_mean_is_loss, small.untied()))
    e.printed("ties too", **count(_gap_mean_is_loss, small.tied()))
    e.printed(
        "Example 2: the area under the mean of the table's six lines is the text's expected loss",
        agrees=area(example["Qz"][-1]) == stated,
        reproduced=area(example["Qz"][-1]),
    )
    e.repaired(
        "ties too, mean of the lines of both directions",
        **count(lambda s: area(_both_directions(s)) == small.theorem_4(len(s[0]), small.auc(s)), small.tied()),
    )
    e.repaired(
        r"it runs from $\bar R_1/(n+1)$ to $1 - \bar R_0/(n+1)$, $\bar R_k$ the mean middle rank of class $k$",
        **count(lambda s: _both_directions(s) == line_of_ranks(*s), small.tied()),
    )
    e.control(
        "with the last of tied ranks in place of the middle one",
        **count(lambda s: _both_directions(s) == line_of_ranks(*s, ties="negative"), small.tied()),
    )
    return e


def _area_of_mean(sample: Sample) -> bool:
    labels, scores = sample
    lines = [cost_line(labels, scores, threshold=t, ties="negative") for t in (*scores, None)]
    return area(mean_line(lines)) == mean([area(line) for line in lines])


def _both_directions(sample: Sample, over: str = "skew") -> Line:
    """Mean of the sample's line and that of the exchanged sample, read backwards."""
    return mean_line([small.loss_line(sample, over), small.loss_line(small.exchanged(sample), over)[::-1]])


def auc_linear_macc() -> Evidence:
    """Section 3.1: AUC as a line in the mean macro-accuracy, with the line's coefficients from Theorems 4 and 5."""
    both = {sample: 1 - area(_both_directions(sample)) for sample in small.tied()}
    gaps = {sample: 1 - area(mean_line(small.between(sample))) for sample in small.tied()}
    e = Evidence(note=f"M is the mean macro-accuracy. {small.SCOPE}")
    e.printed(
        r"thresholds between the samples, no ties: AUC $= \frac12 + 2\,\frac{n+1}n\,(M - \frac12)$",
        **count(lambda s: small.auc(s) == _rescaled(_mean_accuracy(s, 1), len(s[0])), small.untied()),
    )
    e.printed("ties too, thresholds between different scores: one AUC for one $n$ and one M", **_one_auc(gaps, _size))
    e.repaired(
        "ties too, M over both directions: the same formula",
        **count(lambda s: small.auc(s) == _rescaled(both[s], len(s[0])), small.tied()),
    )
    e.control(
        r"$n/(n+1)$ in place of $(n+1)/n$",
        **count(
            lambda s: small.auc(s) - HALF == 2 * Fraction(len(s[0]), len(s[0]) + 1) * (both[s] - HALF), small.tied()
        ),
    )
    return e


def _rescaled(macro: Fraction, n: int) -> Fraction:
    return HALF + 2 * Fraction(n + 1, n) * (macro - HALF)


def _size(sample: Sample) -> int:
    return len(sample[0])


def _sizes(sample: Sample) -> tuple[int, int]:
    return sample[0].count(0), sample[0].count(1)


def _one_auc(values: dict[Sample, Fraction], key: Callable[[Sample], object]) -> dict:
    """Of the values that several samples share, those samples being alike in the key, how many come with one AUC."""
    found, times = defaultdict(set), Counter()
    for sample, value in values.items():
        found[key(sample), value].add(small.auc(sample))
        times[key(sample), value] += 1
    shared = [place for place, number in times.items() if number > 1]
    single = sum(len(found[place]) == 1 for place in shared)
    return {"agrees": single == len(shared) > 0, "reproduced": f"{single} of {len(shared)}"}


def accuracy_version() -> Evidence:
    """Section 3.1: the loss line over cost proportions as mean error rate, and its formula in AUC, which is ours."""
    both = {sample: 1 - area(_both_directions(sample, "cost")) for sample in small.tied()}
    gaps = {sample: 1 - area(mean_line(small.between(sample, "cost"))) for sample in small.tied()}
    e = Evidence(
        note=f"A is the mean accuracy; $W$ pairs are in order and $V$ reversed; costs add up to 2. {small.SCOPE}"
    )
    e.printed(r"area of each cost line is $1 - \mathrm{Acc}$, no ties", **count(_cost_areas_are_errors, small.untied()))
    e.printed(
        "one AUC for one $n_0$, $n_1$ and one A, no ties",
        **_one_auc({s: _mean_accuracy(s, 0) for s in small.untied()}, _sizes),
    )
    e.printed("ties too, thresholds between different scores", **_one_auc(gaps, _sizes))
    e.printed(r"with $n$ and AUC $\ne \frac12$ fixed, A changes with $n_0 n_1$, no ties", **_tells_proportions())
    e.repaired("ties too, A over both directions", **_one_auc(both, _sizes))
    e.repaired(
        r"$A = \frac12 + \frac{2n\pi_0\pi_1}{n+1}(\mathrm{AUC} - \frac12)$",
        **count(lambda s: both[s] == _above_half(s) == 1 - _for_costs(s), small.tied()),
    )
    e.repaired(
        r"$A = \frac12 + \frac{W - V}{n(n+1)}$",
        **count(lambda s: both[s] == _by_pairs(s), small.tied()),
    )
    e.control(
        "Theorem 4 in its place",
        **count(lambda s: 1 - both[s] == small.theorem_4(len(s[0]), small.auc(s)), small.tied()),
    )
    e.control(
        "Theorem 2, without the default",
        **count(
            lambda s: 1 - both[s] == Fraction(len(s[0]) + 1, len(s[0])) * (_for_costs(s) - HALF / (len(s[0]) + 1)),
            small.tied(),
        ),
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


def _tells_proportions() -> dict:
    """Of the n and AUC (not 1/2) that come with several products of class sizes, how many come with as many means."""
    means, products = defaultdict(set), defaultdict(set)
    for sample in small.untied():
        if small.auc(sample) != HALF:
            key = len(sample[0]), small.auc(sample)
            means[key].add(_mean_accuracy(sample, 0))
            products[key].add(sum(sample[0]) * sample[0].count(0))
    several = [key for key, sizes in products.items() if len(sizes) > 1]
    apart = sum(len(means[key]) == len(products[key]) for key in several)
    return {"agrees": apart == len(several) > 0, "reproduced": f"{apart} of {len(several)}"}
