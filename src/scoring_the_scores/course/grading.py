"""A folder of submissions in, one table of grades out: resumable, and never half written."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from metricbook.writing import Output, check, write
from scoring_the_scores import exercises
from scoring_the_scores.course.assignment import VERSION, Assignment
from scoring_the_scores.course.confining import hide
from scoring_the_scores.course.from_pages import is_of_pages, not_graded
from scoring_the_scores.course.guarding import Guard, TamperedError
from scoring_the_scores.course.handed_in import Entry, Submission, chosen, copy, entries, listed, plain, visible
from scoring_the_scores.course.isolating import Sandboxes
from scoring_the_scores.course.judge import CHECK, NOT_GRADED
from scoring_the_scores.course.notebook import LARGEST, HandedOut, Task, codes, read, set_by, task_of
from scoring_the_scores.course.roster import roster_of
from scoring_the_scores.course.sandbox import MARK, START, Limits, adopt_orphans, below, end_all, plain_environment
from scoring_the_scores.exercises.checking import PREDICTED
from scoring_the_scores.exercises.forms import folded

COLUMNS: Final = (
    "student",
    "exercise",
    "right",
    "points",
    "of",
    "message",
    "tries",
    "seconds",
    "state",
    "note",
    "file",
    "answer",
)
#: How the table begins.
HEAD: Final = ",".join(COLUMNS) + "\r\n"
#: What judges one submission, in a process of its own.
JUDGE: Final = "scoring_the_scores.course.judge"
TRIES: Final = re.compile(r"^(\S+\.\S+)\s.*?(\d+) tr(?:y|ies)\b", re.MULTILINE)
#: States of what has no grade.
UNGRADED: Final = ("nothing handed in", "nothing to grade", "unreadable")
#: Note of a submission that was tried again.
AGAIN: Final = "run again, alone, since the first run was not graded to its end"
#: What may be written beside the table.
BESIDE: Final = ("marks.csv", "canvas.csv", "moodle.csv", "class.html", "feedback")
#: Constructions and sentences are shown beside one another.
WRITTEN: Final = 200
#: Spreadsheets take a cell that begins like this for a formula.
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def task_for(entries: Sequence[Entry], assignment: Path | None) -> Task:
    """The task of all submissions: the assignment's or, without one, that of most notebooks.

    Raises
    ------
    ValueError
        If nothing is asked.
    """
    tasks = []
    for path in [assignment] if assignment else [path for one in entries for path in one.notebooks]:
        with suppress(ValueError, OSError):
            tasks.append(task_of(read(path)))
    named = Counter(task for task in tasks if task.exercises)
    if not named:
        where = str(assignment) if assignment else "none of the submissions"
        raise ValueError(f"{where} names an exercise: give the notebook that was handed out by --assignment")
    return named.most_common(1)[0][0]


def handed_out(task: Task, assignment: Path | None) -> set[str]:
    """The code that students are given, as `plain` has it."""
    made = Assignment("", tuple(exercises.load()[name] for name in task.exercises), task.seeded, task.roster)
    given = [read(assignment)] if assignment else []
    return {plain(code) for one in (*given, made.notebook(), made.notebook(otter=True)) for code in codes(one)}


def student_of(one: Submission, roster: Mapping[str, str]) -> str | None:
    """Who handed something in, if the roster knows one of its names."""
    return next((roster[name] for name in one.keys if name in roster), None)


class Grader:
    """Grades submissions, several at a time, and caches the rows of each as soon as it has them."""

    def __init__(
        self,
        task: Task,
        limits: Limits,
        roster: Sequence[tuple[str, str]],
        cache: Path,
        sandboxes: Sandboxes | None = None,
    ) -> None:
        self.task, self.limits, self.cache, self.sandboxes = task, limits, cache, sandboxes
        self.roster = {file: student for file, student in roster if file}
        self.spelling = {folded(student): student for _, student in roster}
        self.guard = Guard(cache)
        self.stopped = False

    def digest(self, one: Submission) -> str:
        """A digest of all that a submission's rows depend on."""
        about: dict[str, Any] = {
            "task": asdict(self.task),
            "limits": asdict(self.limits),
            "version": VERSION,
            "isolated": self.sandboxes is not None,
        }
        about |= {"student": student_of(one, self.roster), "name": one.name, "note": one.note}
        parts = [json.dumps(about, sort_keys=True).encode()]
        files = visible(one.folder) if one.folder else [one.path] if one.path else []
        for path in files:
            name = path.relative_to(one.folder).as_posix() if one.folder else path.name
            parts += [name.encode(), hashlib.sha256(path.read_bytes()).digest()]
        return hashlib.sha256(b"\n".join(parts)).hexdigest()

    def grade(self, one: Submission, *, again: bool = False) -> list[dict[str, Any]]:
        """The rows of a submission: cached, or by judging it. What was not graded is not cached."""
        if one.path is None:
            return self.ungraded(one, "nothing to grade", f"Not graded: {one.note}.")
        try:
            path = self.cache / f"{self.digest(one)}.json"
            with suppress(ValueError):  # what another release cached may have another form
                if (text := self.guard.trusted(path)) is not None:
                    return json.loads(text)
            with self.guard.around(one.name):
                rows = self.judged(one)
        except OSError as error:
            return self.ungraded(one, "unreadable", f"Not graded: {str(error)[:300].removeprefix('[Errno ')}.")
        if self.stopped:
            raise InterruptedError(f"{one.name} was not graded to its end")
        if again:
            rows = [{**row, "note": "; ".join(filter(None, [AGAIN, row["note"]]))} for row in rows]
        if not is_unfinished(rows):
            with self.guard.writing(path):
                write([Output(path, "[", json.dumps(rows))])
        return rows

    def judged(self, one: Submission) -> list[dict[str, Any]]:
        """The rows of a submission, which is run."""
        assert one.path is not None
        try:
            notebook = read(one.path)
        except ValueError as error:
            return self.ungraded(one, "unreadable", f"Not graded: {error}.")
        messages, died = self.run(one, codes(notebook), first_predictions(one, notebook))
        if is_of_pages(one.path):
            messages |= not_graded(notebook, seeded=self.task.seeded)
        last = messages.pop(None, {"student": "", "died": died})
        tries = tried(one, notebook)
        lost = {"right": False, "seconds": 0.0, "state": NOT_GRADED, "message": f"Not graded: {died}."}
        return [
            self.row(one, messages.get(name, {"exercise": name, **lost}), last, tries) for name in self.task.exercises
        ]

    def ungraded(self, one: Submission, state: str, message: str) -> list[dict[str, Any]]:
        """The rows of what cannot be run."""
        empty = {"right": False, "message": message, "seconds": 0.0, "state": state}
        return [self.row(one, {"exercise": name, **empty}, {}, {}) for name in self.task.exercises]

    def row(
        self, one: Submission, messages: Mapping[str, Any], last: Mapping[str, Any], tries: Mapping[str, int]
    ) -> dict[str, Any]:
        """A row of the table."""
        known, says = student_of(one, self.roster), str(last.get("student", ""))
        notes = [one.note] if one.path and one.note else []
        notes += [f"stopped: {last['died']}"] if last.get("died") else []
        if self.task.seeded and known is None and not says and last and not last.get("died"):
            notes.append("no student number: what has numbers of a student's own is not graded")
        if known is not None and says and folded(known) != folded(says):
            notes.append(f"the notebook says {says}")
        notes += [f"why: {messages['why']}"] if messages.get("why") else []
        student = known or self.spelling.get(folded(says), says) or one.keys[-1]
        more = {
            "answer": messages.get("answer", ""),
            "student": student,
            "tries": tries.get(messages["exercise"], ""),
            "file": one.name,
            "note": "; ".join(notes),
        }
        return {**messages, **more, "right": int(messages["right"])}

    def run(
        self, one: Submission, cells: list[str], firsts: Mapping[str, Any]
    ) -> tuple[dict[str | None, dict[str, Any]], str]:
        """The judge's results by exercise, that of the whole under None; and why there are no more, if it was ended."""
        with tempfile.TemporaryDirectory(prefix="metricbook-", ignore_cleanup_errors=True) as place:
            folder, inside = Path(place) / "work", Path()
            if one.folder is None or one.path is None:
                folder.mkdir()
            else:
                copy(one.folder, folder)
                inside = one.path.relative_to(one.folder).parent
            within = self.sandboxes.around(folder) if self.sandboxes else []
            request = {"cells": cells, "wanted": list(self.task.exercises), "seeded": self.task.seeded}
            request |= {"seed": student_of(one, self.roster), "folder": str(folder), "limits": asdict(self.limits)}
            request |= {"within": within, "place": str(inside), "roster": self.task.roster}
            request |= {"seconds": self.task.seconds, "firsts": firsts}
            try:
                output, code = self.judge(json.dumps(request) + "\n")
            except OSError as error:  # the system has no process or no memory to give
                return {}, f"the process that judges it could not be started ({error.strerror})"
        messages: dict[str | None, dict[str, Any]] = {}
        for line in output.splitlines():
            with suppress(ValueError, AttributeError):  # the last line may be cut off
                spoken = json.loads(line)
                messages[spoken.get("exercise")] = spoken
        return messages, f"the process that judged it was ended (exit code {code})"

    def judge(self, request: str) -> tuple[str, int]:
        """Run the judge in a process of its own; if it is ended by what it judges, end that."""
        command = [sys.executable, "-I", "-B", "-m", JUDGE]
        longest = 2 * START + 2 * self.limits.clock + self.limits.patience * CHECK * len(self.task.exercises)
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command,
            stdin=pipe,
            stdout=pipe,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
            env=plain_environment(),  # in it there is nothing that a submission might not read
        ) as process:
            try:
                output, _ = process.communicate(request, timeout=longest)
            except subprocess.TimeoutExpired:
                process.kill()
                output, _ = process.communicate()
            finally:
                if process.poll() is None:  # Ctrl-C: the judge ends what it started
                    process.terminate()
        if process.returncode:
            end_orphans()
        return output, process.returncode


def end_judges() -> None:
    """End the judges that run, each of which ends what it started; who grades may have other processes."""
    import psutil

    for process in psutil.Process().children():
        with suppress(psutil.Error):
            if JUDGE in process.cmdline():
                process.terminate()


def end_orphans() -> None:
    """End what a judge that was killed has left behind: where the system can do that, it has come to us."""
    import psutil

    for orphan in psutil.Process().children():
        with suppress(psutil.Error):
            if MARK in orphan.environ():
                end_all(orphan.pid, lambda orphan=orphan: [orphan, *below(orphan)])  # type: ignore[misc]


def tried(one: Submission, notebook: Mapping[str, Any]) -> dict[str, int]:
    """How often a student tried each exercise, as the student's own file or notebook says; nothing if neither does."""
    path = one.path.with_name("metricbook-progress.json") if one.folder and one.path else None
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        if path is not None and path.stat().st_size < LARGEST:
            entries = json.loads(path.read_text(encoding="utf-8"))
            return {str(name): int(entry["tries"]) for name, entry in entries.items()}
    with suppress(KeyError, TypeError, AttributeError, ValueError):  # of answers from pages
        return {str(name): int(count) for name, count in notebook["metadata"]["tries"].items()}
    with suppress(KeyError, TypeError, AttributeError, ValueError):
        outputs = [output for cell in notebook["cells"][-3:] for output in cell.get("outputs", ())]
        texts = ["".join(output.get("text", "")) for output in outputs]
        return {name: int(count) for text in texts for name, count in TRIES.findall(text)}
    return {}


def first_predictions(one: Submission, notebook: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """What was first predicted, by exercise and seed: as the student's own file or the notebook's outputs have it."""
    firsts: dict[str, dict[str, Any]] = {}
    with suppress(KeyError, TypeError, AttributeError, ValueError):
        for output in [output for cell in notebook["cells"] for output in cell.get("outputs", ())]:
            if kept := output.get("metadata", {}).get(PREDICTED):
                firsts.setdefault(str(kept["exercise"]), {}).setdefault(str(kept["seed"]), kept["first"])
    path = one.path.with_name("metricbook-progress.json") if one.folder and one.path else None
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        if path is not None and path.stat().st_size < LARGEST:
            entries = json.loads(path.read_text(encoding="utf-8"))
            firsts |= {str(name): dict(entry["first"]) for name, entry in entries.items() if "first" in entry}
    return firsts


def grade(
    folder: Path,
    output: Path,
    *,
    limits: Limits,
    jobs: int = 2,
    assignment: Path | None = None,
    roster: Path | None = None,
    isolate: bool = False,
    force: bool = False,
    shown: Callable[[Iterator[Any], int], Iterator[Any]] = lambda submissions, total: submissions,
) -> list[dict[str, Any]]:
    """Grade a folder of submissions into a table, and return its rows.

    Parameters
    ----------
    folder : Path
        A notebook, a file of Python, answers that a page saved, a zip or a folder for each student; or a zip of that.
    output : Path
        The table, with one row for each submission and exercise. It is whole whenever it is there, and has all
        submissions that were graded so far. What is graded is cached beside it and not run again. What the clock or
        the system ended is run once more, alone, after all others.
    limits : Limits
        What each submission may use.
    jobs : int
        How many are run at a time.
    assignment : Path, optional
        The notebook that was handed out; without it, what most submissions say that they answer.
    roster : Path, optional
        Who handed in what; without it, who the notebooks say.
    isolate : bool
        Whether each is run in a sandbox of bubblewrap's.
    force : bool, optional
        Whether the table replaces another file of its name. What is read is never written.
    shown : callable, optional
        Shows how far it is.

    Raises
    ------
    ValueError
        If nothing is to be graded, or the table would be a device, a pipe or a folder.
    OSError
        If there are to be sandboxes and can be none; if the table is something that is read, or cannot be written, or
        another file of its name is there.
    TamperedError
        If what grades was changed while submissions ran. Nothing that ran then is in the table.
    """
    if output.exists() and not output.is_file():
        raise ValueError(f"{output} is no file: what is graded is kept beside the table, so it must be one")
    if output.parent.is_dir():  # else it is made
        inputs = [*read_below(folder, output), *filter(None, (assignment, roster))]
        check([Output(output, HEAD)], inputs=inputs, force=force)
    cache = output.with_name(f"{output.name}.kept")
    made = [beside(output, name) for name in BESIDE]
    ours = [path for path in (output, cache, assignment, roster, *made) if path]
    sandboxes = Sandboxes([folder, *ours]) if isolate else None
    lines = roster_of(roster)
    with tempfile.TemporaryDirectory(prefix="metricbook-", ignore_cleanup_errors=True) as place:
        entered = entries(folder, Path(place), {path.resolve() for path in ours})
        task = task_for(entered, assignment)
        given = handed_out(task, assignment)
        about = set_by(read(assignment)) if assignment else HandedOut()  # what students hand in says no points
        submissions = [chosen(one, given) for one in entered]
        cache.mkdir(parents=True, exist_ok=True)
        hide()
        adopt_orphans()
        grader = Grader(task, limits, lines, cache, sandboxes)
        absent = missing(submissions, lines, task)
        rows: dict[str, list[dict[str, Any]]] = {}

        def so_far() -> list[dict[str, Any]]:
            found = [row for one in submissions for row in rows.get(one.entry, ())]
            seen = {folded(str(row["student"])) for row in found}
            return scored(alike(noted([*found, *(row for row in absent if folded(row["student"]) not in seen)])), about)

        def take(one: Submission, found: list[dict[str, Any]]) -> None:
            rows[one.entry] = found
            write([Output(output, HEAD, table(so_far()))], force=True)  # ours by now, whatever a submission made of it

        with ThreadPoolExecutor(max_workers=jobs) as pool:
            todo = {pool.submit(grader.grade, one): one for one in submissions}
            try:
                for done in shown(as_completed(todo), len(todo)):
                    take(todo[done], done.result())
                for one in [one for one in submissions if is_unfinished(rows[one.entry])]:  # alone, after all others
                    take(one, pool.submit(grader.grade, one, again=True).result())
            except BaseException as error:
                grader.stopped = True  # what is ended now was not judged, and is not cached
                pool.shutdown(wait=False, cancel_futures=True)
                end_judges()
                if isinstance(error, TamperedError):
                    write([Output(output, HEAD, table(so_far()))], force=True)
                raise
    return so_far()


def beside(grades: Path, name: str) -> Path:
    """Where something is written that belongs to a table of grades: its name begins as the table's."""
    return grades.with_name(name if grades.stem == "grades" else f"{grades.stem}-{name}")


def read_below(folder: Path, output: Path) -> list[Path]:
    """All paths below a folder, without an earlier table of grades that may lie there."""
    earlier = output.is_file() and output.read_bytes().startswith(HEAD.encode())
    return [path for path in folder.rglob("*") if not (earlier and path.resolve() == output.resolve())]


def missing(submissions: Sequence[Submission], roster: Sequence[tuple[str, str]], task: Task) -> list[dict[str, Any]]:
    """The rows of students on the roster who have handed in nothing."""
    whose = {file: student for file, student in roster if file}
    there = {folded(student_of(one, whose) or "") for one in submissions}
    about = {"right": 0, "answer": "", "message": "Nothing was handed in.", "tries": "", "seconds": 0.0, "note": ""}
    return [
        {**about, "student": student, "exercise": name, "state": "nothing handed in", "file": file}
        for file, student in roster
        if folded(student) not in there
        for name in task.exercises
    ]


def is_unfinished(rows: Iterable[Mapping[str, Any]]) -> bool:
    """Whether one of some rows was not graded, since the clock or the system ended what was run."""
    return any(row["state"] == NOT_GRADED for row in rows)


def without_grade(rows: Sequence[Mapping[str, Any]], roster: Path | None) -> list[str]:
    """The students on a roster of whom nothing could be graded."""
    graded = {folded(row["student"]) for row in rows if row["state"] not in UNGRADED}
    listed_once = {folded(student): student for _, student in reversed(roster_of(roster))}
    return [student for name, student in reversed(listed_once.items()) if name not in graded]


def noted(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The rows, with a note where several files are one student's."""
    files: dict[str, dict[str, None]] = {}
    for row in rows:
        files.setdefault(folded(str(row["student"])), {})[str(row["file"])] = None
    noted_rows = []
    for row in rows:
        others = [name for name in files[folded(str(row["student"]))] if name != row["file"]]
        notes = [row["note"]] if row["note"] else []
        notes += [f"the same student as {listed(others)}"] if others else []
        noted_rows.append({**row, "note": "; ".join(notes)})
    return noted_rows


def scored(rows: Sequence[Mapping[str, Any]], about: HandedOut) -> list[dict[str, Any]]:
    """The rows, with the points that each earns and could; what was not graded has none, which is not 0."""
    return [
        {"answer": "", **row, "points": "" if is_unfinished([row]) else row["right"] * worth, "of": worth}
        for row in rows
        for worth in [about.worth(row["exercise"])]
    ]


def alike(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The rows, with a note where two students handed in the same construction: of most there are thousands."""
    same: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in rows:
        if row["right"] and exercises.load()[row["exercise"]].kind in ("construct", "error"):
            same.setdefault((row["exercise"], str(row.get("answer", ""))), []).append(row)
    found = []
    for row in rows:
        group = same.get((row["exercise"], str(row.get("answer", ""))), []) if row["right"] else []
        others = [one["file"] for one in group if folded(str(one["student"])) != folded(str(row["student"]))]
        notes = [*([row["note"]] if row["note"] else []), *([f"the same answer as {listed(others)}"] if others else [])]
        found.append({**row, "note": "; ".join(notes)})
    return found


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """The text of the table, in which no spreadsheet finds a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    shown = ({**row, "answer": str(row.get("answer", ""))[:WRITTEN]} for row in rows)
    writer.writerows([harmless(row[column]) for column in COLUMNS] for row in shown)
    return text.getvalue()


def harmless(value: Any) -> Any:
    """A value as a cell that is one line and no formula.

    >>> harmless("=HYPERLINK(1)"), harmless("two\\nlines"), harmless(3)
    ("'=HYPERLINK(1)", 'two lines', 3)
    """
    if not isinstance(value, str):
        return value
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in value).split())
    return f"'{line}" if line.startswith(FORMULA) else line
