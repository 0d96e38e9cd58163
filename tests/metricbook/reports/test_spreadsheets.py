"""Sheets of Excel."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from metricbook.reports.bad_input import BadInput
from metricbook.reports.reading import read

from .bad import is_one_sentence
from .written import workbook

pytest.importorskip("python_calamine", reason="the extra `report` is not installed")

GOOD = [["y", "p"], [0, 0.1], [1, 0.9]]


def written(folder: Path, **sheets: Sequence[Sequence[Any]]) -> Path:
    path = folder / "a.xlsx"
    path.write_bytes(workbook(sheets))
    return path


def test_blank_rows_and_blank_sheets_are_skipped(tmp_path: Path) -> None:
    path = written(tmp_path, notes=[], scores=[[], ["y", "p", "of"], [0, 0.1, "x"], [], [1, 0.9, None]])
    found = read(path, label="y", scores="p")
    assert found.labels.tolist() == [False, True]
    assert found.scores["p"].tolist() == [0.1, 0.9]
    assert found.source.remarks == ("Of its sheets, scores is read.",)


def test_a_sheet_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, one=GOOD, two=[["y", "p"], [0, 0.3], [1, 0.7]])
    assert read(path, table="two").scores["p"].tolist() == [0.3, 0.7]


@pytest.mark.parametrize(
    ("sheets", "table", "says"),
    [
        ({"one": GOOD, "two": GOOD}, None, ('a.xlsx has 2 sheets, "one" and "two"', "--table")),
        ({"one": GOOD}, "two", ('a.xlsx has no sheet "two": its sheet is "one".',)),
        ({"one": GOOD, "two": GOOD}, "three", ('its sheets are "one" and "two".',)),
        ({"one": [[]]}, None, ("a.xlsx has no sheet with cells in it",)),
        ({"one": GOOD[:1]}, None, ("a.xlsx has no row",)),
        ({"one": [[], *GOOD, [1, None]]}, None, ('a.xlsx, sheet one, row 5, column "p" is missing',)),
        ({"one": [*GOOD, [1, "high"]]}, None, ('sheet one, row 4, column "p" is "high", which is text',)),
        ({"one": [*GOOD, [1, 0.5, 7]]}, None, ("sheet one, row 4, has cells to the right of the last name",)),
        ({"one": [["p", "p"], [0, 1]]}, None, ('two columns named "p"',)),
    ],
)
def test_a_bad_sheet_gets_one_sentence(
    sheets: dict[str, Any], table: str | None, says: tuple[str, ...], tmp_path: Path
) -> None:
    path = written(tmp_path, **sheets)
    with pytest.raises(BadInput) as error:
        read(path, label="y", scores="p", table=table)
    is_one_sentence(error.value, says)


def test_a_file_that_is_cut_is_damaged(tmp_path: Path) -> None:
    path = written(tmp_path, one=GOOD)
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(BadInput) as error:
        read(path)
    is_one_sentence(error.value, ("a.xlsx is damaged",))


def test_other_files_have_no_sheets(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("y,p\n0,0.1\n1,0.9\n")
    with pytest.raises(BadInput, match=r"a\.csv holds one table: leave out --table"):
        read(tmp_path / "a.csv", table="one")
