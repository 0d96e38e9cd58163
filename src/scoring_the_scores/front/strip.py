"""Twenty cases in the order of their scores, and what four metrics say wherever one stops to flag them."""

from __future__ import annotations

import json
from html import escape
from typing import Final

import numpy as np
import pandas as pd

from claimledger import Page
from metricbook import Sweep, auroc, average_precision

#: The cases, highest score first: P for a positive, N for a negative.
CASES: Final = "PNPPNPNNPNNNPNNNPNNN"
_LABELS: Final = [int(case == "P") for case in CASES]
_SCORES: Final = list(range(len(CASES), 0, -1))
#: Metrics of a stop, as the strip shows them.
METRICS: Final = ("precision", "recall", "F1", "accuracy")


def stops() -> pd.DataFrame:
    """The metrics of flagging the first k cases, and a sentence on it, for k = 0, ..., 20.

    Returns
    -------
    DataFrame
        ``flagged``, the metrics, of which the precision is NaN if none is flagged, and ``says``.

    Examples
    --------
    >>> print(stops()["says"][1])
    1 of 20 flagged: 1 right, 0 false alarms; 6 positives missed.
    """
    sweep = Sweep(_LABELS, _SCORES)
    right, wrong = (np.append(0, counts).astype(int) for counts in (sweep.true_positives, sweep.false_positives))
    flagged, positives = right + wrong, int(sweep.positives)
    with np.errstate(invalid="ignore"):
        precision = right / flagged
    table = pd.DataFrame(
        {
            "flagged": flagged,
            "precision": precision,
            "recall": right / positives,
            "F1": 2 * right / (flagged + positives),
            "accuracy": (right + sweep.negatives - wrong) / len(CASES),
        }
    )
    best = table.round(9)[["F1", "accuracy"]].max()
    table["says"] = [
        f"{k} of {len(CASES)} flagged: {hits} right, {_count(alarms, 'false alarm')}; "
        f"{_count(positives - hits, 'positive')} missed.{_judged(f1, accuracy, best)}"
        for k, hits, alarms, f1, accuracy in zip(flagged, right, wrong, table["F1"], table["accuracy"], strict=True)
    ]
    return table


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _judged(f1: float, accuracy: float, best: pd.Series) -> str:
    """What it means to stop where a metric is best: the price that it puts on a miss."""
    if round(f1, 9) == best["F1"]:
        return (
            f" F1 is best here. To stop here is to say that one miss is worth {(2 - f1) / f1:.1f} false alarms. "
            "Did you mean that?"
        )
    if round(accuracy, 9) == best["accuracy"]:
        return " Accuracy is best here. To stop here is to say that a miss is worth one false alarm."
    return ""


def strip() -> Page:
    """The strip as HTML, at the stop of the best F1; the script of the front page moves it to the other stops."""
    table = stops()
    places = {name: int(table[name].round(9).idxmax()) for name in ("F1", "accuracy")}
    start = table.iloc[places["F1"]]
    flagged = int(start["flagged"])
    cases = "".join(
        f'<li class="{"p" if case == "P" else "n"}{" in" if place < flagged else ""}"></li>'
        for place, case in enumerate(CASES)
    )
    reads = "".join(_read(name, start[name], name) for name in METRICS)
    reads += _read("AUROC, at no threshold", auroc(_LABELS, _SCORES))
    reads += _read("AP, at no threshold", average_precision(_LABELS, _SCORES))
    chips = "".join(
        f'<button class="r-chip" type="button" data-stop="{place}">best {name}</button>'
        for name, place in places.items()
    )
    order = ", ".join("positive" if case == "P" else "negative" for case in CASES)
    states = [
        [*map(_shown, values), said]
        for values, said in zip(table[list(METRICS)].to_numpy(), table["says"], strict=True)
    ]
    html = (
        f'<section class="strip" aria-labelledby="strip-title" data-stops="{escape(json.dumps(states))}">'
        '<div class="strip-head"><p class="strip-ask" id="strip-title">Twenty cases, highest score first. Where would '
        "you stop? <small>■ positive ○ negative</small></p>"
        f'<p class="strip-keys r-js">{chips}</p></div>'
        f'<p class="r-sr">From the top: {order}.</p>'
        f'<div class="strip-field"><ol class="strip-cases" aria-hidden="true">{cases}</ol>'
        f'<input class="r-js" type="range" min="0" max="{len(CASES)}" value="{flagged}" '
        f'aria-label="Cases flagged, from the top" aria-valuetext="{flagged} of {len(CASES)}"></div>'
        f'<dl class="strip-reads">{reads}</dl>'
        f'<p class="strip-says" aria-live="polite">{start["says"]}</p></section>'
    )
    return Page(f"{CASES}. {start['says']}", html)


def _shown(value: float) -> str:
    return "–" if np.isnan(value) else f"{value:.3f}"


def _read(name: str, value: float, key: str | None = None) -> str:
    """A metric's name and value; with a key for the script if it moves with the stop."""
    kind, data = ("", f' data-read="{key}"') if key else (' class="still"', "")
    return f'<div{kind}><dt>{name}</dt><dd{data} style="--v:{value:.3f}">{value:.3f}</dd></div>'
