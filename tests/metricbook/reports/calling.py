"""The call of the command that its tests make, and what it writes for machines."""

from __future__ import annotations

import json
from pathlib import Path

from metricbook.__main__ import main

CALL = ["report", "scores.csv", "--label", "y", "--score", "first", "--score", "second", "--replicates", "5"]


def numbers(folder: Path, *more: str) -> dict:
    """What a call with these options writes for machines."""
    assert main([*CALL, *more, "-q", "--json", "all.json"]) == 0
    return json.loads((folder / "all.json").read_text(encoding="utf-8"))
