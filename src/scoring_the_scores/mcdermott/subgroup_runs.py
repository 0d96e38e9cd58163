"""What the checks of the subgroup experiments share: simulated runs, cached for the session, and means as text."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd

from claimledger import SIGMAS, Evidence, cached_result
from scoring_the_scores.mcdermott import plans
from scoring_the_scores.mcdermott.measures import METRICS, starting_areas
from scoring_the_scores.mcdermott.score_sampler import Population, draw_many
from scoring_the_scores.mcdermott.summaries import disparity, start_end
from scoring_the_scores.pages import ranked

DRAWS = 2_000
DRAW_SEED = 9
GROUP_CURVES = tuple((measure, scope) for measure in METRICS for scope in ("high", "low"))
NAMES = {"overall": "all", "high": "G1", "low": "G2"}
NOTE = f"{plans.DATASETS} data sets, seed {plans.SEED}; standard errors (se) are of the mean over data sets."


@cache
def changes(procedure: str, metric: str) -> pd.DataFrame:
    """Start, end and change of every curve of a run as stated, by measure and scope."""
    return by_curve(plans.stated(procedure, metric))


def by_curve(table: pd.DataFrame) -> pd.DataFrame:
    """`start_end` of one run, by measure and scope, the positives found among the best included."""
    return start_end(table, measures=(*METRICS, "found")).set_index(["measure", "scope"]).sort_index()


def gap(table: pd.DataFrame, measure: str = "AUROC") -> tuple[float, float]:
    """Mean gain of the group of high prevalence minus that of the other, with its standard error."""
    row = disparity(table, measures=(measure,)).iloc[0]
    return float(row["gap"]), float(row["se"])


def mean(values: np.ndarray) -> tuple[float, float]:
    """A mean over data sets and its standard error."""
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(values.size))


def first(table: pd.DataFrame, scope: str, measure: str) -> np.ndarray:
    """A measure of one scope at the first step, for each data set in its order."""
    return _at(table, table["step"].min(), scope, measure)


def last(table: pd.DataFrame, scope: str, measure: str) -> np.ndarray:
    """A measure of one scope at the last step, for each data set in its order."""
    return _at(table, table["step"].max(), scope, measure)


def _at(table: pd.DataFrame, step: float, scope: str, measure: str) -> np.ndarray:
    chosen = table[(table["step"] == step) & (table["scope"] == scope)]
    return ranked(chosen, "dataset")[measure].to_numpy()


def mean_text(mean: float, se: float, digits: int = 3) -> str:
    """A mean change and its standard error."""
    return f"{mean:+.{digits}f} (se {se:.{digits + 1}f})"


def sure(mean: float, se: float) -> bool:
    """Whether a mean is above zero by more than the ledger's number of standard errors."""
    return mean > SIGMAS * se


def curve_texts(table: pd.DataFrame) -> dict[str, str]:
    """The four changes of the groups' curves as text."""
    return {f"{m} {NAMES[s]}": mean_text(table.loc[(m, s), "change"], table.loc[(m, s), "se"]) for m, s in GROUP_CURVES}


def all_rise(table: pd.DataFrame) -> bool:
    """Whether AUROC and AUPRC of both groups rise beyond doubt."""
    return all(sure(table.loc[curve, "change"], table.loc[curve, "se"]) for curve in GROUP_CURVES)


def together(table: pd.DataFrame) -> bool:
    """Whether group 2 keeps up: neither its AUROC nor its AUPRC gains less than that of group 1."""
    return all(table.loc[(m, "low"), "change"] >= table.loc[(m, "high"), "change"] for m in METRICS)


def distances(table: pd.DataFrame) -> dict[str, float]:
    """End means of the authors' runs minus ours, in standard errors of the difference, by curve."""
    z = plans.beside_the_authors(table).set_index(["measure", "scope"])["z"]
    return {f"{m} {NAMES[s]}": round(float(z[m, s]), 1) for m, s in GROUP_CURVES}


def near(table: pd.DataFrame) -> bool:
    """Whether all of the authors' end means are within the ledger's number of standard errors of ours."""
    return all(abs(z) < SIGMAS for z in distances(table).values())


@cache
def sampled(population: Population) -> np.ndarray:
    """Scores of `DRAWS` data sets."""
    return draw_many(population, np.random.SeedSequence(DRAW_SEED).spawn(DRAWS))


@cached_result
def areas(population: Population) -> dict[str, tuple[float, float]]:
    """Mean AUROC of both groups and of their union over `DRAWS` data sets, with standard errors."""
    table = starting_areas(population, draws=DRAWS, seed=DRAW_SEED)
    return {part: (float(table["mean"][part]), float(table["se"][part])) for part in ("union", "G1", "G2")}


def rise(procedure: str) -> Evidence:
    """Whether optimising AUROC raises all four group curves together; the same under AUPRC is the control."""
    auroc_change, other = changes(procedure, "AUROC"), changes(procedure, "AUPRC")
    e = Evidence(note=NOTE)
    e.printed(
        "AUROC and AUPRC of both groups rise by more than four standard errors",
        agrees=all_rise(auroc_change),
        reproduced=curve_texts(auroc_change),
    )
    e.printed(
        "together: neither the AUROC nor the AUPRC of G2 gains less than that of G1",
        agrees=together(auroc_change),
        reproduced="as above",
    )
    e.control("together when AUPRC selects", agrees=together(other), reproduced=curve_texts(other))
    return e
