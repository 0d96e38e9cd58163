"""What the chapter tabulates and draws: where metrics stand, what breaks a wish, and a toss."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import pandas as pd

from scoring_the_scores.synthesis.axioms.classifiers import (
    Classifier,
    calibrated,
    corners,
    from_counts,
    least_loss,
    points,
    toss,
)
from scoring_the_scores.synthesis.axioms.metrics import METRICS
from scoring_the_scores.synthesis.axioms.wishes import granted

#: The classifiers of the puzzle, by the words of the page.
PERFECT = calibrated(from_counts((0, 1), (1, 0)))
SILENT = calibrated(from_counts((1, 1)))
TOSSED: Mapping[str, Classifier] = {
    "perfect": PERFECT,
    "one score for all": SILENT,
    "toss": toss(PERFECT, SILENT),
}
#: At which costs an expected least loss is taken, by metric; "–" if it is none.
COSTS: Mapping[str, str] = {
    "H": "Beta(2, 2)",
    "Youden's J at its best": "the share of positives",
    "best accuracy": "1/2",
    "recall without false alarms": "1, an end",
    "specificity without misses": "0, an end",
}
#: Columns of the table of metrics: the parts of each wish.
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "order": ("order",),
    "hull": ("hull",),
    "lower hull": ("lower hull",),
    "cases": ("negatives", "positives"),
    "tosses": ("tosses",),
}


class Dropped(NamedTuple):
    """A metric that lacks one wish and has others; the smallest classifiers to show it, its value, and that wished."""

    metric: str
    wish: str
    kept: tuple[str, ...]
    found: tuple[str, Fraction, Fraction]


DROPPED = (
    Dropped("1 − Brier score", "hull", ("lower hull", "tosses"), ("PN", Fraction(8, 9), Fraction(1))),
    Dropped("H's opposite", "lower hull", ("hull", "tosses"), ("PN and (PN)", Fraction(-1), Fraction(0))),
    Dropped("AUCH", "tosses", ("hull", "lower hull"), ("(PN) and PN", Fraction(7, 8), Fraction(3, 4))),
    Dropped(
        "1 − Brier score", "order", ("negatives", "positives", "tosses"), ("(PN)", Fraction(11, 16), Fraction(3, 4))
    ),
    Dropped("H", "negatives", ("order", "tosses"), ("(PN)N", Fraction(41, 176), Fraction(1, 2))),
    Dropped("AUROC", "tosses", ("order", "negatives", "positives"), ("(PN) and PN", Fraction(7, 8), Fraction(3, 4))),
    Dropped("AUROC", "hull", ("order", "negatives", "positives"), ("NP", Fraction(0), Fraction(1, 2))),
    Dropped(
        "recall without false alarms",
        "negatives",
        ("hull", "positives", "tosses"),
        ("(PN)N", Fraction(0), Fraction(1, 2)),
    ),
    Dropped(
        "specificity without misses",
        "positives",
        ("hull", "negatives", "tosses"),
        ("P(PN)", Fraction(0), Fraction(1, 2)),
    ),
)


def puzzle() -> pd.DataFrame:
    """AUROC and H of the two classifiers and of the toss, and the mean of the two."""
    rows = []
    for name in ("AUROC", "H"):
        first, second, both = (METRICS[name](classifier) for classifier in TOSSED.values())
        values = [first, second, (first + second) / 2, both]
        rows.append((name, *map(float, values)))
    return pd.DataFrame(rows, columns=["metric", *list(TOSSED)[:2], "mean", "toss"])


def curves() -> pd.DataFrame:
    """The corners of the ROC curve and of the curve of least losses, for the two classifiers and the toss."""
    rows: list[tuple[str, str, float, float]] = []
    for name, classifier in TOSSED.items():
        rows += [("ROC curve", name, float(f), float(t)) for f, t in points(classifier)]
        rows += [("least loss", name, float(c), float(least_loss(classifier, c))) for c in corners(classifier)]
    return pd.DataFrame(rows, columns=["panel", "classifier", "x", "y"])


def standing() -> pd.DataFrame:
    """Which metrics grant which wishes on all classifiers of up to five cases, and at which costs they are losses."""
    rows = []
    for metric in METRICS:
        answers = {column: all(granted(metric, part) for part in parts) for column, parts in COLUMNS.items()}
        signs = {column: "yes" if answer else "–" for column, answer in answers.items()}
        rows.append({"metric": metric} | signs | {"costs": COSTS.get(metric, "–")})
    return pd.DataFrame(rows)


def dropped() -> pd.DataFrame:
    """The metrics that lack one wish only, with the smallest classifiers that show it."""
    rows = [
        (_lacked(row), row.metric, ", ".join(row.kept), row.found[0], *map(_shown, row.found[1:])) for row in DROPPED
    ]
    return pd.DataFrame(rows, columns=["lacks", "metric", "grants", "classifiers", "has", "wished"])


def _lacked(row: Dropped) -> str:
    """The wish that is dropped: of cases, where the metric is a mean over neither class."""
    of_cases = COLUMNS["cases"]
    return "cases" if row.wish in of_cases and not set(of_cases) & set(row.kept) else row.wish


def _shown(value: Fraction) -> str:
    return str(value).replace("-", "−")


#: Corners of the triangle of wishes, and the metrics on its sides.
CORNERS: Mapping[str, tuple[float, float]] = {"order": (0.0, 1.0), "cases": (-1.0, -0.75), "tosses": (1.0, -0.75)}
SIDES = pd.DataFrame(
    [("order", "cases", "AUROC"), ("order", "tosses", "H"), ("cases", "tosses", "Brier score")],
    columns=["first", "second", "metric"],
)
