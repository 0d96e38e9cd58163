"""Small performances and importances, all of them, and scores on them; in fractions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from typing import Any

from claimledger import Details
from metricbook.exact import samples
from metricbook.exact import tile as exact

#: A score of a performance; None where it is undefined.
Score = Callable[[tuple], Any]

HALF = Fraction(1, 2)
#: Quarters from 0 to 1, as coordinates of the Tile.
QUARTERS = [Fraction(k, 4) for k in range(5)]
IN_EIGHTHS = (
    "All 165 performances (tn, fp, fn, tp) whose probabilities are whole eighths, those with a probability of zero "
    "included."
)


@cache
def eighths(total: int = 8) -> list[samples.Performance]:
    """Every performance in whole eighths, or in another unit."""
    return list(samples.performances(total))


@cache
def counts(total: int) -> list[samples.Matrix]:
    """The same performances as whole numbers that add up to the total: scores are the same, and come faster."""
    return list(samples.matrices(total))


@cache
def importances(values: tuple[int, ...] = (0, 1, 3)) -> list[tuple[int, ...]]:
    """Every admissible importance with these values."""
    return [i for i in product(values, repeat=4) if i[0] + i[3] > 0 and i[1] + i[2] > 0]


def size(*performances: tuple) -> int:
    """How many examples it takes for some performances to be those of classifiers on one data set."""
    return lcm(*(Fraction(x).denominator for p in performances for x in p))


def same(first: Score, second: Score, cases: Iterable[tuple] | None = None) -> Details:
    """Whether two scores have the same value, or are both undefined, for each small performance: to compare by."""
    tried = sorted(eighths() if cases is None else cases, key=size)
    return {"over": tried, "holds": lambda p: first(p) == second(p)}


def orders_alike(first: list[Any], second: list[Any], *, dual: bool = False) -> bool:
    """Whether two lists of values, None for undefined, order every pair alike, or the other way round."""
    if [value is None for value in first] != [value is None for value in second]:
        return False
    pairs = [(x, y) for x, y in zip(first, second, strict=True) if x is not None]
    rising = sorted(set(pairs))
    if len({x for x, _ in rising}) != len(rising) or len({y for _, y in rising}) != len(rising):
        return False  # equal for one of them alone
    seconds = [y for _, y in rising]
    return seconds == sorted(seconds, reverse=dual)


def score_of(importance: tuple) -> Score:
    """The ranking score of an importance, as a function of a performance."""
    return lambda performance: exact.ranking_score(performance, importance)


def shifted(performance: exact.Performance, prior: Fraction) -> tuple:
    """A performance in which both classes occur, after the shift to another prior of the positive class."""
    result = exact.shifted(performance, prior)
    assert result is not None
    return result


def given(event: Iterable[str], condition: Iterable[str] = exact.OMEGA) -> Score:
    """A conditional probability, as a function of a performance."""
    event, condition = frozenset(event), frozenset(condition)
    return lambda performance: exact.probability(performance, event, condition)


def event(variable: Any, value: int) -> frozenset[str]:
    """The event that a variable on the outcomes takes a value."""
    return exact.where(lambda outcome: variable[outcome] == value)


def shown(event: Iterable[str]) -> str:
    """An event as its outcomes, in their order."""
    event = frozenset(event)
    return ",".join(outcome for outcome in exact.OMEGA if outcome in event)
