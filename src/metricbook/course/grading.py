"""A folder of submissions in, one table of grades out: resumable, and never half written."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from metricbook import exercises
from metricbook.course.assignment import VERSION
from metricbook.course.judge import CHECK, MARK, START, Limits, adopt_orphans, below, end_all

COLUMNS: Final = ("student", "exercise", "right", "message", "tries", "seconds", "state", "note", "file")
SUFFIXES: Final = (".ipynb", ".py")
#: What judges one submission, in a process of its own.
JUDGE: Final = "metricbook.course.judge"
#: A notebook that is larger holds no answers that somebody wrote.
LARGEST: Final = 50_000_000
NAMED: Final = re.compile(r"""answers(?:\.get\(|\[)\s*["']([\w-]+\.[\w-]+)["']""")
TRIES: Final = re.compile(r"^(\S+\.\S+)\s.*?(\d+) tr(?:y|ies)\b", re.MULTILINE)
#: Spreadsheets take a cell that begins like this for a formula.
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True)
class Submission:
    """What one student handed in.

    Attributes
    ----------
    name : str
        Its path below the folder of submissions.
    path : Path
        The notebook, or the file of Python.
    folder : Path or None
        What lies beside it and belongs to it; None if it lies among the others.
    """

    name: str
    path: Path
    folder: Path | None


@dataclass(frozen=True)
class Task:
    """What is asked of every submission."""

    exercises: tuple[str, ...]
    seeded: bool


def submissions(folder: Path) -> list[Submission]:
    """What was handed in: each notebook or file of Python in the folder, and the first in each folder below it.

    Raises
    ------
    ValueError
        If there is none.
    """
    found = []
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.name.startswith((".", "__")):
            continue
        if path.is_file() and path.suffix in SUFFIXES:
            found.append(Submission(path.name, path, None))
        elif path.is_dir():
            inside = [one for suffix in SUFFIXES for one in sorted(path.rglob(f"*{suffix}")) if _seen(one, path)]
            found += [Submission(one.relative_to(folder).as_posix(), one, path) for one in inside[:1]]
    if not found:
        raise ValueError(f"{folder} holds no notebook and no file of Python")
    return found


def _seen(path: Path, folder: Path) -> bool:
    return (
        path.is_file()
        and not path.is_symlink()
        and not any(part.startswith((".", "__")) for part in path.relative_to(folder).parts)
    )


def read(path: Path) -> dict[str, Any]:
    """A notebook, as JSON has it; a file of Python as a notebook, with cells that begin with ``# %%``.

    Raises
    ------
    ValueError
        If it is neither.
    """
    if path.stat().st_size > LARGEST:
        raise ValueError(f"the file is larger than {LARGEST // 10**6} MB")
    text = path.read_bytes().decode("utf-8", errors="replace")
    if path.suffix == ".py":
        parts = re.split(r"^# ?%%.*$", text, flags=re.MULTILINE)
        return {"cells": [{"cell_type": "code", "source": part} for part in parts], "metadata": {}}
    try:
        notebook = json.loads(text)
        codes = [_source(cell) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ValueError("the file is no notebook") from None
    if not codes:
        raise ValueError("the notebook has no code")
    return notebook


def _source(cell: Mapping[str, Any]) -> str:
    source = cell["source"]
    return source if isinstance(source, str) else "".join(source)


def codes(notebook: Mapping[str, Any]) -> list[str]:
    """The code of a notebook's cells."""
    return [_source(cell) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def task_of(notebook: Mapping[str, Any]) -> Task:
    """What a notebook says that it asks, in its metadata or else in its code."""
    about = notebook.get("metadata", {}).get("metricbook", {})
    about = about if isinstance(about, dict) else {}
    listed = about.get("exercises")
    names = listed if isinstance(listed, list) else NAMED.findall("\n".join(codes(notebook)))
    known = [name for name in dict.fromkeys(map(str, names)) if name in exercises.load()]
    return Task(tuple(known), bool(about.get("seeded")))


def task_for(found: Sequence[Submission], assignment: Path | None) -> Task:
    """What is asked of all: what the assignment asks or, without one, what most notebooks say.

    Raises
    ------
    ValueError
        If nothing is asked.
    """
    tasks = []
    for path in [assignment] if assignment else [one.path for one in found]:
        with suppress(ValueError, OSError):
            tasks.append(task_of(read(path)))
    asked = Counter(task for task in tasks if task.exercises)
    if not asked:
        where = str(assignment) if assignment else "none of the submissions"
        raise ValueError(f"{where} names an exercise: give the notebook that was handed out by --assignment")
    return asked.most_common(1)[0][0]


def roster_of(path: Path | None) -> dict[str, str]:
    """Who handed in what, from a table with the columns file and student.

    Raises
    ------
    ValueError
        If it has not both columns.
    """
    if path is None:
        return {}
    with path.open(encoding="utf-8-sig", newline="") as lines:
        rows = csv.DictReader(lines)
        if not {"file", "student"} <= set(rows.fieldnames or ()):
            raise ValueError(f"{path} must have the columns file and student")
        return {row["file"].strip(): row["student"].strip() for row in rows}


def known_as(one: Submission, roster: Mapping[str, str]) -> str | None:
    """Who handed something in, if the roster knows its path, or its folder or file, with or without ending."""
    first = one.name.partition("/")[0]
    return next((roster[name] for name in (one.name, first, Path(first).stem) if name in roster), None)


class Grader:
    """What grades submissions, several at a time, and keeps each one's rows as soon as it has them."""

    def __init__(self, task: Task, limits: Limits, roster: Mapping[str, str], kept: Path) -> None:
        self.task, self.limits, self.roster, self.kept = task, limits, roster, kept
        self.stopped = False

    def digest(self, one: Submission) -> str:
        """What a submission's rows depend on."""
        about: dict[str, Any] = {
            "task": asdict(self.task),
            "limits": asdict(self.limits),
            "version": VERSION,
        }
        about |= {"student": known_as(one, self.roster), "name": one.name}
        parts = [json.dumps(about, sort_keys=True).encode()]
        files = (
            [one.path]
            if one.folder is None
            else sorted(path for path in one.folder.rglob("*") if _seen(path, one.folder))
        )
        for path in files:
            parts += [path.name.encode(), hashlib.sha256(path.read_bytes()).digest()]
        return hashlib.sha256(b"\n".join(parts)).hexdigest()

    def grade(self, one: Submission) -> list[dict[str, Any]]:
        """The rows of a submission: from those that are kept, or by judging it."""
        digest = self.digest(one)
        path = self.kept / f"{digest}.json"
        with suppress(OSError, ValueError):
            return json.loads(path.read_text(encoding="utf-8"))
        rows = self.judged(one)
        if self.stopped:
            raise InterruptedError(f"{one.name} was not graded to its end")
        write_whole(path, json.dumps(rows))
        return rows

    def judged(self, one: Submission) -> list[dict[str, Any]]:
        """The rows of a submission."""
        try:
            notebook = read(one.path)
        except (ValueError, OSError) as error:
            why = f"{error}".removeprefix("[Errno ")
            empty = {"right": False, "message": f"Not graded: {why}.", "seconds": 0.0, "state": "unreadable"}
            return [self.row(one, {"exercise": name, **empty}, {}, {}) for name in self.task.exercises]
        said, died = self.run(one, codes(notebook))
        last = said.pop(None, {"student": "", "died": died})
        tries = tried(one, notebook)
        lost = {"right": False, "seconds": 0.0, "state": "stopped", "message": f"Not graded: {died}."}
        return [self.row(one, said.get(name, {"exercise": name, **lost}), last, tries) for name in self.task.exercises]

    def row(
        self, one: Submission, said: Mapping[str, Any], last: Mapping[str, Any], tries: Mapping[str, int]
    ) -> dict[str, Any]:
        """A row of the table."""
        known, says = known_as(one, self.roster), str(last.get("student", ""))
        notes = [f"stopped: {last['died']}"] if last.get("died") else []
        if self.task.seeded and known is None and not says and last and not notes:
            notes.append("no student number: checked as the book's own instance")
        if known is not None and says and known != says:
            notes.append(f"the notebook says {says}")
        student = known or says or Path(one.name.partition("/")[0]).stem
        more = {
            "student": student,
            "tries": tries.get(said["exercise"], ""),
            "file": one.name,
            "note": "; ".join(notes),
        }
        return {**said, **more, "right": int(said["right"])}

    def run(self, one: Submission, cells: list[str]) -> tuple[dict[str | None, dict[str, Any]], str]:
        """What the judge says of each exercise, and of the whole under None; and why it says no more."""
        with tempfile.TemporaryDirectory(prefix="metricbook-", ignore_cleanup_errors=True) as place:
            folder = Path(place) / "work"
            if one.folder is None:
                folder.mkdir()
            else:
                shutil.copytree(one.folder, folder, symlinks=True)
            asked = {"cells": cells, "wanted": list(self.task.exercises), "seeded": self.task.seeded}
            asked |= {"seed": known_as(one, self.roster), "folder": str(folder), "limits": asdict(self.limits)}
            output, code = self.judge(json.dumps(asked) + "\n")
        said: dict[str | None, dict[str, Any]] = {}
        for line in output.splitlines():
            with suppress(ValueError, AttributeError):  # the last line may be cut off
                spoken = json.loads(line)
                said[spoken.get("exercise")] = spoken
        return said, f"the process that judged it was ended (exit code {code})"

    def judge(self, asked: str) -> tuple[str, int]:
        """Run the judge in a process of its own; if it is ended by what it judges, end that."""
        command = [sys.executable, "-I", "-m", JUDGE]
        longest = START + 2 * self.limits.seconds + CHECK * len(self.task.exercises)
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, start_new_session=True
        ) as process:
            try:
                output, _ = process.communicate(asked, timeout=longest)
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
    path = one.folder / "metricbook-progress.json" if one.folder else None
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        if path is not None and path.stat().st_size < LARGEST:
            entries = json.loads(path.read_text(encoding="utf-8"))
            return {str(name): int(entry["tries"]) for name, entry in entries.items()}
    with suppress(KeyError, TypeError, AttributeError, ValueError):
        outputs = [output for cell in notebook["cells"][-3:] for output in cell.get("outputs", ())]
        texts = ["".join(output.get("text", "")) for output in outputs]
        return {name: int(count) for text in texts for name, count in TRIES.findall(text)}
    return {}


def grade(
    folder: Path,
    output: Path,
    *,
    limits: Limits,
    jobs: int = 2,
    assignment: Path | None = None,
    roster: Path | None = None,
    shown: Callable[[Iterator[Any], int], Iterator[Any]] = lambda found, total: found,
) -> list[dict[str, Any]]:
    """Grade a folder of submissions into a table, and return its rows.

    Parameters
    ----------
    folder : Path
        A notebook, a file of Python or a folder for each student.
    output : Path
        The table, with one row for each submission and exercise. It is whole whenever it is there, and has all
        submissions that were graded so far. What is graded is kept beside it and not run again.
    limits : Limits
        What each submission may use.
    jobs : int
        How many are run at a time.
    assignment : Path, optional
        The notebook that was handed out; without it, what most submissions say that they answer.
    roster : Path, optional
        Who handed in what; without it, who the notebooks say.
    shown : callable, optional
        Shows how far it is.

    Raises
    ------
    ValueError
        If nothing is to be graded.
    """
    found = submissions(folder)
    task = task_for(found, assignment)
    kept = output.with_name(f"{output.name}.kept")
    kept.mkdir(parents=True, exist_ok=True)
    grader = Grader(task, limits, roster_of(roster), kept)
    adopt_orphans()
    rows: dict[str, list[dict[str, Any]]] = {}
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        todo = {pool.submit(grader.grade, one): one for one in found}
        try:
            for done in shown(as_completed(todo), len(todo)):
                rows[todo[done].name] = done.result()
                write_whole(output, table(noted([row for one in found for row in rows.get(one.name, ())])))
        except BaseException:
            grader.stopped = True  # what is ended now was not judged, and is not kept
            pool.shutdown(wait=False, cancel_futures=True)
            end_judges()
            raise
    return noted([row for one in found for row in rows[one.name]])


def noted(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The rows, with a note where several files are one student's."""
    files: dict[str, dict[str, None]] = {}
    for row in rows:
        files.setdefault(str(row["student"]), {})[str(row["file"])] = None
    found = []
    for row in rows:
        others = [name for name in files[str(row["student"])] if name != row["file"]]
        notes = [row["note"]] if row["note"] else []
        more = f" and {len(others) - 3} more" if len(others) > 3 else ""
        notes += [f"the same student as {', '.join(others[:3])}{more}"] if others else []
        found.append({**row, "note": "; ".join(notes)})
    return found


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """The text of the table, in which no spreadsheet finds a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([harmless(row[column]) for column in COLUMNS] for row in rows)
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


def write_whole(path: Path, text: str) -> None:
    """Write a file that is there as a whole, or not at all."""
    new = path.with_name(f"{path.name}.new")
    new.write_text(text, encoding="utf-8", newline="")
    new.replace(path)
