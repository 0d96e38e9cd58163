"""M3 as the authors ran it beside M3 with permutations, and the two faults taken apart."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from scoring_the_scores.mcdermott import plans
from scoring_the_scores.mcdermott.faulty_moves import draw_copying, move
from scoring_the_scores.mcdermott.measures import METRICS
from scoring_the_scores.mcdermott.runs import SMALL
from scoring_the_scores.mcdermott.summaries import courses, start_end

_GROUPS = {"high": "G1", "low": "G2"}
_FAULTS = (
    ("permutations", "new ones", "as stated, 15 candidates"),
    ("permutations", "the same", "same candidates at each step"),
    ("copies of 2 %", "new ones", "copying matrices"),
    ("copies of 1 %", "the same", "the same with half the copies"),
    ("copies of 2 %", "the same", "copying matrices, same at each step"),
    ("copies of 4 %", "the same", "the same with twice the copies"),
)

#: Shares of the places to which so many scores come, in 45 matrices that the authors' public notebook draws.
AUTHORS_SHARES = {0: 0.0008, 2: 0.020, 3: 0.0016}


def ranks_gained(draws: int, *, rng: np.random.Generator) -> NDArray[np.int64]:
    """By how many ranks the scores that receive a copy rise, each in the first step of a data set of M3."""
    gained = []
    for _ in range(draws):
        scores = np.sort(SMALL.draw(rng=rng))
        drawn = draw_copying(scores.size, 3, 1, rng=rng)
        order = np.argsort(move(scores, drawn)[0], kind="stable")
        ranks = np.argsort(order, kind="stable")
        places = np.unique(drawn.places[0])
        gained.append(ranks[places] - places)
    return np.concatenate(gained)


def end_means(*, datasets: int = plans.DATASETS) -> pd.DataFrame:
    """Where the four curves of M3 end on average: the authors', with copying matrices, and with permutations.

    Returns
    -------
    DataFrame
        ``by`` (what selects), ``curve``, ``authors``, ``copies``, ``permutations``, and how far it is from the last
        two to the authors' means, ``to copies`` and ``to permutations``, in standard errors of a mean of 20.
    """
    rows = []
    for metric in METRICS:
        faulty = plans.beside_the_authors(plans.as_run("M3", metric, datasets=datasets, path=False))
        stated = plans.beside_the_authors(plans.stated("M3", metric, datasets=datasets))
        for ours, right in zip(faulty.itertuples(), stated.itertuples(), strict=True):
            rows.append(
                {
                    "by": metric,
                    "curve": f"{ours.measure} of {_GROUPS[ours.scope]}",
                    "authors": ours.authors_end,
                    "copies": ours.end,
                    "permutations": right.end,
                    "to copies": ours.z,
                    "to permutations": right.z,
                }
            )
    return pd.DataFrame(rows)


def apart(*, datasets: int = plans.VARIANT_DATASETS) -> pd.DataFrame:
    """What M3 by AUPRC does to the AUROC of group 2, with copied scores or without, the same moves at each step or not.

    Returns
    -------
    DataFrame
        ``scores moved by``, ``at each step``, mean ``change`` and its standard error ``s.e.``, and ``share that
        falls``, that of the data sets in which that AUROC does.
    """
    rows = []
    for moves, candidates, name in _FAULTS:
        table = plans.variant("M3", "AUPRC", name, datasets)
        low = start_end(table, measures=("AUROC",)).set_index("scope").loc["low"]
        row = {"scores moved by": moves, "at each step": candidates, "change": float(low["change"])}
        rows.append(row | {"s.e.": float(low["se"]), "share that falls": float(low["falls"])})
    return pd.DataFrame(rows)


def both_courses(*, datasets: int = plans.DATASETS) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Each group's change of AUROC in M3 by AUPRC, by permutations and by copying matrices, and the authors' change.

    Returns
    -------
    DataFrame
        From `scoring_the_scores.mcdermott.summaries.courses`.
    DataFrame
        ``scope``, ``step`` and ``change``: from the first mean in the authors' notebook to the last.
    """
    faulty = plans.as_run("M3", "AUPRC", datasets=datasets)
    summary = courses(pd.concat([plans.stated("M3", "AUPRC", datasets=datasets), faulty]))
    means = plans.AUTHORS_MEANS["M3", "AUPRC"]
    rows = [(scope, means["AUROC", scope][1] - means["AUROC", scope][0]) for scope in ("high", "low")]
    authors = pd.DataFrame(rows, columns=["scope", "change"]).assign(step=faulty["step"].max())
    return summary, authors
