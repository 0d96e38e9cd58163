"""What the chapter says of its patients and its two models, recomputed."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimledger import Claim, Evidence, Printed
from metricbook import accuracy, auroc, cost_curve, expected_min_loss, lxcim, paired_difference
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.exact.samples import samples
from scoring_the_scores.foundations.one_data_set import cuts, tables
from scoring_the_scores.patients import diabetes, held_out

CLOSE = 1e-9
WHO = "221 held-out patients, 44 of them positive; both models and the split are fixed."
#: The level of all intervals of the chapter.
LEVEL = " Intervals of 95 %."


def ten_metrics(claim: Claim) -> Evidence:
    """Which of two models ten metrics prefer, and which of the ten are sure."""
    found = held_out()
    table = tables.ten_metrics(found).set_index("metric")
    e = Evidence(note=WHO + LEVEL)
    for model in found.scores:
        e.printed(f"metrics of the {model}", published=claim.published[model], reproduced=table[model].to_dict())
    for model, metrics in claim.published["prefer"].items():
        e.printed(
            f"prefer the {model}",
            published=metrics,
            reproduced=table.index[table["prefers"] == model].tolist(),
        )
    lead = table.loc["least loss", "regression"] - table.loc["least loss", "SVM"]
    e.printed("by which the SVM's least loss is less", published=Printed("0.0004"), reproduced=float(lead))
    e.printed("sure of it", published=claim.published["sure"], reproduced=table.index[table["clear"]].tolist())
    for model in found.scores:
        e.printed(
            f"definitions in fractions, {model}",
            cases=(abs(value - table.loc[k, model]) < CLOSE for k, value in _by_definition(model).items()),
        )
    e.control(
        "the SVM is preferred by all", over=table.index, holds=lambda metric: table.loc[metric, "prefers"] == "SVM"
    )
    e.control("every preference is sure", over=table.index, holds=table["clear"].__getitem__)
    return e


@cache
def _by_definition(model: str) -> dict[str, float]:
    """Four metrics of a model from their definitions."""
    found = held_out()
    scores = found.scores[model]
    # whole numbers in the same order, by score and by confidence: fractions of floats are slow
    order = np.argsort(np.abs(scores), kind="stable")
    ranks = (np.sign(scores) * (1 + np.argsort(order, kind="stable"))).astype(int).tolist()
    twins = {"AUROC": exact.auroc, "AP": exact.average_precision, "LxCIM": exact.lxcim, "accuracy": exact.accuracy}
    return {name: float(twin(found.worse.astype(int).tolist(), ranks)) for name, twin in twins.items()}


def prices(claim: Claim) -> Evidence:
    """At which prices each model loses less, and the mean loss over two distributions of prices."""
    found = held_out()
    better = tables.crossings(found)
    e = Evidence(note=WHO + " Each model with the best threshold for the price." + LEVEL)
    e.printed("prices at which the cost curves cross", published=claim.published["crossings"],
              reproduced=better["to"].tolist()[:-1])  # fmt: skip
    first = better["to"].iloc[0]
    e.printed("false alarms that a miss costs at the first", published=claim.published["a miss"],
              reproduced=float((1 - first) / first))  # fmt: skip
    e.printed("better, from price 0 on", published=claim.published["better"], reproduced=better["better"].tolist())
    one, other = (cost_curve(found.worse, s, over="cost") for s in (found.regression, found.svm))
    for row in better.itertuples():
        inside = np.linspace(row[1], row[2], 41)[1:-1]
        lead = np.interp(inside, *other) - np.interp(inside, *one)
        sign = 1 if row.better == "regression" else -1
        e.printed(
            f"between {row[1]:.2f} and {row[2]:.2f}: {row.better} loses less", cases=(lead * sign > -CLOSE).tolist()
        )
    for name, prices_of in (("costly misses", tables.COSTLY_MISSES), ("equal prices", tables.EQUAL_PRICES)):
        losses = {k: expected_min_loss(found.worse, s, **prices_of) for k, s in found.scores.items()}
        e.printed(f"mean least loss, {name}", published=claim.published[name], reproduced=losses)
        difference = paired_difference("expected_min_loss", found.worse, found.regression, found.svm, **prices_of)
        e.printed(f"interval of the difference, {name}", published=claim.published[f"interval, {name}"],
                  reproduced=[difference.low, difference.high])  # fmt: skip
    implied = {name: best / 2 for name, best in tables.best_f1(found).items()}
    e.printed("prices that the best F1 implies", published=claim.published["implied"], reproduced=implied)
    ratio = sum(1 / price - 1 for price in implied.values()) / len(implied)
    e.printed("false alarms that a miss costs there, on average", published=Printed("2.3"), reproduced=ratio)
    middle = better[better["better"] == "SVM"].iloc[0]
    e.printed("at these prices the SVM loses less", cases=(middle["from"] < x < middle["to"] for x in implied.values()))
    c = np.linspace(0.01, 0.99, 99)
    for name, first, second in (("regression", one, other), ("SVM", other, one)):
        no_worse = dict(zip(c.tolist(), np.interp(c, *first) <= np.interp(c, *second) + CLOSE, strict=True))
        e.control(f"the {name} is nowhere worse", over=no_worse, holds=no_worse.__getitem__)
    return e


def top(claim: Claim) -> Evidence:
    """The difference of two areas as a sum over cuts: for all pairs of small rankings, and for the patients."""
    areas, precisions, squared, sums = _cuts_on_small()
    e = Evidence(note=f"{len(areas)} pairs of rankings of up to six cases, in fractions. " + WHO)
    e.printed("differences of AUROC are sums over cuts", cases=areas)
    e.printed("differences of average precision are sums over cuts", cases=precisions)
    e.control("average precision with $r^2$ for $r(r+1)$", over=squared, holds=squared.__getitem__)
    e.control("average precision with the shares of AUROC", over=sums, holds=sums.__getitem__)
    found = held_out()
    table = cuts.down_the_list(found.worse, found.regression, found.svm).set_index("rank")
    for rank, stated in claim.published["down to"].items():
        e.printed(f"cuts down to {rank}", published=stated, reproduced=table.loc[rank, list(stated)].to_dict())
    e.control("both areas prefer one model", agrees=bool(np.ptp(np.sign(table.iloc[-1][["AUROC", "AP"]])) == 0),
              reproduced=table.iloc[-1][["AUROC", "AP"]].round(3).to_dict())  # fmt: skip
    return e


@cache
def _cuts_on_small() -> tuple[list[bool], list[bool], dict[tuple, bool], dict[tuple, bool]]:
    """For each pair of small rankings: sums over cuts against AUROC and average precision, and two wrong sums."""
    small = [labels for labels, _ in samples(6, ties=False)]
    areas, precisions = [], []
    squared, sums = {}, {}
    for x, y in product(small, small):
        if (len(x), sum(x)) != (len(y), sum(y)):
            continue
        order = tuple(range(len(x), 0, -1))
        auc, ap = cuts.shares(x, y)
        areas.append(sum(auc) == exact.auroc(x, order) - exact.auroc(y, order))
        gain = exact.average_precision(x, order) - exact.average_precision(y, order)
        precisions.append(sum(ap) == gain)
        squared[x, y] = sum(a * (r + 1) / r for r, a in enumerate(ap, start=1)) == gain
        sums[x, y] = sum(auc) == gain
    return areas, precisions, squared, sums


def groups(claim: Claim) -> Evidence:
    """Which sex is served better, by both areas; and what equal shares of positives do."""
    table = tables.groups(held_out())
    shown = ["AUROC", "AP", "AP at equal shares"]
    each = table.drop_duplicates("sex").set_index("sex")
    ill, share = each["worse"], each["worse"] / each["patients"]
    e = Evidence(
        note=f"{WHO} Positives: {ill[1]} of sex 1, {share[1]:.0%}, {ill[2]} of sex 2, {share[2]:.0%}. "
        "Weights in enumerated samples: 3 for positives."
    )
    ahead = {}
    for (sex, model), row in table.set_index(["sex", "model"]).iterrows():
        e.printed(f"sex {sex}, {model}", published=claim.published[f"{model}, {sex}"],
                  reproduced=[row[k] for k in shown])  # fmt: skip
    for model, part in table.groupby("model"):
        one, other = (part[part["sex"] == sex].iloc[0] for sex in (1, 2))
        ahead[model] = [bool(one[k] > other[k]) for k in shown]
    e.printed("AUROC is higher in sex 1", cases=(x[0] for x in ahead.values()))
    e.printed("AP is higher in sex 2", cases=(not x[1] for x in ahead.values()))
    e.printed("with equal shares AP is higher in sex 1", cases=(x[2] for x in ahead.values()))
    e.control("AP orders the sexes as AUROC does", over=ahead, holds=lambda model: ahead[model][0] == ahead[model][1])
    for form, what, metric in (
        ("printed", "weights of a whole class leave AUROC alone", exact.auroc),
        ("control", "they leave average precision alone", exact.average_precision),
    ):
        found = {s: metric(*s, [3 if y else 1 for y in s[0]]) == metric(*s) for s in samples(5)}
        e.add(form, what, over=found, holds=found.__getitem__)
    return e


def easy(claim: Claim) -> Evidence:
    """A thousand patients that nobody could take for the positives: what each metric does."""
    found, added = held_out(), 1000
    y = np.concatenate([found.worse, np.zeros(added, dtype=bool)])
    metrics: dict[str, Any] = dict(tables.ORDER) | {"accuracy": accuracy, "LxCIM": lxcim}
    longer = {k: np.concatenate([s, np.full(added, s.min() - 1)]) for k, s in found.scores.items()}
    before = {k: {m: float(f(found.worse, s)) for m, f in metrics.items()} for k, s in found.scores.items()}
    after = {k: {m: float(f(y, s)) for m, f in metrics.items()} for k, s in longer.items()}
    e = Evidence(note=WHO + " A thousand negatives below all of them. Pairs of enumerated samples of up to five cases.")
    for model in found.scores:
        e.printed(f"{model}, with a thousand", published=claim.published[model], reproduced=after[model])
    lead, was = ({m: each["regression"][m] - each["SVM"][m] for m in metrics} for each in (after, before))
    e.printed("no metric changes its preference", cases=(lead[k] * was[k] > 0 for k in metrics))
    e.printed("AP and C(r_b) stay",
              cases=(abs(lead[k] - was[k]) < CLOSE for k in ("AP", "C(r_b)")))  # fmt: skip
    shrink = (~found.worse).sum() / (~y).sum()
    e.printed("the lead in AUROC shrinks by n-/(n- + m)",
              cases=[abs(lead["AUROC"] - shrink * was["AUROC"]) < CLOSE])  # fmt: skip
    e.control("every metric stays", over=metrics, holds=lambda k: abs(lead[k] - was[k]) < CLOSE)
    e.control("H's lead shrinks by the same factor",
              cases=[abs(lead["H"] - shrink * was["H"]) < CLOSE])  # fmt: skip
    auc, ap, wrong = _easy_on_small()
    e.printed("AUROC's lead, in fractions", cases=auc)
    e.printed("AP's lead, in fractions", cases=ap)
    e.control("AUROC's lead stays, in fractions", cases=wrong)
    return e


@cache
def _easy_on_small() -> tuple[list[bool], list[bool], list[bool]]:
    auc, ap, wrong = [], [], []
    seen: dict[tuple[int, int], list[tuple[Fraction, Fraction, Fraction, Fraction]]] = {}
    for labels, scores in samples(5):
        longer = (*labels, 0, 0), (*scores, 0, 0)  # ranks begin at 1
        seen.setdefault((len(labels), sum(labels)), []).append(
            (exact.auroc(labels, scores), exact.auroc(*longer),
             exact.average_precision(labels, scores), exact.average_precision(*longer))
        )  # fmt: skip
    for (n, positives), values in seen.items():
        shrink = Fraction(n - positives, n - positives + 2)
        for one in values:
            for other in values:
                auc.append(one[1] - other[1] == shrink * (one[0] - other[0]))
                ap.append(one[3] - other[3] == one[2] - other[2])
                wrong.append(one[1] - other[1] == one[0] - other[0])
    return auc, ap, wrong


def places(claim: Claim) -> Evidence:
    """Who is best on how much of the Tile, and that the winner on the diagonal has the lower cost curve."""
    found = held_out()
    shares = tables.areas(found)
    e = Evidence(note=WHO + " Each model with the threshold that suits the place; 101 by 101 places.")
    e.printed("share of the Tile", published=claim.published["areas"], reproduced=shares.to_dict())
    square = tables.square(found)
    lead = square["regression"] - square["SVM"]
    drawn = (lead[square["a"].between(0.005, 0.995)] < -CLOSE).mean()
    e.printed("the SVM is ahead on about as many drawn places",
              agrees=abs(drawn - shares["SVM"]) < 0.02, reproduced=round(float(drawn), 3))  # fmt: skip
    diagonal = square[(square["a"] - square["b"]).abs() < CLOSE]
    c = 1 - diagonal["a"].to_numpy()
    curves = {k: np.interp(c, *cost_curve(found.worse, s, over="cost")) for k, s in found.scores.items()}
    gap = _sign(curves["SVM"] - curves["regression"])
    on_square = _sign((diagonal["regression"] - diagonal["SVM"]).to_numpy())
    e.printed("on the diagonal, the one with the lower cost curve is ahead", cases=(gap == on_square).tolist())
    for name, (a, b) in tables.PLACES.items():
        here = square[(square["a"] - a).abs().lt(CLOSE) & (square["b"] - b).abs().lt(CLOSE)]
        winner = max(found.scores, key=lambda model: round(here[model].item(), 9))
        e.printed(
            f"ahead at {name}, the place ({a:g}, {b:g})", published=claim.published["ahead"][name], reproduced=winner
        )
    widest = shares.round(9).idxmax()
    preferred = max(found.scores, key=lambda model: round(auroc(found.worse, found.scores[model]), 9))
    e.control("AUROC prefers the model with more of the Tile", agrees=preferred == widest,
              reproduced=f"{preferred}, {widest}")  # fmt: skip
    e.control("at the price in place of one minus the price", cases=(gap[::-1] == on_square).tolist())
    return e


def _sign(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.sign(np.where(np.abs(values) < CLOSE, 0.0, values))


def threshold(claim: Claim) -> Evidence:
    """What a threshold moved does to metrics of decisions, and that it leaves metrics of the order alone."""
    found = held_out()
    moved = found.regression - found.undone
    e = Evidence(note=WHO + " Small samples: all of up to four cases with every tie, all scores raised by one or two.")
    e.printed("log-odds that balanced weights add", published=claim.published["added"], reproduced=found.undone)
    values = {
        "accuracy": [float(accuracy(found.worse, s)) for s in (found.regression, moved, found.svm)],
        "LxCIM": [float(lxcim(found.worse, s)) for s in (found.regression, moved, found.svm)],
    }
    for name, stated in values.items():
        e.printed(f"{name}: regression, weights undone, SVM", published=claim.published[name], reproduced=stated)
    e.printed("undone, the regression is ahead of the SVM", cases=(v[1] > v[2] > v[0] for v in values.values()))
    metrics = tables.ORDER
    e.printed("the order's metrics stay",
              cases=(abs(f(found.worse, moved) - f(found.worse, found.regression)) < CLOSE
                     for f in metrics.values()))  # fmt: skip
    order, decisions = _raised_on_small()
    e.printed("in fractions, too", cases=order)
    e.control("LxCIM stays", over=decisions, holds=decisions.__getitem__)
    e.control("weights undone twice do as well", cases=[
        accuracy(found.worse, moved - found.undone) > values["accuracy"][1],
        lxcim(found.worse, found.regression + found.undone) > values["LxCIM"][0],
    ])  # fmt: skip
    return e


@cache
def _raised_on_small() -> tuple[list[bool], dict[tuple, bool]]:
    """Whether metrics of the order, and LxCIM, stay when all scores are raised."""
    order, decisions = [], {}
    for labels, scores in samples(4):
        for up in (1, 2):
            raised = tuple(s + up for s in scores)
            for f in (exact.auroc, exact.average_precision, exact_costs.h_measure):
                order.append(f(labels, raised) == f(labels, scores))
            centred = tuple(Fraction(s) - Fraction(5, 2) for s in scores)
            lifted = exact.lxcim(labels, [s + up for s in centred])
            decisions[labels, centred, up] = exact.lxcim(labels, centred) == lifted
    return order, decisions


def forty(claim: Claim) -> Evidence:
    """On how many of forty splits the regression is ahead, by each metric."""
    table = tables.splits().set_index("metric")
    count = table[table.columns[-1]]
    e = Evidence(
        note=f"Splits 0 to 39 of the {len(diabetes(0.2)[1])} patients in halves, both models learnt anew on "
        f"each. Costly misses: prices from Beta({tables.COSTLY_MISSES['alpha']}, {tables.COSTLY_MISSES['beta']}). The "
        "halves share patients, so the splits are not forty independent trials."
    )
    e.printed("splits of forty with the regression ahead", published=claim.published, reproduced=count.to_dict())
    first = (table["lead here"] > 0) == (count > 20)
    e.control("the first split shows what most show", over=first.index, holds=first.__getitem__)
    return e
