"""The place on the Tile of the canonical score that orders as a named score does, if there is one."""

from __future__ import annotations

from typing import NamedTuple

from metricbook.tile.named import SCORES, recall_weight

#: Scores that order performances in reverse of the canonical score at their place.
DUAL = frozenset({"error rate", "FPR", "FNR", "FOR", "FDR", "PFP", "PFN", "NLR"})


class Place(NamedTuple):
    """A place on the Tile: ``a`` from tn (0) to tp (1), ``b`` from fp (0) to fn (1)."""

    a: float
    b: float


#: Places that hold for all performances.
ANYWHERE = {
    "NPV": Place(0, 1),
    "FOR": Place(0, 1),
    "X tn,tp|tn,fn,tp": Place(0.5, 1),
    "TPR": Place(1, 1),
    "FNR": Place(1, 1),
    "J-": Place(0, 0.5),
    "A": Place(0.5, 0.5),
    "error rate": Place(0.5, 0.5),
    "S": Place(0.5, 0.5),
    "J+": Place(1, 0.5),
    "F1": Place(1, 0.5),
    "TNR": Place(0, 0),
    "FPR": Place(0, 0),
    "X tn,tp|tn,fp,tp": Place(0.5, 0),
    "PPV": Place(1, 0),
    "FDR": Place(1, 0),
}
#: Places among performances that share their priors, the same for all priors.
FIXED_PRIORS = {
    "PTN": Place(0, 0),
    "PFP": Place(0, 0),
    "PTP": Place(1, 1),
    "PFN": Place(1, 1),
    "SNPV": Place(0, 1),
    "NLR": Place(0, 1),
    "SPPV": Place(1, 0),
    "PLR": Place(1, 0),
}
#: Scores whose place depends on the priors that performances share.
MOVING = frozenset({"WA", "BA", "J_Y", "|C|", "kappa"})


def place(
    name: str, *, prevalence: float | None = None, beta: float | None = None, alpha: float | None = None
) -> Place | None:
    """The place whose canonical ranking score orders performances as a named score does, or the reverse.

    Parameters
    ----------
    name : str
        A key of `metricbook.tile.SCORES`.
    prevalence : float, optional
        The prevalence that all performances share, between 0 and 1 exclusive. Without it only scores
        that have a place for all performances have one.
    beta : float, optional
        For F-beta, needed: not negative, may be infinite.
    alpha : float, optional
        For the weighted accuracy, needed: the weight of TPR, between 0 and 1.

    Returns
    -------
    Place or None
        ``(a, b)``; None if no canonical score orders so (or the place depends on a prevalence that is not given).
        The scores in `DUAL` order performances in reverse of the canonical score there.

    Raises
    ------
    ValueError
        For an unknown name, a prevalence outside of (0, 1), and a missing or bad ``beta`` or ``alpha``.

    Notes
    -----
    Source: Piérard et al., Section 4.2, Table 2, Lemmas 6 to 10. ``prevalence`` is the paper's pi with a plus.

    Examples
    --------
    >>> place("PPV"), place("BA"), place("BA", prevalence=0.25), place("P4", prevalence=0.25)
    (Place(a=1, b=0), None, Place(a=0.75, b=0.75), None)
    """
    if name not in SCORES:
        raise ValueError(f"no score is called {name!r}: the names are {', '.join(SCORES)}")
    if prevalence is not None and not 0 < prevalence < 1:
        raise ValueError(f"prevalence must lie between 0 and 1, both excluded: found {prevalence}")
    if name == "F_beta":
        return Place(1, float(recall_weight(_require(beta, "beta", name))))
    alpha = _require(alpha, "alpha", name) if name == "WA" else 0.5
    if name in ANYWHERE:
        return ANYWHERE[name]
    if prevalence is None:
        return None
    if name in FIXED_PRIORS:
        return FIXED_PRIORS[name]
    return _moving_place(name, prevalence, alpha)


def _require(value: float | None, parameter: str, name: str) -> float:
    if value is None:
        raise ValueError(f"the place of {name} depends on {parameter}, which is missing")
    return value


def _moving_place(name: str, prevalence: float, alpha: float) -> Place | None:
    positive, negative = prevalence, 1 - prevalence
    if name == "kappa":
        return Place(negative**2 / (negative**2 + positive**2), 0.5)
    if name not in MOVING:
        return None
    if not 0 <= alpha <= 1:
        raise ValueError(f"alpha must lie between 0 and 1: found {alpha}")
    both = alpha * negative / (alpha * negative + (1 - alpha) * positive)
    return Place(both, both)
