"""The command as one calls it: what it writes, what it says, how it ends."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from hashlib import sha256
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import psutil
import pytest

import metricbook as mb
from metricbook.__main__ import main
from metricbook.reports import command, intake
from metricbook.reports._report import digest
from metricbook.reports.command import _build_parser
from metricbook.reports.rendering import MARKS, page_mark
from tests.whole import in_monthly_run, mostly

from .made import predictions
from .written import sqlite


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


def numbers(folder: Path, *more: str) -> dict:
    """What a call with these options writes for machines."""
    assert main([*CALL, *more, "-q", "--json", "all.json"]) == 0
    return json.loads((folder / "all.json").read_text(encoding="utf-8"))


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


@pytest.mark.parametrize(
    ("option", "start"), [("--json", "{"), ("--markdown", MARKS["markdown"]), ("--output", "<!DOCTYPE")]
)
def test_what_goes_to_standard_output_goes_alone(
    option: str, start: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*CALL, option, "-"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith(start)
    assert "has the higher" not in said.out.splitlines()[0]
    assert said.out.count(start) == 1 or option == "--json"
    assert not [line for line in said.out.splitlines() if line.startswith("! ")]
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


GATE = ["report", "new.csv", "--score", "p", "--replicates", "2", "--json", "g.json"]


@pytest.fixture
def gate(folder: Path) -> Path:
    """The folder with the worse model as that in use, and the better one as the candidate."""
    table = pd.read_csv("scores.csv")
    for name, column in (("new", "first"), ("old", "second")):
        table[["case", "y", column]].rename(columns={column: "p"}).to_csv(f"{name}.csv", index=False)
    return folder


def test_a_candidate_that_is_not_worse_passes(gate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*GATE, "--against", "old.csv", "--margin", "0.05"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith(
        "new is not worse than old by more than 0.05: its AUROC is, with 97.5% confidence, at least 0.051 higher."
    )
    found = json.loads((gate / "g.json").read_text())
    (held,) = found["not_worse"]
    table = {name: pd.read_csv(f"{name}.csv") for name in ("new", "old")}
    assert held["of_production"] == pytest.approx(mb.auroc(table["old"]["y"], table["old"]["p"]))
    assert held["difference"]["value"] == pytest.approx(held["of_candidate"] - held["of_production"])
    assert (held["verdict"], held["metric"], held["margin"], held["paired"]) == ("not worse", "auroc", 0.05, True)
    assert found["words"]["better"][0] in said.out
    assert list(found["models"]) == ["new", "old"]


def test_one_that_may_be_worse_fails_with_the_sentence(gate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (gate / "new.csv").rename(gate / "better.csv")
    (gate / "old.csv").rename(gate / "new.csv")
    assert main([*GATE, "-q", "--against", "better.csv", "--margin", "0.01"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("metricbook report: new is worse than better by more than 0.01: its AUROC is, with 97.5")
    assert json.loads((gate / "g.json").read_text())["not_worse"][0]["verdict"] == "worse"
    assert main([*GATE, "-q", "--against", "better.csv", "--margin", "0.1"]) == 1
    assert "new may be worse than better by more than 0.1: its AUROC may be 0.150 lower." in capsys.readouterr().err
    cost = ["--cost-fp", "1", "--cost-fn", "2", "--metric", "cost"]
    assert main([*GATE, "-q", "--against", "better.csv", "--margin", "1", *cost]) == 0
    assert main([*GATE, "-q", "--against", "better.csv", "--margin", "0", *cost]) == 1


def test_the_model_in_use_need_not_reach_a_bound(gate: Path) -> None:
    held = ["--against", "old.csv", "--margin", "0.05", "-q"]
    assert main([*GATE, *held]) == 0
    models = json.loads((gate / "g.json").read_text())["models"]
    bound = (models["new"]["metrics"]["auroc"]["low"] + models["old"]["metrics"]["auroc"]["low"]) / 2
    assert main([*GATE, *held, "--fail-under", f"auroc={bound}"]) == 0


def test_other_cases_are_compared_if_that_is_said(gate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pd.read_csv("old.csv").iloc[:200].rename(columns={"p": "q"}).to_csv("old.csv", index=False)
    held = ["--against", "old.csv", "--margin", "0.3"]
    assert main([*GATE, *held, "--against-score", "q"]) == 2
    assert 'old.csv has no row for the identifier "200"' in capsys.readouterr().err
    assert main([*GATE, *held, "--unpaired", "--against-score", "q"]) == 0
    assert "new.csv: 300 cases" in capsys.readouterr().out
    found = json.loads((gate / "g.json").read_text())
    assert (list(found["models"]), found["not_worse"][0]["production"]) == (["p"], "q")
    assert "200 cases of old.csv" in found["not_worse"][0]["samples"]
    assert sha256((gate / "old.csv").read_bytes()).hexdigest() in " ".join(found["source"]["remarks"])
    pytest.importorskip("duckdb", reason="the extra `large` is not installed")
    assert main([*GATE, *held, "--unpaired", "--against-score", "q", "--count", "-q"]) == 0
    counted = json.loads((gate / "g.json").read_text())
    assert counted["counted"] is True
    assert counted["not_worse"][0]["difference"]["value"] == pytest.approx(found["not_worse"][0]["difference"]["value"])


def test_rows_of_either_sample_that_are_dropped_are_said(gate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, rows in (("new", [5]), ("old", [6, 7])):
        table = pd.read_csv(f"{name}.csv")
        table.loc[rows, "p"] = np.nan
        table.to_csv(f"{name}.csv", index=False)
    sqlite({"v1": pd.read_csv("old.csv"), "v2": pd.read_csv("new.csv")}, gate / "old.sqlite")
    held = ["--against", "old.sqlite", "--table", "v1", "--margin", "0.05", "--drop-missing", "-q"]
    assert main([*GATE, *held]) == 0
    assert "metricbook report: 3 of 300 rows were dropped" in capsys.readouterr().err
    assert json.loads((gate / "g.json").read_text())["source"]["rows"] == 297
    for call in (GATE, [GATE[0], "old.sqlite", *GATE[2:]]):
        against = ["--against", "new.csv"] if call != GATE else []
        assert main([*call, *held, *against, "--unpaired", "--margin", "0.5"]) == 0
        said = capsys.readouterr().err
        one, two = ("1 of 300 rows was", "In old.sqlite, 2 of 300 rows were")
        if against:
            one, two = ("2 of 300 rows were", "In new.csv, 1 of 300 rows was")
        assert [line.split(" dropped")[0] for line in said.splitlines()] == [
            f"metricbook report: {line}" for line in (one, two)
        ]
        found = json.loads((gate / "g.json").read_text())
        assert any(remark.startswith(two) for remark in found["source"]["remarks"])


def test_a_page_held_against_a_model_in_use_is_replaced_by_its_like(gate: Path) -> None:
    call = [*GATE[:-2], "--against", "old.csv", "--margin", "0.05", "-q"]
    for _ in range(2):
        assert main(call) == 0
    assert (gate / "new-report.html").exists()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--margin", "0.1"], "--margin (in Python, margin=) goes with --against"),
        (["--unpaired"], "--unpaired (in Python, unpaired=) goes with --against"),
        (["--against-score", "p"], "against_score=) goes with --against"),
        (["--against", "old.csv"], "--against (in Python, against=) needs --margin"),
        (["--against", "old.csv", "--margin", "-0.1"], "must be a number of at least 0, not -0.1"),
        (["--against", "old.csv", "--margin", "nan"], "must be a number of at least 0, not nan"),
        (["--against", "old.csv", "--margin", "0.1", "--metric", "auc"], "there is no metric 'auc'"),
        (["--against", "old.csv", "--margin", "0.1", "--count"], "say --unpaired"),
        (["--against", "old.csv", "--margin", "0.1", "--metric", "cost"], "it needs the costs of both mistakes"),
        (["--against", "gone.csv", "--margin", "0.1"], "gone.csv"),
        (["--against", "old.csv", "--margin", "0.1", "-o", "old.csv"], "is an input, which is never written"),
    ],
)
def test_a_wrong_comparison_is_no_failed_one(
    more: list[str], said: str, gate: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*GATE, *more]) == 2
    assert said in capsys.readouterr().err
    assert not (gate / "g.json").exists()


def both(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("option", ["--output", "--json", "--markdown"])
@pytest.mark.parametrize("name", ["scores.csv", "link.csv", "twin.csv", "./scores.csv"])
def test_no_output_is_an_input(
    name: str, option: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "link.csv").symlink_to("scores.csv")
    (folder / "twin.csv").hardlink_to("scores.csv")
    before = both(folder)
    monkeypatch.setattr(command, "analyse_taken", None)  # it is said before anything is computed
    assert main([*CALL, "--markdown", "new.md", option, name, "--force"]) == 2
    assert capsys.readouterr().err == f"metricbook report: {name}: is an input, which is never written\n"
    assert both(folder) == before


def test_what_is_no_report_is_kept_unless_forced(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = [*CALL, "-q", "--json", "a.json", "--markdown", "a.md", "-o", "a.html"]
    assert main(call) == 0
    before = both(folder)
    assert main([*call, "--seed", "2"]) == 0
    after = both(folder)
    assert {name for name in before if before[name] != after[name]} == {"a.json", "a.md", "a.html"}
    for name in ("a.json", "a.md", "a.html"):
        (folder / name).write_text("mine")
        kept = both(folder)
        assert main(call) == 2
        said = f"{name}: something else is there already, and is kept; --output names another place, --force replaces"
        assert said in capsys.readouterr().err
        assert both(folder) == kept
        assert main([*call, "--force"]) == 0
        assert both(folder) == before


def test_pages_of_two_inputs_do_not_replace_each_other(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = (folder / "scores.csv").read_bytes()
    pages = {}
    (folder / "x").mkdir()
    for name, page in (
        ("fraud.v1.csv", "fraud.v1-report.html"),
        ("fraud.v2.csv", "fraud.v2-report.html"),
        ("fraud.csv", "fraud-report.html"),
    ):
        (folder / name).write_bytes(content)
        assert main(["report", name, *CALL[2:], "-q"]) == 0
        pages[page] = (folder / page).read_bytes()
    for name in ("x/fraud.csv", "fraud.tsv"):
        (folder / name).write_bytes(content)
        assert main(["report", name, *CALL[2:], "-q"]) == 2
        assert "fraud-report.html: something else is there already" in capsys.readouterr().err
        assert {page: (folder / page).read_bytes() for page in pages} == pages
        assert main(["report", name, *CALL[2:], "-q", "-o", "fraud-report.html"]) == 0
        (folder / "fraud-report.html").write_bytes(pages["fraud-report.html"])
    (folder / "fraud.csv").write_bytes(content + b"300,1,0.9,0.9\n")
    assert main(["report", "./fraud.csv", *CALL[2:], "-q"]) == 0
    assert (folder / "fraud-report.html").read_bytes() != pages["fraud-report.html"]
    assert sorted(path.name for path in folder.glob("*.html")) == sorted(pages)


def test_a_second_output_that_fails_leaves_no_first(
    folder: Path, little_room: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    before = both(folder)
    for path, why in (("nowhere/x.html", "there is no such folder"), ("/dev/full", "No space left on device")):
        assert main([*CALL, "-q", "--json", "j.json", "-o", path]) == 2
        assert capsys.readouterr().err == f"metricbook report: {path}: {why}\n"
        assert both(folder) == before
    with little_room(20_000):
        assert main([*CALL, "-q", "--markdown", "m.md", "-o", "x.html"]) == 2
    assert capsys.readouterr().err == "metricbook report: x.html: File too large\n"
    assert both(folder) == before


@pytest.mark.parametrize(
    ("more", "path"),
    [
        (["--json", "a", "--markdown", "./a"], "./a"),
        (["--json", "-", "-o", "-"], "/dev/stdout"),
        (["--json", "-", "-o", "/dev/stdout"], "/dev/stdout"),
        (["-o", "link", "--json", "a"], "link"),
    ],
)
def test_two_outputs_of_one_name_are_a_wrong_call(
    more: list[str], path: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "link").symlink_to("a")
    assert main([*CALL, *more]) == 2
    assert f"{path}: is the same file as" in capsys.readouterr().err
    assert sorted(path.name for path in folder.iterdir()) == ["link", "scores.csv"]


def test_special_files_are_written_to_and_stay(folder: Path) -> None:
    (folder / "null").symlink_to("/dev/null")
    assert main([*CALL, "-q", "--json", "null", "-o", "/dev/null"]) == 2  # which are the same
    assert main([*CALL, "-q", "--json", "null", "-o", "page.html"]) == 0
    assert (folder / "null").readlink() == Path("/dev/null")
    assert Path("/dev/null").is_char_device()
    (folder / "link.html").symlink_to("page.html")
    before = (folder / "page.html").read_bytes()
    assert main([*CALL, "-q", "--seed", "3", "-o", "link.html"]) == 0
    assert (folder / "link.html").readlink() == Path("page.html")
    assert (folder / "page.html").read_bytes() != before


GONE = [[], ["-q"], ["--json", "-"], ["--json", "/dev/stdout"]]


@pytest.mark.parametrize("more", mostly(GONE, GONE[2], rest=in_monthly_run))
@pytest.mark.parametrize(("bound", "code"), [(0.99, 1), (0.2, 0)])
def test_a_reader_that_has_gone_swallows_no_bound(more: list[str], bound: float, code: int, folder: Path) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    call = [sys.executable, "-m", "metricbook", *CALL, *more, "--fail-under", f"auroc={bound}"]
    done = subprocess.run(call, stdout=writes, stderr=subprocess.PIPE, text=True, check=False)
    both_gone = subprocess.run(call, stdout=writes, stderr=writes, check=False)
    os.close(writes)
    assert (done.returncode, both_gone.returncode) == (code, code)
    assert done.stderr.count("auroc of") == 2 * code
    assert not {"Broken", "Traceback", "Exception"} & set(done.stderr.split())


def test_standard_output_by_any_name_has_nothing_else_on_it(folder: Path) -> None:
    call = [sys.executable, "-m", "metricbook", *CALL, "--json"]
    for name in ("-", "/dev/stdout", "/dev/fd/1"):
        with (folder / "log").open("a") as log:
            subprocess.run([*call, name], stdout=log, stderr=subprocess.PIPE, check=True)
    texts = (folder / "log").read_text().split(MARKS["json"])
    assert (len(texts), texts[0], len(set(texts[1:]))) == (4, "", 1)
    assert json.loads(MARKS["json"] + texts[1])["size"] == 300


@pytest.mark.parametrize("place", ["nowhere/summary.md", "scores.csv"])
def test_a_summary_that_cannot_be_written_is_said_and_fails_nothing(
    place: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (folder / "scores.csv").read_bytes()
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", place)
    assert main([*CALL, "-q"]) == 0
    assert f"the summary of the run was not written: {place}: " in capsys.readouterr().err
    assert (folder / "scores.csv").read_bytes() == before


def test_the_function_writes_by_the_same_rule(folder: Path) -> None:
    found = mb.report("scores.csv", label="y", scores=["first"], replicates=3)
    (folder / "link.json").symlink_to("scores.csv")
    before = both(folder)
    for force in (False, True):
        with pytest.raises(OSError, match=r"link\.json: is an input"):
            found.save("link.json", force=force)
    assert both(folder) == before
    (folder / "mine.md").write_text("mine")
    with pytest.raises(OSError, match=r"mine\.md: something else is there already"):
        found.save("mine.md")
    assert found.save("mine.md", force=True) == Path("mine.md")
    assert found.save("mine.md").read_text(encoding="utf-8") == found.markdown
    assert mb.report(Path("scores.csv"), label="y", scores=["first"], replicates=3).html == found.html
    table = pd.read_csv("scores.csv")
    assert mb.report(table, label="y", scores=["first"], replicates=3).files == ()
    assert mb.report(["scores.csv"], label="y", scores=["first"], replicates=3).files == ("scores.csv",)


@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize(("signal_", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_a_call(
    signal_: signal.Signals, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "_run", lambda options: signal.raise_signal(signal_))
    before = signal.getsignal(signal.SIGTERM)
    try:
        ended = command.main(["a.csv"])
    except SystemExit as stopped:
        ended = stopped.code
    finally:
        signal.signal(signal.SIGTERM, before)
    assert ended == code
    assert ("nothing was written" in capsys.readouterr().err) == (signal_ == signal.SIGINT)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(28, "No space left on device"), "output: No space left on device"),
        (OSError(13, "Permission denied", "r.html"), "r.html: Permission denied"),
        (OSError("odd"), "output: odd"),
    ],
)
def test_what_cannot_be_written_is_said_in_a_line(
    error: OSError, said: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(command, "write", refuse)
    assert main([*CALL, "-q"]) == 2
    assert capsys.readouterr().err == f"metricbook report: {said}\n"


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


def test_github_gets_a_summary(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "summary.md").write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(folder / "summary.md"))
    main([*CALL, "-q"])
    assert (
        (folder / "summary.md")
        .read_text(encoding="utf-8")
        .startswith(f"before\n{MARKS['markdown']}# Report on scores.csv")
    )


def test_standard_input_is_read(folder: Path) -> None:
    call = [sys.executable, "-m", "metricbook", "report", "-", *CALL[2:], "--json", "-", "-q"]
    done = subprocess.run(call, input=(folder / "scores.csv").read_bytes(), capture_output=True, check=True)
    assert json.loads(done.stdout)["size"] == 300


@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize("end", mostly([(signal.SIGINT, 130), (signal.SIGTERM, 143)], (signal.SIGINT, 130)))
def test_an_interrupt_leaves_nothing(end: tuple[signal.Signals, int], folder: Path) -> None:
    before = f"{page_mark(digest(['scores.csv']))}as it was"
    (folder / "scores-report.html").write_text(before)
    call = [sys.executable, "-m", "metricbook", *CALL, "--replicates", "1000000"]
    with subprocess.Popen(call, stderr=subprocess.PIPE) as running:
        try:
            # A whole report of few replicates takes one second of the processor.
            while running.poll() is None and psutil.Process(running.pid).cpu_times().user < 3:
                time.sleep(0.05)
            running.send_signal(end[0])
            _, said = running.communicate(timeout=20)
        finally:
            running.kill()
    assert running.returncode == end[1], said
    assert b"Traceback" not in said
    assert (folder / "scores-report.html").read_text() == before
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


@pytest.mark.parametrize(("name", "kind"), [("repotr", "command"), ("--versoin", "option"), ("-V", "option")])
def test_no_such_command_or_option(name: str, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "x"]) == 2
    assert f"there is no {kind} '{name}'\nusage: metricbook COMMAND" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["-h"], ["--help"]])
def test_help_lists_the_installed_commands(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("metricbook.__main__.entry_points", lambda group: [])
    assert main(arguments) == 0
    assert "metricbook report" in (alone := capsys.readouterr().out)
    brought = EntryPoint("toy", "json:dumps", "metricbook.commands")._for(SimpleNamespace(name="toys"))
    shadow = EntryPoint("report", "json:dumps", "metricbook.commands")._for(SimpleNamespace(name="toys"))
    monkeypatch.setattr("metricbook.__main__.entry_points", lambda group: [brought, shadow])
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert shown.replace("  metricbook toy       brought by toys\n", "") == alone != shown


def test_a_command_of_another_package_gets_the_rest_of_the_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    brought = [EntryPoint("toy", "builtins:len", "metricbook.commands")]
    monkeypatch.setattr("metricbook.__main__.entry_points", lambda group: brought)
    assert main(["toy", "a", "--b", "c"]) == 3


def test_a_command_that_cannot_be_imported_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    brought = [EntryPoint("toy", "no_such_package:main", "metricbook.commands")]
    monkeypatch.setattr("metricbook.__main__.entry_points", lambda group: brought)
    assert main(["toy"]) == 2
    assert capsys.readouterr().err == "metricbook toy: No module named 'no_such_package'\n"


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"metricbook {mb.__version__}\n"


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
        cost_fn=30,
        replicates=3,
    ).analysis
    estimates = [one for model in found.models.values() for one in model.metrics.values()]
    for one in [*estimates, *(difference.estimate for difference in found.differences)]:
        assert one.low is not None
        assert one.low <= one.value <= one.high


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
