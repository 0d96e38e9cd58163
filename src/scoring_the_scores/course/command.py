"""``metricbook course``: list exercises, set them, and grade what is handed in."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from statistics import quantiles
from typing import Any, Final

from metricbook.writing import Output, check, first_line, say_line, write
from scoring_the_scores.course.assignment import Assignment, chosen, title_of_all, week
from scoring_the_scores.course.plans import exams, term
from scoring_the_scores.course.roster import roster_of
from scoring_the_scores.course.timing import minutes_taken
from scoring_the_scores.course.wheels import wheels
from scoring_the_scores.exercises import KINDS, LEVELS, Exercise, load
from scoring_the_scores.exercises.forms import folded
from scoring_the_scores.exercises.public import instances
from scoring_the_scores.exercises.students import sealed

ABOUT: Final = """The course: the book's exercises as assignments, and grades of what students hand in.

  metricbook course list --level warm-up
  metricbook course plan --starts 2027-02-15
  metricbook course assignment week-3 --output week-3 --seed-by-student
  metricbook course grade submissions --assignment week-3/assignment.ipynb --output week-3/grades.csv
  metricbook course items answers.csv --key key.csv --before before.csv"""
GRADING: Final = """Run every submission in a folder, and write two tables: a row for each submission and exercise, and
in marks.csv beside it, one row for each student.

Each entry of the folder is a submission: a notebook, a file of Python, a folder, or a zip, which is unpacked for that;
the folder may be a zip itself, and what Moodle packs is taken apart. Of several notebooks in an entry, the newest in
which something was written is graded, a notebook before a file of Python, and the note says what lies beside it. What
holds no notebook or cannot be read has rows that say what was found. With --roster, students who handed in nothing have
rows, too. Names that begin with a dot or two underscores are left out.

Each runs in a process of its own, without input, with its own home and temporary folder, none of this shell's variables
but the paths of programs and the language, and limits of time, memory, processes and size of files. Its output is
thrown away. Its answers come over as plain data and are checked in another process, in which no student's code runs; a
function that was handed in is called in the student's process, and only its values come over. One that is a function
of these packages, or calls one, gets nothing. The first prediction counts, and many constructions need a second example
and a sentence, which stands in the note.

Seconds are of processor time; by the clock a submission may take three times as many. What the clock or the system
ended is run again, alone, after all others. If that fails, too, what it had answered is graded, and the other rows
have the state "not graded" and no points, rather than 0; the student has no mark yet. The next run of the command
tries it again.

What is graded is kept in GRADES.kept; run the command again to go on, and delete that folder to grade all of it afresh.
Checking needs the wheel scoring_the_scores_key, which students do not have.

Exit status: 0 if all went well; 1 if somebody on the roster has no grade, if not all answers could be graded, if a
package of ours, or what is kept, was changed while submissions ran, or if it could not be done; 2 if the command was
called wrongly; 130 if it was stopped."""
NOT_PROTECTED: Final = """What this protects against, and what not. On Linux 5.13 and later, a submission writes in its
own folder only (Landlock; Linux 6.12 also keeps it from ending other processes), as root, too. Everywhere, the
packages of this project, what they load and the grades that are kept are compared with what they were, before and after
each submission; if they differ, grading stops and says what changed while whose submission ran; what is changed and
changed back while one runs is not seen. With Landlock or --isolate no submission can read the key. On Linux, this
command's environment and memory cannot be read, unless it runs as root.

Without --isolate, a submission runs as you: it can read what you can read, use the network and, where there is no
Landlock, write where you can write. With --isolate (bubblewrap, Linux), it sees neither your home, nor other
submissions, grades, roster, processes and temporary files, and has no network; the rest of the system it can read. Both
stand on the system's kernel. If you do not trust your students so far, grade in a virtual machine that you throw away.
Nor does this see who wrote an answer: with --seed-by-student a copied number is mostly wrong, a copied idea is right,
and only --roster knows who handed in what."""


NO_KEY: Final = """grading needs the key, which students do not have: install the wheel scoring_the_scores_key beside
the others (`make key` builds it in a copy of the book's repository)"""
UNFINISHED: Final = """without a mark, since not all answers could be graded in two runs: {}. Look at the notes and at
the notebooks; run the command again when the machine has time, or with a longer --timeout"""
AFTER_THAT: Final = """Look at that submission. If a file of a package or of Python changed, install it anew.
Then run the command again."""
ASKING: Final = """Of each item: the share of right answers, the same in the upper 27% of the class less that in the
lower 27%, the correlation r with the other items right, and what asks for another look. Of the test: its reliability
(KR-20) with Feldt's interval. With --before: the mean gain of those who sat both, and what share of what could be
gained that is, with intervals of 95%. Answers that were left out count as wrong."""


def main(arguments: list[str]) -> int:
    """Run the command, and return its exit code: 2 if it was called wrongly, 1 if it could not do it."""
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
    except ModuleNotFoundError as error:
        print(f"{error.name} is not installed: pip install 'scoring-the-scores[course]' brings it", file=sys.stderr)
        return 1
    except (ValueError, OSError) as error:
        print(f"metricbook course: {error}", file=sys.stderr)
        return 2 if isinstance(error, ValueError) else 1
    except KeyboardInterrupt:
        print("stopped; what was graded is kept", file=sys.stderr)
        return 130
    return code


def list_exercises(options: argparse.Namespace) -> int:
    """Print the exercises that are asked for."""
    rows = [
        one
        for one in load().values()
        if (not options.part or one.part == options.part)
        and (not options.level or one.level == options.level)
        and (not options.kind or one.kind == options.kind)
        and (not options.chapter or options.chapter.strip("/") in (one.chapter, one.chapter.partition("/")[2]))
    ]
    for one in rows:
        own = "own numbers" if one.seeded else ""
        worth = f"{one.points:2d} point{'s' if one.points != 1 else ' '}"
        say_line(f"{one.id:40s} {one.level:9s} {one.kind:10s} {one.minutes:4d} min  {worth}  {own:11s}  {one.title}")
    say_line(f"{len(rows)} of {len(load())} exercises, {sum(one.minutes for one in rows)} minutes")
    return 0


def write_assignment(options: argparse.Namespace) -> int:
    """Write an assignment into a folder."""
    some = chosen(options.names)
    title = options.title or title_of_all(options.names)
    if options.roster and not options.seed_by_student:
        raise ValueError("--roster decides who gets which numbers: it needs --seed-by-student")
    students = list(dict.fromkeys(folded(student) for _, student in roster_of(options.roster)))
    roster = sealed(students, title + "".join(one.id for one in some)) if students else ""
    practice = {one.id: 0 for name in options.names if (session := week(name)) for one in session.exercises}
    points = practice | points_of(options.points, some)
    exam = any(name in exams() for name in options.names)
    assignment = Assignment(title, some, options.seed_by_student, roster, points, options.book, exam)
    found = wheels()
    for path in assignment.write(options.output, beside=found, force=options.force):
        say_line(str(path))
    count = f"{len(some)} exercise{'s' * (len(some) > 1)}"
    say_line(f"{title}: {count}, {assignment.possible} points, about {assignment.minutes} minutes")
    if not found:
        say_line("no wheels lie beside it: this copy of the repository has built none; `make book` does")
    if options.seed_by_student and not any(one.seeded for one in some):
        say_line("none of them has numbers of a student's own: all students get the same")
    for one in some if roster else ():
        if one.seeded and (few := len(instances(one))) < len(students):
            say_line(f"{one.id} has {few} instances: some of the {len(students)} students share one")
    return 0


def points_of(told: Iterable[str], some: Sequence[Exercise]) -> dict[str, int]:
    """What exercises are worth by the options, of which one for an exercise goes before one for its level.

    Raises
    ------
    ValueError
        If one is not of the form NAME=POINTS, or names none of the exercises.
    """
    by_name: dict[str, int] = {}
    for text in told:
        name, _, number = text.partition("=")
        if not number.isdecimal() or not any(name in (one.id, one.level) for one in some):
            raise ValueError(f"--points {text}: give an exercise of these, or a level, and a whole number, as ID=2")
        by_name[name] = int(number)
    return {one.id: by_name[key] for one in some for key in (one.level, one.id) if key in by_name}


def write_grades(options: argparse.Namespace) -> int:
    """Grade a folder."""
    if sys.platform == "win32":
        raise OSError("grading needs limits that Windows does not have: use Linux, macOS or WSL")
    import psutil  # noqa: F401  # before the first submission, so that what is missing is said once
    from IPython import get_ipython  # noqa: F401

    from scoring_the_scores.course import feedback, marks
    from scoring_the_scores.course.confining import landlock
    from scoring_the_scores.course.grading import UNGRADED, beside, grade, without_grade
    from scoring_the_scores.course.guarding import TamperedError
    from scoring_the_scores.course.notebook import HandedOut, read, set_by
    from scoring_the_scores.course.sandbox import Limits
    from scoring_the_scores.exercises.checking import has_key

    if not has_key():
        raise OSError(NO_KEY)
    about = set_by(read(options.assignment)) if options.assignment else HandedOut()
    title = options.column or feedback.heading(about)
    if options.lms:
        marks.check_platform(options.lms, options.roster)
    inputs = [path for path in (options.assignment, options.roster) if path]
    if options.output.parent.is_dir():
        check(marks.outputs(options.output, [], options.lms, title), inputs=inputs, force=options.force)
    limits = Limits(options.timeout, options.memory, options.processes)
    given = {name: getattr(options, name) for name in ("assignment", "roster", "isolate", "force")}
    try:
        rows = grade(options.folder, options.output, limits=limits, jobs=options.jobs, shown=_shown, **given)
    except TamperedError as error:
        print(f"metricbook course: stopped, and nothing more was graded: {error}. {AFTER_THAT}", file=sys.stderr)
        return 1
    earned = marks.marks(rows, options.roster)
    made = marks.outputs(options.output, earned, options.lms, title)
    made += feedback.outputs(options.output, earned, about) if options.feedback else []
    for folder in {Path(one.path).parent for one in made}:
        folder.mkdir(exist_ok=True)
    write(made, inputs=inputs, force=options.force)
    handed_in = [row for row in rows if row["state"] != "nothing handed in"]
    count = len({row["file"] for row in handed_in})
    right = sum(row["right"] for row in handed_in)
    say_line(f"{options.output}: {count} submission{'s' * (count != 1)}, {right} of {len(handed_in)} answers right")
    for row in {row["file"]: row for row in handed_in}.values():
        reasons = [row["message"]] if row["state"] in UNGRADED[1:] and row["message"].startswith("Not graded") else []
        if notes := "; ".join([*reasons, *([row["note"]] if row["note"] else [])]):
            say_line(f"  {row['file']}: {notes}")
    held = "isolated" if options.isolate else "confined to its own folder" if landlock() else "not confined"
    say_line(
        f"Each ran on this machine as you, {held}; metricbook course grade --help says what that protects against."
    )
    for one in made:
        if Path(one.path).parent == options.output.parent:
            say_line(f"{one.path}")
    if options.feedback:
        say_line(f"{beside(options.output, 'feedback')}: a page for each of {len(earned)} students")
    if options.lms and (strangers := [one.student for one in earned if not one.known]):
        print(f"metricbook course: not on the roster, so not in the table: {', '.join(strangers)}", file=sys.stderr)
    if unfinished := [one.student for one in earned if one.state == marks.UNFINISHED]:
        print(f"metricbook course: {UNFINISHED.format(', '.join(unfinished))}", file=sys.stderr)
    left = without_grade(rows, options.roster)
    if left:
        print(f"metricbook course: {len(left)} on the roster without a grade: {', '.join(left)}", file=sys.stderr)
    return 1 if left or unfinished else 0


def analyse_items(options: argparse.Namespace) -> int:
    """Print what a class's answers say of a test, and write a row for each item if a file is named."""
    from scoring_the_scores.course import items

    key = items.read_key(options.key)
    answers = items.read_answers(options.answers, key)
    before = items.read_answers(options.before, key) if options.before else None
    table = items.by_item(answers, key)
    texts = [f"{len(answers)} students, {len(key)} items; KR-20 {items.reliability(answers, key)}"]
    if before is not None:
        both, gained, normalised = items.gain(before, answers, key)
        texts.append(f"{both} sat both tests; gain {gained}; of what could be gained {normalised}")
    if options.output:
        text = table.to_csv(index=False, float_format="%.4f", lineterminator="\n")
        inputs = [options.answers, options.key, *([options.before] if options.before else [])]
        write([Output(options.output, first_line(text), text)], inputs=inputs, force=options.force)
    for row in table.itertuples():
        numbers = f"{row.difficulty:.2f} right, upper less lower {row.discrimination:+.2f}, r {row.point_biserial:+.2f}"
        say_line(f"{row.item:24s} {numbers}  {row.note}".rstrip())
    for text in texts:
        say_line(text)
    return 0


def plan_term(options: argparse.Namespace) -> int:
    """Write a term with its dates."""
    from scoring_the_scores.course import scheduling

    syllabus = term()
    found, after = scheduling.weeks(syllabus, options.starts, options.without)
    text = scheduling.as_markdown(syllabus, found, after)
    if options.output is None:
        say_line(text.rstrip())
        return 0
    made = [Output(options.output / "plan.md", f"# {syllabus.name}\n", text)]
    made.append(Output(options.output / "plan.csv", ",".join(scheduling.COLUMNS), scheduling.as_csv(found)))
    if options.output.is_dir():
        check(made, force=options.force)
    options.output.mkdir(parents=True, exist_ok=True)
    write(made, force=options.force)
    for one in made:
        say_line(str(one.path))
    return 0


def sum_minutes(options: argparse.Namespace) -> int:
    """Print how long exercises took, as the progress of students says who kept times."""
    measured = minutes_taken(options.folders)
    for name, taken in measured.items():
        one = load()[name]
        low, middle, high = quantiles(taken, n=4, method="inclusive") if len(taken) > 1 else taken * 3
        said = f"{middle:5.1f} min (half took {low:.1f} to {high:.1f})"
        say_line(f"{name:40s} {said}, estimated {one.minutes:4d}, {len(taken)} students")
    if not measured:
        say_line("nobody kept times: an assignment's first cell says how that is done")
    return 0


def _shown(items: Iterable[Any], total: int) -> Iterator[Any]:
    from tqdm import tqdm

    return iter(tqdm(items, total=total, unit="submission", file=sys.stderr, disable=None))


def size(text: str) -> int:
    """Bytes, from text such as 2G or 500M.

    >>> size("2G"), size("500M")
    (2000000000, 500000000)
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)B?", text.strip(), re.IGNORECASE)
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is no amount of memory, such as 2G or 500M")
    return int(float(match[1]) * 1000 ** " KMGT".index(match[2].upper() or " "))


def seconds(text: str) -> float:
    """A number of seconds above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return value


def day(text: str) -> date:
    """A date, such as 2027-02-15."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date, such as 2027-02-15") from None


def positive(text: str) -> int:
    """A whole number above 0."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    whole = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="metricbook course", description=ABOUT, formatter_class=whole)
    commands = parser.add_subparsers(required=True, metavar="list | assignment | grade | items | minutes | plan")
    listing = commands.add_parser("list", help="the exercises: ids, levels, kinds, minutes")
    listing.add_argument("--part", choices=sorted({one.part for one in load().values()}))
    listing.add_argument("--level", choices=LEVELS)
    listing.add_argument("--kind", choices=KINDS)
    listing.add_argument("--chapter", metavar="CHAPTER", help="such as flach/h-measure, or h-measure")
    listing.set_defaults(run=list_exercises)
    setting = commands.add_parser("assignment", help="write a notebook for students, and the same for Otter")
    setting.add_argument(
        "names", nargs="+", metavar="NAME", help="chapters, parts or ids, week-1 to week-12, mid-term, exam"
    )
    setting.add_argument("--output", type=Path, required=True, metavar="FOLDER")
    setting.add_argument("--force", action="store_true", help="replace files of these names that are there and differ")
    setting.add_argument("--seed-by-student", action="store_true", help="each student gets numbers of their own")
    setting.add_argument("--roster", type=Path, help="a table with the columns file and student: no two share numbers")
    setting.add_argument("--title", help="at its head, and for the LMS; by default that of the chapter")
    setting.add_argument(
        "--points",
        action="append",
        default=[],
        metavar="ID|LEVEL=N",
        help="what an exercise, or each of a level, is worth; 0 for practice",
    )
    setting.add_argument("--book", default="", metavar="ADDRESS", help="of the book's site, for links to the chapters")
    setting.set_defaults(run=write_assignment)
    grading = commands.add_parser(
        "grade",
        help="run a folder of submissions, and write grades",
        description=GRADING,
        epilog=NOT_PROTECTED,
        formatter_class=whole,
    )
    grading.add_argument("folder", type=Path)
    grading.add_argument("--output", type=Path, default=Path("grades.csv"), metavar="GRADES")
    grading.add_argument(
        "--force",
        action="store_true",
        help="replace GRADES if another file is there; what is read is kept all the same",
    )
    grading.add_argument("--assignment", type=Path, help="the notebook that was handed out")
    grading.add_argument("--roster", type=Path, help="a table with the columns file and student, one line for each")
    grading.add_argument("--lms", choices=("canvas", "moodle"), help="also write the table that it imports")
    grading.add_argument("--column", metavar="NAME", help="what the LMS calls the assignment, if not by its title")
    grading.add_argument("--feedback", action="store_true", help="also write a page for each student, and of the class")
    grading.add_argument("--isolate", action="store_true", help="run each in a sandbox of bubblewrap's (Linux)")
    longest = "of processor time, for a submission (120)"
    grading.add_argument("--timeout", type=seconds, default=120.0, metavar="SECONDS", help=longest)
    grading.add_argument("--memory", type=size, default=2_000_000_000, metavar="BYTES", help="for a submission (2G)")
    grading.add_argument("--processes", type=positive, default=32, metavar="N", help="that a submission may start (32)")
    grading.add_argument("--jobs", type=positive, default=2, metavar="N", help="submissions at a time (2)")
    grading.set_defaults(run=write_grades)
    asking = commands.add_parser(
        "items", help="what a class's answers say of a test with four options", description=ASKING
    )
    asking.add_argument(
        "answers", type=Path, help="a table: student, and a column for each item with the letter chosen"
    )
    asking.add_argument("--key", type=Path, required=True, help="a table: item, and right, the letter that is right")
    asking.add_argument("--before", type=Path, metavar="ANSWERS", help="the same students' answers of an earlier date")
    asking.add_argument("--output", type=Path, metavar="ITEMS", help="write a row for each item as CSV")
    asking.add_argument("--force", action="store_true", help="replace ITEMS if another file is there")
    asking.set_defaults(run=analyse_items)
    planning = commands.add_parser("plan", help="a term of twelve weeks, with its dates")
    planning.add_argument("--starts", type=day, required=True, metavar="DATE", help="the first day, such as 2027-02-15")
    planning.add_argument(
        "--without", type=day, nargs="+", default=[], metavar="DATE", help="days whose week is left out: holidays"
    )
    planning.add_argument("--output", type=Path, metavar="FOLDER", help="for plan.md and plan.csv; else it is printed")
    planning.add_argument("--force", action="store_true", help="replace other files of these names")
    planning.set_defaults(run=plan_term)
    timing = commands.add_parser("minutes", help="how long exercises took, of students who kept times")
    timing.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="with what was handed in")
    timing.set_defaults(run=sum_minutes)
    return parser
