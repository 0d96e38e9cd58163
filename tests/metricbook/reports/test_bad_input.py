"""The words that sentences on bad input are made of."""

from __future__ import annotations

import pytest

from metricbook.reports.bad_input import COMPARED, OPTIONS, name_option, quote, quote_all, unknown_column_error
from metricbook.reports.command import main


def test_a_text_is_shown_on_one_line_as_it_is_written() -> None:
    assert quote("é 1") == '"é 1"'
    assert quote("a\n\x00") == '"a\\n\\x00"'


@pytest.mark.parametrize(("most", "given"), [(60, {}), (3, {"most": 3})])
def test_a_long_text_is_cut(most: int, given: dict[str, int]) -> None:
    assert quote("a" * most, **given) == f'"{"a" * most}"'
    assert quote("a" * (most + 1), **given) == f'"{"a" * (most - 1)}…"'


def test_names_are_listed_and_the_rest_counted() -> None:
    assert quote_all(["a"]) == '"a"'
    assert quote_all("abcde") == '"a", "b", "c", "d" and "e"'
    assert quote_all("abcdef") == '"a", "b", "c", "d", "e" and 1 more'
    assert quote_all("ab", joint="or") == '"a" or "b"'


def test_what_is_named_in_python_is_an_option_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    said = capsys.readouterr().out
    for name, written in OPTIONS.items():
        assert f"{written} " in said
        assert written.removeprefix("--").replace("-", "_") in name or written == "--id"
        assert name_option(name) == f"{written} (in Python, {name}=)"


def test_a_column_that_is_not_there_is_answered_by_the_three_that_are_nearest() -> None:
    said = str(unknown_column_error("Score", ["score_x", "zebra", "score", "SCORES", "scorer", "y"], "a.csv"))
    assert said.startswith('a.csv has no column "Score"; did you mean "score", ')
    assert said.count('"') == 2 * 4
    assert " or " in said
    said = str(unknown_column_error("score", ["y", "zebra"], "a.csv"))
    assert said == 'a.csv has no column "score"; its columns are "y" and "zebra".'


def test_not_all_of_a_million_columns_are_compared() -> None:
    others = [str(number) for number in range(COMPARED - 1)]
    assert "did you mean" in str(unknown_column_error("score", [*others, "scores"], "a.csv"))
    assert "did you mean" not in str(unknown_column_error("score", [*others, "0", "scores"], "a.csv"))
    assert COMPARED == 5_000
