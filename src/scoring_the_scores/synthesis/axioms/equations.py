"""What wishes leave possible among means over cases, as linear algebra over all small samples."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain, combinations_with_replacement, product
from typing import NamedTuple

#: A case is a score and a label.
Case = tuple[int, int]
Cases = tuple[Case, ...]
#: A linear equation: the coefficient of each unknown, whose sum of products is 0.
Equation = dict[Hashable, Fraction]
#: The unknown constant c in "the value of a sample and that of its reversal add up to c".
TOP = "c"


def rank(equations: Iterable[Equation]) -> int:
    """How many of the equations do not follow from others, by elimination in fractions.

    Examples
    --------
    >>> rank([{"x": Fraction(1), "y": Fraction(1)}, {"x": Fraction(2), "y": Fraction(2)}, {"y": Fraction(1)}])
    2
    """
    solved: dict[Hashable, Equation] = {}
    for equation in equations:
        rest = {unknown: c for unknown, c in equation.items() if c}
        while rest and (pivot := next((u for u in rest if u in solved), None)) is not None:
            times = rest[pivot]
            for unknown, c in solved[pivot].items():
                left = rest.get(unknown, Fraction(0)) - times * c
                if left:
                    rest[unknown] = left
                else:
                    rest.pop(unknown, None)
        if rest:
            pivot = next(iter(rest))
            lead = rest[pivot]
            solved[pivot] = {unknown: c / lead for unknown, c in rest.items()}
    return len(solved)


def minus(first: Equation, second: Equation) -> Equation:
    """The equation that two linear forms are equal."""
    merged = defaultdict(Fraction, first)
    for unknown, c in second.items():
        merged[unknown] -= c
    return dict(merged)


def _sum(first: Equation, second: Equation) -> Equation:
    return minus(first, {unknown: -c for unknown, c in second.items()})


class Family(NamedTuple):
    """Metrics that are linear in some unknowns, the samples they are evaluated on, and axioms as equations."""

    unknowns: list[Hashable]
    samples: list[Cases]
    form: Callable[[Cases], Equation]
    axioms: Mapping[str, list[Equation]]

    def dimension(self, *names: str) -> int:
        """How many numbers a metric that has these axioms leaves free, with the constant c if reversal is one."""
        equations = chain.from_iterable(self.axioms[name] for name in names)
        return len(self.unknowns) + ("reversal" in names) - rank(equations)


def _places(values: Iterable[int]) -> dict[int, int]:
    return {value: place for place, value in enumerate(sorted(set(values)))}


def _alike(samples: list[Cases], key: Callable[[Cases], Hashable], form: Callable[[Cases], Equation]) -> list[Equation]:
    first: dict[Hashable, Cases] = {}
    return [minus(form(cases), form(first.setdefault(key(cases), cases))) for cases in samples]


def means_over_pairs(levels: int = 4) -> Family:
    """Means over a positive and a negative of an unknown function h of their scores, on scores 1 to ``levels``."""
    scores = range(1, levels + 1)
    groups = [list(combinations_with_replacement(scores, size)) for size in (1, 2)]
    samples = [
        tuple(sorted([(s, 0) for s in low] + [(s, 1) for s in high])) for low, high in product(chain(*groups), repeat=2)
    ]

    def form(cases: Cases) -> Equation:
        equation: dict[Hashable, Fraction] = defaultdict(Fraction)
        pairs = [(s, t) for s, label in cases for t, other in cases if label == 1 and other == 0]
        for pair in pairs:
            equation[pair] += Fraction(1, len(pairs))
        return dict(equation)

    def order(cases: Cases) -> Hashable:
        place = _places(score for score, _ in cases)
        return tuple((place[score], label) for score, label in cases)

    def turned(cases: Cases) -> Cases:
        return tuple(sorted((levels + 1 - score, label) for score, label in cases))

    axioms = {
        "rising": _alike(samples, order, form),
        "reversal": [minus(_sum(form(cases), form(turned(cases))), {TOP: Fraction(1)}) for cases in samples],
    }
    return Family(list(product(scores, repeat=2)), samples, form, axioms)


def means_over_two_draws(levels: int = 3) -> Family:
    """Means over two draws of an unknown symmetric function of two cases, with confidences 1 to ``levels``."""
    kinds: list[Case] = [(side * size, label) for size in range(1, levels + 1) for side in (-1, 1) for label in (0, 1)]
    samples = [cases for n in (1, 2) for cases in combinations_with_replacement(sorted(kinds), n)]

    def form(cases: Cases) -> Equation:
        equation: dict[Hashable, Fraction] = defaultdict(Fraction)
        for one, other in product(cases, repeat=2):
            equation[min(one, other), max(one, other)] += Fraction(1, len(cases) ** 2)
        return dict(equation)

    def confident(cases: Cases) -> Hashable:
        return tuple(sorted((abs(score), (score > 0) == label) for score, label in cases))

    def order(cases: Cases) -> Hashable:
        place = _places(abs(score) for score, _ in cases)
        return tuple((place[abs(score)], score > 0, label) for score, label in cases)

    def turned(cases: Cases) -> Cases:
        return tuple(sorted((-score, label) for score, label in cases))

    def ties() -> Iterator[Equation]:
        # Two cases tied at confidence 2: the mean of the one and of the other at confidence 3, which is higher.
        for one, other in combinations_with_replacement([kind for kind in kinds if abs(kind[0]) == 2], 2):
            ahead = [
                form(tuple(sorted([(score // 2 * 3, label), second])))
                for (score, label), second in ((one, other), (other, one))
            ]
            halves = {unknown: c / 2 for unknown, c in _sum(*ahead).items()}
            yield minus(form(tuple(sorted([one, other]))), halves)

    axioms = {
        "local exchange": _alike(samples, confident, form),
        "rising and odd": _alike(samples, order, form),
        "reversal": [minus(_sum(form(cases), form(turned(cases))), {TOP: Fraction(1)}) for cases in samples],
        "ties": list(ties()),
    }
    unknowns: list[Hashable] = list(combinations_with_replacement(sorted(kinds), 2))
    return Family(unknowns, samples, form, axioms)
