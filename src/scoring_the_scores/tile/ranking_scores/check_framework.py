"""Sections 2.1 to 2.4: outcomes, events, no skill, the order that a score induces, and the list of symbols."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import sympy

from claimledger import Claim, Evidence
from metricbook import Sweep, roc_curve, tile
from metricbook.exact import ranking as exact
from metricbook.exact import tile as outcomes
from metricbook.tile import OUTCOMES
from metricbook.tile.polygons import half_plane
from scoring_the_scores.tile import samples as small

SEED, SAMPLES = 21, 40
P, N = 1, 0  # the classes


def sample_space(claim: Claim) -> Evidence:
    """Section 2.1: the four outcomes as pairs of label and prediction, and their satisfaction as both being equal."""
    printed = {"Y": {"tn": N, "fp": N, "fn": P, "tp": P}, "Y_HAT": {"tn": N, "fn": N, "fp": P, "tp": P}}
    satisfaction = {"tn": 1, "tp": 1, "fp": 0, "fn": 0}
    equal = {o: int(printed["Y"][o] == printed["Y_HAT"][o]) for o in outcomes.OMEGA}
    positive = {o: int(printed["Y_HAT"][o] == P) for o in outcomes.OMEGA}
    e = Evidence(claim)
    e.printed(r"size of $\Omega$", entry="size", reproduced=len(outcomes.OMEGA))
    for name, value in (("satisfying", 1), ("unsatisfying", 0)):
        e.printed(f"{name} outcomes", entry=name, reproduced=list(equal.values()).count(value))
    e.printed(
        r"every pair $(Y, \hat Y)$ is one outcome",
        agrees=len(_labels(printed)) == 4,
        reproduced=f"{len(_labels(printed))} pairs",
    )
    e.printed(
        r"$S=\mathbf 1_{Y=\hat Y}$ is the printed satisfaction",
        agrees=equal == satisfaction,
        reproduced=small.shown(o for o in equal if equal[o]),
    )
    e.printed(
        "the maps of the package",
        agrees=(dict(outcomes.Y), dict(outcomes.Y_HAT), dict(outcomes.S))
        == (printed["Y"], printed["Y_HAT"], satisfaction)
        and OUTCOMES == outcomes.OMEGA,
        reproduced=small.shown(outcomes.SATISFYING),
    )
    e.control(
        r"$S=\mathbf 1_{\hat Y=c_+}$ is the printed satisfaction",
        agrees=positive == satisfaction,
        reproduced=small.shown(o for o in positive if positive[o]),
    )
    return e


def _labels(printed: dict[str, dict[str, int]]) -> set[tuple[int, int]]:
    return {(printed["Y"][o], printed["Y_HAT"][o]) for o in outcomes.OMEGA}


def no_skill() -> Evidence:
    """Section 2.1: independence of label and prediction against the determinant, kappa and Youden's index."""
    cases = small.eighths()
    independent = [outcomes.no_skill(p) == p for p in cases]
    zero = {name: [outcomes.SCORES[name](p) for p in cases] for name in ("|C|", "J_Y", "kappa", "markedness")}
    products = [_products(p) for p in cases]
    e = Evidence(note=small.IN_EIGHTHS)
    e.printed(
        r"$P(Y,\hat Y)=P(Y)P(\hat Y)$ is the four equations",
        cases=((p == four) == same for p, four, same in zip(cases, products, independent, strict=True)),
    )
    e.printed(
        "$P(tn)P(tp)=P(fp)P(fn)$ says the same",
        cases=((value == 0) == same for value, same in zip(zero["|C|"], independent, strict=True)),
    )
    for name, label in (("J_Y", "$J_Y=0$"), ("kappa", r"$\kappa=0$")):
        e.printed(
            f"so does {label}, where it is defined",
            cases=(
                (value == 0) == same for value, same in zip(zero[name], independent, strict=True) if value is not None
            ),
        )
    e.control(
        "so does $A=1/2$",
        over=sorted(cases, key=small.size),
        holds=lambda p: (outcomes.expectation(p, outcomes.S) == small.HALF) == (outcomes.no_skill(p) == p),
    )
    return e


def _products(p: tuple) -> tuple:
    negative, positive = p[0] + p[1], p[2] + p[3]
    no, yes = p[0] + p[2], p[1] + p[3]
    return negative * no, negative * yes, positive * no, positive * yes


def fourteen(claim: Claim) -> Evidence:
    """Eq. 1: all events but two, and their values at the four certain outcomes, which tell them apart."""
    proper = [event for event in outcomes.events() if 0 < len(event) < 4]
    functions = {tuple(outcomes.probability(p, event) for p in small.eighths(1)) for event in proper}
    e = Evidence(
        claim,
        note="A score is told from the others by its values where one outcome is certain: 1 if the outcome "
        "is in the event, else 0.",
    )
    e.printed("events between $\\emptyset$ and $\\Omega$", reproduced=len(proper))
    e.printed("different functions among their probabilities", reproduced=len(functions))
    e.control("with the certain event", reproduced=len(proper) + 1)
    return e


def unconditional_names() -> Evidence:
    """Section 2.2: the named unconditional scores of the package as probabilities of events of Y, Ŷ and S."""
    y, y_hat, s = outcomes.Y, outcomes.Y_HAT, outcomes.S
    events = {
        **{f"P{o.upper()}": frozenset({o}) for o in outcomes.OMEGA},
        "pi-": small.event(y, N), "pi+": small.event(y, P),
        "tau-": small.event(y_hat, N), "tau+": small.event(y_hat, P),
        "A": small.event(s, 1), "error rate": small.event(s, 0),
    }  # fmt: skip
    printed = {"pi-": "tn,fp", "pi+": "fn,tp", "tau-": "tn,fn", "tau+": "fp,tp", "A": "tn,tp"}
    cases = small.eighths()
    e = Evidence(note=small.IN_EIGHTHS)
    e.printed(
        r"the printed events are those of $Y$, $\hat Y$ and $S$",
        cases=(small.shown(events[name]) == text for name, text in printed.items()),
    )
    for name, event in events.items():
        values = [float(v) for v in tile.SCORES[name](np.array(cases, dtype=float))]
        e.printed(
            f"{name} in the package is $P\\{{{small.shown(event)}\\}}$",
            cases=(value == float(outcomes.probability(p, event)) for value, p in zip(values, cases, strict=True)),
        )
    e.printed(r"$A=\mathbf E[S]$", **small.same(small.given(events["A"]), lambda p: outcomes.expectation(p, s)))
    e.printed(
        "the error rate is $1-A$",
        **small.same(small.given(events["error rate"]), lambda p: 1 - outcomes.expectation(p, s)),
    )
    e.control(r"$\tau_+=P\{fn,tp\}$", **small.same(small.given(events["tau+"]), small.given(events["pi+"])))
    return e


def fifty(claim: Claim) -> Evidence:
    """Eq. 2: all pairs of events, and the values at the four certain outcomes, which tell the scores apart."""
    pairs = outcomes.conditional_pairs()
    at_corners = {tuple(outcomes.probability(p, *pair) for p in small.eighths(1)) for pair in pairs}
    inside = [p for p in small.eighths() if min(p) > 0]
    within = {tuple(outcomes.probability(p, *pair) for p in inside) for pair in pairs}
    patterns = [v for v in product((None, 0, 1), repeat=4) if 0 in v and 1 in v]
    full = [pair for pair in pairs if len(pair[1]) == 4]
    loose = [(one, other) for other in outcomes.events() for one in outcomes.events() if one and one <= other]
    e = Evidence(
        claim,
        note="Where one outcome is certain, a score is 1 if the outcome is in $E_1$, 0 if it is in $E_2$ "
        "only, and undefined otherwise: this tells $E_1$ and $E_2$. The 35 performances in eighths "
        "without a zero tell the scores apart without their domains.",
    )
    e.printed("pairs of events", reproduced=len(pairs))
    e.printed(
        "different functions, by their values at the certain outcomes",
        reproduced=len(at_corners),
    )
    e.printed("patterns of 0, 1 and undefined with both a 0 and a 1", reproduced=len(patterns))
    e.printed("different functions where no probability is zero", reproduced=len(within))
    e.printed(
        "pairs with $E_2=\\Omega$ are the unconditional scores",
        agrees={first for first, _ in full} == {event for event in outcomes.events() if 0 < len(event) < 4},
        reproduced=len(full),
    )
    e.control("with $E_1=E_2$ allowed", reproduced=len(loose))
    return e


def conditional_names() -> Evidence:
    """Section 2.2: the named conditional scores of the package against ratios of the confusion matrix."""
    tn, fp, fn, tp = range(4)
    ratios = {
        "TNR": ({tn}, {tn, fp}), "TPR": ({tp}, {fn, tp}), "NPV": ({tn}, {tn, fn}), "PPV": ({tp}, {fp, tp}),
        "J-": ({tn}, {tn, fp, fn}), "J+": ({tp}, {fp, fn, tp}),
    }  # fmt: skip
    cases = small.eighths()
    array = np.array(cases, dtype=float)
    e = Evidence(note=small.IN_EIGHTHS)
    for name, (part, whole) in ratios.items():
        event, condition = ({outcomes.OMEGA[k] for k in numbers} for numbers in (part, whole))
        exactly = small.same(small.given(event, condition), _of(part, whole))
        e.printed(f"{name} is ${small.shown(event)}\\mid {small.shown(condition)}$", **exactly)
        e.printed(f"{name} of the package", cases=_close(tile.SCORES[name](array), map(_of(part, whole), cases)))
    for name, complement in (("FPR", "TNR"), ("FNR", "TPR"), ("FOR", "NPV"), ("FDR", "PPV")):
        lower = [None if v is None else 1 - v for v in map(_of(*ratios[complement]), cases)]
        e.printed(f"{name} is $1-{complement}$", cases=_close(tile.SCORES[name](array), lower))
    e.control(
        "NPV is $tn\\mid tn,fp$", **small.same(small.given({"tn"}, {"tn", "fn"}), small.given({"tn"}, {"tn", "fp"}))
    )
    return e


def _of(part: set[int], whole: set[int]):
    return lambda p: _quotient(p, part, whole)


def _quotient(p: tuple, part: set[int], whole: set[int]) -> Fraction | None:
    total = sum(p[k] for k in whole)
    return None if total == 0 else sum(p[k] for k in part) / total


def _close(values: np.ndarray, exactly) -> list[bool]:
    """Floats against exact values, NaN against None."""
    return [
        bool(np.isnan(value)) if true is None else abs(value - float(true)) < 1e-15
        for value, true in zip(values, exactly, strict=True)
    ]


def _relation(score, p: tuple, q: tuple, *, undefined_equal: bool = False) -> bool:
    """Whether p is worse than or equivalent to q in the order that a score induces."""
    x, y = score(p), score(q)
    if x is None or y is None:
        return p == q or undefined_equal
    return x <= y


_ORDERED = {
    "PPV": small.given({"tp"}, {"fp", "tp"}),
    "NPV": small.given({"tn"}, {"tn", "fn"}),
    "kappa": outcomes.SCORES["kappa"],
    "SNPV": outcomes.SCORES["SNPV"],
    "NLR": outcomes.SCORES["NLR"],
}


def induced_order() -> Evidence:
    """Section 2.1: the induced relation is a preorder on all performances in thirds, undefined ones included."""
    cases = small.eighths(3)
    e = Evidence(
        note=f"All {len(cases)} performances in whole thirds, and all triples of them, for each of "
        f"{', '.join(_ORDERED)}, which are undefined for some."
    )
    undefined = [sum(score(p) is None for p in cases) for score in _ORDERED.values()]
    e.printed("each score is undefined somewhere", cases=(0 < count < len(cases) for count in undefined))
    e.printed("reflexive", cases=(_relation(s, p, p) for s in _ORDERED.values() for p in cases))
    e.printed("transitive", cases=(_transitive(s, cases) for s in _ORDERED.values()))
    e.printed(
        "an undefined performance is incomparable with every other",
        cases=(
            not _relation(s, p, q) and not _relation(s, q, p)
            for s in _ORDERED.values()
            for p, q in combinations(cases, 2)
            if s(p) is None or s(q) is None
        ),
    )
    e.control(
        "transitive, if an undefined performance were equivalent to every other",
        over=_ORDERED,
        holds=lambda name: _transitive(_ORDERED[name], cases, undefined_equal=True),
    )
    npv, nlr = _ORDERED["NPV"], _ORDERED["NLR"]
    balanced = [p for p in small.eighths(4) if p[0] + p[1] == small.HALF]
    pairs = sorted(permutations(balanced, 2), key=lambda pair: small.size(*pair))
    e.control(
        "at equal priors NLR orders as NPV does, the other way round, undefined performances included",
        over=pairs,
        holds=lambda pair: _relation(npv, *pair) == _relation(nlr, *pair[::-1]),
    )
    e.control(
        "the inequality of Eq. 6 is met at NPV's corner by no performance that is undefined there",
        over=pairs,
        holds=lambda pair: sum(half_plane(*pair)[1:]) < 0 or None not in map(npv, pair),
    )
    return e


def _transitive(score, cases: list, *, undefined_equal: bool = False) -> bool:
    below = np.array([[_relation(score, p, q, undefined_equal=undefined_equal) for q in cases] for p in cases])
    return not (((below.astype(int) @ below.astype(int)) > 0) & ~below).any()


def axiom1() -> Evidence:
    """Section 2.4: orders of random sets of performances with and without one of them, by scores and by mean ranks."""
    rng = np.random.default_rng(SEED)
    by_score, by_ranks = [], []
    names = ("TNR", "TPR", "NPV", "PPV")
    for _ in range(SAMPLES):
        drawn = tile.uniform_performances(6, rng=rng)
        values = np.array([tile.SCORES[name](drawn) for name in names])
        for left_out in range(6):
            remaining = np.delete(np.arange(6), left_out)
            by_score += [
                _same_order(row[remaining], tile.SCORES[name](drawn[remaining]))
                for name, row in zip(names, values, strict=True)
            ]
            by_ranks.append(_same_order(_mean_rank(values)[remaining], _mean_rank(values[:, remaining])))
    e = Evidence(note=f"{SAMPLES} sets of six uniform performances, each of the six left out in turn, seed {SEED}.")
    e.printed("the order by each of TNR, TPR, NPV, PPV stays", cases=by_score)
    e.control("so does the order by the mean of the four ranks", cases=by_ranks)
    return e


def _mean_rank(values: np.ndarray) -> np.ndarray:
    """Mean over the scores of how many performances each one beats."""
    return (values[:, :, None] > values[:, None, :]).sum(axis=2).mean(axis=0)


def _same_order(before: np.ndarray, after: np.ndarray) -> bool:
    return all(
        np.sign(before[i] - before[j]) == np.sign(after[i] - after[j]) for i, j in combinations(range(len(before)), 2)
    )


def spaces() -> Evidence:
    """Appendix A.1.5: the points of thresholds in both planes, from performances, against the curves of the package."""
    labels, scores = (1, 0, 1, 1, 0, 0, 1, 0), (9, 8, 7, 6, 5, 4, 3, 2)
    sweep = Sweep(labels, scores)
    counts = [
        (sweep.negatives - fp, fp, sweep.positives - tp, tp)
        for fp, tp in zip(sweep.false_positives, sweep.true_positives, strict=True)
    ]
    values = {name: tile.SCORES[name](counts) for name in ("FPR", "TPR", "PPV")}
    curve = roc_curve(labels, scores).iloc[1:]
    recall_step = np.diff(values["TPR"], prepend=0)
    precision = float(exact.average_precision(labels, scores))
    e = Evidence(note="Eight examples with different scores, every one of them a threshold.")
    for axis, name, column in (("horizontal", "FPR", "false_positive_rate"), ("vertical", "TPR", "true_positive_rate")):
        e.printed(
            f"{name} is the {axis} axis of the ROC curve",
            cases=np.isclose(values[name], curve[column], atol=1e-12),
        )
    e.printed(
        "PPV against TPR is the precision-recall curve: its area in steps is the average precision",
        agrees=bool(abs(recall_step @ values["PPV"] - precision) < 1e-12),
        reproduced=f"{recall_step @ values['PPV']:.6f}",
    )
    swapped = np.diff(values["PPV"], prepend=0) @ values["TPR"]
    e.control(
        "TPR against PPV: its area in steps is the average precision",
        agrees=bool(abs(swapped - precision) < 1e-12),
        reproduced=f"{swapped:.6f}",
    )
    return e


def symbols_a_b() -> Evidence:
    """Appendix A.1.4: which importances change with a and with b, in symbols, against the list's descriptions."""
    a, b = sympy.symbols("a b")
    weights = dict(zip(outcomes.OMEGA, outcomes.importance(a, b), strict=True))
    moved = {str(v): frozenset(o for o in outcomes.OMEGA if sympy.diff(weights[o], v) != 0) for v in (a, b)}
    correct, incorrect = small.event(outcomes.S, 1), small.event(outcomes.S, 0)
    e = Evidence(note="The importances of Definition 1.")
    e.printed("$a$ weighs the incorrect outcomes", agrees=moved["a"] == incorrect, reproduced=small.shown(moved["a"]))
    e.printed("$b$ weighs the correct outcomes", agrees=moved["b"] == correct, reproduced=small.shown(moved["b"]))
    e.repaired("$a$ weighs the correct outcomes", agrees=moved["a"] == correct, reproduced=small.shown(moved["a"]))
    e.repaired("$b$ weighs the incorrect outcomes", agrees=moved["b"] == incorrect, reproduced=small.shown(moved["b"]))
    e.control(
        "$a$ weighs the outcomes of the negative class",
        agrees=moved["a"] == small.event(outcomes.Y, N),
        reproduced=small.shown(moved["a"]),
    )
    return e


def symbols_ppv() -> Evidence:
    """Appendix A.1.5: the probability that a positive prediction is correct, against NPV and PPV."""
    precision = small.given({"tp"}, small.event(outcomes.Y_HAT, P))
    npv, ppv = small.given({"tn"}, {"tn", "fn"}), small.given({"tp"}, {"fp", "tp"})
    e = Evidence(note=f"NPV and PPV as Section 2.2 defines them. {small.IN_EIGHTHS}")
    e.printed("the positive predictive value is NPV", **small.same(precision, npv))
    e.repaired("the positive predictive value is PPV", **small.same(precision, ppv))
    e.control("it is TPR", **small.same(precision, small.given({"tp"}, {"fn", "tp"})))
    return e


def related_work(claim: Claim) -> Evidence:
    """Section 2.3: the one sum among the counts of earlier studies that can be done without them."""
    ferri, choi, mejia, canbek = (claim.published[name] for name in ("ferri", "choi", "mejia", "canbek"))
    e = Evidence()
    e.printed("the measures and the metrics add up to all scores", published=canbek[0], reproduced=sum(canbek[1:]))
    e.unexamined(
        f"Counting again: {ferri[0]} scores on {ferri[1]} data sets; {choi} scores; {mejia[0]} properties, "
        f"{mejia[1]} scores, {mejia[2]} classes; {canbek[1]} measures and {canbek[2]} metrics.",
        where="the cited studies, of which we saw the abstracts of two, Choi et al. and Canbek et al.; both have the "
        "number given here.",
        instead="one sum can be done.",
    )
    return e
