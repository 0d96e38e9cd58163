"""The table's proofs and counterexamples, the orbits of samples, and what the page shows of them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from scoring_the_scores.synthesis.what_it_ignores import easy, figures, shown, transformations
from scoring_the_scores.synthesis.what_it_ignores.table import COLUMNS, EVERYWHERE, PROOFS, counterexample, trials
from scoring_the_scores.synthesis.what_it_ignores.values import METRICS, value

ROOT = Path(__file__).resolve().parents[4]


@pytest.mark.parametrize("column", [c for c in COLUMNS if c not in (*EVERYWHERE, "pool", "pool, one prior")])
def test_what_has_a_letter_is_true_of_four_cases_on_five_scores(column):
    assert all(trial.holds for metric in PROOFS[column] for trial in trials(metric, column, 4))


@pytest.mark.parametrize("column", ["pool", "pool, one prior"])
def test_what_has_a_letter_is_true_of_two_samples_of_two_and_three_cases(column):
    assert all(trial.holds for metric in ("accuracy", "F1", "Brier score") for trial in trials(metric, column, 5))


def test_a_tied_pair_is_no_counterexample_to_what_auroc_ignores():
    assert counterexample("AUROC", "global", 3) is None
    found = counterexample("AUROC", "easy")
    assert found is not None
    assert found.values == (Fraction(1, 2), Fraction(3, 4))


def test_every_metric_ignores_copies_and_listing():
    for column in EVERYWHERE:
        assert set(PROOFS[column]) == set(METRICS)
        assert column not in shown.NUMBERED


def test_the_page_has_a_letter_or_a_counterexample_for_every_entry():
    letters, refuted = shown.letters(), shown.counterexamples()
    sizes = letters["metrics"].str.split("; ").str.len()
    dashes = (letters.drop(columns="metrics") == "–").sum(axis="columns")
    assert letters.shape == (12, 11)
    assert sizes.sum() == 22
    assert (sizes * dashes).sum() == len(refuted) == 118
    assert shown.folded()._repr_markdown_().count("<details>") == refuted["column"].nunique() == 10


def test_an_easy_negative_is_below_all_and_more_confident_than_all():
    cases = ((-2, 0), (3, 1))
    assert transformations.easy_negative(cases) == ((-4, 0), (-2, 0), (3, 1))


def test_orders_that_turn_do_turn_by_the_metric_itself():
    table = shown.changes_of_order()
    assert len(table) == len(easy.CHANGE_ORDER)
    found = easy.reordered("balanced accuracy")
    assert found is not None
    assert value("balanced accuracy", found.ahead) > value("balanced accuracy", found.behind)
    assert found.with_them[0] < found.with_them[1]


def test_the_chapter_has_an_example_for_every_order_that_turns():
    """The first three in its table, the others in the proof of the theorem "Order"."""
    cells = json.loads((ROOT / "book/synthesis/what-it-ignores.ipynb").read_text("utf-8"))["cells"]
    (proof,) = ("".join(cell["source"]) for cell in cells if "reverse the order of" in "".join(cell["source"]))
    rest = shown.changes_of_order().iloc[3:]
    assert set(rest["easy"]) == {2}
    assert [text for name in ("first", "second") for text in rest[name] if text not in proof] == []


def test_figures_draw_what_they_are_given():
    table = easy.experiment(np.random.default_rng(1), size=50)
    panels = figures.fates(table)
    for axes, (_, part) in zip(panels, table.groupby("fate", sort=False), strict=True):
        for line, (_, curve) in zip(axes.lines, part.groupby("metric", sort=False), strict=True):
            np.testing.assert_array_equal(line.get_ydata(), curve["value"])
    axes = figures.fixed_places()
    ends = [(*line.get_xdata(), *line.get_ydata()) for line in axes.lines]
    assert ends == [tuple(row) for row in figures.PLACES[["a", "to_a", "b", "to_b"]].to_numpy()]


def test_the_experiment_keeps_three_and_raises_the_others():
    table = easy.experiment(np.random.default_rng(1), size=400)
    for (fate, _), curve in table.groupby(["fate", "metric"]):
        first, last = curve["value"].iloc[[0, -1]]
        assert (abs(first - last) < 1e-9) == (fate == "ignores them")
        if fate == "goes to 1":
            assert last > 0.99
