"""What is handed in is the student's own: no function of our packages, nothing read off the key."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from scoring_the_scores.course.assignment import Assignment, chosen
from scoring_the_scores.course.confining import landlock
from scoring_the_scores.course.grading import grade
from scoring_the_scores.course.provenance import HIDDEN, Watch
from scoring_the_scores.course.sandbox import Limits
from scoring_the_scores.exercises import Result, check, load, progress
from scoring_the_scores.exercises.checking import checkers, instance, smallest_size
from scoring_the_scores.exercises.keeping import plain
from scoring_the_scores.exercises.reading import Wrong
from tests.scoring_the_scores.exercises.solutions import SOLUTIONS
from tests.whole import WHOLE, in_whole_run

from .test_guarding import needs_bubblewrap

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


CROSSING, LESS, COIN = "flach.crossing-rankings", "sumpter.better-gets-less", "tile.mcc-and-the-coin"
PREDICTION = "flach.perfect-but-costly"
WHY = "The first has more positives on top and the second a better middle, which H weighs."
#: What two students hand in beside: constructions with a second one and a sentence, and a prediction.
ADA = {
    CROSSING: ("PPNPNPNNN", "PPPNNNNPN"),
    f"{CROSSING}, second": ("PPNNPPNNN", "PPPNNNNNP"),
    f"{CROSSING}, why": WHY,
    LESS: SOLUTIONS[LESS]({}),
    f"{LESS}, second": ("PNPNP", "PPNNP"),
    f"{LESS}, why": WHY,
    COIN: SOLUTIONS[COIN]({}),
    PREDICTION: SOLUTIONS[PREDICTION](instance(load()[PREDICTION])),
}
BOB = {
    CROSSING: ("PPNPNPNNN", "PPPNNNNPN"),
    f"{CROSSING}, second": ("PPNPNPNNN", "PPPNNNNPN"),
    f"{CROSSING}, why": WHY,
    LESS: ("PNPNP", "PPNNP"),
    f"{LESS}, second": ("PNPNP", "PPNNP"),
    f"{LESS}, why": "because",
    COIN: ADA[COIN],
    PREDICTION: ADA[PREDICTION],
}


def predicted_first(answer: object) -> list[dict]:
    """The outputs of a cell that checked another prediction first."""
    shown = Result(PREDICTION, False, "no", {"exercise": PREDICTION, "seed": "None", "first": plain(answer)})
    data, metadata = shown._repr_mimebundle_()
    return [{"output_type": "execute_result", "data": data, "metadata": metadata, "execution_count": 1}]


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], dict]:
    """The rows of two submissions: one borrows what it can, with a function of its own; the other predicts twice."""
    folder, reads = tmp_path_factory.mktemp("own"), "flach.auroc-from-loss"
    some = chosen([*BORROWED, FIVE_LINES, reads, CROSSING, LESS, COIN, PREDICTION])
    made = Assignment("Own", some).notebook()
    codes = [f"{code}\nanswers['{name}'] = of" for name, (code, _) in BORROWED.items()]
    codes = ["answers = {}", *codes, f"{OWN}\nanswers['{FIVE_LINES}'] = of", READS_KEY]
    more = "from fractions import Fraction\nanswers = globals().get('answers', {{}})\nanswers.update({!r})"
    (folder / "in").mkdir()
    for name, cells in (("ada", [*codes, more.format(ADA)]), ("bob", [more.format(BOB)])):
        made["cells"] = [{"cell_type": "code", "source": code, "outputs": []} for code in cells]
        if name == "bob":
            made["cells"][0]["outputs"] = predicted_first({**ADA[PREDICTION], "because": "costs"})
        (folder / "in" / f"{name}.ipynb").write_text(json.dumps(made), encoding="utf-8")
    rows = grade(folder / "in", folder / "g.csv", limits=LIMITS)
    return {(row["file"].partition(".")[0], row["exercise"]): row for row in rows}


@pytest.fixture
def rows(graded: dict[tuple[str, str], dict]) -> dict[str, dict]:
    """The rows of who borrows."""
    return {name: row for (file, name), row in graded.items() if file == "ada"}


def test_a_second_example_is_another_one_or_a_smallest_with_a_sentence(graded: dict[tuple[str, str], dict]) -> None:
    for name in (CROSSING, LESS):
        assert graded["ada", name]["right"] == 1, graded["ada", name]
        assert f"why: {WHY}" in graded["ada", name]["note"]
        assert graded["bob", name]["right"] == 0
    assert "the first in another form" in graded["bob", CROSSING]["message"]
    assert "A sentence on why it is right is missing" in graded["bob", LESS]["message"]


def test_the_same_construction_of_two_is_noted_and_stands_in_the_table(graded: dict[tuple[str, str], dict]) -> None:
    assert "the same answer as bob.ipynb" in graded["ada", COIN]["note"]
    assert "the same answer as ada.ipynb" in graded["bob", COIN]["note"]
    assert graded["ada", COIN]["answer"] == graded["bob", COIN]["answer"] != ""
    assert "the same answer" not in graded["ada", PREDICTION]["note"]


def test_the_first_prediction_counts(graded: dict[tuple[str, str], dict]) -> None:
    assert graded["ada", PREDICTION]["right"] == 1
    row = graded["bob", PREDICTION]
    assert row["right"] == 0
    assert row["message"].startswith("The first prediction, {")
    assert "because" in row["message"]


def test_what_was_predicted_first_is_kept_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICBOOK_PROGRESS", str(tmp_path / "progress.json"))
    wrong = {**ADA[PREDICTION], "because": "costs"}
    first = check(PREDICTION, wrong)
    assert (first.right, first.first) == (False, {"exercise": PREDICTION, "seed": "None", "first": plain(wrong)})
    again = check(PREDICTION, ADA[PREDICTION])
    assert again.right
    assert "What you predicted first counts" in again.message
    assert not progress().entries[PREDICTION]["solved"]
    assert check(CROSSING, ADA[CROSSING]).first is None


SMALLEST = [one for one in load().values() if one.second == "smallest"]


def test_at_least_twelve_constructions_ask_for_a_second_example() -> None:
    assert sum(one.second != "" for one in load().values()) >= 12
    assert all(one.kind in ("construct", "error") for one in load().values() if one.second)
    with_second = Assignment("All", tuple(load().values())).notebook()
    sources = "\n".join("".join(cell["source"]) for cell in with_second["cells"])
    assert all(f'answers["{one.id}, second"] = answer' in sources for one in load().values() if one.second)


def orders(size: int) -> Iterator[str]:
    return map("".join, product("PN", repeat=size))


#: All answers whose (first) ranking has so many cases.
CANDIDATES = {
    "mcdermott.better-than-a-coin": orders,
    "synthesis.swap-unseen": orders,
    "sumpter.better-gets-less": lambda size: (
        (one, f"{one[:at]}PN{one[at + 2 :]}") for one in orders(size) for at in range(size) if one[at : at + 2] == "NP"
    ),
    "sumpter.a-negative-that-helps": lambda size: (
        (one, f"{one[:at]}N{one[at:]}") for one in orders(size) for at in range(size + 1)
    ),
}


@pytest.mark.parametrize("name", [one.id for one in SMALLEST if WHOLE or one.part == "sumpter"])
def test_none_is_smaller_than_the_smallest(name: str) -> None:
    """By trying all that are smaller."""
    size, of = smallest_size(load()[name]), CANDIDATES[name]
    assert any(accepted(name, one) for one in of(size))
    assert not any(accepted(name, one) for less in range(2, size) for one in of(less))


def accepted(name: str, answer: object) -> bool:
    try:
        checkers()[name](answer, {})
    except Wrong:
        return False
    return True


def test_a_function_of_the_package_gets_nothing_under_any_name(rows: dict[str, dict]) -> None:
    own = rows[FIVE_LINES]
    assert (own["right"], own["state"]) == (1, "checked"), own["message"]
    for name, (_, says) in BORROWED.items():
        assert (rows[name]["right"], rows[name]["state"]) == (0, "not their own"), rows[name]
        assert says in rows[name]["message"]


@pytest.mark.skipif(not landlock(), reason="this system has no Landlock")
def test_a_submission_cannot_read_the_key_though_the_grader_has_it(rows: dict[str, dict]) -> None:
    assert "told 0 False" in rows["flach.auroc-from-loss"]["message"]


@in_whole_run
@needs_bubblewrap
def test_in_a_sandbox_the_key_is_empty(tmp_path: Path) -> None:
    made = Assignment("One", chosen(["flach.auroc-from-loss"])).notebook()
    made["cells"] = [{"cell_type": "code", "source": code} for code in ("answers = {}", READS_KEY)]
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "ada.ipynb").write_text(json.dumps(made), encoding="utf-8")
    (row,) = grade(tmp_path / "in", tmp_path / "g.csv", limits=LIMITS, isolate=True)
    assert "told 0 False" in row["message"], row


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
