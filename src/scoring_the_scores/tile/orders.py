"""Whether two scores order performances alike: exactly, on all performances of a lattice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

from metricbook.exact import tile as exact
from metricbook.exact.tile import SATISFYING, SCORES, Y_HAT, Y, where
from scoring_the_scores.tile.samples import Score, eighths, given

GIVEN = 10  # the denominator where the priors are fixed
PRIORS = tuple(Fraction(k, GIVEN) for k in range(1, GIVEN))  # of the positive class
#: What the checks looked at.
SCOPE = f"Exactly: all performances in eighths, those with fixed priors in {GIVEN}ths."


#: Probabilistic scores by name, beside those of `exact_tile.SCORES`.
EXACT: dict[str, Score] = {
    **SCORES,
    "A": given(SATISFYING),
    "TNR": given(SATISFYING, where(lambda o: Y[o] == 0)),
    "TPR": given(SATISFYING, where(lambda o: Y[o] == 1)),
    "NPV": given(SATISFYING, where(lambda o: Y_HAT[o] == 0)),
    "PPV": given(SATISFYING, where(lambda o: Y_HAT[o] == 1)),
    "J-": given({"tn"}, {"tn", "fp", "fn"}),
    "J+": given({"tp"}, {"fp", "fn", "tp"}),
    "PTN": given({"tn"}),
    "PFP": given({"fp"}),
    "PFN": given({"fn"}),
    "PTP": given({"tp"}),
}


def at(a: Fraction, b: Fraction) -> Score:
    """The canonical ranking score at a place."""
    return lambda p: exact.canonical_score(p, a, b)


def mean_at(*places: Sequence[Any]) -> Score:
    """The mean of the canonical scores at some places, where all are defined."""

    def score(p: tuple) -> Fraction | None:
        values = [at(*place)(p) for place in places]
        return None if None in values else sum(values) / len(places)

    return score


@cache
def with_prior(prior: Fraction) -> tuple[tuple[Fraction, ...], ...]:
    """All performances of the lattice with a prior of the positive class, a multiple of one over `GIVEN`."""
    return tuple(p for p in eighths(GIVEN) if p[2] + p[3] == prior)


def equal(first: Score, second: Score, performances: Sequence[tuple]) -> bool:
    """Whether two scores have the same domain and the same values."""
    return all(first(p) == second(p) for p in performances)


def order(first: Score, second: Score, performances: Sequence[tuple]) -> str:
    """How a score orders performances beside another: "same", "dual" or "different".

    "same" and "dual" also need that both be undefined for the same performances, since an undefined performance cannot
    be compared with any other.
    """
    pairs = [(first(p), second(p)) for p in performances]
    if any((one is None) != (other is None) for one, other in pairs):
        return "other domain"
    return _direction((one, other) for one, other in pairs if one is not None)


def order_where_defined(first: Score, second: Score, performances: Sequence[tuple]) -> str:
    """The same among the performances for which both scores are defined."""
    pairs = ((first(p), second(p)) for p in performances)
    return _direction((one, other) for one, other in pairs if one is not None and other is not None)


def _direction(pairs: Iterator[tuple[Any, Any]]) -> str:
    images: dict[Any, set[Any]] = {}
    for one, other in pairs:
        images.setdefault(one, set()).add(other)
    if any(len(values) > 1 for values in images.values()):
        return "different"
    column = [next(iter(images[key])) for key in sorted(images)]
    steps = list(pairwise(column))
    if all(low < high for low, high in steps):
        return "same"
    return "dual" if all(low > high for low, high in steps) else "different"
