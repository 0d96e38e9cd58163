"""What is left to a whole run: everything but what is named, and what is named must be there."""

from __future__ import annotations

import pytest

from tests.whole import in_monthly_run, in_whole_run, mostly


def test_all_but_the_usual_values_are_left_to_a_whole_run() -> None:
    found = {param.values[0]: param.marks for param in mostly("abc", "b")}
    assert found == {"a": (in_whole_run,), "b": (), "c": (in_whole_run,)}
    found = {param.values[0]: param.marks for param in mostly("abcd", "b", monthly="bc")}
    assert found == {"a": (in_whole_run,), "b": (), "c": (in_monthly_run,), "d": (in_whole_run,)}
    assert [param.marks for param in mostly([{}, {"a": 1}], {})] == [(), (in_whole_run,)]
    assert mostly([], "b") == []
    assert mostly("a", rest=in_monthly_run)[0].marks == (in_monthly_run,)


def test_a_usual_value_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match=r"not among the parameters: \['d'\]"):
        mostly("abc", "b", "d")
