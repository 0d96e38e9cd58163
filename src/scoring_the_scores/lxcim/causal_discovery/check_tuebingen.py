"""Table 1 and Figures 1, 2, 3, 6 and 7 of the paper, from the scores that its authors published."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np

from claimledger import Claim, Evidence
from metricbook import roc_curve, with_exchanged_copy
from metricbook.causal import SEED, authors_scores, evaluate, relabelled_auroc
from scoring_the_scores.lxcim.causal_discovery.scores import (
    NEAR,
    accuracy_at,
    area_below,
    area_up_to,
    curve_of,
    effective_pairs,
    other_conventions,
    prints_as,
    roc_area,
    row_of,
    symmetric,
)
from scoring_the_scores.lxcim.causal_discovery.tables import (
    confidence_test,
    local_accuracy,
    method_roc_curves,
    weakest_stretch,
)
from scoring_the_scores.lxcim.published import decided_pairs, printed_table

_DRAWS = 4000
_PERMUTATIONS = 4000
_WIDTH = 0.2  # of the stretches of decision rate over which a slope is taken
_LEVEL = 0.05
_SHOWN = ("NNCL", "SLOPE")  # in Figures 1 to 3
_FIFTHS, _LATE_TENTHS = np.linspace(0, 1, 6), np.linspace(0.5, 1, 6)
_ORIENTATION = "The orientation of the pairs under which AUROC was taken."
_LOOKED = "the paper, and its public repository with the scores and the code: it is drawn at random and not stored."


def table_1(claim: Claim) -> Evidence:
    """Table 1: LxCIM, accuracy and AUDRC of the sixteen methods from the authors' scores and the official weights."""
    percentages = 100 * evaluate(authors_scores(), claim.published)
    e = Evidence(note="Pairs without a score and pairs of weight zero are left out, method by method.")
    for name, row in claim.published.items():
        cells = percentages.loc[name, list(claim.columns)].tolist()
        e.printed(f"{name}: {', '.join(claim.columns)}", published=row, reproduced=cells)
    for what, equal in other_conventions().items():
        e.control(what, cases=equal.ravel().tolist())
    return e


def auroc_column(claim: Claim) -> Evidence:
    """Table 1, AUROC: where each printed value lies among those of random orientations of the pairs."""
    e = Evidence(note=f"{_DRAWS} random orientations of the pairs for each method, seed {SEED}.")
    ranges, shifted = _auroc_ranges(tuple(claim.published)), []
    for name, printed in claim.published.items():
        low, high = ranges[name]
        e.printed(
            f"{name}: AUROC is in the range of 99 of 100 orientations",
            published=printed,
            reproduced=f"{low:.1f} to {high:.1f}",
            agrees=low <= float(printed) <= high,
        )
        shifted.append(low <= float(printed) + 3 <= high)
    e.control("three points more would be too", cases=shifted)
    e.missing(_ORIENTATION, looked=_LOOKED, instead="whether a random orientation can give the printed values.")
    return e


@cache
def _auroc_ranges(names: tuple[str, ...]) -> dict[str, tuple[float, float]]:
    """Where 99 of 100 random orientations lie, for each method."""
    rng = np.random.default_rng(SEED)
    drawn = {name: 100 * relabelled_auroc(*decided_pairs(name), draws=_DRAWS, rng=rng) for name in names}
    return {name: tuple(np.quantile(values, [0.005, 0.995])) for name, values in drawn.items()}


def scores_and_code(claim: Claim) -> Evidence:
    """Abstract: how many cells of Table 1 come out of what is public."""
    table, names = printed_table(), list(printed_table().index)
    metrics_table = evaluate(authors_scores(), names)
    fixed = [column for column in table if column in metrics_table]
    one = [
        relabelled_auroc(*decided_pairs(name), draws=1, rng=np.random.default_rng([SEED, *name.encode()]))[0]
        for name in names
    ]
    metrics_table = metrics_table.assign(AUROC=one)
    same = {
        f"{column} of {name}": bool(prints_as(metrics_table.at[name, column], table.at[name, column]))
        for column in (*fixed, "AUROC")
        for name in names
    }
    e = Evidence(note=f"AUROC is taken under one random orientation of the pairs for each method, seed {SEED}.")
    e.printed("cells of Table 1 that come out", over=same, holds=same.__getitem__)
    e.repaired(
        f"cells of {', '.join(fixed)} that come out",
        cases=(equal for cell, equal in same.items() if not cell.startswith("AUROC")),
    )
    for what, equal in other_conventions().items():
        e.control(f"cells that come out: {what}", cases=equal.ravel().tolist())
    return e


def figure_1() -> Evidence:
    """Figure 1: the area below the two curves of cumulative accuracy, and where they end."""
    e = Evidence()
    for name in _SHOWN:
        curve, printed = curve_of(name), printed_table().loc[name]
        end, area = float(curve["cumulative_accuracy"].iloc[-1]), area_below(curve)
        e.printed(
            f"{name}: LxCIM of Table 1 is the area below the curve",
            agrees=bool(prints_as(area, printed["LxCIM"])),
            reproduced=f"area {100 * area:.1f} %, LxCIM {printed['LxCIM']} %",
        )
        e.repaired(
            f"{name}: it is twice that area",
            agrees=bool(prints_as(2 * area, printed["LxCIM"])),
            reproduced=f"{200 * area:.1f} %",
        )
        e.control(
            f"{name}: it is the area above the curve",
            agrees=bool(prints_as(1 - area, printed["LxCIM"])),
            reproduced=f"{100 - 100 * area:.1f} %",
        )
        e.repaired(
            f"{name}: the curve ends at the accuracy of Table 1",
            agrees=bool(prints_as(end, printed["Accuracy"])),
            reproduced=f"{100 * end:.1f} %",
        )
    return e


def late_slopes(claim: Claim) -> Evidence:
    """Sections 3.1, 3.2.2 and 4: slopes of cumulative accuracy, of NNCL beyond 60 % and of SLOPE everywhere."""
    percent = claim.published["nncl_from"]
    start = percent / 100
    nncl, slope = curve_of("NNCL"), curve_of("SLOPE")
    near, last = local_accuracy(nncl, [start, start + _WIDTH, 1])
    after, late = (local_accuracy(curve, [start, 1])[0] for curve in (nncl, slope))
    weakest, begin = weakest_stretch(slope, _WIDTH)
    fifths = local_accuracy(slope, _FIFTHS)
    error = np.sqrt(0.25 / (_WIDTH * effective_pairs("SLOPE")))
    e = Evidence(
        note=f"'Near' is read as within {NEAR} of 1/2, 'clearly above' as further above it; stretches of {_WIDTH:.0%} "
        f"of the weight. The weights leave {effective_pairs('SLOPE'):.0f} effective pairs, so such a stretch has a "
        f"standard error of up to {error:.2f}."
    )
    e.printed(
        f"NNCL: its slope is near 1/2 in the fifth from {percent} % on",
        agrees=abs(near - 0.5) < NEAR,
        reproduced=f"{near:.2f}",
    )
    e.printed(
        f"NNCL: its slope is near 1/2 from {percent} % to the end",
        agrees=abs(after - 0.5) < NEAR,
        reproduced=f"{after:.2f}",
    )
    e.printed(
        "SLOPE: clearly above 1/2 on every stretch",
        agrees=weakest > 0.5 + NEAR,
        reproduced=f"{weakest:.2f} from {begin:.0%} on",
    )
    before = local_accuracy(nncl, [0, start])[0]
    e.control(
        f"NNCL: its slope is near 1/2 up to {percent} %", agrees=abs(before - 0.5) < NEAR, reproduced=f"{before:.2f}"
    )
    e.repaired(
        "NNCL: clearly below 1/2 in what is left after that fifth",
        agrees=last < 0.5 - NEAR,
        reproduced=f"{last:.2f}",
    )
    e.repaired(
        "SLOPE: above 1/2 in each of the five fifths",
        agrees=fifths.min() > 0.5,
        reproduced=", ".join(f"{slope:.2f}" for slope in fifths),
    )
    e.repaired(
        f"SLOPE: clearly above 1/2 from {percent} % on, taken as a whole, and above NNCL",
        agrees=late > 0.5 + NEAR and late > after,
        reproduced=f"{late:.2f} against {after:.2f}",
    )
    return e


def figure_2() -> Evidence:
    """Figure 2: symmetry, crossing and area of the ROC curves on the doubled data."""
    e = Evidence()
    for name in _SHOWN:
        scores, weights = decided_pairs(name)
        omega = with_exchanged_copy(np.ones(scores.size, dtype=bool), scores, sample_weight=weights)
        roc = roc_curve(omega.labels, omega.scores, sample_weight=omega.weights)
        printed, accuracy = printed_table().loc[name], row_of(name)["Accuracy"]
        below, corner = area_up_to(roc, 1 - accuracy)
        e.printed(f"{name}: the curve is its own mirror image", agrees=symmetric(roc), reproduced=f"{len(roc)} corners")
        e.printed(
            f"{name}: it meets the axis of symmetry at the accuracy of Table 1",
            agrees=bool(prints_as(corner, printed["Accuracy"])),
            reproduced=f"({1 - corner:.3f}, {corner:.3f})",
        )
        e.printed(
            f"{name}: the square and the shaded area, $2H$, are LxCIM of Table 1",
            agrees=bool(prints_as(accuracy**2 + 2 * below, printed["LxCIM"])),
            reproduced=f"{accuracy**2:.3f} + {2 * below:.3f} = {accuracy**2 + 2 * below:.3f}",
        )
    single = method_roc_curves(authors_scores(), ["SLOPE"], rng=np.random.default_rng(SEED))
    e.control(
        "SLOPE on the pairs alone, in one random orientation: its own mirror image",
        agrees=symmetric(single),
        reproduced=f"{len(single)} corners",
    )
    return e


def figure_3(claim: Claim) -> Evidence:
    """Figure 3: from where on the two accuracy curves fall, and how far in the second half."""
    slope, nncl = curve_of("SLOPE"), curve_of("NNCL")
    right = float(slope["decision_rate"][slope["accuracy"] == 1].max())
    settled = nncl[nncl["decision_rate"] >= _WIDTH]  # the first few decisions may give any accuracy
    highest = float(settled["decision_rate"][settled["accuracy"].round(9).idxmax()])
    falls = {name: float(accuracy_at(curve_of(name), 0.5) - row_of(name)["Accuracy"]) for name in _SHOWN}
    e = Evidence(claim)
    e.printed(
        "NNCL: its accuracy is highest at, in percent (beyond the first fifth)",
        reproduced=100 * highest,
        entry="nncl_drop",
    )
    e.printed("SLOPE: all decisions are right up to, in percent", reproduced=100 * right, entry="slope_drop")
    for name, rates in (("NNCL", (highest, 0.6, 0.8, 1)), ("SLOPE", (right, 0.4, 0.6, 0.8, 1))):
        values = [float(accuracy_at(curve_of(name), rate)) for rate in rates]
        e.printed(
            f"{name}: its accuracy falls from there on, at {', '.join(f'{rate:.0%}' for rate in rates)}",
            agrees=values == sorted(values, reverse=True),
            reproduced=", ".join(f"{value:.2f}" for value in values),
        )
    e.printed(
        f"both accuracy curves fall alike in the second half, within {100 * NEAR:.0f} points",
        agrees=abs(falls["NNCL"] - falls["SLOPE"]) < NEAR,
        reproduced={name: round(fall, 3) for name, fall in falls.items()},
    )
    return e


def figure_6() -> Evidence:
    """Figure 6: end and area of each curve of cumulative accuracy, beside accuracy and LxCIM of Table 1."""
    e = Evidence()
    halves = []
    for name, printed in printed_table().iterrows():
        end, area = float(curve_of(name)["cumulative_accuracy"].iloc[-1]), area_below(curve_of(name))
        e.printed(
            f"{name}: end of the curve and twice its area, as printed in Table 1",
            agrees=bool(prints_as([end, 2 * area], printed[["Accuracy", "LxCIM"]]).all()),
            reproduced=[round(100 * end, 1), round(200 * area, 1)],
        )
        halves.append(bool(prints_as(area, printed["LxCIM"])))
    e.control("the area itself is the LxCIM of Table 1", cases=halves)
    return e


def constant_slopes() -> Evidence:
    """Section 4 on Figure 6: how flat the slopes are, by their size and by a test against random orders."""
    rng = np.random.default_rng(SEED)
    names = list(printed_table().index)
    drops = {name: float(-np.diff(local_accuracy(curve_of(name), [0, 0.5, 1]))[0]) for name in names}
    p = {name: confidence_test(*decided_pairs(name), draws=_PERMUTATIONS, rng=rng)[1] for name in names}
    steepest = max(drops, key=lambda name: round(abs(drops[name]), 9))
    e = Evidence(
        note="The drop is the accuracy of the more confident half of the weight minus that of the other half; the "
        f"largest is that of {steepest}, {100 * drops[steepest]:.0f} points; it is negative for "
        f"{', '.join(n for n in names if drops[n] < 0)}. The test compares LxCIM minus accuracy with {_PERMUTATIONS} "
        f"random orders of the decisions at level {_LEVEL}, seed {SEED}, without correction for the number of methods; "
        f"it finds {', '.join(n for n in names if p[n] < _LEVEL) or 'none'}. 'Most' is more than half of the methods."
    )
    for what, flat in (
        (
            f"accuracy differs by less than {100 * NEAR:.0f} points between the halves",
            [abs(drops[n]) < NEAR for n in names],
        ),
        (f"it drops by less than {200 * NEAR:.0f} points", [drops[n] < 2 * NEAR for n in names]),
        ("the order of confidence cannot be told from a random one", [p[n] >= _LEVEL for n in names]),
    ):
        e.reading(f"most slopes are flat: {what}", agrees=sum(flat) > len(names) / 2, reproduced=_of(flat))
    ideal = []
    for name in names:
        scores, weights = decided_pairs(name)
        by_half = np.abs(scores) * np.where(np.abs(scores) > np.median(np.abs(scores)), 1, -1)
        ideal.append(confidence_test(by_half, weights, draws=200, rng=rng)[1])
    e.control(
        "the test calls most slopes flat where each method's more confident half is right and the other wrong",
        agrees=sum(value >= _LEVEL for value in ideal) > len(names) / 2,
        reproduced=_of(value >= _LEVEL for value in ideal),
    )
    return e


def _of(flat: Iterable[bool]) -> str:
    entries = list(flat)
    return f"{sum(entries)} of {len(entries)} methods"


def figure_7() -> Evidence:
    """Figure 7: area below each accuracy curve beside AUDRC of Table 1, and how far ROC curves hang on orientation."""
    e = Evidence(
        note="The area is the right Riemann sum with one step for each decision. Two orientations for the ROC curves, "
        f"seeds {SEED} and {SEED + 1}."
    )
    for name, printed in printed_table().iterrows():
        curve = curve_of(name)
        area = float(np.dot(np.diff(curve["decision_rate"]), curve["accuracy"].iloc[1:]))
        e.printed(
            f"{name}: area below its accuracy curve, as printed in Table 1",
            agrees=bool(prints_as(area, printed["AUDRC"])),
            reproduced=round(100 * area, 1),
        )
    first, second = (
        method_roc_curves(authors_scores(), ["IGCI"], rng=np.random.default_rng(seed)) for seed in (SEED, SEED + 1)
    )
    e.control(
        "the ROC curve does not depend on the orientation of the pairs",
        agrees=first.shape == second.shape and np.allclose(first.iloc[:, 1:], second.iloc[:, 1:]),
        reproduced=f"IGCI: areas {roc_area(first):.3f} and {roc_area(second):.3f}",
    )
    e.missing(_ORIENTATION, looked=_LOOKED, instead="the right panel, which no orientation changes.")
    return e
