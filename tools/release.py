"""Check that a tag is the version of every package and of the changelog's newest section, and write its notes.

    python -m tools.release v0.1.0 --notes notes.md

The workflow `release` runs it before anything is built.
"""

from __future__ import annotations

import argparse
import ast
import sys
from pathlib import Path

from claimledger.history import CHANGELOG, UNRELEASED, sections

ROOT = Path(__file__).resolve().parents[1]


def versions(root: Path = ROOT) -> dict[str, str]:
    """Return each package's ``__version__``, by its folder below ``src``."""
    found = {}
    for path in sorted(root.glob("src/*/__init__.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__version__":
                found[path.parent.name] = ast.literal_eval(node.value)
    return found


def notes(tag: str, root: Path = ROOT) -> str:
    """Return what the changelog says of the release; ``ValueError`` if the tag is not this very version."""
    newest = sections((root / CHANGELOG).read_text(encoding="utf-8"))[0]
    if newest.version is None:
        raise ValueError(f"{CHANGELOG}: give '{UNRELEASED}' the version and the day before {tag} is released")
    for where, version in {**versions(root), CHANGELOG: newest.version}.items():
        if tag != f"v{version}":
            raise ValueError(f"the tag is {tag}, but {where} is at {version}")
    return f"{newest.text}\n"


def main(arguments: list[str] | None = None) -> int:
    """Entry point of ``python -m tools.release``."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__.partition("\n")[0])
    parser.add_argument("tag", help="the tag of the release, such as v0.1.0")
    parser.add_argument("--notes", type=Path, metavar="FILE", required=True, help="write what the changelog says there")
    given = parser.parse_args(arguments)
    try:
        given.notes.write_text(notes(given.tag), encoding="utf-8")
    except (OSError, ValueError) as error:
        sys.exit(f"release: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
