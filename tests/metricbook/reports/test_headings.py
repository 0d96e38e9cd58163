"""Headings of folded sections: what each found, of one model, of several, and where there is nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from metricbook.reports.analysis import analyse
from metricbook.reports.contents import Analysis
from metricbook.reports.estimates import Estimate
from metricbook.reports.headings import LONGEST, make_headings
from metricbook.reports.question import Question
from metricbook.reports.rendering import render_html

from .made import predictions

MADE = predictions()


def found(models: int = 2, groups: Any = None, **given: Any) -> Analysis:
    scores = {f"m{k}": MADE.scores["first"] + k / 100 * MADE.scores["second"] for k in range(models)}
    return analyse(replace(MADE, scores=scores, groups=groups or {}), Question(threshold=0.5, **given), replicates=3)


def test_one_model_has_its_numbers_in_the_headings() -> None:
    said = make_headings(one := found(1))
    model = one.models["m0"]
    auroc, ap, h = (model.metrics[name].value for name in ("auroc", "average_precision", "h_measure"))
    assert said["metrics"] == f"Metrics: AUROC {auroc:.3f}, average precision {ap:.3f}, H measure {h:.3f}, and 14 more"
    assert said["curves"] == f"Curves: area under the ROC curve {auroc:.3f}"
    assert said["decides"] == "Thresholds in use: 0.500"
    assert said["calibration"] == f"Calibration: slope {model.recalibration.slope}, where 1 is right"
    unknown = replace(one, models={"m0": replace(model, recalibration=None)})
    assert make_headings(unknown)["calibration"] == "Calibration: no slope is known"
    assert said["thresholds"] == f"Thresholds: the fewest errors at {model.best.threshold:.3f}"
    assert said["answers"] == "Which metric answers the question: AUROC, H measure"
    assert said["read"] == f"What was read: 400 cases, {MADE.labels.sum()} positive"
    assert said["tile"] == ""


def test_several_models_are_named_up_to_three() -> None:
    asked = found(5)
    said = make_headings(asked)
    areas = [f"{model.metrics['auroc'].value:.3f} ({name})" for name, model in asked.models.items()]
    assert said["curves"] == f"Curves: area under the ROC curve {', '.join(areas[:3])}, and 2 more"
    slopes = [f"{model.recalibration.slope.value:.3f} ({name})" for name, model in asked.models.items()]
    assert said["calibration"] == f"Calibration: slope {', '.join(slopes[:3])}, and 2 more, where 1 is right"
    assert said["differences"].startswith("Differences on the same cases: ")
    clear = sum(each.estimate.is_clear for each in asked.differences)
    assert f"{clear} of {len(asked.differences)} differences" in said["differences"]
    best = {
        name: sum(
            all(
                (model.metrics[metric].value - other.metrics[metric].value)
                * (-1 if metric in ("brier_score", "log_loss") else 1)
                > 1e-12
                for rival, other in asked.models.items()
                if rival != name
            )
            for metric in model.metrics
        )
        for name, model in asked.models.items()
    }
    leader = max(best, key=lambda name: best[name])
    assert f"{leader} is best by {best[leader]}" in said["metrics"]
    assert "is clear" not in make_headings(found(2))["comparison"] or found(2).verdicts[0].estimate.is_clear


def test_models_that_are_one_lead_by_nothing() -> None:
    asked = analyse(replace(MADE, scores={name: MADE.scores["first"] for name in "ab"}), replicates=3)
    said = make_headings(asked)
    assert said["metrics"] == "Metrics: no model is best alone by any"
    unknown = replace(asked, differences=[one._replace(estimate=Estimate(None)) for one in asked.differences])
    assert make_headings(unknown)["differences"].endswith(": 0 of 0 differences are clear")
    assert said["comparison"] == "Compared with the best: the difference is 0"
    assert said["differences"] == "Differences on the same cases: 0 of 17 differences are clear"


@pytest.mark.parametrize(
    ("cautions", "text"),
    [
        ([], "What looks wrong: nothing of what is looked for"),
        (["A first. And more.", "Another."], "What looks wrong (2): A first"),
        (["A" * 300], f"What looks wrong (1): {'A' * LONGEST} …"),
        (["A word " + "B" * 300], "What looks wrong (1): A word …"),
    ],
)
def test_the_gravest_caution_is_named(cautions: list[str], text: str) -> None:
    assert make_headings(replace(found(1), cautions=cautions))["wrong"] == text


def test_a_caution_that_the_answer_said_is_not_said_again() -> None:
    asked = found(1, cost_fp=1, cost_fn=1000)
    assert asked.cautions[0].startswith("Do not use")
    assert make_headings(replace(asked, cautions=asked.cautions[:1]))["wrong"] == "What looks wrong (1): said above"
    assert not make_headings(replace(asked, cautions=[*asked.cautions[:1], "New."]))["wrong"].endswith("above")


def test_scores_without_a_meaning_have_thresholds_or_none() -> None:
    raw = analyse(replace(MADE, scores={"raw": 10 + MADE.scores["first"]}), Question(symmetric=True), replicates=3)
    said = make_headings(raw)
    assert said["decides"] == "Thresholds in use: –"
    assert said["answers"] == "Which metric answers the question: none of those that can be computed"


def test_flagging_nobody_is_no_threshold() -> None:
    labels = np.arange(100) < 10
    upside_down = predictions(100, labels=labels, scores={"m": 1 - labels * 0.5 - np.arange(100) / 300})
    asked = analyse(upside_down, replicates=3)
    assert make_headings(asked)["thresholds"] == "Thresholds: the fewest errors by flagging nobody"
    assert "The fewest errors here: flagging nobody; in" in render_html(asked)
    assert "∞" not in make_headings(asked)["thresholds"]


def test_groups_are_named_by_whether_any_is_clearly_apart() -> None:
    wards = np.where(np.arange(400) % 2, "north", "south")
    assert make_headings(found(1, groups={"ward": wards}))["groups"] == "Groups: ward, AUROC may be the same in all 2"
    apart = np.where((MADE.scores["first"] > 0.3) == MADE.labels, "right", "wrong")
    said = make_headings(found(1, groups={"ward": wards, "kind": apart, "other": wards}))["groups"]
    assert said == ("Groups: ward, AUROC may be the same in all 2; kind, 2 of 2 clearly apart in AUROC; and 1 more")
    alone = found(1, groups={"ward": np.where(MADE.labels, "ill", "well")})
    assert make_headings(alone)["groups"] == "Groups: ward, too few cases to compare"
