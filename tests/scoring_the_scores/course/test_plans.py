"""What a course is planned from: all of it is there, and none of it is typed twice."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import claimledger as ledger
from scoring_the_scores import exercises
from scoring_the_scores.course import plans

ROOT = Path(__file__).parents[3]
PARTS = {"foundations", "flach", "mcdermott", "sumpter", "tile", "lxcim", "synthesis"}


@pytest.fixture(scope="module")
def book() -> list[plans.Chapter]:
    return plans.chapters(ROOT)


def test_every_chapter_has_a_goal_a_need_and_minutes(book: list[plans.Chapter]) -> None:
    assert len(book) == len(list((ROOT / "book").glob("*/*.ipynb")))
    for chapter in book:
        assert chapter.minutes > 0
        assert chapter.needs
        assert not set("{}`") & set(chapter.title + chapter.needs)
        assert chapter.goal.endswith(".")


def test_minutes_of_syllabi_are_those_of_chapters_and_exercises(book: list[plans.Chapter]) -> None:
    found = plans.syllabi(book)
    assert [len(syllabus.sessions) for syllabus in found] == [2, 3, 6, 12]
    by_file = {chapter.file: chapter for chapter in book}
    for syllabus in found:
        total = 0
        for session in syllabus.sessions:
            total += sum(by_file[chapter.file].minutes for chapter in session.chapters)
            total += sum(exercises.load()[one.id].minutes for one in session.exercises)
        assert syllabus.minutes == total
    table = plans.sessions_table(found)
    assert table["reading"].sum() + table["solving"].sum() == sum(syllabus.minutes for syllabus in found)
    counts = plans.chapters_table(book)[list(exercises.LEVELS)].to_numpy()
    assert counts.sum() == len(exercises.load())


def test_a_later_session_needs_no_chapter_that_comes_after_it(book: list[plans.Chapter]) -> None:
    order = {chapter.file: place for place, chapter in enumerate(book)}
    for syllabus in plans.syllabi(book):
        names = [chapter.file for session in syllabus.sessions for chapter in session.chapters]
        assert len(names) == len(set(names))
        last = {}
        for name in names:
            folder = name.partition("/")[0]
            assert order[name] > last.get(folder, -1), f"{syllabus.name}: {name} is read after a later one of its part"
            last[folder] = order[name]


def test_misconceptions_are_cured_by_claims_of_every_part() -> None:
    found = plans.misconceptions()
    assert len(found) >= 20
    assert [one["claim"] for one in found if one["claim"] not in ledger.load()] == []
    assert set(Counter(one["part"] for one in found)) == PARTS
    assert min(Counter(one["part"] for one in found).values()) >= 3
    assert len({one["claim"] for one in found}) == len(found)
    for one in found:
        assert set(one) == {"part", "belief", "true", "claim"}
        assert ledger.load()[one["claim"]].decided


def test_rubrics_say_what_earns_what() -> None:
    for rubric in plans.rubrics():
        assert sum(criterion["points"] for criterion in rubric["criterion"]) == 12
        for criterion in rubric["criterion"]:
            assert set(criterion) == {"name", "points", "all", "half", "none"}


def test_parts_add_up_to_the_book_and_begin_with_their_first_chapters(book: list[plans.Chapter]) -> None:
    table = plans.parts_table(book)
    *parts, everything = table.to_dict("records")
    assert sum(part["chapters"] for part in parts) == everything["chapters"] == len(book)
    assert everything["reading"] == plans.duration(sum(chapter.minutes for chapter in book))
    assert parts[0]["part"] == "Foundations"
    assert parts[0]["begins with"] == "{doc}`One sort, every metric </book/foundations/one-sort>`"
    assert len(plans.links(book)) == len(set(plans.links(book))) == len(book)
