"""The scores of several classes: found by name in files, frames and arrays, or asked back for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import metricbook as mb
from metricbook.__main__ import main
from metricbook.reports import classes, intake
from metricbook.reports.bad_input import BadInput
from metricbook.reports.class_columns import match_columns, sort_labels
from metricbook.reports.intake import take_in
from metricbook.reports.predictions import Predictions
from tests.metricbook.reports.test_classes import CLASSES, draw

PETS = ["cat", "dog", "cow"]


@pytest.fixture(autouse=True)
def few_metrics(monkeypatch: pytest.MonkeyPatch) -> None:
    """The metrics are tried elsewhere, and H takes most of the time."""
    monkeypatch.setattr(classes, "OF_CLASSES", ("auroc", "brier_score", "recall", "precision"))


def columns(*models: str, form: str = "{m}_{c}", classes: list[str] = PETS) -> list[str]:
    return [form.format(m=model, c=text) for model in models for text in classes]


@pytest.mark.parametrize(
    ("names", "classes", "models"),
    [
        (PETS, PETS, ["scores"]),
        (columns("prob"), PETS, ["prob"]),
        (columns("p", form="{m}({c})"), PETS, ["p"]),
        (columns("y_prob", form="{c}.{m}"), PETS, ["y_prob"]),
        (columns("a", "b"), PETS, ["a", "b"]),
        (columns("prob_net", "score_forest"), PETS, ["net", "forest"]),
        (columns("prob_net", "score_net"), PETS, ["prob_net", "score_net"]),
        (["p0", "p1", "p2"], ["0", "1", "2"], ["p"]),
        (["p_1", "p_11", "p_111"], ["1", "11", "111"], ["p"]),
        (["P_NEW_YORK", "P_York"], ["New York", "york"], ["p"]),
        ([*columns("p"), "id", "fold_cat", "cat"], PETS, ["p"]),
    ],
)
def test_columns_are_matched_by_names_that_end_or_begin_with_a_class(
    names: list[str], classes: list[str], models: list[str]
) -> None:
    found = match_columns(names, classes, "a.csv")
    assert list(found) == models
    for k, of in enumerate(found.values()):
        assert list(of) == classes
        assert list(of.values()) == names[k * len(classes) : (k + 1) * len(classes)]


def test_a_score_of_a_class_without_cases_belongs_to_its_model() -> None:
    assert match_columns([*columns("p"), "p_emu", "q_emu"], PETS, "a.csv") == {
        "p": {"cat": "p_cat", "dog": "p_dog", "cow": "p_cow", "emu": "p_emu"}
    }
    assert match_columns(["p", "q", "cat"], PETS, "a.csv") == {}
    assert sort_labels({"10", "9", "-1"}) == ["-1", "9", "10"]
    assert sort_labels({"b", "a", "10", "9"}) == ["10", "9", "a", "b"]


def frame(n: int = 60, **more: Any) -> pd.DataFrame:
    labels, scores = draw(n)
    table = {"case": np.arange(n), "y": labels}
    for model, each in scores.items():
        table |= {f"{model}_{name}": each[:, k] for k, name in enumerate(CLASSES)}
    return pd.DataFrame(table | more)


@pytest.mark.parametrize(
    ("change", "given", "said"),
    [
        (lambda t: t.drop(columns="a_bee"), {}, 'no column of scores for the class "bee" beside "a_ant"'),
        (
            lambda t: t.assign(**{"A ant": 0.5}),
            {},
            'several columns of scores, "a_ant" and "A ant", for the class "ant"',
        ),
        (lambda t: t[["y", "a_ant"]], {}, 'more than two labels, "ant", "bee", "fly" and 1 more: name the one'),
        (lambda t: t.assign(y=np.arange(60) / 7), {}, "too many for classes: they look like measured numbers"),
        (
            lambda t: t.assign(y=t["y"] == "ant"),
            {"classes": {"True": "a_ant"}},
            "is for labels of more than two classes",
        ),
        (lambda t: t, {"classes": {"ant": "a_ant"}}, 'The class "bee" has no column of scores: name the column'),
        (lambda t: t, {"classes": dict.fromkeys(CLASSES, "nono")}, 'has no column "nono"'),
        (lambda t: t, {"classes": {**dict.fromkeys(CLASSES, "a_ant"), "fly": ["a_fly", "b_fly"]}}, "unequal numbers"),
        (lambda t: t, {"classes": dict.fromkeys(CLASSES, "a_ant"), "positive": "ant"}, "none of which is set against"),
        (
            lambda t: t.assign(a_fly=[*t["a_fly"][:59], np.nan]),
            {},
            'row 59 (counted from 0), column "a_fly" is missing',
        ),
    ],
)
def test_what_cannot_be_matched_is_asked_back(change: Any, given: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as error:
        mb.report(change(frame()), label="y", **given)
    assert said in str(error.value)


def test_frames_arrays_and_files_of_the_same_cases_give_the_same_report(tmp_path: Path) -> None:
    table, (labels, scores) = frame(), draw(60)
    table.to_csv(tmp_path / "both.csv", index=False)
    one = [column for column in table if not column.startswith("b_")]
    for name, chosen in (("a", one), ("b", ["case", *(column for column in table if column.startswith("b_"))])):
        table[chosen].rename(columns=lambda text: text.replace("b_", "a_")).to_csv(
            tmp_path / f"{name}.csv", index=False
        )
    named = {text: [f"{model}_{text}" for model in "ab"] for text in CLASSES}
    odd = {"a": scores["a"][:, ::-1], "b": pd.DataFrame(scores["b"], columns=CLASSES)[["fly", "moth", "bee", "ant"]]}
    found = [
        mb.report(table, label="y"),
        mb.report(tmp_path / "both.csv", label="y"),
        mb.report(tmp_path / "both.csv", label="y", classes=named),
        mb.report([tmp_path / "a.csv", tmp_path / "b.csv"], label="y", identifier="case"),
        mb.report(labels, scores),
        mb.report(labels, {"a": scores["a"], "b": odd["b"]}),
        mb.report(labels, {column: table[column] for column in table if "_" in column}),
    ]
    for each in found[1:]:
        assert each.analysis.models["a"].metrics == found[0].analysis.models["a"].metrics
        assert each.analysis.differences == found[0].analysis.differences
    turned = mb.report(labels, {"a": odd["a"]}, classes=CLASSES[::-1])
    assert turned.analysis.models["a"].classes == found[0].analysis.models["a"].classes
    assert str(found[0]).startswith(f"{found[0].analysis.ranked[0].name} has the higher macro AUROC")
    assert found[1].save(tmp_path / "r.md").read_text(encoding="utf-8") == found[1].markdown
    against = mb.report(table, label="y", positive="fly", scores="a_fly", replicates=2).analysis.models["a_fly"].metrics
    of_class = found[0].analysis.models["a"].classes["fly"]
    assert [against[name] for name in ("auroc", "brier_score")] == [of_class[name] for name in ("auroc", "brier_score")]


def test_columns_of_arrays_are_in_the_order_of_scikit_learn_and_files_may_be_several(tmp_path: Path) -> None:
    labels, scores = draw(60)
    written = np.array(["9", "10", "x", "8"])[np.searchsorted(CLASSES, labels)]
    order = [list(np.unique(written)).index(text) for text in ("9", "10", "x", "8")]
    fitted = np.empty((60, 4))
    fitted[:, order] = scores["a"]
    found = mb.report(written, fitted).analysis.models["y_score"]
    usual = mb.report(labels, {"y_score": scores["a"]}).analysis.models["y_score"]
    assert found.classes["10"] == usual.classes["bee"]
    assert found.metrics["auroc"].value == pytest.approx(usual.metrics["auroc"].value)
    table = frame()
    table[["case", "y"]].to_csv(tmp_path / "labels.csv", index=False)
    table.drop(columns="y").to_csv(tmp_path / "scores.csv", index=False)
    files = [tmp_path / "labels.csv", tmp_path / "scores.csv"]
    for more in ({}, {"classes": {text: f"a_{text}" for text in CLASSES}}):
        joined = mb.report(files, label="y", identifier="case", **more).analysis
        assert joined.models["scores: a" if not more else "scores"].metrics["auroc"] == usual.metrics["auroc"]


@pytest.mark.parametrize("shape", [(60, 3), (60, 5), (60, 2)])
def test_arrays_of_another_shape_are_refused(shape: tuple[int, int]) -> None:
    with pytest.raises(BadInput, match=r"y_score has the shape \(60, \d\) for 4 classes"):
        mb.report(draw(60)[0], np.zeros(shape))


def test_large_files_are_read_and_counts_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame().to_csv(tmp_path / "a.csv", index=False)
    monkeypatch.setattr(intake, "LARGE", 50)
    for more, models in (({}, ["a", "b"]), ({"scores": columns("a", classes=list(CLASSES))}, ["a"])):
        found = take_in(tmp_path / "a.csv", label="y", **more)
        assert isinstance(found, Predictions)
        assert found.classes is not None
        assert list(found.classes.columns) == models
    for more in ({}, {"classes": {"ant": "a_ant"}}):
        with pytest.raises(ValueError, match=r"more than two (labels|classes)"):
            take_in(tmp_path / "a.csv", label="y", scores="a_ant", counted=True, **more)


def test_the_command_reports_on_classes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    frame(y=np.where(np.arange(60) % 30, draw(60)[0], "")).to_csv("a.csv", index=False)
    call = ["report", "a.csv", "--label", "y", "--drop-missing"]
    assert main([*call, "--json", "a.json", "-o", "a.html"]) == 0
    said = capsys.readouterr()
    assert '2 of 60 rows were dropped, because a value is missing in the column "y": 2 without a known' in said.err
    assert "58 cases of 4 classes: ant " in said.out
    data = json.loads(Path("a.json").read_text(encoding="utf-8"))
    low, value = (data["models"]["b"]["metrics"]["auroc"][key] for key in ("low", "value"))
    assert main([*call, "-q", "--fail-under", f"auroc={(low + value) / 2}", "-o", "a.html"]) == 1
    assert "auroc of b: the lower end of its 95% interval" in capsys.readouterr().err
    named = [part for text in CLASSES for part in ("--class", f"{text}=a_{text}")]
    assert main([*call, *named, "-q", "-o", "a.html"]) == 0
    for more, wrong in (
        (["--class", "ant"], "--class ant: write class=column"),
        (["--against", "a.csv", "--margin", "0", "--unpaired"], "--against compares two classes"),
        (["--count"], "more than two labels"),
        (["--count", *named], "leave out --count"),
        (["--group", "case"], "takes no groups"),
        (["--cost-fp", "1", "--cost-fn", "2"], "takes no cost_fp"),
    ):
        assert main([*call, *more, "-q", "-o", "a.html"]) == 2
        assert wrong in capsys.readouterr().err
