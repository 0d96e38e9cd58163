"""A student's progress, in a small file on their own machine; no account is needed."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from metricbook.writing import Output, write
from scoring_the_scores.exercises.exercise import load

if TYPE_CHECKING:
    from scoring_the_scores.exercises.checking import Result

#: Environment variable with the path of the file; "off" to store no progress.
VARIABLE: Final = "METRICBOOK_PROGRESS"
#: Name of the file, in the working directory.
FILE: Final = "metricbook-progress.json"
#: What an entry has, and one more if times are kept.
FIELDS: Final = frozenset({"tries", "solved", "when", "seed"})
#: Seconds without a check that are a break, and not work.
BREAK: Final = 1800


class _Clock:
    """When this process last checked an answer, by a clock that only goes on; None while no times are kept."""

    last: float | None = None


@dataclass(frozen=True)
class Progress:
    """The exercises tried and solved.

    Attributes
    ----------
    entries : dict
        For each exercise tried: number of ``tries``, whether it is ``solved``, ``when`` it first was (or None), the
        ``seed`` of the instance, of a prediction what was ``first`` predicted, by seed, and, if times are kept, the
        ``seconds`` of work until it was solved.
    """

    entries: dict[str, dict[str, Any]]

    def __str__(self) -> str:
        exercises = load()
        solved = [name for name, entry in self.entries.items() if entry["solved"]]
        lines = [f"{len(solved)} of {len(exercises)} exercises solved, {len(self.entries)} tried"]
        for name, entry in sorted(self.entries.items()):
            title = exercises[name].title if name in exercises else "an exercise of another edition"
            state = f"solved {entry['when']}" if entry["solved"] else "not yet"
            own = f", instance {entry['seed']}" if entry["seed"] is not None else ""
            times = f"{entry['tries']} {'try' if entry['tries'] == 1 else 'tries'}"
            times += f", {entry['seconds'] / 60:.0f} min" if "seconds" in entry else ""
            lines.append(f"{name:36s} {state}, {times}{own}: {title}")
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def progress() -> Progress:
    """The progress so far, from the file ``metricbook-progress.json`` in the working directory.

    The environment variable ``METRICBOOK_PROGRESS`` names another file; ``off`` stores none. The file stays on this
    machine; printing the result gives a summary to hand in.

    Raises
    ------
    ValueError
        If the file exists but cannot be read: delete it, or name another.
    """
    path = _path()
    if path is None or not path.exists():
        return Progress({})
    if not path.is_file():  # reading a pipe would block
        raise ValueError(f"{path} is no file: name one in {VARIABLE}, or off for none")
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        whole = all(set(entry) - {"first", "seconds"} == FIELDS for entry in entries.values())
    except (OSError, ValueError, AttributeError, TypeError):
        whole = False
    if not whole:
        raise ValueError(f"{path} is not a record of exercises: delete it, or name another file in {VARIABLE}")
    return Progress(entries)


def keep_times() -> None:
    """From now on, also keep in the progress how long each exercise takes: the time before a check is the exercise's.

    Half an hour without a check is a break and not counted, and neither is what comes after an exercise is solved.
    """
    _Clock.last = time.monotonic()


def record(result: Result, answer: Any, seed: int | str | None) -> dict[str, Any] | None:
    """Store the result of a check, and return of a prediction its ``exercise``, its ``seed`` and what came ``first``.

    Failure to store is ignored: a read-only folder must not prevent a check.
    """
    path = _path()
    if path is None:
        return None
    try:
        entries = progress().entries
        entry = entries.setdefault(result.id, {"tries": 0, "solved": False, "when": None, "seed": None})
        entry["tries"] += 1
        if _Clock.last is not None:
            now = time.monotonic()
            spent, _Clock.last = now - _Clock.last, now
            if spent < BREAK and not entry["solved"]:
                entry["seconds"] = round(entry.get("seconds", 0) + spent, 1)
        given, first = plain(answer), None
        if load()[result.id].kind == "predict":
            first = entry.setdefault("first", {}).setdefault(str(seed), given)
        if result.right and not entry["solved"] and first in (None, given):
            when = datetime.now(UTC).isoformat(timespec="seconds")
            entry.update(solved=True, when=when, seed=seed)
        write([Output(path, "{", json.dumps(entries, indent=1, sort_keys=True) + "\n")])
    except (OSError, ValueError):
        return None
    return None if first is None else {"exercise": result.id, "seed": str(seed), "first": first}


def plain(answer: Any) -> Any:
    """An answer as a file keeps it, in a form that is read as the same answer; None if it has none."""
    try:
        return json.loads(json.dumps(answer, default=str))
    except Exception:  # what is handed in may fail in every way
        return None


def _path() -> Path | None:
    named = os.environ.get(VARIABLE, "")
    return None if named.lower() == "off" else Path(named or FILE)
