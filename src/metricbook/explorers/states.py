"""The explorers' states: initial values, and the values allowed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from sys import float_info
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from metricbook.explorers.angles import OF_ANGLES

_NORMAL: Final = {"separation": 1.5, "spread": 1, "prevalence": 0.3, "size": 800, "easy": 0, "threshold": 0}
#: Initial state of every explorer, the same as in the scripts.
EXPLORERS: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "threshold-bench": {
            "preset": "usual",
            **_NORMAL,
            "view": "threshold",
            "skew": 0.5,
            "decided": 1,
            "a": 0.5,
            "b": 0.5,
        },
        "hands-ruler": {"mode": 0.5, "certainty": 20, "separation": 2.37, "spread": 2, "prevalence": 0.3},
        "price-of-a-swap": {"ranking": "0000011101000000", "metric": "average_precision"},
        "two-groups": {
            "lift": 0,
            "separation_a": 1.5,
            "separation_b": 1,
            "prevalence_a": 0.4,
            "prevalence_b": 0.1,
        },
        "easy-negatives": {"metric": "auroc", "step": 0, "separation": 1.5, "size": 400, "prevalence": 0.5},
        "tile-winners": {
            "prevalence": 0.3,
            "a": 0.5,
            "b": 0.5,
            "fpr_A": 0.05,
            "tpr_A": 0.5,
            "fpr_B": 0.2,
            "tpr_B": 0.8,
            "fpr_C": 0.45,
            "tpr_C": 0.95,
            "fpr_D": 0.3,
            "tpr_D": 0.72,
        },
        "class-exchange": {"marks": "0000000000"},
        "metric-duel": {"first": "auroc", "second": "average_precision", "positives": 5, "negatives": 5, "found": 0},
        "implied-cost": {"metric": "f1_score", "separation": 1.5, "prevalence": 0.1},
        "calibration": {
            "share": 0.9,
            "shift": 0,
            "threshold": 0.2,
            "price": 4,
            "separation": 1.5,
            "prevalence": 0.3,
        },
        "uncertainty": {
            "cases": 50,
            "draws": 0,
            "models": "one",
            "separation": 1.5,
            "second": 1.35,
            "prevalence": 0.3,
        },
        "indistinguishability": {"threshold": -4, "played": 0, "right": 0, "separation": 1.5, "prevalence": 0.3},
        "auroc-ranges": {"metric": "average_precision", "auroc": 0.8, "prevalence": 0.5},
        "metric-angle": {
            "first": "auroc",
            "second": "average_precision",
            "auroc": 0.8,
            "prevalence": 0.5,
            "correlation": 0.7,
            "lead": 0,
            "drawn": 0,
        },
    }
)
_UNIT: Final = (0, 1)
_RANKED: Final = ("auroc", "average_precision", "h_measure", "c_rb", "lxcim", "audrc")
#: Allowed values of each entry of a state: (lowest, highest, step) for a number, a tuple of names, or a pattern for
#: text. The scripts have the same, and also take a reader's own scores. An entry not listed here may be any finite
#: number.
ALLOWED: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "threshold-bench": {
            "preset": ("usual", "rare", "easy", "crossing", "twelve"),
            "separation": (0, 4, 0.01),
            "spread": (0.3, 3, 0.05),
            "prevalence": (0.01, 0.99, 0.01),
            "size": (20, 2000, 20),
            "easy": (0, 8000, 100),
            "view": ("threshold", "cost", "confidence", "tile"),
            **dict.fromkeys(("skew", "decided", "a", "b"), _UNIT),
        },
        "hands-ruler": {
            "mode": (0, 1, 0.01),
            "certainty": (0, 60, 1),
            "separation": (0, 4, 0.01),
            "spread": (0.3, 3, 0.05),
            "prevalence": (0.02, 0.98, 0.01),
        },
        "price-of-a-swap": {
            "ranking": "^(?=.*0)(?=.*1)[01]{2,20}$",
            "metric": (*_RANKED[:3], "expected_loss", *_RANKED[3:]),
        },
        "two-groups": {
            "lift": (-3, 3, 0.1),
            **dict.fromkeys(("separation_a", "separation_b"), (0, 3, 0.1)),
            **dict.fromkeys(("prevalence_a", "prevalence_b"), (0.01, 0.99, 0.01)),
        },
        "easy-negatives": {
            "metric": (
                *("auroc", "average_precision", "c_rb", "f1_score", "h_measure", "balanced_accuracy", "cohen_kappa"),
                *("matthews_correlation", "accuracy", "lxcim"),
            ),
            "step": (0, 50, 1),
            "separation": (0, 4, 0.05),
            "size": (20, 2000, 1),
            "prevalence": (0.05, 0.95, 0.05),
        },
        "tile-winners": {
            "prevalence": (0.01, 0.99, 0.01),
            **dict.fromkeys(("a", "b", *(f"{rate}_{name}" for name in "ABCD" for rate in ("fpr", "tpr"))), _UNIT),
        },
        "class-exchange": {"marks": "^[01]{10}$"},
        "metric-duel": {
            **dict.fromkeys(("first", "second"), _RANKED),
            **dict.fromkeys(("positives", "negatives"), (1, 6, 1)),
            "found": (0, 1, 1),
        },
        "implied-cost": {
            "metric": (
                *("f1_score", "accuracy", "balanced_accuracy", "jaccard_index"),
                *("cohen_kappa", "matthews_correlation"),
            ),
            "separation": (0.5, 4, 0.01),
            "prevalence": (0.01, 0.9, 0.01),
        },
        "calibration": {
            "share": (0.65, 0.98, 0.01),
            "shift": (-2, 2, 0.1),
            "threshold": (0.01, 0.99, 0.01),
            "price": (1, 20, 1),
            "separation": (0.5, 2, 0.1),
            "prevalence": (0.05, 0.5, 0.01),
        },
        "uncertainty": {
            "cases": (20, 5000, 1),
            "draws": (0, 100, 1),
            "models": ("one", "two"),
            **dict.fromkeys(("separation", "second"), (0.5, 3, 0.05)),
            "prevalence": (0.1, 0.9, 0.05),
        },
        "indistinguishability": {
            "threshold": (-4, 4, 0.01),
            **dict.fromkeys(("played", "right"), (0, 10_000, 1)),
            "separation": (0.2, 2.4, 0.1),
            "prevalence": (0.05, 0.95, 0.05),
        },
        "auroc-ranges": {
            "metric": (
                *("average_precision", "best_f1_score", "h_measure", "lxcim", "best_accuracy"),
                "kolmogorov_smirnov",
            ),
            "auroc": (0.5, 0.99, 0.01),
            "prevalence": (0.01, 0.5, 0.01),
        },
        "metric-angle": {
            **dict.fromkeys(("first", "second"), OF_ANGLES),
            "auroc": (0.7, 0.95, 0.01),
            "prevalence": (0.1, 0.9, 0.05),
            "correlation": (0, 0.9, 0.05),
            "lead": (0, 4, 0.1),
            "drawn": (0, 1, 1),
        },
    }
)


def checked(name: str, state: Mapping[str, Any]) -> dict[str, Any]:
    """Entries of an explorer's state, in the types of its scripts. Raises ValueError if one is not allowed."""
    initial = EXPLORERS[name]
    if unknown := sorted(set(state) - set(initial)):
        raise ValueError(f"'{name}' has no {', '.join(unknown)}: its state has {', '.join(initial)}")
    entries: dict[str, Any] = {}
    for key, value in state.items():
        check = _text if isinstance(initial[key], str) else _number
        entries[key] = check(f"{key} of '{name}'", value, ALLOWED[name].get(key))
    return entries


def _text(what: str, value: Any, allowed: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{what} is text, not {value!r}")
    if isinstance(allowed, str) and not re.fullmatch(allowed, value):
        raise ValueError(f"{what} is text of the form {allowed}, not {value!r}")
    if not isinstance(allowed, str) and value not in allowed:
        raise ValueError(f"{what} is one of {', '.join(allowed)}, not {value!r}")
    return value


def _number(what: str, value: Any, allowed: Any) -> float:
    if not isinstance(value, (int, float, np.integer, np.floating)) or isinstance(value, bool):
        raise ValueError(f"{what} is a number, not {value!r}")
    number = value.item() if isinstance(value, np.generic) else value
    low, high, *step = allowed or (-float_info.max, float_info.max)
    whole = isinstance(next(iter(step), None), int)
    if not low <= number <= high or (whole and number != int(number)):
        ends = f" from {low} to {high}" if allowed else " that is finite"
        raise ValueError(f"{what} is a {'whole ' * whole}number{ends}, not {number!r}")
    return int(number) if whole else number
