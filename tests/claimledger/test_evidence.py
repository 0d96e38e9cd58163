"""Printed numbers, comparisons, and the verdict that evidence gives."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction

import numpy as np
import pytest
import sympy

from claimledger import VERDICTS, Evidence, Printed, agree
from claimledger.compared import spelled
from claimledger.evidence import SIGMAS, compare, interval

from .samples import make_claim


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("0.36", "0.355", "0.365"),
        ("0.360", "0.3595", "0.3605"),
        ("-0.36", "-0.365", "-0.355"),
        ("12.0", "11.95", "12.05"),
        ("0.0", "-0.05", "0.05"),
        ("1.5e-3", "0.00145", "0.00155"),
    ],
)
def test_a_printed_number_is_the_interval_of_its_last_digit(text, low, high):
    number = Printed(text)
    assert number == float(text)
    assert number.interval == (Fraction(low), Fraction(high))
    assert number.interval[1] - number.interval[0] == number.unit


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda number: pickle.loads(pickle.dumps(number))])
def test_copies_of_a_printed_number_know_its_digits(again):
    assert again(Printed("0.50")).text == "0.50"
    assert again({"x": [Printed("0.50")]})["x"][0].unit == Fraction(1, 100)


@pytest.mark.parametrize(
    ("published", "reproduced", "expected"),
    [
        (Printed("0.36"), 0.355, True),
        (Printed("0.36"), 0.355 - 1e-12, False),
        (Printed("0.36"), Fraction(355, 1000), True),
        (Printed("0.36"), Fraction(354_999, 1_000_000), False),
        (Printed("0.36"), Fraction(365, 1000), True),
        (Printed("0.36"), 0.3651, False),
        (Printed("0.360"), 0.3606, False),
        (Printed("0.5"), np.float32(0.52), True),
        (Printed("0.36"), float("nan"), False),
        (Printed("0.36"), float("inf"), False),
        (Printed("0.36"), "0.36", False),
        (Printed("0.36"), None, False),
        (Printed("1.0"), True, False),
        (3, 3, True),
        (3, 3.0, True),
        (3, np.int64(3), True),
        (3, 3.0000000000000004, True),
        (3, 3.0000000001, False),
        (3, Fraction(3) + Fraction(1, 10**18), False),
        (1, True, False),
        (True, True, True),
        (True, np.True_, True),
        (False, np.True_, False),
        (True, 1, False),
        ("7/24", Fraction(7, 24), True),
        ("7/24", 7 / 24, True),
        ("7/24", 7 / 24 + 1e-12, False),
        ("7/24", Fraction(7, 25), False),
        ("increases", "increases", True),
        ("increases", "decreases", False),
        ("increases", 3, False),
        (None, None, True),
    ],
)
def test_one_value_agrees(published, reproduced, expected):
    assert agree(published, reproduced) is expected


@pytest.mark.parametrize(
    ("published", "reproduced", "expected"),
    [
        ([1, Printed("0.5")], [1, 0.46], True),
        ([1, Printed("0.5")], (1, 0.44), False),
        ([1, 2], [1], False),
        ([1, 2], np.array([1, 2]), True),
        ([1, 2], np.array([1, 3]), False),
        ([[1], [2]], np.array([[1], [2]]), True),
        ([1, 2], 1, False),
        ([1, 2], "12", False),
        ("12", [1, 2], False),
        ({"a": 1}, {"a": 1}, True),
        ({"a": 1}, {"a": 2}, False),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ({"a": 1, "b": 2}, {"a": 1}, False),
        ({"a": [1, {"b": "x"}]}, {"a": [1, {"b": "x"}]}, True),
        ({"a": [1, {"b": "x"}]}, {"a": [1, {"b": "y"}]}, False),
        ({"a": 1}, [1], False),
    ],
)
def test_lists_and_mappings_agree_entry_by_entry(published, reproduced, expected):
    assert agree(published, reproduced) is expected


def test_a_tolerance_replaces_the_last_digit():
    assert agree(Printed("0.36"), 0.37, tolerance=0.01)
    assert not agree(Printed("0.36"), 0.3701, tolerance=Printed("0.01"))
    assert not agree(Printed("0.4"), 0.44, tolerance=0.01)  # narrower than the last digit allows
    assert agree(100, 103, tolerance=3)
    assert not agree(100, 103.5, tolerance=3)
    assert interval("1/2", 0.25) == (Fraction(1, 4), Fraction(3, 4))
    assert interval(Printed("0.36"), 0.01) == (Fraction(35, 100), Fraction(37, 100))


def test_a_computed_float_may_be_off_by_sixteen_units_of_its_last_place():
    assert agree(1, 1 + 2.0**-48)
    assert not agree(1, 1 + 2.0**-47)


def test_a_standard_error_widens_by_four():
    assert SIGMAS == 4
    assert agree(Printed("0.50"), 0.505 + 3.99e-3, standard_error=1e-3)
    assert not agree(Printed("0.50"), 0.505 + 4.01e-3, standard_error=1e-3)
    assert not agree(Printed("0.50"), 0.5051, standard_error=0.0)
    with pytest.raises(ValueError, match="NaN"):
        agree(Printed("0.50"), 0.5, standard_error=float("nan"))


def test_a_comparison_compares_something_with_something():
    with pytest.raises(ValueError, match="'x' says nothing of what was computed"):
        compare("printed", "x", published=1)
    with pytest.raises(ValueError, match="'x' has neither a published value nor an outcome"):
        compare("printed", "x", reproduced=1)
    with pytest.raises(ValueError, match="one of printed, repaired, control, reading, rerun, not 'odd'"):
        compare("odd", "x", reproduced=1, agrees=True)
    made = compare("printed", "x", published=Printed("0.5"), reproduced=0.46, standard_error=0.1)
    assert (made.form, made.what, made.published, made.reproduced, made.agrees) == ("printed", "x", 0.5, 0.46, True)
    assert made.standard_error == 0.1


@pytest.mark.parametrize(
    ("cases", "agrees", "text"),
    [
        ([True], True, "1 of 1"),
        ([True, False, True], False, "2 of 3"),
        ([False], False, "0 of 1"),
        ((n < 5 for n in range(5)), True, "5 of 5"),
        (np.array([True, False]), False, "1 of 2"),
        ([1] * 1234, True, "1,234 of 1,234"),
    ],
)
def test_cases_are_counted_and_must_all_be_true(cases, agrees, text):
    made = compare("printed", "x", cases=cases)
    assert (made.agrees, made.reproduced) == (agrees, text)


def test_cases_that_cannot_be_judged_are_refused():
    with pytest.raises(ValueError, match="'x' was tried on no case"):
        compare("printed", "x", cases=())
    with pytest.raises(ValueError, match=r"'x' has the case 0\.5, which is neither true nor false"):
        compare("printed", "x", cases=[True, 0.5])
    with pytest.raises(ValueError, match="'x' has the case None, which is neither true nor false"):
        compare("printed", "x", cases=[None])
    for more, said in (({"agrees": True}, "agrees and by cases"), ({"reproduced": 1}, "cases and by reproduced")):
        with pytest.raises(ValueError, match=f"'x' says what was found by {said}: one is enough"):
            compare("printed", "x", cases=[True], **more)


def test_the_first_case_that_fails_is_kept():
    made = compare("control", "x", over=[[1], [1, 2], [2, 1], [3, 1]], holds=lambda case: case == sorted(case))
    assert (made.agrees, made.reproduced, made.counterexample) == (False, "2 of 4", [2, 1])
    assert spelled(made) == "control: x: 2 of 4; not for 2, 1: fails, as it must"
    assert compare("printed", "x", over=range(3), holds=lambda n: n < 3).counterexample is None
    sample = compare("printed", "x", over=[((0, 1), np.array([0.5, 2.0]), 3)], holds=lambda case: False)
    assert spelled(sample) == "as printed: x: 0 of 1; not for (0, 1), (0.5, 2), 3: fails"
    with pytest.raises(ValueError, match="'x' was tried on no case"):
        compare("printed", "x", over=[], holds=bool)


def test_numbers_that_are_to_be_one_are_compared_within_a_bound_that_is_shown():
    made = compare("printed", "x", pairs=[(1.0, 1.0), (2.0, 2.25)], within=0.25)
    assert (made.agrees, made.reproduced, made.apart) == (True, "2 of 2 within 0.25", 0.25)
    assert spelled(made) == "as printed: x: 2 of 2 within 0.25: agrees"
    assert spelled(made, exact=True) == "as printed: x: found 2 of 2 within 0.25; at most 0.25 apart: agrees"
    far = compare("printed", "x", pairs=[(1.0, 1.0), (2.0, 2.25)], within=0.125)
    assert (far.agrees, far.reproduced) == (False, "1 of 2 within 0.125")
    assert not compare("printed", "x", pairs=[(float("nan"), 1.0)], within=1).agrees


def test_formulas_that_are_to_be_one_leave_no_difference():
    x = sympy.Symbol("x")
    made = compare("printed", "x", identity=((x + 1) ** 2, x**2 + 2 * x + 1))
    assert (made.agrees, made.reproduced) == (True, "difference 0")
    assert compare("control", "x", identity=(x, x + 1)).reproduced == "difference -1"


def test_evidence_of_a_claim_knows_what_it_prints_and_to_which_tolerance():
    e = Evidence(make_claim(published={"a": Printed("0.5"), "b": 7}, tolerance=0.2))
    e.printed("one", entry="a", reproduced=0.69)
    e.printed("both", reproduced={"a": 0.31, "b": 7})
    e.printed("another's", published=3, reproduced=3)
    e.control("a test", agrees=False, reproduced="none")
    assert [(c.published, c.tolerance, c.agrees) for c in e.comparisons] == [
        (0.5, 0.2, True),
        ({"a": 0.5, "b": 7}, 0.2, True),
        (3, None, True),
        (None, None, False),
    ]
    with pytest.raises(KeyError):
        e.printed("none such", entry="c", reproduced=1)
    with pytest.raises(ValueError, match="'one' has an entry, but the evidence was made without the claim"):
        Evidence().printed("one", entry="a", reproduced=1)


@pytest.mark.parametrize("form", ["printed", "repaired", "control", "reading"])
def test_every_form_is_added_by_its_own_name_or_by_add(form):
    by_name, by_add = Evidence(), Evidence()
    getattr(by_name, form)("what", cases=[True, False])
    by_add.add(form, "what", cases=[True, False])
    assert by_name == by_add
    assert [comparison.form for comparison in by_add.comparisons] == [form]


def _evidence(*forms: tuple[str, bool] | tuple[str, bool, object], published: object = None) -> Evidence:
    evidence = Evidence()
    for form, agrees, *reproduced in forms:
        value = reproduced[0] if reproduced else "found"
        evidence.add(form, "what", agrees=agrees, reproduced=value, published=published)
    return evidence


YES, NO = True, False


@pytest.mark.parametrize(
    ("evidence", "outcome"),
    [
        (_evidence(("printed", YES), published=1), "holds"),
        (_evidence(("printed", YES), ("control", NO)), "holds"),
        (_evidence(("printed", YES), ("printed", YES), ("control", NO), ("control", NO)), "holds"),
        (_evidence(("printed", YES), ("printed", NO), published=1), "refuted"),
        (_evidence(("printed", NO), published=1), "refuted"),
        (_evidence(("printed", NO), ("control", NO)), "refuted"),
        (_evidence(("printed", NO), ("repaired", YES), ("control", NO)), "corrected"),
        (_evidence(("printed", YES), ("printed", NO), ("repaired", YES), ("repaired", YES), published=1), "corrected"),
        (_evidence(("reading", YES), ("reading", NO), published=1), "underspecified"),
        (_evidence(("reading", NO), ("reading", YES), ("reading", NO), ("control", NO)), "underspecified"),
        (_evidence(("printed", YES), ("reading", NO), ("reading", YES), ("control", NO)), "underspecified"),
    ],
)
def test_verdicts(evidence, outcome):
    assert evidence.outcome == outcome
    assert outcome in VERDICTS


@pytest.mark.parametrize(
    ("evidence", "reason"),
    [
        (_evidence(), "nothing was compared as printed"),
        (_evidence(("control", NO)), "nothing was compared as printed"),
        (_evidence(("repaired", YES)), "nothing was compared as printed"),
        (_evidence(("printed", YES)), "no published value and no control"),
        (_evidence(("printed", NO)), "no published value and no control"),
        (_evidence(("printed", NO), ("repaired", YES)), "no published value and no control"),
        (_evidence(("reading", YES), ("reading", NO)), "no published value and no control"),
        (_evidence(("printed", YES), ("control", YES)), "a control that must fail passed (what)"),
        (_evidence(("printed", NO), ("control", YES)), "a control that must fail passed (what)"),
        (_evidence(("printed", NO), ("repaired", NO), published=1), "the repaired form fails too"),
        (_evidence(("printed", NO), ("repaired", YES), ("repaired", NO), published=1), "the repaired form fails too"),
        (_evidence(("printed", YES), ("repaired", YES), published=1), "a repair of what agrees as printed"),
        (_evidence(("reading", YES), published=1), "all readings agree"),
        (_evidence(("reading", YES, 1), ("reading", YES, 2), published=1), "all readings agree"),
        (_evidence(("reading", NO, 1), ("reading", NO, 2), published=1), "no reading agrees"),
        (_evidence(("reading", YES), ("reading", NO), ("printed", NO), published=1), "beside the readings fails"),
        (_evidence(("reading", YES), ("reading", NO), ("repaired", YES), published=1), "a repair beside readings"),
        (_evidence(("reading", YES), ("reading", NO), ("control", YES)), "a control that must fail passed"),
    ],
)
def test_evidence_that_gives_no_verdict_says_why(evidence, reason):
    assert evidence.outcome.startswith("undecided: ")
    assert reason in evidence.outcome


def test_what_is_not_public_is_untestable():
    evidence = Evidence()
    evidence.missing("The data are not public.", looked="the archive.", instead="the formula.")
    assert evidence.outcome == "untestable"
    assert evidence.lacking == "The data are not public. Looked for in: the archive. Instead: the formula."
    evidence.printed("what", published=1, reproduced=2)
    assert evidence.outcome.startswith("undecided: ")


def test_what_is_there_and_was_not_opened_is_unexamined():
    evidence = Evidence()
    evidence.unexamined("The works.", where="the journals.", instead="their titles.")
    assert evidence.outcome == "unexamined"
    assert evidence.unopened == "The works. It is in: the journals. Instead: their titles."
    evidence.missing("The data.", looked="the archive.", instead="nothing.")
    assert evidence.outcome == "undecided: what is missing and what was not opened are two things"
    evidence = Evidence(unopened="The works.")
    evidence.printed("what", published=1, reproduced=2)
    assert evidence.outcome == "undecided: what could be tested fails"
