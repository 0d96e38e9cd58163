"""The explorers' JavaScript against the package: every number they can show, in Node."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.special import betainc, ndtr, ndtri

from .golden import golden

NODE = shutil.which("node")
SHARES = [*np.linspace(0.001, 0.999, 61), 1e-12, 1e-5, 1 - 1e-9]
TOLERANCE = 1e-12  # relative to the larger of the value and 1

pytestmark = pytest.mark.skipif(NODE is None, reason="Node is not here")


@pytest.fixture(scope="module")
def answer() -> dict[str, Any]:
    question = json.dumps({"cases": golden(), "shares": SHARES})
    script = Path(__file__).with_name("parity.mjs")
    found = subprocess.run([str(NODE), script], input=question, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)


def differences(expected: Any, found: Any, where: str) -> list[str]:
    """Where two nested values differ; what is undefined is None here, and NaN there, which JSON writes as null."""
    if isinstance(expected, dict):
        return [text for name in expected for text in differences(expected[name], found[name], f"{where}, {name}")]
    if isinstance(expected, list):
        if len(expected) != len(found):
            return [f"{where}: {len(found)} values for {len(expected)}"]
        pairs = zip(expected, found, strict=True)
        return [text for k, (one, other) in enumerate(pairs) for text in differences(one, other, f"{where}[{k}]")]
    if expected is None or found is None:
        return [] if expected is found else [f"{where}: {found} for {expected}"]
    close = math.isclose(expected, found, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return [] if close else [f"{where}: {found} for {expected}"]


def test_the_scripts_say_what_the_package_says(answer: dict[str, Any]) -> None:
    cases = golden()
    wrong = [
        text
        for case, found in zip(cases, answer["cases"], strict=True)
        for text in differences(case["expected"], found, case["name"])
    ]
    assert wrong == []
    assert sum(len(case["expected"]) for case in cases) > 400


def test_a_difference_is_noticed(answer: dict[str, Any]) -> None:
    case, found = golden()[0], answer["cases"][0]
    wrong = {**found, "auroc": found["auroc"] * (1 + 1e-11)}
    assert differences(case["expected"], wrong, "it") == [
        f"it, auroc: {wrong['auroc']} for {case['expected']['auroc']}"
    ]


def test_the_distributions_are_scipys(answer: dict[str, Any]) -> None:
    np.testing.assert_allclose(answer["normal"], ndtri(SHARES), rtol=1e-13, atol=1e-14)
    np.testing.assert_allclose(answer["normalShare"], ndtr(20 * np.array(SHARES) - 10), rtol=1e-12)
    parameters = np.array([(2, 2), (3, 2), (0.5, 7.5), (40, 9)])
    expected = betainc(*parameters.T[:, None, :], np.array(SHARES)[:, None])
    np.testing.assert_allclose(answer["beta"], expected, rtol=1e-12)
