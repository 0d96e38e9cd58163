"""What `import metricbook` gives and costs, and that its functions are called alike."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import subprocess
import sys
from dataclasses import is_dataclass

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import make_scorer
from sklearn.model_selection import cross_val_score

import claimledger
import metricbook
import scoring_the_scores.exercises

PUBLIC = [getattr(metricbook, name) for name in metricbook.__all__]
FUNCTIONS = [thing for thing in PUBLIC if inspect.isfunction(thing) or inspect.isclass(thing)]
SWEEPS = (metricbook.Sweep, metricbook.ConfidenceSweep, metricbook.IndistinguishabilitySweep)
OF_A_SAMPLE = [f for f in FUNCTIONS if list(inspect.signature(f).parameters)[:2] == ["y_true", "y_score"]]
OF_A_SWEEP = [f for f in FUNCTIONS if f.__name__.endswith("_of")]

LABELS = [1, 0, 1, 1, 0, 0, 1]
SCORES = [2.5, 1.5, 1.5, -0.5, -1.0, -2.0, 3.0]
#: The same order, for what takes scores as chances.
CHANCES = [0.875, 0.75, 0.75, 0.5, 0.375, 0.25, 1.0]
WEIGHTS = [1, 2, 1, 3, 1, 1, 2]
#: Arguments that have no default, or one that takes long, made anew for each call.
NEEDED = {
    "threshold": lambda: 0.5,
    "condition": lambda: 0.3,
    "replicates": lambda: 20,
    "rng": lambda: np.random.default_rng(0),
}


#: What an error calls a curve.
CALLED = {"precision_recall_curve": "the precision-recall curve", "roc_curve": "the ROC curve"}
CALLED |= {"indistinguishability_curves": "B"}
#: What is defined where all samples are positive, and where all are negative.
_ALWAYS = {"Sweep", "ConfidenceSweep", "accuracy", "audrc_integral", "audrc_sum", "bootstrap", "brier_score", "lxcim"}
_ALWAYS |= {
    "calibration_curve",
    "confidence_auroc",
    "confusion_at",
    "decision_curves",
    "decisions",
    "exchange_classes",
    "log_loss",
    "near_ties",
    "precision_at_k",
    "summary",
    "with_exchanged_copy",
}
DEFINED_FOR_ONE_CLASS = {1: _ALWAYS | {"average_precision", "precision_recall_curve", "recall_at_k"}, 0: _ALWAYS}


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def test_importing_the_package_loads_numpy_only():
    heavy = ["scipy", "pandas", "sympy", "numba", "matplotlib", "yaml", "tqdm", "sklearn"]
    loaded = run(f"import sys, metricbook, metricbook.tile, metricbook.exact; print({set(heavy)} & set(sys.modules))")
    assert loaded == "set()"


def test_a_metric_loads_no_more_than_scipy():
    code = (
        "import sys, metricbook as m; m.h_measure([1, 0], [2, 1]); print({'scipy.stats', 'pandas'} & set(sys.modules))"
    )
    assert run(code) == "set()"


@pytest.mark.parametrize("name", ["tile", "exact", "explorers", "reports", "causal", "writing"])
def test_subpackages_are_attributes_from_the_start(name):
    code = f"import metricbook; print({name!r} in dir(metricbook), metricbook.{name}.__name__)"
    assert run(code) == f"True metricbook.{name}"


def test_an_explorer_is_one_call():
    assert metricbook.explore("class-exchange").name == "class-exchange"
    assert "explore" in dir(metricbook)


def test_an_unknown_attribute_is_named():
    with pytest.raises(AttributeError, match="module 'metricbook' has no attribute 'aurok'"):
        _ = metricbook.aurok


@pytest.mark.parametrize("function", [*OF_A_SAMPLE, metricbook.exchange_effect], ids=lambda f: f.__name__)
def test_weights_and_the_positive_class_go_by_keyword(function):
    parameters = inspect.signature(function).parameters
    for name in ("sample_weight", "pos_label"):
        assert parameters[name].kind is inspect.Parameter.KEYWORD_ONLY
        assert parameters[name].default is None


@pytest.mark.parametrize("function", OF_A_SAMPLE, ids=lambda f: f.__name__)
def test_labels_with_a_name_give_the_same(function):
    def given():
        return {name: make() for name, make in NEEDED.items() if inspect.signature(function).parameters.get(name)}

    words = ["yes" if label else "no" for label in LABELS]
    scores = scores_for(function)
    expected = function(LABELS, scores, sample_weight=WEIGHTS, **given())
    found = function(words, scores, sample_weight=WEIGHTS, pos_label="yes", **given())
    assert_same(found, expected)
    assert_same(function([2 * y - 1 for y in LABELS], scores, sample_weight=WEIGHTS, **given()), expected)
    labels = pd.Series(pd.Categorical(words), index=range(7, 0, -1))
    assert_same(function(labels, pd.Series(scores), sample_weight=WEIGHTS, pos_label="yes", **given()), expected)


@pytest.mark.parametrize("function", OF_A_SWEEP, ids=lambda f: f.__name__)
def test_a_metric_of_a_sweep_is_the_metric_of_the_sample(function):
    metric = getattr(metricbook, function.__name__.removesuffix("_of"))
    parameters = inspect.signature(function).parameters
    (sweep,) = (made for made in SWEEPS if made.__name__ == parameters["sweep"].annotation)
    options = {name for name in parameters if name != "sweep"}
    own = {"threshold"} if sweep is metricbook.ConfidenceSweep else set()
    own |= {"ties"} if sweep is metricbook.IndistinguishabilitySweep else set()
    assert (
        set(inspect.signature(metric).parameters) == {"y_true", "y_score", "sample_weight", "pos_label"} | options | own
    )
    for name in options:
        assert parameters[name].default == inspect.signature(metric).parameters[name].default
    given = {name: make() for name, make in NEEDED.items() if name in options}
    made = sweep(LABELS, scores_for(metric), sample_weight=WEIGHTS)
    assert_same(function(made, **given), metric(LABELS, scores_for(metric), sample_weight=WEIGHTS, **given))


@pytest.mark.parametrize("function", OF_A_SAMPLE, ids=lambda f: f.__name__)
def test_a_metric_that_one_class_leaves_undefined_says_so_by_its_name(function):
    name = CALLED.get(function.__name__, function.__name__)
    name = "B" if function.__module__ == metricbook.IndistinguishabilitySweep.__module__ else name
    given = {name: make() for name, make in NEEDED.items() if inspect.signature(function).parameters.get(name)}
    for label, lacking in ((1, "negative"), (0, "positive")):
        if function.__name__ in DEFINED_FOR_ONE_CLASS[label]:
            function([label] * len(SCORES), scores_for(function), **given)
            continue
        with pytest.raises(ValueError, match=f"^{name} is undefined: y_true has no {lacking} sample"):
            function([label] * len(SCORES), scores_for(function), **given)


def test_what_a_package_or_a_module_offers_is_there_and_a_package_offers_what_it_imports():
    subpackages = [metricbook.tile, metricbook.exact, metricbook.explorers, metricbook.causal]
    packages = [claimledger, scoring_the_scores.exercises, *subpackages]
    offered = [vars(package)[name] for package in [metricbook, *packages] for name in package.__all__]
    modules = [*packages, metricbook.writing, *filter(inspect.ismodule, offered)]
    assert len(modules) > 18
    for module in modules:
        assert len(module.__all__) == len(set(module.__all__)), module
        assert set(module.__all__) <= set(dir(module)), module
    for package in packages:
        names = {name for name in package.__all__ if not inspect.ismodule(vars(package)[name])}
        imported = {n for n, value in vars(package).items() if n[0] != "_" and not inspect.ismodule(value)}
        assert imported == names, package


def test_values_cannot_be_changed_once_they_are_made():
    changeable = set()
    parts = ("metrics", "exact", "tile", "reports", "causal")
    for package in [*(importlib.import_module(f"metricbook.{part}") for part in parts), claimledger]:
        names = [module.name for module in pkgutil.iter_modules(package.__path__) if module.name[:2] != "__"]
        modules = [importlib.import_module(f"{package.__name__}.{name}") for name in names]
        classes = [value for module in [package, *modules] for value in vars(module).values() if is_dataclass(value)]
        changeable |= {kind.__name__ for kind in classes if not kind.__dataclass_params__.frozen}
    assert changeable == {"Evidence"}  # to which a check adds what it compares


def test_every_metric_has_a_twin_that_takes_a_sweep():
    # these need the sample itself
    without = {"bootstrap", "confidence_auroc", "confusion_at", "decisions", "exchange_classes"}
    without |= {"summary", "with_exchanged_copy"}
    names = {f.__name__ for f in OF_A_SAMPLE} - without - {sweep.__name__ for sweep in SWEEPS}
    assert {f"{name}_of" for name in names} == {f.__name__ for f in OF_A_SWEEP}


@pytest.mark.parametrize("name", ["auroc", "h_measure", "lxcim", "average_precision", "confidence_auroc"])
def test_a_metric_is_a_scorer_of_cross_validation(name):
    rng = np.random.default_rng(3)
    data = pd.DataFrame(rng.normal(size=(120, 2)), columns=["a", "b"])
    labels = np.where(data["a"] + rng.normal(size=120) > 0, "yes", "no")
    metric = getattr(metricbook, name)
    scorer = make_scorer(metric, response_method="decision_function", pos_label="yes")
    found = cross_val_score(LogisticRegression(), data, labels, scoring=scorer, cv=3, error_score="raise")
    assert found.shape == (3,)
    assert (found > 0.3).all()


def scores_for(metric):
    return CHANCES if metric.__module__ == "metricbook.metrics.calibration" else SCORES


def assert_same(found, expected):
    if isinstance(expected, (pd.Series, pd.DataFrame)):
        assert found.equals(expected)
    elif isinstance(expected, tuple):
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_array_equal(one, other)
    elif isinstance(expected, SWEEPS):
        assert_same(tuple(vars(found).values()), tuple(vars(expected).values()))
    else:
        assert found == expected
