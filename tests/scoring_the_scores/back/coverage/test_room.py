"""The page on coverage: its tables are the stored run's, and its words are true of it."""

from __future__ import annotations

import numpy as np
import pytest

from scoring_the_scores.back.coverage import figures, run


@pytest.fixture
def table():
    """The rows of the stored run."""
    return run.measured(run.stored())


def test_the_stored_run_says_where_and_how_it_was_measured():
    stored = run.stored()
    text = str(run.about(stored))
    assert all(str(value) in text for value in (stored["processor"], stored["seed"], f"{stored['samples']:,}"))


def test_what_was_counted_anew_is_said():
    stored = run.stored()
    again = {"metrics": ["cost", "log_loss"], "date": "2027-01-02", "seconds": 120}
    text = str(run.about({**stored, "again": again}))
    assert text.endswith(
        "The intervals of mean cost of a case and log loss were counted anew on 2 January 2027, on the same samples, "
        "in 2 minutes more."
    )
    assert "anew" not in str(run.about({name: stored[name] for name in stored if name != "again"}))


def test_shares_and_their_errors_are_of_the_intervals_that_there_are(table):
    known = table[table["coverage"].notna()]
    np.testing.assert_allclose(known["covered"], 100 * known["coverage"], atol=0.006)
    stored = [row["error"] for row in run.stored()["measured"] if row["coverage"] is not None]
    np.testing.assert_allclose(known["error"] / 100, stored, atol=6e-5)
    number = known["held"] + known["below"] + known["above"]
    assert (number + known["without"] == run.stored()["samples"]).all()


def test_what_the_page_says_of_its_settings_is_so(table):
    few = run.plain(table)
    assert set(few["area"]) == {0.78, 0.91, 0.99}
    assert set(few["law"]) == set(run.LAWS)
    assert (few["positives"].min(), few["positives"].max()) == (8, 250)
    assert (few["cases"].min(), few["cases"].max()) == (60, 8000)


def test_sentences_count_what_the_table_has(table):
    few = run.plain(table)
    for metric in ("auroc", "average_precision"):
        covered = few[few["metric"] == metric]["covered"]
        text = str(run.verdict(table, metric))
        assert f"{covered.min():.1f} to {covered.max():.1f} %" in text
        assert f"in {(covered < run.LEAST).sum()} of {covered.size} settings" in text
    costs = run.missed_positives(table)
    scarce = costs["missed"] < run.FEW
    text = str(run.of_costs(table))
    assert f"{costs['covered'][scarce].min():.0f} to" in text
    assert f"{(costs['covered'][~scarce] < run.LEAST).sum()} of {(~scarce).sum()}" in text


def test_every_setting_that_surely_misses_is_in_the_table_of_misses(table):
    few = run.plain(table)
    low = few["covered"] + 2 * few["error"] < run.LEAST
    assert run.misses(table)["settings"].sum() >= low.sum()
    assert run.by_metric(table)["surely"].sum() == low.sum()


def test_the_rest_has_clusters_counts_and_every_number_of_models(table):
    kinds = " ".join(run.rest(table)["what"])
    assert all(f"{models} models" in kinds for models in (2, 5, 10))
    assert "clusters" in kinds
    assert "counts" in kinds


def test_what_the_caption_says_is_true_of_the_stored_run(table):
    few = run.plain(table)
    ranked = few[few["metric"].isin(["auroc", "average_precision"])]
    assert (ranked.groupby("metric")["covered"].median() >= 95).all()
    assert (ranked["covered"] >= run.LEAST).mean() > 0.9


def test_the_figure_draws_every_setting(table):
    drawn = run.lines(table)
    axes = figures.coverage_by_positives(drawn, 95, run.LEAST)
    for panel, (_, of_metric) in zip(axes.flat, drawn.groupby("title"), strict=True):
        marks = [line for line in panel.get_lines() if line.get_marker() != "None"]
        assert [line.get_label() for line in marks] == list(dict.fromkeys(of_metric["law"]))
        shown = np.concatenate([line.get_ydata() for line in marks])
        np.testing.assert_array_equal(np.sort(shown), np.sort(of_metric["covered"]))
        assert panel.get_ylim()[0] < of_metric["covered"].min()
