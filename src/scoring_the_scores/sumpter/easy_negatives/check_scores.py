"""What a score is: log-likelihood or log-odds, the threshold at even odds, and what easy negatives do to both."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import sympy
from scipy.special import expit

from claimledger import SIGMAS, Evidence, load
from metricbook import auroc
from scoring_the_scores.sumpter import nine
from scoring_the_scores.sumpter.nine_panels import PANELS, Panel, draw, fit

INPUTS = (0, 1, 3, 7, 15, 31, 63)  # all distances differ, so that neighbours are never tied
KINDS = ("positives", "difficult", "easy")


def definition() -> Evidence:
    """Section 2: areas with the log-likelihood of a sample's own label as its score, and with log-odds."""
    published = load()["sumpter.fig3"].published
    own = {x: np.mean([auroc(d[x].labels, d[x].log_likelihoods) for d in nine.samples()]) for x in PANELS}
    odds = {x: np.mean([auroc(d[x].labels, d[x].scores) for d in nine.samples()]) for x in PANELS}
    spread = {x: nine.spread_of_paper(x) for x in PANELS}
    near = {
        name: sum(abs(published[x] - areas[x]) < SIGMAS * spread[x] for x in PANELS)
        for name, areas in (("own", own), ("odds", odds))
    }
    first = nine.samples()[0]
    even = -float(np.logaddexp(0.0, -0.0))
    orders = [
        np.array_equal(np.argsort(d.inputs, kind="stable"), np.argsort(d.scores, kind="stable")) for d in first.values()
    ]
    crossed = [float(np.min(d.scores)) < 0 < float(np.max(d.scores)) for d in first.values()]
    e = Evidence()
    e.printed(
        "own label's log-likelihood gives the areas of Figure 3, mean areas of panels a to i",
        agrees=near["own"] == 9,
        reproduced=nine.rounded(own.values(), 2),
    )
    e.printed(
        "log-likelihood of a positive label is 0, the threshold of Section 3.2, at even odds",
        agrees=even == 0,
        reproduced=round(even, 4),
    )
    e.repaired(
        "log-odds give the areas of Figure 3", agrees=near["odds"] == 9, reproduced=nine.rounded(odds.values(), 2)
    )
    e.repaired("log-odds pass through 0 in every panel", cases=crossed)
    e.repaired("log-odds order the samples as the input does", cases=orders)
    e.control(
        "own label's log-likelihood does better than chance, 1/2, in some panel",
        agrees=max(own.values()) > 0.5,
        reproduced=f"{max(own.values()):.2f} at most",
    )
    e.note = (
        f"{len(nine.SEEDS)} data sets of each panel; a printed area agrees within four standard deviations of a "
        f"random data set and 1000 pairs. The logistic regression has scikit-learn's penalty, which the paper "
        f"does not mention; without it slopes differ by less than {100 * _penalty():.1f} percent, and no order."
    )
    return e


def _penalty() -> float:
    """Largest relative change of a slope when the penalty is left out, one draw of each panel."""
    return max(abs(fit(d.labels, d.inputs, penalty=False)[1] / d.slope - 1) for d in nine.samples()[0].values())


def even_odds() -> Evidence:
    """Eqs. 7-8 and display: the logistic function as printed, and with the sign that lets it grow with the score."""
    r = sympy.Symbol("r", real=True)
    printed, corrected = 1 / (1 + sympy.exp(r)), 1 / (1 + sympy.exp(-r))
    roots = [sympy.solve(sympy.Eq(f, sympy.Rational(1, 2)), r) for f in (printed, corrected)]
    slopes = [sympy.diff(f, r).subs(r, 0) for f in (printed, corrected)]
    fitted = {
        sign: {x: _agrees_with_labels(d.labels, expit(sign * d.scores)) for x, d in nine.samples()[0].items()}
        for sign in (-1, 1)
    }
    e = Evidence()
    e.printed("$r=0$ solves it", agrees=roots[0] == [0], reproduced=str(roots[0]))
    e.printed("it grows with the score", agrees=bool(slopes[0] > 0), reproduced=f"slope {slopes[0]} at 0")
    e.printed(
        "its mean over all samples is the share of positives, nine samples", over=PANELS, holds=lambda x: fitted[-1][x]
    )
    e.repaired(r"$1/(1+\exp(-r))=1/2$ has the same solution", agrees=roots[1] == roots[0], reproduced=str(roots[1]))
    e.repaired("it grows with the score", agrees=bool(slopes[1] > 0), reproduced=f"slope {slopes[1]} at 0")
    e.repaired(
        "its mean over all samples is the share of positives, nine samples",
        cases=fitted[1].values(),
    )
    e.control(
        "the printed sign gives positives the larger chance on average, nine samples",
        cases=(float(expit(-d.scores[d.labels]).mean()) > 0.5 for d in nine.samples()[0].values()),
    )
    e.note = "A logistic regression with an intercept fits the share of positives exactly; held to 1e-6."
    return e


def _agrees_with_labels(labels: np.ndarray, chance: np.ndarray) -> bool:
    return abs(float(chance.mean()) - float(labels.mean())) < 1e-6


def shift() -> Evidence:
    """Section 3.2: mean log-odds of each kind of sample down the columns, and with all negatives multiplied."""
    lines = {x: PANELS[x].logistic_line for x in PANELS}
    means = {x: [lines[x][0] + lines[x][1] * m for _, m in PANELS[x].groups] for x in PANELS}
    whole = {x: np.average(means[x], weights=[n for n, _ in PANELS[x].groups]) for x in PANELS}
    measured = {x: np.mean([d[x].scores.mean() for d in nine.samples()]) for x in PANELS}
    moved = {k: [_falls([means[x][k] for x in c]) for c in nine.COLUMNS] for k in range(len(KINDS))}
    along = [means[c[-1]][0] - means[c[0]][0] for c in nine.COLUMNS]
    base = Panel(hard_mean=7.0, easy=0)
    multiplied = [Panel(hard_mean=7.0, easy=0, hard=k * base.hard).logistic_line for k in (1, 10, 100)]
    drop = [multiplied[0][0] - intercept for intercept, _ in multiplied[1:]]
    e = Evidence()
    e.printed(
        "the mean score of all samples rises down a column",
        reproduced=nine.rounded(whole.values(), 2),
        agrees=any(_grows([whole[x] for x in c]) for c in nine.COLUMNS),
    )
    e.repaired(
        "it falls down each column, populations",
        agrees=all(_falls([whole[x] for x in c]) for c in nine.COLUMNS),
        reproduced=nine.rounded(whole.values(), 2),
    )
    e.repaired(
        "it falls down each column, mean of drawn data sets",
        reproduced=nine.rounded(measured.values(), 2),
        agrees=all(_falls([measured[x] for x in c]) for c in nine.COLUMNS),
    )
    for k in (1, 2):
        e.repaired(
            f"the mean score of {KINDS[k]} negatives falls down each column",
            agrees=all(moved[k]),
            reproduced=nine.rounded((means[x][k] for x in PANELS), 2),
        )
    e.repaired(
        r"ten and a hundred times as many of one kind move every score left by $\ln 10$ and $\ln 100$",
        agrees=bool(np.allclose(drop, np.log([10, 100]), atol=1e-6)),
        reproduced=nine.rounded(drop, 4),
    )
    e.repaired(
        "that of the positives moves by less than 0.25, to either side",
        agrees=all(abs(m) < 0.25 for m in along) and min(along) < 0 < max(along),
        reproduced=nine.rounded(along, 2),
    )
    e.control(
        "the mean score of positives falls down each column",
        agrees=all(moved[0]),
        reproduced=nine.rounded((means[x][0] for x in PANELS), 2),
    )
    e.note = f"Panels a to i; {len(nine.SEEDS)} data sets of each."
    return e


def _falls(values: list[float]) -> bool:
    return all(b < a for a, b in pairwise(values))


def errors() -> Evidence:
    """Section 3.2: errors at log-odds 0 down the columns, as a number, by kind, and as a share."""
    wrong = {x: nine.errors(PANELS[x], nine.even_odds(x)) for x in PANELS}
    number = {c: [sum(wrong[x]) for x in c] for c in nine.COLUMNS}
    missed = {c: [wrong[x][0] for x in c] for c in nine.COLUMNS}
    false = {c: [wrong[x][1] + wrong[x][2] for x in c] for c in nine.COLUMNS}
    share = {c: [sum(wrong[x]) / (PANELS[x].positives + PANELS[x].negatives) for x in c] for c in nine.COLUMNS}
    e = Evidence(
        note="Expected numbers in the populations, with the line of logistic regression. Top to bottom of a column."
    )
    e.printed("the number of errors grows", agrees=all(map(_grows, number.values())), reproduced=_columns(number, 1))
    e.printed(
        "so do positives called negative", agrees=all(map(_grows, missed.values())), reproduced=_columns(missed, 1)
    )
    e.control("so do negatives called positive", agrees=any(map(_grows, false.values())), reproduced=_columns(false, 1))
    e.control("so does the share of errors", agrees=any(map(_grows, share.values())), reproduced=_columns(share, 4))
    return e


def errors_at_balance() -> Evidence:
    """Section 3.2: errors at r_b beside those at log-odds 0, and down the columns."""
    zero = {x: sum(nine.errors(PANELS[x], nine.even_odds(x))) for x in PANELS}
    balanced = {x: sum(nine.errors(PANELS[x], nine.balance(x))) for x in PANELS}
    fewest = {x: min(sum(nine.errors(PANELS[x], r)) for r in np.linspace(2, 14, 601)) for x in PANELS}
    e = Evidence(note="Expected numbers in the nine populations.")
    e.printed(
        "fewer errors at $r_b$ than at log-odds 0, panels a to i",
        agrees=any(balanced[x] < zero[x] for x in PANELS),
        reproduced=f"{nine.rounded(balanced.values(), 0)} against {nine.rounded(zero.values(), 0)}",
    )
    grown = {name: [n[c[-1]] - n[c[0]] for c in nine.COLUMNS] for name, n in (("r_b", balanced), ("0", zero))}
    e.printed(
        "errors at $r_b$ grow less down a column",
        agrees=any(b < z for b, z in zip(grown["r_b"], grown["0"], strict=True)),
        reproduced=f"{nine.rounded(grown['r_b'], 0)} against {nine.rounded(grown['0'], 0)}",
    )
    e.control(
        "some threshold makes fewer errors than log-odds 0 by a hundredth or more",
        agrees=any(fewest[x] < 0.99 * zero[x] for x in PANELS),
        reproduced=f"fewer by {max(1 - fewest[x] / zero[x] for x in PANELS):.2%} at most",
    )
    return e


def _grows(values: list[float]) -> bool:
    return all(a < b for a, b in pairwise(values))


def _columns(values: dict[str, list[float]], digits: int) -> dict[str, list[float]]:
    return {column: nine.rounded(entries, digits) for column, entries in values.items()}


def neighbours() -> Evidence:
    """Section 1: what k nearest neighbours label as k grows, under three rules for turning neighbours into a label."""
    ks = range(1, len(INPUTS) + 1)
    votes = {
        "".join("NP"[label] for label in labels): {k: _positive_neighbours(labels, k) for k in ks}
        for labels in sorted(product((0, 1), repeat=len(INPUTS)), key=sum)
    }
    some = [[{i for i, n in enumerate(v[k]) if n} for k in ks] for v in votes.values()]
    counted = [[{i for i, n in enumerate(v[5]) if n >= need} for need in range(5, -1, -1)] for v in votes.values()]

    def one_way(labels: str) -> bool:
        sets = [{i for i, n in enumerate(votes[labels][k]) if 2 * n > k} for k in ks if k % 2]
        return _nested(sets) or _nested(sets[::-1])

    share = {k: _operating_point(k) for k in (1, 11, 101)}
    e = Evidence(
        note=f"All labels of {len(INPUTS)} samples on a line, each among its own neighbours; odd $k$ for majorities. "
        f"Panel e, one drawn set to learn from, another to judge: "
        + "; ".join(f"k = {k}: FPR {rate:.3f} by majority, AUROC {area:.3f}" for k, (rate, area) in share.items())
    )
    e.reading("the majority decides: the flagged sets grow, or shrink, with $k$", over=votes, holds=one_way)
    e.reading("one positive neighbour is enough: they grow with $k$", cases=map(_nested, some))
    e.reading(
        "the parameter is the number of positive neighbours asked for: they grow to all as it falls",
        cases=(_nested(sets) and len(sets[-1]) == len(INPUTS) for sets in counted),
    )
    e.control("one positive neighbour is enough: they shrink with $k$", cases=(_nested(sets[::-1]) for sets in some))
    return e


def _nested(sets: list[set[int]]) -> bool:
    return all(a <= b for a, b in pairwise(sets))


def _positive_neighbours(labels: tuple[int, ...], k: int) -> list[int]:
    return [sum(labels[j] for j in _nearest(x)[:k]) for x in INPUTS]


def _nearest(x: int) -> list[int]:
    """Places of the inputs, the nearest to x first."""
    return sorted(range(len(INPUTS)), key=lambda j: abs(INPUTS[j] - x))


def _operating_point(k: int) -> tuple[float, float]:
    """False positive rate of the majority of k neighbours on fresh data of panel e, and AUROC of their number."""
    stored, fresh = nine.samples()[0]["e"], draw(PANELS["e"], rng=np.random.default_rng(k))
    order = np.argsort(stored.inputs, kind="stable")
    inputs, labels = stored.inputs[order], stored.labels[order].astype(int)
    labels_of, at = fresh
    # On a line the k nearest of x are consecutive: the window whose ends are evenly far away.
    middles = (inputs[:-k] + inputs[k:]) / 2
    totals = np.concatenate([[0], np.cumsum(labels)])
    start = np.searchsorted(middles, at)
    votes = totals[start + k] - totals[start]
    return float((2 * votes > k)[~labels_of].mean()), auroc(labels_of, votes.astype(float))
