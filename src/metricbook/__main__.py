"""The commands of ``metricbook``: each is loaded when it is named."""

from __future__ import annotations

import sys
from importlib import import_module

#: Each command, where its ``main(arguments)`` is, and what it does.
COMMANDS = {
    "report": ("metricbook.reports.command", "predictions in, a report on them out"),
    "course": ("scoring_the_scores.course.command", "assignments of the book's exercises, and their grades"),
}


def main(arguments: list[str] | None = None) -> int:
    """Run a command, and return its exit code: 2 if it was called wrongly."""
    name, *rest = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    if name in COMMANDS:
        try:
            command = import_module(COMMANDS[name][0])
        except ImportError as error:  # of an extra, with the command that brings it
            print(f"metricbook {name}: {error}", file=sys.stderr)
            return 2
        code: int = command.main(rest)
        return code
    lines = [f"  metricbook {command:8s} {about}" for command, (_, about) in COMMANDS.items()]
    usage = "\n".join(["usage: metricbook COMMAND ...; metricbook COMMAND --help says more", *lines])
    if name in ("-h", "--help"):
        print(usage)
        return 0
    print(f"metricbook: there is no command {name!r}\n{usage}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    raise SystemExit(main())
