"""Where a stored table comes from: the command, the commit and the machine that made it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from metricbook.pages.clone import clone
from metricbook.pages.machine import fingerprint

__all__ = ["FILE", "commit", "record"]

#: The name of the file that says it, beside the tables.
FILE = "made.json"


def record(folder: Path, command: str) -> None:
    """Write beside the tables in a folder what made them: the command, the commit, and the machine's fingerprint."""
    made = {"command": command, "commit": commit(), "machine": fingerprint()}
    (folder / FILE).write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8", newline="\n")


def commit() -> str:
    """The commit of the clone that the package runs from, and whether files were changed since; or "unknown"."""
    try:
        asked = ["git", "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty= and changes"]
        return subprocess.run(asked, cwd=clone(), capture_output=True, check=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
