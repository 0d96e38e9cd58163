"""What the explorers show against the package: states, samples and numbers of every explorer, computed in Node."""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from metricbook import range_given_auroc
from metricbook.confusion import accuracy
from metricbook.explorers import EXPLORERS, explore
from metricbook.explorers.angles import OF_ANGLES, angles, differences
from metricbook.explorers.samples import TWELVE, drawn, exchanged, normal_sample, randoms, rankings, told_apart
from metricbook.explorers.states import ALLOWED
from metricbook.explorers.values import (
    all_metrics,
    bent_metrics,
    drawn_aurocs,
    duel,
    easy_metrics,
    group_metrics,
    normal_outcomes,
    optimum,
    probability_at,
    ranking_metrics,
    swap_gains,
    telling_apart,
)
from metricbook.tile.scores import ranking_score

NODE = shutil.which("node")
ROOT = Path(__file__).parents[3]
TEXTS = [
    "label,score\n1,0.9\n0,0.2\n",
    "0.9;1\n0.2;0\n",
    "id\ttarget\tprob\na\tyes\t0.7\nb\tno\t1e-3\n",
    '"y","p"\r\n1.0,.5\r\n-1,-2\r\n',
    "1 0.9\n\n0 0.2",
    "0,1,0.87\n1,0,0.35\n",
    "1;0,87\n0;0,35\n",
    "1,0.9\nmaybe,0.2\n0,high\n0,0.1\n2,1\n1,\n",
    "",
    "label,score\n",
    "1\n0\n",
    "1,0.9\n1,0.2\n",
    "a,b,c\n1,2,3\n0,4,5\n7,8,9\n",
    "y_true,y_pred\n1,1\n0,0\n1,0\n",
    "1,1\n0,-1\n",
    "label,score\n1,0x10\n0,0.3\n",
    "label,score\n1,0,87\n0,0.3\n",
]
COMMON = {
    "labels": ("y_true", "1", "0", "1"),
    "decisions": ("y_pred", "1", "1", "0"),
    "chances": ("y_prob", "0.9", "0.6", "0.4"),
}
#: The same three cases as the commonest table in Python, its columns in every order.
GUESSED = [
    "\n".join(
        ",".join(row.split()[k] for k in order) for row in ("y_true y_pred y_prob", "1 1 0.9", "0 1 0.6", "1 0 0.4")
    )
    for order in permutations(range(3))
]
HEADLESS = ["1.0,0.87\n0,0.35\n", "0.87,1.0\n0.35,0.0\n", "+1,0.87\n-1.0,0.35\n"]
#: Entries of a state as words of an address, and what is made of them.
ADDRESSED = [
    ("threshold-bench", "size", "3000000", 2000),
    ("threshold-bench", "size", "50.4", 50),
    ("threshold-bench", "preset", "toString", None),
    ("threshold-bench", "threshold", "-1e9", -1e9),
    ("threshold-bench", "threshold", "Infinity", None),
    ("tile-winners", "prevalence", "7", 0.99),
    ("tile-winners", "fpr_A", "-0.2", 0),
    ("hands-ruler", "certainty", "-5", 0),
    ("price-of-a-swap", "metric", "constructor", None),
    ("price-of-a-swap", "ranking", "1111", None),
    ("metric-duel", "positives", "9", 6),
    ("implied-cost", "separation", "", None),
]

#: States of the explorer of angles: every two metrics, at ends and middles.
SETTINGS = [
    {"first": one, "second": other, "auroc": auroc, "prevalence": share, "correlation": correlation, "lead": lead}
    for one, other in combinations_with_replacement(OF_ANGLES, 2)
    for auroc, share, correlation, lead in (
        (0.8, 0.5, 0.7, 0), (0.8, 0.1, 0.7, 2), (0.7, 0.1, 0.9, 4), (0.95, 0.9, 0, 1), (0.7, 0.5, 0.3, 0.1),
    )
]  # fmt: skip

pytestmark = pytest.mark.skipif(NODE is None, reason="Node is not here")


@pytest.fixture(scope="module")
def scripts() -> dict[str, Any]:
    script = Path(__file__).with_name("values.mjs")
    question = json.dumps(
        {
            "texts": [*TEXTS, *GUESSED, *HEADLESS],
            "addressed": [entry[:3] for entry in ADDRESSED],
            "settings": SETTINGS,
        }
    )
    found = subprocess.run([str(NODE), script], input=question, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)


def assert_same(found: dict[str, float | None], expected: dict[str, float]) -> None:
    """All that the scripts have, the package has too; JSON writes NaN as null."""
    for name, value in found.items():
        assert (np.nan if value is None else value) == pytest.approx(expected[name], rel=1e-12, nan_ok=True), name


def test_the_states_at_first_are_the_same(scripts: dict[str, Any]) -> None:
    assert scripts["states"] == {name: dict(state) for name, state in EXPLORERS.items()}


def test_every_explorer_asks_for_proofs_by_keys_of_its_own(scripts: dict[str, Any]) -> None:
    keys = [key for asked in scripts["proofs"] for key in asked]
    assert all(scripts["proofs"])
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch("[a-z0-9-]+", key) for key in keys)


def test_every_explorer_begins_with_a_question_that_has_one_answer(scripts: dict[str, Any]) -> None:
    for question in scripts["questions"]:
        assert question["ask"].endswith("?")
        assert 0 <= question["answer"] < len(question["options"]) == len(set(question["options"]))


def test_samples_are_the_same(scripts: dict[str, Any]) -> None:
    labels, scores, _ = normal_sample(separation=1.5, spread=2, prevalence=0.3, size=50, easy=7)
    assert scripts["normal"]["labels"] == labels.tolist()
    np.testing.assert_allclose(scripts["normal"]["scores"], scores, rtol=1e-13)
    assert (scripts["twelve"]["labels"], scripts["twelve"]["scores"]) == tuple(map(list, TWELVE))


def test_numbers_are_the_same(scripts: dict[str, Any]) -> None:
    assert_same(scripts["strip"], ranking_metrics("110100101000"))
    assert_same(scripts["groups"], group_metrics({**EXPLORERS["two-groups"], "lift": 0.7}))
    assert_same(scripts["easy"], easy_metrics(EXPLORERS["easy-negatives"], 1000))
    assert_same(scripts["exchange"], all_metrics(exchanged("0110000001")))
    assert scripts["beta"] == [4, 8]


def test_ranges_beside_an_auroc_are_the_same(scripts: dict[str, Any]) -> None:
    for found in scripts["ranges"]:
        expected = range_given_auroc(found["metric"], found["auroc"], found["prevalence"])
        assert (found["low"], found["high"]) == pytest.approx(expected[:2], rel=1e-12, abs=1e-12)
        for curve, end in ((found["lowest"], expected.lowest), (found["highest"], expected.highest)):
            if found["auroc"] > 0.5:
                np.testing.assert_allclose(curve, end, atol=1e-9)


def test_bent_probabilities_are_the_same(scripts: dict[str, Any]) -> None:
    for share, found in zip((0.65, 0.7, 0.98), scripts["bent"], strict=True):
        state = {**EXPLORERS["calibration"], "share": share, "shift": 0.3, "threshold": 0.35}
        assert_same(found, bent_metrics(state))
        assert found["auroc"] == scripts["bent"][0]["auroc"]


def test_random_numbers_and_the_test_sets_made_of_them_are_the_same(scripts: dict[str, Any]) -> None:
    assert scripts["randoms"] == [randoms(seed, 5).tolist() for seed in (1, 77)]
    for cases, draws in zip((50, 5000), scripts["drawn"], strict=True):
        state = {**EXPLORERS["uncertainty"], "cases": cases}
        for draw, models in enumerate(draws, 1):
            pairs = zip(models, drawn(draw, state), drawn_aurocs(draw, state), strict=True)
            for found, (labels, scores, _), expected in pairs:
                rates = found.pop("tpr")
                assert_same(found, expected)
                down = np.sort(scores[labels == 0])[::-1]
                flagged = np.floor(np.arange(60) / 60 * down.size + 1e-9).astype(int)
                above = [np.mean(scores[labels == 1] > down[k]) for k in flagged]
                assert rates == pytest.approx([*above, 1])


def game_round(played: int, state: dict[str, Any]) -> tuple[float, float]:
    """Scores of a random positive and of a random flagged case; the highest score is always flagged."""
    labels, scores, _ = told_apart(state)
    positives, falling = scores[labels == 1], np.sort(scores)[::-1]
    flagged = max(int(np.count_nonzero(scores >= state["threshold"])), 1)
    first, second = (int(number) for number in randoms(played, 2))
    return float(positives[first * positives.size // 2**32]), float(falling[second * flagged // 2**32])


def test_the_rounds_of_the_game_are_the_same_and_what_is_right_in_them(scripts: dict[str, Any]) -> None:
    state = EXPLORERS["indistinguishability"]
    for threshold, found in zip((-4, 0.3, 4), scripts["apart"], strict=True):
        assert_same(found, telling_apart(state, threshold))
    for threshold, rounds in zip((-4, 0.3), scripts["rounds"], strict=True):
        assert rounds == [
            pytest.approx(game_round(played, {**state, "threshold": threshold}), rel=1e-12) for played in (1, 2, 3)
        ]
    results = [game_round(played, state) for played in range(1, 2001)]
    assert np.mean([real > flagged for real, flagged in results]) == pytest.approx(
        telling_apart(state, -4)["b"], abs=0.03
    )


def test_angles_and_their_test_sets_are_the_same(scripts: dict[str, Any]) -> None:
    assert len(scripts["angles"]) == 140
    for setting, found in zip(SETTINGS, scripts["angles"], strict=True):
        expected = angles(setting)[setting["first"], setting["second"]]
        drawn = found.pop("points")
        assert found.pop("degrees") == pytest.approx(expected.degrees, abs=1e-10)  # an arccos, which loses digits at 1
        assert found == pytest.approx({name: getattr(expected, name) for name in found}, rel=1e-12, abs=1e-12)
        np.testing.assert_allclose(np.transpose(drawn), differences(expected), rtol=0, atol=1e-11)


def test_the_winners_on_the_tile_are_the_same(scripts: dict[str, Any]) -> None:
    outcomes = [
        np.array([0.7 * (1 - x), 0.7 * x, 0.3 * (1 - y), 0.3 * y]) for x, y in ((0.05, 0.5), (0.2, 0.8), (0.45, 0.95))
    ]
    places = [(a, b) for a in (0.1, 0.5, 0.9) for b in (0.1, 0.5, 0.9)]
    assert scripts["winners"] == [int(np.argmax([ranking_score(o, a, b) for o in outcomes])) for a, b in places]


def test_the_duel_is_the_same_and_its_share_exact(scripts: dict[str, Any]) -> None:
    for size, found in zip((3, 4, 5), scripts["duels"], strict=True):
        listed = [{"text": text, **ranking_metrics(text)} for text in rankings(size, size)]
        pair, share = duel(listed, "auroc", "average_precision")
        assert pair is not None
        assert [one["text"] for one in found["pair"]] == [one["text"] for one in pair]
        exactly = [in_fractions(one["text"]) for one in listed]
        pairs = list(combinations(exactly, 2))
        opposite = sum((a - c) * (b - d) < 0 for (a, b), (c, d) in pairs)
        assert [found["share"], share] == [pytest.approx(opposite / len(pairs), rel=1e-12)] * 2
    assert round(scripts["duels"][1]["share"], 4) == round(163 / 2415, 4)


def in_fractions(text: str) -> tuple[Fraction, Fraction]:
    """AUROC and average precision of a ranking."""
    up = [k for k, mark in enumerate(text) if mark == "1"]
    wins = sum(text[k:].count("0") for k in up)
    return (
        Fraction(wins, len(up) * (len(text) - len(up))),
        sum(Fraction(n, k + 1) for n, k in enumerate(up, start=1)) / len(up),
    )


def test_what_a_state_may_be_is_the_same(scripts: dict[str, Any]) -> None:
    expected = {
        name: {key: list(may) if isinstance(may, tuple) else may for key, may in entries.items()}
        for name, entries in ALLOWED.items()
    }
    expected["threshold-bench"]["preset"] += ["own", "second"]  # which only a reader of the page can give
    assert scripts["allowed"] == expected
    numbers = {
        (name, key) for name, state in EXPLORERS.items() for key, value in state.items() if not isinstance(value, str)
    }
    limited = {(name, key) for name, entries in ALLOWED.items() for key in entries}
    assert numbers - limited == {("threshold-bench", "threshold")}


def test_an_address_says_no_more_than_the_sliders_can(scripts: dict[str, Any]) -> None:
    assert scripts["addressed"] == [value for *_, value in ADDRESSED]


def test_the_price_of_a_swap_begins_with_what_it_claims(scripts: dict[str, Any]) -> None:
    ranking = EXPLORERS["price-of-a-swap"]["ranking"]
    gains, best = swap_gains(ranking, "average_precision")
    mistakes = [k for k in range(len(gains)) if ranking[k : k + 2] == "01"]
    top, *others = (round(gains[k], 3) for k in mistakes)
    assert max(others) > 1.25 * top > 0
    assert best in mistakes[1:]  # so that the sentence is about it
    assert ranking_metrics(ranking)["auroc"] > 0.5
    assert scripts["atFirst"] == (
        f"Average precision is 0.307; no swap moves it more than that of places {best + 1} and {best + 2}, by +0.011."
    )


def test_what_is_undefined_is_said_of_every_ranking_of_the_first_size(scripts: dict[str, Any]) -> None:
    ranking = EXPLORERS["price-of-a-swap"]["ranking"]
    assert len(scripts["swaps"]) == math.comb(len(ranking), ranking.count("1"))
    kinds = set()
    for one in scripts["swaps"]:
        text, gains, said = one["ranking"], one["gains"], one["said"]
        undefined = in_fractions(text)[0] < 0.5
        assert (one["now"] is None) == undefined, text
        unknown = [
            k
            for k in range(len(text) - 1)
            if undefined or in_fractions(text[:k] + text[k + 1] + text[k] + text[k + 2 :])[0] < 0.5
        ]
        assert unknown == one["unknown"] == [k for k, gain in enumerate(gains) if gain is None], text
        if undefined:
            assert said == ("C(r_b) is undefined, since AUROC is less than 1/2, and so is what a swap would add to it.")
        elif unknown:
            listed = ", or ".join(f"{k + 1} and {k + 2}" for k in unknown)
            assert said.endswith(f"It would be undefined after a swap of places {listed}.")
        assert "NaN" not in said
        assert undefined or ("undefined" in said) == bool(unknown)
        assert (one["best"] >= 0) == ("moves it more" in said)
        kinds.add((undefined, bool(unknown), one["best"] >= 0))
    assert {kind[:2] for kind in kinds} == {(True, True), (False, True), (False, False)}


def test_the_drawing_of_a_ranking_says_the_same(scripts: dict[str, Any]) -> None:
    for one in scripts["swaps"][::40]:
        gains, best = swap_gains(one["ranking"], "c_rb")
        assert best == one["best"]
        np.testing.assert_allclose(gains, [np.nan if gain is None else gain for gain in one["gains"]], atol=1e-12)
        alt = explore("price-of-a-swap", ranking=one["ranking"], metric="c_rb").still.alt
        assert "nan" not in alt
        assert ("is undefined, since AUROC is less than 1/2" in alt) == (one["now"] is None)


def test_the_best_thresholds_are_the_same(scripts: dict[str, Any]) -> None:
    for found, metric in zip(scripts["implied"], ("f1_score", "cohen_kappa", "accuracy"), strict=True):
        threshold, best, probability = optimum(metric, 1.5, 0.1)
        assert found["value"] == pytest.approx(best, rel=1e-12)
        # Where a metric is best it is flat, so that its place is known to half the digits.
        assert (found["threshold"], found["probability"]) == pytest.approx((threshold, probability), abs=1e-6)


def test_accuracy_keeps_its_price_where_it_is_flat_to_the_last_digit(scripts: dict[str, Any]) -> None:
    for found, (separation, prevalence) in zip(scripts["flat"], [(0.5, 0.01), (0.6, 0.01), (4, 0.9)], strict=True):
        threshold, best, probability = optimum("accuracy", separation, prevalence)
        assert (found["threshold"], found["value"], found["probability"]) == pytest.approx(
            (threshold, best, probability), rel=1e-12
        )
        assert probability == 0.5 == pytest.approx(probability_at(threshold, separation, prevalence), rel=1e-12)
        for place in np.linspace(threshold - 4, threshold + 4, 101):
            assert best >= accuracy(*normal_outcomes(place, separation, prevalence)) - 1e-15


def test_own_scores_are_read_or_the_bad_rows_named(scripts: dict[str, Any]) -> None:
    read, errors = scripts["csv"][:7], scripts["csv"][7 : len(TEXTS)]
    assert [(found["labels"], found["scores"]) for found in read] == [
        ([1, 0], [0.9, 0.2]),
        ([1, 0], [0.9, 0.2]),
        ([1, 0], [0.7, 0.001]),
        ([1, 0], [0.5, -2]),
        ([1, 0], [0.9, 0.2]),
        ([1, 0], [0.87, 0.35]),
        ([1, 0], [0.87, 0.35]),
    ]
    assert read[2]["read"] == "2 rows, 1 positive: labels from “target”, scores from “prob”. Not used: “id”."
    assert [found["error"] for found in errors] == [
        "Nothing was read. row 2: “maybe” is no label (0 or 1, no or yes); row 3: “high” is no number; "
        "row 5: “2” is no label (0 or 1, no or yes), and 1 more rows.",
        "There is nothing to read: paste rows such as 1,0.87.",
        "There is a head, but no row below it.",
        "Row 1 has one column: a label and a score are needed, separated by a comma.",
        "All 2 labels are positive: the curves need both classes.",
        "The columns are “a”, “b”, “c”: choose the labels (0 or 1, no or yes) and the scores.",
        "Nothing was read. The scores, from “y_pred”, are only 0 and 1, which are decisions: "
        "give the scores they were made by.",
        "Nothing was read. The scores, from column 2, are only -1 and 1, which are decisions: "
        "give the scores they were made by.",
        "Nothing was read. row 2: “0x10” is no number.",
        "Nothing was read. row 2 has 3 cells, not 2.",
    ]


def test_chances_are_read_and_not_the_decisions_beside_them(scripts: dict[str, Any]) -> None:
    for found in scripts["csv"][len(TEXTS) : -len(HEADLESS)]:
        assert (found["labels"], found["scores"]) == ([1, 0, 1], [0.9, 0.6, 0.4])
        assert found["read"].endswith("labels from “y_true”, scores from “y_prob”. Not used: “y_pred”.")


def test_a_label_is_known_without_a_head_as_with_one(scripts: dict[str, Any]) -> None:
    for found in scripts["csv"][-len(HEADLESS) :]:
        assert (found["labels"], found["scores"]) == ([1, 0], [0.87, 0.35])
