"""The command as one calls it: its options, what it says, how it ends."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import metricbook as mb
from metricbook.__main__ import main
from metricbook.reports import intake
from metricbook.reports.command import _build_parser
from metricbook.reports.rendering import MARKS
from tests.metricbook.reports.calling import CALL, numbers


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
    assert (folder / "r.md").read_text(encoding="utf-8").startswith(f"{MARKS['markdown']}# Report on scores.csv")
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
        (["--severity-ratio", "0"], "severity ratio must be a positive number"),
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


def test_every_option_has_a_default_or_is_left_open() -> None:
    assert vars(_build_parser().parse_args(["a.csv"])) == {
        **dict.fromkeys(["label", "positive", "weight", "id", "cluster", "time", "fold", "table"]),
        "classes": [],
        **dict.fromkeys(["cost_fp", "cost_fn", "prevalence", "budget", "threshold", "probabilities"]),
        **dict.fromkeys(["output", "json", "markdown", "against", "margin", "metric", "against_score"]),
        **dict.fromkeys(["symmetric", "fixed_classes", "by_value", "quiet", "count", "show_sql", "force"], False),
        **{"decimal": ".", "drop_missing": False, "unpaired": False},
        **{"files": ["a.csv"], "score": [], "group": [], "fail_under": []},
        **{"level": 0.95, "replicates": 400, "seed": 0, "severity_ratio": 1.0},
    }


def test_every_option_says_what_it_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert all(action.help for action in _build_parser()._actions)
    with pytest.raises(SystemExit) as ended:
        main(["report", "--help"])
    assert ended.value.code == 0
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith("usage: metricbook report [-h]")
    for part in ("FILE [FILE ...]", "--json FILE", "--markdown FILE", "--fail-under METRIC=NUMBER", "(0.95)", "(400)"):
        assert part in said
    for title in ("columns:", "use of the models:", "uncertainty:", "output:", "large files:", "Exit codes:"):
        assert f" {title} " in said
    assert "Judge the predictions in a file" in said


def test_what_is_asked_is_what_is_computed(folder: Path) -> None:
    table = pd.read_csv("scores.csv").assign(w=1.5, y=lambda table: table["y"].map({0: "a", 1: "b"}))
    table.to_csv("scores.csv", index=False)
    use = ["--cost-fp", "1", "--cost-fn", "3", "--prevalence", "0.1", "--budget", "20", "--threshold", "0.4"]
    use += ["--severity-ratio", "classes"]
    more = ["--symmetric", "--fixed-classes", "--level", "0.9", "--seed", "7", "--weight", "w", "--positive", "b"]
    found = numbers(folder, *use, *more)
    asked = {"cost_fp": 1, "cost_fn": 3, "prevalence": 0.1, "budget": 20, "threshold": 0.4}
    assert found["question"] == {
        **asked,
        "symmetric": True,
        "fixed_classes": True,
        "probabilities": None,
        "severity_ratio": "classes",
    }
    assert found["severity_ratio"] == pytest.approx(1 / 9)
    assert (found["level"], found["seed"], found["replicates"], found["weighted"]) == (0.9, 7, 5, True)
    assert (found["source"]["positive"], found["counted"]) == ("b", False)
    assert numbers(folder, "--positive", "a", "--probabilities")["question"]["probabilities"] is True


def test_groups_clusters_and_identifiers_are_columns(folder: Path) -> None:
    table = pd.read_csv("scores.csv").assign(ward=lambda table: table["case"] % 2, bed=lambda table: table["case"] // 3)
    table.to_csv("scores.csv", index=False)
    found = numbers(folder, "--group", "ward", "--group", "bed", "--cluster", "bed")
    assert {group["column"] for group in found["groups"]} == {"ward", "bed"}
    assert found["clusters"] == 100
    table[["case", "second"]].to_csv("other.csv", index=False)
    table.drop(columns="second").to_csv("scores.csv", index=False)
    assert main(["report", "scores.csv", "other.csv", *CALL[2:], "--id", "case", "-q", "--json", "all.json"]) == 0
    assert json.loads((folder / "all.json").read_text())["source"]["name"] == "scores.csv + other.csv"


@pytest.mark.parametrize("option", ["--id", "--cluster", "--group", "--time", "--fold"])
def test_counts_know_no_rows(option: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CALL, "--count", option, "case"]) == 2
    assert "counts by score know no groups, ids, clusters, times or folds" in capsys.readouterr().err


def test_a_large_file_is_counted_unless_rows_are_needed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("duckdb", reason="the extra `large` is not installed")
    assert numbers(folder)["counted"] is False
    assert numbers(folder, "--count")["counted"] is True
    assert capsys.readouterr().out == ""
    monkeypatch.setattr(intake, "LARGE", 100)
    assert numbers(folder)["counted"] is True
    assert numbers(folder, "--group", "case")["counted"] is False


def test_queries_are_shown_and_nothing_is_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("duckdb", reason="the extra `large` is not installed")
    assert main([*CALL, "--show-sql"]) == 0
    assert "SELECT" in capsys.readouterr().out.upper()
    assert [path.name for path in folder.iterdir()] == ["scores.csv"]


def test_what_looks_wrong_is_said_a_line_each(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = pd.read_csv("scores.csv")
    table.assign(first=1 - table["first"]).to_csv("a.b.csv", index=False)
    assert main(["report", "a.b.csv", *CALL[2:]]) == 0
    said = capsys.readouterr()
    assert any(line.startswith("! first ranks positives below negatives") for line in said.out.splitlines()[1:])
    assert said.err == "metricbook report: a.b-report.html\n"


def test_a_page_on_standard_input_has_a_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((folder / "scores.csv").read_bytes())))
    assert main(["report", "-", *CALL[2:], "-q"]) == 0
    assert (folder / "predictions-report.html").exists()


def test_a_bound_that_is_just_reached_is_reached(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    models = numbers(folder)["models"]
    for metric, worst in (("auroc", min), ("brier_score", max)):
        value = worst(model["metrics"][metric]["value"] for model in models.values())
        assert main([*CALL, "-q", "--by-value", "--fail-under", f"{metric}={value!r}"]) == 0
        beyond = value * (1.001 if metric == "auroc" else 0.999)
        assert main([*CALL, "-q", "--by-value", "--fail-under", f"{metric}={beyond!r}"]) == 1
        side = "below" if metric == "auroc" else "above"
        assert f"{metric} of second: the value, {value:.4g}, is {side} {beyond:g}" in capsys.readouterr().err
    assert main([*CALL, "-q", "--fail-under", "auroc=0.2", "--fail-under", "auroc=0.999"]) == 1
    assert capsys.readouterr().err.count("\n") == 2


def test_progress_is_shown_to_whoever_looks(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, int]] = []

    def bar(found: Any, *, desc: str, total: int, **how: Any) -> Any:
        shown.append((desc, total))
        assert not how["leave"]
        return found

    monkeypatch.setattr("tqdm.tqdm", bar)
    main(CALL)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    main([*CALL, "--quiet"])
    assert shown == []
    main(CALL)
    assert shown == [("replicates", 5), ("models", 2), ("differences", 1)]


def test_standard_input_is_read(folder: Path) -> None:
    call = [sys.executable, "-m", "metricbook", "report", "-", *CALL[2:], "--json", "-", "-q"]
    done = subprocess.run(call, input=(folder / "scores.csv").read_bytes(), capture_output=True, check=True)
    assert json.loads(done.stdout)["size"] == 300


def test_a_missing_extra_says_what_brings_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    assert main(CALL) == 2
    said = capsys.readouterr().err
    assert "pip install 'metricbook[report]' brings it" in said
    assert said.strip().count("\n") == 0
    assert [path.name for path in folder.iterdir()] == ["scores.csv"]


def test_rows_that_were_dropped_are_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = Path("scores.csv").read_text().splitlines()
    case, label, _, second = lines[7].split(",")
    Path("scores.csv").write_text("\n".join([*lines[:7], f"{case},{label},NA,{second}", *lines[8:]]))
    assert main([*CALL, "-q"]) == 2
    assert 'line 8, column "first"' in capsys.readouterr().err
    said = '1 of 300 rows was dropped, because a value is missing in the column "first": '
    for more in ([], ["--count"]):
        assert main([*CALL, "-q", "--drop-missing", *more]) == 0
        assert said in capsys.readouterr().err
        assert said in Path("scores-report.html").read_text(encoding="utf-8")


def test_decimals_after_a_comma(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pd.read_csv("scores.csv").to_csv("scores.csv", index=False, sep=";", decimal=",")
    assert main([*CALL, "-q"]) == 2
    assert "comma" in capsys.readouterr().err
    for more in ([], ["--count"]):
        assert main([*CALL, "-q", "--decimal", ",", *more]) == 0
    with pytest.raises(SystemExit):
        main([*CALL, "--decimal", ";"])
