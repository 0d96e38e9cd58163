"""Section 4: expected minimum loss, H, the area under the cost curve, Figure 4, and measures as model selectors."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, product

import numpy as np
import pandas as pd
import sympy

from metricbook import expected_min_loss, h_measure, ledger
from metricbook.chapters.flach import examples
from metricbook.chapters.flach import samples as small
from metricbook.chapters.flach.h_measure import counted as least
from metricbook.chapters.flach.h_measure.model_choice import (
    LOSSES,
    MEASURES,
    discordant_pairs,
    measures,
    measures_of_all,
    segments,
)
from metricbook.chapters.flach.h_measure.tables import LAWS, area, cost_panels
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.ledger import Claim, Evidence
from metricbook.ledger.evidence import agree
from metricbook.metrics.costs import OVER

ROUNDING = 1e-13  # of a handful of floats between 0 and 1
DRAWN = 1e-4  # of areas under curves drawn through 120 points
HALF = Fraction(1, 2)
SHARES = [Fraction(k, 10) for k in range(1, 10)]
#: Figure 4's panels by the names of their printed losses: condition, and both parameters of the law.
PANELS = {"Uc": ("cost", 1), "Bc": ("cost", 2), "Uz": ("skew", 1), "Bz": ("skew", 2)}


def equation_17() -> Evidence:
    """Eq. 17: the integral of the least counted loss against the Beta density, and what Figure 4 needs it to be."""
    tried = exactly = closed = fixed = 0
    for labels, scores in small.samples(4):
        for a, b in ((1, 1), (2, 2), (2, 3)):
            value = least.integral((labels, scores), over="cost", law=least.density(a, b))
            tried += 1
            exactly += exact_costs.expected_min_loss(labels, scores, over="cost", alpha=a, beta=b) == value
            closed += abs(expected_min_loss(labels, scores, over="cost", alpha=a, beta=b) - value) < ROUNDING
            fixed += least.integral((labels, scores), over="cost", law=least.density(a, b), condition=HALF) == value
    c = sympy.Symbol("c")
    kernel = c * (1 - c)
    beta_density = kernel / sympy.integrate(kernel, (c, 0, 1))
    figure, printed_h = examples.fig1(), ledger.load()["flach.fig4-h"].published
    h = {f"Beta({a}, {a})": exact_costs.h_measure(*figure, alpha=a, beta=a) for a in (1, 2, 3)}
    e = Evidence(note="Every sample of up to four examples with every tie, under Beta(1, 1), Beta(2, 2), Beta(2, 3).")
    e.printed(
        "the integral, piece by piece, is the expected minimum loss",
        agrees=exactly == tried,
        reproduced=small.of(exactly, tried),
    )
    e.printed("the closed form of the package, to rounding", agrees=closed == tried, reproduced=small.of(closed, tried))
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
        agrees=fixed == tried,
        reproduced=small.of(fixed, tried),
    )
    return e


def equation_18() -> Evidence:
    """Eq. 18 on every order of up to eight labels, and from counted losses with several b."""
    tried = inside = zero = one = worst = package = wrong = 0
    for n in range(2, 9):
        for positives in range(1, n):
            table = measures_of_all(positives, n - positives)
            most = 2 * least.half_loss(Fraction(positives, n))
            worst += table["L_B(c)"].max() == most
            for ranking, row in table.iterrows():
                h = 1 - row["L_B(c)"] / most
                tried += 1
                inside += 0 <= h <= 1
                zero += (h == 0) == (row["AUCH"] == HALF)
                one += (h == 1) == (row["AUC"] == 1)
                wrong += (1 - row["L_B(c)"] / (2 * least.half_loss(HALF)) == 0) == (row["AUCH"] == HALF)
                package += abs(h_measure(list(map(int, ranking)), range(n, 0, -1)) - h) < ROUNDING
    classes = sum(n - 1 for n in range(2, 9))
    scale = scale_tried = 0
    for sample in small.samples(4):
        flat = sample[0], (0,) * len(sample[0])
        law = least.density(2, 2)
        values = {
            1 - least.integral(sample, over="cost", law=law, b=b) / least.integral(flat, over="cost", law=law, b=b)
            for b in (HALF, 1, 2)
        }
        scale_tried += 1
        scale += values == {exact_costs.h_measure(*sample)}
    e = Evidence(note="H is 0 for the worst ranking as well as for constant scores, because both have a diagonal hull.")
    e.printed("$0 \\le H \\le 1$", agrees=inside == tried, reproduced=small.of(inside, tried))
    e.printed("$H = 0$ if and only if the hull is the diagonal", agrees=zero == tried, reproduced=small.of(zero, tried))
    e.printed("$H = 1$ if and only if AUC is 1", agrees=one == tried, reproduced=small.of(one, tried))
    e.printed(
        "$L_{Max}$ is the largest loss of all orders of the same classes",
        agrees=worst == classes,
        reproduced=small.of(worst, classes),
    )
    e.printed("$b = 1/2, 1, 2$ give one $H$", agrees=scale == scale_tried, reproduced=small.of(scale, scale_tried))
    e.printed("the package, to rounding", agrees=package == tried, reproduced=small.of(package, tried))
    e.control(
        "$H = 0$ for a diagonal hull, with $L_{Max}$ that of balanced classes",
        agrees=wrong == tried,
        reproduced=small.of(wrong, tried),
    )
    return e


def equation_19() -> Evidence:
    """Eq. 19: the integral of the least counted loss over skews, and the area of the polygon under the cost curve."""
    tried = integral = weighted = by_cost = halves = 0
    for sample in small.samples(4):
        curve = exact_costs.cost_curve(*sample)
        polygon = exact.area(curve)
        tried += 1
        integral += least.integral(sample, over="skew", law=least.density(1, 1)) == polygon
        weighted += least.integral(sample, over="skew", law=least.density(2, 2)) == least.under(curve, (2, 2))
        by_cost += least.integral(sample, over="cost", law=least.density(1, 1)) == polygon
        halves += least.integral(sample, over="skew", law=least.density(2, 2)) == polygon
    e = Evidence(note="Every sample of up to four examples with every tie.")
    e.printed(
        "uniform skews: the integral is the area under the cost curve",
        agrees=integral == tried,
        reproduced=small.of(integral, tried),
    )
    e.printed("Beta(2, 2) skews: both sides of Eq. 19", agrees=weighted == tried, reproduced=small.of(weighted, tried))
    e.control("uniform cost proportions give that area", agrees=by_cost == tried, reproduced=small.of(by_cost, tried))
    e.control("Beta(2, 2) skews give that area", agrees=halves == tried, reproduced=small.of(halves, tried))
    return e


def linear_transform() -> Evidence:
    """H against the areas of all orders of Figure 1's classes: with both changes, with one of them, with neither."""
    table = measures_of_all(8, 4)
    most = 2 * least.half_loss(Fraction(8, 12))
    h = pd.Series({ranking: least.h(map(int, ranking)) for ranking in table.index}, dtype=object)
    slopes = {}
    for positives, negatives in ((8, 4), (4, 4), (2, 4)):
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
    partly = {"L_U(z)": "neither change", "L_U(c)": "cost proportions only", "L_B(z)": "Beta(2, 2) only"}
    for name, what in partly.items():
        pair = discordant_pairs(pd.DataFrame({name: table[name], "H": h}), losses=[name])
        e.control(
            f"{what}: on one line",
            agrees=least.on_one_line(table[name], h),
            reproduced=f"{len(set(zip(table[name], h, strict=True)))} points",
        )
        e.control(
            f"{what}: never another order than $H$",
            agrees=pair.empty,
            reproduced=" and ".join(pair.loc[0, ["a", "b"]]) if len(pair) else "no two ordered differently",
        )
    return e


def balanced_classes() -> Evidence:
    """Lemma 1's consequence on every balanced sample of up to six examples, with every tie."""
    tried = 0
    equal, half_scale = {1: 0, 2: 0}, 0
    others = other_equal = 0
    for sample in small.samples(6):
        balanced = 2 * sum(sample[0]) == len(sample[0])
        if not balanced and len(sample[0]) > 4:
            continue
        cost, skew = (
            {a: exact_costs.expected_min_loss(*sample, over=over, alpha=a, beta=a) for a in (1, 2)} for over in OVER
        )
        if balanced:
            tried += 1
            for a in (1, 2):
                equal[a] += cost[a] == skew[a]
            half_scale += cost[1] / 2 == skew[1]  # costs that add up to 1
        else:
            others += 1
            other_equal += cost == skew
    e = Evidence(note="Every balanced sample of up to six examples, unbalanced ones of up to four, with every tie.")
    e.printed("uniform law", agrees=equal[1] == tried, reproduced=small.of(equal[1], tried))
    e.printed("Beta(2, 2)", agrees=equal[2] == tried, reproduced=small.of(equal[2], tried))
    e.control("with $b = 1$", agrees=half_scale == tried, reproduced=small.of(half_scale, tried))
    e.control("for unbalanced classes", agrees=other_equal == others, reproduced=small.of(other_equal, others))
    return e


def figure_4_values(claim: Claim) -> Evidence:
    """The caption's five numbers against the completed data at b = 2 and halved; then over every order of 12 labels."""
    sample = examples.fig1()
    full = {
        name: exact_costs.expected_min_loss(*sample, over=over, alpha=a, beta=a) for name, (over, a) in PANELS.items()
    }
    h, most = exact_costs.h_measure(*sample), least.half_loss(Fraction(sum(sample[0]), len(sample[0])))
    halved = {name: value / 2 for name, value in full.items()}
    e = Evidence(
        note="Only the cost losses contain $b$ (Eqs. 1 and 3): $b = 1$ halves them, and no choice of $b$ "
        "halves the skew losses."
    )
    for name in PANELS:
        e.printed(
            f"$L_{{{name}}}$, costs adding up to $b = 2$ as in Section 2.1",
            published=claim.published[name],
            reproduced=full[name],
            tolerance=claim.tolerance,
        )
        e.printed(
            f"half of $L_{{{name}}}$",
            published=claim.published[name],
            reproduced=halved[name],
            tolerance=claim.tolerance,
        )
    e.printed("$H$", published=claim.published["H"], reproduced=h, tolerance=claim.tolerance)
    digits = Fraction(str(claim.tolerance))
    high, low = (1 - (Fraction(claim.published["Bc"].text) + d) / most for d in (-digits, digits))
    e.printed(
        "$H$ and $L_{Bc}$ fit each other: $1 - 2L_{Bc}/L_{Max}$ rounds to $H$",
        agrees=agree(claim.published["H"], high, tolerance=claim.tolerance)
        or agree(claim.published["H"], low, tolerance=claim.tolerance),
        reproduced=f"{float(low):.4f} to {float(high):.4f}",
    )
    everything = _orders_that_fit(claim)
    for name, count in everything.items():
        if name in ("Bc", "Uz"):
            e.printed(
                f"$L_{{{name}}}$ and $H$ of some order of 12 labels, halved or not",
                agrees=count > 0,
                reproduced=f"{count} of {2**12 - 2}",
            )
    counted = {
        name: least.integral(_ranks(sample), over=over, law=least.density(a, a)) / 2
        for name, (over, a) in PANELS.items()
    }
    e.repaired(
        "halves of the losses, pieces of the envelope against counted losses",
        agrees=counted == halved,
        reproduced=halved,
    )
    for name in ("Uc", "Bz"):
        e.repaired(
            f"half of $L_{{{name}}}$",
            published=claim.published[name],
            reproduced=halved[name],
            tolerance=claim.tolerance,
        )
    e.repaired(
        "half of $L_{Bc}$ gives the printed $H$",
        published=claim.published["H"],
        reproduced=1 - halved["Bc"] / most,
        tolerance=claim.tolerance,
    )
    e.repaired(
        "half of $L_{Uz}$ is half the area of the polygon of Figure 1 (right)",
        reproduced=halved["Uz"],
        agrees=exact.area(exact_costs.cost_curve(*sample)) / 2 == halved["Uz"],
    )
    return e


def _ranks(sample: examples.Sample) -> small.Sample:
    return tuple(sample[0]), tuple(sample[1])


@cache
def _all_losses() -> list[tuple[dict[str, Fraction], Fraction, int]]:
    """Losses and H of every order of 12 labels, and how many orders share them: those of one hull do."""
    found: dict[tuple, tuple[dict[str, Fraction], Fraction, int]] = {}
    names = {"Uc": "L_U(c)", "Bc": "L_B(c)", "Uz": "L_U(z)", "Bz": "L_B(z)"}
    for ranking in product((0, 1), repeat=12):
        if not 0 < sum(ranking) < 12:
            continue
        hull = tuple(segments(ranking))
        if hull not in found:
            values = measures(ranking)
            found[hull] = ({short: values[name] for short, name in names.items()}, least.h(ranking), 0)
        losses, h, count = found[hull]
        found[hull] = losses, h, count + 1
    return list(found.values())


def _orders_that_fit(claim: Claim) -> dict[str, int]:
    """How many orders of 12 labels have a printed loss, at b = 1 or 2, together with the printed H."""
    fits = dict.fromkeys(PANELS, 0)
    for losses, h, count in _all_losses():
        if not agree(claim.published["H"], h, tolerance=claim.tolerance):
            continue
        for name, value in losses.items():
            fits[name] += count * any(
                agree(claim.published[name], value * scale, tolerance=claim.tolerance) for scale in (1, HALF)
            )
    return fits


def figure_4_h(claim: Claim) -> Evidence:
    """The printed H against the completion that fits Figure 1's AUC and AUCH, and against the other completions."""
    labels, scores = examples.fig1()
    others = [done for done in examples.fig1_completions() if done != labels]
    fitting = sum(
        agree(claim.published, exact_costs.h_measure(done, scores), tolerance=claim.tolerance) for done in others
    )
    seven = examples.FIG1_PRINTED_LABELS, list(range(len(examples.FIG1_PRINTED_LABELS), 0, -1))
    h = exact_costs.h_measure(labels, scores)
    e = Evidence(note=f"The completion is chosen by AUC and AUCH alone. Its $H$ is {h}.")
    e.printed("$H$", published=claim.published, reproduced=h, tolerance=claim.tolerance)
    e.printed(
        "$H$ of the package",
        published=claim.published,
        tolerance=claim.tolerance,
        reproduced=h_measure(labels, [float(s) for s in scores]),
    )
    e.control("another completion of the labels has it", agrees=fitting > 0, reproduced=small.of(fitting, len(others)))
    e.control(
        "the 11 printed labels have it",
        reproduced=exact_costs.h_measure(*seven),
        agrees=agree(claim.published, exact_costs.h_measure(*seven), tolerance=claim.tolerance),
    )
    return e


def figure_4() -> Evidence:
    """Both ways to weigh a panel by Beta(2, 2): which lines they bend, what area they have, where the curves break."""
    sample = examples.fig1()
    labels, scores = sample[0], [float(s) for s in sample[1]]
    panels = cost_panels(labels, scores)
    readings = {"loss over the cumulative law $W(z)$": _stretched, "loss times density over $z$": _multiplied}
    e = Evidence()
    for name, place in readings.items():
        bent = {}
        for over, law in product(OVER, ("uniform", "Beta(2, 2)")):
            lines = exact_costs.cost_lines(*sample, over=over)
            curves = [
                [place(condition, exact_costs.at(line, condition), LAWS[law]) for condition in _GRID] for line in lines
            ]
            bent[f"{over}, {law}"] = small.of(sum(not least.straight(curve) for curve in curves), len(curves))
        wanted = [small.of(13 if law != "uniform" else 0, 13) for law in ("uniform", "Beta(2, 2)")] * 2
        e.reading(f"curved lines: {name}", reproduced=bent, agrees=list(bent.values()) == wanted)
    exactly = {
        f"{over}, {law}": float(exact_costs.expected_min_loss(*sample, over=over, alpha=a, beta=a))
        for over in OVER
        for law, (a, _) in LAWS.items()
    }
    areas = {
        "loss over the cumulative law $W(z)$": {
            f"{over}, {law}": area(panels, over=over, law=law) for over, law in product(OVER, LAWS)
        },
        "loss times density over $z$": {
            f"{over}, {law}": _multiplied_area(panels, over, law) for over, law in product(OVER, LAWS)
        },
    }
    for name, found in areas.items():
        e.reading(
            f"area under the curve: {name}",
            reproduced={k: f"{v:.4f}" for k, v in found.items()},
            agrees=all(abs(found[k] - exactly[k]) < DRAWN for k in exactly),
        )
    curve = exact_costs.cost_curve(*sample)
    same = curve == [(z, min(exact_costs.at(line, z) for line in _counted_lines(sample))) for z, _ in curve]
    corners = {over: ", ".join(str(c) for c, _ in exact_costs.cost_curve(*sample, over=over)[1:-1]) for over in OVER}
    e.note = (
        f"A reading agrees if no line is curved under the uniform law and all 13 are under Beta(2, 2), or if the "
        f"areas are the expected minimum losses. In both, breakpoints are at {corners['cost']} for cost "
        f"proportions and {corners['skew']} for skews, and bottom left is the envelope of the cost lines of "
        f"Figure 1: {'yes' if same else 'no'}. We have the paper's text but not its images."
    )
    return e


def _multiplied_area(panels: pd.DataFrame, over: str, law: str) -> float:
    """Area under the cost curve times the density."""
    curve = panels[(panels["over"] == over) & (panels["law"] == law) & (panels["line"] == "curve")]
    density = 1.0 if law == "uniform" else 6 * curve["condition"] * (1 - curve["condition"])
    return float(np.trapezoid(curve["loss"] * density, curve["condition"]))


_GRID = [Fraction(k, 6) for k in range(7)]


def _stretched(z: Fraction, loss: Fraction, law: tuple[int, int]) -> tuple[Fraction, Fraction]:
    """Beta(1, 1) or Beta(2, 2) distribution function, and loss."""
    return (z if law == (1, 1) else z * z * (3 - 2 * z)), loss


def _multiplied(z: Fraction, loss: Fraction, law: tuple[int, int]) -> tuple[Fraction, Fraction]:
    return z, loss * least.density(*law)(z)


def _counted_lines(sample: examples.Sample) -> list[tuple[Fraction, Fraction]]:
    return [(small.skew_loss(f, Fraction(0)), small.skew_loss(f, Fraction(1))) for f in small.all_rates(_ranks(sample))]


def six_measures(claim: Claim) -> Evidence:
    """Discordant pairs of classifiers for every two of the listed measures, and for the list that must be meant."""
    listed = list(claim.published)
    table = measures_of_all(4, 5)
    table = table[table["AUC"] > HALF]  # better than chance, so that no measure is asked about absurd classifiers
    found = {frozenset(pair) for pair in discordant_pairs(table)[["first", "second"]].itertuples(index=False)}
    pairs = list(combinations(listed, 2))
    apart = sum(frozenset(pair) in found for pair in pairs)
    every = list(combinations(MEASURES, 2))
    together = sum(least.agreed(table, first, second, LOSSES) for first, second in every)
    balanced = discordant_pairs(measures_of_all(5, 5))
    same = {frozenset(pair) for pair in every} - {
        frozenset(pair) for pair in balanced[["first", "second"]].itertuples(index=False)
    }
    e = Evidence(
        note=f"All {len(table)} orders of four positives and five negatives with AUC above 1/2, as fractions. "
        f"With balanced classes these never disagree: "
        f"{'; '.join(' and '.join(sorted(pair)) for pair in sorted(same, key=sorted))}."
    )
    e.printed("the six that are listed are six", agrees=len(set(listed)) == 6, reproduced=small.of(len(set(listed)), 6))
    e.printed(
        "each two of them order some two classifiers differently",
        agrees=apart == len(pairs),
        reproduced=small.of(apart, len(pairs)),
    )
    e.repaired(
        "with $L^o_{U(z)}$ for the second $L^o_{U(c)}$: differently",
        agrees=len(found) == len(every),
        reproduced=small.of(len(found), len(every)),
    )
    e.repaired(
        "and some two others alike: neither rising nor falling in one another",
        agrees=together == len(every),
        reproduced=small.of(together, len(every)),
    )
    e.control(
        "with balanced classes, five and five, too",
        agrees=len(balanced) == len(every),
        reproduced=small.of(len(balanced), len(every)),
    )
    return e


def prior_dependent() -> Evidence:
    """One ROC curve under nine class proportions, for every order of up to four labels and for Figure 1."""
    names = ("AUC", "AUCH", "$L_{U(z)}$", "$L_{B(z)}$", "$L_{U(c)}$", "$H$")
    constant, tried, inner, moved, still = dict.fromkeys(names, 0), 0, 0, 0, []
    for labels, scores in [*small.without_ties(4), examples.fig1()]:
        values = {name: set() for name in names}
        for share in SHARES:
            positives = sum(labels)
            weights = [share / positives if y == 1 else (1 - share) / (len(labels) - positives) for y in labels]
            for name, value in zip(names, _under_weights(labels, scores, weights), strict=True):
                values[name].add(value)
        tried += 1
        for name in names:
            constant[name] += len(values[name]) == 1
        if not values["$H$"] & {0, 1}:
            inner += 1
            moved += len(values["$H$"]) > 1
            if len(values["$H$"]) == 1:
                still.append("".join(map(str, labels)))
    e = Evidence(
        note=f"Class proportions 0.1, 0.2, ..., 0.9 by weights. $H$ of a perfect ranking is 1, and of a "
        f"diagonal hull 0, at each of them. Of the others $H$ stays the same for {' '.join(still)} "
        f"alone, whose hull has one segment that is neither upright nor level, of slope 1."
    )
    e.printed(
        "$H$ of the classifier of Figure 1 takes several values",
        agrees=len(values["$H$"]) > 1,
        reproduced=f"from {float(min(values['$H$'])):.4f} to {float(max(values['$H$'])):.4f}",
    )
    e.printed("so does that of others, where it is not 0 or 1", agrees=moved > 1, reproduced=small.of(moved, inner))
    for name in names[:4]:
        e.printed(f"{name} does not", agrees=constant[name] == tried, reproduced=small.of(constant[name], tried))
    for name in names[4:]:
        e.control(f"{name} does not", agrees=constant[name] == tried, reproduced=small.of(constant[name], tried))
    return e


def _under_weights(labels: list[int], scores: list[Fraction], weights: list[Fraction]) -> list[Fraction]:
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
