"""Checks of the three wishes: any two can be had, all three cannot, and every wish is needed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from claimledger import Evidence
from scoring_the_scores.synthesis.axioms.classifiers import (
    Classifier,
    all_calibrated,
    calibrated,
    classifiers,
    pairs,
    toss,
    written,
)
from scoring_the_scores.synthesis.axioms.equations import Equation, minus, rank
from scoring_the_scores.synthesis.axioms.metrics import METRICS
from scoring_the_scores.synthesis.axioms.tables import DROPPED
from scoring_the_scores.synthesis.axioms.wishes import counterexample, granted, one_hull

HALF = Fraction(1, 2)
#: What is left of a mean over pairs that reads the order: its values for a pair won, tied and lost.
KINDS = ("win", "tie", "loss")


def _form(classifier: Classifier) -> Equation:
    """The shares of the pairs of a positive and a negative that are won, tied and lost."""
    counts = dict.fromkeys(KINDS, 0)
    for (above, _, p), (below, n, _) in product(classifier, repeat=2):
        counts[KINDS[(above <= below) + (above < below)]] += p * n
    total = sum(counts.values())
    return {kind: Fraction(count, total) for kind, count in counts.items()}


def _on_tosses() -> Iterator[Equation]:
    """That a toss has the mean of two values, for all pairs of calibrated classifiers of up to five cases."""
    for n in range(2, 6):
        for first, second in pairs(n):
            halves: Equation = {kind: (_form(first)[kind] + _form(second)[kind]) / 2 for kind in KINDS}
            yield minus(_form(toss(first, second)), halves)


def _on_hulls() -> Iterator[Equation]:
    """That calibration changes nothing, for all classifiers of up to four cases."""
    for n in range(2, 5):
        for classifier in classifiers(n):
            yield minus(_form(classifier), _form(calibrated(classifier)))


def wishes() -> Evidence:
    """Means over pairs with the wishes as equations, and metrics that grant any two."""
    e = Evidence(note="Means over pairs have three numbers free: classifiers of up to five cases as equations.")
    equal: Equation = {"win": Fraction(1), "tie": Fraction(1), "loss": Fraction(1)}
    for name, rows in (("tosses", list(_on_tosses())), ("hulls", list(_on_hulls()))):
        e.printed(f"numbers that {name} leave free: a constant", published=1, reproduced=3 - rank(rows))
        e.printed(f"constants are left by {name}", cases=(sum(row.values()) == 0 for row in rows))
    e.printed(
        "they are shares of the pairs",
        cases=(
            sum(_form(c).values()) == 1 and sum(_form(c)[k] * equal[k] for k in KINDS) == 1 for c in all_calibrated(4)
        ),
    )
    e.printed(
        "AUROC is wins and half of the ties",
        over=[c for n in range(2, 6) for c in classifiers(n)],
        holds=lambda c: _form(c)["win"] + HALF * _form(c)["tie"] == METRICS["AUROC"](c),
    )
    for metric, lacks in (("AUROC", "tosses"), ("1 − Brier score", "order"), ("H", "cases")):
        for wish in ("order", "cases", "tosses"):
            parts = ("negatives", "positives") if wish == "cases" else (wish,)
            add = e.control if wish == lacks else e.printed
            add(f"{metric} grants {wish}", cases=(granted(metric, part) for part in parts))
    e.printed(
        "two rankings without ties of one hull and other pairs won, of four cases", published=1, reproduced=_found(4)
    )
    e.printed("of two or three", published=0, reproduced=_found(2) + _found(3))
    for metric, one, other in (
        ("recall without false alarms", "positives", "negatives"),
        ("specificity without misses", "negatives", "positives"),
    ):
        e.printed(f"{metric} reads the hull", cases=[granted(metric, "hull")])
        e.printed(f"{metric} grants {one} and tosses", cases=[granted(metric, one), granted(metric, "tosses")])
        e.control(f"{metric} grants {other}", cases=[granted(metric, other)])
    return e


def _found(n: int) -> int:
    return len(list(one_hull(n)))


def dropped() -> Evidence:
    """For each wish of a theorem a metric that grants all others, and the smallest classifiers that break it."""
    e = Evidence(note="Smallest by the number of cases of one classifier, among all of up to five cases.")
    for row in DROPPED:
        trial = counterexample(row.metric, row.wish)
        found = (" and ".join(map(written, trial.classifiers)), trial.value, trial.wished) if trial else None
        said = f"{found[0]}: {found[1]}, wished {found[2]}" if found else "none"
        e.printed(f"{row.metric} without {row.wish}", agrees=found == row.found, reproduced=said)
        for wish in row.kept:
            e.printed(f"{row.metric} grants {wish}", cases=[granted(row.metric, wish)])
        e.control(f"{row.metric} grants {row.wish}", cases=[granted(row.metric, row.wish)])
    return e
