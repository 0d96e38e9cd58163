"""Solutions and mistakes: Your scores."""

from __future__ import annotations

from metricbook import hanley_mcneil
from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("foundations.three-winners")
def three_winners(given):
    """The third loses its first place alone, which the hull forgives; the second wins the first places."""
    return "PPNPNPNNNN", "PPPNNNNNPN", "NPPPPNNNNN"


@mistakes("foundations.three-winners", says="AUROC must be highest for ranking 1")
def three_alike(given):
    return ("PPNPNPNNNN",) * 3


@mistakes("foundations.three-winners", says="average precision must be highest for ranking 2")
def first_two_swapped_at_the_top(given):
    return "PPPPNNNNNN", "PPNPNPNNNN", "NPPPPNNNNN"


@mistakes("foundations.three-winners", says="H must be highest for ranking 3")
def the_third_far_down(given):
    return "PPNPNPNNNN", "PPPNNNNNPN", "NNPPPPNNNN"


@mistakes("foundations.three-winners", says="must have 4 positives, not 6")
def of_the_other_class(given):
    return "NNPNPNPPPP", "NNNPPPPPNP", "PNNNNPPPPP"


def _two_models(fault):
    """Forty positives and forty negatives; the other model is the first with a fault on some positives."""
    labels = [1] * 40 + [0] * 40
    first = [k + 18 for k in range(40)] + [k + 0.5 for k in range(40)]
    return labels, first, [s - fault * (k < 40 and k % 2 == 0) for k, s in enumerate(first)]


@solves("foundations.overlap")
def overlap(given):
    """Both models are wrong on the same cases, and every second positive is a little lower for one of them."""
    return _two_models(6)


@mistakes("foundations.overlap", says="do not overlap by half")
def far_apart(given):
    return _two_models(40)


@mistakes("foundations.overlap", says="first scores must be the better model's")
def the_other_way_round(given):
    labels, first, second = _two_models(6)
    return labels, second, first


@mistakes("foundations.overlap", says="reaches 0")
def nearly_the_same(given):
    labels, first, _ = _two_models(6)
    return labels, first, [s - 6 * (k < 40 and k % 10 == 0) for k, s in enumerate(first)]


@mistakes("foundations.overlap", says="first scores must be the better model's")
def one_model_twice(given):
    labels, first, _ = _two_models(6)
    return labels, first, first


def _smallest(given, quantile=1.96):
    area, bound = given["auroc"], given["bound"]
    return next(n for n in range(1, 10**6) if area - quantile * hanley_mcneil(area, n, n) >= bound)


@solves("foundations.to-pass-a-bound")
def to_pass_a_bound(given):
    """The standard error falls as n grows, so the lower end rises.

    The answer is the first n at which it reaches the bound.
    """
    return _smallest(given)


@mistakes("foundations.to-pass-a-bound", says="both classes together")
def all_cases(given):
    return 2 * _smallest(given)


@mistakes("foundations.to-pass-a-bound", says="one end")
def one_sided(given):
    return _smallest(given, 1.645)


@mistakes("foundations.to-pass-a-bound", says="a single standard error")
def one_standard_error(given):
    return _smallest(given, 1)


@mistakes("foundations.to-pass-a-bound", says="the lower end is")
def one_too_few(given):
    return _smallest(given) - 1
