"""Figures 1 and 4: twelve scores, eleven classes, and the seven numbers in the captions."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import get_args

from claimledger import Claim, Evidence, agree
from metricbook import Over, h_measure
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from scoring_the_scores.flach import counted as least
from scoring_the_scores.flach import examples
from scoring_the_scores.flach import samples as small
from scoring_the_scores.flach.completions import LOSSES
from scoring_the_scores.flach.missing_label.tables import LAWS, area, cost_panels
from scoring_the_scores.flach.six_measures import measures, segments

HALF = Fraction(1, 2)
DRAWN = 1e-4  # of areas under curves drawn through 120 points
_GRID = [Fraction(k, 6) for k in range(7)]


def figure_1_data(claim: Claim) -> Evidence:
    """Caption of Figure 1: the counts of scores and classes, and AUC and AUCH of every way to make them match."""
    printed, scores, labels = claim.published, examples.FIG1_SCORES, examples.FIG1_PRINTED_LABELS
    dropped = [scores[:i] + scores[i + 1 :] for i in range(len(scores))]
    shorter = {(exact.auroc(labels, rest), exact.auch(labels, rest)) for rest in dropped}
    ((auc, auch_of_11),) = shorter  # which of the scores is left out makes no difference to a ranking without ties
    completed = examples.fig1_completions()
    values = [(exact.auroc(labels, scores), exact.auch(labels, scores)) for labels in completed]
    fitting = [
        i
        for i, value in enumerate(values)
        if all(
            agree(printed[name], area, tolerance=claim.tolerance)
            for name, area in zip(("auc", "auch"), value, strict=True)
        )
    ]
    e = Evidence(
        note=f"{len(completed)} different lists of {len(scores)} classes become the printed one when one class is "
        f"deleted. The one that fits: {', '.join(str(y) for i in fitting for y in completed[i])}. The scores go from "
        f"{float(max(scores))} down to {float(min(scores))}."
    )
    e.printed("scores listed", published=printed["n_scores"], reproduced=len(scores))
    e.printed("classes listed", published=printed["n_classes"], reproduced=len(labels))
    e.printed(
        "a class for every score", agrees=len(labels) == len(scores), reproduced=f"{len(labels)} for {len(scores)}"
    )
    e.printed("AUC, one score dropped", published=printed["auc"], reproduced=auc, tolerance=claim.tolerance)
    e.printed("AUCH, one score dropped", published=printed["auch"], reproduced=auch_of_11, tolerance=claim.tolerance)
    e.repaired(
        "one completion of the classes fits both values",
        agrees=len(fitting) == 1,
        reproduced=f"{len(fitting)} of {len(completed)}",
    )
    best = values[fitting[0]] if fitting else max(values)
    e.repaired("AUC with the lost class", published=printed["auc"], reproduced=best[0], tolerance=claim.tolerance)
    e.repaired("AUCH with the lost class", published=printed["auch"], reproduced=best[1], tolerance=claim.tolerance)
    return e


def figure_4_values(claim: Claim) -> Evidence:
    """The caption's five numbers against the completed data at b = 2 and halved; then over every order of 12 labels."""
    sample = examples.fig1()
    full = {
        name: exact_costs.expected_min_loss(*sample, over=over, alpha=a, beta=a) for name, (over, a) in LOSSES.items()
    }
    h, most = exact_costs.h_measure(*sample), least.half_loss(Fraction(sum(sample[0]), len(sample[0])))
    halved = {name: value / 2 for name, value in full.items()}
    e = Evidence(
        claim,
        note="Only the cost losses contain $b$ (Eqs. 1 and 3): $b = 1$ halves them, and no choice of $b$ "
        "halves the skew losses.",
    )
    for name in LOSSES:
        e.printed(f"$L_{{{name}}}$, costs adding up to $b = 2$ as in Section 2.1", reproduced=full[name], entry=name)
        e.printed(f"half of $L_{{{name}}}$", reproduced=halved[name], entry=name)
    e.printed("$H$", reproduced=h, entry="H")
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
        name: least.integral(sample, over=over, law=least.density(a, a)) / 2 for name, (over, a) in LOSSES.items()
    }
    e.repaired(
        "halves of the losses, pieces of the envelope against counted losses",
        agrees=counted == halved,
        reproduced=halved,
    )
    for name in ("Uc", "Bz"):
        e.repaired(f"half of $L_{{{name}}}$", reproduced=halved[name], entry=name)
    e.repaired("half of $L_{Bc}$ gives the printed $H$", reproduced=1 - halved["Bc"] / most, entry="H")
    e.repaired(
        "half of $L_{Uz}$ is half the area of the polygon of Figure 1 (right)",
        reproduced=halved["Uz"],
        agrees=exact.area(exact_costs.cost_curve(*sample)) / 2 == halved["Uz"],
    )
    return e


@cache
def _all_losses() -> list[tuple[dict[str, Fraction], Fraction, int]]:
    """Losses and H of every order of 12 labels, and how many orders share them: those of one hull do."""
    results: dict[tuple, tuple[dict[str, Fraction], Fraction, int]] = {}
    names = {"Uc": "L_U(c)", "Bc": "L_B(c)", "Uz": "L_U(z)", "Bz": "L_B(z)"}
    for ranking in product((0, 1), repeat=12):
        if not 0 < sum(ranking) < 12:
            continue
        hull = tuple(segments(ranking))
        if hull not in results:
            values = measures(ranking)
            results[hull] = ({short: values[name] for short, name in names.items()}, least.h(ranking), 0)
        losses, h, count = results[hull]
        results[hull] = losses, h, count + 1
    return list(results.values())


def _orders_that_fit(claim: Claim) -> dict[str, int]:
    """How many orders of 12 labels have a printed loss, at b = 1 or 2, together with the printed H."""
    fits = dict.fromkeys(LOSSES, 0)
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
    e = Evidence(claim, note=f"The completion is chosen by AUC and AUCH alone. Its $H$ is {h}.")
    e.printed("$H$", reproduced=h)
    e.printed("$H$ of the package", reproduced=h_measure(labels, [float(s) for s in scores]))
    e.control("another completion of the labels has it", agrees=fitting > 0, reproduced=f"{fitting} of {len(others)}")
    e.control(
        "the 11 printed labels have it",
        reproduced=exact_costs.h_measure(*seven),
        agrees=agree(claim.published, exact_costs.h_measure(*seven), tolerance=claim.tolerance),
    )
    return e


def figure_4() -> Evidence:
    """Loss over the cumulative law: which lines are straight, the area under each curve, bottom left and Figure 1."""
    sample = examples.fig1()
    labels, scores = sample[0], [float(s) for s in sample[1]]
    panels = cost_panels(labels, scores)
    sloped: dict[str, list[bool]] = {"uniform": [], "Beta(2, 2)": []}
    level = []
    for over, law in product(get_args(Over), LAWS):
        for line in exact_costs.cost_lines(*sample, over=over):
            points = [(_cumulative(c, LAWS[law]), exact_costs.at(line, c)) for c in _GRID]
            if line[0] != line[1]:
                sloped[law].append(least.straight(points))
            elif law != "uniform":
                level.append(least.straight(points))
    losses, bare, exactly = {}, {}, {}
    for over, (law, (a, _)) in product(get_args(Over), LAWS.items()):
        place = f"{over}, {law}"
        losses[place], bare[place] = area(panels, over=over, law=law), area(panels, over=over, law="uniform")
        exactly[place] = float(exact_costs.expected_min_loss(*sample, over=over, alpha=a, beta=a))
    corners = {
        over: ", ".join(str(c) for c, _ in exact_costs.cost_curve(*sample, over=over)[1:-1]) for over in get_args(Over)
    }
    bottom_left = [(z, min(exact_costs.at(line, z) for line in _counted_lines(sample))) for z in _GRID]
    curve = exact_costs.cost_curve(*sample)
    e = Evidence(
        note="The horizontal place of a condition is the probability of a lower one. The cost curves break at "
        f"{corners['cost']} for cost proportions and at {corners['skew']} for skews."
    )
    e.printed("under the uniform law cost lines are straight", cases=sloped["uniform"])
    e.printed("under Beta(2, 2) they are curved, those that are not level", cases=(not s for s in sloped["Beta(2, 2)"]))
    e.printed(
        "the area under each cost curve is the expected minimum loss",
        agrees=all(abs(losses[place] - exactly[place]) < DRAWN for place in exactly),
        reproduced={place: f"{value:.4f}" for place, value in losses.items()},
    )
    e.printed(
        "bottom left is the lower envelope of the cost lines of Figure 1",
        cases=(height == _height(curve, z) for z, height in bottom_left),
    )
    e.control("under Beta(2, 2) the level ones are curved too", cases=(not straight for straight in level))
    e.control(
        "the same areas with the condition itself on the horizontal axis",
        agrees=all(abs(bare[place] - exactly[place]) < DRAWN for place in exactly),
        reproduced={place: f"{value:.4f}" for place, value in bare.items()},
    )
    return e


def _height(corners: list[tuple[Fraction, Fraction]], z: Fraction) -> Fraction:
    """Height of the broken line through the corners."""
    (a, low), (b, high) = next(pair for pair in pairwise(corners) if pair[0][0] <= z <= pair[1][0])
    return low + (high - low) * (z - a) / (b - a)


def _cumulative(z: Fraction, law: tuple[int, int]) -> Fraction:
    """Beta(1, 1) or Beta(2, 2) distribution function."""
    return z if law == (1, 1) else z * z * (3 - 2 * z)


def _counted_lines(sample: examples.Sample) -> list[tuple[Fraction, Fraction]]:
    return [(small.skew_loss(f, Fraction(0)), small.skew_loss(f, Fraction(1))) for f in small.all_rates(sample)]
