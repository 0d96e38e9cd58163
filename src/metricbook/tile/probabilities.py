"""Probabilities of events as scores: the unconditional and the conditional ones that have names.

Every function takes performances of shape (..., 4) in the order tn, fp, fn, tp (see
`metricbook.tile.scores.check_performances`) and returns an array of shape (...), from 0 to 1; NaN where the condition
has probability zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from numpy.typing import ArrayLike

from metricbook.tile.scores import OUTCOMES, Array, check_performances, share

__all__ = [
    "EVENTS",
    "accuracy",
    "error_rate",
    "false_discovery_rate",
    "false_omission_rate",
    "fnr",
    "fpr",
    "jaccard_negative",
    "jaccard_positive",
    "npv",
    "pfn",
    "pfp",
    "ppv",
    "prior_negative",
    "prior_positive",
    "probability",
    "ptn",
    "ptp",
    "rate_negative",
    "rate_positive",
    "satisfied_but_fn",
    "satisfied_but_fp",
    "tnr",
    "tpr",
]

#: The events that have a name of their own.
EVENTS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "everything": frozenset(OUTCOMES),
        "satisfied": frozenset({"tn", "tp"}),
        "negative": frozenset({"tn", "fp"}),
        "positive": frozenset({"fn", "tp"}),
        "called negative": frozenset({"tn", "fn"}),
        "called positive": frozenset({"fp", "tp"}),
    }
)


def probability(performances: ArrayLike, event: Iterable[str], given: Iterable[str] = OUTCOMES) -> Array:
    """Probability of an event, or of an event given another; NaN where the condition has probability zero.

    Parameters
    ----------
    performances : array of shape (..., 4)
    event, given : collections of the names tn, fp, fn, tp

    Returns
    -------
    array of shape (...)
        Between 0 and 1.

    Raises
    ------
    ValueError
        On bad performances, and for a name that is not one of the four.

    Examples
    --------
    >>> round(float(probability([0.4, 0.1, 0.2, 0.3], ["tp"], given=["fp", "tp"])), 12)
    0.75
    """
    values = check_performances(performances)
    given = _check_event(given)
    part, rest = _check_event(event) & given, given - _check_event(event)
    occurring = _sum(values, part)
    # The condition as the sum of both parts, so that a certain event has probability one to the last digit.
    return share(occurring, occurring + _sum(values, rest))


def _check_event(event: Iterable[str]) -> frozenset[str]:
    event = frozenset([event] if isinstance(event, str) else event)
    if unknown := sorted(event - set(OUTCOMES)):
        raise ValueError(f"an event is made of {', '.join(OUTCOMES)}: found {unknown[0]!r}")
    return event


def _sum(values: Array, event: frozenset[str]) -> Array:
    return values[..., [OUTCOMES.index(outcome) for outcome in OUTCOMES if outcome in event]].sum(axis=-1)


#: The event and the condition of each of the scores below.
PAIRS: dict[Callable[..., Array], tuple[frozenset[str], frozenset[str]]] = {}


def _probabilistic(name: str, doc: str, event: set[str], given: Iterable[str] = OUTCOMES) -> Callable[..., Array]:
    """A conditional probability as a function of performances."""

    def score(performances: ArrayLike) -> Array:
        return probability(performances, event, given)

    score.__name__ = score.__qualname__ = name
    score.__doc__ = doc
    PAIRS[score] = frozenset(event), frozenset(given)
    return score


NEGATIVE, POSITIVE = EVENTS["negative"], EVENTS["positive"]
CALLED_NEGATIVE, CALLED_POSITIVE = EVENTS["called negative"], EVENTS["called positive"]

ptn = _probabilistic("ptn", "Probability of a true negative, or rejection rate.", {"tn"})
pfp = _probabilistic("pfp", "Probability of a false positive; lower is better.", {"fp"})
pfn = _probabilistic("pfn", "Probability of a false negative; lower is better.", {"fn"})
ptp = _probabilistic("ptp", "Probability of a true positive, or detection rate.", {"tp"})
prior_negative = _probabilistic("prior_negative", "Prior of the negative class.", {"tn", "fp"})
prior_positive = _probabilistic("prior_positive", "Prior of the positive class, the prevalence.", {"fn", "tp"})
rate_negative = _probabilistic("rate_negative", "Rate of negative predictions.", {"tn", "fn"})
rate_positive = _probabilistic("rate_positive", "Rate of positive predictions.", {"fp", "tp"})
accuracy = _probabilistic(
    "accuracy", "Accuracy, or matching coefficient: probability that the prediction is the label.", {"tn", "tp"}
)
error_rate = _probabilistic("error_rate", "One minus the accuracy; lower is better.", {"fp", "fn"})
tnr = _probabilistic("tnr", "True negative rate, or specificity.", {"tn"}, NEGATIVE)
fpr = _probabilistic("fpr", "False positive rate; lower is better.", {"fp"}, NEGATIVE)
tpr = _probabilistic("tpr", "True positive rate, or recall, or sensitivity.", {"tp"}, POSITIVE)
fnr = _probabilistic("fnr", "False negative rate; lower is better.", {"fn"}, POSITIVE)
npv = _probabilistic("npv", "Negative predictive value.", {"tn"}, CALLED_NEGATIVE)
false_omission_rate = _probabilistic(
    "false_omission_rate", "One minus the negative predictive value; lower is better.", {"fn"}, CALLED_NEGATIVE
)
ppv = _probabilistic("ppv", "Positive predictive value, or precision.", {"tp"}, CALLED_POSITIVE)
false_discovery_rate = _probabilistic(
    "false_discovery_rate", "One minus the positive predictive value; lower is better.", {"fp"}, CALLED_POSITIVE
)
jaccard_negative = _probabilistic(
    "jaccard_negative", "Jaccard's coefficient of the negative class.", {"tn"}, NEGATIVE | CALLED_NEGATIVE
)
jaccard_positive = _probabilistic(
    "jaccard_positive",
    "Jaccard's coefficient of the positive class, or intersection over union.",
    {"tp"},
    POSITIVE | CALLED_POSITIVE,
)
satisfied_but_fp = _probabilistic(
    "satisfied_but_fp",
    "Probability of tn or tp, given that no false positive occurs.",
    {"tn", "tp"},
    {"tn", "fn", "tp"},
)
satisfied_but_fn = _probabilistic(
    "satisfied_but_fn",
    "Probability of tn or tp, given that no false negative occurs.",
    {"tn", "tp"},
    {"tn", "fp", "tp"},
)
