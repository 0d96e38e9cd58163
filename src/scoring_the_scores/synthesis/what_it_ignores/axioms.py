"""What some invariances leave possible, as orbits of samples and of matrices."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import chain, product
from typing import TypeVar

from metricbook.exact.samples import Matrix, matrices

State = TypeVar("State", bound=Hashable)


def orbits(states: Iterable[State], moves: Iterable[Callable[[State], Iterator[State]]]) -> dict[State, State]:
    """One representative for each of some states, equal where moves, forwards and backwards, lead from one to another.

    Examples
    --------
    >>> len(set(orbits(range(6), [lambda n: iter([n + 2])]).values()))
    2
    """
    head = {state: state for state in states}

    def root(state: State) -> State:
        while head[state] != state:
            head[state] = head[head[state]]
            state = head[state]
        return state

    for state, move in product(list(head), list(moves)):
        for other in move(state):
            if other in head:
                head[root(state)] = root(other)
    return {state: root(state) for state in head}


def matrices_of_both(total: int) -> list[Matrix]:
    """Every confusion matrix of up to so many cases in which each class has a case."""
    cells = chain.from_iterable(matrices(n) for n in range(2, total + 1))
    return [(tn, fp, fn, tp) for tn, fp, fn, tp in cells if tn + fp and fn + tp]


def copies(cells: Matrix) -> Iterator[Matrix]:
    """All cases twice, or three times."""
    tn, fp, fn, tp = cells
    for times in (2, 3):
        yield times * tn, times * fp, times * fn, times * tp


def easy_negative(cells: Matrix) -> Iterator[Matrix]:
    """One true negative more."""
    tn, fp, fn, tp = cells
    yield tn + 1, fp, fn, tp


def global_exchange(cells: Matrix) -> Iterator[Matrix]:
    """Both classes trade names."""
    tn, fp, fn, tp = cells
    yield tp, fn, fp, tn


def local_exchange(cells: Matrix) -> Iterator[Matrix]:
    """The classes of one case trade names."""
    tn, fp, fn, tp = cells
    if tn:
        yield tn - 1, fp, fn, tp + 1
    if fp:
        yield tn, fp - 1, fn + 1, tp


def prior_shift(cells: Matrix) -> Iterator[Matrix]:
    """All cases of one class twice, or three times."""
    tn, fp, fn, tp = cells
    for times in (2, 3):
        yield times * tn, times * fp, fn, tp
        yield tn, fp, times * fn, times * tp
