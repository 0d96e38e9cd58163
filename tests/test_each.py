"""One test of many values fails where one of them does, and says of which."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from tests.each import check_each, of_each


def test_every_value_that_fails_is_named_with_its_error(tmp_path: Path) -> None:
    @of_each([len, 2, 3], "ab")
    def check(number: object, letter: str, tmp_path: Path) -> None:
        assert tmp_path.exists()
        assert (number, letter) != (2, "b")
        if number == 3:
            with pytest.raises(ValueError, match="no b or c"):
                int(letter, 16)
        elif number is len:
            raise KeyError(letter)

    with pytest.raises(BaseExceptionGroup, match="5 of 6") as found:
        check(tmp_path=tmp_path)
    assert [error.__notes__ for error in found.value.exceptions] == [
        ["of len, a"],
        ["of len, b"],
        ["of 2, b"],
        ["of 3, a"],
        ["of 3, b"],
    ]
    assert [type(error) for error in found.value.exceptions] == [
        *([KeyError] * 2),
        AssertionError,
        *([pytest.fail.Exception] * 2),
    ]


def test_to_check_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="nothing to check"):
        check_each(print, [])


def test_only_what_is_no_value_is_a_fixture() -> None:
    @of_each([1], [2])
    def check(first: int, second: int, tmp_path: Path) -> None:
        pass

    assert list(inspect.signature(check).parameters) == ["tmp_path"]


class TestMethods:
    @of_each([1], [2])
    def test_methods_take_values_too(self, first: int, second: int, tmp_path: Path) -> None:
        assert (first, second) == (1, 2)
        assert tmp_path.exists()
