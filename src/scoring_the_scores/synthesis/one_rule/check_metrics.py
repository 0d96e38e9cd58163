"""The prices of metrics with a place and without: the general formula, a sample's bracket, and none at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

import sympy

from claimledger import Evidence
from metricbook.exact.samples import Labels, Matrix, rankings
from scoring_the_scores.synthesis.one_rule import counted, normal_scores
from scoring_the_scores.synthesis.one_rule.prices import PRICED, in_symbols, price_from_slopes

LARGEST = 6
AUROCS = (0.7, 0.8, 0.95)
PREVALENCES = (0.05, 0.3, 0.6)
#: How far a price may be from the chance at a threshold that is found by search.
NEAR = 1e-5


def price_of_each() -> Evidence:
    """The table of prices, from the slopes of each metric in symbols, and at the best thresholds of normal scores."""
    u, v, p = sympy.symbols("u v p", positive=True)
    exact = {metric: price_from_slopes(priced.squared) for metric, priced in PRICED.items()}
    e = Evidence(
        note=f"Slopes in symbols for {len(PRICED)} metrics, fp and tp being u and v of all cases. Normal scores of "
        f"AUROC {AUROCS} at prevalences {PREVALENCES}: the best threshold by search, to within {NEAR:g}."
    )
    e.printed(
        "the slopes give the price of the table",
        cases=(sympy.cancel(computed - in_symbols(PRICED[metric].price)) == 0 for metric, computed in exact.items()),
    )
    computed = normal_scores.prices(PRICED, AUROCS, PREVALENCES).set_index(["metric", "prevalence", "auroc"])
    e.printed("which is the chance at the best threshold", cases=abs(computed["price"] - computed["chance"]) < NEAR)
    e.printed(
        "the same for all points of ROC space only for accuracy and Youden's index",
        published=["accuracy", "balanced accuracy, Youden"],
        reproduced=[metric for metric, price in exact.items() if not price.free_symbols & {u, v}],
    )
    balanced = [
        metric for metric, price in exact.items() if not sympy.cancel(price.subs(p, sympy.Rational(1, 2))).free_symbols
    ]
    e.printed("and for kappa if classes are equal", published=True, reproduced="kappa" in balanced)
    half = abs(computed["value"] / 2 - computed["chance"]) < NEAR
    e.control("half the value for all of them", over=half.index, holds=half.__getitem__)
    e.control(
        "for MCC half the precision",
        agrees=sympy.cancel(exact["MCC"] - exact["Fowlkes–Mallows"]) == 0,
        reproduced=str(exact["Fowlkes–Mallows"]),
    )
    return e


def best_mcc_between_shares() -> Evidence:
    """On a sample the price at the best MCC lies between the hull's shares beside it; so for Fowlkes and Mallows."""
    inside: dict[str, list[bool]] = {"MCC": [], "Fowlkes–Mallows": []}
    split: list[bool] = []
    other, enough, stumps = {}, {}, {}
    for labels, scores, matrices in counted.all_thresholds(LARGEST):
        for metric, cases in inside.items():
            for at in _best(metric, matrices):
                low, high = counted.prices(matrices, at)
                cases.append(low <= _price(metric, matrices[at]) <= high)
                if metric == "MCC":
                    other[labels, scores, at] = low <= _price("Fowlkes–Mallows", matrices[at]) <= high
        best = _best("MCC", matrices)
        for at in filter(lambda at: _ahead(matrices[at]), range(len(matrices))):
            low, high = counted.prices(matrices, at)
            enough[labels, scores, at] = (low <= _price("MCC", matrices[at]) <= high) == (at in best)
        if best:
            split.append(_by_gini(filter(_ahead, matrices)) == {matrices[at] for at in best})
            stumps[labels, scores] = not _by_gini(_cuts(matrices)).isdisjoint(matrices[at] for at in best)
    e = Evidence(
        note=f"All samples of up to {LARGEST} cases with ties; for MCC, thresholds whose precision is above the "
        "prevalence; exact."
    )
    e.printed("at the price of the best MCC no threshold costs less", cases=inside["MCC"])
    e.printed("nor at that of the best Fowlkes–Mallows index", cases=inside["Fowlkes–Mallows"])
    e.printed(
        "of the thresholds better than chance the best MCC is the split with the least Gini impurity", cases=split
    )
    cut, value = _stump_of(STUMPED)
    e.printed("the stump of 0, 0, 1, 0 flags as many as the text says", published=2, reproduced=cut)
    e.printed("its MCC, and the best", published=[-0.577, 0.333], reproduced=value)
    e.control("a split with the least Gini impurity of all has the best MCC", over=stumps, holds=stumps.__getitem__)
    e.control("for MCC at half the precision", over=other, holds=other.__getitem__)
    e.control("a threshold that costs least at its own price has the best MCC", over=enough, holds=enough.__getitem__)
    return e


def no_price_at_all() -> Evidence:
    """The best geometric mean of TPR and TNR of a sample may cost least at no price whatever."""
    counts: dict[int, int] = {}
    some: dict[int, int] = {}
    priced: dict[str, dict[Labels, bool]] = {"G-mean": {}, "MCC": {}, "F1": {}}
    for n in range(2, 10):
        for labels in rankings(n):
            matrices = counted.thresholds(labels, tuple(range(n, 0, -1)))
            for metric, cases in priced.items():
                if best := _best(metric, matrices):
                    bought = [low <= high for low, high in (counted.prices(matrices, at) for at in best)]
                    cases[labels] = any(bought)
                    if metric == "G-mean" and n <= 7 and not all(bought):
                        some[n] = some.get(n, 0) + 1
            if not priced["G-mean"].get(labels, True):
                counts[n] = counts.get(n, 0) + 1
    e = Evidence(note="All rankings of two to nine cases without ties; best thresholds better than chance; exact.")
    e.printed("every best one without a price, by number of cases", published={8: 4, 9: 10}, reproduced=counts)
    e.printed("one of the best without a price, up to seven cases", published={7: 2}, reproduced=some)
    e.printed("that of the text has none, and costs more than another threshold at 61 prices", cases=_example())
    e.control("every best geometric mean has a price", over=priced["G-mean"], holds=priced["G-mean"].__getitem__)
    for metric in ("MCC", "F1"):
        e.printed(f"every best {metric} has one", over=priced[metric], holds=priced[metric].__getitem__)
    return e


#: A ranking better than chance whose best geometric mean has no price.
EXAMPLE: Labels = (1, 0, 0, 1, 0, 1, 0, 1, 0, 0)


def _example() -> Iterator[bool]:
    matrices = counted.thresholds(EXAMPLE, tuple(range(len(EXAMPLE), 0, -1)))
    (at,) = _best("G-mean", matrices)
    low, high = counted.prices(matrices, at)
    yield low > high
    yield all(
        counted.loss(matrices[at], Fraction(step, 60)) > counted.least_loss(matrices, Fraction(step, 60))
        for step in range(61)
    )


def _best(metric: str, matrices: Sequence[Matrix]) -> list[int]:
    """The best thresholds, where the metric is defined; for what is a square only those better than chance."""
    values = {
        at: _value(metric, matrix)
        for at, matrix in enumerate(matrices)
        if (_ahead(matrix) if metric in ("MCC", "G-mean") else matrix[1] + matrix[3] > 0)
    }
    return [at for at, value in values.items() if value == max(values.values())]


def _ahead(matrix: Matrix) -> bool:
    """Better than chance: the precision is above the prevalence."""
    tn, fp, fn, tp = matrix
    return tp * tn > fp * fn


def _value(metric: str, matrix: Matrix) -> Fraction:
    return PRICED[metric].squared(*map(Fraction, matrix))


def _price(metric: str, matrix: Matrix) -> Fraction:
    return Fraction(PRICED[metric].price(*map(Fraction, matrix)))


def _by_gini(matrices: Iterable[Matrix]) -> set[Matrix]:
    """Those after which two cases drawn from one side differ in class least often."""
    impurities = {}
    for matrix in matrices:
        tn, fp, fn, tp = map(Fraction, matrix)
        impurities[matrix] = fp * tp / (fp + tp) + tn * fn / (tn + fn)
    return {matrix for matrix, impurity in impurities.items() if impurity == min(impurities.values())}


def _cuts(matrices: Sequence[Matrix]) -> Sequence[Matrix]:
    """Thresholds with cases on both sides."""
    return matrices[1:-1]


#: From the highest score down, labels of which the split with the least Gini impurity is worse than chance.
STUMPED: Labels = (0, 0, 1, 0)


def _stump_of(labels: Labels) -> tuple[int, list[float]]:
    """How many cases the split with the least Gini impurity flags; its MCC, and the best."""
    cuts = _cuts(counted.thresholds(labels, tuple(range(len(labels), 0, -1))))
    (split,) = _by_gini(cuts)
    values = [(1 if _ahead(cut) else -1) * float(_value("MCC", cut)) ** 0.5 for cut in cuts]
    return split[1] + split[3], [round(values[cuts.index(split)], 3), round(max(values), 3)]
