"""What can be done to a sample: each transformation gives every sample that it can make of one, or of two."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, product

from scoring_the_scores.synthesis.what_it_ignores.values import Case, Cases

#: Largest score in absolute value among the samples of each size: with 3, three cases have every order of their
#: scores, of their confidences and of their sides of the threshold that three cases can have.
REACH: Mapping[int, int] = {2: 2, 3: 3, 4: 2}


@cache
def samples(n: int) -> tuple[Cases, ...]:
    """Every sample of n cases of both classes with whole scores within the reach, threshold ties included.

    Examples
    --------
    >>> [len(samples(n)) for n in (2, 3)]
    [25, 392]
    """
    kinds = list(product(range(-REACH[n], REACH[n] + 1), (0, 1)))
    return tuple(cases for cases in combinations_with_replacement(kinds, n) if 0 < positives(cases) < n)


def positives(cases: Cases) -> int:
    """How many cases are positive."""
    return sum(label for _, label in cases)


def _made(cases: Iterator[Case] | list[Case]) -> Cases:
    return tuple(sorted(cases))


def exchanged(case: Case) -> Case:
    """The case with its classes exchanged: mirrored at the threshold; at the threshold it keeps its label."""
    score, label = case
    return (-score, 1 - label) if score else case


def global_exchange(cases: Cases) -> Iterator[Cases]:
    """All cases have their classes exchanged, those at the threshold, which say neither, included."""
    yield _made([(-score, 1 - label) for score, label in cases])


def local_exchange(cases: Cases) -> Iterator[Cases]:
    """Some cases have their classes exchanged, and both classes remain."""
    for which in chain.from_iterable(combinations(range(len(cases)), k) for k in range(1, len(cases) + 1)):
        made = _made([exchanged(case) if i in which else case for i, case in enumerate(cases)])
        if 0 < positives(made) < len(made):
            yield made


def easy_negative(cases: Cases, number: int = 1) -> Cases:
    """With so many negatives that score below every case and are more confident than all of them."""
    lowest = -max(abs(score) for score, _ in cases) - 1
    return _made([*cases, *[(lowest, 0)] * number])


def easy_negatives(cases: Cases) -> Iterator[Cases]:
    """One or two easy negatives more."""
    yield easy_negative(cases)
    yield easy_negative(cases, 2)


def more_of_a_class(cases: Cases) -> Iterator[Cases]:
    """Each case of one class twice."""
    for label in (0, 1):
        yield _made([case for case in cases for _ in range(2 if case[1] == label else 1)])


def more_of_all(cases: Cases) -> Iterator[Cases]:
    """Each case twice."""
    yield _made([case for case in cases for _ in range(2)])


def listed_otherwise(cases: Cases) -> Iterator[Cases]:
    """The cases in the reverse order: two of one class have exchanged their scores."""
    yield cases[::-1]


def reversed_scores(cases: Cases) -> Cases:
    """Every score mirrored at the threshold, with the label that it has."""
    return _made([(-score, label) for score, label in cases])


def _alike(key: Callable[[Cases], Hashable]) -> Callable[[Cases], Iterator[Cases]]:
    """The transformations that make of a sample any other of its size with the same key."""

    @cache
    def of_size(n: int) -> Mapping[Hashable, list[Cases]]:
        groups = defaultdict(list)
        for cases in samples(n):
            groups[key(cases)].append(cases)
        return groups

    # Each is compared with the first of its group: then any two of a group are.
    return lambda cases: iter(of_size(len(cases))[key(cases)][:1])


def _places(values: list[int]) -> dict[int, int]:
    return {value: place for place, value in enumerate(sorted(set(values)))}


def _order(cases: Cases) -> Hashable:
    place = _places([score for score, _ in cases])
    return tuple((place[score], label) for score, label in cases)


def _order_and_threshold(cases: Cases) -> Hashable:
    place = _places([0, *(score for score, _ in cases)])
    return place[0], tuple((place[score], label) for score, label in cases)


def _order_of_confidence(cases: Cases) -> Hashable:
    place = _places([0, *(abs(score) for score, _ in cases)])
    return tuple((place[abs(score)] * (-1 if score < 0 else 1), label) for score, label in cases)


rising = _alike(_order)
rising_at_threshold = _alike(_order_and_threshold)
rising_and_odd = _alike(_order_of_confidence)

#: Transformations that may leave a metric alone, by the heads of the table's columns.
STAYING: Mapping[str, Callable[[Cases], Iterator[Cases]]] = {
    "global": global_exchange,
    "local": local_exchange,
    "easy": easy_negatives,
    "prior": more_of_a_class,
    "rising": rising,
    "fixed": rising_at_threshold,
    "odd": rising_and_odd,
    "copies": more_of_all,
    "listing": listed_otherwise,
}


def pairs(n: int, *, one_prior: bool) -> Iterator[tuple[Cases, Cases]]:
    """Every two samples of n cases together: of any, or of one, share of positives."""
    for first in range(2, n // 2 + 1):
        for one, other in product(samples(first), samples(n - first)):
            alike = Fraction(positives(one), len(one)) == Fraction(positives(other), len(other))
            if (alike or not one_prior) and (len(one) < len(other) or one <= other):
                yield one, other


def pooled(one: Cases, other: Cases) -> Cases:
    """The cases of both samples."""
    return _made([*one, *other])
