"""The day of a build: that of its commit, so that two builds of a commit are the same."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: What a copy without git is told, as a day such as 2026-11-25.
DATE = "METRICBOOK_DATE"


@cache
def day() -> str:
    """Return the day of the commit, nothing where neither git nor the environment knows it."""
    if stated := os.environ.get(DATE):
        return stated
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        return ""
    command = ["git", "log", "-1", "--format=%cs"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
