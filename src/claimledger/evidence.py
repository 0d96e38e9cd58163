"""Evidence: what a check computed, and the verdict that follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from numbers import Number
from typing import Any, TypedDict, Unpack

import numpy as np

from claimledger.claims import Claim, Printed

#: Standard errors allowed between a simulated mean and the printed interval: missed by chance once in 16,000 times.
SIGMAS = 4.0
#: Share of a computed float by which rounding alone may have moved it: sixteen units of its last place.
ROUNDING = Fraction(1, 2**48)
FORMS = ("printed", "repaired", "control", "reading", "rerun")


@dataclass(frozen=True)
class Comparison:
    """One thing compared with one thing computed.

    Attributes
    ----------
    form : str
        ``printed`` (the claim as it stands), ``repaired`` (after our repair), ``control`` (a wrong variant that
        must fail, so that the test is seen to be able to), ``reading`` (one of several readings) or ``rerun`` (what is
        stored, had again on this machine, which says nothing of the claim).
    what : str
        What is compared.
    published, reproduced : any
        The printed value, None where the claim prints none; and what we computed.
    agrees : bool
        Whether they agree, or whether the tested statement came out true.
    tolerance, standard_error : float or None
        What the comparison allowed for.
    counterexample : any
        The first case, of those tried in their order, in which the statement fails; None if there is none, or if it
        was not kept.
    apart : float or None
        The largest difference of two numbers that are to be one, which depends on the machine and is shown to those
        who ask for all digits only.
    """

    form: str
    what: str
    published: Any
    reproduced: Any
    agrees: bool
    tolerance: float | None
    standard_error: float | None
    counterexample: Any = None
    apart: float | None = field(default=None, compare=False)


class Details(TypedDict, total=False):
    """Options of a comparison: the arguments of `compare` by name, and an entry of what the paper prints."""

    entry: str | int
    published: Any
    reproduced: Any
    agrees: bool | np.bool_
    cases: Iterable[bool | np.bool_]
    over: Iterable[Any]
    holds: Callable[[Any], bool | np.bool_]
    pairs: Iterable[tuple[float, float]]
    within: float
    identity: tuple[Any, Any]
    tolerance: float | None
    standard_error: float | None


@dataclass
class Evidence:
    """The comparisons a check made, from which its verdict follows.

    A check creates one, adds comparisons, and returns it. With the ``claim`` it knows what the paper prints and to
    which tolerance: ``published`` may then be left out, or replaced by an ``entry`` of a row. ``note`` states what a
    simulation used: sample sizes, seeds, uncertainty; ``error``, why the check could not be carried out;
    ``unavailable``, in one sentence, what of this machine is in its way: a library that is not installed, or memory.
    What is unavailable speaks for no verdict.

    Examples
    --------
    >>> e = Evidence()
    >>> e.printed("1 + 1", published=3, reproduced=2)
    >>> e.repaired("n + n is even", cases=((n + n) % 2 == 0 for n in range(9)))
    >>> e.control("n + 1 is even", cases=((n + 1) % 2 == 0 for n in range(9)))
    >>> [comparison.reproduced for comparison in e.comparisons]
    [2, '9 of 9', '4 of 9']
    >>> e.outcome
    'corrected'
    """

    claim: Claim | None = field(default=None, compare=False, repr=False)
    note: str | None = None
    comparisons: list[Comparison] = field(default_factory=list)
    lacking: str | None = None
    error: str | None = None
    unavailable: str | None = None
    unopened: str | None = None

    def add(self, form: str, what: str, **details: Unpack[Details]) -> None:
        """Add a comparison of one of the five forms. See `compare` for the details.

        With ``entry``, that of what the claim prints is compared; with neither entry nor any other outcome than
        ``reproduced``, all that it prints.
        """
        entry = details.pop("entry", None)
        if self.claim is not None and "published" not in details and not set(details) & set(WAYS):
            details["published"] = self.claim.published if entry is None else self.claim.published[entry]
            details.setdefault("tolerance", self.claim.tolerance)
        elif entry is not None:
            raise ValueError(f"the comparison '{what}' has an entry, but the evidence was made without the claim")
        self.comparisons.append(compare(form, what, **details))

    def printed(self, what: str, **details: Unpack[Details]) -> None:
        """Compare the claim as printed. See `compare` for the details."""
        self.add("printed", what, **details)

    def repaired(self, what: str, **details: Unpack[Details]) -> None:
        """Compare the claim as repaired."""
        self.add("repaired", what, **details)

    def control(self, what: str, **details: Unpack[Details]) -> None:
        """Compare a wrong variant, which must not agree."""
        self.add("control", what, **details)

    def reading(self, what: str, **details: Unpack[Details]) -> None:
        """Compare under one of several readings of the claim."""
        self.add("reading", what, **details)

    def rerun(self, what: str, **details: Unpack[Details]) -> None:
        """Compare what is stored with what this machine gives; the verdict rests on what is stored, not on this."""
        self.add("rerun", what, **details)

    def missing(self, what: str, *, looked: str, instead: str) -> None:
        """Say what is not at hand, where it was looked for, and what is checked instead."""
        self.lacking = f"{what} Looked for in: {looked} Instead: {instead}"

    def unexamined(self, what: str, *, where: str, instead: str) -> None:
        """Say what would decide it, where that is, though nobody of us opened it, and what is checked instead."""
        self.unopened = f"{what} It is in: {where} Instead: {instead}"

    def of(self, form: str) -> list[Comparison]:
        """The comparisons of one form."""
        return [comparison for comparison in self.comparisons if comparison.form == form]

    @property
    def outcome(self) -> str:
        """The verdict this evidence gives, or the reason why it gives none.

        That is ``"undecided: ..."``, or ``"could not be computed here: ..."`` where this machine is the reason.
        """
        if self.unavailable:
            return f"could not be computed here: {self.unavailable}"
        if self.error:
            return f"undecided: the check failed with {self.error}"
        printed, repaired, controls, readings, _ = map(self.of, FORMS)
        true = all(comparison.agrees for comparison in printed)
        # A control that passes shows that the test cannot distinguish right from wrong: its result does not count.
        if passed := [control.what for control in controls if control.agrees]:
            return f"undecided: a control that must fail passed ({passed[0]})"
        if self.lacking and self.unopened:
            return "undecided: what is missing and what was not opened are two things"
        # Something is missing: what could be tested all the same must not speak against the claim.
        if self.lacking:
            return "untestable" if true else "undecided: what could be tested fails"
        if self.unopened:
            return "unexamined" if true else "undecided: what could be tested fails"
        if not printed and not readings:
            return "undecided: nothing was compared as printed"
        # Something must show that the test can fail: a published value, which could have been another, or a control.
        if not controls and all(comparison.published is None for comparison in printed + readings):
            return "undecided: no published value and no control, so the check cannot be seen to fail"
        # Several readings: the claim is true under some and false under others, and nothing tells which is meant.
        # What is printed beside them is what all readings share. Where all agree, or none, there is one answer.
        if readings:
            if repaired:
                return "undecided: a repair beside readings, each of which says already what it makes true"
            if not true:
                return "undecided: what is printed beside the readings fails"
            if all(reading.agrees for reading in readings):
                return "undecided: all readings agree, so the claim holds whichever is meant"
            if not any(reading.agrees for reading in readings):
                return "undecided: no reading agrees, so the claim fails whichever is meant"
            return "underspecified"
        # True as printed: then there is nothing to repair.
        if true:
            return "undecided: a repair of what agrees as printed" if repaired else "holds"
        # False as printed: what is repaired must be true.
        if not repaired:
            return "refuted"
        return "corrected" if all(c.agrees for c in repaired) else "undecided: the repaired form fails too"


#: The ways to say how a test of a statement came out, of which a comparison has one.
WAYS = ("agrees", "cases", "over", "pairs", "identity")


def compare(form: str, what: str, **details: Unpack[Details]) -> Comparison:
    """Compare a printed value with a computed one, or record how a test of a statement came out.

    Parameters
    ----------
    form, what : str
        See `Comparison`.
    published, reproduced : any
        With no other outcome given, these are compared by `agree`.
    agrees : bool, optional
        The outcome of a test of a statement that prints no value; ``reproduced`` then says what was found.
    cases : iterable of bool, optional
        The outcomes of a statement in all cases tried: it agrees if it is true in all of them, and "7 of 9" is what
        was found.
    over, holds : iterable, and callable that takes one of its items, optional
        The cases themselves, the smallest first, and the statement: the first case in which it fails is kept.
    pairs, within : iterable of two floats, and float, optional
        Numbers that are to be one, and by how much they may differ.
    identity : two expressions of SymPy, optional
        What is to be one identically, by simplifying the difference.
    tolerance, standard_error : float, optional
        See `agree`.

    Raises
    ------
    ValueError
        If there is nothing to compare, no case to judge by, a case that is neither true nor false, or more than one
        way to judge.
    """
    if form not in FORMS:
        raise ValueError(f"a comparison is one of {', '.join(FORMS)}, not '{form}'")
    published, reproduced = details.get("published"), details.get("reproduced")
    ways = [way for way in WAYS if details.get(way) is not None]
    if len(ways) > 1 or (ways not in ([], ["agrees"]) and reproduced is not None):
        given = " and by ".join([*ways, *(["reproduced"] if reproduced is not None else [])])
        raise ValueError(f"the comparison '{what}' says what was found by {given}: one is enough")
    first = apart = None
    agrees = details.get("agrees")
    if ways == ["cases"]:
        agrees, reproduced = _tally(what, details["cases"])
    elif ways == ["over"]:
        tried = list(details["over"])
        outcomes = [details["holds"](case) for case in tried]
        agrees, reproduced = _tally(what, outcomes)
        first = next((case for case, outcome in zip(tried, outcomes, strict=True) if not outcome), None)
    elif ways == ["pairs"]:
        gaps = [abs(float(x) - float(y)) for x, y in details["pairs"]]
        agrees, counted = _tally(what, [gap <= details["within"] for gap in gaps])
        reproduced, apart = f"{counted} within {details['within']:g}", float(max(gaps))
    elif ways == ["identity"]:
        agrees, reproduced = _identity(*details["identity"])
    if reproduced is None:
        raise ValueError(f"the comparison '{what}' says nothing of what was computed")
    tolerance, standard_error = details.get("tolerance"), details.get("standard_error")
    if agrees is None:
        if published is None:
            raise ValueError(f"the comparison '{what}' has neither a published value nor an outcome")
        agrees = agree(published, reproduced, tolerance=tolerance, standard_error=standard_error)
    return Comparison(form, what, published, reproduced, bool(agrees), tolerance, standard_error, first, apart)


def _identity(left: Any, right: Any) -> tuple[bool, str]:
    """Whether two expressions are one, and what is left of their difference."""
    import sympy

    rest = sympy.simplify(left - right)
    return rest == 0, f"difference {rest}"


def _tally(what: str, cases: Iterable[bool | np.bool_]) -> tuple[bool, str]:
    """Whether all of at least one case are true, and how many are, in words."""
    outcomes = list(cases)
    if not outcomes:
        raise ValueError(f"the comparison '{what}' was tried on no case")
    if odd := [case for case in outcomes if case not in (True, False)]:
        raise ValueError(f"the comparison '{what}' has the case {odd[0]!r}, which is neither true nor false")
    return all(outcomes), f"{sum(map(bool, outcomes)):,} of {len(outcomes):,}"


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
    >>> from claimledger import Printed
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


def _is_number(value: object) -> bool:
    return isinstance(value, Number)  # a complex one, too: that it cannot be compared is then an error


def _agree(published: Any, reproduced: Any, tolerance: float | None, standard_error: float | None) -> bool:
    if isinstance(published, bool) or isinstance(reproduced, bool):
        return published is reproduced
    if isinstance(published, str) and _is_number(reproduced):
        try:
            published = Fraction(published)
        except ValueError:
            return False
    if not (_is_number(published) and _is_number(reproduced)):
        return published == reproduced
    if reproduced != reproduced or abs(reproduced) == float("inf"):
        return False
    low, high = interval(published, tolerance)
    slack = 0 if standard_error is None else Fraction(SIGMAS * standard_error)
    if isinstance(reproduced, float):  # 0.355 is one of the numbers that print as 0.36; the float is a little below it
        slack += abs(Fraction(reproduced)) * ROUNDING
    return low - slack <= Fraction(reproduced) <= high + slack


def interval(published: Any, tolerance: float | None = None) -> tuple[Fraction, Fraction]:
    """The numbers that count as the published one: an interval, of no width for a whole number or a fraction."""
    if tolerance is not None:
        width = Fraction(str(tolerance))
        value = Fraction(published.text if isinstance(published, Printed) else published)
        return value - width, value + width
    if isinstance(published, Printed):
        return published.interval
    return Fraction(published), Fraction(published)
