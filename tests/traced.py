"""What checks do when they run, in a process of its own: `python -m tests.traced CHAPTER ...` prints it as JSON.

For each claim of a chapter: the modules of ours whose functions ran, and which module read which file, row of the
ledger and field of a claim. Nothing that is stored is taken, or it would be read in place of what it was made from.
"""

from __future__ import annotations

import cProfile
import json
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from claimledger import cache, claims, run
from claimledger.graph import graph
from claimledger.project import project

#: Modules that open files for others.
FOR_OTHERS = {"claimledger.project", "scoring_the_scores.files", "metricbook._files"}


class Tracer:
    """What has been seen since it was last asked."""

    def __init__(self) -> None:
        self.known = graph()
        self.of_file = {str(path): name for name, path in self.known.modules.items()}
        self.files: set[tuple[str, str]] = set()
        self.rows: set[tuple[str, str]] = set()
        self.fields: set[str] = set()

    def start(self) -> None:
        """Look from now on."""
        claims.load = import_module("claimledger").load = self.load
        claims.Claim.__getattribute__ = self.field()
        cache.read = run.read = lambda path: None
        sys.addaudithook(self.hear)

    def module(self, frame: FrameType | None) -> str:
        """The innermost module of ours that is running, the ledger's own and those that work for others left out."""
        while frame is not None:
            name = self.of_file.get(frame.f_code.co_filename, "")
            if name and name not in FOR_OTHERS and name.partition(".")[0] != "claimledger":
                return name
            frame = frame.f_back
        return ""

    def run(self, claim: claims.Claim) -> dict[str, Any]:
        """Run a claim's check, and return what it did."""
        for each in (self.files, self.rows, self.fields):
            each.clear()
        profile = cProfile.Profile()
        profile.enable()
        found = run.attempt(claim)
        profile.disable()
        ran = {entry.code for entry in profile.getstats() if isinstance(entry.code, CodeType)}
        return {
            "ran": sorted({self.of_file[code.co_filename] for code in ran if code.co_filename in self.of_file}),
            "files": sorted(self.files),
            "rows": sorted(self.rows),
            "fields": sorted(self.fields),
            "outcome": found.evidence.outcome,
        }

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note a file that is opened, and by which module."""
        if event != "open" or not isinstance(arguments[0], str):
            return
        path = Path(arguments[0])
        if path in self.known.seen and path.suffix not in (".py", ".pyc"):
            self.files.add((self.module(sys._getframe()), self.known.name(path)))

    def load(self, folder: Path | None = None) -> Mapping[str, claims.Claim]:
        """The claims, which note who asks for which."""
        tracer = self

        class Rows(dict[str, claims.Claim]):
            def __getitem__(self, name: str) -> claims.Claim:
                tracer.rows.add((tracer.module(sys._getframe()), name))
                return super().__getitem__(name)

            def __iter__(self):
                tracer.rows.add((tracer.module(sys._getframe()), "all"))
                return super().__iter__()

            def values(self):
                tracer.rows.add((tracer.module(sys._getframe()), "all"))
                return super().values()

            items = keys = values

        return Rows(claims._load(folder or project().data)[1])

    def field(self) -> Any:
        """How a claim gives a field, noting which if a module of a room asks."""
        plain, tracer = object.__getattribute__, self

        def get(claim: claims.Claim, name: str) -> Any:
            frame = sys._getframe(1)
            if tracer.of_file.get(frame.f_code.co_filename, "claimledger").partition(".")[0] != "claimledger":
                tracer.fields.add(name)
            return plain(claim, name)

        return get


def main(chapters: list[str]) -> None:
    """Run the checks of chapters, and print what each did."""
    every = [claim for claim in claims.load().values() if claim.decided and claim.chapter in chapters]
    tracer = Tracer()
    tracer.start()
    # What modules run while they are imported is no part of a check, so all that any check may need comes first.
    for module in sorted(tracer.known.closure(claim.function.rpartition(".")[0] for claim in every)):
        import_module(module)
    print(json.dumps({claim.id: tracer.run(claim) for claim in every}))


if __name__ == "__main__":
    main(sys.argv[1:])
