"""Submissions: every entry of a folder, with the notebook that counts, or why there is none."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scoring_the_scores.course.notebook import codes, is_notebook, read
from scoring_the_scores.course.unpacking import CLASS, unpack

#: Folders of one student each, in what Moodle packs of a class.
MOODLE: Final = "_assignsubmission_"
#: What a browser puts after the name of a second download.
NUMBERED: Final = re.compile(r"\((\d+)\)$")


@dataclass(frozen=True)
class Entry:
    """A student's entry.

    Attributes
    ----------
    name : str
        Its path below the folder of submissions.
    folder : Path or None
        What belongs to it; None for a file that lies among the others.
    notebooks : tuple of Path
        The notebooks, files of Python and answers of pages in it.
    instead : str
        What there is instead, if there are none.
    """

    name: str
    folder: Path | None
    notebooks: tuple[Path, ...]
    instead: str = ""

    def named(self, path: Path) -> str:
        """The name of one of its files in the table."""
        return self.name if self.folder is None else f"{self.name}/{path.relative_to(self.folder).as_posix()}"


@dataclass(frozen=True)
class Submission:
    """The notebook that counts of what one student handed in.

    Attributes
    ----------
    name : str
        What it is called in the table.
    entry : str
        What was handed in, below the folder of submissions.
    path : Path or None
        The notebook or file of Python; None if there is none.
    folder : Path or None
        What belongs to it.
    note : str
        What lies beside it, or else what there is instead of it.
    """

    name: str
    entry: str
    path: Path | None = None
    folder: Path | None = None
    note: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """Names by which a roster may list it, its path and the entry, also without folder or suffix."""
        last = self.entry.rpartition("/")[2]
        return tuple(dict.fromkeys((self.name, self.entry, last, Path(last).stem)))


def entries(folder: Path, place: Path, leave: Collection[Path] = ()) -> list[Entry]:
    """Every file and folder of a folder, or of a zip; zips are unpacked into a place for that, which is empty.

    Names that begin with a dot or with two underscores are left out, and files that are the grader's own.

    Raises
    ------
    ValueError
        If there is nothing.
    """
    whole = folder
    if folder.is_file():
        folder = place / "all"
        unpack(whole, folder, CLASS)
    entries_found: list[Entry] = []
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if not path.name.startswith((".", "__")) and path.resolve() not in leave:
            entries_found += _entries_of(path, place / "each" / str(len(entries_found)))
    if not entries_found:
        raise ValueError(f"nothing was handed in: {whole} is {'empty' if whole.exists() else 'not there'}")
    return entries_found


def _entries_of(path: Path, place: Path) -> Iterator[Entry]:
    """The entries of a file or folder: one, or several if Moodle packed it."""
    if path.is_dir():
        yield _of_folder(path.name, path, place)
    elif path.suffix.lower() == ".zip":
        try:
            unpack(path, place / "unpacked")
        except ValueError as error:
            yield Entry(path.name, None, (), str(error))
            return
        inside = sorted((place / "unpacked").iterdir())
        if inside and all(MOODLE in one.name and one.is_dir() for one in inside):
            for one in inside:
                yield _of_folder(f"{path.name}/{one.name}", one, place / one.name)
        else:
            yield _of_folder(path.name, place / "unpacked", place)
    elif not path.is_file():
        yield Entry(path.name, None, (), "neither a file nor a folder")
    elif is_notebook(path):
        yield Entry(path.name, None, (path,))
    else:
        yield Entry(path.name, None, (), "no notebook, no file of Python and no zip")


def _of_folder(name: str, folder: Path, place: Path) -> Entry:
    """A folder, with the zips in it unpacked where they lie, in a copy."""
    if not os.access(folder, os.R_OK | os.X_OK):
        return Entry(name, folder, (), "a folder that cannot be opened")
    wrong = []
    if any(path.suffix.lower() == ".zip" for path in visible(folder)):
        try:
            copy(folder, place / "copy")
        except OSError as error:
            return Entry(name, folder, (), f"a folder that cannot be copied ({str(error)[:200]})")
        folder = place / "copy"
        for path in [path for path in visible(folder) if path.suffix.lower() == ".zip"]:
            packed = path.rename(place / "packed")
            try:
                unpack(packed, path)
            except ValueError as error:
                wrong.append(f"{path.name}: {error}")
                shutil.rmtree(path)
            packed.unlink()
    files = list(visible(folder))
    notebooks = tuple(path for path in files if is_notebook(path))
    there = [path.relative_to(folder).as_posix() for path in files]
    what = "; ".join(wrong) or (
        f"no notebook and no file of Python, but {listed(there)}" if there else "an empty folder"
    )
    return Entry(name, folder, notebooks, "" if notebooks else what)


def copy(folder: Path, into: Path) -> None:
    """Copy a folder: its files and folders, and links as links."""

    def strange(place: str, names: list[str]) -> list[str]:
        paths = {name: Path(place, name) for name in names}
        return [name for name, path in paths.items() if not (path.is_symlink() or path.is_file() or path.is_dir())]

    shutil.copytree(folder, into, symlinks=True, ignore=strange)


def visible(folder: Path) -> list[Path]:
    """The files in a folder and below it, without links and without what is hidden, in the order of their paths."""
    return [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and not path.is_symlink()
        and not any(part.startswith((".", "__")) for part in path.relative_to(folder).parts)
    ]


def chosen(one: Entry, handed_out: Collection[str]) -> Submission:
    """The notebook of an entry that counts: of those in which something was written, the newest.

    A notebook goes before a file of Python or a page's answers, and where times tie, the higher of a browser's numbers
    before the lower.
    """
    if not one.notebooks:
        return Submission(one.name, one.name, None, one.folder, one.instead)
    if len(one.notebooks) == 1:
        return Submission(one.named(one.notebooks[0]), one.name, one.notebooks[0], one.folder)

    written = {path: is_written(path, handed_out) for path in one.notebooks}

    def order(path: Path) -> tuple[bool, bool, float, int, str]:
        number = NUMBERED.search(path.stem)
        copies = int(number[1]) if number else 0
        return written[path], path.suffix.lower() == ".ipynb", path.stat().st_mtime, copies, str(path)

    best, *others = sorted(one.notebooks, key=order, reverse=True)
    blank = {path: "" if written[path] else " (nothing written in it)" for path in others}
    also = listed([f"{path.relative_to(one.folder or path.parent).as_posix()}{blank[path]}" for path in others])
    return Submission(one.named(best), one.name, best, one.folder, f"also there: {also}")


def is_written(path: Path, handed_out: Collection[str]) -> bool:
    """Whether a notebook can be read and has code that was not handed out, beside the student's number."""
    try:
        code_cells = codes(read(path))
    except (ValueError, OSError):
        return False
    return any(plain(code) not in handed_out for code in code_cells if plain(code))


def plain(code: str) -> str:
    """Code without the lines that name the student and ask for times, and without space around it."""
    return re.sub(r"^(student = |(# )?exercises\.keep_times).*$", "", code, flags=re.MULTILINE).strip()


def listed(names: Sequence[str]) -> str:
    """The first few of several names, and how many there are more."""
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
