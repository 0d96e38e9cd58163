"""The ranking on which Figure 1 of McDermott et al. is redrawn, and tables of what fixing its mistakes gains."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from scoring_the_scores.mcdermott.mistakes import atomic_mistakes, check_ranked


def parse_ranking(text: str) -> np.ndarray:
    """Labels by rank from P and N, highest score first; spaces are ignored.

    Examples
    --------
    >>> parse_ranking("PN P").tolist()
    [True, False, True]
    """
    letters = text.replace(" ", "")
    if not letters or set(letters) - {"P", "N"}:
        raise ValueError(f"a ranking is written with the letters P and N, not {text!r}")
    return check_ranked(np.array([letter == "P" for letter in letters]))


def letters(labels: Iterable[int]) -> str:
    """Return a ranking as `parse_ranking` reads it.

    Examples
    --------
    >>> letters((1, 0, 1))
    'PNP'
    """
    return "".join("NP"[label] for label in labels)


#: Twenty samples, seven of them positive, five atomic mistakes, gains that fall from the top down.
WORKED = parse_ranking("PNPPN PNNPN NNPNN NPNNN")
#: The smallest ranking, with the fewest positives, whose lower mistake gains more.
SMALLEST = parse_ranking("NNNNN PNP")


def gains_table(rankings: dict[str, ArrayLike]) -> pd.DataFrame:
    """Every sample of named rankings with its label, and the gains of the mistake whose negative it is.

    Returns
    -------
    DataFrame
        ``ranking``, ``rank``, ``positive``, and ``auroc_gain`` and ``average_precision_gain`` of exchanging the sample
        with the one below it, NaN where that is no atomic mistake.

    Examples
    --------
    >>> table = gains_table({"one": [False, True]})
    >>> table["rank"].tolist(), table["auroc_gain"].tolist()
    ([1, 2], [1.0, nan])
    """
    parts = []
    for name, labels in rankings.items():
        ranked = check_ranked(labels)
        samples = pd.DataFrame({"ranking": name, "rank": np.arange(1, ranked.size + 1), "positive": ranked})
        gains = atomic_mistakes(ranked).drop(columns="positives_above")
        parts.append(samples.merge(gains, on="rank", how="left"))
    return pd.concat(parts, ignore_index=True)
