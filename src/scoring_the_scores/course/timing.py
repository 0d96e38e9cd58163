"""How long exercises take, of students who said that times may be kept."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from scoring_the_scores.exercises import load

#: A record of progress is smaller.
LARGEST: Final = 1_000_000
#: More seconds than a day of work are a mistake.
LONGEST: Final = 86_400


def minutes_taken(folders: Iterable[Path]) -> dict[str, list[float]]:
    """The minutes that each exercise took to be solved, in the order of the book, of all records below some folders.

    Exercises that were not solved are left out, as are records that cannot be read.

    Raises
    ------
    ValueError
        If a folder is not there.
    """
    taken: dict[str, list[float]] = defaultdict(list)
    for folder in folders:
        if not folder.is_dir():
            raise ValueError(f"{folder} is no folder")
        for path in sorted(folder.rglob("metricbook-progress.json")):
            with suppress(OSError, ValueError, AttributeError, TypeError, KeyError):
                if path.stat().st_size > LARGEST:
                    continue
                entries = json.loads(path.read_text(encoding="utf-8"))
                for name, entry in entries.items():
                    if entry["solved"] and 0 < entry.get("seconds", 0) <= LONGEST:
                        taken[name].append(entry["seconds"] / 60)
    return {name: taken[name] for name in load() if name in taken}
