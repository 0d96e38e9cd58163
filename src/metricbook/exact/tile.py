"""Performances and ranking scores from their definitions: the reference implementation of `metricbook.tile`.

A performance is a tuple of the probabilities (or counts) of tn, fp, fn, tp, and the scores are written as the paper
writes them, from events and the variables on the sample space. Whole numbers and fractions give a
`fractions.Fraction`, SymPy's symbols an expression; an undefined score is ``None``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from numbers import Rational
from types import MappingProxyType
from typing import Any

__all__ = [
    "OMEGA",
    "SATISFYING",
    "SCORES",
    "Y_HAT",
    "Event",
    "Performance",
    "S",
    "Y",
    "canonical_score",
    "conditional_pairs",
    "events",
    "expectation",
    "f_beta",
    "importance",
    "is_canonical",
    "no_skill",
    "normalised",
    "place",
    "prior_of",
    "probability",
    "ranking_score",
    "rate_of",
    "ratio",
    "relabelled",
    "shifted",
    "weighted_accuracy",
    "where",
]

Event = frozenset[str]
Performance = Sequence[Any]

#: The sample space, in the order of a performance.
OMEGA = ("tn", "fp", "fn", "tp")
#: Of each outcome: its label, its predicted class, and its satisfaction (1 if the prediction is correct).
Y: Mapping[str, int] = MappingProxyType({"tn": 0, "fp": 0, "fn": 1, "tp": 1})
Y_HAT: Mapping[str, int] = MappingProxyType({"tn": 0, "fp": 1, "fn": 0, "tp": 1})
S: Mapping[str, int] = MappingProxyType({outcome: int(Y[outcome] == Y_HAT[outcome]) for outcome in OMEGA})
#: The event that the satisfaction is one.
SATISFYING: Event = frozenset(outcome for outcome in OMEGA if S[outcome])


def where(condition: Callable[[str], bool]) -> Event:
    """The event of the outcomes that meet a condition.

    Examples
    --------
    >>> sorted(where(lambda o: Y[o] == 1 or Y_HAT[o] == 1))
    ['fn', 'fp', 'tp']
    """
    return frozenset(outcome for outcome in OMEGA if condition(outcome))


def _where_is(variable: Mapping[str, int], value: int) -> Event:
    return where(lambda outcome: variable[outcome] == value)


def events() -> list[Event]:
    """All 16 events, the empty one first.

    Examples
    --------
    >>> len(events())
    16
    """
    return [frozenset(chosen) for size in range(5) for chosen in combinations(OMEGA, size)]


def conditional_pairs() -> list[tuple[Event, Event]]:
    """All pairs of events of which the first is not empty and a proper part of the second.

    Examples
    --------
    >>> len(conditional_pairs())
    50
    """
    return [(first, second) for second in events() for first in events() if first and first < second]


def ratio(part: Any, whole: Any) -> Any:
    """``part / whole``, or None if ``whole`` is zero.

    Examples
    --------
    >>> ratio(1, 2), ratio(0, 0)
    (Fraction(1, 2), None)
    """
    if whole == 0:
        return None
    if isinstance(part, Fraction) and isinstance(whole, Fraction):  # most are, and others take long to be told
        return part / whole
    if isinstance(part, Rational) and isinstance(whole, Rational):
        return Fraction(part, whole)
    return part / whole


def expectation(performance: Performance, variable: Mapping[str, Any] | Callable[[str], Any]) -> Any:
    """Mean of a variable on the outcomes.

    Examples
    --------
    >>> expectation((Fraction(4, 10), Fraction(1, 10), Fraction(2, 10), Fraction(3, 10)), S)
    Fraction(7, 10)
    """
    value = variable if callable(variable) else variable.__getitem__
    return ratio(sum(value(o) * p for o, p in zip(OMEGA, performance, strict=True)), sum(performance))


def probability(performance: Performance, event: Iterable[str], given: Iterable[str] = OMEGA) -> Any:
    """P(event | given), by the definition P(event and given) / P(given); None if the condition has probability zero.

    Examples
    --------
    >>> probability((4, 1, 2, 3), {"tp"}, given={"fp", "tp"})
    Fraction(3, 4)
    """
    event, given = frozenset(event), frozenset(given)
    return ratio(_weight(performance, event & given), _weight(performance, given))


def _weight(performance: Performance, event: Event) -> Any:
    return sum(value for outcome, value in zip(OMEGA, performance, strict=True) if outcome in event)


def ranking_score(performance: Performance, importance: Performance) -> Any:
    """E[I S] / E[I] for an importance I given like a performance; None if E[I] is zero.

    Examples
    --------
    >>> ranking_score((4, 1, 2, 3), (0, 1, 1, 1)), ranking_score((4, 0, 0, 0), (0, 1, 1, 1))
    (Fraction(1, 2), None)
    """
    tn, fp, fn, tp = (i * p for i, p in zip(importance, performance, strict=True))
    satisfying = tn + tp
    return ratio(satisfying, satisfying + fp + fn)


def importance(a: Any, b: Any) -> tuple[Any, Any, Any, Any]:
    """The canonical importance at a place of the Tile.

    Examples
    --------
    >>> importance(1, Fraction(1, 3))
    (0, Fraction(2, 3), Fraction(1, 3), 1)
    """
    return 1 - a, 1 - b, b, a


def canonical_score(performance: Performance, a: Any, b: Any) -> Any:
    """The canonical ranking score at (a, b).

    Examples
    --------
    >>> canonical_score((4, 1, 2, 3), 1, 0)
    Fraction(3, 4)
    """
    return ranking_score(performance, importance(a, b))


def place(importance: Performance) -> tuple[Any, Any]:
    """Place (a, b) on the Tile whose canonical score orders as the ranking score of an importance.

    Examples
    --------
    >>> place((0, 1, 1, 1))
    (Fraction(1, 1), Fraction(1, 2))
    """
    tn, fp, fn, tp = importance
    return ratio(tp, tn + tp), ratio(fn, fp + fn)


def is_canonical(importance: Performance) -> bool:
    """Whether the ranking score is itself on the Tile: I(tn) + I(tp) equals I(fp) + I(fn).

    Examples
    --------
    >>> is_canonical((0, 1, 1, 1)), is_canonical((0, 1, 0, 1))
    (False, True)
    """
    tn, fp, fn, tp = importance
    return tn + tp == fp + fn


def normalised(performance: Performance) -> tuple[Any, ...]:
    """The performance divided by its sum.

    Examples
    --------
    >>> [str(p) for p in normalised((4, 1, 2, 3))]
    ['2/5', '1/10', '1/5', '3/10']
    """
    return tuple(ratio(value, sum(performance)) for value in performance)


def no_skill(performance: Performance) -> tuple[Any, ...]:
    """P(Y) P(Ŷ), the performance of the same priors and prediction rates without any skill.

    Examples
    --------
    >>> [str(p) for p in no_skill((4, 1, 2, 3))]
    ['3/10', '1/5', '3/10', '1/5']
    """
    return tuple(
        probability(performance, _where_is(Y, Y[outcome])) * probability(performance, _where_is(Y_HAT, Y_HAT[outcome]))
        for outcome in OMEGA
    )


def shifted(performance: Performance, prevalence: Any) -> tuple[Any, ...] | None:
    """The performance after the shift to another prior of the positive class; None if a class is missing.

    Examples
    --------
    >>> [str(p) for p in shifted((4, 1, 2, 3), Fraction(1, 4))]
    ['3/5', '3/20', '1/10', '3/20']
    """
    negative, positive = prior_of(performance, 0), prior_of(performance, 1)
    if negative == 0 or positive == 0:
        return None
    tn, fp, fn, tp = normalised(performance)
    down, up = ratio(1 - prevalence, negative), ratio(prevalence, positive)
    return tn * down, fp * down, fn * up, tp * up


def relabelled(
    performance: Performance, y: Callable[[int, int], int], y_hat: Callable[[int, int], int]
) -> tuple[Any, ...]:
    """The performance of new labels and predictions, each a function of the old label and prediction.

    Examples
    --------
    Invert every prediction:

    >>> relabelled((4, 1, 2, 3), lambda y, h: y, lambda y, h: 1 - h)
    (1, 4, 3, 2)
    """
    totals = dict.fromkeys(OMEGA, 0)
    for outcome, value in zip(OMEGA, performance, strict=True):
        label, called = y(Y[outcome], Y_HAT[outcome]), y_hat(Y[outcome], Y_HAT[outcome])
        (target,) = (o for o in OMEGA if (Y[o], Y_HAT[o]) == (label, called))
        totals[target] += value
    return tuple(totals[o] for o in OMEGA)


def prior_of(performance: Performance, label: int) -> Any:
    """Probability of a class.

    Examples
    --------
    >>> prior_of((4, 1, 2, 3), 0)
    Fraction(1, 2)
    """
    return probability(performance, _where_is(Y, label))


def rate_of(performance: Performance, called: int) -> Any:
    """Probability of a predicted class.

    Examples
    --------
    >>> rate_of((4, 1, 2, 3), 1)
    Fraction(2, 5)
    """
    return probability(performance, _where_is(Y_HAT, called))


def _rates(performance: Performance) -> list[Any]:
    """TNR, TPR, NPV, PPV as conditional probabilities of the satisfaction."""
    return [probability(performance, SATISFYING, _where_is(variable, k)) for variable in (Y, Y_HAT) for k in (0, 1)]


def _defined(formula: Callable[..., Any], *values: Any) -> Any:
    """The formula, unless one of the values is undefined."""
    return None if any(value is None for value in values) else formula(*values)


def _kappa(performance: Performance) -> Any:
    accuracy = expectation(performance, S)
    by_chance = expectation(no_skill(performance), S)
    return ratio(accuracy - by_chance, 1 - by_chance)


def _scott(performance: Performance) -> Any:
    by_chance = sum(((prior_of(performance, k) + rate_of(performance, k)) / 2) ** 2 for k in (0, 1))
    return ratio(expectation(performance, S) - by_chance, 1 - by_chance)


def _harmonic(*values: Any) -> Any:
    return 0 if 0 in values else len(values) / sum(1 / value for value in values)


def f_beta(performance: Performance, beta_squared: Any) -> Any:
    """(1 + β²) tp / ((1 + β²) tp + β² fn + fp), from the square of beta.

    Examples
    --------
    >>> f_beta((4, 1, 2, 3), 1)
    Fraction(2, 3)
    """
    _, fp, fn, tp = performance
    return ratio((1 + beta_squared) * tp, (1 + beta_squared) * tp + beta_squared * fn + fp)


def weighted_accuracy(performance: Performance, alpha: Any) -> Any:
    """(1 - alpha) TNR + alpha TPR.

    Examples
    --------
    >>> weighted_accuracy((4, 1, 2, 3), Fraction(1, 4))
    Fraction(3, 4)
    """
    return _defined(lambda tnr, tpr: (1 - alpha) * tnr + alpha * tpr, *_rates(performance)[:2])


def _determinant(performance: Performance) -> Any:
    tn, fp, fn, tp = normalised(performance)
    return tn * tp - fp * fn


def _likelihood_ratio(called: int) -> Callable[[Performance], Any]:
    """P(Ŷ = called | positive) over P(Ŷ = called | negative), as the likelihood ratio of that prediction."""

    def score(performance: Performance) -> Any:
        event = _where_is(Y_HAT, called)
        likelihoods = [probability(performance, event, _where_is(Y, k)) for k in (1, 0)]
        return _defined(ratio, *likelihoods)

    return score


def _standardised(called: int) -> Callable[[Performance], Any]:
    """The predictive value of a prediction, after the shift to equal priors."""

    def score(performance: Performance) -> Any:
        equal = shifted(performance, Fraction(1, 2))
        return None if equal is None else probability(equal, SATISFYING, _where_is(Y_HAT, called))

    return score


#: The scores that are no probabilities, and the harmonic mean of precision and recall, by the names of
#: `metricbook.tile.SCORES`; the geometric mean is left out, as its values are not rational.
SCORES: Mapping[str, Callable[[Performance], Any]] = MappingProxyType(
    {
        "S": lambda p: ratio(expectation(p, S) - Fraction(1, 2), Fraction(1, 2)),
        "F1": lambda p: f_beta(p, 1),
        "SNPV": _standardised(0),
        "SPPV": _standardised(1),
        "NLR": _likelihood_ratio(0),
        "PLR": _likelihood_ratio(1),
        "kappa": _kappa,
        "BI": lambda p: rate_of(p, 1) - prior_of(p, 1),
        "BA": lambda p: weighted_accuracy(p, Fraction(1, 2)),
        "J_Y": lambda p: _defined(lambda tnr, tpr: tnr + tpr - 1, *_rates(p)[:2]),
        "|C|": _determinant,
        "markedness": lambda p: _defined(lambda npv, ppv: npv + ppv - 1, *_rates(p)[2:]),
        "ACP": lambda p: _defined(lambda *four: sum(four) / 4, *_rates(p)),
        "P4": lambda p: _defined(_harmonic, *_rates(p)),
        "Scott pi": _scott,
    }
)
