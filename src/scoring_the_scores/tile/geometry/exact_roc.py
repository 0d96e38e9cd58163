"""ROC space from definitions, in fractions or symbols: the exact counterpart of `metricbook.tile.roc`."""

from __future__ import annotations

from typing import Any

from metricbook.exact.tile import OMEGA, S, importance

Line = tuple[Any, Any, Any]


def at(x: Any, y: Any, prior: Any) -> tuple[Any, Any, Any, Any]:
    """The performance with FPR x, TPR y and a prior of the positive class; for fixed priors linear in x and y."""
    return (1 - prior) * (1 - x), (1 - prior) * x, prior * (1 - y), prior * y


def surplus(performance: tuple, weights: tuple, value: Any) -> Any:
    """E[I (S - v)]: positive, zero or negative as the ranking score is above, at or below v; zero if undefined."""
    return sum(w * (S[o] - value) * p for o, w, p in zip(OMEGA, weights, performance, strict=True))


def level(weights: tuple, value: Any, prior: Any) -> Line:
    """The line of one value, from the surplus at three corners of ROC space."""
    origin, right, top = (surplus(at(*corner, prior), weights, value) for corner in ((0, 0), (1, 0), (0, 1)))
    return right - origin, top - origin, origin


def canonical_level(a: Any, b: Any, value: Any, prior: Any) -> Line:
    """The line of one value of the canonical score at (a, b)."""
    return level(importance(a, b), value, prior)


def meet(first: Line, second: Line) -> Line:
    """Where two lines meet, as (x w, y w, w); w is zero for parallel lines. Also the line through two such points."""
    return (
        first[1] * second[2] - first[2] * second[1],
        first[2] * second[0] - first[0] * second[2],
        first[0] * second[1] - first[1] * second[0],
    )


def vertex(a: Any, b: Any, prior: Any) -> Line:
    """Where the lines of 0 and of 1 meet."""
    return meet(canonical_level(a, b, 0, prior), canonical_level(a, b, 1, prior))


def on(line: Line, point: Line) -> Any:
    """Zero if the point is on the line."""
    return sum(c * x for c, x in zip(line, point, strict=True))


def proportional(first: tuple, second: tuple) -> bool:
    """Whether two triples are the same line or point."""
    return not any(meet(first, second))
