"""Answer boxes: an answer as entries of a form on a page, each of which is read in its own way.

What is written into an entry is read by ``scripts/forms.js``, as `scoring_the_scores.exercises.reading` reads answers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Final, TypeAlias

from scoring_the_scores.exercises import forms
from scoring_the_scores.exercises.reading import choice, fraction, number, several, whole

#: Numbers that are one answer: those whose places on a line, after a shift and a logarithm if there is a shift, lie in
#: the same cell of a lattice of a width that begins at a phase.
Lattice: TypeAlias = tuple[float | None, float, float]

_WITHIN: Final = re.compile(
    r"within (?:a factor of (?P<factor>[\d.]+)|(?P<size>[\d.e-]+)?(?: \+ )?(?:(?P<percent>[\d.]+) %)?)"
)
#: Forms of entries that are equal or not, without a tolerance.
EXACT: Final = ("fraction", "fractions", "pairs", "whole", "wholes", "set of wholes", "text")


@dataclass(frozen=True)
class Entry:
    """An entry of an answer's form.

    Attributes
    ----------
    at : str
        Where it is in the answer: keys and places, counted from 0, with dots between; empty for all of the answer.
    form : str
        How it is read: one of `EXACT`; ``one of`` some words; a number ``within`` a size, a percentage, both or a
        factor, or ``two numbers within`` a size, in any order; ``formula of`` some names; or what a script of the
        chapter's room checks, which is a ``number``, ``numbers``, a ``column of`` wholes or numbers that is pasted, a
        ``sentence``, a ``ranking`` or ``decisions``.
    label : str
        Its name on the page.
    is_sealed : bool
        Whether seals check it, though a script checks the rest of the answer.
    """

    at: str
    form: str
    label: str
    is_sealed: bool = False

    @property
    def words(self) -> list[str]:
        """The words to choose from, if there are some."""
        return self.form.removeprefix("one of ").split(", ") if self.form.startswith("one of ") else []

    @property
    def names(self) -> list[str]:
        """The names that a formula may have, if it is one."""
        return self.form.removeprefix("formula of ").split(", ") if self.form.startswith("formula of ") else []

    def of(self, answer: Any) -> Any:
        """The part of an answer that the entry is."""
        for key in filter(None, self.at.split(".")):
            answer = answer[int(key)] if key.isdigit() else answer[key]
        return answer

    def reach(self, value: float) -> float:
        """How far above a right number others are right, if the entry has a tolerance."""
        size, share, factor = _tolerance(_WITHIN.fullmatch(self.form.removeprefix("two numbers ")))
        return size + share * value if factor is None else (factor - 1) * value

    def middle(self, low: float, high: float) -> float:
        """The right number between the ends of those that are taken for it."""
        return math.sqrt(low * high) if "factor" in self.form else (low + high) / 2

    def lattice(self, value: Any) -> list[Lattice]:
        """The lattices in whose cells the right numbers are alone, if the entry has a tolerance."""
        numbers = sorted(map(number, several(value))) if self.form.startswith("two numbers ") else [value]
        if not (within := _WITHIN.fullmatch(self.form.removeprefix("two numbers "))):
            return []
        return [_lattice(number(one), within) for one in numbers]

    def canonical(self, value: Any, lattices: Sequence[Lattice]) -> str:
        """The text that all forms of an answer have in common."""
        if self.words:
            return choice(value, self.words)
        if self.names:
            return " ".join(values_at(value, len(self.names)))
        if self.form == "text":
            return str(value).strip()
        if self.form == "fraction":
            return str(fraction(value))
        if self.form == "whole":
            return str(whole(value, low=-(10**9)))
        if self.form in ("wholes", "set of wholes"):
            listed = [whole(one, low=-(10**9)) for one in several(value)]
            return " ".join(map(str, sorted(set(listed)) if self.form.startswith("set") else listed))
        if self.form == "fractions":
            return " ".join(str(fraction(one)) for one in several(value))
        if self.form == "pairs":
            pairs = {tuple(fraction(one) for one in several(pair, shortest=2, longest=2)) for pair in several(value)}
            return " ".join(f"{one} {other}" for one, other in sorted(pairs))
        if not lattices:
            return str(fraction(value))
        numbers = sorted(map(number, several(value))) if self.form.startswith("two numbers ") else [number(value)]
        return " ".join(_cell(one, lattice) for one, lattice in zip(numbers, lattices, strict=True))


def entries_of(box: Sequence[Sequence[str]]) -> tuple[Entry, ...]:
    """The entries of a box as ``exercises.toml`` gives them: where, in which form and, if that is another, its name."""
    return tuple(
        Entry(at, form.removeprefix("sealed "), label[0] if label else at, form.startswith("sealed "))
        for at, form, *label in box
    )


def sealed_of(box: Sequence[Entry]) -> list[Entry]:
    """The entries that seals check: those that say so, or all."""
    return [entry for entry in box if entry.is_sealed] or list(box)


def values_at(of: Callable[..., Any], count: int) -> Iterator[str]:
    """The values of a function at small whole numbers: of four at the matrices of two to six cases of both classes."""
    matrices = ((tn, fp, fn, tp) for tn, fp, fn, tp in product(range(7), repeat=4) if tn + fp and fn + tp)
    small: Iterator[tuple[int, ...]] = (cells for cells in matrices if sum(cells) <= 6)
    for point in small if count == 4 else product(range(1, 7), repeat=count):
        try:
            yield str(math.floor(number(of(*point)) * 1e8 + 0.5))
        except Exception:  # of a function that somebody wrote
            yield "none"


def put(answer: Any, at: str, part: Any) -> Any:
    """An answer with another part at a place."""
    key, _, rest = at.partition(".")
    if not key:
        return part
    if key.isdigit():
        return [put(one, rest, part) if place == int(key) else one for place, one in enumerate(answer)]
    return {name: put(one, rest, part) if name == key else one for name, one in answer.items()}


def _tolerance(within: re.Match[str] | None) -> tuple[float, float, float | None]:
    """A size, a share of the number, and a factor if there is one."""
    assert within is not None
    size, share = float(within["size"] or 0), float(within["percent"] or 0) / 100
    return size, share, float(within["factor"]) if within["factor"] else None


def _lattice(value: float, within: re.Match[str]) -> Lattice:
    size, share, factor = _tolerance(within)
    if factor:
        shift, ends = 0.0, (value / factor, value * factor)
    elif share:
        shift, ends = size / share, (value * (1 - share) - size, value * (1 + share) + size)
    else:
        width = 2 * size
        return None, math.fmod(value - size, width), width
    low, high = (math.log(end + shift) for end in ends)
    # The width does not depend on the value, and so does not tell it.
    return shift, math.fmod(low, high - low), high - low


def _cell(value: float, lattice: Lattice) -> str:
    shift, phase, width = lattice
    if shift is not None:
        if value + shift <= 0:
            return "none"
        value = math.log(value + shift)
    return str(math.floor((value - phase) / width))


def roundings(right: Fraction, tolerance: float = 0) -> list[Fraction]:
    """The decimals that are a right number, rounded so that it is no longer right."""
    near = (Fraction(math.floor(right * 10**digits) + up, 10**digits) for digits in range(1, 13) for up in (0, 1))
    return [one for one in dict.fromkeys(near) if abs(one - right) > tolerance and forms.rounded(one, right)]
