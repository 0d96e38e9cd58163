"""What several checkers of this part use."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from metricbook.exact import ranking as exact


def strict(labels: Any, scores: Any, weights: Any = None) -> Fraction:
    """AUROC with no credit for ties."""
    return exact.auroc(labels, scores, weights) - tied(labels, scores, weights) / 2


def full(labels: Any, scores: Any, weights: Any = None) -> Fraction:
    """AUROC with full credit for ties."""
    return exact.auroc(labels, scores, weights) + tied(labels, scores, weights) / 2


def tied(labels: Any, scores: Any, weights: Any = None) -> Fraction:
    """The share of the pairs of both classes that are tied."""
    cases = list(zip(labels, scores, weights or [1] * len(labels), strict=True))
    pairs = [(v * w, s == t) for y, s, v in cases for z, t, w in cases if y > z]
    return Fraction(sum(weight for weight, tied in pairs if tied), sum(weight for weight, _ in pairs))
