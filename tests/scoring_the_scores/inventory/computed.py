"""Which option of each item of the inventory is right, by computation."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np

from metricbook import auroc, average_precision, brier_score, confusion_at, tile
from metricbook.confusion import accuracy, balanced_accuracy, precision
from metricbook.exact import ranking

LETTERS = "ABCD"
#: Numbers that are farther apart are different ones.
CLOSE = 1e-9


@dataclass(frozen=True)
class Option:
    """An option, and if it is wrong what may be thought there and where it comes from."""

    text: str
    thinks: str = ""
    source: str = ""


@dataclass(frozen=True)
class Item:
    """A question with four options."""

    id: str
    concept: str
    stem: str
    options: tuple[Option, ...]


@cache
def items() -> dict[str, Item]:
    """The items, by their ids."""
    read = tomllib.loads((Path(__file__).parent / "items.toml").read_text(encoding="utf-8"))["item"]
    return {
        one["id"]: Item(one["id"], one["concept"], one["stem"], tuple(Option(**each) for each in one["option"]))
        for one in read
    }


def key() -> dict[str, str]:
    """The letter of the right option of each item."""
    return {name: find() for name, find in FOUND.items()}


def chosen(name: str, right: str) -> str:
    """The letter of the option with this text."""
    (place,) = (k for k, one in enumerate(items()[name].options) if one.text == right)
    return LETTERS[place]


def of(true: int, false: int) -> Fraction:
    """The share of the true among both."""
    return Fraction(true, true + false)


def auroc_meaning() -> str:
    """By counting: accuracy, precision and recall move with a threshold, the share of pairs in order is AUROC."""
    labels, scores = [1, 1, 0, 1, 0], [5, 4, 3, 2, 1]
    positive, negative = ([s for s, y in zip(scores, labels, strict=True) if y == of] for of in (1, 0))
    pairs = [p > n for p in positive for n in negative]
    assert Fraction(sum(pairs), len(pairs)) == ranking.auroc(labels, scores)
    for metric in (accuracy, precision, lambda tn, fp, fn, tp: tp / (tp + fn)):
        assert len({float(metric(*confusion_at(labels, scores, threshold=t))) for t in (1.5, 2.5, 3.5, 4.5)}) > 1
    return chosen("auroc-meaning", "An ill patient, drawn at random, has a higher score than a healthy one.")


def base_rate() -> str:
    """Of 1,000 people 20 are ill: 16 of them are flagged, and 98 of the others."""
    return chosen("base-rate", f"about {round(100 * of(16, 98))} %")


def precision_elsewhere() -> str:
    """Of 1,000 people 10 are ill; in the study 500 are."""
    assert f"{float(of(400, 50)):.2f}" == "0.89"
    return chosen("precision-elsewhere", f"about {round(100 * of(8, 99))} %")


def pooled() -> str:
    """Two groups of AUROC 3/4, one mostly positive and one mostly negative; either has the higher scores."""
    many, few = ([1, 1, 1, 0, 1], [5, 4, 3, 2, 1]), ([0, 1, 0, 0, 0], [5, 4, 3, 2, 1])
    assert ranking.auroc(*many) == ranking.auroc(*few) == Fraction(3, 4)
    lifts = [ranking.auroc([*many[0], *few[0]], [*(lift + s for s in many[1]), *few[1]]) for lift in (-10, 10)]
    assert lifts[0] < Fraction(3, 4) < lifts[1]
    return chosen("pooled", "It can be lower or higher than 0.75.")


def easy_negatives() -> str:
    """Four metrics before and after."""
    labels, scores = [1, 0, 1, 0, 0], [5, 4, 3, 2, 1]
    more, after = [*labels, *[0] * 1000], [*scores, *[-9] * 1000]
    metrics = {
        "AUROC": auroc,
        "precision": lambda y, s: precision(*confusion_at(y, s, threshold=2.5)),
        "accuracy": lambda y, s: accuracy(*confusion_at(y, s, threshold=2.5)),
        "balanced accuracy": lambda y, s: balanced_accuracy(*confusion_at(y, s, threshold=2.5)),
    }
    return _only(
        "easy-negatives", {name: abs(f(labels, scores) - f(more, after)) < CLOSE for name, f in metrics.items()}
    )


def ap_by_chance() -> str:
    """The positive stands at each rank alike, and its precision there is one over the rank."""
    return chosen("ap-by-chance", f"about {sum(1 / r for r in range(1, 101)) / 100:.2f}")


def order_and_probability() -> str:
    """Four metrics of probabilities and of their doubles."""
    labels, doubled = np.array([1, 1, 0, 1, 0, 0]), np.array([0.9, 0.8, 0.6, 0.5, 0.3, 0.1])
    metrics = {
        "AUROC": auroc,
        "average precision": average_precision,
        "the best F1 over all thresholds": lambda y, s: tile.tile_of_sample(y, s, resolution=3).best[1, 2],
        "the Brier score": brier_score,
    }
    moved = {name: abs(f(labels, doubled) - f(labels, doubled / 2)) > CLOSE for name, f in metrics.items()}
    return _only("order-and-probability", moved)


def price_and_threshold() -> str:
    """The least probability at which a flag costs no more than no flag."""
    grid = [Fraction(k, 1000) for k in range(1001)]
    return chosen("price-and-threshold", f"{float(min(p for p in grid if (1 - p) * 1 <= p * 4)):g}")


def accuracy_of_nothing() -> str:
    """Of 10,000 payments 100 are fraudulent: with the same accuracy recall and precision may be anything."""
    counts = (9900, 0, 100, 0), (9800, 100, 0, 100), (9899, 1, 99, 1)
    assert [round(float(accuracy(*each)), 9) for each in counts] == [0.99] * 3
    assert [tp / (tp + fn) for _, _, fn, tp in counts] == [0, 1, 0.01]
    assert [tp / (tp + fp) for _, fp, _, tp in counts[1:]] == [0.5, 0.5]
    return chosen("accuracy-of-nothing", "It decides rightly as often as a model that never raises an alarm.")


def crossing_curves() -> str:
    """Two curves of one corner each, and of one area: each costs less at some price, and their means differ."""
    early, late = (0.0, 0.5), (0.25, 0.75)  # false and true positive rate of the corner
    assert abs((late[1] - late[0]) - (early[1] - early[0])) < CLOSE  # the area is half of that, and one half
    prices = np.linspace(0, 1, 201)
    losses = [
        np.minimum.reduce([prices * f + (1 - prices) * (1 - t) for f, t in ((0, 0), corner, (1, 1))])
        for corner in (early, late)
    ]
    assert (losses[0] < losses[1] - CLOSE).any()
    assert (losses[1] < losses[0] - CLOSE).any()
    assert abs(losses[0].mean() - losses[1].mean()) > 0.001
    return chosen("crossing-curves", "It depends on the costs and on the share of positives.")


def one_half() -> str:
    """A coin's precision is the share of positives, its F1 follows; its AUROC is one half with half credit for ties."""
    kept = {}
    for share in (0.1, 0.5, 0.9):
        tp, fp, fn = share / 2, (1 - share) / 2, share / 2
        f1 = 2 * tp / (2 * tp + fp + fn)
        values = {"average precision": share, "AUROC": 0.5, "precision": tp / (tp + fp), "F1": f1}
        labels = np.repeat([1, 0], [round(100 * share), round(100 * (1 - share))])
        tossed = np.concatenate([np.tile([0, 1], round(50 * share)), np.tile([0, 1], round(50 * (1 - share)))])
        assert abs(auroc(labels, tossed) - values["AUROC"]) < CLOSE
        assert abs(average_precision(labels, tossed) - values["average precision"]) < CLOSE
        kept = {name: kept.get(name, True) and abs(value - 0.5) < CLOSE for name, value in values.items()}
    return _only("one-half", kept)


def two_intervals() -> str:
    """With the same two intervals the difference may be clear and may not: it depends on the correlation."""
    error = (0.84 - 0.76) / 2 / 1.96
    lows = [0.03 - 1.96 * error * (2 * (1 - correlation)) ** 0.5 for correlation in (0.0, 0.9)]
    assert lows[0] < 0 < lows[1]
    assert lows[0] > 0.03 - 0.08  # the ends subtracted reach farther than independent models do
    return chosen("two-intervals", "Nothing yet: it takes the interval of the difference.")


def chosen_threshold() -> str:
    """All test sets of two cases from a population: the best accuracy found, and that of its threshold."""
    scores, share = (0, 1, 2), (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))  # of positives at each score
    cases = [(s, y, (q if y else 1 - q) / 3) for s, q in zip(scores, share, strict=True) for y in (0, 1)]
    cuts = (0, 1, 2, 3)

    def outside(cut: int) -> Fraction:
        return sum(p for s, y, p in cases if (s >= cut) == y)

    reported = true = Fraction(0)
    for s, y, p in cases:
        for t, z, q in cases:
            found = [Fraction(((s >= cut) == y) + ((t >= cut) == z), 2) for cut in cuts]
            best = max(found)
            at = [cut for cut, value in zip(cuts, found, strict=True) if value == best]
            reported += p * q * best
            true += p * q * sum(map(outside, at)) / len(at)
    assert reported > true
    return chosen("chosen-threshold", "It is higher.")


def all_tied() -> str:
    """By the definition in fractions."""
    return chosen("all-tied", f"{float(ranking.auroc([1, 0, 0, 1, 0], [1] * 5)):g}")


def price_of_f1() -> str:
    """Flag k cases more of which one is positive, and F1 stays: from 40 true positives of 100, with 100 flagged."""
    f1 = Fraction(2 * 40, 100 + 100)
    (alarms,) = (k for k in range(1, 10) if Fraction(2 * 41, 100 + 100 + k + 1) == f1)
    return chosen("price-of-f1", str(alarms))


def _only(name: str, so: dict[str, bool]) -> str:
    """The letter of the only option of which it is so."""
    (right,) = (text for text, value in so.items() if value)
    return chosen(name, right)


FOUND: dict[str, Callable[[], str]] = {
    find.__name__.replace("_", "-"): find
    for find in (
        auroc_meaning, base_rate, precision_elsewhere, pooled, easy_negatives, ap_by_chance, order_and_probability,
        price_and_threshold, accuracy_of_nothing, crossing_curves, one_half, two_intervals, chosen_threshold, all_tied,
        price_of_f1,
    )
}  # fmt: skip
