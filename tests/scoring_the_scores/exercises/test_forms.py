"""Forms of answers: however a right answer is written, it is right, and what was rounded is told so."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

from scoring_the_scores import exercises
from scoring_the_scores.exercises import forms, reading
from scoring_the_scores.exercises.checking import instance
from scoring_the_scores.exercises.exercise import load
from tests.each import of_each
from tests.whole import WHOLE, mostly

from .solutions import SOLUTIONS

Counts = namedtuple("Counts", "tn fp fn tp")
ALL = sorted(load())
#: Exercises whose answer is one example of many: with a number rounded it may be none.
WITHOUT_ROUNDING = {name for name in ALL if load()[name].kind == "construct"}
#: What takes a check more than a moment: a map of the whole Tile, or resampling.
LONG = {"lxcim.two-methods", "mcdermott.two-models-two-groups", "sumpter.choose-and-judge", "synthesis.sure-luck"}
LONG |= {"tile.how-little", "tile.map-that-holds"}


@pytest.fixture(autouse=True)
def _no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICBOOK_PROGRESS", "off")


def is_number(one: Any) -> bool:
    return isinstance(one, int | float | Fraction | np.number) and not isinstance(one, bool)


def each(of: Callable[[Any], Any], answer: Any) -> Any:
    """An answer with each of its entries written in another form."""
    if isinstance(answer, dict):
        return {name: each(of, one) for name, one in answer.items()}
    if isinstance(answer, list | tuple):
        return type(answer)(each(of, one) for one in answer)
    return of(answer)


def numbers(of: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda answer: each(lambda one: of(one) if is_number(one) else one, answer)


def words(of: Callable[[str], str]) -> Callable[[Any], Any]:
    return lambda answer: each(lambda one: of(one) if isinstance(one, str) else one, answer)


def decimal(one: Any) -> Any:
    if isinstance(one, Fraction):
        return Decimal(one.numerator) / Decimal(one.denominator)
    return Decimal(str(float(one))) if isinstance(one, float | np.floating) else Decimal(int(one))


def columns(of: Callable[[list], Any]) -> Callable[[Any], Any]:
    """Lists of single entries in another form."""

    def changed(answer: Any) -> Any:
        if isinstance(answer, dict):
            return {name: changed(one) for name, one in answer.items()}
        if isinstance(answer, list | tuple):
            nested = not answer or any(isinstance(one, list | tuple | dict | np.ndarray) for one in answer)
            return type(answer)(map(changed, answer)) if nested else of(list(answer))
        return answer

    return changed


FORMS: dict[str, Callable[[Any], Any]] = {
    "text": numbers(lambda one: str(one)),
    "spaces in fractions": numbers(lambda one: f" {one.numerator} / {one.denominator} " if "/" in str(one) else one),
    "float": numbers(lambda one: float(one)),
    "float as text": numbers(lambda one: repr(float(one))),
    "float in the scientific form": numbers(lambda one: f"{float(one):.17e}"),
    "Decimal": numbers(decimal),
    "scalars of NumPy": numbers(lambda one: np.int64(one) if isinstance(one, int) else np.float64(one)),
    "arrays without dimension": numbers(lambda one: np.array(one if isinstance(one, int) else float(one))),
    "arrays of one entry": numbers(lambda one: np.array([one if isinstance(one, int) else float(one)])),
    "thousands apart": numbers(lambda one: f"{one:,}" if isinstance(one, int) else one),
    "percentages": numbers(lambda one: f"{float(one) * 100!r} %" if isinstance(one, float) else one),
    "lower case": words(lambda one: one.lower()),
    "upper case": words(lambda one: one.upper()),
    "space around": words(lambda one: f"  {one} "),
    "letters apart": words(lambda one: " ".join(one) if set(one) <= set("PNRW") else one),
    "letters in a list": words(lambda one: list(one) if set(one) <= set("PNRW") and len(one) > 1 else one),
    "tuples": columns(tuple),
    "arrays": columns(lambda one: np.array(one, dtype=object if Fraction in map(type, one) else None)),
    "columns of pandas": columns(lambda one: pd.Series(one, index=range(7, 7 + len(one)))),
    "a column with names": lambda answer: pd.Series(answer) if isinstance(answer, dict) else answer,
    "keys in upper case": lambda answer: (
        {str(key).upper().replace(" ", "_"): one for key, one in answer.items()} if isinstance(answer, dict) else answer
    ),
}


@pytest.mark.parametrize("name", mostly(ALL, *(set(ALL) - LONG)))
def test_a_right_answer_is_right_in_every_form(name: str) -> None:
    answer = SOLUTIONS[name](instance(load()[name]))
    written = {"as solved": answer}
    if not callable(answer):
        written |= {form: change(answer) for form, change in FORMS.items()}
    checked = set()
    for form, one in written.items():
        if (text := repr(one)) not in checked:  # many forms leave many answers as they are
            checked.add(text)
            result = exercises.check(name, one)
            assert result.right, f"{form}: {one!r:.200}: {result}"


def leaves(answer: Any, path: tuple = ()) -> Iterator[tuple[tuple, Any]]:
    if isinstance(answer, dict | list | tuple):
        for key, one in answer.items() if isinstance(answer, dict) else enumerate(answer):
            yield from leaves(one, (*path, key))
    elif isinstance(answer, float | Fraction | np.floating):
        yield path, answer


def put(answer: Any, path: tuple, value: Any) -> Any:
    if not path:
        return value
    if isinstance(answer, dict):
        return {key: put(one, path[1:], value) if key == path[0] else one for key, one in answer.items()}
    return type(answer)(put(one, path[1:], value) if key == path[0] else one for key, one in enumerate(answer))


#: Where a rounded number is not the right one rounded, but another answer, and what is said of it.
OTHERWISE = {
    "foundations.two-models": ("interval", "is not in it"),  # the ends are resampled, and stand in the sentence
    "sumpter.choose-and-judge": ("r_b", "The precision of r_b on the second part"),  # another threshold, as good
}


@pytest.mark.parametrize("name", mostly(sorted(set(ALL) - WITHOUT_ROUNDING), *(set(ALL) - WITHOUT_ROUNDING - LONG)))
def test_what_is_right_but_rounded_is_told_so(name: str) -> None:
    for seed in (None, "ada", 7) if load()[name].seeded and WHOLE else (None,):
        answer = SOLUTIONS[name](instance(load()[name], seed))
        found = [] if callable(answer) else list(leaves(answer))
        for path, right in found if len(found) <= 40 else ():
            for digits in (2, 3, 4):
                text = f"{float(right):.{digits}f}"
                exact = Fraction(text)
                if 0 in (exact, abs(exact - Fraction(right))) or len(repr(float(right))) <= 5:
                    continue  # nothing is left of it, nothing was rounded, or the solution itself is read off a figure
                for written in (text, float(text), Decimal(text)):
                    result = exercises.check(name, put(answer, path, written), seed=seed)
                    entry, says = OTHERWISE.get(name, (None, ""))
                    otherwise = path and path[0] == entry and says in result.message
                    assert result.right or "round" in result.message or otherwise, f"{path} {written!r}: {result}"


def test_numbers_are_read_from_text() -> None:
    expected = {
        "2/3": Fraction(2, 3),
        " − 2 ⁄ 3 ": Fraction(-2, 3),
        ".5": Fraction(1, 2),
        "5.": Fraction(5),
        "+0.250": Fraction(1, 4),
        "12,000": Fraction(12000),
        "1 234 567.5": Fraction(2469135, 2),
        "12.5%": Fraction(1, 8),
        "1.5e-05": Fraction(3, 200000),
        "1E3": Fraction(1000),
    }
    assert {text: forms.number_in(text) for text in expected} == expected
    nothings = ["", " ", ".", "-", "1/0", "1 2", "0,67", "1,2345", "nan", "inf", "e5", "1e9999", "1/2/3", "9" * 300]
    for nothing in nothings:
        assert forms.number_in(nothing) is None, nothing
    with pytest.raises(reading.Wrong, match=r"^it must be a number, not '0,67'; decimals are written with a point$"):
        reading.number("0,67", "it")


def test_a_float_with_all_its_digits_is_the_fraction_that_it_is() -> None:
    large = Fraction(213189541, 14936664600)
    for written in (float(large), repr(float(large)), np.float64(large), Decimal(float(large))):
        assert reading.fraction(written, right=large) == large
        with pytest.raises(reading.Wrong, match="must be exact"):
            reading.fraction(float(large))
    assert reading.fraction(41477 / 80352) == Fraction(41477, 80352)
    assert reading.fraction("0.3333333333333333") == Fraction(1, 3)
    assert reading.fraction("0.333", right=Fraction(1, 3)) == Fraction(333, 1000)


def test_rounded_is_what_keeps_two_digits_at_least() -> None:
    assert forms.rounded(0.68, 0.68345) == "0.68"
    assert forms.rounded(0.9, Fraction(35, 39)) == "0.90"
    assert forms.rounded(1.0, 0.9968) == "1.00"
    assert forms.rounded(8.3, 8.2593) == "8.3"
    assert forms.rounded(-1.1, -1.1004) == "-1.1"
    for given, right in ((0.69, 0.68345), (0.7, 0.73), (8, 8.2593), (0, 0.001), (0.5, 0.5), (0.25, 0.2551)):
        assert forms.rounded(given, right) == ""


def test_labels_are_letters_numbers_or_truth_values() -> None:
    for written in (["P", "N"], [1, 0], ["1", "0"], [True, False], np.array(["p", "n"]), pd.Series([1.0, 0.0])):
        assert reading.ranking(written) == [1, 0]
    assert reading.ranking("P > N, n; p") == [1, 0, 0, 1]
    assert reading.cases(([True, False], np.array([True, False])))[1] == [1, 0]
    with pytest.raises(reading.Wrong, match="'X' is neither"):
        reading.ranking("PXN")


def test_four_counts_are_flat_named_or_two_by_two() -> None:
    flat = (5, 4, 3, 2)
    square = [[5, 4], [3, 2]]
    named = dict(zip(("tn", "fp", "fn", "tp"), flat, strict=True))
    table = pd.crosstab(pd.Series([0] * 9 + [1] * 5), pd.Series([0] * 5 + [1] * 4 + [0] * 3 + [1] * 2))
    for written in (
        *(flat, list(flat), np.array(flat), pd.Series(flat), pd.Series(flat, index=range(4, 8))),
        *(
            square,
            tuple(map(tuple, square)),
            np.array(square),
            np.array(square, dtype=float),
            pd.DataFrame(square),
            table,
        ),
        *(named, {key.upper(): one for key, one in reversed(named.items())}, Counts(*flat), pd.Series(named)[::-1]),
    ):
        assert reading.four_counts(written, "it") == flat
    with pytest.raises(reading.Wrong, match="must have the entries tn, fp, fn, tp, not fn, fp, tn"):
        reading.four_counts({"tn": 1, "fp": 2, "fn": 3}, "it")


def test_entries_are_named_in_any_case_but_each_once() -> None:
    names = ("over all", "AUROC")
    for written in ({"over all": 1, "AUROC": 2}, {"Over_All": 1, "auroc ": 2}, pd.Series({"over all": 1, "AUROC": 2})):
        assert reading.fields(written, names) == {"over all": 1, "AUROC": 2}
    for wrong in ({"over all": 1}, {"over all": 1, "Over all": 2}, {"over all": 1, "AUROC": 2, "auroc": 3}):
        with pytest.raises(reading.Wrong, match="must have the entries over all, AUROC, not"):
            reading.fields(wrong, names)
    assert reading.choice("as_many ", ("more", "as many")) == "as many"
    assert reading.choice("b", ("B", "b")) == "b"


def test_columns_by_name_are_a_dictionary_or_a_table() -> None:
    for written in ({"a": [1], "b": [2]}, pd.DataFrame({"a": [1], "b": [2]})):
        assert [list(one) for one in reading.columns(written, "scores", count=2).values()] == [[1], [2]]
    with pytest.raises(reading.Wrong, match="must be a dictionary of 2 lists"):
        reading.columns([[1], [2]], "scores", count=2)
    with pytest.raises(reading.Wrong, match="different names"):
        reading.columns({1: [1], "1": [2]}, "scores", count=2)


@of_each([name for name in ALL if load()[name].seeded])
def test_nothing_is_given_that_the_task_does_not_say(name: str) -> None:
    shown = exercises.show(name)
    stated = load()[name].text + load()[name].starter + load()[name].goal
    assert [given for given in shown.given if f"<<{given}>>" not in stated] == []
