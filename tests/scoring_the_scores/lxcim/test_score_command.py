"""The command that scores the pairs: what it refuses, what it tells, and what it does again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from metricbook import causal
from scoring_the_scores.lxcim.__main__ import main
from tests.metricbook.causal.samples import drawing, pairs


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--methods", "RECI,XYZ"], "no such methods: XYZ; there are"),
        (["--jobs", "0"], "--jobs must be 1 or more, not 0"),
        (["--seed", "-1"], "--seed must be 0 or more, not -1"),
    ],
)
def test_wrong_options(options: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(options)
    assert stopped.value.code == 2
    assert reason in capsys.readouterr().err


def test_no_pairs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--folder", str(tmp_path / "nowhere"), "--output", str(tmp_path)]) == 1
    assert "is not a folder" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_no_output_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    made = causal.Tuebingen(pairs(), source="a test", missing=[])
    monkeypatch.setattr(causal, "load_tuebingen", lambda folder: made)
    assert main(["--output", str(tmp_path / "nowhere")]) == 1
    assert "is not a folder: make it first" in capsys.readouterr().err


def test_a_failure_is_told_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = causal.Tuebingen(pairs(), source="a test", missing=[])
    monkeypatch.setattr(causal, "load_tuebingen", lambda folder: made)

    def failing(x: np.ndarray, y: np.ndarray, rng: np.random.Generator) -> float:
        if x.size == 200:
            raise ValueError("too odd")
        return 1.0

    with monkeypatch.context() as patch:
        drawing(patch, failing)
        assert main(["--methods", "RECI", "--jobs", "1", "--output", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert "RECI, pair 2: ValueError: too odd" in told.err
    assert "2 results in" in told.out
    assert "not complete, so not in scores.csv: " in told.out
    assert main(["--methods", "RECI", "--jobs", "1", "--output", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("1 results in")
