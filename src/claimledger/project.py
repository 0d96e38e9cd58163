"""The project whose claims are checked: its package, its data, and where its results are stored."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from platformdirs import user_cache_path

__all__ = ["Project", "project", "use", "using"]

#: The group of entry points by which an installed package offers its `Project`.
GROUP = "claimledger.projects"


@dataclass(frozen=True)
class Project:
    """An audit of papers: a package whose functions check the claims, and a folder of data.

    Attributes
    ----------
    package : str
        The package's import name.
    folder : Path
        Where the package lies. In a clone that is ``src/<package>``, and data are in ``data`` beside ``src``; an
        installed copy has them in ``<package>/data``.
    follows : tuple of str
        Packages whose code decides results as the project's own does, although they are released apart.
    libraries : tuple of str
        Distributions that numbers rest on: their versions are part of a machine's description.
    sources : str or None
        Where the site has the source of a check, as an address from a chapter's page with ``{module}``, the path of the
        module with slashes, and ``{function}``; None if it has no such pages.
    ledger : str
        The address of the ledger's page from a chapter's.
    starter : str or None
        A folder below the root with further templates of what a new paper needs.
    """

    package: str
    folder: Path
    follows: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ("numpy", "pandas")
    sources: str | None = None
    ledger: str = "../ledger.html"
    starter: str | None = None

    @property
    def root(self) -> Path | None:
        """The root of the clone that the package runs from, or None if it is an installed copy."""
        root = self.folder.parents[1]
        ours = self.folder.parent.name == "src" and (_named_in(root) or "").partition(":")[0].partition(".")[0]
        return root if ours == self.package else None

    @property
    def data(self) -> Path:
        """The folder of the committed data.

        Raises
        ------
        FileNotFoundError
            If it is not there, which happens when the package was copied by hand.
        """
        return self._there((self.root or self.folder) / "data")

    def data_file(self, *parts: str) -> Path:
        """Return the path of a file in the folder of the committed data, given as the parts of its path.

        Raises
        ------
        FileNotFoundError
            If it is not there.
        """
        return self._there(self.data.joinpath(*parts))

    def cache(self, kind: str) -> Path:
        """Return a folder, which need not exist, of results that can be computed again.

        It is in ``_build`` of a clone; an installed copy has it in the user's cache folder.
        """
        return self.root / "_build" / kind if self.root else user_cache_path(self.package, appauthor=False) / kind

    def _there(self, path: Path) -> Path:
        if not path.exists():
            remedy = "restore it from git" if self.root else "install the package anew from its wheel"
            raise FileNotFoundError(f"{path}, which comes with {self.package}, is not there: {remedy}")
        return path


_USED: ContextVar[Project | None] = ContextVar("_USED", default=None)


def use(chosen: Project) -> None:
    """Let `project` return this one from now on, as in a process that was started for it."""
    _USED.set(chosen)


@contextmanager
def using(chosen: Project) -> Iterator[Project]:
    """Let `project` return this one."""
    token = _USED.set(chosen)
    try:
        yield chosen
    finally:
        _USED.reset(token)


def project() -> Project:
    """Return the project at hand.

    That is the one of `using`, or else the one that the nearest ``pyproject.toml`` with a table ``[tool.claimledger]``
    names, upwards from the working folder (``project = "package.module:NAME"``), or else the only one installed.

    Raises
    ------
    LookupError
        If there is none, or several are installed.
    """
    return _USED.get() or _at(Path.cwd())


@cache
def _at(folder: Path) -> Project:
    for root in (folder, *folder.parents):
        if name := _named_in(root):
            if (source := str(root / "src")) not in sys.path:
                sys.path.append(source)  # the audit need not be installed
            return _load(name)
    installed = {entry.value for entry in entry_points(group=GROUP)}
    if len(installed) == 1:
        return _load(installed.pop())
    what = f"several are installed: {', '.join(sorted(installed))}" if installed else "none is installed"
    raise LookupError(f"no pyproject.toml from {folder} upwards has [tool.claimledger] project, and {what}")


@cache
def _named_in(root: Path) -> str | None:
    """The project that the ``pyproject.toml`` of a folder names."""
    try:
        content = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    named: str | None = content.get("tool", {}).get("claimledger", {}).get("project")
    return named


def _load(name: str) -> Project:
    module, _, attribute = name.partition(":")
    loaded: Project = getattr(import_module(module), attribute)
    return loaded
