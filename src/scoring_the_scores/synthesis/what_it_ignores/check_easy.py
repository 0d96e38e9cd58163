"""Checks of what easy negatives do: nothing, a factor, a limit, and when they change which of two is ahead."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product

from claimledger import Evidence
from metricbook import confusion as counts
from metricbook.exact.samples import matrices
from scoring_the_scores.synthesis.what_it_ignores import easy
from scoring_the_scores.synthesis.what_it_ignores.transformations import positives, samples
from scoring_the_scores.synthesis.what_it_ignores.values import Cases, matrix, same, value

#: Samples and numbers of easy negatives that are tried.
TRIED = [*product(samples(2), (1, 2, 5)), *product(samples(3), (1, 2, 5)), *product(samples(4), (2,))]


def factors() -> Evidence:
    """The distance from the top before and after, in fractions, and the four metrics that stay."""

    def multiplied(metric: str, by: Callable[[Cases, int], Fraction]) -> Callable[[tuple[Cases, int]], bool]:
        top = easy.TOP[metric]
        return lambda case: top - value(metric, easy.added(*case)) == by(*case) * (top - value(metric, case[0]))

    e = Evidence(note="Every sample of two and three cases with 1, 2 and 5 easy negatives, and of four cases with 2.")
    for metric in easy.TOP:
        e.printed(
            f"distance from the top: {metric}",
            over=TRIED,
            holds=multiplied(metric, partial(easy.factor, metric)),
        )
    for metric in easy.UNCHANGED:
        pairs = [(value(metric, cases), value(metric, easy.added(cases, m))) for cases, m in TRIED]
        e.printed(
            f"unchanged where defined: {metric}",
            cases=(before == after for before, after in pairs if None not in (before, after)),
        )
    e.control(
        "AUROC has the factor of accuracy",
        over=TRIED,
        holds=multiplied("AUROC", partial(easy.factor, "accuracy")),
    )
    e.control("H has the factor of AUROC", over=TRIED, holds=multiplied("H", partial(easy.factor, "AUROC")))
    e.control(
        "F1 is unchanged if they score at the threshold",
        over=samples(2),
        holds=lambda cases: value("F1", tuple(sorted([*cases, (0, 0)]))) == value("F1", cases),
    )
    return e


def limits() -> Evidence:
    """Closed forms in fractions, and the package's values with a million easy negatives."""
    to_limit = [
        (tn, fp, fn, tp) for n in range(2, 9) for tn, fp, fn, tp in matrices(n) if tn + fp and fn + tp and (tn or fp)
    ]
    gaps = [
        counts.f1_score(*cells) - counts.cohen_kappa(*cells) == easy.kappa_below_f1(*map(Fraction, cells))
        for cells in to_limit
    ]
    below: list[bool] = []
    wrong_way = {}
    for tn, fp, fn, tp in to_limit:
        if tp + fp and tn + fn:
            square = Fraction(
                (tp * tn - fp * fn) * abs(tp * tn - fp * fn), (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
            )
            below.append(square <= Fraction(tp * tp, (tp + fp) * (tp + fn)))
            kappa, mcc = counts.cohen_kappa(tn, fp, fn, tp), counts.matthews_correlation(tn, fp, fn, tp)
            wrong_way[tn, fp, fn, tp] = kappa >= mcc
    near: dict[str, list[bool]] = {}
    plain_h = {}
    for cases in (*samples(2), *samples(3)[::5]):
        labels, scores = [label for _, label in cases], [float(score) for score, _ in cases]
        flagged = matrix(cases)[1] + matrix(cases)[3]
        for metric, limit in easy.limits(cases).items():
            if metric != "MCC" or flagged:
                near.setdefault(metric, []).append(abs(easy.weighed(metric, labels, scores, 1e6) - limit) < 1e-4)
        plain_h[cases] = abs(easy.weighed("H", labels, scores, 1e6) - float(value("H", cases))) < 1e-4
    e = Evidence(
        note=f"{len(to_limit)} matrices of up to eight cases in fractions; {len(near['H'])} samples with easy "
        "negatives of weight a million, to 1e-4."
    )
    e.printed("what kappa lacks to F1", cases=gaps)
    e.printed("MCC is at most the geometric mean of precision and recall", cases=below)
    for metric, outcomes in near.items():
        e.printed(f"limit: {metric}", cases=outcomes)
    e.control("kappa is never below MCC", over=wrong_way, holds=wrong_way.__getitem__)
    e.control("H stays", over=plain_h, holds=plain_h.__getitem__)
    return e


def order() -> Evidence:
    """Which of two classifiers of the same cases is ahead, with and without easy negatives."""
    e = Evidence(
        note="Every two classifiers of the same two or three cases with two easy negatives, which have one score under "
        "both; the smallest pairs whose order is reversed, by search up to seven cases."
    )
    for metric in easy.KEEP_ORDER:
        e.printed(f"kept: {metric}", cases=(same_order for n in (2, 3) for same_order in easy.order_kept(metric, n, 2)))
    for metric in easy.CHANGE_ORDER:
        turned = easy.reordered(metric)
        e.printed(
            f"reversed for some two: {metric}",
            agrees=turned is not None and _is_reversed(metric, turned),
            reproduced="none" if turned is None else f"{len(turned.ahead)} cases, {turned.m} easy negatives",
        )
    for metric in ("balanced accuracy", "kappa", "MCC", "VUT", "KS"):
        e.control(f"kept: {metric}", cases=easy.order_kept(metric, 3, 2))
    return e


def _is_reversed(metric: str, turned: easy.Reordered) -> bool:
    """Whether the two classifiers are of the same cases and change places, computed anew."""
    one, other, m = turned.ahead, turned.behind, turned.m
    before = value(metric, one), value(metric, other)
    after = value(metric, easy.added(one, m)), value(metric, easy.added(other, m))
    alike = len(one) == len(other) and positives(one) == positives(other)
    apart = not same(*before) and not same(*after)
    return alike and apart and before[0] > before[1] and after[0] < after[1]
