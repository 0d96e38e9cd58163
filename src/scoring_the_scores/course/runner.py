"""A student's notebook, run: this is the process that nobody trusts.

``judge`` starts it with two pipes. It runs the cells, tells after each what was recorded in ``answers``, and then calls
the functions among them when it is asked to. Nothing that it sends is trusted but as an answer: what is right is
decided in the process that started it.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TextIO

from scoring_the_scores.course.confining import confine
from scoring_the_scores.course.plain import NotPlainError, decode, encode
from scoring_the_scores.course.provenance import Watch

#: In bytes.
LARGEST_FILE: Final = 100_000_000


class Runner:
    """Runs the cells, and holds the functions that were handed in."""

    def __init__(self, requests: TextIO, replies: TextIO, ours: Sequence[str]) -> None:
        from IPython.core.interactiveshell import InteractiveShell

        self.requests, self.replies = requests, replies
        self.shell = InteractiveShell.instance(history_length=0, cache_size=0)
        self.shell.history_manager.enabled = False
        # Nobody sees a traceback, and to write one where memory has just run out may end the process.
        self.shell.showtraceback = lambda *args, **named: None
        self.functions: list[Callable[..., Any]] = []
        self.watch = Watch(ours)
        self.reported: dict[str, Any] = {}

    def say(self, **message: Any) -> None:
        """Send a line."""
        self.replies.write(json.dumps(message) + "\n")
        self.replies.flush()

    def run(self, cells: list[str]) -> None:
        """Run all cells; one that fails does not keep the others from running, as in a notebook."""
        for place, source in enumerate(cells):
            error = None
            try:
                done: Any = self.shell.run_cell(source, store_history=False, silent=True)
                error = done.error_before_exec or done.error_in_exec
            except BaseException as raised:  # a cell may raise whatever it likes
                error = raised
            # The name of a cell's file says nothing to who wrote it.
            said = f"{error.msg}, line {error.lineno}" if isinstance(error, SyntaxError) else str(error)
            failed = None if error is None else f"{type(error).__name__}: {said[:300]}".rstrip(": ")
            self.say(cell=place, failed=failed, **self.recorded())

    def recorded(self) -> dict[str, Any]:
        """The entries of ``answers`` that were not yet reported, and who the student is."""
        names = self.shell.user_ns
        answers, encoded, unfit = names.get("answers"), {}, {}
        for name in list(answers)[:1000] if isinstance(answers, dict) else ():
            if self.reported.get(str(name)) is not answers[name]:
                self.reported[str(name)] = answers[name]
                try:
                    encoded[str(name)] = encode(answers[name], self.number)
                except Exception as error:  # what is handed in may fail in every way
                    unfit[str(name)] = str(error)[:300] if isinstance(error, NotPlainError) else type(error).__name__
        student = names.get("student")
        return {"answers": encoded, "unfit": unfit, "student": str(student)[:200] if student is not None else ""}

    def number(self, function: Callable[..., Any]) -> int:
        """Remember a function."""
        self.functions.append(function)
        return len(self.functions) - 1

    def serve(self) -> None:
        """Call functions until nobody asks."""
        for line in self.requests:
            request = json.loads(line)
            of, arguments, named = (
                self.functions[request["call"]],
                *map(decode, (request["arguments"], request["named"])),
            )
            try:
                with self.watch.looking():
                    value = of(*arguments, **named)
                self.say(value=encode(value, self.number), ours=self.watch.seen)
            except BaseException as error:  # also SystemExit: it is reported by name
                self.say(error=[type(error).__name__, str(error)[:300]], ours=self.watch.seen)


def limit(memory: int, seconds: int, processes: int) -> None:
    """Give this process and all that it starts limits that it cannot lift again."""
    spent = int(time.process_time()) + 1
    limits = {"RLIMIT_AS": memory, "RLIMIT_CPU": spent + seconds, "RLIMIT_NPROC": processes}
    for name, value in {**limits, "RLIMIT_FSIZE": LARGEST_FILE, "RLIMIT_NOFILE": 256, "RLIMIT_CORE": 0}.items():
        with suppress(ValueError, OSError, AttributeError):  # macOS has not all of them
            resource.setrlimit(getattr(resource, name), (value, value + (name == "RLIMIT_CPU")))


def main(arguments: list[str]) -> None:
    """Run what comes on the first pipe, and tell of it on the second."""
    incoming, outgoing = (int(one) for one in arguments)
    with os.fdopen(incoming, encoding="utf-8") as requests, os.fdopen(outgoing, "w", encoding="utf-8") as replies:
        request = json.loads(requests.readline())
        confine(Path(request["folder"]), map(Path, request["hidden"]))
        runner = Runner(requests, replies, request["ours"])
        sys.path.insert(0, os.getcwd())
        limit(**request["limits"])
        runner.say(ready=True)
        runner.run(request["cells"])
        runner.say(done=True)
        runner.serve()


if __name__ == "__main__":
    main(sys.argv[1:])
