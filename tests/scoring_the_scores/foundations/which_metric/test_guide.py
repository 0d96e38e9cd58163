"""The guide: what it answers, that its script answers the same, that its commands run and its numbers are theirs."""

from __future__ import annotations

import json
import math
import shlex
import shutil
import subprocess
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from metricbook.exact import ranking as exact
from metricbook.reports.command import main
from scoring_the_scores.foundations.which_metric import card, guide, guide_table, page, worked
from scoring_the_scores.foundations.which_metric.values import values
from tests.whole import mostly

NODE = shutil.which("node")
ALL = [
    dict(zip(guide_table.KEYS, chosen, strict=True))
    for chosen in product(*([option.value for option in question.options] for question in guide_table.QUESTIONS))
]


def opened(rng: np.random.Generator, count: int) -> list[dict[str, str]]:
    """Answers that leave some questions open."""
    return [
        {key: value for key, value in ALL[rng.integers(len(ALL))].items() if rng.random() < 0.6} for _ in range(count)
    ]


def entered(rng: np.random.Generator, count: int) -> list[dict[str, float | str]]:
    """What readers may put into the brackets, some of it out of range or no such value."""
    words = ["ill", "a b", "x_1.2", "<b>", "two  blanks", "", "é", "longer than thirty letters, alas"]
    return [
        {
            "n": float(10 ** rng.uniform(0, 3)),
            "m": float(10 ** rng.uniform(-1, 4)),
            "k": float(10 ** rng.uniform(-1, 4)),
            "fp": float(rng.choice([0, 1, 0.25, 3, 1e9])),
            "fn": float(rng.choice([-1, 1, 31, 7.5])),
            "f1": float(rng.uniform(-0.1, 1.1)),
            "threshold": float(rng.normal(0, 3)),
            "in_use": float(rng.choice([0, 0.07, 0.123456, 0.5, 2])),
            **{key: str(rng.choice(words)) for key in ("positive", "group", "unit")},
        }
        for _ in range(count)
    ]


def sampled(rng: np.random.Generator, scale: str, size: int = 60) -> tuple[list[int], list[float]]:
    """Labels of both classes and scores, many of them tied."""
    labels = rng.permutation(np.arange(size) % 3 == 0).astype(int)
    scores = np.round(rng.normal(labels, 1), 1)
    scaled = {"both signs": scores, "probabilities": np.round(1 / (1 + np.exp(-scores)), 2), "neither": scores + 50}
    return labels.tolist(), scaled[scale].tolist()


def test_there_are_384_complete_answers_and_each_is_a_whole_paragraph() -> None:
    assert len(ALL) == 384
    for answers in ALL:
        found = guide.compose(answers)
        assert found.title == "Report this"
        assert set(found.report) <= set(guide_table.NUMBERS)
        assert "intervals" in found.report
        assert found.words.endswith(".")
        assert not set("{}") & set(found.words + " ".join(found.command))
        assert 40 <= len(found.words.split()) <= 270


def test_nothing_answered_is_the_cautious_answer() -> None:
    found = guide.compose({})
    assert found.report == ("cost_curve", "auroc", "ap", "ap_random", "intervals")
    assert found.title == "Report this (7 of 7 questions open: the cautious answer)"
    assert found.command == (guide_table.COMMAND,)


def test_without_names_four_questions_do_not_arise() -> None:
    kept = {"names": "no", "groups": "yes"}
    assert guide.compose(kept | {"use": "known", "depth": "top", "easy": "yes"}) == guide.compose(kept)
    assert guide.compose(kept).title == "Report this (1 of 3 questions open: the cautious answer)"
    assert guide.compose(kept).avoid == ("AUROC", "AP", "F1")


@pytest.mark.parametrize("answers", [{"use": "perhaps"}, {"colour": "yes"}])
def test_what_is_no_answer_is_refused(answers: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="the guide has no answer"):
        guide.compose(answers)


@pytest.mark.parametrize("rule", guide_table.RULES, ids=lambda rule: rule.words[:40])
def test_every_rule_asks_for_answers_that_there_are_and_is_used(rule: guide_table.Rule) -> None:
    allowed = {question.key: {"", *(one.value for one in question.options)} for question in guide_table.QUESTIONS}
    assert all(set(values) <= allowed[key] for key, values in rule.when.items())
    assert any(
        all(answers[key] in values for key, values in rule.when.items())
        for answers in [*ALL, dict.fromkeys(guide_table.KEYS, "")]
    )


def test_every_bracket_depends_on_an_entry_and_every_entry_fills_one() -> None:
    texts = " ".join(text for rule in guide_table.RULES for text in (rule.words, *rule.flags))
    named = {entry for one in guide_table.PARAMETERS for entry in one.entries}
    assert named == {part.split("}")[0] for part in texts.split("{")[1:]}


def test_the_random_ap_is_the_mean_over_all_orders_and_the_price_that_of_f1() -> None:
    words = guide.compose({"use": "threshold", "depth": "top"}, {"n": 5, "m": 2, "f1": 0.8}).words
    orders = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    labels = [[int(place in order) for place in range(5)] for order in orders]
    mean = sum(exact.average_precision(each, [5, 4, 3, 2, 1]) for each in labels) / 10
    assert f"[{float(mean):.4f}]" in words
    assert "(2 − F1)/F1 = [1.5] false alarms" in words


@pytest.mark.skipif(NODE is None, reason="Node is not here")
def test_the_script_composes_the_same_and_computes_the_same() -> None:
    rng = np.random.default_rng(32)
    asked: list[tuple[dict[str, str], dict[str, Any]]] = [(answers, {}) for answers in ALL]
    asked += [(answers, {}) for answers in [{}, *opened(rng, 200)]]
    asked += list(zip(opened(rng, 200), entered(rng, 200), strict=True))
    asked += [guide.example(name) for name in guide_table.EXAMPLES]
    samples = []
    for scale in ("both signs", "probabilities", "neither"):
        for answers in [{}, *opened(rng, 20), *(guide.example(name)[0] for name in guide_table.EXAMPLES)]:
            report = guide.compose(answers).report
            samples.append((report, guide.settle({"k": 7, "in_use": 0.1, "fn": 3}), *sampled(rng, scale)))
    question = json.dumps({"table": json.loads(guide.table()), "asked": asked, "samples": samples})
    script = Path(__file__).with_name("guide.mjs")
    ran = subprocess.run([str(NODE), script], input=question, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    used: list[list[str]] = []
    for (answers, parameters), one in zip(asked, found["composed"], strict=True):
        used.append(one.pop("used"))
        expected = guide.compose(answers, parameters)._asdict()
        assert one == {key: list(each) if isinstance(each, tuple) else each for key, each in expected.items()}
    for entry in guide_table.PARAMETERS:
        for (answers, _), keys in [*zip(asked, used, strict=True)][:: len(asked) // 40]:
            words = [guide.compose(answers, {entry.key: value}) for value in (entry.default, entry.low or "other")]
            assert (entry.key in keys) == (words[0] != words[1]), (entry.key, answers)
    assert found["settled"] == [guide.settle(parameters) for _, parameters in asked]
    for sample, one in zip(samples, found["values"], strict=True):
        expected = values(*sample)
        assert list(dict(one)) == list(expected)
        for key, value in one:
            assert float(value) == pytest.approx(expected[key], abs=1e-12, nan_ok=True), (key, sample[0])


def flags(answers: dict[str, str]) -> tuple[str, ...]:
    """The arguments of the command that an answer gives."""
    return tuple(shlex.split(" ".join(guide.compose(answers, {"n": 120, "m": 40, "k": 12}).command))[2:])


DISTINCT = sorted({flags(answers) for answers in ALL}, key=lambda each: (len(each), each))
#: The keys of a report's numbers, by the guide's.
REPORTED = {
    "accuracy": "accuracy",
    "lxcim": "lxcim",
    "cost": "cost",
    "h": "h_measure",
    "precision_at_k": "precision_at_k",
    "recall_at_k": "recall_at_k",
    "ap": "average_precision",
    "auroc": "auroc",
    "tpr": "recall",
    "f1": "f1_score",
}


@pytest.fixture(scope="module")
def predictions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small file with all the columns that the guide's commands name."""
    labels, scores = sampled(np.random.default_rng(4), "probabilities", 120)
    path = tmp_path_factory.mktemp("guide") / "scores.csv"
    places = np.arange(120)
    pd.DataFrame({"y": labels, "model": scores, "site": places % 2, "patient": places // 2}).to_csv(path, index=False)
    return path


@pytest.mark.parametrize(
    "arguments", mostly(DISTINCT, *DISTINCT[:2], *DISTINCT[-2:]), ids=lambda each: " ".join(each[5:]) or "none"
)
def test_the_command_runs_and_gives_the_values_that_the_page_gives(
    arguments: tuple[str, ...], predictions: Path, tmp_path: Path
) -> None:
    found = tmp_path / "report.json"
    table = pd.read_csv(predictions)
    report = dict.fromkeys(key for each in ALL if flags(each) == arguments for key in guide.compose(each).report)
    expected = values([*report], guide.settle({"n": 120, "k": 12}), table["y"], table["model"])
    given = [str(predictions), *arguments[1:], "--replicates", "20", "-q", "--json", str(found)]
    if "--threshold" in given:  # the page puts that of the best F1 there
        given[given.index("--threshold") + 1] = str(expected["threshold"])
    assert main(given) == 0
    metrics = json.loads(found.read_text(encoding="utf-8"))["models"]["model"]["metrics"]
    for key in REPORTED.keys() & expected.keys():
        assert metrics[REPORTED[key]]["value"] == pytest.approx(expected[key], abs=1e-9), key


def test_all_flags_are_tried_and_they_are_few() -> None:
    assert len(DISTINCT) == 52
    assert {each for one in DISTINCT for each in one if each.startswith("--")} == {
        "--label", "--score", "--symmetric", "--cost-fp", "--cost-fn", "--probabilities", "--budget", "--prevalence",
        "--group", "--cluster", "--threshold",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("word", "expected"), [("patient id", ["--cluster", "patient id"]), ("$(rm)", ["--cluster", "patient"])]
)
def test_words_stay_words_in_a_shell(word: str, expected: list[str]) -> None:
    assert shlex.split(" ".join(guide.compose({"units": "units"}, {"unit": word}).command))[-2:] == expected


def test_values_by_hand() -> None:
    labels, scores = [1, 0, 1, 0], [0.9, 0.8, 0.3, 0.1]
    settled = guide.settle({"n": 4, "m": 2, "k": 1, "fp": 1, "fn": 3})
    assert values(["cost", "least_cost", "calibration"], settled, labels, scores) == pytest.approx(
        {"cost": 1 / 4, "least_cost": 1 / 4, "calibration": 0.025}
    )
    assert values(["threshold", "f1", "price", "tpr", "fpr"], settled, labels, scores) == pytest.approx(
        {"threshold": 0.2, "f1": 0.8, "price": 1.5, "tpr": 1, "fpr": 0.5}
    )
    assert values(["f1", "threshold"], settled, [0, 0, 1], [3, 2, 1]) == pytest.approx({"f1": 0.5, "threshold": 0})
    assert values(["precision_at_k", "recall_at_k"], settled, labels, scores) == {
        "precision_at_k": 1,
        "recall_at_k": 0.5,
    }
    assert values(["accuracy", "cost_curve"], settled, labels, [3, 2, 1, 0.5])["accuracy"] is math.nan


def test_the_card_says_what_the_table_says_and_is_one_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pypdf import PdfReader

    monkeypatch.setenv("METRICBOOK_FIGDATA", str(tmp_path))
    html = page.on_one_page().markdown
    for question in guide_table.QUESTIONS:
        assert question.title in html
        assert all(option.advice in html for option in question.options)
    pdf = PdfReader(tmp_path / "which-metric-card.pdf")
    assert len(pdf.pages) == 1
    text = " ".join(pdf.pages[0].extract_text().split())
    svg = (tmp_path / "which-metric-card.svg").read_text(encoding="utf-8")
    words = {word for line in card.lines() for part in line for word in part.split()}
    assert [word for word in words if word not in text] == []
    assert [word for word in words if word not in svg] == []
    first = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    page.on_one_page()
    assert first == {path.name: path.read_bytes() for path in tmp_path.iterdir()}


def test_the_form_has_every_option_once_and_begins_with_the_cautious_answer() -> None:
    html = page.form().markdown
    for question in guide_table.QUESTIONS:
        assert all(html.count(f'name="{question.key}" value="{one.value}"') == 1 for one in question.options)
    assert guide.compose({}).title in html
    assert "\n\n" not in html  # which would end it in Markdown


def test_five_examples_have_values_for_what_their_answers_name() -> None:
    for name in guide_table.EXAMPLES:
        _, parameters = guide.example(name)
        labels, _ = [*worked.samples(name).values()][-1 if name == "retrieval" else 0]
        settled = guide.settle(parameters)
        assert labels.size == settled["n"]
        assert "m" not in parameters or labels.sum() == settled["m"]
        assert worked.table(name).iloc[:, 1:].notna().all(axis=None)


def test_easy_pages_move_auroc_and_not_ap_and_the_small_site_is_worse_than_both() -> None:
    found = worked.table("retrieval", "auroc").set_index("number")
    assert found.loc["AUROC"].diff().iloc[-1] > 0.05
    assert found.loc["AP"].diff().iloc[-1] == 0
    sites = worked.table("groups").set_index("number").loc["AUROC"]
    assert sites["small site"] < sites["both"] - 0.1


def test_no_question_bears_the_name_of_a_parameter() -> None:
    assert not set(guide_table.KEYS) & {one.key for one in guide_table.PARAMETERS}


def test_at_a_low_prevalence_the_screenings_threshold_is_high_and_tpr_is_low() -> None:
    (labels, scores), settled = worked.samples("rare")["value"], guide.settle(guide.example("rare")[1])
    found = {
        prevalence: values(["cost", "tpr", "in_use"], settled | {"in_use": prevalence}, labels, scores)["tpr"]
        for prevalence in (0.01, float(labels.mean()))
    }
    assert found[0.01] == worked.table("rare").set_index("number").loc["TPR", "value"] < 0.5
    assert found[float(labels.mean())] > 0.9
