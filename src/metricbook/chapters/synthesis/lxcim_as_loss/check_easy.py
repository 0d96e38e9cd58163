"""What a block of certain cases does to LxCIM."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from metricbook.exact import ranking as exact
from metricbook.exact.samples import Sample, scored
from metricbook.ledger import Evidence

Stacked = Callable[[Sample, Sample], Fraction]


def stacking() -> Evidence:
    """A block decided with more confidence than all others: pairs within, pairs within, and pairs across."""
    e = Evidence(
        note="One to three cases scored -2, -1, 0 or 1, beside one to five that are more certain, in fractions."
    )
    e.printed("the formula", cases=_cases(_formula))
    for right, name in ((1, "right: $1-\\mathrm{LxCIM}$"), (0, "wrong: LxCIM")):
        e.printed(f"$m$ {name} times $N^2/(N+m)^2$", cases=_certain(right, power=2))
    e.control("the accuracy of the block left out", cases=_cases(lambda old, new: _formula(old, new, across=False)))
    e.control("$N/(N+m)$ in place of its square", cases=_certain(1, power=1))
    return e


def _olds() -> list[Sample]:
    small = [sample for n in (1, 2) for sample in scored(n, range(-2, 2), both=False)]
    return [*small, *list(scored(3, range(-2, 2), both=False))[::5]]


def _cases(value: Stacked) -> Iterator[bool]:
    news = [*scored(1, (-1, 1), both=False), *scored(2, (-1, 1, 2), both=False)]
    for old, new in product(_olds()[::4], news):
        lifted = new[0], tuple(score + (10 if score > 0 else -10) for score in new[1])
        both = (old[0] + lifted[0], old[1] + lifted[1])
        yield exact.lxcim(*both) == value(old, lifted)


def _formula(old: Sample, new: Sample, *, across: bool = True) -> Fraction:
    n, m = len(old[0]), len(new[0])
    crossing = 2 * n * m * (exact.accuracy(*new) if across else 1)
    return (n * n * exact.lxcim(*old) + m * m * exact.lxcim(*new) + crossing) / (n + m) ** 2


def _certain(right: int, *, power: int) -> Iterator[bool]:
    for old, m in product(_olds(), (1, 2, 5)):
        n = len(old[0])
        added = tuple(range(10, 10 + m))
        both = exact.lxcim(old[0] + (right,) * m, old[1] + added)
        factor = Fraction(n, n + m) ** power
        before, after = exact.lxcim(*old), both
        yield (1 - after == (1 - before) * factor) if right else (after == before * factor)
