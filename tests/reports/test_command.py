"""The command as one calls it: what it writes, what it says, how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import metricbook as mb
from metricbook.__main__ import main

from .made import predictions


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a file of predictions of two models."""
    made = predictions(300)
    table = {"case": np.arange(300), "y": made.labels.astype(int), **made.scores}
    pd.DataFrame(table).to_csv(tmp_path / "scores.csv", index=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    return tmp_path


CALL = ["report", "scores.csv", "--label", "y", "--score", "first", "--score", "second", "--replicates", "5"]


def test_a_call_writes_one_page_and_says_what_matters(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(CALL) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["scores-report.html", "scores.csv"]
    said = capsys.readouterr()
    assert said.out.startswith("first has the higher AUROC: 0.")
    assert "300 cases" in said.out
    assert "scores-report.html" in said.err


def test_machines_get_json_on_standard_output(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CALL, "--json", "-", "--quiet"]) == 0
    said = capsys.readouterr()
    data = json.loads(said.out)
    table = pd.read_csv("scores.csv")
    assert data["models"]["first"]["metrics"]["auroc"]["value"] == pytest.approx(mb.auroc(table["y"], table["first"]))
    assert said.err == ""
    assert not (folder / "scores-report.html").exists()


def test_markdown_and_page_together(folder: Path) -> None:
    assert main([*CALL, "--markdown", "r.md", "-o", "r.html", "-q"]) == 0
    assert (folder / "r.md").read_text(encoding="utf-8").startswith("# Report on scores.csv")
    assert (folder / "r.html").read_text(encoding="utf-8").endswith("</html>")


def test_fail_under_looks_at_the_worse_end(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([*CALL, "--json", "r.json", "-q"])
    found = json.loads((folder / "r.json").read_text())["models"]["second"]["metrics"]["auroc"]
    between = (found["low"] + found["value"]) / 2
    assert main([*CALL, "-q", "--fail-under", f"auroc={between}"]) == 1
    assert "auroc of second: the lower end of its 95% interval" in capsys.readouterr().err
    assert main([*CALL, "-q", "--fail-under", f"auroc={between}", "--by-value"]) == 0
    assert main([*CALL, "-q", "--fail-under", "auroc=0.2"]) == 0


def test_what_is_better_lower_fails_above(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CALL, "-q", "--fail-under", "brier_score=0.01"]) == 1
    assert "the upper end of its 95% interval" in capsys.readouterr().err
    assert main([*CALL, "-q", "--fail-under", "brier_score=0.9"]) == 0


def test_a_metric_that_is_missing_is_not_passed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CALL, "-q", "--no-probabilities", "--fail-under", "brier_score=0.9"]) == 1
    assert "is not shown to be reached" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--fail-under", "auroc"], "write metric=number"),
        (["--fail-under", "aurco=0.8"], "no metric 'aurco'"),
        (["--level", "2"], "level must lie strictly between 0 and 1"),
        (["--cost-fp", "1"], "give both"),
        (["--prevalence", "1.5"], "prevalence must lie strictly"),
        (["-o", "nowhere/r.html"], "nowhere"),
        (["--score", "third"], "third"),
        (["--replicates", "0"], "at least one replicate"),
        (["--count", "--group", "case"], "leave out --count"),
    ],
)
def test_a_wrong_call_says_so_in_a_line_and_writes_nothing(
    more: list[str], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*CALL, *more]) == 2
    error = capsys.readouterr().err.strip()
    assert said in error
    assert error.count("\n") == 0
    assert [path.name for path in folder.iterdir()] == ["scores.csv"]


def test_github_gets_a_summary(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "summary.md").write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(folder / "summary.md"))
    main([*CALL, "-q"])
    assert (folder / "summary.md").read_text(encoding="utf-8").startswith("before\n# Report on scores.csv")


def test_standard_input_is_read(folder: Path) -> None:
    call = [sys.executable, "-m", "metricbook", "report", "-", *CALL[2:], "--json", "-", "-q"]
    done = subprocess.run(call, input=(folder / "scores.csv").read_bytes(), capture_output=True, check=True)
    assert json.loads(done.stdout)["size"] == 300


@pytest.mark.parametrize(("signal_", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_leaves_nothing(signal_: signal.Signals, code: int, folder: Path) -> None:
    (folder / "scores-report.html").write_text("as it was")
    call = [sys.executable, "-m", "metricbook", *CALL, "--replicates", "1000000"]
    running = subprocess.Popen(call, stderr=subprocess.PIPE)
    time.sleep(6)
    running.send_signal(signal_)
    _, said = running.communicate(timeout=20)
    assert running.returncode == code, said
    assert b"Traceback" not in said
    assert (folder / "scores-report.html").read_text() == "as it was"
    assert sorted(path.name for path in folder.iterdir()) == ["scores-report.html", "scores.csv"]


def test_the_umask_decides_who_may_read_a_report(folder: Path) -> None:
    before = os.umask(0o027)
    try:
        main([*CALL, "-q"])
    finally:
        os.umask(before)
    assert (folder / "scores-report.html").stat().st_mode & 0o777 == 0o640


def test_the_function_takes_what_the_command_takes(folder: Path) -> None:
    table = pd.read_csv("scores.csv")
    of_arrays = mb.report(table["y"], {name: table[name] for name in ("first", "second")}, replicates=5)
    of_frame = mb.report(table, label="y", scores=["first", "second"], replicates=5)
    of_file = mb.report("scores.csv", label="y", scores=["first", "second"], replicates=5, cost_fp=1, cost_fn=2)
    values = [r.analysis.models["second"].metrics["auroc"] for r in (of_arrays, of_frame, of_file)]
    assert values[0] == values[1] == values[2]
    assert of_file.analysis.main.name == "cost"
    of_file.save("r.json")
    assert json.loads((folder / "r.json").read_text())["main_metric"] == "cost"
    with pytest.raises(ValueError, match=r"written as \.html"):
        of_file.save("r.pdf")
    shown = of_frame._repr_mimebundle_()
    assert shown["text/html"].startswith("<iframe srcdoc=")
    assert shown["text/plain"] == str(of_frame)


def test_no_such_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["repotr"]) == 2
    assert "there is no command 'repotr'" in capsys.readouterr().err
    assert main([]) == 0
    assert "metricbook report" in capsys.readouterr().out


def test_a_missing_extra_says_what_brings_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    assert main(CALL) == 2
    said = capsys.readouterr().err
    assert "pip install 'metricbook[report]' brings it" in said
    assert said.strip().count("\n") == 0
    assert [path.name for path in folder.iterdir()] == ["scores.csv"]


@pytest.mark.parametrize("kind", ["polars", "pyarrow"])
def test_the_function_takes_frames_of_others(kind: str, folder: Path) -> None:
    table = pd.read_csv("scores.csv")
    expected = mb.report(table, label="y", scores=["first", "second"], replicates=3)
    if kind == "polars":
        made = pytest.importorskip("polars").from_pandas(table)
    else:
        made = pytest.importorskip("pyarrow").Table.from_pandas(table)
    found = mb.report(made, label="y", scores=["first", "second"], replicates=3)
    assert found.analysis.models["second"].metrics == expected.analysis.models["second"].metrics
    assert found.analysis.source.positive == expected.analysis.source.positive


def test_values_are_scikit_learns(folder: Path) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    table = pd.read_csv("scores.csv")
    table["first"] = (table["first"] * 0.98 + 0.01).where(table["first"] != 0.5, 0.501)  # no score at the threshold
    weight = np.random.default_rng(0).gamma(2.0, size=len(table)).round(3)
    for given in (None, weight):
        found = mb.report(table["y"], {"m": table["first"]}, sample_weight=given, replicates=3)
        values = {name: one.value for name, one in found.analysis.models["m"].metrics.items()}
        flagged = table["first"] > 0.5
        for name, function, scores in (
            ("auroc", metrics.roc_auc_score, table["first"]),
            ("average_precision", metrics.average_precision_score, table["first"]),
            ("brier_score", metrics.brier_score_loss, table["first"]),
            ("log_loss", metrics.log_loss, table["first"]),
            ("precision", metrics.precision_score, flagged),
            ("recall", metrics.recall_score, flagged),
            ("f1_score", metrics.f1_score, flagged),
            ("matthews_correlation", metrics.matthews_corrcoef, flagged),
            ("cohen_kappa", metrics.cohen_kappa_score, flagged),
            ("balanced_accuracy", metrics.balanced_accuracy_score, flagged),
        ):
            expected = function(table["y"], scores, sample_weight=given)
            assert values[name] == pytest.approx(expected, rel=1e-12), name


def test_every_interval_holds_its_value(folder: Path) -> None:
    made = predictions(300, weights=np.random.default_rng(0).gamma(2.0, size=300), clusters=np.arange(300) // 3)
    found = mb.report(
        made.labels,
        dict(made.scores),
        sample_weight=made.weights,
        clusters=made.clusters,
        prevalence=0.05,
        cost_fp=1,
        cost_fn=3,
        replicates=3,
    ).analysis
    estimates = [one for model in found.models.values() for one in model.metrics.values()]
    for one in [*estimates, *(difference.estimate for difference in found.differences)]:
        assert one.low is not None
        assert one.low <= one.value <= one.high
