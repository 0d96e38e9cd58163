"""The wheel in environments that hold what its metadata ask for and nothing else, far from this repository.

The environments are made without a network: what pip would fetch is linked from the environment the tests run in. The
package itself is installed from the wheel, so that nothing of the clone can be seen.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import nbformat
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from claimledger import load
from scoring_the_scores.files import data_folder

ROOT = Path(__file__).resolve().parents[1]
DOWNLOADS = ROOT / "_build" / "html" / "downloads"
NOTEBOOKS = sorted(path.relative_to(DOWNLOADS).as_posix() for path in DOWNLOADS.rglob("*.ipynb"))
CHAPTERS = len(list((ROOT / "book").rglob("*.ipynb")))
QUICK = {"lxcim.ipynb", "ranking-scores.ipynb"}  # run in every `make test`; CI runs all of them
RUN_ALL = os.environ.get("METRICBOOK_RUN_DOWNLOADS") == "all"
JUPYTER_EXECUTE = "from nbclient.cli import main; main()"  # what the command `jupyter execute` is
UNRESOLVED = re.compile(r"\{[a-z:]+\}`|^\s*(`{3,}|:{3,})\{|^\([\w-]+\)=|^%%? ", re.MULTILINE)


def requirements(names: list[str]) -> set[str]:
    """Return the distributions that pip would bring for these requirements."""
    found: set[tuple[str, str]] = set()
    todo = [(Requirement(name).name, extra) for name in names for extra in ("", *Requirement(name).extras)]
    while todo:
        name, extra = todo.pop()
        if (canonicalize_name(name), extra) in found:
            continue
        found.add((canonicalize_name(name), extra))
        for line in distribution(name).requires or ():
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": extra}):
                todo += [(needed.name, wanted) for wanted in ("", *needed.extras)]
    return {name for name, _ in found}


class Environment:
    """An environment with the wheel, and an empty folder to work in."""

    def __init__(self, folder: Path, wheel: Path, extra: str) -> None:
        venv.create(folder / "env", symlinks=True)
        self.python = folder / "env" / "bin" / "python"
        (packages,) = (folder / "env" / "lib").glob("python*/site-packages")
        table = self._metadata(wheel)
        wanted = [line for line in table if "extra ==" not in line or (extra and f"extra == '{extra}'" in line)]
        for name in requirements([str(Requirement(line.partition(";")[0])) for line in wanted]):
            files = distribution(name).files or ()
            for top in {file.parts[0] for file in files} - {"..", "__pycache__"}:
                if not (packages / top).exists():
                    (packages / top).symlink_to(Path(distribution(name).locate_file(top)).resolve())
        command = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--quiet", "--no-index"]
        command += ["--no-deps", "--disable-pip-version-check", "--no-compile"]  # little of it is imported
        subprocess.run([*command, str(wheel)], check=True)
        self.folder = folder / "empty"
        self.folder.mkdir()
        self.home = folder / "home"
        self.home.mkdir()

    @staticmethod
    def _metadata(wheel: Path) -> list[str]:
        with zipfile.ZipFile(wheel) as archive:
            (name,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
            lines = archive.read(name).decode().partition("\n\n")[0].splitlines()
        return [line.removeprefix("Requires-Dist: ") for line in lines if line.startswith("Requires-Dist: ")]

    def run(self, *arguments: str, timeout: int = 600) -> subprocess.CompletedProcess[str]:
        """Run this Python in the empty folder, with a home and a cache of its own."""
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith(("METRICBOOK", "PYTHON", "JUPY"))
        }
        places = {
            "HOME": str(self.home),
            "XDG_CACHE_HOME": str(self.home / "cache"),
            "PATH": f"{self.python.parent}:/usr/bin:/bin",
        }
        return subprocess.run(
            [str(self.python), *arguments],
            cwd=self.folder,
            env=kept | places,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )

    def prints(self, code: str) -> str:
        """Return what a program prints; it must end without an error."""
        done = self.run("-c", code)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel by way of the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    subprocess.run([*build, "--target", "sdist"], cwd=ROOT, check=True, capture_output=True)
    (source,) = folder.glob("*.tar.gz")
    shutil.unpack_archive(source, folder, filter="data")
    subprocess.run(
        [*build, "--target", "wheel"], cwd=folder / source.name.removesuffix(".tar.gz"), check=True, capture_output=True
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def core(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """What `pip install metricbook` makes."""
    return Environment(tmp_path_factory.mktemp("core"), wheel, extra="")


@pytest.fixture(scope="module")
def book(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """What `pip install 'metricbook[book]'` makes, with the pairs already fetched."""
    made = Environment(tmp_path_factory.mktemp("book"), wheel, extra="book")
    fetched = data_folder() / "tuebingen" / "cache"
    if fetched.is_dir():
        shutil.copytree(fetched, made.home / "cache" / "metricbook" / "tuebingen")
    return made


def test_the_wheel_has_the_data_and_nothing_that_was_fetched(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    committed = subprocess.run(["git", "ls-files", "data"], cwd=ROOT, capture_output=True, text=True, check=False)
    if committed.returncode:
        pytest.skip("not a git checkout, so what is committed is not known")
    read = {f"metricbook/{path}" for path in committed.stdout.split()} - {"metricbook/data/tuebingen/runs.csv"}
    assert {name for name in names if "/data/" in name} == read  # the runs are for `make scores`, in a clone
    assert "metricbook/py.typed" in names
    assert wheel.stat().st_size < 2_000_000


def test_the_core_needs_three_packages(core: Environment) -> None:
    for module in ("metricbook", "metricbook.tile", "metricbook.causal", "scoring_the_scores.files"):
        core.prints(f"import {module}")
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (snippet,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    *lines, last = snippet.strip().splitlines()
    assert core.prints("\n".join([*lines, f"print({last.partition('#')[0]})"])) == "0.75"


def test_the_examples_of_the_public_names_hold(core: Environment) -> None:
    code = """
import doctest, metricbook
run = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
found = [t for name in metricbook.__all__ for t in doctest.DocTestFinder().find(getattr(metricbook, name), name)]
for test in found:
    run.run(test)
named = [name for name in metricbook.__all__ if not name.endswith("_of")]  # the twins that take a sweep say less
print(run.tries > len(named), run.failures)
"""
    assert core.prints(code) == "True 0"


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (["-m", "claimledger"], "book"),
        (["-m", "metricbook.causal.tuebingen"], "book"),
    ],
)
def test_a_command_without_its_extra_says_so_in_one_line(core: Environment, arguments: list[str], extra: str) -> None:
    done = core.run(*arguments)
    assert done.returncode == 1
    assert re.fullmatch(rf".* is not installed: pip install 'metricbook\[{extra}\]' brings it\n", done.stderr), (
        done.stderr
    )


@pytest.mark.parametrize(
    ("code", "extra"),
    [
        ("from metricbook import ledger; ledger.load()", "book"),
        ("from metricbook import tile; tile.kendall_map('A', [[0.25] * 4] * 2, [0.5], [0.5])", "tile"),
    ],
)
def test_a_function_without_its_extra_says_so(core: Environment, code: str, extra: str) -> None:
    done = core.run("-c", code)
    assert re.match(
        rf"ImportError: \w+ is not installed: pip install 'metricbook\[{extra}\]' brings it",
        done.stderr.splitlines()[-1],
    ), done.stderr


def test_the_ledger_works_far_from_the_repository(book: Environment) -> None:
    assert book.prints("from metricbook import ledger; print(len(ledger.load()))") == str(len(load()))
    code = """
from itertools import islice
import claimledger as ledger
decided = [claim for claim in ledger.load().values() if claim.decided and claim.kind == "equation"]
print(all(ledger.evaluate(claim).outcome == claim.verdict for claim in islice(decided, 0, None, 12)))
"""
    assert book.prints(code) == "True"
    assert list(book.folder.iterdir()) == []


def test_every_chapter_is_offered() -> None:
    if not DOWNLOADS.is_dir():
        pytest.skip("the site is not built: run `make book`")
    assert len(NOTEBOOKS) == CHAPTERS
    assert len(list(DOWNLOADS.glob("*.whl"))) == 1


@pytest.fixture
def notebook(name: str) -> nbformat.NotebookNode:
    return nbformat.read(DOWNLOADS / name, as_version=4)


each = pytest.mark.parametrize("name", NOTEBOOKS or [pytest.param("", marks=pytest.mark.skip(reason="no site"))])


@each
def test_an_offered_notebook_is_plain_and_whole(notebook: nbformat.NotebookNode) -> None:
    nbformat.validate(notebook)
    prose = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    assert [found.group() for text in prose for found in UNRESOLVED.finditer(text)] == []
    assert re.search(r'^pip install "\S', prose[0], re.MULTILINE)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    drawn = [output.data for output in outputs if "<Figure size" in output.get("data", {}).get("text/plain", "")]
    assert all("image/svg+xml" in data for data in drawn)
    assert len(drawn) == sum(text.startswith("**Fig. ") for text in prose)
    links = [link for data in outputs for link in re.findall(r'href="([^"]*)"', str(data.get("data", {})))]
    assert [link for link in links if ".csv" in link] == []


@each
def test_an_offered_notebook_runs_in_an_empty_folder(name: str, book: Environment) -> None:
    if not RUN_ALL and Path(name).name not in QUICK:
        pytest.skip("METRICBOOK_RUN_DOWNLOADS=all runs every chapter, as CI does")
    shutil.copy(DOWNLOADS / name, book.folder)
    done = book.run("-c", JUPYTER_EXECUTE, "--timeout=600", Path(name).name, timeout=1200)
    (book.folder / Path(name).name).unlink()
    assert done.returncode == 0, done.stderr[-3000:]
    assert list(book.folder.iterdir()) == []
