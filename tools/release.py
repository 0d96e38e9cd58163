"""Check that a tag is the version of every package and of the changelog's newest section, and write its notes.

    python -m tools.release v0.1.0 --notes _build/notes.md

The workflow `release` runs it before anything is built. A section is headed ``## 0.1.0 - 2026-12-01``; the
first may be headed ``## Unreleased``.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from packaging.version import Version

ROOT = Path(__file__).resolve().parents[1]
UNRELEASED = "Unreleased"
HEADING = re.compile(r"(?P<version>\d+\.\d+\.\d+) - (?P<day>\d{4}-\d{2}-\d{2})")
#: What a section may be divided into: Keep a Changelog's six kinds of change, and ours.
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Verdicts")


class Section(NamedTuple):
    """What one release changes.

    Attributes
    ----------
    version : Version or None
        None for what is not released yet.
    day : date or None
        The day of the release.
    text : str
        What stands below the heading.
    """

    version: Version | None
    day: date | None
    text: str


def sections(changelog: str) -> list[Section]:
    """Return the changelog's sections, the newest first; ``ValueError`` says which heading is wrong, and how."""
    read: list[Section] = []
    for part in re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]:
        title, _, text = part.partition("\n")
        where, heading = f"CHANGELOG.md: '{title}'", HEADING.fullmatch(title)
        if unknown := sorted(set(re.findall(r"^### (.*)$", text, re.MULTILINE)) - set(KINDS)):
            raise ValueError(f"{where} has the unknown parts {', '.join(unknown)}")
        if heading is not None:
            read.append(Section(Version(heading["version"]), date.fromisoformat(heading["day"]), text.strip()))
        elif title == UNRELEASED and not read:
            read.append(Section(None, None, text.strip()))
        else:
            raise ValueError(f"{where} is neither a version and its day nor, as the first, {UNRELEASED}")
    for newer, older in pairwise(section for section in read if section.version):
        if not (older.version < newer.version and older.day <= newer.day):
            raise ValueError(f"CHANGELOG.md: {older.version} of {older.day} is not older than the section before it")
    return read


def versions(root: Path = ROOT) -> dict[str, Version]:
    """Return each package's ``__version__``, by its folder below ``src``; one without the name is left out."""
    found = {}
    for path in sorted(root.glob("src/*/__init__.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__version__":
                found[path.parent.name] = Version(ast.literal_eval(node.value))
    return found


def notes(tag: str, root: Path = ROOT) -> str:
    """Return what the changelog says of the release; ``ValueError`` if the tag is not this very version."""
    newest = sections((root / "CHANGELOG.md").read_text(encoding="utf-8"))[0]
    if newest.version is None:
        raise ValueError(f"CHANGELOG.md: give '{UNRELEASED}' the version and the day before {tag} is released")
    for where, version in {**versions(root), "CHANGELOG.md": newest.version}.items():
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
