"""What a course is planned from: all of it is there, and none of it is typed twice."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

import claimledger as ledger
from scoring_the_scores import exercises
from scoring_the_scores.contents import title
from scoring_the_scores.course import plans, scheduling
from scoring_the_scores.course.command import main

ROOT = Path(__file__).parents[3]
ONE = "flach.crossing-rankings"
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
            total += sum(exercises.load()[one.id].minutes for one in session.exercises + session.graded)
            total += sum(one["minutes"] for one in session.also)
        assert syllabus.minutes == total
    table = plans.sessions_table(found)
    assert table["in all"].sum() == sum(syllabus.minutes for syllabus in found)
    assert (table["reading"] + table["solving"] <= table["in all"]).all()
    counts = plans.chapters_table(book)[list(exercises.LEVELS)].to_numpy()
    assert counts.sum() == len(exercises.load())


def test_what_a_chapter_needs_is_read_before_it(book: list[plans.Chapter]) -> None:
    """Of a term, all of it; other ways through the book leave out what a reader may know."""
    needs = {one.file: {need.file for need in book if need != one and _is_named(need, one.needs)} for one in book}
    assert needs["synthesis/angle"] == {"synthesis/how-sure", "synthesis/disagreement"}
    assert [name for name, some in needs.items() if not some] == ["foundations/one-sort"]
    for syllabus in plans.syllabi(book):
        names = [chapter.file for session in syllabus.sessions for chapter in session.chapters]
        assert len(names) == len(set(names))
        for place, name in enumerate(names):
            needed = needs[name] if syllabus.weights else needs[name] & set(names)
            assert needed <= set(names[:place]), f"{syllabus.name}: {name}"


def _is_named(chapter: plans.Chapter, text: str) -> bool:
    return re.search(rf"(^|[, ]){re.escape(title(chapter.file))}($|[,: ])", text) is not None


def test_how_many_exercises_pages_take_is_counted_and_not_typed() -> None:
    told = plans.on_the_page()
    here, all_of_them, others, functions = map(int, re.findall(r"\d+", told.plain))
    assert others == all_of_them - here
    assert 0 < functions <= others
    page = (ROOT / "book" / "back" / "teaching.md").read_text(encoding="utf-8")
    typed = re.compile(r"\d+ of the \d+ exercises")
    assert typed.search(told.markdown)
    assert not typed.search(page)
    assert "plans.on_the_page()" in page


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
    term = plans.term().sessions
    weeks = [place for place, week in enumerate(term, 1) if any("project" in one["what"] for one in week.also)]
    for rubric in plans.rubrics():
        assert [one["week"] for one in rubric["milestones"]] == weeks
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


def test_the_weeks_of_a_term_are_even_and_say_what_is_graded() -> None:
    term = plans.term()
    minutes = [week.minutes for week in term.sessions]
    assert len(minutes) == 12
    assert max(minutes) <= 1.5 * min(minutes)
    assert sum(one["percent"] for one in term.weights) == 100
    assert sum(bool(week.graded) for week in term.sessions) == 10  # as the weights say
    some = [one.id for week in term.sessions for one in week.exercises + week.graded]
    assert len(some) == len(set(some))
    written = {one for week in _read_term() for kind in ("practice", "graded") for one in week[kind]}
    assert written == set(some)  # each is of a chapter that is read in its week


def test_an_exam_asks_what_was_taught_with_numbers_of_its_own() -> None:
    term, found = plans.term(), plans.exams()
    (half,) = [place for place, week in enumerate(term.sessions) if any("mid-term" in a["what"] for a in week.also)]
    read = {chapter.file: place for place, week in enumerate(term.sessions) for chapter in week.chapters}
    for name, last in (("mid-term", half), ("exam", 12)):
        some = [exercises.load()[one] for one in found[name]["exercises"]]
        assert all(one.seeded for one in some)
        assert all(read[one.chapter] < last for one in some)
        assert abs(sum(one.minutes for one in some) - found[name]["minutes"]) <= 0.05 * found[name]["minutes"]
    assert found["mid-term"]["minutes"] == next(a["minutes"] for a in term.sessions[half].also if "mid" in a["what"])


def _read_term() -> list[dict]:
    return plans._read(plans.HERE / "syllabi.toml")["syllabus"][-1]["session"]


def test_what_the_package_alone_knows_of_chapters_is_what_their_heads_say(book: list[plans.Chapter]) -> None:
    for short, whole in zip(plans.outline(), book, strict=True):
        for name in ("file", "part", "minutes", "goal"):
            assert getattr(short, name) == getattr(whole, name)
        assert whole.title.startswith(short.title)


def test_a_term_has_dates_and_leaves_holidays_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start, holidays = date(2027, 2, 15), [date(2027, 3, 29), date(2027, 3, 30), date(2027, 5, 3)]
    weeks, after = scheduling.weeks(plans.term(), start, holidays)
    assert [one.begins.weekday() for one in weeks] == [0] * 12
    assert len(weeks) == 12
    assert not {one.begins for one in weeks} & {date(2027, 3, 29), date(2027, 5, 3)}
    assert after - start == timedelta(weeks=14)
    assert weeks[5].due == date(2027, 4, 4)  # the week left out is time to work
    command = ["plan", "--starts", "2027-02-15", "--without", "2027-03-29", "2027-05-03"]
    assert main(command) == 0
    printed = capsys.readouterr().out
    assert main([*command, "--output", str(tmp_path / "term")]) == 0
    text = (tmp_path / "term" / "plan.md").read_text(encoding="utf-8")
    assert text == printed
    assert "estimates; nobody has measured them" in text
    with (tmp_path / "term" / "plan.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [int(row["minutes"]) for row in rows] == [week.minutes for week in plans.term().sessions]
    assert (rows[0]["due"], rows[5]["due"]) == ("2027-02-21", "")
    assert main([*command[:3], "--without", "2028-01-01"]) == 2
    assert "not within the term, which goes from 2027-02-15 to 2027-05-10: 2028-01-01" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["plan", "--starts", "15 February"])
    assert "'15 February' is no date, such as 2027-02-15" in capsys.readouterr().err


def test_minutes_are_summed_over_students_who_kept_times(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entry = {"tries": 1, "solved": True, "when": None, "seed": None}
    records = [{ONE: {**entry, "seconds": 60 * minutes}} for minutes in (10, 12, 20, 30)]
    records += [{ONE: entry}, {ONE: {**entry, "solved": False, "seconds": 6000}}, {ONE: {**entry, "seconds": 1e9}}, []]
    for number, record in enumerate(records):
        folder = tmp_path / "in" / f"student-{number}"
        folder.mkdir(parents=True)
        (folder / "metricbook-progress.json").write_text(json.dumps(record), encoding="utf-8")
    assert main(["minutes", str(tmp_path / "in")]) == 0
    line = capsys.readouterr().out
    assert line.split() == f"{ONE} 16.0 min (half took 11.5 to 22.5), estimated 20, 4 students".split()
    assert main(["minutes", str(tmp_path / "none")]) == 2
    (tmp_path / "empty").mkdir()
    assert main(["minutes", str(tmp_path / "empty")]) == 0
    assert "nobody kept times" in capsys.readouterr().out
