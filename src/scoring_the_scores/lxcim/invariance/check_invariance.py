"""Section 2.1 and Appendix B of the LxCIM paper: local exchange of classes in the confusion matrix."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction

import sympy

from claimledger import Claim, Details, Evidence
from metricbook import confusion_at
from metricbook.confusion import METRICS, accuracy, exchanged, exchanges, matrices, swapped
from metricbook.exact import ranking as exact
from metricbook.exact.samples import scored
from scoring_the_scores.lxcim.invariance import samples as small
from scoring_the_scores.lxcim.invariance.samples import CELLS, FN, FP, TN, TP
from scoring_the_scores.lxcim.invariance.tables import movement, swap_only

D1, D2 = DELTA = sympy.symbols("delta1 delta2", real=True)
LARGEST = 7
#: Places of TP, FP, FN, TN, the paper's order of the counts, in ours.
PAPER = (3, 1, 2, 0)


def counts_kept() -> Evidence:
    """Eq. 7 and the text after it: the sums C and I of the exchanged matrix, symbolically and on all small ones."""
    tn, fp, fn, tp = exchanged(CELLS, D1, D2)
    e = Evidence()
    for name, count, total in (("C", tp + tn, TP + TN), ("I", fp + fn, FP + FN)):
        e.printed(f"${name}$ after Eq. 7", agrees=sympy.expand(count - total) == 0, reproduced=str(sympy.expand(count)))
    written = (FP + D2) + (FN - D2)
    e.printed(
        r"$I$ as the text writes it, $FP + \delta_2 + FN - \delta_2$",
        agrees=sympy.expand(written - FP - FN) == 0,
        reproduced=str(sympy.expand(written)),
    )
    pairs = [(c, d) for n in range(1, LARGEST) for c in matrices(n) for d in exchanges(c)]
    e.printed(
        "$C$ and $I$ under all exchanges", cases=(_correct_and_wrong(c) == _correct_and_wrong(d) for c, d in pairs)
    )
    e.control("the number of positives too", over=pairs, holds=lambda pair: sum(pair[0][2:]) == sum(pair[1][2:]))
    return e


def i1_special_case(claim: Claim) -> Evidence:
    """Text after Eq. 7: which deltas turn Eq. 7 into the swap of Eq. 5, solved for, against the printed ones."""
    names = dict(zip(("TN", "FP", "FN", "TP"), CELLS, strict=True))
    printed = [sympy.sympify(claim.published[name], locals=names) for name in ("delta1", "delta2")]
    after, target = exchanged(CELLS, D1, D2), swapped(CELLS)
    solution = sympy.solve([a - b for a, b in zip(after, target, strict=True)], DELTA)
    e = Evidence()
    for name, symbol, value in zip(("delta1", "delta2"), DELTA, printed, strict=True):
        e.printed(
            rf"$\{name[:-1]}_{name[-1]}$",
            published=claim.published[name],
            reproduced=str(solution[symbol]),
            agrees=sympy.expand(value - solution[symbol]) == 0,
        )
    for form, deltas in ((e.printed, printed), (e.repaired, [solution[symbol] for symbol in DELTA])):
        matrix = [sympy.expand(cell) for cell in exchanged(CELLS, *deltas)]
        form(
            "the matrix [TP, FP, FN, TN] after Eq. 7 is the swapped one",
            agrees=tuple(matrix) == target,
            reproduced=[f"${sympy.latex(matrix[place])}$" for place in PAPER],
        )
    return e


def strictly_stronger() -> Evidence:
    """Text after Eq. 7: every swap is an exchange, and some metrics survive the swap but not the exchange."""
    small_ones = [c for n in range(1, LARGEST + 1) for c in matrices(n)]
    swap = {name for name, metric in METRICS.items() if movement(metric, swap_only, total=5) is None}
    local = {name for name, metric in METRICS.items() if movement(metric, exchanges, total=5) is None}
    between = [name for name in METRICS if name in swap - local]
    e = Evidence()
    e.printed(
        "the swap of every matrix is one of its exchanges", cases=(swapped(c) in set(exchanges(c)) for c in small_ones)
    )
    e.printed(
        "metrics that survive every exchange survive every swap",
        agrees=bool(local) and local <= swap,
        reproduced=[name for name in METRICS if name in local],
    )
    e.printed("some metrics survive every swap but not every exchange", agrees=bool(between), reproduced=between)
    e.control(
        "surviving every swap is enough to survive every exchange",
        over=[name for name in METRICS if name in swap],
        holds=lambda name: name in local,
    )
    return e


def differential_form() -> Evidence:
    """Eq. 8: printed inequalities and the equalities, against which categorical metrics an exchange moves."""
    invariant = {name: movement(metric, exchanges, total=5) is None for name, metric in METRICS.items()}

    def singles_out(rule: Callable) -> Details:
        return {"over": METRICS, "holds": lambda name: rule(small.sensitivity(name)) == invariant[name]}

    e = Evidence()
    e.printed(
        r"accuracy satisfies $\partial_{TP}f \ne \partial_{TN}f$ and $\partial_{FP}f \ne \partial_{FN}f$",
        agrees=all(small.sensitivity("accuracy")),
        reproduced={
            "TP and TN differ": small.sensitivity("accuracy").hits,
            "FP and FN differ": small.sensitivity("accuracy").mistakes,
        },
    )
    e.printed("Eq. 8 as printed holds for the LxC-invariant metrics and no others", **singles_out(all))
    e.repaired(
        r"$\partial_{TP}f = \partial_{TN}f$ and $\partial_{FP}f = \partial_{FN}f$ does",
        **singles_out(lambda part: not part.hits and not part.mistakes),
    )
    e.control(
        "equality of the derivatives by the two mistakes alone does", **singles_out(lambda part: not part.mistakes)
    )
    f = sympy.Function("f")(*CELLS)
    moved = f.subs(dict(zip(CELLS, exchanged(CELLS, D1, D2), strict=True)), simultaneous=True)
    slopes = [sympy.diff(moved, delta).subs({D1: 0, D2: 0}).doit() for delta in DELTA]
    expected = [sympy.diff(f, TP) - sympy.diff(f, TN), sympy.diff(f, FN) - sympy.diff(f, FP)]
    e.repaired(
        "the slopes of Eq. 7 in its two deltas, at zero, are the differences of these derivatives",
        cases=(sympy.simplify(a - b) == 0 for a, b in zip(slopes, expected, strict=True)),
    )
    return e


def proposition_2() -> Evidence:
    """Proposition 2: exchanges reach exactly the matrices of the same C and I, on all small ones and in symbols."""
    e = Evidence()
    e.printed("exchanges reach all matrices of the same $(C, I)$ and no others", cases=_fibres(_correct_and_wrong))
    tn, fp, fn, tp = exchanged(CELLS, TN, FP)
    e.printed(
        r"$\delta = (TN, FP)$ makes it a function of $(C, I)$: $[C, 0, I, 0]$",
        agrees=(tp - TP - TN, fp, fn - FP - FN, tn) == (0, 0, 0, 0),
        reproduced=f"[{tp}, {fp}, {fn}, {tn}]",
    )
    tn, fp, fn, tp = exchanged(CELLS, D1, D2)
    e.printed(
        "a function of $(C, I)$ does not notice Eq. 7",
        agrees=[sympy.expand(tp + tn), sympy.expand(fp + fn)] == [TP + TN, FP + FN],
        reproduced=[str(sympy.expand(tp + tn)), str(sympy.expand(fp + fn))],
    )
    e.control("with $(TP+FN, FP+TN)$, the sizes of the classes", cases=_fibres(lambda c: (c[3] + c[2], c[1] + c[0])))
    e.control("with $C$ and the number of positives", cases=_fibres(lambda c: (c[0] + c[3], c[3] + c[2])))
    return e


def _correct_and_wrong(confusion: tuple) -> tuple:
    tn, fp, fn, tp = confusion
    return tp + tn, fp + fn


def _fibres(summary: Callable) -> Iterator[bool]:
    """For each matrix, whether those with the same summary are exactly those that exchanges reach from it."""
    for total in range(1, LARGEST + 1):
        alike = defaultdict(set)
        for confusion in matrices(total):
            alike[summary(confusion)].add(confusion)
        for fibre in alike.values():
            yield from (set(exchanges(confusion)) == fibre for confusion in fibre)


def proof_of_proposition_2(claim: Claim) -> Evidence:
    """Appendix B: the printed matrices A and B, and those that fit the printed order [TP, FP, FN, TN]."""
    c, delta = sympy.Matrix([CELLS[place] for place in PAPER]), sympy.Matrix(DELTA)
    counts = sympy.Matrix([TP + TN, FP + FN])
    target = sympy.Matrix([exchanged(CELLS, D1, D2)[place] for place in PAPER])
    printed = tuple(sympy.Matrix(claim.published[name]) for name in "AB")
    ours = (
        sympy.Matrix([[1, 0, 0, 1], [0, 1, 1, 0]]),
        sympy.Matrix([[1, 0], [0, -1], [0, 1], [-1, 0]]),
    )
    e = Evidence()
    for form, (a, b) in ((e.printed, printed), (e.repaired, ours)):
        form(r"$Ac = [TP+TN, FP+FN]$", agrees=a * c == counts, reproduced=_row(a * c))
        form(r"$c + B\delta$ is Eq. 7", agrees=_vanishes(c + b * delta - target), reproduced=_row(c + b * delta))
        form("$AB = 0$", agrees=_vanishes(a * b), reproduced=[_row((a * b).row(i)) for i in (0, 1)])
        # The part of c in the row space of A is A'(AA')^{-1}A c; AA' = 2I makes it two halved copies of Ac.
        parallel = a.T * (a * a.T).inv() * a * c
        within = (b.T * b).inv() * b.T * (c - parallel)
        form(
            r"$c = c^\parallel + B\gamma$ with $c^\parallel$ made of two halves of $Ac$",
            agrees=_vanishes(parallel + b * within - c) and _two_halves(parallel, a * c),
            reproduced=_row(2 * parallel) + " / 2",
        )
    a, b = printed
    i1 = {
        order: sympy.Matrix([cells[place] for place in (3, 1, 0, 2)])
        for order, cells in (("before", CELLS), ("after", exchanged(CELLS, D1, D2)))
    }
    turned = b * sympy.Matrix([D1, -D2])
    e.repaired(
        r"as printed, for the order [TP, FP, TN, FN] of Eq. 5 and the other sign of $\delta_2$",
        agrees=a * i1["before"] == counts and _vanishes(i1["before"] + turned - i1["after"]),
        reproduced=_row(i1["before"] + turned),
    )
    e.control(
        r"as printed, for that order, with the sign of $\delta_2$ kept",
        agrees=_vanishes(i1["before"] + b * delta - i1["after"]),
        reproduced=_row(i1["before"] + b * delta),
    )
    return e


def _two_halves(parallel: sympy.Matrix, counts: sympy.Matrix) -> bool:
    return sorted(map(str, 2 * parallel)) == sorted([*map(str, counts), *map(str, counts)])


def _vanishes(matrix: sympy.Matrix) -> bool:
    return not any(sympy.expand(entry) for entry in matrix)


def _row(vector: sympy.Matrix) -> str:
    return f"[{', '.join(str(sympy.expand(entry)) for entry in vector)}]"


def accuracy_only() -> Evidence:
    """Section 2.1 around Eq. 10, Section 3.1: other invariant functions of (C, I); which are one-to-one in accuracy."""
    others = {
        "error_rate": METRICS["error_rate"],
        "correct minus wrong": lambda *c: c[0] + c[3] - c[1] - c[2],
        "no mistake": lambda *c: Fraction(c[1] + c[2] == 0),
        "distance from 1/2": lambda *c: abs(accuracy(*c) - Fraction(1, 2)),
    }
    others = {name: metric for name, metric in others.items() if movement(metric, exchanges, total=6) is None}
    different = [name for name, metric in others.items() if any(metric(*c) != accuracy(*c) for c in matrices(4))]
    many_to_one = [name for name, metric in others.items() if not _one_to_one(metric, accuracy)]
    e = Evidence()
    e.printed(
        "accuracy is the only LxC-invariant one: invariant metrics that differ from it",
        agrees=not different,
        reproduced=different,
    )
    e.printed(
        "with $N$ fixed, each invariant one is a one-to-one function of accuracy: those that are not",
        agrees=not many_to_one,
        reproduced=many_to_one,
    )
    e.repaired(
        "with $N$ fixed, accuracy determines $(C, I)$, so each invariant metric is some function of accuracy",
        cases=(_one_to_one(lambda *c: _correct_and_wrong(c), accuracy, total=n) for n in range(1, LARGEST + 1)),
    )
    e.control(
        "without $N$ fixed it does too",
        agrees=accuracy(1, 0, 0, 0) != accuracy(2, 0, 0, 0),
        reproduced=[accuracy(1, 0, 0, 0), accuracy(2, 0, 0, 0)],
    )
    rising = [name for name, metric in others.items() if _strictly_monotone(metric)]
    e.repaired(
        "one-to-one where the metric is strictly monotone in $C$",
        agrees=bool(rising) and not set(rising) & set(many_to_one),
        reproduced=rising,
    )
    listed = [name for name, metric in METRICS.items() if movement(metric, exchanges, total=5) is None]
    e.repaired(
        f"of {len(METRICS)} metrics in use, only accuracy and one minus it are invariant",
        agrees=set(listed) == {"accuracy", "error_rate"}
        and all(METRICS["error_rate"](*c) == 1 - accuracy(*c) for c in matrices(5)),
        reproduced=listed,
    )
    return e


def _one_to_one(first, second, *, total: int = 6) -> bool:
    """Whether each of two functions of the matrices of so many samples determines the other."""
    pairs = {(first(*c), second(*c)) for c in matrices(total)}
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


def _strictly_monotone(metric, *, total: int = 6) -> bool:
    values = [metric(correct, total - correct, 0, 0) for correct in range(total + 1)]
    return values == sorted(set(values)) or values == sorted(set(values), reverse=True)


def accuracy_formula() -> Evidence:
    """Eq. 10: C / (C + I) against the decisions of all small samples, ties at the threshold included; and Eq. 7."""
    samples = [sample for n in (1, 2, 3, 4) for sample in scored(n, (-1, 0, 2), both=False)]

    def matches(formula: Callable) -> Iterator[bool]:
        for labels, scores in samples:
            yield formula(*map(Fraction, confusion_at(labels, scores))) == exact.accuracy(labels, scores)

    moved = movement(accuracy, exchanges, total=6)
    e = Evidence()
    e.printed(
        "share of correct decisions $= C/(C+I)$",
        cases=matches(lambda tn, fp, fn, tp: (tp + tn) / ((tp + tn) + (fp + fn))),
    )
    after = accuracy(*exchanged(CELLS, D1, D2))
    e.printed(
        "it is unchanged by Eq. 7",
        agrees=moved is None and sympy.simplify(after - accuracy(*CELLS)) == 0,
        reproduced=str(sympy.factor(sympy.simplify(after))),
    )
    e.control("$TP/(TP+FP+FN)$ in its place", cases=matches(lambda tn, fp, fn, tp: tp / ((tp + fp + fn) or 1)))
    other = movement(METRICS["balanced_accuracy"], exchanges, total=6)
    e.control(
        "balanced accuracy is unchanged by Eq. 7",
        agrees=other is None,
        reproduced=None if other is None else [other.value_before, other.value_after],
    )
    return e
