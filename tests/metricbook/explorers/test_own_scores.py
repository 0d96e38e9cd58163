"""A reader's own scores, given to an explorer in Python."""

from __future__ import annotations

import json
import math
import re
from html import unescape
from typing import Any

import numpy as np
import pytest

from metricbook import auroc, explore
from metricbook.explorers.explorer import BUILT
from metricbook.explorers.own import LONGEST, MOST, OWN

RNG = np.random.default_rng(33)
Y = (RNG.random(300) < 0.3).astype(int)
A = (RNG.normal(1.2 * Y)).round(1)
B = 1 / (1 + np.exp(-RNG.normal(0.8 * Y - 1)))
WEIGHTS = RNG.integers(0, 4, Y.size)


def models(name: str) -> dict[str, Any]:
    """As many models as an explorer takes, of probabilities if it takes these alone."""
    first, second = (B, A) if OWN[name].probabilities else (A, B)
    return dict(list({"first": first, "second": second}.items())[: max(OWN[name].models)])


def counts_of(name: str, **given: Any) -> Any:
    """What an explorer's element carries."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(BUILT, "somewhere")
        html = explore(name, **given)._repr_mimebundle_()["text/html"]
    return json.loads(unescape(re.search(r'data-counts="([^"]*)"', html)[1]))


def test_the_element_carries_each_models_cases_by_score() -> None:
    first, second = counts_of("threshold-bench", y=Y, scores={"first": A, "second": B}, weights=WEIGHTS)
    assert (first["name"], second["name"]) == ("first", "second")
    for entry, scores in ((first, A), (second, B)):
        assert entry["scores"] == sorted(set(scores.tolist()))
        for key, side in (("positives", 1), ("negatives", 0)):
            assert entry[key] == [WEIGHTS[(scores == s) & (side == Y)].sum() for s in entry["scores"]]
    # Scores of both signs are decided at 0, probabilities at 1/2.
    assert (first["threshold"], second["threshold"]) == (0, 0.5)


def test_a_threshold_of_ones_own_is_that_of_every_model() -> None:
    found = counts_of("threshold-bench", y=Y, scores={"first": A, "second": B}, threshold=0.25)
    assert [entry["threshold"] for entry in found] == [0.25, 0.25]


def test_where_no_threshold_is_usual_as_many_are_flagged_as_are_positive() -> None:
    (entry,) = counts_of("threshold-bench", y=Y, scores={"rare": B / 1000})
    assert np.count_nonzero(B / 1000 - entry["threshold"] > -1e-15) == Y.sum()
    (entry,) = counts_of("threshold-bench", y=[1, 0, 0], scores={"few": [7, 5, 3]}, weights=[4, 3, 9])
    assert entry["threshold"] == 7
    (entry,) = counts_of("threshold-bench", y=[0, 1, 0], scores={"few": [7, 5, 3]}, weights=[2, 3, 1])
    assert entry["threshold"] == 5


@pytest.mark.parametrize("name", OWN)
def test_paper_and_pdf_have_a_picture_of_them(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(BUILT, raising=False)
    few = slice(0, LONGEST) if name == "price-of-a-swap" else slice(None)
    mine = {key: values[few] + np.arange(values[few].size) * 1e-6 for key, values in models(name).items()}
    shown = explore(name, y=Y[few], scores=mine)
    assert f"{auroc(Y[few], mine['first']):.3f}" in shown.still.alt or name == "price-of-a-swap"
    bundled = shown._repr_mimebundle_()
    assert bundled["image/png"].startswith("iVBOR")
    assert "data-counts=" in bundled["text/html"]
    assert 40 <= len(shown.still.alt) <= 250


def test_a_few_cases_are_a_ranking() -> None:
    shown = explore("price-of-a-swap", y=["sick", "well", "sick"], scores={"m": [3, 9, 1]}, pos_label="sick")
    assert shown.state["ranking"] == "011"


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("two-groups", {"y": Y, "scores": {"m": A}}, "'two-groups' has no use for scores of yours: threshold-bench"),
        ("metric-duel", {"y": Y, "scores": {"m": A}}, "has no use for scores of yours"),
        ("threshold-bench", {"y": Y}, "give scores={'model': ...} too"),
        ("threshold-bench", {"weights": WEIGHTS}, "give scores={'model': ...} too"),
        ("threshold-bench", {"scores": {"m": A}}, "scores need y"),
        ("threshold-bench", {"y": Y, "scores": A}, "scores map the name of each model to an array"),
        ("threshold-bench", {"y": Y, "scores": {1: A}}, "scores map the name of each model to an array"),
        ("threshold-bench", {"y": Y, "scores": {}}, "takes the scores of one model or two models, not of 0"),
        ("threshold-bench", {"y": Y, "scores": dict.fromkeys("abc", A)}, "one model or two models, not of 3"),
        ("hands-ruler", {"y": Y, "scores": {"m": A}}, "'hands-ruler' takes the scores of two models, not of 1"),
        ("implied-cost", {"y": Y, "scores": {"m": A, "n": B}}, "takes the scores of one model, not of 2"),
        ("threshold-bench", {"y": Y[1:], "scores": {"m": A}}, "must have the same length: 299 and 300"),
        ("threshold-bench", {"y": Y + 1, "scores": {"m": A}}, "scores of 'm': y_true must hold two classes, 0 and 1"),
        ("threshold-bench", {"y": [0, 1, 1], "scores": {"m": [1, math.nan, 0]}}, "found nan at index 1"),
        ("threshold-bench", {"y": [0, 1], "scores": {"m": ["a", "b"]}}, "found 'a' at index 0"),
        ("threshold-bench", {"y": [0, 1], "scores": {"m": [1, 2]}, "weights": [1, -1]}, "negative at index 1"),
        ("threshold-bench", {"y": [1, 1], "scores": {"m": [1, 2]}}, "cases of one class only"),
        ("threshold-bench", {"y": [0, 1], "scores": {"m": [1, 2]}, "weights": [0, 1]}, "the other has no weight"),
        (
            "threshold-bench",
            {"y": Y, "scores": {"m": A}, "prevalence": 0.1},
            "prevalence of 'threshold-bench' describes",
        ),
        ("threshold-bench", {"y": Y, "scores": {"m": A}, "threshold": math.nan}, "a number that is finite, not nan"),
        ("price-of-a-swap", {"y": Y, "scores": {"m": A}}, "shows up to 20 cases, not 300"),
        ("price-of-a-swap", {"y": [0, 1], "scores": {"m": [1, 1]}}, "cases of both classes have the score 1"),
        ("price-of-a-swap", {"y": [0, 1], "scores": {"m": [2, 1]}, "weights": [1, 2]}, "no use for weights"),
        ("indistinguishability", {"y": Y, "scores": {"m": A}, "weights": WEIGHTS}, "no use for weights"),
        ("calibration", {"y": Y, "scores": {"m": A}}, "takes probabilities, from 0 to 1: the scores of 'm' are none"),
        (
            "threshold-bench",
            {"y": np.arange(MOST + 1) % 2, "scores": {"m": np.arange(MOST + 1)}},
            "100001 rows are more than the 100000",
        ),
    ],
)
def test_what_cannot_be_shown_is_said_when_it_is_called(name: str, given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        explore(name, **given)
