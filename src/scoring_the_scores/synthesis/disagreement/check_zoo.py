"""What was measured on the zoo: the stored tables against one another, a part measured again, and what they say."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from claimledger import Evidence
from scoring_the_scores.synthesis import small, zoo, zoo_tables
from scoring_the_scores.synthesis.disagreement import tables
from scoring_the_scores.synthesis.disagreement.runs import SPLITS, Measured, measure_orders
from scoring_the_scores.synthesis.zoo_tables import COUNTS, DECIMALS, NAMES

#: Fitted again in full: small data sets. On the others, the classifiers whose fits are quick and involve no chance.
AGAIN = ("wine", "iris")
#: Where its search ends hangs on the last digits, and so on the processor: it is not fitted again.
CHAOTIC = "neural net"
#: A stored metric is rounded to half a unit; whether a half is rounded up is for the last digits of a float to say.
ROUNDED = 0.5000001 / 10**DECIMALS
#: Metrics of decisions at the threshold that a classifier comes with.
OF_DECISIONS = ("accuracy", "F1", "kappa", "MCC", "BA")
#: Printed to three decimals.
DIGITS = 0.0005
NOTE = (
    f"{len(zoo.DATA_SETS)} data sets, {SPLITS} splits in halves of each (seeds 0 to {SPLITS - 1}), "
    f"{len(zoo.CLASSIFIERS)} classifiers; each two of them on each split are a case. Stored: of all splits the "
    "metrics, of first splits the orders that they are metrics of."
)


def small_shares() -> Evidence:
    """Shares of opposite orders over all decided rankings, counted in fractions."""
    e = Evidence()
    even, rare = small.opposite_shares(4, 4), small.opposite_shares(2, 6)
    for printed, computed, (one, other) in (
        (0.072, even, ("AUROC", "AP")), (0.041, even, ("AUROC", "H")), (0.032, even, ("AUROC", "LxCIM")),
        (0.190, even, ("AUROC", "F1")), (0.069, even, ("accuracy", "F1")),
        (0.048, rare, ("AUROC", "AP")), (0.044, rare, ("AUROC", "H")), (0.139, rare, ("AUROC", "LxCIM")),
        (0.137, rare, ("AUROC", "F1")), (0.125, rare, ("accuracy", "F1")),
    ):  # fmt: skip
        size = "4 and 4" if computed is even else "2 and 6"
        e.printed(
            f"{one}, {other}, {size}", published=printed, reproduced=float(computed.loc[one, other]), tolerance=DIGITS
        )
    same = ("accuracy", "kappa", "BA")
    e.printed("4 and 4: accuracy, kappa and BA are never at odds", cases=(
        even.loc[one, other] == 0 for one, other in combinations(same, 2)
    ))  # fmt: skip
    e.control("2 and 6: neither are they", over=combinations(same, 2), holds=lambda pair: rare.loc[pair] == 0)
    return e


def opposite_on_the_zoo() -> Evidence:
    """How often metrics order two classifiers oppositely, and that the tables can be had again."""
    e = Evidence(note=NOTE)
    _measured_again(e)
    shares = zoo_tables.shares()
    for printed, one, other in (
        (0.128, "AUROC", "AP"), (0.143, "AUROC", "H"), (0.122, "AUROC", "LxCIM"), (0.163, "AUROC", "best F1"),
        (0.282, "AUROC", "F1"), (0.129, "accuracy", "F1"), (0.337, "AUDRC", "BA"),
    ):  # fmt: skip
        e.printed(f"{one}, {other}", published=printed, reproduced=float(shares.loc[one, other]), tolerance=DIGITS)
    most = float(shares.max(axis=None))
    e.printed("no two are at odds more often than AUDRC and BA", agrees=most == shares.loc["AUDRC", "BA"],
              reproduced=round(most, 3))  # fmt: skip
    by_set = tables.by_data_set("AUROC", "AP")
    e.printed("AUROC and AP: between 4 and 21 % on every data set", published=[0.04, 0.21], tolerance=0.005,
              reproduced=[float(by_set.min()), float(by_set.max())])  # fmt: skip
    e.printed("AUROC and AP: quarters of the pairs, the closest in AUROC on the other splits first",
              published=[0.205, 0.173, 0.113, 0.021], tolerance=DIGITS,
              reproduced=tables.by_worth("AUROC", "AP")["opposite"].tolist())  # fmt: skip
    e.control("as often as random rankings: AUROC and AP in one case of six", published=1 / 6,
              reproduced=float(shares.loc["AUROC", "AP"]), tolerance=DIGITS)  # fmt: skip
    return e


def three_metrics() -> Evidence:
    """Which few of the thirteen metrics stand for all, by looking at each choice, and of which kind they are."""
    e = Evidence(note=f"{NOTE} A choice is as good as the metric that is farthest from the nearest chosen one.")
    shares, found = zoo_tables.shares(), tables.enough(6).set_index("metrics")

    def left(*chosen: str) -> float:
        return float(shares.loc[list(chosen)].min().max())

    for count, printed in ((1, 0.268), (2, 0.186), (3, 0.147), (6, 0.095)):
        e.printed(f"{count} of 13", published=printed, tolerance=DIGITS, reproduced=float(found.loc[count, "disagree"]))
        best = min(left(*chosen) for chosen in combinations(NAMES, count))
        e.printed(f"{count} of 13, by another count", published=round(best, 9),
                  reproduced=round(float(found.loc[count, "disagree"]), 9))  # fmt: skip
    e.printed("those that were chosen", published=["accuracy", "AUROC, kappa", "AUCH, C(r_b), kappa"],
              reproduced=found["chosen"].tolist()[:3])  # fmt: skip
    others = [name for name in NAMES if name not in OF_DECISIONS]
    e.printed("eight of ranking and confidence, all together", published=0.279, tolerance=DIGITS,
              reproduced=left(*others))  # fmt: skip
    e.printed("the best two of a data set: one of decisions, and one not, on so many", published=10,
              reproduced=sum(_one_of_each(tables.few(2, data_set)) for data_set in zoo.DATA_SETS))  # fmt: skip
    e.control("AUROC and AP leave no more than AUROC and kappa", published=0.186, tolerance=DIGITS,
              reproduced=left("AUROC", "AP"))  # fmt: skip
    return e


def beyond_noise() -> Evidence:
    """What is left of opposite orders when both differences must be more than two paired standard errors."""
    sizes = [len(zoo.halves(data_set, 0)[3]) for data_set in zoo.DATA_SETS]
    _, explained = zoo_tables.metric_map(zoo_tables.shares())
    e = Evidence(
        note=f"{NOTE} Test halves of {min(sizes)} to {max(sizes)} cases. "
        f"The map keeps {explained:.0%} of the distances."
    )
    counts = zoo_tables.counts()
    e.printed("AUROC and AP: opposite orders, and those beyond noise", published=[4776, 21],
              reproduced=counts.loc[("AUROC", "AP"), ["opposite", "opposite_sure"]].tolist())  # fmt: skip
    of_curve = counts.loc[list(combinations(tables.OF_CURVE, 2))]
    left = (of_curve["opposite_sure"] / of_curve["opposite"]).max()
    e.printed("at most 1.4 % between metrics of the ROC curve", agrees=left <= 0.014, reproduced=round(float(left), 4))
    table = tables.noise().set_index(["first", "second"])
    for printed, one, other in (
        (0.004, "AUROC", "AP"), (0.055, "AUROC", "LxCIM"), (0.052, "AUROC", "F1"), (0.082, "accuracy", "F1"),
        (0.145, "LxCIM", "BA"),
    ):  # fmt: skip
        e.printed(
            f"{one}, {other}", published=printed, reproduced=float(table.loc[(one, other), "sure"]), tolerance=DIGITS
        )
    alike = counts["alike_sure"] / (counts["ordered"] - counts["opposite"])
    e.printed("of the orders alike, 34 to 48 % for every two metrics", agrees=alike.between(0.335, 0.485).all(),
              reproduced=f"{alike.min():.3f} to {alike.max():.3f}")  # fmt: skip
    e.control(
        "as many of the opposite orders as of the others", cases=counts["opposite_sure"] >= alike * counts["opposite"]
    )
    return e


def one_plot() -> Evidence:
    """How often curves do not cross on the zoo, and what metrics are then at odds about."""
    e = Evidence(note=NOTE)
    table, counts = tables.uncrossed(), zoo_tables.counts()
    for plot, printed in (("roc", 0.239), ("hull", 0.368), ("confidence", 0.364)):
        share = float(table.loc[plot, "pairs"])
        e.printed(f"{plot}: curves that do not cross", published=printed, reproduced=share, tolerance=DIGITS)
    for plot, names in (
        ("roc", tables.OF_CURVE),
        ("hull", ("AUCH", "H", "best F1")),
        ("confidence", ("LxCIM", "AUDRC", "accuracy")),
    ):
        e.printed(
            f"{plot}: then {', '.join(names)} are never at odds",
            cases=(counts.loc[pair, f"opposite_{plot}"] == 0 for pair in combinations(names, 2)),
        )
    e.printed("AUROC and LxCIM, ROC curves not crossing: 1.1 %", published=0.011,
              reproduced=float(table.loc["roc", "AUROC, LxCIM"]), tolerance=DIGITS)  # fmt: skip
    orders = tables.causal()
    opposite, rest = orders["opposite"].tolist(), orders[["sure", "uncrossed"]].to_numpy().sum()
    e.printed("causal methods: 17, 27 and 12 of 120 pairs at odds", published=[17, 27, 12], reproduced=opposite)
    e.printed("none of them outside the noise, or without crossing", published=0, reproduced=int(rest))
    e.control(
        "ROC curves that do not cross decide F1 at the threshold 0",
        over=((name, "F1") for name in tables.OF_CURVE),
        holds=lambda pair: counts.loc[pair, "opposite_roc"] == 0,
    )
    return e


def _one_of_each(few: pd.DataFrame) -> bool:
    """Whether one of two chosen metrics is of decisions, and the other not."""
    return int(few.loc[few["metric"] == few["nearest"], "metric"].isin(OF_DECISIONS).sum()) == 1


def _measured_again(e: Evidence) -> None:
    """Compare the stored tables with one another, and orders with those of fits on this machine."""
    counts, names = zoo_tables.counts(), list(NAMES)
    stored = np.stack([zoo_tables.values(data_set, split) for data_set in zoo.DATA_SETS for split in range(SPLITS)])
    i, j = np.triu_indices(stored.shape[2], 1)
    gaps = np.round(stored[:, :, i] - stored[:, :, j], DECIMALS)
    recounted = []
    for one, other in combinations(range(len(names)), 2):
        product = gaps[:, one] * gaps[:, other]
        signs = [int((product > 0).sum() + (product < 0).sum()), int((product < 0).sum())]
        recounted.append(signs == counts.loc[(names[one], names[other]), ["ordered", "opposite"]].tolist())
    e.printed("the stored counts of orders are those of the stored metrics", cases=recounted)
    for form, what, split in (("printed", "first", 0), ("control", "second", 1)):
        e.add(form, f"metrics of {what} splits: stored as the stored orders give them", cases=[
            case for data_set in zoo.DATA_SETS for case in _same(_of_orders(data_set).values, data_set, split)
        ])  # fmt: skip
    first = zoo_tables.stored("pairs").xs("first", level="splits")[list(COUNTS)]
    e.printed("counts of first splits: likewise", cases=[
        case for data_set in zoo.DATA_SETS
        for case in (_of_orders(data_set).pairs == first.loc[data_set]).to_numpy().ravel()
    ])  # fmt: skip
    e.rerun(f"orders of first splits by classifiers fitted again, but for the {CHAOTIC}", cases=[
        np.array_equal(zoo.order(zoo.scores(data_set, name, 0)[1]), ranks)
        for data_set in zoo.DATA_SETS
        for name, ranks in zoo_tables.orders(data_set).items()
        if zoo.CLASSIFIERS[name].cheap or (data_set in AGAIN and name != CHAOTIC)
    ])  # fmt: skip


@cache
def _of_orders(data_set: str) -> Measured:
    """What the stored orders of the first split give."""
    return measure_orders(zoo.halves(data_set, 0)[3], zoo_tables.orders(data_set))


def _same(now: pd.DataFrame, data_set: str, split: int) -> NDArray[np.bool_]:
    """Whether metrics are those that are stored of a split, undefined where these are."""
    then = zoo_tables.values(data_set, split)
    same = (now - then).abs().le(ROUNDED) | (now.isna() & then.isna())
    return same.to_numpy(dtype=bool).ravel()
