"""The history of verdicts: which one changed from one release to the next, when and why.

Git's tags and the files of claims say what changed, ``CHANGELOG.md`` says why, in a line for each change::

    ### Verdicts

    - `paper.claim`: holds → corrected, B. With three samples the other side is larger.

In place of a verdict stands ``new`` or ``gone``, or at the right the claim's new id in backticks. A whole paper that
came or went is one line. A line with the same verdict on both sides says that our words on the claim changed.

``python -m claimledger --history`` prints the lines that are missing or not so.
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from uuid import NAMESPACE_OID, uuid5
from xml.etree import ElementTree

from claimledger.claims import VERDICTS, load, parse
from claimledger.markup import badge, cell, grade_badge, link
from claimledger.page import Page
from claimledger.project import project

__all__ = ["Change", "Section", "changes", "faults", "feed", "history_page", "sections"]

CHANGELOG = "CHANGELOG.md"
UNRELEASED = "Unreleased"
#: Headings within a section: Keep a Changelog's six kinds of change, and ours.
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Verdicts")
NEW, GONE = "new", "gone"
_HEADING = re.compile(r"(?P<version>\d+\.\d+\.\d+) - (?P<day>\d{4}-\d{2}-\d{2})")
_LINE = re.compile(r"`(?P<claim>[^`]+)`: (?P<before>[^.`→]+) → (?P<after>`[^`]+`|[^.`→]+)\. (?P<why>.+)")
_ATOM = "http://www.w3.org/2005/Atom"


class Section(NamedTuple):
    """A release in the changelog.

    Attributes
    ----------
    version, day : str or None
        Which release, and the day of it; None for what is not released yet.
    text : str
        What stands below the heading.
    """

    version: str | None
    day: str | None
    text: str


class Change(NamedTuple):
    """A verdict that changed, or the words of one.

    Attributes
    ----------
    claim : str
        The claim's id, or a paper's.
    before, after : str
        The verdict with its grade, such as ``corrected, B``; or `NEW`, `GONE`, or the claim's new id in backticks.
    why : str
        The reason.
    """

    claim: str
    before: str
    after: str
    why: str = "WHY"

    def __str__(self) -> str:
        return f"- `{self.claim}`: {self.before} → {self.after}. {self.why}"


class _State(NamedTuple):
    """A claim as a release has it: its verdict with its grade, what identifies it, and our words on it."""

    verdict: str
    place: tuple[Any, ...]
    words: tuple[Any, ...]


def sections(changelog: str) -> list[Section]:
    """Return the sections of a changelog, the newest first.

    Raises
    ------
    ValueError
        If a heading is neither ``## 0.1.0 - 2026-12-01`` nor, as the first, ``## Unreleased``, if a section is not
        older than the one before it, or if one has parts that are not `KINDS`.

    Examples
    --------
    >>> [section.version for section in sections("# Changelog\\n\\n## Unreleased\\n\\n## 0.1.0 - 2026-12-01\\n")]
    [None, '0.1.0']
    """
    read: list[Section] = []
    for part in re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]:
        title, _, text = part.partition("\n")
        where, heading = f"{CHANGELOG}: '{title}'", _HEADING.fullmatch(title)
        if unknown := sorted(set(re.findall(r"^### (.*)$", text, re.MULTILINE)) - set(KINDS)):
            raise ValueError(f"{where} has the unknown parts {', '.join(unknown)}")
        if heading is not None:
            day = date.fromisoformat(heading["day"]).isoformat()
            read.append(Section(heading["version"], day, text.strip()))
        elif title == UNRELEASED and not read:
            read.append(Section(None, None, text.strip()))
        else:
            raise ValueError(f"{where} is neither a version and its day nor, as the first, {UNRELEASED}")
    for newer, older in pairwise(section for section in read if section.version):
        if not (_numbers(older) < _numbers(newer) and str(older.day) <= str(newer.day)):
            raise ValueError(f"{CHANGELOG}: {older.version} of {older.day} is not older than the section before it")
    return read


def changes(section: Section) -> list[Change]:
    """Return the changes of verdicts that a section lists; ``ValueError`` names a line that is malformed."""
    stated = []
    parts = re.split(r"^### ", section.text, flags=re.MULTILINE)
    for item in "\n".join(part.partition("\n")[2] for part in parts if part.startswith("Verdicts\n")).split("\n- ")[1:]:
        line = " ".join(item.split())
        if (read := _LINE.fullmatch(line)) is None:
            raise ValueError(f"{CHANGELOG}: '- {line}' is not of the form '- `claim`: before → after. Why.'")
        stated.append(Change(**read.groupdict()))
    return stated


def faults() -> list[str]:
    """Compare the changelog with each tagged release and with the files of claims as they are now.

    Returns
    -------
    list of str
        Lines that the changelog lacks, ready to be put there with their reason, and lines that are not so.

    Raises
    ------
    LookupError
        If it cannot be known: this is no clone, or one without the tags of earlier releases.
    """
    read = sections(_changelog())
    tags = set(_git("tag", "--list").split())
    if missing := [f"v{s.version}" for s in read[1:] if f"v{s.version}" not in tags]:
        raise LookupError(f"this copy has no tag {', '.join(missing)}: git fetch --tags brings what there is")
    faults_found: list[str] = []
    before: dict[str, _State] | None = None
    for section in reversed(read):
        tagged = f"v{section.version}" in tags
        after = _states(_of_tag(f"v{section.version}") if tagged else _of_now())
        faults_found += _compared(section, before, after)
        before = after if tagged else before
    if read and f"v{read[0].version}" in tags:  # what was changed since, and stands in no section yet
        faults_found += _compared(Section(None, None, ""), before, _states(_of_now()))
    return faults_found


def history_page() -> Page:
    """Every change of a verdict in the changelog, the newest first, as a table for each release."""
    read = sections(_changelog())
    plain, parts = [], []
    for section in read:
        title = f"{section.version}, {section.day}" if section.version else "Not released yet"
        stated = changes(section)
        if not stated:
            first = section is read[-1]
            words = "the first release; the history begins with its verdicts" if first else "no verdict changed"
            title = f"{title}: {words}."
        plain += [title, *map(str, stated)]
        parts.append(f"**{title}**")
        if stated:
            rows = ["| claim | before | after | why |", "|---|---|---|---|"]
            rows += [
                f"| {_linked(c.claim)} | {_badges(c.before)} | {_badges(c.after)} | {cell(c.why)} |" for c in stated
            ]
            parts.append("\n".join(rows))
    return Page("\n".join(plain), "\n\n".join(parts))


def feed(title: str, author: str) -> str:
    """Return the history as an Atom feed, to lie beside the page: an entry for each change, once it is released.

    Parameters
    ----------
    title, author : str
        The feed's.
    """
    released = [section for section in sections(_changelog()) if section.version]
    root = ElementTree.Element("feed", xmlns=_ATOM)
    # An Atom feed must say when it changed last; one without entries never did.
    _append(root, title, title, f"{released[0].day if released else '1970-01-01'}T00:00:00Z")
    _text(ElementTree.SubElement(root, "author"), "name", author)
    ElementTree.SubElement(root, "link", rel="self", href="history.xml")
    ElementTree.SubElement(root, "link", href="history.html")
    claims = load()
    for section in released:
        for change in changes(section):
            entry = ElementTree.SubElement(root, "entry")
            what = f"{change.claim}: {change.before} → {change.after}".replace("`", "")
            _append(entry, f"{title}, {section.version}, {what}", what, f"{section.day}T00:00:00Z")
            _text(entry, "summary", f"{change.why} ({section.version})")
            claim = claims.get(change.claim)
            target = re.findall(r'href="([^"]*)"', link(claim)) if claim and claim.decided else ["history.html"]
            ElementTree.SubElement(entry, "link", href=target[0])
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _numbers(section: Section) -> tuple[int, ...]:
    return tuple(map(int, str(section.version).split(".")))


def _root() -> Path:
    if (root := project().root) is None:
        raise LookupError("the history is told by a clone: an installed copy has neither tags nor changelog")
    return root


def _changelog() -> str:
    return (_root() / CHANGELOG).read_text(encoding="utf-8")


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=_root(), capture_output=True, text=True, check=False)
    if done.returncode:
        raise LookupError(f"the history is read from git, which says: {done.stderr.strip()}")
    return done.stdout


def _of_tag(tag: str) -> list[str]:
    """The texts of the data's YAML files as they were released, wherever in the folder they lay."""
    names = _git("ls-tree", "-r", "--name-only", tag, "--", str(project().data.relative_to(_root()))).splitlines()
    return [_git("show", f"{tag}:{name}") for name in names if name.endswith(".yml")]


def _of_now() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(project().data.rglob("*.yml"))]


def _states(texts: Iterable[str]) -> dict[str, _State]:
    """The claims in those of the texts that are files of claims, read leniently: older files have other fields."""
    states = {}
    for content in map(parse, texts):
        if isinstance(content, dict) and "paper" in content:
            for claim in content.get("claims", ()):
                verdict = ", ".join(filter(None, [claim.get("verdict", "open"), claim.get("grade")]))
                place = claim.get("where"), claim.get("says")
                words = (*place, *(claim.get(name) for name in ("finding", "remark", "scope")))
                states[claim["id"]] = _State(verdict, place, words)
    return states


def _compared(section: Section, before: Mapping[str, _State] | None, after: Mapping[str, _State]) -> list[str]:
    """The changes between two states that a section lacks, and those that it lists wrongly."""
    stated = {change.claim: change for change in changes(section)}
    where = f"{CHANGELOG}, {section.version or UNRELEASED}"
    is_so = {} if before is None else _changed(before, after)
    missing = [f"{where} lacks\n{change}" for name, change in is_so.items() if name not in stated]
    for name, change in stated.items():
        if name in is_so and is_so[name][:3] != change[:3]:
            missing.append(f"{where} has\n{change}\nbut it is\n{is_so[name]}")
        elif name not in is_so and not _reworded(change, before or {}, after):
            missing.append(f"{where} has what is not so\n{change}")
    return missing


def _changed(before: Mapping[str, _State], after: Mapping[str, _State]) -> dict[str, Change]:
    """The changes of verdicts and ids between two states, by claim, or by paper where all of one came or went."""
    places = {state.place: name for name, state in after.items() if name not in before}
    renamed = {name: places[s.place] for name, s in before.items() if name not in after and s.place in places}
    changes_found = {old: Change(old, before[old].verdict, f"`{new}`") for old, new in renamed.items()}
    was = {renamed.get(name, name): state.verdict for name, state in before.items()}
    sizes = [Counter(name.partition(".")[0] for name in state) for state in (was, after)]
    for name in dict.fromkeys([*was, *after]):
        paper = name.partition(".")[0]
        counts = [f"{size[paper]} claims" for size in sizes]
        if not sizes[0][paper]:
            changes_found[paper] = Change(paper, NEW, counts[1])
        elif not sizes[1][paper]:
            changes_found[paper] = Change(paper, counts[0], GONE)
        elif was.get(name, NEW) != (after[name].verdict if name in after else GONE):
            changes_found[name] = Change(name, was.get(name, NEW), after[name].verdict if name in after else GONE)
    return changes_found


def _reworded(change: Change, before: Mapping[str, _State], after: Mapping[str, _State]) -> bool:
    """Whether a change states that only the wording changed, and it did."""
    old, new = before.get(change.claim), after.get(change.claim)
    return bool(old and new and change.before == change.after == new.verdict and old.words != new.words)


def _linked(name: str) -> str:
    claim = load().get(name)
    return link(claim) if claim and claim.decided else f"`{name}`"


def _badges(text: str) -> str:
    verdict, _, grade = text.partition(", ")
    return " ".join([badge(verdict), *([grade_badge(grade)] if grade else [])]) if verdict in VERDICTS else text


def _append(element: ElementTree.Element, name: str, title: str, updated: str) -> None:
    """Give a feed or an entry what each must have."""
    for tag, text in (("id", f"urn:uuid:{uuid5(NAMESPACE_OID, name)}"), ("title", title), ("updated", updated)):
        _text(element, tag, text)


def _text(element: ElementTree.Element, tag: str, text: str) -> None:
    ElementTree.SubElement(element, tag).text = text
