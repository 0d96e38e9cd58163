"""What follows from what a report holds: the metric that answers, the order of models, and which are compared."""

from __future__ import annotations

from dataclasses import replace

from metricbook.reports.analysis import analyse
from metricbook.reports.contents import Analysis
from metricbook.reports.question import Question

from .made import predictions

MADE = predictions()


def of(models: int, **given: float) -> Analysis:
    """What is found on models that are better and better, the best of them last."""
    noise = MADE.scores["first"] - MADE.scores["second"]
    scores = {f"m{k}": MADE.scores["first"] - (models - k) * noise for k in range(1, models + 1)}
    return analyse(replace(MADE, scores=scores), Question(probabilities=False, threshold=0.5, **given), replicates=3)


def test_of_four_models_all_pairs_are_compared_and_of_five_the_best_with_the_others() -> None:
    assert of(4).pairs == [("m1", "m2"), ("m1", "m3"), ("m1", "m4"), ("m2", "m3"), ("m2", "m4"), ("m3", "m4")]
    assert of(5).pairs == [("m5", "m4"), ("m5", "m3"), ("m5", "m2"), ("m5", "m1")]


def test_the_best_is_first_whether_more_or_less_is_better() -> None:
    for found, sign in ((of(3), -1), (of(3, cost_fp=1, cost_fn=2), 1)):
        values = [sign * found.models[name].metrics[found.main.name].value for name in found.ranked]
        assert values == sorted(values)
    assert found.main.name == "cost"


def test_a_page_says_how_far_its_worst_curve_is_off() -> None:
    model = of(1).models["m1"]
    far = replace(model.curves, cost=model.curves.cost._replace(error=0.25), confidence=None)
    assert replace(model, curves=far).thinning_error == 0.25
