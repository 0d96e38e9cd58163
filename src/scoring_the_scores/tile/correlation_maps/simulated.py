"""What the checks of the correlation maps share: simulated maps, an exact law on few performances, algebra."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from claimledger import Claim, Details, Evidence, agree, cached_result
from metricbook.tile import NINE, fixed_prevalence_performances, kendall_map, uniform_performances
from scoring_the_scores.tile.correlation_maps.maps import NINE_PLACES, uniform_tau

Array = NDArray[np.float64]


#: Performances in a sample, as in the paper; samples; steps along each side of the Tile.
N, SEEDS, STEPS = 10_000, range(10), 10
AXIS = np.arange(STEPS + 1) / STEPS
NEGATIVE_PRIOR = 0.7
NOTE = f"{len(SEEDS)} samples of n = {N}, seeds 0 to {len(SEEDS) - 1}; {AXIS.size} x {AXIS.size} places."
#: Standard deviation of Kendall's tau of two independent orders of N.
NULL_DEVIATION = float(np.sqrt(2 * (2 * N + 5) / (9 * N * (N - 1))))
_ROWS, _COLUMNS = {"upper": 1.0, "middle": 0.5, "lower": 0.0}, {"left": 0.0, "centre": 0.5, "right": 1.0}


@cached_result
def uniform_maps() -> Array:
    """Maps of the nine scores, for each sample: (samples, 9, rows, columns)."""
    samples = (uniform_performances(N, rng=np.random.default_rng(seed)) for seed in SEEDS)
    return np.array([kendall_map(list(NINE), sample, AXIS, AXIS) for sample in samples])


def mean_and_error(score: str, a: float, b: float) -> tuple[float, float]:
    """Mean tau of a score at a place of the grid, and its standard error."""
    values = uniform_maps()[:, list(NINE).index(score), round(b * STEPS), round(a * STEPS)]
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(values.size))


def panel(claim: Claim, score: str) -> Evidence:
    """What the paper's text says of one panel of Figure 4, tested on maps of our own."""
    maps = uniform_maps()[:, list(NINE).index(score)]
    a, b = NINE_PLACES[score]
    e = Evidence(note=f"{NOTE} The figure's pixels are not at hand: the text's statements about it are tested.")
    e.printed(f"$\\tau = 1$ at ({a:g}, {b:g}) and nowhere else", **_only_peak(maps, a, b))
    e.printed("the panel stands in the figure where its score is on the Tile", agrees=_drawn_at(claim) == (a, b),
              reproduced=f"({a:g}, {b:g})")  # fmt: skip
    others = [(x, y) for x, y in NINE_PLACES.values() if (x, y) != (a, b)]
    for kind, exact, places in _kinds(a, b, others):
        for x, y in places:
            mean, error = mean_and_error(score, x, y)
            allowed = max(error, NULL_DEVIATION / np.sqrt(len(SEEDS)))
            e.printed(f"{kind}, ({x:g}, {y:g}): simulated, where theory gives {exact}",
                      agrees=agree(exact, mean, standard_error=allowed), reproduced=round(mean, 4),
                      standard_error=round(allowed, 4))  # fmt: skip
    null = {(1 - a, 1 - b)} if a in (0, 1) and b in (0, 1) else set()
    e.printed("positive at all other places" if null else "positive everywhere", **_positive(maps, null))
    beside = (a + 1 / STEPS if a < 1 else a - 1 / STEPS, b)
    e.control(f"$\\tau = 1$ at ({beside[0]:g}, {beside[1]:g})", **_only_peak(maps, *beside))
    return e


def _drawn_at(claim: Claim) -> tuple[float, float]:
    """The place at which the figure's panel would be if the figure were the Tile."""
    words = claim.where.rpartition(", ")[2].split()
    row = next((value for word, value in _ROWS.items() if word in words), 0.5)
    return next(value for word, value in _COLUMNS.items() if word in words), row


def _kinds(a: float, b: float, others: list[tuple[float, float]]):
    """The exact values that concern the score at a place: kind, value, and the places that have it."""
    exact = uniform_tau()
    halves = (a == 0.5) + (b == 0.5)
    corners = [(x, y) for x, y in others if 0.5 not in (x, y)]
    sides = [(x, y) for x, y in others if (x == 0.5) != (y == 0.5)]
    if halves == 2:
        return [("side", exact["centre", "side"], sides), ("corner", exact["centre", "corner"], corners)]
    centre = ("centre", [(0.5, 0.5)])
    if halves == 1:
        near = [(x, y) for x, y in corners if abs(x - a) + abs(y - b) == 0.5]
        return [(centre[0], exact["centre", "side"], centre[1]), ("next corner", exact["side", "corner"], near)]
    near = [(x, y) for x, y in corners if abs(x - a) + abs(y - b) == 1]
    far = [(1 - a, 1 - b)]
    return [
        (centre[0], exact["centre", "corner"], centre[1]),
        ("next corner", exact["corner", "next corner"], near),
        ("opposite corner", exact["corner", "opposite corner"], far),
    ]


def _only_peak(maps: Array, a: float, b: float) -> Details:
    """Whether every map is exactly 1 at a place of the grid, and below 1 at all others."""
    at = np.zeros(maps.shape[1:], dtype=bool)
    at[round(b * STEPS), round(a * STEPS)] = True
    there, beside = maps[:, at].min(), maps[:, ~at].max()
    return {"agrees": bool(there == 1 and beside < 1), "reproduced": f"{there:.3f} there, at most {beside:.3f} beside"}


def _positive(maps: Array, null: set[tuple[float, float]]) -> Details:
    """Whether the mean map is above four standard errors everywhere but at some places."""
    mask = np.ones(maps.shape[1:], dtype=bool)
    for a, b in null:
        mask[round(b * STEPS), round(a * STEPS)] = False
    mean, error = maps.mean(axis=0)[mask], maps.std(axis=0, ddof=1)[mask] / np.sqrt(len(maps))
    return {"agrees": bool((mean > 4 * error).all()), "reproduced": f"at least {mean.min():.3f}"}


@cached_result
def fixed_prior_maps() -> dict[str, tuple[Array, Array, Array]]:
    """The axes and the maps of BA and kappa, for each sample, the place that each should have among the places."""
    axes = {"BA": (NEGATIVE_PRIOR, NEGATIVE_PRIOR), "kappa": (kappa_place(NEGATIVE_PRIOR), 0.5)}
    by_score = {}
    for score, (x, y) in axes.items():
        a, b = np.union1d(AXIS, x), np.union1d(AXIS, y)
        by_score[score] = a, b, np.array([kendall_map(score, sample, a, b) for sample in fixed_prior_samples()])
    return by_score


@cache
def fixed_prior_samples() -> tuple[Array, ...]:
    """The samples of Figure 7."""
    generators = map(np.random.default_rng, SEEDS[:4])
    return tuple(fixed_prevalence_performances(N, 1 - NEGATIVE_PRIOR, rng=rng) for rng in generators)


def kappa_place(negative: float) -> float:
    """The abscissa that the paper gives to kappa."""
    return negative**2 / (negative**2 + (1 - negative) ** 2)


def same_order(score: str, a: sp.Expr, b: sp.Expr) -> Details:
    """Whether, for any priors, BA or kappa is a rising function of the canonical score at a place, in terms of n.

    Two functions of TNR and TPR depend on each other if their gradients are parallel everywhere; the factor between
    the gradients then says whether the dependence is rising.
    """
    n, x, y = sp.symbols("n TNR TPR", positive=True)
    tn, fp, fn, tp = n * x, n * (1 - x), (1 - n) * (1 - y), (1 - n) * y
    chance = (tn + fn) * n + (fp + tp) * (1 - n)
    value = {"BA": (x + y) / 2, "kappa": (tn + tp - chance) / (1 - chance)}[score]
    good, bad = (1 - a) * tn + a * tp, (1 - b) * fp + b * fn
    canonical = good / (good + bad)
    crossed = sp.diff(value, x) * sp.diff(canonical, y) - sp.diff(value, y) * sp.diff(canonical, x)
    parallel = sp.expand(sp.numer(sp.together(crossed))) == 0
    factor = sp.lambdify((n, x, y), sp.diff(value, x) / sp.diff(canonical, x))
    points = np.array(list(product([0.1, 0.3, 0.5, 0.7, 0.9], repeat=3)))
    rising = bool((factor(*points.T) > 0).all())
    return {
        "agrees": bool(parallel and rising),
        "reproduced": f"gradients {'parallel' if parallel else 'not parallel'}, factor "
        f"{'positive' if rising else 'not positive'} at {len(points)} points",
    }


@cache
def few_weights() -> tuple[Array, Array]:
    """All performances whose four weights are 1, 2 or 4: satisfying and unsatisfying ones, as whole numbers."""
    weights = np.array(list(product([1, 2, 4], repeat=4)))
    return weights[:, [0, 3]], weights[:, [1, 2]]


def exact_balance(first: tuple[int, int], second: tuple[int, int], denominator: int, *, dependent: bool) -> int:
    """Concordant minus discordant among all ordered pairs of `few_weights`, by whole numbers, for two places.

    ``dependent`` keeps only the performances whose weights of tn and tp multiply to 4, so that one falls as the other
    rises.
    """
    good, bad = few_weights()
    if dependent:
        good, bad = (weights[good.prod(axis=1) == 4] for weights in (good, bad))
    signs = []
    for a, b in (first, second):
        satisfying, unsatisfying = good @ [denominator - a, a], bad @ [denominator - b, b]
        signs.append(np.sign(np.outer(satisfying, unsatisfying) - np.outer(unsatisfying, satisfying)))
    return int((signs[0] * signs[1]).sum())


def share_no_outcome(first: tuple[float, float], second: tuple[float, float]) -> bool:
    """Whether no outcome matters to the canonical scores at both places."""
    weights = [np.array([1 - a, 1 - b, b, a]) > 0 for a, b in (first, second)]
    return not (weights[0] & weights[1]).any()
