"""Checks of what wishes leave possible among means over pairs: AUROC, and the line from accuracy to LxCIM."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from itertools import chain, product
from typing import cast

from claimledger import Evidence
from metricbook import exact
from scoring_the_scores.synthesis.axioms import equations
from scoring_the_scores.synthesis.axioms.equations import Cases

HALF = Fraction(1, 2)


def auroc_axioms() -> Evidence:
    """Means over pairs of unknown numbers, and the equations that invariances put on them."""
    family = equations.means_over_pairs()
    both = ("rising", "reversal")

    def kernel(win: Fraction, tie: Fraction, loss: Fraction) -> dict[Hashable, Fraction]:
        table: dict[Hashable, Fraction] = {
            (s, t): win if s > t else tie if s == t else loss for s, t in product(range(1, 5), repeat=2)
        }
        return table | {equations.TOP: Fraction(1)}

    def solves(h: dict[Hashable, Fraction], names: tuple[str, ...]) -> bool:
        rows = chain.from_iterable(family.axioms[name] for name in names)
        return all(sum(c * h[unknown] for unknown, c in equation.items()) == 0 for equation in rows)

    area = kernel(Fraction(1), HALF, Fraction(0))
    constant = kernel(HALF, HALF, HALF)
    strict = kernel(Fraction(1), Fraction(0), Fraction(0))
    e = Evidence(
        note=f"{len(family.samples)} samples of one or two cases of each class with scores 1 to 4; "
        f"{len(family.unknowns)} unknowns and the constant of the reversal."
    )
    e.printed("numbers left free by rising transforms", published=3, reproduced=family.dimension("rising"))
    e.printed("and by reversal as well", published=2, reproduced=family.dimension(*both))
    e.printed(
        "AUROC and the constant are solutions, and independent",
        cases=[solves(area, both), solves(constant, both), area != constant],
    )
    e.printed(
        "the solution is AUROC in every sample",
        cases=(
            sum(c * area[unknown] for unknown, c in family.form(cases).items()) == _auroc(cases)
            for cases in family.samples
        ),
    )
    odd = {cases: (1 + _largest_gap(cases) - _largest_gap(_turned(cases))) / 2 for cases in family.samples}
    e.printed(
        "half of 1 + largest TPR - FPR - largest FPR - TPR: one minus itself if reversed, 1 for all positives above",
        cases=(
            odd[cases] + (1 + _largest_gap(_turned(cases)) - _largest_gap(cases)) / 2 == 1
            and (_auroc(cases) != 1 or odd[cases] == 1)
            and _either_gap(cases) == max(_largest_gap(cases), _largest_gap(_turned(cases)))
            for cases in family.samples
        ),
    )
    smallest = sorted(odd, key=len)
    e.control("it is AUROC", over=smallest, holds=lambda cases: odd[cases] == _auroc(cases))
    e.control(
        "KS is one minus itself if scores are reversed",
        over=smallest,
        holds=lambda cases: _either_gap(cases) + _either_gap(_turned(cases)) == 1,
    )
    e.control("reversal alone leaves two", published=2, reproduced=family.dimension("reversal"))
    e.control("rising transforms alone leave two", published=2, reproduced=family.dimension("rising"))
    e.control("the share of strict wins has both axioms", cases=[solves(strict, both)])
    e.control(
        "KS is a mean over pairs: of two negatives together it is the mean",
        over=smallest,
        holds=_is_mean_of_negatives,
    )
    return e


def _is_mean_of_negatives(cases: Cases) -> bool:
    """Whether KS is the mean of what it is with each of the negatives alone."""
    low, rest = ([case for case in cases if case[1] == label] for label in (0, 1))
    return _either_gap(cases) == sum(_either_gap(tuple(sorted([case, *rest]))) for case in low) / len(low)


def _turned(cases: Cases) -> Cases:
    return tuple(sorted((-score, label) for score, label in cases))


def _largest_gap(cases: Cases) -> Fraction:
    """The largest TPR - FPR of any threshold, which is 0 where nothing is flagged."""
    classes = [[score for score, label in cases if label == kind] for kind in (0, 1)]
    gaps = [
        Fraction(sum(s >= cut for s in classes[1]), len(classes[1]))
        - Fraction(sum(s >= cut for s in classes[0]), len(classes[0]))
        for cut, _ in cases
    ]
    return max(Fraction(0), *gaps)


def lxcim_axioms() -> Evidence:
    """Means over two draws of unknown numbers, and the equations that invariances put on them."""
    family = equations.means_over_two_draws()
    every = tuple(family.axioms)

    def kernel(more: Fraction) -> dict[Hashable, Fraction]:
        """The function of two cases of the theorem: mean of the two decisions, and so much for the bolder one."""
        table: dict[Hashable, Fraction] = {equations.TOP: Fraction(1)}
        for unknown in family.unknowns:
            (s, y), (t, z) = cast(Cases, unknown)
            right, other = Fraction((s > 0) == y), Fraction((t > 0) == z)
            bolder = (abs(s) > abs(t)) - (abs(s) < abs(t))
            table[unknown] = (right + other) / 2 + more * bolder * (right - other) / 2
        return table

    def solves(h: dict[Hashable, Fraction]) -> list[bool]:
        rows = chain.from_iterable(family.axioms[name] for name in every)
        return [sum(c * h[unknown] for unknown, c in equation.items()) == 0 for equation in rows]

    def gives(more: Fraction, cases: Cases) -> Fraction:
        h = kernel(more)
        return sum((c * h[unknown] for unknown, c in family.form(cases).items()), Fraction(0))

    shares = [Fraction(k, 2) for k in range(-3, 4)]
    inside = {more: all(0 <= k <= 1 for k in kernel(more).values()) for more in shares}
    e = Evidence(
        note=f"{len(family.samples)} samples of one or two cases with confidences 1 to 3 on either side of the "
        f"threshold; {len(family.unknowns)} unknowns and the constant of the reversal."
    )
    e.printed("numbers left free by all four axioms", published=3, reproduced=family.dimension(*every))
    e.printed("solutions for every lambda tried", cases=chain.from_iterable(solves(kernel(more)) for more in shares))
    e.printed(
        "they are ACC + lambda (LxCIM - ACC)",
        cases=(
            gives(more, cases) == _accuracy(cases) + more * (_lxcim(cases) - _accuracy(cases))
            for more in shares
            for cases in family.samples
        ),
    )
    e.printed(
        "the function of two cases is between 0 and 1 just for lambda from -1 to 1",
        cases=(satisfied == (abs(more) <= 1) for more, satisfied in inside.items()),
    )
    for left_out in every:
        names = [name for name in every if name != left_out]
        e.control(f"three without {left_out}", published=3, reproduced=family.dimension(*names))
    return e


def _either_gap(cases: Cases) -> Fraction:
    """KS: the largest distance of TPR and FPR, in either direction."""
    return max(_largest_gap(cases), _largest_gap(_turned(cases)))


def _split(cases: Cases) -> tuple[list[int], list[int]]:
    return [label for _, label in cases], [score for score, _ in cases]


def _auroc(cases: Cases) -> Fraction:
    return exact.ranking.auroc(*_split(cases))


def _accuracy(cases: Cases) -> Fraction:
    return exact.ranking.accuracy(*_split(cases))


def _lxcim(cases: Cases) -> Fraction:
    return exact.ranking.lxcim(*_split(cases))
