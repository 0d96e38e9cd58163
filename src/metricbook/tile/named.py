"""The scores of two-class performances that have names: probabilities, and functions of probabilities.

Every function takes performances of shape (..., 4) in the order tn, fp, fn, tp (see
`metricbook.tile.scores.check_performances`) and returns an array of shape (...); NaN where the score is undefined.
`SCORES` holds them by name, with the probabilities of `metricbook.tile.probabilities`; `metricbook.tile.places` says
which of them have a place on the Tile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from metricbook.metrics.validation import as_floats
from metricbook.tile.probabilities import (
    PAIRS,
    accuracy,
    error_rate,
    false_discovery_rate,
    false_omission_rate,
    fnr,
    fpr,
    jaccard_negative,
    jaccard_positive,
    npv,
    pfn,
    pfp,
    ppv,
    prior_negative,
    prior_positive,
    ptn,
    ptp,
    rate_negative,
    rate_positive,
    satisfied_but_fn,
    satisfied_but_fp,
    tnr,
    tpr,
)
from metricbook.tile.scores import FN, FP, TN, TP, Array, check_performances, check_unit, share


def bennett_s(performances: ArrayLike) -> Array:
    """Bennett's S, two times the accuracy minus one; from -1 to 1.

    Examples
    --------
    >>> round(float(bennett_s([0.4, 0.1, 0.2, 0.3])), 12)
    0.4
    """
    return accuracy(performances) - error_rate(performances)


def f_beta(performances: ArrayLike, beta: ArrayLike = 1.0) -> Array:
    """Weighted harmonic mean of precision (weight 1) and recall (weight the square of beta), from 0 to 1.

    ``beta`` may be infinite, which is recall; ``ValueError`` if it is negative. It broadcasts.

    Examples
    --------
    >>> [round(float(f_beta([0.4, 0.1, 0.2, 0.3], beta)), 12) for beta in (0, 1, float("inf"))]
    [0.75, 0.666666666667, 0.6]
    """
    values, weight = check_performances(performances), recall_weight(beta)
    errors = (1 - weight) * values[..., FP] + weight * values[..., FN]
    return share(values[..., TP], values[..., TP] + errors)


def f1(performances: ArrayLike) -> Array:
    """Harmonic mean of precision and recall, or Dice-Sørensen coefficient, from 0 to 1.

    Examples
    --------
    >>> round(float(f1([0.4, 0.1, 0.2, 0.3])), 12)
    0.666666666667
    """
    return f_beta(performances)


def recall_weight(beta: ArrayLike) -> Array:
    """The weight of recall in F-beta, between 0 and 1: beta squared over one plus beta squared.

    Examples
    --------
    >>> recall_weight([0, 1, float("inf")])
    array([0. , 0.5, 1. ])
    """
    beta = as_floats(beta, "beta")
    if not (beta >= 0).all():
        raise ValueError(f"beta must not be negative: found {beta[~(beta >= 0)].flat[0]}")
    # Computed from 1 / beta for beta above 1, so that the square neither overflows nor makes inf / inf.
    large = beta > 1
    square = np.where(large, 1 / np.where(large, beta, 1), beta) ** 2
    return np.where(large, 1 / (1 + square), square / (1 + square))


def snpv(performances: ArrayLike) -> Array:
    """Standardised negative predictive value, TNR / (TNR + FNR): the NPV if both classes were equally frequent.

    Examples
    --------
    >>> round(float(snpv([0.4, 0.1, 0.2, 0.3])), 12)
    0.666666666667
    """
    return share(tnr(performances), tnr(performances) + fnr(performances))


def sppv(performances: ArrayLike) -> Array:
    """Standardised positive predictive value, TPR / (FPR + TPR): the PPV if both classes were equally frequent.

    Examples
    --------
    >>> round(float(sppv([0.4, 0.1, 0.2, 0.3])), 12)
    0.75
    """
    return share(tpr(performances), tpr(performances) + fpr(performances))


def nlr(performances: ArrayLike) -> Array:
    """Negative likelihood ratio, FNR / TNR: not negative, lower is better; undefined without true negatives.

    Examples
    --------
    >>> round(float(nlr([0.4, 0.1, 0.2, 0.3])), 12)
    0.5
    """
    return share(fnr(performances), tnr(performances))


def plr(performances: ArrayLike) -> Array:
    """Positive likelihood ratio, TPR / FPR: not negative, higher is better; undefined without false positives.

    Examples
    --------
    >>> round(float(plr([0.4, 0.1, 0.2, 0.3])), 12)
    3.0
    """
    return share(tpr(performances), fpr(performances))


def kappa(performances: ArrayLike) -> Array:
    """Cohen's kappa: the accuracy beyond that of the no-skill performance, as a share of its largest possible value.

    At most 1; 0 without skill. Undefined if only true negatives, or only true positives, occur.

    Examples
    --------
    >>> round(float(kappa([0.4, 0.1, 0.2, 0.3])), 12)
    0.4
    """
    by_chance_wrong = prior_negative(performances) * rate_positive(performances) + prior_positive(
        performances
    ) * rate_negative(performances)
    return share(2 * determinant(performances), by_chance_wrong)


def bias_index(performances: ArrayLike) -> Array:
    """Rate of positive predictions minus the prior of the positive class, that is, PFP minus PFN; from -1 to 1.

    Examples
    --------
    >>> round(float(bias_index([0.4, 0.1, 0.2, 0.3])), 12)
    -0.1
    """
    return pfp(performances) - pfn(performances)


def weighted_accuracy(performances: ArrayLike, alpha: ArrayLike = 0.5) -> Array:
    """Weighted mean of the rates, (1 - alpha) TNR + alpha TPR, from 0 to 1; undefined if a class is missing.

    ``alpha`` lies between 0 and 1 and broadcasts.

    Examples
    --------
    >>> round(float(weighted_accuracy([0.4, 0.1, 0.2, 0.3], 0.25)), 12)
    0.75
    """
    alpha = check_unit(alpha, "alpha")
    return (1 - alpha) * tnr(performances) + alpha * tpr(performances)


def balanced_accuracy(performances: ArrayLike) -> Array:
    """Mean of TNR and TPR, from 0 to 1; 1/2 without skill. Undefined if a class is missing.

    Examples
    --------
    >>> round(float(balanced_accuracy([0.4, 0.1, 0.2, 0.3])), 12)
    0.7
    """
    return weighted_accuracy(performances)


def g_measure(performances: ArrayLike) -> Array:
    """Geometric mean of TNR and TPR, from 0 to 1. Undefined if a class is missing.

    Examples
    --------
    >>> round(float(g_measure([0.4, 0.1, 0.2, 0.3]) ** 2), 12)
    0.48
    """
    return np.sqrt(tnr(performances) * tpr(performances))


def youden(performances: ArrayLike) -> Array:
    """Youden's index or informedness, TNR + TPR - 1, from -1 to 1; 0 without skill. Undefined if a class is missing.

    Examples
    --------
    >>> round(float(youden([0.4, 0.1, 0.2, 0.3])), 12)
    0.4
    """
    return tpr(performances) - fpr(performances)


def determinant(performances: ArrayLike) -> Array:
    """Determinant of the matrix of the four probabilities, tn tp - fp fn, from -1/4 to 1/4; 0 without skill.

    Examples
    --------
    >>> round(float(determinant([0.4, 0.1, 0.2, 0.3])), 12)
    0.1
    """
    values = check_performances(performances)
    return values[..., TN] * values[..., TP] - values[..., FP] * values[..., FN]


def markedness(performances: ArrayLike) -> Array:
    """NPV + PPV - 1, from -1 to 1; 0 without skill. Undefined unless both classes are predicted.

    Examples
    --------
    >>> round(float(markedness([0.4, 0.1, 0.2, 0.3])), 12)
    0.416666666667
    """
    return ppv(performances) - false_omission_rate(performances)


def acp(performances: ArrayLike) -> Array:
    """Average conditional probability: arithmetic mean of TNR, TPR, NPV and PPV, undefined unless all four are.

    Examples
    --------
    >>> round(float(acp([0.4, 0.1, 0.2, 0.3])), 12)
    0.704166666667
    """
    return (tnr(performances) + tpr(performances) + npv(performances) + ppv(performances)) / 4


def p4(performances: ArrayLike) -> Array:
    """P4: harmonic mean of TNR, TPR, NPV and PPV; zero if one is zero, undefined unless all four are defined.

    Examples
    --------
    >>> round(float(p4([0.4, 0.1, 0.2, 0.3])), 12)
    0.695652173913
    """
    four = np.stack([score(performances) for score in (tnr, tpr, npv, ppv)], axis=-1)
    smallest = four.min(axis=-1, keepdims=True)
    # Relative to the smallest, whose reciprocal might overflow; of four zeros the mean is zero.
    total = np.divide(smallest, four, out=np.ones_like(four), where=four > 0).sum(axis=-1)
    return 4 * smallest[..., 0] / total


def scott_pi(performances: ArrayLike) -> Array:
    """Scott's pi: as Cohen's kappa, with chance agreement from the mean of labels' and predictions' frequencies.

    For two raters it is Fleiss's kappa. At most 1; undefined if only true negatives, or only true positives, occur.

    Examples
    --------
    >>> round(float(scott_pi([0.4, 0.1, 0.2, 0.3])), 12)
    0.393939393939
    """
    negative = (prior_negative(performances) + rate_negative(performances)) / 2
    positive = (prior_positive(performances) + rate_positive(performances)) / 2
    return 1 - share(error_rate(performances), 2 * negative * positive)


#: Every score by name, in the order of the paper's Section 2.2 (Scott's pi and Fleiss's kappa are in Section 4.4).
#: F-beta and the weighted accuracy take a second argument, ``beta`` or ``alpha``.
SCORES: Mapping[str, Callable[..., Array]] = MappingProxyType(
    {
        "PTN": ptn,
        "PFP": pfp,
        "PFN": pfn,
        "PTP": ptp,
        "pi-": prior_negative,
        "pi+": prior_positive,
        "tau-": rate_negative,
        "tau+": rate_positive,
        "A": accuracy,
        "error rate": error_rate,
        "TNR": tnr,
        "TPR": tpr,
        "FPR": fpr,
        "FNR": fnr,
        "NPV": npv,
        "PPV": ppv,
        "FOR": false_omission_rate,
        "FDR": false_discovery_rate,
        "J-": jaccard_negative,
        "J+": jaccard_positive,
        "X tn,tp|tn,fn,tp": satisfied_but_fp,
        "X tn,tp|tn,fp,tp": satisfied_but_fn,
        "S": bennett_s,
        "F1": f1,
        "SNPV": snpv,
        "SPPV": sppv,
        "NLR": nlr,
        "PLR": plr,
        "kappa": kappa,
        "BI": bias_index,
        "WA": weighted_accuracy,
        "BA": balanced_accuracy,
        "G": g_measure,
        "J_Y": youden,
        "|C|": determinant,
        "F_beta": f_beta,
        "markedness": markedness,
        "ACP": acp,
        "P4": p4,
        "Scott pi": scott_pi,
        "Fleiss kappa": scott_pi,
    }
)

#: The event and the condition of each score that is a probability, by name.
EVENTS_OF: Mapping[str, tuple[frozenset[str], frozenset[str]]] = MappingProxyType(
    {name: PAIRS[score] for name, score in SCORES.items() if score in PAIRS}
)

#: The nine probabilistic scores that are ranking scores, in the order of the paper's Table 2.
NINE: Mapping[str, Callable[..., Array]] = MappingProxyType(
    {
        name: SCORES[name]
        for name in ("NPV", "X tn,tp|tn,fn,tp", "TPR", "J-", "A", "J+", "TNR", "X tn,tp|tn,fp,tp", "PPV")
    }
)
