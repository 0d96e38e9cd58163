"""Every public function that reads a scored sample, called alike: what is added to the package is called too."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd

import metricbook
import metricbook.metrics
import metricbook.tile
from metricbook.confusion import METRICS
from metricbook.metrics.influence import KNOWN
from metricbook.metrics.optimism import CHOOSERS
from metricbook.reports.frames import from_arrays

#: Arguments that a call needs, made anew for each; thresholds lie in the middle of chances.
GIVEN: dict[str, Callable[[], Any]] = {
    "threshold": lambda: 0.5,
    "condition": lambda: 0.25,
    "draws": lambda: 8,
    "replicates": lambda: 3,
    "resolution": lambda: 5,
    "rng": lambda: np.random.default_rng(0),
}
#: Metrics that decide at a threshold.
DECIDING = {*METRICS, "lxcim", "audrc_sum", "audrc_integral"}


def modules() -> Iterator[ModuleType]:
    """The public modules that read samples."""
    for package in (metricbook.metrics, metricbook.tile):
        for found in pkgutil.iter_modules(package.__path__):
            if not found.name.startswith("_"):
                yield importlib.import_module(f"{package.__name__}.{found.name}")


def of_samples() -> Iterator[tuple[str, Callable[..., Any]]]:
    """What takes labels and scores, by a name: functions, sweeps, and the constructors of displays."""
    for module in modules():
        for name, found in vars(module).items():
            if name == "angle":
                continue  # of two models that differ, which one sample does not make
            if name.startswith("_") or getattr(found, "__module__", "") != module.__name__ or inspect.isabstract(found):
                continue
            reads = getattr(found, "from_predictions", found)
            if callable(reads) and {"y_true"} & set(inspect.signature(reads).parameters):
                yield f"{module.__name__.split('.')[-1]}.{name}", reads
    yield "frames.from_arrays", from_arrays


def call(
    reads: Callable[..., Any], metric: Any, y: Any, s: Any, w: Any = None, pos_label: Any = None, **options: Any
) -> Any:
    """The result for labels, scores and weights, which what takes none goes without, as it does without options."""
    parameters = inspect.signature(reads).parameters
    by_name: dict[str, Any] = {name: make() for name, make in GIVEN.items() if name in parameters}
    by_name |= {name: value for name, value in options.items() if name in parameters}
    by_name |= {"sample_weight": w} if "sample_weight" in parameters else {}
    by_name |= {"pos_label": pos_label} if "pos_label" in parameters else {"positive": pos_label}
    by_name = {name: value for name, value in by_name.items() if name in parameters}
    if "metric" in parameters:
        by_name |= {"threshold": options.get("threshold", 0.5)} if metric in DECIDING else {}
        by_name["metric"] = metric
    if "y_pred" in parameters:
        return reads(y, y, **by_name)
    for name, value in (("y_true", y), ("y_score", s), ("first", s), ("second", s)):
        if name in parameters:
            by_name[name] = value
    return reads(**by_name)


def calls(*, every_metric: bool) -> dict[str, Callable[..., Any]]:
    """All calls by name; functions that take the name of a metric with each of them, or with one."""
    found = {}
    for name, reads in of_samples():
        if "metric" not in inspect.signature(reads).parameters:
            found[name] = partial(call, reads, None)
        elif name == "exchange.exchange_effect":
            found[name] = partial(call, reads, metricbook.lxcim)
        else:
            known = sorted(CHOOSERS if name == "optimism.optimism" else KNOWN)
            for metric in known if every_metric else known[:1]:
                found[f"{name}({metric})"] = partial(call, reads, metric)
    return found


def flat(found: Any) -> list[Any]:
    """The numbers and words of a result, one after another."""
    if isinstance(found, (bool, int, float, np.generic)):
        return [float(found)]
    if found is None or isinstance(found, str):
        return [found]
    if isinstance(found, (pd.DataFrame, pd.Series)):
        found = found.to_numpy()
    if isinstance(found, np.ndarray):
        found = found.ravel().tolist()
    if isinstance(found, (list, tuple)):
        return [entry for part in found for entry in flat(part)]
    if isinstance(found, dict):
        return [entry for part in found.values() for entry in flat(part)]
    return [entry for name, part in vars(found).items() if not name.endswith("_") for entry in flat(part)]
