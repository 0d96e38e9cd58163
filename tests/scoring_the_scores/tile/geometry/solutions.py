"""Solutions and mistakes: Why averages cannot rank."""

from __future__ import annotations

import re
from fractions import Fraction

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


def exactly(value):
    return Fraction(str(value))


def _mixed(given, heads):
    return [heads * x + (1 - heads) * y for x, y in zip(given["first"], given["second"], strict=True)]


@solves("tile.coin-and-precision")
def coin_and_precision(given):
    """The coin mixes counts: each outcome is expected as often as the weighted mean of the two classifiers says.

    So mix first and divide then. To mix the two precisions would forget that the classifiers flag unequal
    numbers.
    """
    _, fp, _, tp = _mixed(given, exactly(given["heads"]))
    return tp / (tp + fp)


@mistakes("tile.coin-and-precision", says="mean of the two precisions")
def mean_of_precisions(given):
    heads = exactly(given["heads"])
    one, two = (Fraction(p[3], p[1] + p[3]) for p in (given["first"], given["second"]))
    return heads * one + (1 - heads) * two


@mistakes("tile.coin-and-precision", says="Heads and tails")
def tails(given):
    _, fp, _, tp = _mixed(given, 1 - exactly(given["heads"]))
    return tp / (tp + fp)


@mistakes("tile.coin-and-precision", says="is the recall")
def recall_for_precision(given):
    _, _, fn, tp = _mixed(given, exactly(given["heads"]))
    return tp / (tp + fn)


@solves("tile.mcc-and-the-coin")
def mcc_and_the_coin(given):
    """One flags a single positive and no negative, the other finds all positives and flags half of the negatives."""
    return (7, 0, 2, 1), (4, 3, 0, 3)


@mistakes("tile.mcc-and-the-coin", says="not three and seven")
def example_of_the_chapter(given):
    return (5, 0, 4, 1), (1, 4, 0, 5)


@mistakes("tile.mcc-and-the-coin", says="by less than 0.05")
def too_little(given):
    return (7, 0, 2, 1), (2, 5, 0, 3)


@mistakes("tile.mcc-and-the-coin", says="undefined")
def constant_answers(given):
    return (7, 0, 3, 0), (0, 7, 0, 3)


@mistakes("tile.mcc-and-the-coin", says="between them")
def one_is_better(given):
    return (7, 0, 0, 3), (5, 2, 2, 1)


def _reflected(given, *spots):
    return [float(re.search(rf"\({a:g}, {b:g}\) \| (\S+)", given["table"])[1]) for a, b in spots]


@solves("tile.mirrors")
def mirrors(given):
    """Turned predictions mirror about the rising diagonal, and R becomes 1 - R; half a turn; b becomes 1-b."""
    a, b = given["a"], given["b"]
    turned, named, traded = _reflected(given, (b, a), (1 - a, 1 - b), (a, 1 - b))
    return [round(1 - turned, 3), named, traded]


@mistakes("tile.mirrors", says="here the score becomes one minus")
def not_inverted(given):
    turned, named, traded = mirrors(given)
    return [round(1 - turned, 3), named, traded]


@mistakes("tile.mirrors", says="wrong mirror")
def mirrored_in_b(given):
    a, b = given["a"], given["b"]
    turned, _, traded = mirrors(given)
    return [turned, *_reflected(given, (a, 1 - b)), traded]


@mistakes("tile.mirrors", says="After label and prediction")
def trade_is_half_a_turn(given):
    turned, named, _ = mirrors(given)
    return [turned, named, named]


def _partner(given, prevalence):
    (a, b, p), q = (exactly(given[name]) for name in ("a", "b", "prevalence")), exactly(prevalence)
    steep = (b - a) / ((1 - q) * (1 - b) + q * b)
    for step in range(101):
        height = Fraction(step, 100)
        width = height - steep * ((1 - q) * (1 - height) + q * height)
        if 0 <= width <= 1 and min(abs(width - a), abs(height - b)) >= Fraction(1, 10) and p != Fraction(1, 2):
            return width, height
    return None


@solves("tile.means-that-rank")
def means_that_rank(given):
    """The share of tn - tp in the denominator must be the same: choose b, solve for a."""
    return _partner(given, given["prevalence"])


@mistakes("tile.means-that-rank", says="equal priors, which these are not")
def parallel(given):
    shift = 0.1 if max(given["a"], given["b"]) < 0.9 else -0.1
    return round(given["a"] + shift, 1), round(given["b"] + shift, 1)


@mistakes("tile.means-that-rank", says="diagonal goes with the diagonal only")
def on_the_diagonal(given):
    x = next(Fraction(k, 20) for k in range(1, 20) if min(abs(k / 20 - given["a"]), abs(k / 20 - given["b"])) > 0.11)
    return x, x


@mistakes("tile.means-that-rank", says="must differ")
def the_same_place(given):
    return given["a"], given["b"]


@mistakes("tile.means-that-rank", says="their even mixture")
def accuracy_and_another(given):
    return Fraction(1 if given["a"] <= 0.5 else 0), Fraction(0 if given["b"] >= 0.5 else 1)
