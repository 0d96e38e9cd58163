"""Section 4: claims about the evaluation of causal discovery, recomputed from scores of the real pairs."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from claimledger import Claim, Evidence
from metricbook import lxcim
from metricbook.causal import authors_scores, evaluate, relabelled_auroc, tuebingen_metadata
from metricbook.exact import ranking as exact
from scoring_the_scores.lxcim.causal_discovery.scores import accuracy_at, curve_of
from scoring_the_scores.lxcim.published import decided_pairs, printed_table

_SEED = 20261121
_RELABELLINGS = 2000
_SIMULATED = 100


def label_effect(claim: Claim) -> Evidence:
    """Section 4: how far AUROC is from LxCIM in one random orientation of the pairs, and from another orientation's."""
    rng = np.random.default_rng(_SEED)
    names = list(printed_table().index)
    moves = {name: _moves(*decided_pairs(name), _RELABELLINGS, rng) for name in names}
    within = {name: float(np.mean(np.abs(moved) < 0.01)) for name, moved in moves.items()}
    anew = {name: _near(moved, 0.01) for name, moved in moves.items()}
    below = [name for name in names if anew[name] < 0.48]
    seldom = [name for name, share in within.items() if share <= 0.5]
    e = Evidence(
        note=f"{_RELABELLINGS} relabellings for each method; {_SIMULATED} simulated samples of Gaussian scores, 20 "
        f"relabellings each; seed {_SEED}. 'In the decimals' is read as: AUROC is less than one point from LxCIM; "
        f"'typically' as: in more than half of the relabellings. For {', '.join(seldom)} it is so in "
        f"{', '.join(f'{within[name]:.0%}' for name in seldom)} of them, for the others in "
        f"{min(share for share in within.values() if share > 0.5):.0%} to {max(within.values()):.0%}. Two relabellings "
        f"of a method are less than a point from each other in {np.mean(list(anew.values())):.0%} of all couples; for "
        f"{', '.join(f'{name} in {anew[name]:.0%}' for name in below)}, for the others in "
        f"{min(anew[name] for name in set(names) - set(below)):.0%} to {max(anew.values()):.0%}, by one or two points "
        "uncertain."
    )
    e.printed("pairs in the collection", published=claim.published, reproduced=len(tuebingen_metadata()))
    share = float(np.mean(list(within.values())))
    e.printed("relabellings of all methods whose AUROC is less than a point from LxCIM", agrees=share > 0.5,
              reproduced=f"{share:.0%}")  # fmt: skip
    typical = sum(share > 0.5 for share in within.values())
    e.printed("it is so for most methods", agrees=typical > len(names) / 2, reproduced=f"{typical} of {len(names)}")
    for form, n in (("printed", claim.published), ("control", 20)):
        drawn = np.concatenate([_moves(rng.normal(0.4, 1, n), np.ones(n), 20, rng) for _ in range(_SIMULATED)])
        share = float(np.mean(np.abs(drawn) < 0.01))
        e.add(form, f"the same with {n} simulated pairs of equal weight", agrees=share > 0.5, reproduced=f"{share:.0%}")
    e.control("for each method two relabellings are less than a point from each other in more than half of all couples",
              over=anew, holds=lambda name: anew[name] > 0.5)  # fmt: skip
    return e


def _near(values: NDArray, distance: float) -> float:
    """The share of all couples of values that are less than a distance apart."""
    ordered = np.sort(values)
    later = np.searchsorted(ordered, ordered + distance, side="left") - np.arange(1, len(ordered) + 1)
    return float(later.sum() / (len(ordered) * (len(ordered) - 1) / 2))


def cdci_and_cds(claim: Claim) -> Evidence:
    """Section 4: CDCI beside CDS, from the authors' scores of both."""
    table = evaluate(authors_scores(), claim.published)
    gap = 100 * (table.loc["CDCI"] - table.loc["CDS"])
    rates = (np.arange(1000) + 0.5) / 1000
    lower = accuracy_at(curve_of("CDCI"), rates) < accuracy_at(curve_of("CDS"), rates)
    e = Evidence()
    for method, row in claim.published.items():
        values = (100 * table.loc[method, list(claim.columns)]).tolist()
        e.printed(f"{method}: {', '.join(claim.columns)} in percent", published=row, reproduced=values)
    e.printed("CDCI has the higher accuracy", agrees=gap["Accuracy"] > 0, reproduced=f"by {gap['Accuracy']:.1f} points")
    e.printed(
        "LxCIM is similar (within 1.5 points)",
        agrees=abs(gap["LxCIM"]) < 1.5,
        reproduced=f"{gap['LxCIM']:+.1f} points",
    )
    e.printed(
        "CDCI's accuracy curve is the lower one at most decision rates",
        agrees=lower.mean() > 0.5,
        reproduced=f"at {lower.mean():.0%}",
    )
    e.control("it is the lower one at every decision rate", cases=lower.tolist())
    return e


def bi_auroc() -> Evidence:
    """Section 4: Bi-AUROC on all small samples of three classes and of two."""
    scores = [3, 2, 1, -1]
    three: dict[tuple[int, ...], bool] = {}
    two: dict[tuple[int, ...], bool] = {}
    for classes in product((1, 0, -1), repeat=len(scores)):
        if {1, -1} <= set(classes):
            usual = [(c, s) for c, s in zip(classes, scores, strict=True) if c]
            plain = exact.auroc([int(c == 1) for c, _ in usual], [s for _, s in usual])
            (three if 0 in classes else two)[classes] = _bi_auroc(classes, scores) == plain
    e = Evidence()
    e.printed(
        "the samples of a third class count: with them it is not always the AUROC of the two others",
        agrees=not all(three.values()),
        reproduced=f"it is for {sum(three.values())} of {len(three)}",
    )
    e.printed("without a third class it is no new metric: it is AUROC", cases=two.values())
    e.control("with a third class it is AUROC too", over=three, holds=three.__getitem__)
    return e


def balancing_swaps() -> Evidence:
    """Section 4: AUROC over all balanced orientations of four and of six pairs, and with each pair in both."""
    e = Evidence(note="Pairs of different confidence, with every order of right and wrong decisions.")
    values, both = {}, []
    for n in (4, 6):
        confidence = list(range(n, 0, -1))
        for correct in product((0, 1), repeat=n):
            right = list(zip(confidence, correct, strict=True))
            values[correct] = [
                {_oriented(right, positive) for positive in combinations(range(n), k)} for k in (n // 2, 1)
            ]
            doubled = [(c, r) for c, r in right for _ in (0, 1)]
            both.append(
                _oriented(doubled, range(0, 2 * n, 2)) == exact.lxcim([1] * n, [c if r else -c for c, r in right])
            )
    e.printed(
        "AUROC is the same for every orientation with as many positives as negatives",
        over=values,
        holds=lambda correct: len(values[correct][0]) == 1,
    )
    e.repaired("with every pair in both orientations there is one AUROC, and it is LxCIM", cases=both)
    e.control(
        "AUROC is the same for every orientation with one positive",
        over=values,
        holds=lambda correct: len(values[correct][1]) == 1,
    )
    return e


def _oriented(right: list[tuple[int, int]], positive: Iterable[int]) -> Fraction:
    """AUROC of decisions, given as confidence and correctness, if the pairs named are positives."""
    labels = [int(place in set(positive)) for place in range(len(right))]
    return exact.auroc(labels, [c if r == y else -c for (c, r), y in zip(right, labels, strict=True)])


def accuracy_gap_cause() -> Evidence:
    """Section 4: where the gap between LxCIM and accuracy comes from, and what confidence does to AUROC."""
    signs, gap, mean, plain = set(), [], [], []
    for n in range(2, 7):
        for correct in product((0, 1), repeat=n):
            scores = [n - i if right else i - n for i, right in enumerate(correct)]
            lxcim_, share = exact.lxcim([1] * n, scores), exact.accuracy([1] * n, scores)
            covariance = sum((n + 1 - 2 * i) * right for i, right in enumerate(correct, start=1))
            signs.add((lxcim_ > share) - (lxcim_ < share))
            gap.append(lxcim_ - share == Fraction(covariance, n**2))
            right = list(zip(range(n, 0, -1), correct, strict=True))
            oriented = [_oriented(right, which) for k in range(1, n) for which in combinations(range(n), k)]
            mean.append(Fraction(sum(oriented), len(oriented)) == (n * lxcim_ - share) / (n - 1))
            plain.append(Fraction(sum(oriented), len(oriented)) == lxcim_)
    labels, scores = [1, 1, 0, 0], [4, 1, -1, -3]
    shifted = [score + 2 for score in scores]
    orders = [sorted(range(4), key=lambda i: -abs(values[i])) for values in (scores, shifted)]
    e = Evidence(
        note="All orders of right and wrong of two to six decisions. For any number: of two cases in different classes "
        "the more confident one stands where it should exactly if its decision is right, and over all orientations "
        "the couples are split equally often, so the mean AUROC is that of $c$ over the more confident of each couple."
    )
    e.printed(
        "weighing by confidence puts LxCIM above accuracy",
        agrees=-1 not in signs,
        reproduced=f"signs of the gap: {', '.join(f'{s:+d}' for s in sorted(signs))}",
    )
    e.printed(
        "AUROC depends on the order of confidence",
        agrees=orders[0] == orders[1] or exact.auroc(labels, scores) != exact.auroc(labels, shifted),
        reproduced="not changed by a shift of the scores that changes the order",
    )
    e.repaired(r"$LxCIM - ACC = \frac{1}{N^2}\sum_i (N+1-2i) c_i$", cases=gap)
    e.repaired(r"the mean AUROC over all orientations is $(N\,LxCIM - ACC)/(N-1)$", cases=mean)
    e.control("that mean is LxCIM", cases=plain)
    return e


def _moves(scores: NDArray, weights: NDArray, draws: int, rng: np.random.Generator) -> NDArray:
    """AUROC minus LxCIM for random orientations of the pairs."""
    base = lxcim(np.ones(scores.size, dtype=bool), scores, sample_weight=weights)
    return relabelled_auroc(scores, weights, draws=draws, rng=rng) - base


def _bi_auroc(classes: list[int] | tuple[int, ...], scores: list[int]) -> Fraction:
    """Mean AUROC of class 1 against the rest by the score, and of class -1 against the rest by its negative."""
    forward = exact.auroc([int(c == 1) for c in classes], scores)
    backward = exact.auroc([int(c == -1) for c in classes], [-s for s in scores])
    return (forward + backward) / 2
