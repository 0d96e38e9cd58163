"""Numbers of the lecture on one rule for every threshold."""

from __future__ import annotations

from typing import Any

from scoring_the_scores import pages
from scoring_the_scores.synthesis.one_rule import normal_scores

PREVALENCE = 0.1


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    prices = normal_scores.prices(["F1"], [0.7, 0.8, 0.9, 0.97], [PREVALENCE])
    prices = prices.assign(alarms=1 / prices["price"] - 1)
    shown = prices[["auroc", "value", "price", "alarms"]]
    shown.columns = ["AUROC", "best F1", "price of a false alarm", "false alarms for a miss"]
    return {"table": pages.table(shown, digits=2), "in": round(1 / PREVALENCE)}
