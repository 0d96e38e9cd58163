"""The lectures: their form, their numbers, the options that are called right, and slides that nothing runs out of."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from matplotlib import pyplot as plt

from metricbook import average_precision, lxcim
from metricbook.exact import ranking
from scoring_the_scores.contents import room
from scoring_the_scores.course import plans
from scoring_the_scores.course.plans import Chapter
from scoring_the_scores.exercises import load
from scoring_the_scores.pages.style import new_axes
from tests.whole import in_monthly_run, mostly
from tools import lectures
from tools.lectures import Slide

CHAPTERS = plans.chapters(Path(__file__).parents[3])
#: What a lecture may not have: a decimal or a number of two digits that was typed. Formulas and names are no numbers.
TYPED = re.compile(r"\d\.\d|\d\d")
NO_NUMBER = re.compile(r"<<\w+(?::[^>]*)?>>|\\t?frac\s*\d\d|\]\([^)]*\)|^!.*$", re.MULTILINE)
#: Chapters whose numbers take no time. A number that no lecture.py has stops `make course`, whichever chapter it is.
QUICK = ("foundations/one-sort", "mcdermott/two-areas", "synthesis/what-it-ignores", "tile/geometry")
NUMBERED = [chapter.file for chapter in CHAPTERS if (room(chapter.file) / "lecture.py").exists()]


def beside(chapter: str) -> ModuleType:
    here = room(chapter)
    return importlib.import_module(f"scoring_the_scores.{here.parent.name}.{here.name}.lecture")


@cache
def slides(chapter: Chapter) -> list[Slide]:
    """The slides without their numbers and pictures, which take time."""
    return lectures.slides_of(lectures.source(chapter), lambda _: "<img>")


def decks() -> Iterator[tuple[str, list[Slide]]]:
    for part, chapters in groupby(CHAPTERS, key=lambda chapter: chapter.part):
        if some := [slide for chapter in chapters for slide in slides(chapter)]:
            yield part, some


def test_no_number_is_typed_and_every_slide_has_notes() -> None:
    typed = {}
    for chapter in CHAPTERS:
        text = NO_NUMBER.sub("", lectures.source(chapter))
        if found := TYPED.findall(text):
            typed[chapter.file] = found
        for slide in slides(chapter):
            assert len(slide.notes) > 40, (chapter.file, slide.title)
    assert typed == {}
    assert TYPED.search("an AUROC of 0.9")
    assert TYPED.search("of 10 patients")


def test_every_deck_fills_forty_to_sixty_minutes_with_a_derivation_questions_and_an_exercise() -> None:
    beliefs = [one["part"] for one in plans.misconceptions()]
    folders = {part: {c.file.partition("/")[0] for c in CHAPTERS if c.part == part} for part, _ in decks()}
    for part, some in decks():
        kinds = [slide.kind for slide in some]
        believed = beliefs.count(min(folders[part])) if len(folders[part]) == 1 else 0
        minutes = sum(slide.minutes for slide in some) + believed * lectures.MINUTES["belief"]
        assert 40 <= minutes <= 60, part
        assert kinds.count("vote") >= 4, part
        assert kinds.count("exercise") == 1, part
        assert next(len(slide.steps) for slide in some if slide.kind == "derive") >= 3, part
        assert all("<img>" not in slide.title for slide in some)


def test_each_wrong_option_says_what_may_have_been_thought_and_all_four_are_right_somewhere() -> None:
    right = []
    for _, some in decks():
        for slide in (slide for slide in some if slide.kind == "vote"):
            assert slide.notes.count("<li>") == lectures.OPTIONS - 1, slide.title
            right += re.findall(r"<strong>([ABCD]) is right", slide.steps[-1])
    assert len(right) >= 32
    assert set(right) == set("ABCD")
    assert max(map(right.count, "ABCD")) <= len(right) * 0.45


@pytest.mark.parametrize("chapter", mostly(NUMBERED, *QUICK, rest=in_monthly_run))
def test_a_lecture_shows_the_numbers_that_it_computes_and_no_others(chapter: str) -> None:
    (one,) = (each for each in CHAPTERS if each.file == chapter)
    text, numbers = lectures.source(one), beside(chapter).numbers()
    assert {name for name, _ in lectures.NUMBER.findall(text)} == set(numbers)
    assert not re.search(r"\bnan\b", lectures.numbered(text, numbers, chapter))


def test_options_are_right_that_can_be_computed() -> None:
    sort, areas = beside("foundations/one-sort").numbers(), beside("mcdermott/two-areas").numbers()
    assert sort["precision"] == pytest.approx(8 / 107)
    assert areas["chance"] == pytest.approx(np.mean(1 / np.arange(1, 101)))
    # NNNNNPNP: the lower mistake gains more.
    before = ranking.average_precision([0, 0, 0, 0, 0, 1, 0, 1], range(8, 0, -1))
    upper = ranking.average_precision([0, 0, 0, 0, 1, 0, 0, 1], range(8, 0, -1)) - before
    lower = ranking.average_precision([0, 0, 0, 0, 0, 1, 1, 0], range(8, 0, -1)) - before
    assert (str(upper), str(lower)) == ("1/60", "1/56")
    # Ballast of nine times the cases divides what LxCIM lacks by a hundred.
    labels, scores = [1, 0, 1, 0], [4, 3, -2, -1]
    easy = [*labels, *[1] * 36], [*scores, *[9] * 36]
    assert (1 - lxcim(labels, scores)) / (1 - lxcim(*easy)) == pytest.approx(100)
    ignored, toss = beside("synthesis/what-it-ignores").numbers(), beside("tile/geometry").numbers()
    assert ignored["first"] > ignored["second"]
    assert ignored["first_after"] < ignored["second_after"]
    assert toss["toss"] < toss["both"]
    # A best F1 of one half flags from one quarter on: three false alarms for a miss. Squares keep AP and the order.
    s = np.array([0.9, 0.5, 0.4, 0.2])
    assert average_precision([1, 0, 1, 0], s) == average_precision([1, 0, 1, 0], s**2)


def test_a_lecture_that_asks_for_what_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="the lecture of here has no number x"):
        lectures.numbered("<<x>>", {}, "here")
    for options in ("- [x] a\n- [ ] b\n- [ ] c", "- [x] a\n- [x] b\n- [ ] c\n- [ ] d"):
        with pytest.raises(ValueError, match="needs 4 options, one of them right"):
            lectures.slides_of(f"# Question\n\n{options}\n", str)


def test_a_question_shows_its_answer_in_a_second_step_and_reasons_to_the_lecturer_only() -> None:
    options = "- [ ] a\n  - thinks b\n- [x] b\n- [ ] c\n  - thinks d\n- [ ] d"
    text = f"# Q\n\nWho?\n\n{options}\n\n+++\n\nBecause.\nNote:\nAsk.\n"
    (slide,) = lectures.slides_of(text, str)
    first, last = slide.steps
    assert "Because" not in first
    assert "thinks" not in first + last
    assert "<strong>B is right.</strong> Because." in last
    assert "<strong>A</strong>: thinks b" in slide.notes
    assert slide.notes.rstrip().endswith("Ask.</p>")


def test_your_turn_has_the_answer_in_its_notes() -> None:
    named = [slide for _, some in decks() for slide in some if slide.kind == "exercise"]
    assert all("An answer: <code>" in slide.notes for slide in named)
    assert all(any(one.title in slide.title for one in load().values()) for slide in named)


def test_a_figure_is_shown_panel_by_panel_and_drawn_alike_each_time() -> None:
    def drawn() -> list[str]:
        figure, grid = new_axes(1, 2)
        for axes, label in zip(grid[0], ("left", "right"), strict=True):
            axes.set_title(label)
        return list(lectures.drawn([figure]))

    (one,), (other,) = drawn(), drawn()
    assert one == other
    assert plt.get_fignums() == []
    stripped = re.sub(r'<g id="[^"]*">', "<g>", one)
    assert [step.count('visibility="hidden"') for step in lectures.panel_by_panel(stripped)] == [1, 0]
