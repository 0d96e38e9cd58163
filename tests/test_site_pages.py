"""What the site's pages are given at the end of the build."""

from __future__ import annotations

from itertools import permutations

from tools.site_pages import height, width


def test_the_room_of_a_formula_does_not_depend_on_how_floats_are_added() -> None:
    """Python 3.12 adds floats otherwise than 3.11, and rounded to a tenth of an em they could differ."""
    assert len({width("".join(order)) for order in permutations("x=Aa(")}) == 1
    assert len({height(r"\\".join(order)) for order in permutations([r"\frac12", "a", "b", r"\sum", "c"])}) == 1
