"""The zoo's measures: standard errors are the package's, a stopped run goes on, and what is stored is what is read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from metricbook import confusion_at, influence, paired_difference
from metricbook.confusion import f1_score
from scoring_the_scores.synthesis import zoo, zoo_tables
from scoring_the_scores.synthesis.disagreement import runs

TWO = ("LDA", "naive Bayes", "one feature")


def test_a_value_is_the_package_s_and_a_sure_order_is_outside_two_standard_errors() -> None:
    found = runs.measure("iris", 1, TWO)
    y_true, _ = zoo.scores("iris", TWO[0], 1)
    gaps = {}
    for name in ("AUROC", "AP"):
        differences = [
            paired_difference(
                zoo_tables.NAMES[name], y_true, zoo.scores("iris", one, 1)[1], zoo.scores("iris", other, 1)[1],
                fixed_classes=True,
            )
            for one, other in ((TWO[0], TWO[1]), (TWO[0], TWO[2]), (TWO[1], TWO[2]))
        ]  # fmt: skip
        assert found.values.loc[name, TWO[0]] - found.values.loc[name, TWO[1]] == pytest.approx(
            differences[0].value, abs=2e-5
        )
        gaps[name] = np.array([d.value / d.standard_error for d in differences])
    row = found.pairs.loc[("AUROC", "AP")]
    both = np.abs(list(gaps.values())).min(axis=0)
    same = gaps["AUROC"] * gaps["AP"] > 0
    assert row["ordered"] == 3
    assert row["opposite"] == (~same).sum()
    assert row["alike_sure"] == (same & (both > 2)).sum()
    assert row["opposite_likely"] == (~same & (both > 1)).sum()


def test_the_best_threshold_is_best() -> None:
    y_true, y_score = zoo.scores("wine", "SVM", 0)
    best = zoo_tables.best_threshold(y_true, y_score)
    value = f1_score(*confusion_at(y_true, y_score, threshold=best))
    others = [f1_score(*confusion_at(y_true, y_score - 1e-9, threshold=score)) for score in y_score]
    assert value >= max(others)
    assert runs.measure("wine", 0, ["SVM"]).values.loc["best F1", "SVM"] == pytest.approx(value, abs=1e-5)


def test_a_run_that_was_stopped_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, measured = runs.measure, []
    few = {name: zoo.CLASSIFIERS[name] for name in TWO}
    monkeypatch.setattr(zoo, "CLASSIFIERS", few)
    monkeypatch.setattr(zoo, "DATA_SETS", {name: zoo.DATA_SETS[name] for name in ("iris", "wine")})

    def stopped(data_set: str, split: int) -> runs.Measured:
        measured.append((data_set, split))
        if len(measured) == 3:
            raise KeyboardInterrupt
        return whole(data_set, split)

    monkeypatch.setattr(runs, "measure", stopped)
    arguments = ["--output", str(tmp_path), "--splits", "2"]
    assert runs.main(arguments) == 130
    assert runs.main(arguments) == 0
    assert measured == [("iris", 0), ("iris", 1), ("wine", 0), ("wine", 0), ("wine", 1)]
    assert "2 of 4" in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "crossings.csv",
        "made.json",
        "metrics.csv",
        "orders.csv",
        "pairs.csv",
    ]
    order = pd.read_csv(tmp_path / "orders.csv", index_col=["data_set", "classifier"]).loc[("wine", "LDA"), "order"]
    assert list(map(int, order.split())) == zoo.order(zoo.scores("wine", "LDA", 0)[1]).tolist()
    kept = pd.read_csv(tmp_path / "metrics.csv", index_col=["data_set", "split", "metric"])
    assert kept.loc[("wine", 1, "AUROC")].to_numpy() / 10**zoo_tables.DECIMALS == pytest.approx(
        whole("wine", 1).values.loc["AUROC"].to_numpy()
    )
    crossed = pd.read_csv(tmp_path / "crossings.csv")
    assert crossed["pairs"].tolist() == [3, 3, 3, 3]


def test_no_splits_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        runs.main(["--splits", "0"])
    assert "1 or more" in capsys.readouterr().err


def test_a_metric_of_an_order_is_the_metric_of_the_scores() -> None:
    y_true, y_score = zoo.scores("wine", "25 neighbours", 0)
    found = runs.measure_orders(y_true, {"it": zoo.order(y_score)}).values["it"]
    for name in set(zoo_tables.NAMES) - {"best F1"}:
        assert found[name] == pytest.approx(influence(zoo_tables.NAMES[name], y_true, y_score).value, abs=1e-5), name


def test_the_whole_zoo_is_stored() -> None:
    assert {len(zoo_tables.orders(data_set)) for data_set in zoo.DATA_SETS} == {len(zoo.CLASSIFIERS)}
    table = zoo_tables.stored("metrics")
    assert list(table.columns) == list(zoo.CLASSIFIERS)
    assert len(table) == len(zoo.DATA_SETS) * runs.SPLITS * len(zoo_tables.NAMES)
    assert zoo_tables.stored("crossings")["pairs"].sum() == 37620


def test_what_the_chapter_says_of_twenty_one_orders_is_counted() -> None:
    row = zoo_tables.counts().loc[("AUROC", "AP")]
    assert row[["opposite", "opposite_sure"]].tolist() == [4776, 21]


def test_a_map_keeps_distances_in_the_plane() -> None:
    corners = np.array([[0, 0], [3, 0], [3, 4]])
    distances = pd.DataFrame(np.linalg.norm(corners[:, None] - corners, axis=2), list("abc"), list("abc"))
    places, kept = zoo_tables.metric_map(distances)
    again = np.linalg.norm(places.to_numpy()[:, None] - places.to_numpy(), axis=2)
    assert again == pytest.approx(distances.to_numpy())
    assert kept == pytest.approx(1)


def test_the_map_of_the_zoo_keeps_most_of_the_distances() -> None:
    assert zoo_tables.metric_map(zoo_tables.shares())[1] == pytest.approx(0.79, abs=0.005)
