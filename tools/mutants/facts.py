"""What is known of tests and mutants: kept as it becomes known, and used as long as what it rests on is the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

from tools.mutants.mutations import ROOT, Mutant

KEPT = ROOT / "_build" / "mutants"
TESTS, OUTCOMES, IMPORTED = (KEPT / name for name in ("tests.jsonl", "outcomes.jsonl", "imported.json"))
#: The tests of what all modules have in common, which they get when they are imported.
OF_ALL = {
    "tests/test_public.py::test_values_cannot_be_changed_once_they_are_made",
    "tests/test_public.py::test_what_a_package_or_a_module_offers_is_there_and_a_package_offers_what_it_imports",
}
#: The CPU time a mutant may take: so many seconds, and so many times that of its tests.
SECONDS, TIMES = 10, 5


class Facts:
    """What is known when the object is made: of the tests whose file has not changed, nor what they run."""

    def __init__(self) -> None:
        rows = {row["test"]: row for row in _read(TESTS)}
        self.tests = {test: row for test, row in rows.items() if row["stamp"] == _stamp(test, row["lines"])}
        self.outcomes = {tuple(row["mutant"]): row for row in _read(OUTCOMES)}
        self.imported: dict[str, list[int]] = json.loads(IMPORTED.read_text()) if IMPORTED.exists() else {}

    def runs_at_import(self, mutant: Mutant) -> bool:
        """Whether a mutant's statement runs while modules are imported and tests collected."""
        return not mutant.defined or not mutant.statement.isdisjoint(self.imported.get(mutant.path, ()))

    def candidates(self, mutant: Mutant) -> list[str]:
        """Return the tests that run a mutant's statement: those of its own file first, the fastest first.

        Of a statement that runs at import, those that run anything in its file, those of its own, and those of all
        modules.
        """
        anything, path = self.runs_at_import(mutant), mutant.path
        found = [
            test
            for test, row in self.tests.items()
            if (anything and (path in row["lines"] or test in OF_ALL or is_own(test, path)))
            or not mutant.statement.isdisjoint(row["lines"].get(path, ()))
        ]
        return sorted(found, key=lambda test: (not is_own(test, path), self.tests[test]["seconds"]))

    def seconds(self, mutant: Mutant) -> float:
        """Return the CPU time that a mutant may take."""
        return SECONDS + TIMES * sum(self.tests[test]["seconds"] for test in self.candidates(mutant))

    def outcome(self, mutant: Mutant) -> str | None:
        """Return what became of a mutant, if that is known and still holds."""
        row = self.outcomes.get(mutant.key)
        return row["outcome"] if row and row["stamp"] == self._basis(mutant, row["by"]) else None

    def add_test(self, test: str, seconds: float, lines: dict[str, list[int]]) -> None:
        """Keep how long a test takes and which lines it runs."""
        _append(TESTS, {"test": test, "seconds": round(seconds, 4), "lines": lines, "stamp": _stamp(test, lines)})

    def keep(self, tests: Collection[str]) -> None:
        """Forget all tests but these."""
        self.tests = {test: row for test, row in self.tests.items() if test in tests}
        TESTS.write_text("".join(f"{json.dumps(row)}\n" for row in self.tests.values()), encoding="utf-8")

    def add_outcome(self, mutant: Mutant, outcome: str, by: str | None = None) -> None:
        """Keep what became of a mutant, and the test that noticed."""
        _append(OUTCOMES, {"mutant": mutant.key, "outcome": outcome, "by": by, "stamp": self._basis(mutant, by)})

    def _basis(self, mutant: Mutant, by: str | None) -> str:
        """Return a checksum of what an outcome rests on: the test that noticed, or all those that did not."""
        tests = [by] if by else self.candidates(mutant)
        stamps = [self.tests[test]["stamp"] for test in tests if test in self.tests]
        return hashlib.sha256("".join([_checksum(mutant.path), *stamps]).encode()).hexdigest()


def is_own(test: str, path: str) -> bool:
    """Whether a test stands in the file of tests that has a module's name, or in the module."""
    file = test.split("::")[0]
    return file == path or Path(file).stem == f"test_{Path(path).stem.strip('_')}"


def _read(file: Path) -> list[dict[str, Any]]:
    """Return what stands in a file, a JSON object a line, of which the last may have been cut off."""
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True) if file.exists() else []
    return [json.loads(line) for line in lines if line.endswith("\n")]


def _append(file: Path, row: dict[str, Any]) -> None:
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(row) + "\n")


def _stamp(test: str, lines: dict[str, list[int]]) -> str:
    """Return a checksum of a test's file and of the mutated files that it runs."""
    return hashlib.sha256("".join(map(_checksum, [test.split("::")[0], *sorted(lines)])).encode()).hexdigest()


@cache
def _checksum(path: str) -> str:
    file = ROOT / path
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else ""
