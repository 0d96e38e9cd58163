"""Angles between metrics of two models with normal scores, by series: the scripts compute the same.

Both models have the same AUROC, and noise e of variance 1 in both classes. A case of label y is at x = e + d y, and its
score is the log-odds of x, decided at 0. The correlation r of both models' noise enters by Mehler's formula: the mean
product of a function of one noise and a function of the other is a sum over j of r^j times their coefficients for
Hermite's polynomials.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from metricbook.explorers.samples import State, randoms
from metricbook.metrics.angles import disagreement
from metricbook.metrics.validation import Array

#: The metrics, of which any two are compared.
OF_ANGLES: Final = ("auroc", "average_precision", "h_measure", "brier", "lxcim", "accuracy", "f1_score")
#: How far the noise is followed, steps on either side of the threshold, and the highest polynomial.
REACH: Final = 8.5
STEPS: Final = 200
TERMS: Final = 60
#: Test sets that are drawn, and the seed of their normal numbers.
TEST_SETS: Final = 200
SEED: Final = 1


class Series(NamedTuple):
    """Mean products of every two metrics' influences, and their coefficients in each class, with its share's root."""

    products: Array
    coefficients: Array
    prevalence: float


class Angle(NamedTuple):
    """Two metrics: their correlation and angle, by how many standard errors A is ahead, and how often they disagree."""

    correlation: float
    first: float
    second: float
    degrees: float
    share: float


def angles(state: State) -> dict[tuple[str, str], Angle]:
    """The angle of every two metrics in a state, in which A is ahead by ``lead`` standard errors of AUROC."""
    products, coefficients, prevalence = _series(state["auroc"], state["prevalence"])
    powers = float(state["correlation"]) ** np.arange(TERMS + 1)
    covariances = products - sum((each * powers) @ each.T for each in coefficients)
    spreads = np.sqrt(np.diag(covariances))
    # What a metric gains if A's positives score a little higher is the first coefficient of theirs.
    leads = np.sqrt(prevalence) * coefficients[1][:, 1] / spreads
    leads *= state["lead"] / leads[0]
    found = {}
    for i, one in enumerate(OF_ANGLES):
        for j, other in enumerate(OF_ANGLES):
            correlation = float(covariances[i, j] / (spreads[i] * spreads[j]))
            correlation = 1.0 if correlation > 1 - 1e-12 else correlation
            share = float(disagreement(correlation, leads[i], leads[j]))
            degrees = float(np.degrees(np.arccos(correlation)))
            found[one, other] = Angle(correlation, float(leads[i]), float(leads[j]), degrees, share)
    return found


def differences(angle: Angle) -> Array:
    """The differences of A and B on two metrics, in standard errors, in each drawn test set: two rows."""
    length, turn = ((randoms(SEED, 2 * TEST_SETS) + 0.5) / 2**32).reshape(-1, 2).T
    length, turn = np.sqrt(-2 * np.log(length)), 2 * np.pi * turn
    one, other = length * np.cos(turn), length * np.sin(turn)
    across = np.sqrt(1 - angle.correlation**2)
    return np.array([angle.first + one, angle.second + angle.correlation * one + across * other])


def _rule(low: float, high: float) -> tuple[Array, Array]:
    """Simpson's rule: places and weights."""
    weights = np.where(np.arange(STEPS + 1) % 2, 4.0, 2.0)
    weights[[0, -1]] = 1
    return np.linspace(low, high, STEPS + 1), weights * (high - low) / STEPS / 3


def _so_far(values: Array, step: float) -> Array:
    """The integral up to each place of Simpson's rule."""
    first, middle, last = values[:-2:2], values[1::2], values[2::2]
    whole = np.cumsum(step / 3 * (first + 4 * middle + last))
    found = np.empty_like(values)
    found[::2] = np.append(0, whole)
    found[1::2] = found[:-1:2] + step / 12 * (5 * first + 8 * middle - last)
    return found


@lru_cache(maxsize=64)
def _series(auroc: float, prevalence: float) -> Series:
    from scipy.special import ndtri  # here, for importing it takes longer than importing NumPy

    d = np.sqrt(2) * ndtri(auroc)
    threshold = d / 2 - np.log(prevalence / (1 - prevalence)) / d
    below, above = _rule(-REACH, threshold), _rule(threshold, REACH + d)
    x, weights = (np.concatenate(parts) for parts in zip(below, above, strict=True))
    products, coefficients = np.zeros((len(OF_ANGLES),) * 2), []
    for label, influences in enumerate(_influences(x, d, prevalence, threshold)):
        noise, share = x - d * label, prevalence if label else 1 - prevalence
        weight = weights * np.exp(-(noise**2) / 2) / np.sqrt(2 * np.pi)
        # The mean of the class goes out where two models are compared; without it digits are kept.
        apart = influences - (influences @ weight)[:, None]
        products += share * (apart * weight) @ apart.T
        polynomials = [np.ones_like(noise), noise]
        for j in range(1, TERMS):
            polynomials.append((noise * polynomials[j] - np.sqrt(j) * polynomials[j - 1]) / np.sqrt(j + 1))
        coefficients.append(np.sqrt(share) * (apart * weight) @ np.array(polynomials).T)
    return Series(products, np.array(coefficients), prevalence)


def _influences(x: Array, d: float, prevalence: float, threshold: float) -> list[Array]:
    """What a case at x does to each metric, but for a factor, and for a constant of its class: negatives, positives."""
    from scipy.special import ndtr

    flagged = np.arange(x.size) > STEPS
    higher = prevalence * ndtr(d - x)  # positives above x, as a share of all cases
    all_above = higher + (1 - prevalence) * ndtr(-x)
    density = np.exp(-((x - d) ** 2) / 2) / np.sqrt(2 * np.pi) / all_above
    precision = higher / all_above
    of_own, of_others = (_up_to(each, x) for each in (density, density * precision))
    odds = d * x - d * d / 2 + np.log(prevalence / (1 - prevalence))
    probability = 1 / (1 + np.exp(-odds))
    far = np.abs(x - threshold)
    surely_right = prevalence * ndtr(d - threshold - far) + (1 - prevalence) * ndtr(threshold - far)
    surely_wrong = prevalence * ndtr(threshold - far - d) + (1 - prevalence) * ndtr(-threshold - far)
    f1 = 2 * higher[STEPS] / (all_above[STEPS] + prevalence)
    found = []
    for label in (0, 1):
        right = flagged == label
        missing = np.abs(label - probability)
        found.append(
            np.array(
                [
                    ndtr(x) / prevalence if label else ndtr(d - x) / (1 - prevalence),
                    label * (precision / prevalence + of_own) - of_others,
                    missing**4 / 4 - missing**3 / 3,
                    -(missing**2),
                    right * (1 - surely_right - surely_wrong) + surely_right,
                    right,
                    flagged * (2 * label - f1),
                ]
            )
        )
    return found


def _up_to(values: Array, x: Array) -> Array:
    """The integral up to each place of both rules."""
    parts = [_so_far(part, ends[1] - ends[0]) for part, ends in zip(np.split(values, 2), np.split(x, 2), strict=True)]
    return np.concatenate([parts[0], parts[0][-1] + parts[1]])
