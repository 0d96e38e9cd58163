"""Say where two builds of the site differ: which pages read differently and in which words, and which files differ.

    python -m tools.compare_builds SITE OTHER            two folders, or what --write kept of one
    python -m tools.compare_builds SITE --write FILE     keep of a build what a comparison needs
    python -m tools.compare_builds --executed CACHE      a build's executed chapters against their stored outputs

What is read is compared: every word of a page with the texts of its pictures and buttons, the data of every figure,
every notebook that is offered, what search shows. The exit status is 1 if any of it differs. Files whose bytes differ
without that (drawings, indices, archives) are listed, and count as well with --bytes. Nothing is rounded, and nothing
is left out but what a page says of the machine that built it (`class="machine"`); that a report names the NumPy and the
Python it was made with, other ones on another machine, is printed and not counted.
"""

from __future__ import annotations

import argparse
import difflib
import gzip
import hashlib
import io
import json
import re
import sys
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from metricbook.writing import NotWritten, Output, write
from tools.notebooks import NOT_RUN, dumps, normalise

ROOT = Path(__file__).resolve().parents[1]
SAID = ("alt", "title", "aria-label", "placeholder")  # attributes that are shown, or read aloud
MACHINE = "machine"  # the class of what a page says of the machine that built it
OF_MACHINE = "nbval-ignore-output"  # the tag of a cell whose output does so
VERSIONS = re.compile(r"NumPy [\w.]+ and Python \d+\.\d+\.\d+")
SHOWN = 12  # changed places of a page that are printed

#: Of each file: the digest of its bytes, and what is read in it, or None.
Build = dict[str, tuple[str, list[str] | None]]


class Words(HTMLParser):
    """What is read on a page, in order: its texts, and what is said of pictures and buttons."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._unread = 0
        self._within: str | None = None  # the element, such as a table, that tells of the machine
        self._depth = 0  # of elements of that name within it
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what is said of an element, and whether its text is code of the page's own."""
        self._unread += tag in ("script", "style")
        said = dict(attrs)
        if self._within is None and MACHINE in (said.get("class") or "").split():
            self._within = tag
        self._depth += tag == self._within
        names = (*SAID, "content") if said.get("name") == "description" else SAID
        self._note(" ".join(said[name] or "" for name in names if name in said))

    def handle_endtag(self, tag: str) -> None:
        """Leave code of the page's own, or what tells of the machine."""
        self._unread -= tag in ("script", "style")
        self._depth -= tag == self._within
        if not self._depth:
            self._within = None

    def handle_data(self, data: str) -> None:
        """Note a text."""
        if not self._unread:
            self._note(data)

    def _note(self, text: str) -> None:
        if self._within is None and (text := " ".join(text.split())):
            self.found.append(text)


def read(name: str, content: bytes) -> list[str] | None:
    """Return what is read in a file, in lines; None of what is not text."""
    if name.endswith(".html"):
        return Words(content.decode()).found
    if name.endswith(".ipynb"):
        return dumps(comparable(json.loads(content))).splitlines()
    if name.endswith("searched.js"):
        return content.decode().replace('","', '",\n"').splitlines()
    return content.decode().splitlines() if name.endswith(".csv") else None


def comparable(notebook: dict) -> dict:
    """Return a notebook as it is stored, without outputs that tell of the machine, or that a cell was not run on it."""
    notebook = normalise(notebook)
    for cell in (cell for cell in notebook["cells"] if cell["cell_type"] == "code"):
        theirs = OF_MACHINE in cell["metadata"].get("tags", [])
        cell["outputs"] = [
            o for o in cell["outputs"] if not theirs and o.get("data", {}).get("text/markdown") != [NOT_RUN]
        ]
    return notebook


def files(site: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every file of a site with its bytes, and after an archive what is in it, dates and rights included."""
    for path in sorted(site.rglob("*")):
        if path.is_file() and path.name != ".built":
            name, content = path.relative_to(site).as_posix(), path.read_bytes()
            yield name, content
            if path.suffix in (".zip", ".whl"):
                with zipfile.ZipFile(io.BytesIO(content)) as archive:
                    for member in archive.infolist():
                        yield f"{name}/{member.filename}", archive.read(member)
                        stamp = f"{member.date_time} {member.external_attr} {member.create_system}"
                        yield f"{name}/{member.filename} (date and rights)", stamp.encode()


def build(place: Path) -> Build:
    """Return what is compared of a built site, or of one that was kept."""
    if place.is_file():
        return {
            name: (digest, text) for name, (digest, text) in json.loads(gzip.decompress(place.read_bytes())).items()
        }
    if not (place / "index.html").is_file():
        raise FileNotFoundError(f"no built site, and no file that keeps one: {place}")
    return {name: (hashlib.sha256(content).hexdigest(), read(name, content)) for name, content in files(place)}


def changes(ours: list[str], theirs: list[str]) -> list[str]:
    """Return the lines that differ, ours after a minus and theirs after a plus."""
    lines = difflib.unified_diff(ours, theirs, n=0, lineterm="")
    return [line for line in list(lines)[2:] if not line.startswith("@@")]


def without(text: list[str]) -> list[str]:
    """Return the lines without the versions that a report names."""
    return [VERSIONS.sub("", line) for line in text]


def report(name: str, lines: list[str]) -> None:
    """Print the first changes of a page."""
    print(f"{name}: {len(lines)} lines")
    for line in lines[:SHOWN]:
        print(f"    {line if len(line) <= 300 else line[:300] + ' …'}")
    if len(lines) > SHOWN:
        print(f"    … and {len(lines) - SHOWN} more")


def compare(ours: Build, theirs: Build) -> tuple[int, int]:
    """Print all differences of two builds; return how many files read differently, and how many others differ."""
    differently, otherwise = 0, []
    for name in sorted(ours.keys() | theirs.keys()):
        (digest, text), (other, their_text) = ours.get(name, ("", [])), theirs.get(name, ("", []))
        if name not in ours or name not in theirs:
            otherwise.append(f"{name}: only in {'the first' if name in ours else 'the second'}")
            differently += bool(text or their_text)
        elif text != their_text:
            found, bare = (changes(*pair) for pair in ((text, their_text), (without(text), without(their_text))))
            differently += bool(bare)
            report(name if bare else f"{name}, versions only", found)
        elif digest != other:
            otherwise.append(name)
    for name in otherwise:
        print(f"bytes of {name}")
    pages = sum(text is not None for _, text in ours.values())
    print(
        f"{pages} files that are read: {differently} differ; {len(ours)} files: {len(otherwise)} more differ in bytes"
    )
    return differently, len(otherwise)


def executed(cache: Path) -> dict[Path, dict]:
    """Return each chapter that a build executed, by its path.

    Raises
    ------
    FileNotFoundError
        If there was no build.
    """
    from jupyter_cache import get_cache

    if not cache.is_dir():
        raise FileNotFoundError(f"no chapters were executed: there is no {cache}")
    places = {Path(one.uri): cache / "executed" / one.hashkey for one in get_cache(cache).list_cache_records()}
    chapters = sorted(path for path in places if path.suffix == ".ipynb")
    return {path: json.loads((places[path] / "base.ipynb").read_text(encoding="utf-8")) for path in chapters}


def compare_executed(cache: Path) -> int:
    """Print where executed chapters differ from their stored outputs, character by character; return in how many."""
    chapters, different = executed(cache), 0
    for path, chapter in chapters.items():
        lines = changes(outputs(json.loads(path.read_text("utf-8"))), outputs(chapter))
        different += bool(lines)
        if lines:
            report(str(path), lines)
    print(f"{len(chapters)} executed chapters: outputs of {different} are not the stored ones")
    return different


def outputs(notebook: dict) -> list[str]:
    """Return the lines of the outputs that are stored of a notebook, cell by cell."""
    cells = [cell for cell in comparable(notebook)["cells"] if cell["cell_type"] == "code"]
    lines = []
    for number, cell in enumerate(cells, start=1):
        for output in cell["outputs"]:
            texts = output.get("data", {"text": output.get("text", "")})
            for kind, text in sorted(texts.items()):
                whole = text if isinstance(text, str) else "".join(text)
                lines += [f"[{number}, {kind}] {line}" for line in whole.splitlines()]
    return lines


def main(arguments: list[str] | None = None) -> int:
    """Run the command; its exit status is 1 where something differs, 2 where something cannot be read."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("site", nargs="*", type=Path, help="a built site, or what was kept of one")
    parser.add_argument("--write", metavar="FILE", type=Path, help="keep of the site what a comparison needs")
    parser.add_argument(
        "--executed", metavar="CACHE", type=Path, help="executed chapters, against their stored outputs"
    )
    parser.add_argument("--bytes", action="store_true", help="a file that differs in bytes only counts as well")
    options = parser.parse_args(arguments)
    if len(options.site) != (0 if options.executed else 1 if options.write else 2):
        parser.error("two sites are compared, or one is kept, or executed chapters are compared")
    try:
        if options.executed:
            return int(compare_executed(options.executed) > 0)
        builds = [build(place) for place in options.site]
    except (FileNotFoundError, ValueError) as error:
        print(f"compare_builds: {error}", file=sys.stderr)
        return 2
    if options.write:
        kept = Output(options.write, b"\x1f\x8b", gzip.compress(json.dumps(builds[0]).encode(), mtime=0))
        try:
            write([kept], inputs=options.site)
        except NotWritten as error:
            print(f"compare_builds: {error}", file=sys.stderr)
            return 2
        return 0
    differently, otherwise = compare(*builds)
    return int(differently > 0 or (options.bytes and otherwise > 0))


if __name__ == "__main__":
    raise SystemExit(main())
