"""Section 4: claims about the evaluation of causal discovery, recomputed from scores of the real pairs."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from metricbook.causal.evaluation import evaluate, relabelled_auroc
from metricbook.causal.tuebingen import tuebingen_metadata, tuebingen_scores
from metricbook.chapters.lxcim.causal_discovery.tables import scored_methods
from metricbook.chapters.lxcim.published import decided_pairs, printed_table
from metricbook.exact import ranking as exact
from metricbook.ledger import Claim, Evidence
from metricbook.metrics.selective import ConfidenceSweep, lxcim

_SEED = 20261121
_RELABELLINGS = 2000
_SIMULATED = 100


def label_effect(claim: Claim) -> Evidence:
    """Section 4: how far AUROC moves when the orientation of the pairs is drawn anew."""
    rng = np.random.default_rng(_SEED)
    methods = [name for name in scored_methods(tuebingen_scores()) if name in printed_table().index]
    moves = {name: np.abs(_moves(*decided_pairs(name), _RELABELLINGS, rng)) for name in methods}
    within = {name: float(np.mean(moved < 0.01)) for name, moved in moves.items()}
    typical = {name: share - 4 * np.sqrt(share * (1 - share) / _RELABELLINGS) > 0.5 for name, share in within.items()}
    equal = np.concatenate([_moves(rng.normal(0.4, 1, 108), np.ones(108), 20, rng) for _ in range(_SIMULATED)])
    e = Evidence(
        note=f"{_RELABELLINGS} relabellings for each method on real pairs; {_SIMULATED} simulated samples of 108 "
        f"Gaussian scores, 20 relabellings each; seed {_SEED}. 'Typically in the decimals' is read as: AUROC is less "
        "than one point from LxCIM in more than half of the relabellings, by four standard errors of that share."
    )
    e.printed("pairs in the collection", published=claim.published, reproduced=len(tuebingen_metadata()))
    for name, share in within.items():
        e.printed(
            f"{name}: share of relabellings that move AUROC by less than a point",
            agrees=typical[name],
            reproduced=round(share, 2),
        )
    shares = evaluate(tuebingen_scores(), methods)["weight"]
    mostly = [name for name in methods if shares[name] > 0.5]
    e.repaired(
        "it is so for the methods that decide more than half of the weight",
        agrees=all(typical[name] for name in mostly),
        reproduced=f"{sum(typical[name] for name in mostly)} of {len(mostly)}",
    )
    widest = max(methods, key=lambda name: np.median(moves[name]))
    e.repaired(
        "the typical (median) move is below two points for every method",
        agrees=np.median(moves[widest]) < 0.02,
        reproduced=f"{100 * np.median(moves[widest]):.1f} points at the most ({widest})",
    )
    e.repaired(
        "108 pairs of equal weight, simulated: share of relabellings that move AUROC by less than a point",
        agrees=np.mean(np.abs(equal) < 0.01) > 0.5,
        reproduced=round(np.mean(np.abs(equal) < 0.01), 2),
    )
    tiny = _moves(rng.normal(0.4, 1, 20), np.ones(20), _RELABELLINGS, rng)
    e.control(
        "the same with 20 simulated pairs",
        agrees=np.mean(np.abs(tiny) < 0.01) > 0.5,
        reproduced=round(np.mean(np.abs(tiny) < 0.01), 2),
    )
    return e


def cdci_and_cds(claim: Claim) -> Evidence:
    """Section 4: CDCI beside CDS, from our own scores of both on the real pairs."""
    e = Evidence()
    ours = {}
    table = evaluate(tuebingen_scores(), claim.published)
    for method, row in claim.published.items():
        ours[method] = table.loc[method]
        values = [100 * float(table.loc[method, column]) for column in claim.columns]
        e.printed(f"{method}: {', '.join(claim.columns)} in percent", published=row, reproduced=values)
    rates = (np.arange(1000) + 0.5) / 1000
    below = float(np.mean(_accuracy_at("CDCI", rates) < _accuracy_at("CDS", rates)))
    gap = {column: 100 * (ours["CDCI"][column] - ours["CDS"][column]) for column in claim.columns}
    e.printed(
        "accuracy of CDCI is higher",
        agrees=gap["Accuracy"] > 0,
        reproduced=f"by {gap['Accuracy']:.1f} points",
    )
    e.printed(
        "LxCIM is similar (within 1.5 points)",
        agrees=abs(gap["LxCIM"]) < 1.5,
        reproduced=f"{gap['LxCIM']:+.1f} points",
    )
    e.printed(
        "CDCI's accuracy curve is the lower one at most decision rates",
        agrees=below > 0.5,
        reproduced=f"at {below:.0%}",
    )
    return e


def bi_auroc() -> Evidence:
    """Section 4: Bi-AUROC on all small samples of three classes and of two."""
    scores = [3, 2, 1, -1]
    with_third = equal_with_third = two = equal_on_two = 0
    for classes in product((1, 0, -1), repeat=len(scores)):
        if 1 not in classes or -1 not in classes:
            continue
        value = _bi_auroc(classes, scores)
        usual = [(c, s) for c, s in zip(classes, scores, strict=True) if c]
        plain = exact.auroc([int(c == 1) for c, _ in usual], [s for _, s in usual])
        if 0 in classes:
            with_third += 1
            equal_with_third += value == plain
        else:
            two += 1
            equal_on_two += value == plain
    moved, tried = _exchanges_of_bi_auroc()
    e = Evidence()
    e.printed(
        "a third class changes it: samples where it differs from the AUROC of the two others",
        agrees=equal_with_third < with_third,
        reproduced=f"{with_third - equal_with_third} of {with_third}",
    )
    e.printed(
        "on two classes it is no binary metric: samples where it differs from AUROC",
        agrees=equal_on_two < two,
        reproduced=f"{two - equal_on_two} of {two}",
    )
    e.repaired(
        "on two classes it is AUROC",
        agrees=equal_on_two == two,
        reproduced=f"{equal_on_two} of {two} samples",
    )
    e.repaired(
        "so the exchange of one sample's class can change it",
        agrees=moved > 0,
        reproduced=f"{moved} of {tried} exchanges",
    )
    return e


def balancing_swaps() -> Evidence:
    """Section 4: AUROC over all balanced orientations of the same four pairs."""
    confidence, correct = [4, 3, 2, 1], [1, 0, 1, 0]
    values, invariant = set(), set()
    for positive in combinations(range(4), 2):
        labels = [int(i in positive) for i in range(4)]
        scores = [c if label == right else -c for c, right, label in zip(confidence, correct, labels, strict=True)]
        values.add(exact.auroc(labels, scores))
        invariant.add(exact.lxcim(labels, scores))
    e = Evidence(note="Four pairs of confidence 4, 3, 2, 1; the first and the third are decided correctly.")
    e.printed(
        "AUROC is the same for every balanced orientation",
        agrees=len(values) == 1,
        reproduced=", ".join(str(v) for v in sorted(values)),
    )
    e.control(
        "LxCIM depends on the orientation too",
        agrees=len(invariant) > 1,
        reproduced=f"always {min(invariant)}",
    )
    return e


def accuracy_gap_cause() -> Evidence:
    """Section 4: where the gap between LxCIM and accuracy comes from, and whether AUROC weighs by confidence."""
    gap_is_covariance = cases = 0
    signs = set()
    for n in range(1, 9):
        for correct in product((0, 1), repeat=n):
            scores = [n - i if right else i - n for i, right in enumerate(correct)]
            gap = exact.lxcim([1] * n, scores) - exact.accuracy([1] * n, scores)
            rank = sum(Fraction(n + 1 - 2 * i) * right for i, right in enumerate(correct, start=1)) / n**2
            cases += 1
            gap_is_covariance += gap == rank
            signs.add((gap > 0) - (gap < 0))
    both_signs = {1, -1} <= signs
    labels, scores = [1, 1, 0, 0], [4, 1, -1, -3]
    shifted = [score + 2 for score in scores]
    orders = [sorted(range(4), key=lambda i: -abs(values[i])) for values in (scores, shifted)]
    same_auroc = exact.auroc(labels, scores) == exact.auroc(labels, shifted)
    e = Evidence()
    e.printed(
        "weighing by confidence raises LxCIM above accuracy",
        agrees=not both_signs,
        reproduced=f"signs of the gap over {cases} samples: {', '.join(f'{s:+d}' for s in sorted(signs))}",
    )
    e.printed(
        "AUROC depends on the order of confidence",
        agrees=not (same_auroc and orders[0] != orders[1]),
        reproduced="unchanged by a shift of the scores that reorders the confidences" if same_auroc else "changed",
    )
    e.repaired(
        "$LxCIM - ACC = \\frac{1}{N^2}\\sum_i (N+1-2i) c_i$: positive only if confident decisions are more often right",
        agrees=gap_is_covariance == cases,
        reproduced=f"{gap_is_covariance} of {cases} samples",
    )
    return e


def _moves(scores: NDArray, weights: NDArray, draws: int, rng: np.random.Generator) -> NDArray:
    """AUROC minus LxCIM for random orientations of the pairs."""
    base = lxcim(np.ones(scores.size, dtype=bool), scores, sample_weight=weights)
    return relabelled_auroc(scores, weights, draws=draws, rng=rng) - base


def _accuracy_at(method: str, rates: NDArray) -> NDArray:
    """Accuracy among the most confident share of the weight, by linear G between decisions."""
    scores, weights = decided_pairs(method)
    sweep = ConfidenceSweep(np.ones(scores.size, dtype=bool), scores, sample_weight=weights)
    correct = np.interp(rates * sweep.total, np.append(0, sweep.coverage), np.append(0, sweep.correct))
    return correct / (rates * sweep.total)


def _bi_auroc(classes: list[int] | tuple[int, ...], scores: list[int]) -> Fraction:
    """Mean AUROC of class 1 against the rest by the score, and of class -1 against the rest by its negative."""
    forward = exact.auroc([int(c == 1) for c in classes], scores)
    backward = exact.auroc([int(c == -1) for c in classes], [-s for s in scores])
    return (forward + backward) / 2


def _exchanges_of_bi_auroc() -> tuple[int, int]:
    """How many exchanges of one sample of a two-class sample change Bi-AUROC, and how many there are."""
    scores = [-4, -3, 1, 2]
    moved = tried = 0
    for classes in product((1, -1), repeat=4):
        for which in range(4):
            new_classes = [-c if i == which else c for i, c in enumerate(classes)]
            new_scores = [-s if i == which else s for i, s in enumerate(scores)]
            if len(set(classes)) == len(set(new_classes)) == 2:
                tried += 1
                moved += _bi_auroc(new_classes, new_scores) != _bi_auroc(classes, scores)
    return moved, tried
