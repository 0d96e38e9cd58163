"""Figures 4 and 7: Kendall's tau of known scores with every canonical score, and what the paper reads off the maps."""

from __future__ import annotations

from functools import cache

import numpy as np
import sympy as sp
from scipy.optimize import root
from scipy.special import digamma
from scipy.stats import kendalltau, kstest

from claimledger import Claim, Details, Evidence
from metricbook.tile import NINE, SCORES, dirichlet_performances, kendall_map, ranking_score, uniform_performances
from scoring_the_scores.tile.correlation_maps import simulated as maps
from scoring_the_scores.tile.correlation_maps.maps import NINE_PLACES, neighbour_map, roc_performances

#: Steps along a and b that a slight perturbation may mean.
PERTURBATIONS = (0.01, 0.05, 0.1)
#: Share of pairs that may change places for an order to have changed little: our convention, the paper has none.
LITTLE = 0.05
_FIT, _CONDITIONED = 20_000, 1_000_000


def procedure_uniform(claim: Claim) -> Evidence:
    """Figure 4: the uniform law and the Dirichlet law are one; the variant of tau makes no difference."""
    gaps = np.diff(np.sort(np.random.default_rng(0).random((_FIT, 3)), axis=1), axis=1, prepend=0, append=1)
    fitted, error = _dirichlet_fit(gaps)
    sample = uniform_performances(maps.N, rng=np.random.default_rng(0))
    e = Evidence(note=f"{maps.NOTE} The law is fitted to {_FIT} performances cut from [0, 1] by three uniform numbers, "
                 "which are uniform on the simplex by construction. Grid and seed are not stated.")  # fmt: skip
    e.printed("performances in a sample", published=claim.published["n"], reproduced=len(sample))
    e.printed("Dirichlet parameters of the uniform law, fitted", published=claim.published["dirichlet"],
              reproduced=fitted, standard_error=error)  # fmt: skip
    x, y = NINE["NPV"](sample), ranking_score(sample, 0.3, 0.7)
    variants = [kendalltau(x, y, variant=variant).statistic for variant in "bc"]
    e.printed("$\\tau_b$, $\\tau_c$ and the map's value at (0.3, 0.7) are one: there are no ties",
              agrees=np.ptp([*variants, kendall_map(x, sample, 0.3, 0.7)]) < 1e-12,
              reproduced=", ".join(f"{value:.6f}" for value in variants))  # fmt: skip
    spread = maps.uniform_maps().std(axis=0, ddof=1).max()
    e.printed("standard error of a value, from the deviations between samples: at most 0.01",
              agrees=spread < 0.01, reproduced=round(float(spread), 4))  # fmt: skip
    twos = dirichlet_performances(_FIT, (2.0, 2.0, 2.0, 2.0), rng=np.random.default_rng(0))
    e.control("Dirichlet parameters 1, from performances with parameters 2", published=claim.published["dirichlet"],
              reproduced=_dirichlet_fit(twos)[0], standard_error=error)  # fmt: skip
    return e


def _dirichlet_fit(performances: np.ndarray) -> tuple[list[float], float]:
    """Parameters of the most likely Dirichlet law, and the standard error of each at parameters 1."""
    logs = np.log(performances).mean(axis=0)
    # Where the gradient is 0: a search for the greatest likelihood, which is flat there, leaves the fourth digit open.
    parameters_fitted = root(
        lambda parameters: digamma(parameters.sum()) - digamma(parameters) + logs, np.ones(4), tol=1e-12
    ).x
    information = np.diag(np.full(4, np.pi**2 / 6)) - (np.pi**2 / 6 - 1 - 1 / 4 - 1 / 9)  # trigamma at 1 and at 4
    error = np.sqrt(np.linalg.inv(information)[0, 0] / len(performances))
    return [round(float(parameter), 4) for parameter in parameters_fitted], float(error)


def npv(claim: Claim) -> Evidence:
    """Figure 4, upper left: NPV."""
    return maps.panel(claim, "NPV")


def satisfied_but_fp(claim: Claim) -> Evidence:
    """Figure 4, upper centre: the accuracy when false positives do not count."""
    return maps.panel(claim, "X tn,tp|tn,fn,tp")


def tpr(claim: Claim) -> Evidence:
    """Figure 4, upper right: TPR."""
    return maps.panel(claim, "TPR")


def jaccard_negative(claim: Claim) -> Evidence:
    """Figure 4, middle left: Jaccard's coefficient of the negative class."""
    return maps.panel(claim, "J-")


def accuracy(claim: Claim) -> Evidence:
    """Figure 4, centre: accuracy."""
    return maps.panel(claim, "A")


def jaccard_positive(claim: Claim) -> Evidence:
    """Figure 4, middle right: Jaccard's coefficient of the positive class, and F1, which orders alike."""
    e = maps.panel(claim, "J+")
    sample = uniform_performances(maps.N, rng=np.random.default_rng(0))
    both = kendall_map(["J+", "F1"], sample, maps.AXIS, maps.AXIS)
    e.printed("the map of $F_1$ is the same, at every place", cases=(both[0] == both[1]).ravel())
    return e


def tnr(claim: Claim) -> Evidence:
    """Figure 4, lower left: TNR."""
    return maps.panel(claim, "TNR")


def satisfied_but_fn(claim: Claim) -> Evidence:
    """Figure 4, lower centre: the accuracy when false negatives do not count."""
    return maps.panel(claim, "X tn,tp|tn,fp,tp")


def ppv(claim: Claim) -> Evidence:
    """Figure 4, lower right: PPV."""
    return maps.panel(claim, "PPV")


def null_or_positive(claim: Claim) -> Evidence:
    """Section 4.2: null for two pairs and positive for all others; simulated, and exact for 81 performances."""
    e = Evidence(note=f"{maps.NOTE} Exact: all pairs of the 81 performances with independent weights 1, 2 or 4, by "
                 "whole numbers. The proof for Dirichlet laws is in the chapter.")  # fmt: skip
    error = maps.NULL_DEVIATION / np.sqrt(len(maps.SEEDS))
    for names, printed in claim.published.items():
        one, other = names.split("-", 1)
        if one not in NINE or other not in NINE:
            raise ValueError(f"no pair of the nine scores: {names}")
        mean, _ = maps.mean_and_error(one, *NINE_PLACES[other])
        e.printed(f"$\\tau$ of {one} and {other}", published=printed, reproduced=round(mean, 4),
                  standard_error=round(error, 5))  # fmt: skip
    e.printed("all others: least mean, in standard errors above 0", **_least(maps.uniform_maps()))
    e.printed("exact: null where no outcome counts for both scores, positive elsewhere", cases=_exact(dependent=False))
    curve = [roc_performances(maps.N // 4, separation=(0.5, 2.5), rng=np.random.default_rng(s)) for s in range(3)]
    along = np.array([kendall_map(list(NINE), sample, maps.AXIS, maps.AXIS) for sample in curve])
    e.control("positive for points on ROC curves as well", **_least(along))
    e.control("exact: positive if the weights of tn and tp are in opposite order", cases=_exact(dependent=True))
    return e


def _least(tau: np.ndarray) -> Details:
    """Whether the mean of several maps of the nine scores is positive at all but the two null pairs."""
    mean, error = tau.mean(axis=0), tau.std(axis=0, ddof=1) / np.sqrt(len(tau))
    mask = np.ones(mean.shape, dtype=bool)
    for r, (a, b) in enumerate(NINE_PLACES.values()):
        if a in (0, 1) and b in (0, 1):
            mask[r, round((1 - b) * maps.STEPS), round((1 - a) * maps.STEPS)] = False
    low = np.flatnonzero(mask.ravel())[np.argmin(mean[mask].round(9))]
    value, deviation = mean.ravel()[low], error.ravel()[low]
    return {"agrees": bool(value > 4 * deviation), "reproduced": f"tau {value:.3f}, {value / deviation:.0f} of them"}


@cache
def _exact(*, dependent: bool) -> list[bool]:
    """For the nine scores and all places in quarters, on few weights: is the sign of tau as the theorem says?"""
    places = [(a, b) for b in range(5) for a in range(5)]
    right = []
    for x, y in NINE_PLACES.values():
        for place in places:
            balance = maps.exact_balance((round(4 * x), round(4 * y)), place, 4, dependent=dependent)
            null = maps.share_no_outcome((x, y), (place[0] / 4, place[1] / 4))
            right.append(balance == 0 if null else balance > 0)
    return right


def robustness() -> Evidence:
    """Section 4.2: how much the order changes with a small step on the Tile, for three sizes of a step."""
    sample = uniform_performances(maps.N, rng=np.random.default_rng(0))
    e = Evidence(note=f"n = {maps.N}, seed 0; the worst of the neighbours at the step in a, in b, or both. Places: "
                 "tenths, and one step from the sides, where the order changes most. As the paper says nothing, at "
                 f"most one pair in {1 / LITTLE:.0f} counts as little.")  # fmt: skip
    for form, step in [*(("reading", step) for step in PERTURBATIONS), ("control", 0.5)]:
        axis = np.unique(np.round([*maps.AXIS, step, 1 - step], 9))
        shares = (1 - neighbour_map(sample, axis, axis, step=step)) / 2
        e.add(
            form,
            f"a slight perturbation is {step:g}: at most {LITTLE:.0%} of pairs change places, at {axis.size}² places",
            agrees=bool(shares.max() <= LITTLE),
            reproduced=f"{shares.max():.1%} at the worst place, {np.median(shares):.1%} at the median place",
        )
    return e


def procedure_fixed_priors(claim: Claim) -> Evidence:
    """Figure 7: performances uniform among those with given priors have independent uniform TNR and TPR."""
    samples = maps.fixed_prior_samples()
    negative = {round(float(value), 12) for sample in samples for value in sample[:, :2].sum(axis=1)}
    e = Evidence(note=f"{len(samples)} samples of n = {maps.N}, seeds from 0. The law is compared with uniform "
                 f"performances of any prior: of {_CONDITIONED}, those with $\\pi_-$ within 0.005.")  # fmt: skip
    e.printed("performances in a sample", published=claim.published["n"], reproduced=len(samples[0]))
    e.printed("$\\pi_-$ of every performance", published=claim.published["pi_minus"],
              reproduced=negative.pop() if len(negative) == 1 else sorted(negative))  # fmt: skip
    drawn = uniform_performances(_CONDITIONED, rng=np.random.default_rng(0))
    e.printed("TNR and TPR: uniform, independent (least p-value above 0.0001)", **_uniform_rates(drawn))
    twos = dirichlet_performances(_CONDITIONED, (2.0, 2.0, 2.0, 2.0), rng=np.random.default_rng(0))
    e.control("the same from Dirichlet parameters 2", **_uniform_rates(twos))
    return e


def _uniform_rates(drawn: np.ndarray) -> Details:
    """Whether performances with nearly the prior of Figure 7 have independent uniform rates."""
    near = drawn[np.abs(drawn[:, :2].sum(axis=1) - maps.NEGATIVE_PRIOR) < 0.005]
    rates = [SCORES[name](near) for name in ("TNR", "TPR")]
    values = [kstest(rate, "uniform").pvalue for rate in rates] + [kendalltau(*rates).pvalue]
    return {"agrees": min(values) > 1e-4, "reproduced": f"{min(values):.2g}, {len(near)} performances"}


def balanced_accuracy() -> Evidence:
    """Figure 7, left: BA orders as the canonical score where the curve meets the rising diagonal."""
    n = sp.Symbol("n", positive=True)
    return _figure_7("BA", (n, n), (1 - n, 1 - n), "the rising diagonal", sp.Symbol("a"))


def kappa() -> Evidence:
    """Figure 7, right: kappa orders as the canonical score where the curve meets the median horizontal."""
    n = sp.Symbol("n", positive=True)
    a, half = n**2 / (n**2 + (1 - n) ** 2), sp.Rational(1, 2)
    return _figure_7("kappa", (a, half), (n, half), "the median horizontal", half)


def _figure_7(score: str, place: tuple, wrong: tuple, line: str, b: sp.Expr) -> Evidence:
    """The place by algebra for every prior, and on the maps of the samples."""
    n, a = sp.Symbol("n", positive=True), sp.Symbol("a")
    meets = sp.solve(sp.Eq((1 - n) ** 2 * a * b, n**2 * (1 - a) * (1 - b)), a)
    inside = [sp.simplify(root) for root in meets if 0 <= root.subs(n, sp.Rational(7, 10)) <= 1]
    x, y = (float(part.subs(n, sp.Rational(7, 10))) for part in place)
    axis_a, axis_b, tau = maps.fixed_prior_maps()[score]
    at = np.zeros(tau.shape[1:], dtype=bool)
    at[np.isclose(axis_b, y).argmax(), np.isclose(axis_a, x).argmax()] = True
    there, beside = tau[:, at].min(), tau[:, ~at].max()
    e = Evidence(note=f"{len(tau)} samples of n = {maps.N}, seeds from 0; {axis_a.size} x {axis_b.size} places, "
                 "the claimed one among them. Algebra for all priors.")  # fmt: skip
    e.printed(f"$\\gamma_\\pi$ meets {line} there, and there only", reproduced=f"a = {inside[0]}",
              agrees=len(inside) == 1 and sp.simplify(inside[0] - place[0]) == 0)  # fmt: skip
    e.printed("the order is that of the canonical score there, for all priors", **maps.same_order(score, *place))
    e.printed("on the maps, $\\tau = 1$ there and nowhere else", agrees=bool(there == 1 and beside < 1),
              reproduced=f"{there:.3f} at ({x:.4f}, {y:.4f}), at most {beside:.3f} beside")  # fmt: skip
    e.control(f"the order is that at ({wrong[0]}, {wrong[1]})", **maps.same_order(score, *wrong))
    return e
