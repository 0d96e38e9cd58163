"""The wheels in environments that hold what their metadata ask for and nothing else, far from this repository.

The environments are made without a network: what pip would fetch is linked from the environment the tests run in. Our
own packages are installed from their wheels, so that nothing of the clone can be seen.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import venv
import zipfile
from collections.abc import Iterator, Mapping
from email import message_from_bytes
from html import unescape
from importlib.metadata import distribution
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import nbformat
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from claimledger import load
from scoring_the_scores import exercises
from scoring_the_scores.files import data_folder
from tests.whole import in_monthly_run, in_whole_run, mostly
from tools.public_checks import is_of_key
from tools.wheels import build, build_key

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("claimledger", "metricbook", "scoring-the-scores")
DOWNLOADS = ROOT / "_build" / "html" / "downloads"
NOTEBOOKS = sorted(path.relative_to(DOWNLOADS).as_posix() for path in DOWNLOADS.rglob("*.ipynb"))
CHAPTERS = len(list((ROOT / "book").rglob("*.ipynb")))
UNRESOLVED = re.compile(r"\{[a-z:]+\}`|^\s*(`{3,}|:{3,})\{|^\([\w-]+\)=|^%%? ", re.MULTILINE)


Wheels = Mapping[str, Path]


def requirements(wanted: str, wheels: Wheels) -> set[str]:
    """Return the distributions that pip would bring for a requirement."""
    found: set[tuple[str, str]] = set()
    todo = [(Requirement(wanted).name, extra) for extra in ("", *Requirement(wanted).extras)]
    while todo:
        name, extra = todo.pop()
        if (canonicalize_name(name), extra) in found:
            continue
        found.add((canonicalize_name(name), extra))
        for line in needed_by(wheels[name]) if name in wheels else distribution(name).requires or ():
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": extra}):
                todo += [(needed.name, each) for each in ("", *needed.extras)]
    return {name for name, _ in found}


def needed_by(wheel: Path) -> list[str]:
    """Return what the metadata of a wheel ask for."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        return message_from_bytes(archive.read(name)).get_all("Requires-Dist", [])


class Environment:
    """An environment as `pip install` makes it of a requirement, and an empty folder to work in."""

    def __init__(self, folder: Path, wheels: Wheels, wanted: str) -> None:
        venv.create(folder / "env", symlinks=True)
        self.python = folder / "env" / "bin" / "python"
        (packages,) = (folder / "env" / "lib").glob("python*/site-packages")
        names = requirements(wanted, wheels)
        for name in names - set(wheels):
            files = distribution(name).files or ()
            for top in {file.parts[0] for file in files} - {"..", "__pycache__"}:
                if not (packages / top).exists():
                    (packages / top).symlink_to(Path(distribution(name).locate_file(top)).resolve())
        command = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--quiet", "--no-index"]
        command += ["--no-deps", "--disable-pip-version-check", "--no-compile"]  # little of it is imported
        subprocess.run([*command, *(str(wheels[name]) for name in sorted(names & set(wheels)))], check=True)
        self.folder = folder / "empty"
        self.folder.mkdir()
        self.home = folder / "home"
        self.home.mkdir()

    def _there(self) -> dict[str, Any]:
        """Return what a process is told: to be in the empty folder, with a home and a cache of its own."""
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith(("METRICBOOK", "PYTHON", "JUPY"))
        }
        places = {
            "HOME": str(self.home),
            "XDG_CACHE_HOME": str(self.home / "cache"),
            "PATH": f"{self.python.parent}:/usr/bin:/bin",
        }
        return {"cwd": self.folder, "env": kept | places, "text": True}

    def run(self, *arguments: str, timeout: int = 600) -> subprocess.CompletedProcess[str]:
        """Run this Python there."""
        command = [str(self.python), *arguments]
        return subprocess.run(command, **self._there(), capture_output=True, timeout=timeout, check=False)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start this Python there, to be talked to."""
        pipe = subprocess.PIPE
        return subprocess.Popen([str(self.python), *arguments], **self._there(), stdin=pipe, stdout=pipe)

    def prints(self, code: str) -> str:
        """Return what a program prints; it must end without an error."""
        done = self.run("-c", code)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Wheels:
    """Build the wheels by way of the source distributions."""
    folder = tmp_path_factory.mktemp("dist")
    for source in build(ROOT, folder / "sources", "sdist"):
        shutil.unpack_archive(source, folder / "src", filter="data")
    built = build(folder, folder / "wheels", "wheel")
    return dict(zip(PACKAGES, built, strict=True))


@pytest.fixture(scope="module")
def key_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel that graders have besides."""
    return build_key(ROOT, tmp_path_factory.mktemp("key"))


@pytest.fixture(scope="module")
def core(wheels: Wheels, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """What `pip install metricbook` makes."""
    return Environment(tmp_path_factory.mktemp("core"), wheels, "metricbook")


@pytest.fixture(scope="module")
def ledger(wheels: Wheels, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """What `pip install claimledger` makes."""
    return Environment(tmp_path_factory.mktemp("ledger"), wheels, "claimledger")


@pytest.fixture(scope="module")
def student(wheels: Wheels, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """What `pip install scoring-the-scores` makes."""
    return Environment(tmp_path_factory.mktemp("student"), wheels, "scoring-the-scores")


@pytest.fixture(scope="module")
def book(wheels: Wheels, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """What `pip install 'scoring-the-scores[book]'` makes, with the pairs already fetched."""
    made = Environment(tmp_path_factory.mktemp("book"), wheels, "scoring-the-scores[book]")
    fetched = data_folder() / "tuebingen" / "cache"
    if fetched.is_dir():
        shutil.copytree(fetched, made.home / "cache" / "metricbook" / "tuebingen")
    return made


def inside(wheel: Path) -> dict[str, bytes]:
    """Return the files of a wheel's package, by their paths in it."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name]
        return {name.partition("/")[2]: archive.read(name) for name in names}


@in_whole_run
def test_a_wheel_of_the_source_distribution_is_that_of_the_tree(wheels: Wheels, tmp_path: Path) -> None:
    for name, path in zip(PACKAGES, build(ROOT, tmp_path, "wheel"), strict=True):
        assert path.read_bytes() == wheels[name].read_bytes(), name


def test_what_is_committed_is_in_one_wheel_and_nothing_that_was_fetched(wheels: Wheels) -> None:
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src", "data"]
    committed = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=False)
    if committed.returncode:
        pytest.skip("not a git checkout, so what is committed is not known")
    paths = {path for path in committed.stdout.splitlines() if (ROOT / path).exists()}
    data = {path for path in paths if path.startswith("data/")} - {"data/tuebingen/runs.csv"}  # for `make scores`
    beside = {"LICENSE", "LICENSE-TEXT", "README.md", "hatch_build.py", "pyproject.toml"}  # of what the wheel is made
    shipped: list[str] = []
    for name, wheel in wheels.items():
        source = f"src/{name.replace('-', '_')}/"
        found = sorted(inside(wheel))
        code = {path.removeprefix(source) for path in paths if path.startswith(source)} - beside
        code = {path for path in code if not path.endswith(("/key.py", "/lecture.md", "/lecture.py"))}
        assert {path for path in found if not path.startswith("data/")} == code, name
        shipped += [path for path in found if path.startswith("data/")]
    assert sorted(shipped) == sorted(data)
    assert {path.split("/")[1] for path in inside(wheels["metricbook"]) if path.startswith("data/")} == {"tuebingen"}


def test_the_key_s_wheel_has_what_the_students_has_not(wheels: Wheels, key_wheel: Path) -> None:
    book, source = inside(wheels["scoring-the-scores"]), ROOT / "src" / "scoring_the_scores"
    rooms = {path.relative_to(source).as_posix(): path.read_bytes() for path in source.glob("*/*/key.py")}
    assert inside(key_wheel) == rooms
    assert rooms.keys().isdisjoint(book)
    assert needed_by(key_wheel) == [f"scoring-the-scores[course]=={key_wheel.name.split('-')[1]}"]


def test_the_library_is_small_and_knows_no_chapter_no_claim_and_no_exercise(wheels: Wheels) -> None:
    files = inside(wheels["metricbook"])
    lines = {path: content.count(b"\n") for path, content in files.items() if path.endswith(".py")}
    of_reports = sum(number for path, number in lines.items() if path.startswith("reports/"))
    assert of_reports <= 14_000  # with the extra "report" only
    assert sum(lines.values()) - of_reports <= 19_200
    assert wheels["metricbook"].stat().st_size <= 800_000
    parts = {path.parent.name for path in (ROOT / "book").glob("*/*.ipynb")}
    assert {part for part in parts for path in files if part in path} == {"tile"}
    ids = "|".join(map(re.escape, [*load(), *exercises.load()]))
    named = re.compile(rf"(?<![\w.])(?:{ids})(?![\w.-])|#claim-[\w-]+")
    said = {path: named.findall(content.decode()) for path, content in files.items() if not path.startswith("data/")}
    assert {path: ids for path, ids in said.items() if ids} == {}


IMPORTED = """
import importlib, pkgutil, sys
lacking, package = set(), importlib.import_module({package!r})
for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    try:
        importlib.import_module(found.name)
    except ImportError as error:
        lacking.add(error.name)
print(sorted(lacking), sorted({others!r} & set(sys.modules)))
"""


def test_the_library_needs_three_packages_and_neither_of_ours(core: Environment) -> None:
    others = {"claimledger", "matplotlib", "scoring_the_scores", "yaml"}
    lacking = ["markupsafe", "numba"]  # of reports and of correlations over the Tile, which no other module loads
    assert core.prints(IMPORTED.format(package="metricbook", others=others)) == f"{lacking} []"
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (snippet,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    *lines, last = snippet.strip().splitlines()
    assert core.prints("\n".join([*lines, f"print({last.partition('#')[0]})"])) == "0.75"


def test_the_ledger_needs_neither_the_library_nor_the_book(ledger: Environment) -> None:
    others = {"matplotlib", "metricbook", "scipy", "scoring_the_scores", "sympy"}
    assert ledger.prints(IMPORTED.format(package="claimledger", others=others)) == "[] []"
    done = ledger.run("-m", "claimledger")
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(r"ledger: no pyproject\.toml .* and none is installed\n", done.stderr), done.stderr


@in_whole_run
def test_answers_are_checked_with_what_the_library_needs(student: Environment) -> None:
    """The checkers of all exercises, by the solutions of the tests, which are loaded from the clone."""
    code = f"""
import sys
from scoring_the_scores import exercises
from scoring_the_scores.exercises.checking import instance
sys.path.append({str(ROOT)!r})
from tests.scoring_the_scores.exercises.solutions import SOLUTIONS
right = [exercises.check(one.id, SOLUTIONS[one.id](instance(one))).right for one in exercises.load().values()]
others = {{"claimledger", "matplotlib", "sklearn", "sympy", "yaml"}}
print(sum(right) == len(right), len(right), sorted(others & set(sys.modules)))
"""
    assert student.prints(code) == f"True {len(exercises.load())} []"


@in_whole_run
def test_students_have_no_checker_of_the_key_s_and_graders_have_all(
    student: Environment, wheels: Wheels, key_wheel: Path, tmp_path: Path
) -> None:
    grader = Environment(tmp_path, {**wheels, "scoring-the-scores-key": key_wheel}, "scoring-the-scores-key")
    code = f"""
import sys
from scoring_the_scores import exercises
from scoring_the_scores.exercises.checking import checkers, has_key, instance
sys.path.append({str(ROOT)!r})
from tests.scoring_the_scores.exercises.solutions import SOLUTIONS
seeded = [one for one in exercises.load().values() if one.seeded]
own = [exercises.check(one.id, SOLUTIONS[one.id](instance(one, "ada")), seed="ada").right for one in seeded]
print(has_key(), len(checkers()), own.count(True), own.count(False))
"""
    every, seeded = len(exercises.load()), sum(one.seeded for one in exercises.load().values())
    of_key = [one for one in exercises.load().values() if is_of_key(one)]
    assert grader.prints(code) == f"True {every} {seeded} 0"
    open_to_read = seeded - sum(one.seeded for one in of_key)
    assert student.prints(code) == f"False {every - len(of_key)} {open_to_read} 0"


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
    ("arguments", "message"),
    [
        (["-m", "metricbook.causal.tuebingen"], "platformdirs is not installed: pip install 'metricbook[causal]'"),
        (
            ["-c", "from metricbook import tile; tile.kendall_map('A', [[0.25] * 4] * 2, [0.5], [0.5])"],
            "numba is not installed: pip install 'metricbook[tile]'",
        ),
    ],
)
def test_what_needs_an_extra_says_so(core: Environment, arguments: list[str], message: str) -> None:
    done = core.run(*arguments)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(f": {message} brings it")


def test_a_report_is_made_with_its_extra(wheels: Wheels, tmp_path: Path) -> None:
    practitioner = Environment(tmp_path, wheels, "metricbook[report]")
    rows = "".join(f"{case % 2},{case / 40}\n" for case in range(40))
    (practitioner.folder / "cases.csv").write_text(f"y,a\n{rows}", encoding="utf-8")
    done = practitioner.run("-m", "metricbook", "report", "cases.csv", "--label", "y", "--score", "a")
    assert done.returncode == 0, done.stderr
    assert list(practitioner.folder.glob("*.html"))


@in_whole_run
def test_the_book_confirms_claims_far_from_the_repository(book: Environment) -> None:
    code = """
from itertools import islice
from scoring_the_scores import ledger
claims = ledger.load().values()
decided = [claim for claim in claims if claim.decided and claim.kind == "equation"]
print(len(claims), all(ledger.evaluate(claim).outcome == claim.verdict for claim in islice(decided, 0, None, 12)))
"""
    assert book.prints(code) == f"{len(load())} True"
    assert list(book.folder.iterdir()) == []


def test_every_chapter_is_offered() -> None:
    if not DOWNLOADS.is_dir():
        pytest.skip("the site is not built: run `make book`")
    assert len(NOTEBOOKS) == CHAPTERS
    assert len(list(DOWNLOADS.glob("*.whl"))) == len(PACKAGES)


@pytest.fixture
def notebook(name: str) -> nbformat.NotebookNode:
    return nbformat.read(DOWNLOADS / name, as_version=4)


no_site = [pytest.param("", marks=pytest.mark.skip(reason="no site"))]


@pytest.mark.parametrize("name", NOTEBOOKS or no_site)
def test_an_offered_notebook_is_plain_and_whole(notebook: nbformat.NotebookNode) -> None:
    nbformat.validate(notebook)
    prose = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    assert [found.group() for text in prose for found in UNRESOLVED.finditer(text)] == []
    assert re.search(r'^pip install --find-links \. "\S', prose[0], re.MULTILINE)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    drawn = [output.data for output in outputs if "<Figure size" in output.get("data", {}).get("text/plain", "")]
    assert all("image/svg+xml" in data for data in drawn)
    assert len(drawn) == sum(text.startswith("**Fig. ") for text in prose)
    links = [link for data in outputs for link in re.findall(r'href="([^"]*)"', str(data.get("data", {})))]
    assert [link for link in links if ".csv" in link] == []


#: Stands in for the notebook program where no registry is within reach: it runs the notebook that it is to open.
LAB = """
import sys
from nbclient.cli import main

def lab():
    sys.argv[1:1] = ["--timeout=600"]
    main()
"""
#: Where the notebook program says that it listens, and the token that it asks for.
LISTENING = re.compile(r"(http://127\.0\.0\.1:\d+)/lab\S*\?token=(\w+)")
TYPED = re.compile(r'<div class="rerun">.*?<pre>(.*?)</pre>', re.DOTALL)


def typed(name: str) -> list[str]:
    """The lines that a chapter's page says to type."""
    page = (DOWNLOADS.parent / "book" / name).with_suffix(".html").read_text(encoding="utf-8")
    (lines,) = TYPED.findall(page)
    return unescape(re.sub("<[^>]*>", "", lines)).strip().splitlines()


def saved(name: str, folder: Path) -> None:
    """Save what the page offers in an empty folder."""
    folder.mkdir()
    for path in (DOWNLOADS / name, *DOWNLOADS.glob("*.whl")):
        shutil.copy(path, folder)


def there(folder: Path, **more: str) -> dict[str, str]:
    """The variables of a shell in a folder, with a home beside it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("METRICBOOK", "PYTHON", "JUPY"))}
    return kept | {"HOME": str(folder.parent / "home"), "PIP_DISABLE_PIP_VERSION_CHECK": "1", **more}


def type_in(lines: list[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Type lines in a shell there."""
    command, told = ["bash", "-e", "-c", "\n".join(lines)], there(folder, **more)
    return subprocess.run(command, cwd=folder, env=told, capture_output=True, text=True, timeout=1800, check=False)


def write_stand_in(folder: Path) -> None:
    """Write a wheel called jupyterlab, with the commands `jupyter` and `jupyter lab`."""
    about = "jupyterlab-9999.dist-info"
    files = {
        "standing_in_for_lab.py": LAB,
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: jupyterlab\nVersion: 9999\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/entry_points.txt": "[console_scripts]\njupyter = jupyter_core.command:main\n"
        "jupyter-lab = standing_in_for_lab:lab\n",
    }
    listed = "".join(f"{path},,\n" for path in (*files, f"{about}/RECORD"))
    with zipfile.ZipFile(folder / "jupyterlab-9999-py3-none-any.whl", "w") as archive:
        for path, text in {**files, f"{about}/RECORD": listed}.items():
            archive.writestr(path, text)


def answered(address: str) -> bytes:
    """What a server answers, which says where it is a moment before it listens."""
    for _ in range(60):
        try:
            with urlopen(address, timeout=60) as answer:
                return answer.read()
        except URLError:
            time.sleep(1)
    raise TimeoutError(address)


RERUN = [name for name in NOTEBOOKS if name == "foundations/which-metric.ipynb"] or no_site


@in_whole_run
@pytest.mark.parametrize("name", RERUN)
def test_what_a_page_says_to_type_runs_the_chapter(name: str, wheels: Wheels, tmp_path: Path) -> None:
    """Without a network: what pip would fetch is already there, and JupyterLab has a stand-in."""
    known = tmp_path / "known"
    known.mkdir()
    for needed in requirements("scoring-the-scores[book]", wheels) - set(wheels):
        for top in {file.parts[0] for file in distribution(needed).files or ()} - {"..", "__pycache__"}:
            if not (known / top).exists():
                (known / top).symlink_to(Path(distribution(needed).locate_file(top)).resolve())
    saved(name, tmp_path / "empty")
    write_stand_in(tmp_path / "empty")
    done = type_in(typed(name), tmp_path / "empty", PYTHONPATH=str(known), PIP_NO_INDEX="1")
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    assert (tmp_path / "empty" / "rerun" / "bin" / "jupyter-lab").is_file()


@in_monthly_run
@pytest.mark.parametrize("name", RERUN)
def test_what_a_page_says_to_type_starts_jupyterlab(name: str, tmp_path: Path) -> None:
    """With the registry: all is installed, and the server that opens the notebook answers."""
    saved(name, tmp_path / "empty")
    *lines, last = typed(name)
    installed = type_in(lines, tmp_path / "empty")
    if "No matching distribution found" in installed.stderr or "Could not fetch" in installed.stderr:
        pytest.skip("no registry of packages is within reach")
    assert installed.returncode == 0, installed.stderr[-3000:]
    settings = tmp_path / "home" / ".jupyter" / "jupyter_server_config.py"
    settings.parent.mkdir(parents=True)
    settings.write_text("c.ServerApp.open_browser, c.ServerApp.allow_root, c.ServerApp.port = False, True, 0\n")
    command = ["bash", "-e", "-c", f"{lines[1]}\nexec timeout 300 {last}"]
    folder, output = tmp_path / "empty", {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(command, cwd=folder, env=there(folder), **output) as server:
        try:
            (where,) = islice(filter(None, map(LISTENING.search, server.stdout)), 1)
            address = f"{where[1]}/api/contents/{Path(name).name}?content=0&token={where[2]}"
            assert json.loads(answered(address))["type"] == "notebook"
        finally:
            server.terminate()


#: Runs the notebooks whose names it reads, and says of each what went wrong.
RUNNER = f"""
import json, sys
sys.path.append({str(ROOT / "tools")!r})
import nbformat
from kernels import Kernel
from nbclient import NotebookClient
Kernel.serve()
for name in map(str.strip, sys.stdin):
    try:
        notebook, here = nbformat.read(name, as_version=4), {{"metadata": {{"path": "."}}}}
        NotebookClient(notebook, timeout=600, kernel_name="python3", resources=here).execute()
        print(json.dumps(""), flush=True)
    except Exception as error:
        print(json.dumps(str(error)), flush=True)
"""


@pytest.fixture(scope="module")
def runner(book: Environment) -> Iterator[subprocess.Popen[str]]:
    """Run notebooks one after the other, each in a kernel of its own that was forked after the imports of libraries."""
    with book.start("-c", RUNNER) as process:
        yield process
        process.stdin.close()


#: The notebooks that run in a whole run, one of papers and one of ours.
SOME = ("flach/missing-label.ipynb", "synthesis/one-swap.ipynb")


@in_whole_run
@pytest.mark.parametrize("name", mostly(NOTEBOOKS, *SOME, rest=in_monthly_run) or no_site)
def test_an_offered_notebook_runs_in_an_empty_folder(name: str, book: Environment, runner) -> None:
    shutil.copy(DOWNLOADS / name, book.folder)
    print(Path(name).name, file=runner.stdin, flush=True)
    assert json.loads(runner.stdout.readline()) == ""
    (book.folder / Path(name).name).unlink()
    assert list(book.folder.iterdir()) == []
