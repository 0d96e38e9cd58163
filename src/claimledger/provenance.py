"""Where a stored table comes from: the command, the commit and the machine that made it."""

from __future__ import annotations

import errno
import json
import os
import subprocess
from pathlib import Path
from typing import Any

from claimledger._writing import NotWritten, write
from claimledger.machine import fingerprint
from claimledger.project import project

__all__ = ["FILE", "commit", "record"]

#: The name of the provenance file beside the tables.
FILE = "made.json"


def record(command: str, *tables: Path, added: bool = False) -> None:
    """Say beside tables in one folder, in `FILE`, what made them: the command, the commit, the machine's fingerprint.

    Parameters
    ----------
    command : str
        As one types it.
    tables : paths
        What the command wrote.
    added : bool
        Whether it added to what was there, so that what made that stays on record too.

    Raises
    ------
    NotWritten
        If it cannot be written, or something else of that name is there.
    """
    place = tables[0].with_name(FILE)
    files = _recorded(place)
    made = {"command": command, "commit": commit(), "machine": fingerprint()}
    for table in tables:
        before = files.get(table.name, []) if added else []
        files[table.name] = [*(run for run in before if run != made), made]
    write(place, "{", json.dumps(files, indent=1, sort_keys=True) + "\n")


def _recorded(place: Path) -> dict[str, list[dict[str, Any]]]:
    if not place.is_file():
        return {}
    try:
        files: dict[str, list[dict[str, Any]]] = json.loads(place.read_text(encoding="utf-8"))
        ours = all(run.keys() == {"command", "commit", "machine"} for runs in files.values() for run in runs)
    except (ValueError, AttributeError, TypeError):
        ours = False
    if not ours:
        raise NotWritten(errno.EEXIST, "something else is there already, and is kept", os.fspath(place))
    return files


def commit() -> str:
    """The commit of the clone that the project runs from, and whether files were changed since; or "unknown"."""
    if (root := project().root) is None:
        return "unknown"
    command = ["git", "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty= and changes"]
    try:
        return subprocess.run(command, cwd=root, capture_output=True, check=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
