"""Evidence: what a check computed, and the verdict that follows from it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from numbers import Number, Real
from typing import Any

import numpy as np

from metricbook.ledger.claims import Printed

#: Standard errors allowed between a simulated mean and the printed interval: missed by chance once in 16,000 times.
SIGMAS = 4.0
#: Share of a computed float by which rounding alone may have moved it: sixteen units of its last place.
ROUNDING = Fraction(1, 2**48)
FORMS = ("printed", "repaired", "control", "reading")


@dataclass(frozen=True)
class Comparison:
    """One thing compared with one thing computed.

    Attributes
    ----------
    form : str
        ``printed`` (the claim as it stands), ``repaired`` (after our repair), ``control`` (a wrong variant that
        must fail, so that the test is seen to be able to) or ``reading`` (one of several readings).
    what : str
        What is compared.
    published, reproduced : any
        The printed value, None where the claim prints none; and what we computed.
    agrees : bool
        Whether they agree, or whether the tested statement came out true.
    tolerance, standard_error : float or None
        What the comparison allowed for.
    """

    form: str
    what: str
    published: Any
    reproduced: Any
    agrees: bool
    tolerance: float | None = None
    standard_error: float | None = None


@dataclass
class Evidence:
    """The comparisons a check made, from which its verdict follows.

    A check creates one, adds comparisons, and returns it. ``note`` states what a simulation used: sample sizes,
    seeds, uncertainty.

    Examples
    --------
    >>> evidence = Evidence()
    >>> evidence.printed("1 + 1", published=3, reproduced=2)
    >>> evidence.repaired("1 + 1", published=2, reproduced=2)
    >>> evidence.outcome
    'corrected'
    """

    note: str | None = None
    comparisons: list[Comparison] = field(default_factory=list)
    lacking: str | None = None

    def printed(self, what: str, **details: Any) -> None:
        """Compare the claim as printed. See `compare` for the details."""
        self._add("printed", what, **details)

    def repaired(self, what: str, **details: Any) -> None:
        """Compare the claim as repaired."""
        self._add("repaired", what, **details)

    def control(self, what: str, **details: Any) -> None:
        """Compare a wrong variant, which must not agree."""
        self._add("control", what, **details)

    def reading(self, what: str, **details: Any) -> None:
        """Compare under one of several readings of the claim."""
        self._add("reading", what, **details)

    def missing(self, what: str, *, instead: str) -> None:
        """Say what is not public, and what can be checked instead."""
        self.lacking = f"{what} Instead: {instead}"

    def _add(self, form: str, what: str, **details: Any) -> None:
        self.comparisons.append(compare(form, what, **details))

    def of(self, form: str) -> list[Comparison]:
        """The comparisons of one form."""
        return [comparison for comparison in self.comparisons if comparison.form == form]

    @property
    def outcome(self) -> str:
        """The verdict this evidence gives, or ``"undecided: ..."`` with the reason why it gives none."""
        printed, repaired = self.of("printed"), self.of("repaired")
        controls, readings = self.of("control"), self.of("reading")
        if passed := [control.what for control in controls if control.agrees]:
            return f"undecided: a control that must fail passed ({passed[0]})"
        if self.lacking:
            return "untestable" if all(c.agrees for c in printed) else "undecided: what could be tested fails"
        if readings:
            if printed or repaired:
                return "undecided: readings beside printed or repaired forms"
            differ = any(not _same(readings[0].reproduced, reading.reproduced) for reading in readings)
            return "underspecified" if differ else "undecided: the readings do not differ"
        if not printed:
            return "undecided: nothing was compared as printed"
        if all(comparison.agrees for comparison in printed):
            if repaired:
                return "undecided: a repair of what agrees as printed"
            if not controls and all(comparison.published is None for comparison in printed):
                return "undecided: no published value and no control, so the check cannot be seen to fail"
            return "holds"
        if not repaired:
            return "refuted"
        if all(comparison.agrees for comparison in repaired):
            return "corrected"
        return "undecided: the repaired form fails too"


def compare(
    form: str,
    what: str,
    *,
    published: Any = None,
    reproduced: Any = None,
    agrees: bool | None = None,
    tolerance: float | None = None,
    standard_error: float | None = None,
) -> Comparison:
    """Compare a printed value with a computed one, or record how a test of a statement came out.

    Parameters
    ----------
    form, what : str
        See `Comparison`.
    published, reproduced : any
        With ``agrees`` left out, these are compared by `agree`.
    agrees : bool, optional
        The outcome of a test of a statement that prints no value; ``reproduced`` then says what was found.
    tolerance, standard_error : float, optional
        See `agree`.

    Raises
    ------
    ValueError
        If there is nothing to compare.
    """
    if form not in FORMS:
        raise ValueError(f"a comparison is one of {', '.join(FORMS)}, not '{form}'")
    if reproduced is None:
        raise ValueError(f"the comparison '{what}' says nothing of what was computed")
    if agrees is None:
        if published is None:
            raise ValueError(f"the comparison '{what}' has neither a published value nor an outcome")
        agrees = agree(published, reproduced, tolerance=tolerance, standard_error=standard_error)
    return Comparison(form, what, published, reproduced, bool(agrees), tolerance, standard_error)


def agree(
    published: Any, reproduced: Any, *, tolerance: float | None = None, standard_error: float | None = None
) -> bool:
    """Whether a computed value is one that would be printed as the published one.

    A number printed with a decimal point stands for the interval of all numbers that round to it; a whole number
    and a fraction stand for themselves; ``tolerance`` replaces either by an interval of that half width. A computed
    float is allowed the rounding of its last digits, which decides only at an interval's very end. A simulated
    value agrees if the interval is within four of its standard errors. Lists and mappings agree if all their
    entries do, text if it is equal.

    Examples
    --------
    >>> from metricbook.ledger import Printed
    >>> agree(Printed("0.36"), 0.3649), agree(Printed("0.36"), 0.3651)
    (True, False)
    >>> agree("7/24", Fraction(7, 24)), agree(3, 2.9)
    (True, False)
    >>> agree(Printed("0.50"), 0.51, standard_error=0.002)
    True
    """
    if isinstance(reproduced, (np.generic, np.ndarray)):
        reproduced = reproduced.tolist()  # so that NumPy's booleans and arrays are told from numbers and lists rightly
    if isinstance(published, Mapping):
        if not isinstance(reproduced, Mapping) or set(published) != set(reproduced):
            return False
        pairs = [(published[key], reproduced[key]) for key in published]
    elif isinstance(published, Sequence) and not isinstance(published, str):
        if not isinstance(reproduced, Sequence) or isinstance(reproduced, str) or len(published) != len(reproduced):
            return False
        pairs = list(zip(published, reproduced, strict=True))
    else:
        return _agree(published, reproduced, tolerance, standard_error)
    return all(agree(a, b, tolerance=tolerance, standard_error=standard_error) for a, b in pairs)


def _agree(published: Any, reproduced: Any, tolerance: float | None, standard_error: float | None) -> bool:
    if isinstance(published, bool) or isinstance(reproduced, bool):
        return published is reproduced
    if isinstance(published, str) and isinstance(reproduced, Number):
        try:
            published = Fraction(published)
        except ValueError:
            return False
    if not isinstance(published, Number) or not isinstance(reproduced, Number):
        return published == reproduced
    if reproduced != reproduced or abs(reproduced) == float("inf"):
        return False
    low, high = interval(published, tolerance)
    slack = 0 if standard_error is None else Fraction(SIGMAS * standard_error)
    if isinstance(reproduced, float):  # 0.355 is one of the numbers that print as 0.36; the float is a little below it
        slack += abs(Fraction(reproduced)) * ROUNDING
    return low - slack <= Fraction(reproduced) <= high + slack


def _same(one: Any, other: Any) -> bool:
    """Whether two computed values are equal but for rounding."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return set(one) == set(other) and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, float) or isinstance(other, float):
        return isinstance(one, Real) and isinstance(other, Real) and math.isclose(one, other, abs_tol=1e-12)
    return bool(one == other)


def interval(published: Any, tolerance: float | None = None) -> tuple[Fraction, Fraction]:
    """The numbers that count as the published one: an interval, of no width for a whole number or a fraction."""
    if tolerance is not None:
        width = Fraction(str(tolerance))
        value = Fraction(published.text if isinstance(published, Printed) else published)
        return value - width, value + width
    if isinstance(published, Printed):
        return published.interval
    return Fraction(published), Fraction(published)
