"""A zoo of real classifiers: what this part tries its statements on when drawn scores would not convince.

Eleven problems from the data that come with scikit-learn, nineteen classifiers, and any number of seeded splits in two
halves, of which a classifier learns one and is judged on the other. Every score means "positive" above 0, the package's
default threshold, so that metrics of decisions and of confidence need no other. A fit runs on one thread and is the
same each time. The causal discovery methods on the Tübingen pairs are a family of their own: they decide, and have no
classes to rank.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_iris, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.ensemble import (
    AdaBoostClassifier,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_selection import SelectKBest, VarianceThreshold
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from metricbook.causal import METHODS
from metricbook.causal.tuebingen import tuebingen_scores

Values = NDArray[np.float64]
Labels = NDArray[np.bool_]
#: What a score is in: log-odds of a positive; a share of votes less one half; a margin, which is no probability.
Scale = Literal["log-odds", "share", "margin"]

#: Log-odds beyond which a float next to 1 cannot say more.
_SURE = 36.0


class Problem(NamedTuple):
    """A data set with two classes.

    Attributes
    ----------
    description : str
        What a case is, and what is known of it.
    positives : str
        Which cases are the positives.
    make : callable
        Returns the features, an array of shape (n, d), and the labels, of shape (n,).
    """

    description: str
    positives: str
    make: Callable[[], tuple[Values, Labels]]


class Classifier(NamedTuple):
    """A way to learn from one half of a data set.

    Attributes
    ----------
    description : str
        The method and its settings.
    make : callable
        Returns a new model, not yet fitted.
    scale : str
        What its scores are in, from which `probability` makes probabilities.
    cheap : bool
        Whether a fit takes milliseconds and involves no chance, so that checks may repeat it.
    """

    description: str
    make: Callable[[], Any]
    scale: Scale
    cheap: bool


def _tumours(columns: slice) -> tuple[Values, Labels]:
    data = load_breast_cancer()
    return data.data[:, columns], data.target == 0


def _digits(positives: tuple[int, ...], features: str) -> tuple[Values, Labels]:
    data = load_digits()
    sums = {
        "pixels": data.data,
        "rows": data.images.sum(axis=2),
        "columns": data.images.sum(axis=1),
        "both": np.hstack([data.images.sum(axis=2), data.images.sum(axis=1)]),
    }
    return sums[features], np.isin(data.target, positives)


def _wine() -> tuple[Values, Labels]:
    data = load_wine()
    return data.data[:, :3], data.target == 2


def _iris() -> tuple[Values, Labels]:
    data = load_iris()
    return data.data[:, :2], data.target == 1


def _diabetes(share: float) -> tuple[Values, Labels]:
    data = load_diabetes()
    return data.data, data.target > np.quantile(data.target, 1 - share)


#: The problems by name. Where classifiers would find a data set too easy to differ, they see less of it.
DATA_SETS: Mapping[str, Problem] = MappingProxyType(
    {
        "tumours": Problem("569 breast tumours, 30 measurements", "malignant", lambda: _tumours(slice(None))),
        "tumours by two": Problem(
            "569 breast tumours, mean radius and texture", "malignant", lambda: _tumours(slice(2))
        ),
        "digit 8": Problem("1,797 written digits, 64 pixels", "8", lambda: _digits((8,), "pixels")),
        "digit 9 by rows": Problem("1,797 written digits, ink in 8 rows", "9", lambda: _digits((9,), "rows")),
        "digits 0 to 2": Problem(
            "1,797 written digits, ink in 8 columns", "0, 1 and 2", lambda: _digits((0, 1, 2), "columns")
        ),
        "even digits": Problem(
            "1,797 written digits, ink in 8 rows and 8 columns", "even", lambda: _digits((0, 2, 4, 6, 8), "both")
        ),
        "wine": Problem("178 wines, alcohol, malic acid and ash", "the third cultivar", _wine),
        "iris": Problem("150 irises, length and width of the sepals", "versicolor", _iris),
        "diabetes, half": Problem("442 patients, 10 measurements", "the half that got worst", lambda: _diabetes(0.5)),
        "diabetes, fifth": Problem("442 patients, 10 measurements", "the fifth that got worst", lambda: _diabetes(0.2)),
        "diabetes, tenth": Problem("442 patients, 10 measurements", "the tenth that got worst", lambda: _diabetes(0.1)),
    }
)


def _scaled(*steps: Any) -> Any:
    # Pixels that are blank in all cases of a half carry nothing, and would be divided by zero.
    return make_pipeline(VarianceThreshold(), StandardScaler(), *steps)


def _logistic(strength: float, **settings: Any) -> Callable[[], Any]:
    return lambda: _scaled(LogisticRegression(C=strength, max_iter=10_000, **settings))


#: The classifiers by name. Features are standardised by the half that is learnt, except for the trees.
CLASSIFIERS: Mapping[str, Classifier] = MappingProxyType(
    {
        "logistic": Classifier("logistic regression, C = 1", _logistic(1.0), "log-odds", True),
        "logistic, shrunk": Classifier("logistic regression, C = 0.01", _logistic(0.01), "log-odds", True),
        "logistic, free": Classifier("logistic regression, C = 100", _logistic(100.0), "log-odds", True),
        "logistic, weighed": Classifier(
            "logistic regression, C = 1, classes weighed equally",
            _logistic(1.0, class_weight="balanced"),
            "log-odds",
            True,
        ),
        "one feature": Classifier(
            "logistic regression on the feature with the largest F",
            lambda: _scaled(SelectKBest(k=1), LogisticRegression()),
            "log-odds",
            True,
        ),
        "naive Bayes": Classifier("normal naive Bayes", lambda: _scaled(GaussianNB()), "log-odds", True),
        "LDA": Classifier("linear discriminant", lambda: _scaled(LinearDiscriminantAnalysis()), "log-odds", True),
        "QDA": Classifier(
            "quadratic discriminant, regularised by 0.1",
            lambda: _scaled(QuadraticDiscriminantAnalysis(reg_param=0.1)),
            "log-odds",
            True,
        ),
        "5 neighbours": Classifier("5 nearest neighbours", lambda: _scaled(KNeighborsClassifier(5)), "share", True),
        "25 neighbours": Classifier("25 nearest neighbours", lambda: _scaled(KNeighborsClassifier(25)), "share", True),
        "linear SVM": Classifier("support vectors, linear", lambda: _scaled(SVC(kernel="linear")), "margin", True),
        "sparse SVM": Classifier(
            "support vectors, linear, absolute penalty, C = 0.1",
            lambda: _scaled(LinearSVC(penalty="l1", dual=False, C=0.1, max_iter=10_000, random_state=0)),
            "margin",
            True,
        ),
        "SVM": Classifier("support vectors, radial kernel", lambda: _scaled(SVC()), "margin", True),
        "tree": Classifier(
            "tree of depth 4", lambda: DecisionTreeClassifier(max_depth=4, random_state=0), "share", True
        ),
        "forest": Classifier(
            "random forest of 100", lambda: RandomForestClassifier(n_estimators=100, random_state=0), "share", False
        ),
        "extra trees": Classifier(
            "100 extremely randomised trees, leaves of 2",
            lambda: ExtraTreesClassifier(n_estimators=100, min_samples_leaf=2, random_state=0),
            "share",
            False,
        ),
        "boosted trees": Classifier(
            "gradient boosting, 50 trees of depth 2",
            lambda: GradientBoostingClassifier(n_estimators=50, max_depth=2, random_state=0),
            "log-odds",
            False,
        ),
        "AdaBoost": Classifier(
            "50 boosted stumps", lambda: AdaBoostClassifier(n_estimators=50, random_state=0), "margin", False
        ),
        "neural net": Classifier(
            "one hidden layer of 10",
            lambda: _scaled(MLPClassifier((10,), solver="lbfgs", alpha=1.0, max_iter=5000, random_state=0)),
            "log-odds",
            False,
        ),
    }
)


@cache
def cases(data_set: str) -> tuple[Values, Labels]:
    """Features, of shape (n, d), and labels, True for positives, of a data set.

    Examples
    --------
    >>> features, labels = cases("diabetes, tenth")
    >>> features.shape, int(labels.sum())
    ((442, 10), 44)
    """
    features, labels = DATA_SETS[data_set].make()
    for array in (features, labels):
        array.setflags(write=False)
    return features, labels


@lru_cache(maxsize=1024)
def scores(data_set: str, classifier: str, split: int) -> tuple[Labels, Values]:
    """Labels of the half that is held out, and a classifier's scores of it.

    Parameters
    ----------
    data_set, classifier : str
        Names in `DATA_SETS` and `CLASSIFIERS`.
    split : int
        Seed of the split, which keeps the share of positives in both halves. All classifiers get the same split.

    Returns
    -------
    y_true, y_score : arrays of shape (n,), which cannot be written to
        A score above 0 says "positive". What scores are in is `Classifier.scale`.

    Examples
    --------
    >>> from metricbook import auroc
    >>> y_true, y_score = scores("iris", "LDA", 0)
    >>> y_true.size, int(y_true.sum()), round(float(auroc(y_true, y_score)), 3)
    (75, 25, 0.772)
    """
    features, labels = cases(data_set)
    learnt, held, y, y_true = train_test_split(
        features, labels, test_size=0.5, stratify=labels, random_state=split
    )  # fmt: skip
    with threadpool_limits(1), warnings.catch_warnings():
        # The net's search may end where the loss can no longer be told from its neighbours: then it ends there.
        warnings.simplefilter("ignore", ConvergenceWarning)
        y_score = _score(CLASSIFIERS[classifier].make().fit(learnt, y), held)
    for array in (y_true, y_score):
        array.setflags(write=False)
    return y_true, y_score


def _score(model: Any, held: Values) -> Values:
    """Scores whose natural threshold is 0."""
    last = model[-1] if hasattr(model, "steps") else model
    if isinstance(last, GaussianNB):  # its probabilities are rounded to 1 where its log-odds still differ
        joint = last.predict_joint_log_proba(model[:-1].transform(held))
        return joint[:, 1] - joint[:, 0]
    if hasattr(last, "decision_function"):
        return np.asarray(model.decision_function(held), dtype=float)
    chance = model.predict_proba(held)[:, 1]
    if isinstance(last, MLPClassifier):
        with np.errstate(divide="ignore"):
            return np.clip(np.log(chance) - np.log1p(-chance), -_SURE, _SURE)
    # Rounded, because votes are added in no fixed order where cores differ: equal shares must be equal numbers.
    return np.round(chance - 0.5, 12)


def probability(classifier: str, y_score: Values) -> Values:
    """The chance of a positive that a classifier's scores state.

    Raises
    ------
    ValueError
        For margins, which state none.

    Examples
    --------
    >>> probability("logistic", np.array([0.0])), probability("tree", np.array([-0.25]))
    (array([0.5]), array([0.25]))
    """
    scale = CLASSIFIERS[classifier].scale
    if scale == "margin":
        raise ValueError(f"the scores of {classifier} are margins and state no probability")
    return 1 / (1 + np.exp(-y_score)) if scale == "log-odds" else y_score + 0.5


class Decisions(NamedTuple):
    """A causal discovery method's decisions about the Tübingen pairs.

    Attributes
    ----------
    labels : array of shape (n,)
        All True: each pair is given as (cause, effect).
    scores : array of shape (n,)
        Above 0 for a right decision, larger for a more confident one; 0 where the method does not decide, which metrics
        of decisions count as half right and least confident.
    weights : array of shape (n,)
        The weights of the pairs, none of them 0.
    """

    labels: Labels
    scores: Values
    weights: Values


#: The causal discovery methods, in alphabetical order.
CAUSAL_METHODS: tuple[str, ...] = tuple(METHODS)


@cache
def causal(method: str) -> Decisions:
    """Decisions of a causal discovery method, from the committed scores; the same pairs for every method.

    Examples
    --------
    >>> found = causal("RECI")
    >>> found.scores.size, int((found.scores > 0).sum())
    (103, 64)
    """
    table = tuebingen_scores()
    table = table[table["weight"] > 0]
    found = table[method].fillna(0.0).to_numpy(dtype=float)
    return Decisions(np.ones(found.size, dtype=bool), found, table["weight"].to_numpy(dtype=float))
