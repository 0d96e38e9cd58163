"""What is handed in is the student's own: no function of our packages, nothing read off the key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scoring_the_scores.course.assignment import Assignment, chosen
from scoring_the_scores.course.confining import landlock
from scoring_the_scores.course.grading import grade
from scoring_the_scores.course.judge import Limits
from scoring_the_scores.course.provenance import HIDDEN, Watch
from scoring_the_scores.exercises.checking import check
from tests.scoring_the_scores.exercises.solutions import SOLUTIONS

LIMITS = Limits(seconds=60, memory=1_500_000_000)
FIVE_LINES = "lxcim.in-five-lines"
#: A function of ours by exercise, under another name, or none; and what is said of it.
BORROWED = {
    "foundations.auroc-with-ties": (
        "from metricbook import auroc\nof = lambda y, s, w: auroc(y, s, sample_weight=w)",
        "calls metricbook.",
    ),
    "mcdermott.precision-with-ties": (
        "import metricbook\nof = lambda y, s: getattr(metricbook, 'average_' + 'precision')(y, s)",
        "calls metricbook.",
    ),
    "flach.loss-by-ranks": (
        "from importlib import import_module as get\nof = get('metricbook.exact.costs').expected_loss",
        "is metricbook.exact.costs.expected_loss",
    ),
    "flach.area-under-cost-curve": (
        "import types\nfrom metricbook.exact.costs import expected_min_loss as it\n"
        "of = types.FunctionType(it.__code__, it.__globals__, 'mine', it.__defaults__)\n"
        "of.__kwdefaults__ = it.__kwdefaults__",
        "is metricbook.exact.costs.expected_min_loss",
    ),
    "synthesis.means-accuracy": (
        "import sys\nfrom metricbook.exact import ranking\n"
        "def of(*arguments):\n    sys.setprofile(None)\n    return ranking.auroc(*arguments)",
        HIDDEN,
    ),
}
OWN = """def of(labels, scores, weights):
    cases = sorted(zip(labels, scores, weights), key=lambda case: -abs(case[1]))
    right = [w * (0.5 if s == 0 else float((s > 0) == y)) for y, s, w in cases]
    total, area, before, at = sum(weights), 0.0, 0.0, 0
    while at < len(cases):
        to = next((k for k in range(at, len(cases)) if abs(cases[k][1]) != abs(cases[at][1])), len(cases))
        area += sum(w for *_, w in cases[at:to]) * (before + sum(right[at:to]) / 2)
        before += sum(right[at:to])
        at = to
    return 2 * area / total**2"""


READS_KEY = """from scoring_the_scores.exercises.checking import has_key
import scoring_the_scores, pathlib
found = []
for path in pathlib.Path(scoring_the_scores.__file__).parent.glob("*/*/**/key*.py*"):
    try:
        found.append(path.read_bytes())
    except OSError:
        pass
raise Exception(f"told {len(b''.join(found))} {has_key()}")
answers["flach.auroc-from-loss"] = 1"""


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    """The rows of a submission that borrows what it can, with one function of its own."""
    folder, reads = tmp_path_factory.mktemp("own"), "flach.auroc-from-loss"
    made = Assignment("Own", chosen([*BORROWED, FIVE_LINES, reads])).notebook()
    codes = [f"{code}\nanswers['{name}'] = of" for name, (code, _) in BORROWED.items()]
    codes = ["answers = {}", *codes, f"{OWN}\nanswers['{FIVE_LINES}'] = of", READS_KEY]
    made["cells"] = [{"cell_type": "code", "source": code} for code in codes]
    (folder / "in").mkdir()
    (folder / "in" / "ada.ipynb").write_text(json.dumps(made), encoding="utf-8")
    return {row["exercise"]: row for row in grade(folder / "in", folder / "g.csv", limits=LIMITS)}


def test_a_function_of_the_package_gets_nothing_under_any_name(rows: dict[str, dict]) -> None:
    own = rows[FIVE_LINES]
    assert (own["right"], own["state"]) == (1, "checked"), own["message"]
    for name, (_, says) in BORROWED.items():
        assert (rows[name]["right"], rows[name]["state"]) == (0, "not their own"), rows[name]
        assert says in rows[name]["message"]


@pytest.mark.skipif(not landlock(), reason="this system has no Landlock")
def test_a_submission_cannot_read_the_key_though_the_grader_has_it(rows: dict[str, dict]) -> None:
    assert "told 0 False" in rows["flach.auroc-from-loss"]["message"]


def test_what_is_called_is_seen_and_ones_own_is_not() -> None:
    import metricbook

    watch = Watch([str(Path(metricbook.__file__).parent)])
    with watch.looking():
        sum([1, 2])
    assert watch.seen == ""
    with watch.looking():
        metricbook.auroc([0, 1], [0.0, 1.0])
    assert watch.seen.startswith("is metricbook.")


def test_the_key_takes_what_was_written_by_hand() -> None:
    names: dict = {}
    exec(OWN, names)
    assert check(FIVE_LINES, names["of"]).right
    assert check(FIVE_LINES, SOLUTIONS[FIVE_LINES]({})).right
