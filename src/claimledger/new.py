"""Begin the audit of a paper: every file that it needs, with a claim that is not confirmed until its check is written.

``python -m claimledger new-paper ID "TITLE"``. In a folder without a project it begins one, too.
"""

from __future__ import annotations

import argparse
import keyword
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from claimledger.claims import sources
from claimledger.project import Project, project

STARTER = Path(__file__).parent / "starter"
#: Further files for a folder without a project, by path.
BEGUN = {
    "pyproject.toml": '[tool.claimledger]\nproject = "{package}:PROJECT"\n',
    "src/{package}/__init__.py": '"""An audit of papers, claim by claim."""\n\nfrom pathlib import Path\n\n'
    'from claimledger import Project\n\nPROJECT = Project("{package}", Path(__file__).parent)\n',
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files of a new paper, all or none, and say what is next."""
    parser = argparse.ArgumentParser(prog="python -m claimledger new-paper", description=__doc__)
    parser.add_argument("id", help="its short name, such as mendel: folders and claims are named so")
    parser.add_argument("title", help="its title")
    parser.add_argument("--reference", default="", help="how one cites it (default: the title)")
    parser.add_argument(
        "--package", default="audit", help="name of the package where a project is begun (default: audit)"
    )
    given = parser.parse_args(arguments)
    for what, name in (("ID", given.id), ("--package", given.package)):
        if not name.isidentifier() or keyword.iskeyword(name) or name != name.lower():
            parser.error(f"{what} must be a Python identifier in small letters, not '{name}'")
    try:
        at, files = new_paper(given.id, given.title, given.reference or given.title, given.package)
    except (OSError, ValueError) as error:
        print(f"new-paper: {error}", file=sys.stderr)
        return 1
    print("\n".join(f"written: {path.relative_to(at)}" for path in files))
    print(f"next: `python -m claimledger {given.id}.first` says why the claim is not confirmed; write its check")
    return 0


def new_paper(paper: str, title: str, reference: str, package: str = "audit") -> tuple[Path, list[Path]]:
    """Write the files of a new paper into the project that the working folder is in, or begin one in that folder.

    Returns
    -------
    Path, list of Path
        The root of the project, and what was written.

    Raises
    ------
    ValueError
        If one of the files is there already.
    OSError
        If they cannot be written.
    """
    here = _around(Path.cwd())
    root = here.root if here and here.root else Path.cwd()
    templates, order = [STARTER], 1
    if here:
        package = here.package
        templates += [root / here.starter] if here.starter else []
        order += max((source.order for source in sources().values()), default=0)
    names = {"id": paper, "title": title, "reference": reference, "package": package, "order": str(order)}
    texts = {} if here else {_filled(path, names): _filled(text, names) for path, text in BEGUN.items()}
    for folder in templates:
        texts |= {path: _filled(text, names) for path, text in _read(folder, names)}
    if there := [path for path in texts if (root / path).exists()]:
        raise ValueError(f"there already: {', '.join(sorted(there))}")
    return root, _write(root, texts)


def _around(folder: Path) -> Project | None:
    """The project whose clone a folder is in; one that is only installed is left alone."""
    try:
        here = project()
    except LookupError:
        return None
    return here if here.root and folder.is_relative_to(here.root) else None


def _read(folder: Path, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield _filled(path.relative_to(folder).as_posix(), names), path.read_text(encoding="utf-8")


def _filled(text: str, names: Mapping[str, str]) -> str:
    """A template with its names in braces replaced; other braces stay."""
    for name, value in names.items():
        text = text.replace("{" + name + "}", value)
    return text


def _write(root: Path, texts: Mapping[str, str]) -> list[Path]:
    """Write all files or none: first into a folder beside their places, then each is moved to its own."""
    draft = Path(tempfile.mkdtemp(prefix=".new-paper.", dir=root))
    moved: list[Path] = []
    try:
        for place, text in texts.items():
            (draft / place).parent.mkdir(parents=True, exist_ok=True)
            (draft / place).write_text(text, encoding="utf-8")
        for place in texts:
            (root / place).parent.mkdir(parents=True, exist_ok=True)
            os.replace(draft / place, root / place)
            moved.append(root / place)
    except OSError:
        for path in moved:
            path.unlink()
        raise
    finally:
        shutil.rmtree(draft)
    return moved
