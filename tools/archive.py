"""Put the built book, its packages and its sources into one folder that can be read for a long time, and pack it.

    python -m tools.archive _build/html _build/scoring-the-scores.pdf --output _build/archive

What is archived is a commit, so nothing may be there that is not committed. The same commit with the same site and PDF
gives the same files, byte for byte. File names suit memory sticks, no file names the folder it was made in, and by
`SHA256SUMS` the command `sha256sum -c` says whether all is whole.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from string import Template
from typing import Any

import yaml

from tools.folders import built_site, files, made_anew, packed
from tools.wheels import build

ROOT = Path(__file__).resolve().parents[1]
NAME = "scoring-the-scores"
SUMS = "SHA256SUMS"
TOP = ("LICENSE", "LICENSE-TEXT", "CITATION.cff", "codemeta.json")  # looked for in the first folder
NOT_READ = {".built", ".buildinfo"}  # what only a build needs of the site
LONGEST = 200  # characters of a path: Windows has room for 260, with the folder that the archive is put in
FORBIDDEN = re.compile(r'[<>:"\\|?*\x00-\x1f]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)', re.IGNORECASE)
BIBTEX = """@software{{scoring-the-scores,
  author = {{{{{author}}}}},
  title = {{{{{title}}}}},
  version = {{{version}}},
  year = {{{year}}},
  license = {{{license}}}
}}
"""


def git(root: Path, *arguments: str) -> bytes:
    """Return what git prints."""
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"the archive is of a commit, and {root} is not a checkout: {done.stderr.decode().strip()}")
    return done.stdout


def committed(root: Path) -> str:
    """Return the commit that is checked out; refuse if anything in the folder is not committed."""
    if changed := git(root, "status", "--porcelain").decode().rstrip():
        raise SystemExit(f"the archive is of a commit, and this is not committed:\n{changed}")
    return git(root, "rev-parse", "HEAD").decode().strip()


def sources(root: Path, folder: Path) -> None:
    """Write the committed files into a folder."""
    with tarfile.open(fileobj=io.BytesIO(git(root, "archive", "HEAD"))) as opened:
        opened.extractall(folder, filter="data")


def packages(source: Path, site: Path, folder: Path) -> None:
    """Write the wheels, which must be the ones that the site offers, and the source distributions."""
    try:
        built = build(source, folder, "sdist", "wheel")
    except RuntimeError as error:
        raise SystemExit(str(error)) from None
    for path in built:
        offered = site / "downloads" / path.name
        if path.suffix == ".whl" and (not offered.is_file() or offered.read_bytes() != path.read_bytes()):
            raise SystemExit(f"{site} was not built from this commit: {path.name} is another; run `make book`")


def bibtex(citation: dict[str, Any], year: int) -> str:
    """Return how to cite the book, as BibTeX."""
    authors = "} and {".join(author["name"] for author in citation["authors"])
    return BIBTEX.format(**citation | {"author": authors, "year": year, "license": " AND ".join(citation["license"])})


def unsafe_names(names: Iterable[str]) -> Iterator[str]:
    """Say which paths some file system could not hold."""
    seen: dict[str, str] = {}
    for name in names:
        before = seen.setdefault(name.casefold(), name)
        if before != name:
            yield f"{name} is {before} where capitals do not count"
        if not name.isascii() or any(FORBIDDEN.search(part) for part in name.split("/")):
            yield f"{name} has a name that is forbidden on memory sticks"
        if len(name) > LONGEST:
            yield f"{name} is longer than {LONGEST} characters"


def faults(folder: Path, root: Path) -> Iterator[str]:
    """Say what would not work elsewhere: names of files, and addresses in the folder where the archive is made."""
    everything = sorted(path.relative_to(folder.parent).as_posix() for path in folder.rglob("*"))
    yield from unsafe_names(everything)
    here = re.compile(rb"(?<![\w.])" + re.escape(f"{root}/".encode()))
    yield from (f"{path.relative_to(folder)} names {root}" for path in files(folder) if here.search(path.read_bytes()))


def checksums(folder: Path) -> str:
    """Return the checksum of every file, as `sha256sum` writes it."""
    each = [(hashlib.sha256(path.read_bytes()).hexdigest(), path.relative_to(folder)) for path in files(folder)]
    return "".join(f"{digest}  {path.as_posix()}\n" for digest, path in each)


def said(folder: Path, version: str, commit: str, date: datetime) -> str:
    """Return what the archive's first page says."""
    found = files(folder)
    known = {
        "version": version,
        "commit": commit,
        "date": f"{date:%Y-%m-%d}",
        "count": len(found) + 2,  # this page and the checksums
        "megabytes": f"{sum(path.stat().st_size for path in found) / 1e6:.0f}",
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
    }
    return Template((ROOT / "tools" / "archive_readme.txt").read_text(encoding="utf-8")).substitute(known)


def fill(folder: Path, root: Path, site: Path, beside: Sequence[Path], commit: str, date: datetime) -> None:
    """Write the archive's files."""
    print("sources and packages", flush=True)
    sources(root, folder / "source")
    packages(folder / "source", site, folder / "packages")
    print("site and notebooks", flush=True)
    shutil.copytree(site, folder / "site", ignore=lambda _, names: NOT_READ & set(names))
    shutil.copytree(site / "downloads", folder / "notebooks", ignore=shutil.ignore_patterns("*.whl", "*.zip"))
    for path in (*beside, *(folder / "source" / name for name in TOP)):
        shutil.copy(path, folder)
    citation = yaml.safe_load((folder / "CITATION.cff").read_text(encoding="utf-8"))
    (folder / "CITATION.bib").write_text(bibtex(citation, date.year), encoding="utf-8")
    (folder / "README.txt").write_text(said(folder, citation["version"], commit, date), encoding="utf-8")
    if wrong := "\n".join(faults(folder, root)):
        raise SystemExit(f"the archive would not work everywhere:\n{wrong}")
    print("checksums", flush=True)
    (folder / SUMS).write_text(checksums(folder), encoding="utf-8")
    for path in files(folder):
        os.utime(path, (date.timestamp(), date.timestamp()))


def make(root: Path, site: Path, beside: Sequence[Path], output: Path) -> Path:
    """Make the archive's folder, and a zip file of it beside; what was there stays until both are made."""
    commit = committed(root)
    date = datetime.fromtimestamp(int(git(root, "show", "--no-patch", "--format=%ct")), UTC)
    version = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))["version"]
    name = f"{NAME}-{version}"
    with made_anew(output, f"{NAME}-*/{SUMS}", [site, *beside]) as new:
        fill(new / name, root, site, beside, commit, date)
        print("zip file", flush=True)
        packed(new / name, new / f"{name}.zip", date.timetuple()[:6])
    return output / name


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("site", type=built_site, help="folder of the built site")
    parser.add_argument("beside", nargs="*", type=Path, help="what is put beside it: the printed book, for example")
    parser.add_argument("--output", type=Path, required=True, help="folder that is made, or made anew")
    asked = parser.parse_args(arguments)
    if missing := [str(path) for path in asked.beside if not path.is_file()]:
        parser.error(f"there is no {', '.join(missing)}: run `make archive`, which makes what it needs")
    folder = make(ROOT, asked.site, asked.beside, asked.output)
    found = files(folder)
    size = sum(path.stat().st_size for path in found) / 1e6
    print(f"{folder}: {len(found)} files, {size:.0f} MB; {folder.name}.zip beside it is the same, packed.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
