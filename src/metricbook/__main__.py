"""The command ``metricbook``, whose subcommands are its own ``report`` and those that other packages bring.

A package brings one by an entry point of the group ``metricbook.commands``: its name is that of the subcommand, and
its object a function that takes the remaining arguments and returns an exit code.
"""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint, entry_points

from metricbook import __version__

_GROUP = "metricbook.commands"
_REPORT = EntryPoint("report", "metricbook.reports.command:main", _GROUP)


def main(arguments: list[str] | None = None) -> int:
    """Run a subcommand, which alone is imported, and return its exit code: 2 if the call was wrong."""
    name, *rest = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    commands = {entry.name: entry for entry in (*entry_points(group=_GROUP), _REPORT)}
    if name in commands:
        try:
            run = commands[name].load()
        except ImportError as error:  # of an extra, with the command that brings it
            print(f"metricbook {name}: {error}", file=sys.stderr)
            return 2
        code: int = run(rest)
        return code
    if name == "--version":
        print(f"metricbook {__version__}")
        return 0
    brought = {entry.name: f"brought by {entry.dist.name}" for entry in commands.values() if entry.dist}
    about = {"report": "predictions in, a report on them out", **brought}
    lines = [f"  metricbook {command:9} {text}" for command, text in about.items()]
    usage = "\n".join(["usage: metricbook COMMAND ...; metricbook COMMAND --help says more", *lines])
    if name in ("-h", "--help"):
        print(f"{usage}\n  metricbook --version")
        return 0
    kind = "option" if name.startswith("-") else "command"
    print(f"metricbook: there is no {kind} {name!r}\n{usage}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    raise SystemExit(main())
