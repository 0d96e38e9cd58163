"""A zoo of real classifiers: what this part tries its statements on when drawn scores would not convince.

Eleven problems from the data that come with scikit-learn, nineteen classifiers, and any number of seeded splits in two
halves, of which a classifier learns one and is judged on the other. Every score means "positive" above 0, the package's
default threshold, so that metrics of decisions and of confidence need no other.

A fit runs on one thread, to convergence, and scores that cannot be told apart are tied (`scoring_the_scores.learning`):
then the orders were the same on every processor tried, but for the neural net's, whose search has many ends.

The causal discovery methods on the Tübingen pairs are a family of their own: they decide, and have no
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
from scipy.spatial.distance import cdist
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.ensemble import (
    AdaBoostClassifier,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_selection import SelectKBest
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neural_network import MLPClassifier
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from metricbook.causal import METHODS, tuebingen_scores
from scoring_the_scores.learning import CONVERGED, Labels, Values, logistic, scaled, tied
from scoring_the_scores.patients import MODELS, diabetes

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
        "diabetes, half": Problem("442 patients, 10 measurements", "the half that got worst", lambda: diabetes(0.5)),
        "diabetes, fifth": Problem("442 patients, 10 measurements", "the fifth that got worst", lambda: diabetes(0.2)),
        "diabetes, tenth": Problem("442 patients, 10 measurements", "the tenth that got worst", lambda: diabetes(0.1)),
    }
)


class _LinearSVM(LinearSVC):
    """Linear support vectors with squared hinge loss, solved exactly.

    scikit-learn's search ends when the loss stops falling, which leaves the sixth digit of a score open. Given which
    cases are on the wrong side of their margin, the rest is least squares; its end says whether they still are.
    """

    def fit(self, features: Values, labels: Labels) -> _LinearSVM:
        near = LinearSVC.fit(self, features, labels)
        x, y = np.column_stack([features, np.ones(len(features))]), np.where(labels, 1.0, -1.0)
        solution, before = np.append(near.coef_, near.intercept_), np.zeros_like(labels)
        for _ in range(self.max_iter):
            wrong = y * (x @ solution) < 1
            if np.array_equal(wrong, before):
                break
            solution = np.linalg.solve(np.eye(x.shape[1]) / (2 * self.C) + x[wrong].T @ x[wrong], x[wrong].T @ y[wrong])
            before = wrong
        self.coef_, self.intercept_ = solution[None, :-1], solution[-1:]
        return self


class _Neighbours(ClassifierMixin, BaseEstimator):
    """The k nearest cases vote, and all that are as near as the k-th of them.

    scikit-learn takes exactly k. On a grid of measurements many are equally near, and rounding chooses among them.
    """

    def __init__(self, k: int) -> None:
        self.k = k

    def fit(self, features: Values, labels: Labels) -> _Neighbours:
        self.features_, self.labels_, self.classes_ = features, labels, np.array([False, True])
        return self

    def predict_proba(self, features: Values) -> Values:
        distances = cdist(features, self.features_, "sqeuclidean")
        farthest = np.partition(distances, self.k - 1)[:, [self.k - 1]]
        # Sums of squares are rounded in their last digits, 1e-14 and less.
        votes = distances <= farthest * (1 + 1e-9)
        share = votes[:, self.labels_].sum(axis=1) / votes.sum(axis=1)
        return np.column_stack([1 - share, share])


#: The classifiers by name. Features are standardised by the half that is learnt, except for the trees.
CLASSIFIERS: Mapping[str, Classifier] = MappingProxyType(
    {
        "logistic": Classifier("logistic regression, C = 1", logistic(1.0), "log-odds", True),
        "logistic, shrunk": Classifier("logistic regression, C = 0.01", logistic(0.01), "log-odds", True),
        "logistic, free": Classifier("logistic regression, C = 100", logistic(100.0), "log-odds", True),
        "logistic, weighed": Classifier(
            "logistic regression, C = 1, classes weighed equally",
            MODELS["regression"],
            "log-odds",
            True,
        ),
        "one feature": Classifier(
            "logistic regression on the feature with the largest F",
            logistic(1.0, SelectKBest(k=1)),
            "log-odds",
            True,
        ),
        "naive Bayes": Classifier("normal naive Bayes", lambda: scaled(GaussianNB()), "log-odds", True),
        "LDA": Classifier("linear discriminant", lambda: scaled(LinearDiscriminantAnalysis()), "log-odds", True),
        "QDA": Classifier(
            "quadratic discriminant, regularised by 0.1",
            lambda: scaled(QuadraticDiscriminantAnalysis(reg_param=0.1)),
            "log-odds",
            True,
        ),
        "5 neighbours": Classifier("5 nearest neighbours", lambda: scaled(_Neighbours(5)), "share", True),
        "25 neighbours": Classifier("25 nearest neighbours", lambda: scaled(_Neighbours(25)), "share", True),
        "linear SVM": Classifier(
            "support vectors, linear, squared hinge",
            lambda: scaled(_LinearSVM(dual=False, random_state=0, **CONVERGED)),
            "margin",
            True,
        ),
        "sparse SVM": Classifier(
            "support vectors, linear, absolute penalty, C = 0.1",
            lambda: scaled(LinearSVC(penalty="l1", dual=False, C=0.1, random_state=0, **CONVERGED)),
            "margin",
            True,
        ),
        "SVM": Classifier("support vectors, radial kernel", MODELS["SVM"], "margin", True),
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
            lambda: scaled(MLPClassifier((10,), solver="lbfgs", alpha=1.0, max_iter=5000, random_state=0)),
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


def halves(data_set: str, split: int) -> tuple[Values, Values, Labels, Labels]:
    """Features of the half that is learnt and of the one that judges, and the labels of both.

    Examples
    --------
    >>> _, held, _, y_true = halves("iris", 0)
    >>> held.shape, int(y_true.sum())
    ((75, 2), 25)
    """
    features, labels = cases(data_set)
    return tuple(train_test_split(features, labels, test_size=0.5, stratify=labels, random_state=split))


@lru_cache(maxsize=1024)
def scores(data_set: str, classifier: str, split: int) -> tuple[Labels, Values]:
    """Labels of the half that is held out, and a classifier's scores of it.

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
    y_true = halves(data_set, split)[3]
    y_score = tied(raw_scores(CLASSIFIERS[classifier].make(), data_set, split))
    for array in (y_true, y_score):
        array.setflags(write=False)
    return y_true, y_score


def raw_scores(model: Any, data_set: str, split: int) -> Values:
    """A new model's scores of the half that it does not learn, to the last digit that this processor gives.

    Examples
    --------
    >>> raw_scores(CLASSIFIERS["tree"].make(), "wine", 0).max().round(3)
    np.float64(0.5)
    """
    learnt, held, y, _ = halves(data_set, split)
    with threadpool_limits(1), warnings.catch_warnings():
        # The net's search may end where the loss can no longer be told from its neighbours: then it ends there.
        warnings.simplefilter("ignore", ConvergenceWarning)
        return _score(model.fit(learnt, y), held)


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
    return chance - 0.5


def order(y_score: Values) -> NDArray[np.int64]:
    """All that a metric can see of scores: their order with its ties, how sure they are, and on which side of 0.

    The size of a number is the rank of a score's size, from 1 for the least, and its sign is the score's.

    Examples
    --------
    >>> order(np.array([0.3, -7.0, 0.0, -0.3, 9.0])).tolist()
    [1, -2, 0, -1, 3]
    """
    sizes = np.unique(np.append(0.0, np.abs(y_score)))
    return np.sign(y_score).astype(np.int64) * np.searchsorted(sizes, np.abs(y_score))


def probability(classifier: str, y_score: Values) -> Values:
    """The chance of a positive that a classifier's scores state.

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
    scores = table[method].fillna(0.0).to_numpy(dtype=float)
    return Decisions(np.ones(scores.size, dtype=bool), scores, table["weight"].to_numpy(dtype=float))
