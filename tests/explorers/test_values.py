"""What the explorers show against the package: states, samples and numbers of every explorer, computed in Node."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from metricbook import ledger
from metricbook.explorers import EXPLORERS
from metricbook.explorers.samples import TWELVE, exchanged, normal_sample, rankings
from metricbook.explorers.values import (
    all_metrics,
    duel,
    easy_metrics,
    group_metrics,
    optimum,
    ranking_metrics,
)
from metricbook.ledger.markup import slug
from metricbook.tile.scores import ranking_score

NODE = shutil.which("node")
ROOT = Path(__file__).parents[2]
TEXTS = [
    "label,score\n1,0.9\n0,0.2\n",
    "0.9;1\n0.2;0\n",
    "id\ttarget\tprob\na\tyes\t0.7\nb\tno\t1e-3\n",
    '"y","p"\r\n1.0,.5\r\n-1,-2\r\n',
    "1 0.9\n\n0 0.2",
    "1,0.9\nmaybe,0.2\n0,high\n0,0.1\n2,1\n1,\n",
    "",
    "label,score\n",
    "1\n0\n",
    "1,0.9\n1,0.2\n",
    "a,b,c\n1,2,3\n",
]

pytestmark = pytest.mark.skipif(NODE is None, reason="Node is not here")


@pytest.fixture(scope="module")
def scripts() -> dict[str, Any]:
    script = Path(__file__).with_name("values.mjs")
    found = subprocess.run(
        [str(NODE), script], input=json.dumps({"texts": TEXTS}), capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)


def assert_same(found: dict[str, float | None], expected: dict[str, float]) -> None:
    """All that the scripts have, the package has too; JSON writes NaN as null."""
    for name, value in found.items():
        assert (np.nan if value is None else value) == pytest.approx(expected[name], rel=1e-12, nan_ok=True), name


def test_the_states_at_first_are_the_same(scripts: dict[str, Any]) -> None:
    assert scripts["states"] == {name: dict(state) for name, state in EXPLORERS.items()}


def test_every_link_leads_to_a_claim_of_a_chapter_or_to_a_chapter(scripts: dict[str, Any]) -> None:
    claims = {slug(claim): claim.chapter for claim in ledger.load().values()}
    assert len(scripts["links"]) >= len(EXPLORERS)
    for link in scripts["links"]:
        found = re.fullmatch(r"\.\./([a-z]+/[a-z-]+)\.html(?:#(claim-[a-z0-9-]+))?", link)
        assert found, link
        assert (ROOT / "book" / f"{found[1]}.ipynb").exists(), link
        assert found[2] is None or claims[found[2]] == found[1], link


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


def test_the_winners_on_the_tile_are_the_same(scripts: dict[str, Any]) -> None:
    outcomes = [
        np.array([0.7 * (1 - x), 0.7 * x, 0.3 * (1 - y), 0.3 * y]) for x, y in ((0.05, 0.5), (0.2, 0.8), (0.45, 0.95))
    ]
    places = [(a, b) for a in (0.1, 0.5, 0.9) for b in (0.1, 0.5, 0.9)]
    assert scripts["winners"] == [int(np.argmax([ranking_score(o, a, b) for o in outcomes])) for a, b in places]


def test_the_duel_is_the_same(scripts: dict[str, Any]) -> None:
    values = [{"text": text, **ranking_metrics(text)} for text in rankings(4, 4)]
    pair, share = duel(values, "auroc", "average_precision")
    assert pair is not None
    assert scripts["duel"]["share"] == pytest.approx(share, rel=1e-12)
    gaps = [
        min(abs(one[name] - other[name]) for name in ("auroc", "average_precision"))
        for one, other in (pair, scripts["duel"]["pair"])
    ]
    assert gaps[0] == pytest.approx(gaps[1], rel=1e-12)


def test_the_best_thresholds_are_the_same(scripts: dict[str, Any]) -> None:
    for found, metric in zip(scripts["implied"], ("f1_score", "cohen_kappa", "accuracy"), strict=True):
        threshold, best, chance = optimum(metric, 1.5, 0.1)
        assert found["value"] == pytest.approx(best, rel=1e-12)
        # Where a metric is best it is flat, so that its place is known to half the digits.
        assert (found["threshold"], found["chance"]) == pytest.approx((threshold, chance), abs=1e-6)


def test_own_scores_are_read_or_the_bad_rows_named(scripts: dict[str, Any]) -> None:
    read, errors = scripts["csv"][:5], scripts["csv"][5:]
    assert [(found["labels"], found["scores"]) for found in read] == [
        ([1, 0], [0.9, 0.2]),
        ([1, 0], [0.9, 0.2]),
        ([1, 0], [0.7, 0.001]),
        ([1, 0], [0.5, -2]),
        ([1, 0], [0.9, 0.2]),
    ]
    assert read[2]["read"] == "2 rows, 1 positive: labels from “target”, scores from “prob”."
    assert [found["error"] for found in errors] == [
        "Nothing was read. row 2: “maybe” is no label (0 or 1, no or yes); row 3: “high” is no number; "
        "row 5: “2” is no label (0 or 1, no or yes), and 1 more rows.",
        "There is nothing to read: paste rows such as 1,0.87.",
        "There is a head, but no row below it.",
        "Row 1 has one column: a label and a score are needed, separated by a comma.",
        "All 2 labels are positive: the curves need both classes.",
        "The columns are a, b, c: call one “label” and one “score”.",
    ]
