"""The wheels: what is in them, and that they work where there is what their metadata ask for and nothing else."""

from __future__ import annotations

import re
import subprocess
import zipfile
from pathlib import Path

import pytest

from claimledger import load
from scoring_the_scores import exercises
from tests.environments import PACKAGES, ROOT, Environment, Wheels, needed_by
from tests.whole import in_whole_run
from tools.public_checks import is_of_key
from tools.wheels import build


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
    assert of_reports <= 13_300  # with the extra "report" only
    assert sum(lines.values()) - of_reports <= 19_450
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
