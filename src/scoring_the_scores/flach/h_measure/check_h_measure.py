"""Section 4: expected minimum loss, H, the area under the cost curve, Figure 4, and measures as model selectors."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import get_args

import pandas as pd
import sympy

import claimledger as ledger
from claimledger import Claim, Details, Evidence, agree
from metricbook import Over, expected_min_loss, h_measure
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.exact.samples import rankings, samples
from scoring_the_scores.flach import counted as least
from scoring_the_scores.flach import examples
from scoring_the_scores.flach import samples as small
from scoring_the_scores.flach.h_measure.model_choice import discordant_pairs
from scoring_the_scores.flach.six_measures import LOSSES, MEASURES, measures, measures_of_all, segments

ROUNDING = 1e-13  # of a handful of floats between 0 and 1
HALF = Fraction(1, 2)
SHARES = [Fraction(k, 10) for k in range(1, 10)]
#: Figure 4's panels by the names of their printed losses: condition, and both parameters of the law.
PANELS = {"Uc": ("cost", 1), "Bc": ("cost", 2), "Uz": ("skew", 1), "Bz": ("skew", 2)}


def equation_17() -> Evidence:
    """Eq. 17: the integral of the least counted loss against the Beta density, and what Figure 4 needs it to be."""
    exactly, closed, fixed, by_segments = ([] for _ in range(4))
    for labels, scores in samples(4):
        for a, b in ((1, 1), (2, 2), (2, 3)):
            value = least.integral((labels, scores), over="cost", law=least.density(a, b))
            exactly.append(exact_costs.expected_min_loss(labels, scores, over="cost", alpha=a, beta=b) == value)
            closed.append(abs(expected_min_loss(labels, scores, over="cost", alpha=a, beta=b) - value) < ROUNDING)
            if (a, b) == (2, 2):
                mixed = [(w, v * (1 - v)) for v, w in exact_costs.hand_weight(labels, scores)]
                by_segments.append(sum(w * p * (1 + p) for w, p in mixed) == value)
            fixed.append(
                least.integral((labels, scores), over="cost", law=least.density(a, b), condition=HALF) == value
            )
    c = sympy.Symbol("c")
    kernel = c * (1 - c)
    beta_density = kernel / sympy.integrate(kernel, (c, 0, 1))
    figure, printed_h = examples.fig1(), ledger.load()["flach.fig4-h"].published
    h = {f"Beta({a}, {a})": exact_costs.h_measure(*figure, alpha=a, beta=a) for a in (1, 2, 3)}
    e = Evidence(note="Every sample of up to four examples with every tie, under Beta(1, 1), Beta(2, 2), Beta(2, 3).")
    e.printed(
        "the integral, piece by piece, is the expected minimum loss",
        cases=exactly,
    )
    e.printed("the closed form of the package, to rounding", cases=closed)
    e.printed(r"Beta(2, 2): $\sum_b w_b\,p_b(1+p_b)$ over the segments of the hull", cases=by_segments)
    e.printed(
        "the Beta(2, 2) density is $6c(1-c)$",
        reproduced=str(beta_density),
        agrees=sympy.expand(beta_density - 6 * c * (1 - c)) == 0,
    )
    e.printed("Beta(2, 2) gives the printed $H$ of Figure 4", published=printed_h, reproduced=h["Beta(2, 2)"])
    for law in ("Beta(1, 1)", "Beta(3, 3)"):
        e.control(f"so does {law}", agrees=agree(printed_h, h[law]), reproduced=h[law])
    e.control(
        "one threshold, the best for $c = 1/2$, gives the same",
        cases=fixed,
    )
    return e


def equation_18() -> Evidence:
    """Eq. 18 on every order of up to eight labels, and from counted losses with several b."""
    inside, zero, one, worst, package = ([] for _ in range(5))
    wrong, chance = ({} for _ in range(2))
    for n in range(2, 9):
        for positives in range(1, n):
            table = measures_of_all(positives, n - positives)
            most = 2 * least.half_loss(Fraction(positives, n))
            worst.append(table["L_B(c)"].max() == most)
            for ranking, row in table.iterrows():
                h = 1 - row["L_B(c)"] / most
                inside.append(0 <= h <= 1)
                zero.append((h == 0) == (row["AUCH"] == HALF))
                chance[ranking] = (h == 0) == (row["AUC"] == HALF)
                one.append((h == 1) == (row["AUC"] == 1))
                wrong[ranking] = (row["L_B(c)"] == 2 * least.half_loss(HALF)) == (row["AUCH"] == HALF)
                package.append((h_measure(list(map(int, ranking)), range(n, 0, -1)), h))
    scale = []
    for sample in samples(4):
        flat = sample[0], (0,) * len(sample[0])
        law = least.density(2, 2)
        values = {
            1 - least.integral(sample, over="cost", law=law, b=b) / least.integral(flat, over="cost", law=law, b=b)
            for b in (HALF, 1, 2)
        }
        scale.append(values == {exact_costs.h_measure(*sample)})
    constant = exact_costs.h_measure([0, 1], [0, 0]), exact.auroc([0, 1], [0, 0])
    e = Evidence(note="H is 0 for the worst ranking as well as for constant scores, because both have a diagonal hull.")
    e.printed("$0 \\le H \\le 1$", cases=inside)
    e.printed("$H = 0$ if and only if the hull is the diagonal", cases=zero)
    e.printed("$H = 1$ if and only if AUC is 1", cases=one)
    e.printed(
        "$L_{Max}$ is the largest loss of all orders of the same classes",
        cases=worst,
    )
    e.printed("$b = 1/2, 1, 2$ give one $H$", cases=scale)
    e.printed("the package", pairs=package, within=ROUNDING)
    e.printed(
        "beyond the claim: constant scores have $H = 0$ and AUC 1/2",
        agrees=constant == (Fraction(0), HALF),
        reproduced=list(constant),
    )
    e.control("$H = 0$ if and only if AUC is 1/2", over=chance, holds=chance.__getitem__)
    e.control(
        "$H = 0$ for a diagonal hull, with $L_{Max}$ that of balanced classes",
        over=wrong,
        holds=wrong.__getitem__,
    )
    return e


def equation_19() -> Evidence:
    """Eq. 19: the integral of the least counted loss over skews, and the area of the polygon under the cost curve."""
    integral, weighted = ([] for _ in range(2))
    by_cost, halves = ({} for _ in range(2))
    for sample in samples(4):
        curve = exact_costs.cost_curve(*sample)
        polygon = exact.area(curve)
        integral.append(least.integral(sample, over="skew", law=least.density(1, 1)) == polygon)
        weighted.append(least.integral(sample, over="skew", law=least.density(2, 2)) == least.under(curve, (2, 2)))
        by_cost[sample] = least.integral(sample, over="cost", law=least.density(1, 1)) == polygon
        halves[sample] = least.integral(sample, over="skew", law=least.density(2, 2)) == polygon
    e = Evidence(note="Every sample of up to four examples with every tie.")
    e.printed(
        "uniform skews: the integral is the area under the cost curve",
        cases=integral,
    )
    e.printed("Beta(2, 2) skews: both sides of Eq. 19", cases=weighted)
    e.control("uniform cost proportions give that area", over=by_cost, holds=by_cost.__getitem__)
    e.control("Beta(2, 2) skews give that area", over=halves, holds=halves.__getitem__)
    return e


def linear_transform() -> Evidence:
    """H against the areas of all orders of Figure 1's classes: with both changes, and with one of them undone."""
    table, h = _areas_and_h(8, 4)
    most = 2 * least.half_loss(Fraction(8, 12))
    slopes = {}
    for positives, negatives in ((8, 4), (4, 4), (10, 2)):
        best, worst = (1,) * positives + (0,) * negatives, (0,) * negatives + (1,) * positives
        run = measures(best)["L_B(c)"] - measures(worst)["L_B(c)"]
        slopes[f"{positives}:{negatives}"] = (least.h(best) - least.h(worst)) / run
    e = Evidence(
        note=f"All {len(table)} orders of eight positives and four negatives. The slope depends on the class "
        f"proportions ({', '.join(f'{s} for {k}' for k, s in slopes.items())} positives to negatives): "
        f"one line for each data set, not one for all."
    )
    e.printed(
        "both changes: $H$ and the area on one line",
        agrees=least.on_one_line(table["L_B(c)"], h),
        reproduced=f"slope {slopes['8:4']}",
    )
    e.printed("its slope is $-1/L_{Max}$", agrees=slopes["8:4"] == -1 / most, reproduced=-1 / most)
    for name, what in {"L_U(c)": "cost proportions only", "L_B(z)": "Beta(2, 2) only"}.items():
        e.control(f"{what}: one $H$ for one area", **_one_h(table[name], h))
        e.control(f"{what}: never another order than $H$", **_ordered_alike(table[name], h))
    even, even_h = _areas_and_h(4, 4)
    e.printed(
        "beyond the claim: four and four examples, Beta(2, 2) over skews: on one line too",
        agrees=least.on_one_line(even["L_B(z)"], even_h),
        reproduced=f"{len(set(even_h))} values of H",
    )
    e.control("one slope for all class proportions", agrees=len(set(slopes.values())) == 1, reproduced=slopes["4:4"])
    return e


def cost_area() -> Evidence:
    """H against the area under the cost curve itself, for unbalanced and for balanced classes."""
    few = [_areas_and_h(positives, n - positives) for n in range(2, 9) for positives in range(1, n)]
    e = Evidence(note="All orders of eight positives and four negatives, of five and five, and of up to eight labels.")
    e.printed(
        "one $H$ for one area under the cost curve and the same classes: up to eight labels",
        over=[pair for table, h in few for pair in _one_h(table["L_U(z)"], h)["over"]],
        holds=lambda pair: least.h(map(int, pair[0])) == least.h(map(int, pair[1])),
    )
    for positives, negatives in ((8, 4), (5, 5)):
        table, h = _areas_and_h(positives, negatives)
        name = f"{positives} positives, {negatives} negatives"
        e.printed(f"one $H$ for one area under the cost curve: {name}", **_one_h(table["L_U(z)"], h))
        e.printed(f"$H$ orders classifiers as that area does: {name}", **_ordered_alike(table["L_U(z)"], h))
        e.repaired(
            f"$H$ is linear in the area over cost proportions under Beta(2, 2): {name}",
            agrees=least.on_one_line(table["L_B(c)"], h),
            reproduced=f"{len(set(h))} values of H",
        )
        e.control(
            f"linear in the area over cost proportions under the uniform law: {name}",
            agrees=least.on_one_line(table["L_U(c)"], h),
            reproduced=f"{len(set(zip(table['L_U(c)'], h, strict=True)))} points",
        )
    return e


def _areas_and_h(positives: int, negatives: int) -> tuple[pd.DataFrame, pd.Series]:
    table = measures_of_all(positives, negatives)
    return table, pd.Series({ranking: least.h(map(int, ranking)) for ranking in table.index}, dtype=object)


def _one_h(areas: pd.Series, h: pd.Series) -> Details:
    """Over each area that several classifiers share: whether they share H, those with the least and the most."""
    ends = [(min(part.index, key=h.get), max(part.index, key=h.get)) for _, part in h.groupby(areas) if len(part) > 1]
    return {"over": ends, "holds": lambda pair: h[pair[0]] == h[pair[1]]}


def _ordered_alike(areas: pd.Series, h: pd.Series) -> dict:
    """Whether no two classifiers are ordered one way by the area, less being better, and the other way by H."""
    pair = discordant_pairs(pd.DataFrame({"area": areas, "H": h}), losses=["area"])
    pair_text = " and ".join(pair.loc[0, ["a", "b"]]) if len(pair) else "no two ordered differently"
    return {"agrees": pair.empty, "reproduced": pair_text}


def balanced_classes() -> Evidence:
    """Lemma 1's consequence on every balanced sample of up to six examples, with every tie."""
    equal: dict[int, list[bool]] = {1: [], 2: []}
    half_scale, others = {}, {}
    for labels, scores in samples(6):
        balanced = 2 * sum(labels) == len(labels)
        if not balanced and len(labels) > 4:
            continue
        cost, skew = (
            {a: exact_costs.expected_min_loss(labels, scores, over=over, alpha=a, beta=a) for a in (1, 2)}
            for over in get_args(Over)
        )
        if balanced:
            for a in (1, 2):
                equal[a].append(cost[a] == skew[a])
            half_scale[labels, scores] = cost[1] / 2 == skew[1]  # costs that add up to 1
        else:
            others[labels, scores] = cost == skew
    e = Evidence(note="Every balanced sample of up to six examples, unbalanced ones of up to four, with every tie.")
    e.printed("uniform law", cases=equal[1])
    e.printed("Beta(2, 2)", cases=equal[2])
    e.control("with $b = 1$", over=half_scale, holds=half_scale.__getitem__)
    e.control("for unbalanced classes", over=others, holds=others.__getitem__)
    return e


def six_measures(claim: Claim) -> Evidence:
    """Discordant pairs of classifiers for every two of the listed measures, and for the list that must be meant."""
    listed = list(claim.published)
    table = measures_of_all(4, 5)
    table = table[table["AUC"] > HALF]  # better than chance, so that no measure is asked about absurd classifiers
    discordant = {frozenset(pair) for pair in discordant_pairs(table)[["first", "second"]].itertuples(index=False)}
    pairs = list(combinations(listed, 2))
    every = list(combinations(MEASURES, 2))
    balanced = discordant_pairs(measures_of_all(5, 5))
    same = {frozenset(pair) for pair in every} - {
        frozenset(pair) for pair in balanced[["first", "second"]].itertuples(index=False)
    }
    e = Evidence(
        note=f"All {len(table)} orders of four positives and five negatives with AUC above 1/2, as fractions. "
        f"With balanced classes these never disagree: "
        f"{'; '.join(' and '.join(sorted(pair)) for pair in sorted(same, key=sorted))}."
    )
    e.printed("the six that are listed are six", over=listed, holds=lambda name: listed.count(name) == 1)
    e.printed(
        "each two of them order some two classifiers differently",
        over=pairs,
        holds=lambda pair: frozenset(pair) in discordant,
    )
    e.repaired(
        "with $L^o_{U(z)}$ for the second $L^o_{U(c)}$: differently",
        cases=(frozenset(pair) in discordant for pair in every),
    )
    e.repaired(
        "and some two others alike: neither rising nor falling in one another",
        cases=(least.agreed(table, first, second, LOSSES) for first, second in every),
    )
    e.control(
        "with balanced classes, five and five, too",
        over=every,
        holds=lambda pair: frozenset(pair) not in same,
    )
    return e


def prior_dependent() -> Evidence:
    """One ROC curve under nine class proportions, for every order of up to four labels and for Figure 1."""
    names = ("AUC", "AUCH", "$L_{U(z)}$", "$L_{B(z)}$", "$L_{U(c)}$", "$H$")
    constant: dict[str, dict[tuple[int, ...], bool]] = {name: {} for name in names}
    cases: list[small.Ranked] = [*samples(4, ties=False), examples.fig1()]
    for labels, scores in cases:
        values: dict[str, set[Fraction]] = {name: set() for name in names}
        for share in SHARES:
            positives = sum(labels)
            weights = [share / positives if y == 1 else (1 - share) / (len(labels) - positives) for y in labels]
            for name, value in zip(names, _under_weights(labels, scores, weights), strict=True):
                values[name].add(value)
        for name in names:
            constant[name][tuple(labels)] = len(values[name]) == 1
    stays = {
        ranking: len({_h_at(ranking, share) for share in SHARES}) == 1 for n in range(2, 9) for ranking in rankings(n)
    }
    e = Evidence(
        note=f"Class proportions 0.1, 0.2, ..., 0.9 by weights. $H$ stays for {sum(stays.values())} of the "
        f"{len(stays)} orders of up to eight labels."
    )
    e.printed(
        "$H$ of the classifier of Figure 1 takes several values",
        agrees=len(values["$H$"]) > 1,
        reproduced=f"from {float(min(values['$H$'])):.4f} to {float(max(values['$H$'])):.4f}",
    )
    for name in names[:4]:
        e.printed(f"{name} does not", cases=constant[name].values())
    e.printed(
        "$H$ of others stays exactly if the hull has no sloped segment or one only, of slope 1, up to eight labels",
        cases=(stay == _even(ranking) for ranking, stay in stays.items()),
    )
    for name in names[4:]:
        e.control(f"{name} does not", over=constant[name], holds=constant[name].__getitem__)
    return e


def _h_at(ranking: tuple[int, ...], share: Fraction) -> Fraction:
    """H of a ROC curve, given by a ranking, at a share of positives."""
    loss, positives = Fraction(0), sum(ranking)
    for up, right in segments(ranking):
        rise, run = share * Fraction(up, positives), (1 - share) * Fraction(right, len(ranking) - positives)
        loss += 2 * (rise + run) * least.half_loss(rise / (rise + run))
    return 1 - loss / (2 * least.half_loss(share))


def _even(ranking: tuple[int, ...]) -> bool:
    """Whether the hull has no segment that is neither upright nor level, or one, as high as it is wide."""
    positives, negatives = sum(ranking), len(ranking) - sum(ranking)
    sloped = [(up, right) for up, right in segments(ranking) if up and right]
    return not sloped or (len(sloped) == 1 and sloped[0][0] * negatives == sloped[0][1] * positives)


def _under_weights(
    labels: Sequence[int], scores: Sequence[exact.Number], weights: Sequence[Fraction]
) -> list[Fraction]:
    losses = [
        exact_costs.expected_min_loss(labels, scores, weights, over=over, alpha=a, beta=a)
        for over, a in (("skew", 1), ("skew", 2), ("cost", 1))
    ]
    return [
        exact.auroc(labels, scores, weights),
        exact.auch(labels, scores, weights),
        *losses,
        exact_costs.h_measure(labels, scores, weights),
    ]
