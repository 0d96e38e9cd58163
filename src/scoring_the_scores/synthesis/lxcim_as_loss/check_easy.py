"""What a block of certain cases does to LxCIM."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from claimledger import Evidence
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Sample, scored


def stacking() -> Evidence:
    """A block decided with more confidence than all others: pairs within, pairs within, and pairs across."""
    e = Evidence(
        note="One to three cases scored -2, -1, 0 or 1, beside one to five that are more certain, in fractions."
    )
    two, certain = list(_two()), list(product(_olds(), (1, 2, 5)))
    e.printed("the formula", over=two, holds=lambda case: _joined(*case) == _formula(*case))
    for right, name in ((1, "right: $1-\\mathrm{LxCIM}$"), (0, "wrong: LxCIM")):
        e.printed(f"$m$ {name} times $N^2/(N+m)^2$", cases=(_certain(old, m, right, power=2) for old, m in certain))
    e.control(
        "the accuracy of the block left out",
        over=two,
        holds=lambda case: _joined(*case) == _formula(*case, across=False),
    )
    e.control("$N/(N+m)$ in place of its square", over=certain, holds=lambda c: _certain(c[0], c[1], 1, power=1))
    return e


def _olds() -> list[Sample]:
    small = [sample for n in (1, 2) for sample in scored(n, range(-2, 2), both=False)]
    return [*small, *list(scored(3, range(-2, 2), both=False))[::5]]


def _two() -> Iterator[tuple[Sample, Sample]]:
    """Cases, and others that are more certain."""
    news = [*scored(1, (-1, 1), both=False), *scored(2, (-1, 1, 2), both=False)]
    for old, (labels, scores) in product(_olds()[::4], news):
        yield old, (labels, tuple(score + (10 if score > 0 else -10) for score in scores))


def _joined(old: Sample, new: Sample) -> Fraction:
    return exact.lxcim(old[0] + new[0], old[1] + new[1])


def _formula(old: Sample, new: Sample, *, across: bool = True) -> Fraction:
    n, m = len(old[0]), len(new[0])
    crossing = 2 * n * m * (exact.accuracy(*new) if across else 1)
    return (n * n * exact.lxcim(*old) + m * m * exact.lxcim(*new) + crossing) / (n + m) ** 2


def _certain(old: Sample, m: int, right: int, *, power: int) -> bool:
    """What m certain cases do to LxCIM, all of them right or all of them wrong."""
    factor = Fraction(len(old[0]), len(old[0]) + m) ** power
    before, after = exact.lxcim(*old), _joined(old, ((right,) * m, tuple(range(10, 10 + m))))
    return (1 - after == (1 - before) * factor) if right else (after == before * factor)
