"""LxCIM as the AUROC of the sample with its exchanged copy (Section 3.2.1, Appendices C and D).

Unless a label says otherwise, LxCIM is what the paper says it is in words: twice the area under the curve of
cumulative accuracy, both axes as shares of the total weight, straight across equal confidences. How Eqs. 13-15 print
it is judged on its own. "As printed" a score at s* is decided negatively (Eq. 2) and is its own A-image (Eq. 11); the
repair counts it half right and gives its copy in Omega the other label.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import sympy

from claimledger import Details, Evidence
from metricbook.confusion import matrices
from scoring_the_scores.lxcim.lxcim import omega as link
from scoring_the_scores.lxcim.lxcim.omega import Data, Member

EXAMPLE = (Member(2, 1), Member(0, 1))  # one right decision, one score at s*
FREE, TOUCHING = "no score at $s^*$", "some score at $s^*$"
MENDED = f"{TOUCHING}, half right, its copy of the other label"


def _off_the_threshold(e: Evidence, what: str, test: Callable[[Data, bool], bool]) -> None:
    """A test of a sample, by whether s* is repaired: without scores at s*, with them as printed, repaired."""
    free, touching = link.split()
    e.printed(f"{what}: {FREE}", cases=(test(data, False) for data in free))
    e.printed(f"{what}: {MENDED}", cases=(test(data, True) for data in touching))
    e.control(f"{what}: {TOUCHING}, by Eqs. 2 and 11", over=touching, holds=lambda data: test(data, False))


def equation_20() -> Evidence:
    """Eq. 20, Eq. 34: the weight of either class in Omega, on all small samples."""

    def balanced(data: Data, flip: bool) -> bool:
        return link.class_weights(link.omega(data, flip)) == [sum(m.weight for m in data)] * 2

    e = Evidence(note="Except where a label says so, equal samples count as often as they occur.")
    _off_the_threshold(e, r"either class of $\Omega$ weighs $\sum_k w_k$", balanced)
    free, _ = link.split()
    total = {data: [sum(m.weight for m in data)] * 2 for data in free}
    e.control(
        "with sets, where equal samples are one: " + FREE,
        cases=(link.class_weights(set(link.omega(data))) == total[data] for data in free),
    )
    e.control(
        r"the data have classes of equal weight already: " + FREE,
        cases=(len(set(link.class_weights(data))) == 1 for data in free),
    )
    return e


def equation_21() -> Evidence:
    """Eq. 21 with LxCIM as the text defines it, twice the area with both axes scaled to 1, and from Eqs. 13-15."""
    free, touching = link.split()
    orders = link.orders()
    e = Evidence(
        note="The orders are all those of right and wrong of up to seven decisions of different confidence, with "
        f"random signs and whole weights (seed {link.SEED})."
    )
    e.printed("with twice the scaled area, weighted orders", cases=map(_equals_auroc(link.area_form), orders))
    e.printed(f"with twice the scaled area, ties in confidence, {FREE}", cases=map(_equals_auroc(link.area_form), free))
    e.printed(f"the same, {MENDED}", cases=map(_equals_auroc(link.area_form, repair=True), touching))
    e.printed(
        "with LxCIM from Eq. 15, weights that add up to 1",
        cases=map(_equals_auroc(lambda made: link.equation_15(link.of_total_one(made))), orders),
    )
    for number, formula in ((13, link.equation_13), (14, link.equation_14), (15, link.equation_15)):
        e.control(
            f"with LxCIM from Eq. {number} as printed, weighted orders", over=orders, holds=_equals_auroc(formula)
        )
    e.control(f"{TOUCHING}, by Eqs. 2 and 11", over=touching, holds=_equals_auroc(link.area_form))
    defined = [data for data in free if link.auroc(data) is not None]
    e.control(
        r"with the AUROC of the data, where it is defined, in place of that of $\Omega$",
        over=defined,
        holds=lambda data: link.area_form(link.decisions(data)) == link.auroc(data),
    )
    return e


def _equals_auroc(formula: Callable[..., Fraction], *, repair: bool = False) -> Callable[[Data], bool]:
    return lambda data: formula(link.decisions(data, repair)) == link.auroc(link.omega(data, repair))


def equation_21_at_threshold() -> Evidence:
    """Eqs. 20-21 where a score is s*: the printed conventions, either change alone, and both."""
    _, touching = link.split()
    undefined = sum(link.auroc(link.omega(data)) is None for data in touching)
    e = Evidence(
        note=f"In {undefined} of {len(touching)} samples with a score at s* all of Omega is of one class as printed, "
        "and its AUROC does not exist."
    )

    def sides(data: Data, half: bool, flip: bool) -> list[Fraction | None]:
        return [link.area_form(link.decisions(data, half)), link.auroc(link.omega(data, flip))]

    def equal(half: bool, flip: bool) -> Details:
        return {"over": touching, "holds": lambda data: len(set(sides(data, half, flip))) == 1}

    shown = r"LxCIM and AUROC of $\Omega$ for $s = (2, 0)$, $y = (1, 1)$"
    e.printed(
        f"{shown}: equal", agrees=len(set(sides(EXAMPLE, False, False))) == 1, reproduced=sides(EXAMPLE, False, False)
    )
    e.printed(f"equal: {TOUCHING}", **equal(False, False))
    e.repaired(
        f"{shown}, half right and a copy of the other label",
        agrees=len(set(sides(EXAMPLE, True, True))) == 1,
        reproduced=sides(EXAMPLE, True, True),
    )
    e.repaired(f"equal: {MENDED}", **equal(True, True))
    e.control("half right only", **equal(True, False))
    e.control("a copy of the other label only", **equal(False, True))
    return e


def equation_23() -> Evidence:
    """Eqs. 22-23: the printed pairs of places in sorted Omega, and the pairs about its midpoint N + 1/2."""
    free, touching = link.split()
    longer = [data for data in free if len(data) > 1]
    e = Evidence(note="Tied samples of the second half stand in the reverse order of their images in the first half.")

    def as_printed(data: Data, last: int) -> bool:
        return all(link.opposite(link.in_order(data), len(data) - i, len(data) + i) for i in range(1, last + 1))

    e.printed("places $N-i$ and $N+i$, $i = 1, …, 2N$", over=longer, holds=lambda d: as_printed(d, 2 * len(d)))
    e.printed(
        "the same for the $i$ for which both places exist", over=longer, holds=lambda d: as_printed(d, len(d) - 1)
    )
    e.repaired(
        f"places $N+1-i$ and $N+i$, $i = 1, …, N$: {FREE}",
        cases=map(lambda d: link.about_midpoint(link.in_order(d)), free),
    )
    e.repaired(
        f"the same: {TOUCHING}, its copy of the other label",
        cases=map(lambda d: link.about_midpoint(link.in_order(d, True)), touching),
    )
    e.control(f"the same with Eq. 11: {TOUCHING}", cases=map(lambda d: link.about_midpoint(link.in_order(d)), touching))
    e.control(
        f"the same with tied samples in the order of the list: {FREE}",
        cases=map(lambda d: link.about_midpoint(sorted(link.omega(d), key=lambda m: -m.score)), free),
    )
    return e


def roc_symmetric() -> Evidence:
    """Section 3.2.1 after Eq. 23: the ROC curve of Omega against its reflection, TNR against FNR."""

    def symmetric(data: Data) -> bool:
        points = link.roc(data)
        return points is not None and points == link.mirrored(points)

    e = Evidence()
    _off_the_threshold(e, r"the curve of $\Omega$ is its own reflection", lambda d, r: symmetric(link.omega(d, r)))
    free, _ = link.split()
    e.control(
        "that of the data, where it exists, is",
        cases=map(symmetric, [data for data in free if link.roc(data) is not None]),
    )
    return e


def proposition_3() -> Evidence:
    """Proposition 3: where the ROC curve of Omega meets TPR = 1 - FPR, against the accuracy of the data."""

    def meets(data: Data, repair: bool) -> bool:
        points, acc = link.roc(link.omega(data, repair)), link.accuracy(link.decisions(data, repair))
        return points is not None and link.crossing(points) == (1 - acc, acc)

    e = Evidence()
    _off_the_threshold(e, r"it meets the line at $(1-\mathrm{ACC}, \mathrm{ACC})$", meets)
    free, touching = link.split()
    e.control(
        f"{TOUCHING}, half right, but its copy of the same label",
        cases=(
            link.crossing(points)[1] == link.accuracy(link.decisions(d, True))
            for d in touching
            if (points := link.roc(link.omega(d))) is not None
        ),
    )
    e.control(
        "the curve of the data, where it exists, meets the line there",
        cases=(
            link.crossing(points)[1] == link.accuracy(link.decisions(d))
            for d in free
            if (points := link.roc(d)) is not None
        ),
    )
    return e


def appendix_c() -> Evidence:
    """Eqs. 29-32 in symbols and on all confusion matrices of up to seven samples of both classes."""
    tn, fp, fn, tp = cells = sympy.symbols("TN FP FN TP", positive=True)
    tpr, fpr, tnr, acc = tp / (tp + fn), fp / (fp + tn), tn / (tn + fp), (tp + tn) / sum(cells)
    share_positive = (tp + fn) / sum(cells)
    mixture = share_positive * tpr + (1 - share_positive) * tnr
    level = {tn: sympy.solve(tpr - (1 - fpr), tn)[0]}  # the matrices on the line TPR = 1 - FPR
    small = [sympy.Matrix(c) for n in range(2, 8) for c in matrices(n) if c[3] + c[2] and c[1] + c[0]]
    on_line = [c for c in small if c[3] * (c[1] + c[0]) == c[0] * (c[3] + c[2])]
    e = Evidence()
    for what, gap in (
        (r"Eq. 31: $\mathrm{ACC} - P(X^+)\,\mathrm{TPR} - P(X^-)\,\mathrm{TNR}$", acc - mixture),
        (r"Eq. 30: TPR − TNR where TPR = 1 − FPR", (tpr - tnr).subs(level)),
        (r"Eq. 32: ACC − TPR there", (acc - tpr).subs(level)),
    ):
        e.printed(what, agrees=sympy.simplify(gap) == 0, reproduced=str(sympy.simplify(gap)))
    e.printed("ACC = TPR for the small matrices with TPR = TNR", cases=map(_shares, on_line))
    e.control("ACC = TPR for all small matrices", cases=map(_shares, small))
    swapped = sympy.lambdify(cells, sympy.Eq(acc, (1 - share_positive) * tpr + share_positive * tnr))
    e.control(
        "Eq. 31 with the shares of the classes exchanged, small matrices", cases=(bool(swapped(*c)) for c in small)
    )
    return e


def _shares(c: sympy.Matrix) -> bool:
    """Whether accuracy is the true positive rate, in whole numbers."""
    return c[3] * sum(c) == (c[0] + c[3]) * (c[3] + c[2])


def first_half_order() -> Evidence:
    """Section 3.2.1 after Figure 2: predicted class and correctness at each place of the first half of Omega."""

    def predicted_positive(data: Data) -> bool:
        return all(m.score > 0 for m in link.in_order(data)[: len(data)])

    def as_correct(data: Data, ranked: list[Member]) -> bool:
        half = link.in_order(data)[: len(data)]
        return [*map(link.right, half)] == [*map(link.right, ranked)]

    def by_confidence(data: Data) -> list[Member]:
        return sorted(data, key=lambda m: -abs(m.score))

    free, touching = link.split()
    longer = [data for data in free if len(data) > 1]
    e = Evidence(note="Decisions by Eq. 2. Samples of equal confidence stand in the same order in both lists.")
    e.printed(f"predicted positive: {FREE}", cases=map(predicted_positive, free))
    for title, samples in ((FREE, free), (TOUCHING, touching)):
        e.printed(f"correct where the data are: {title}", cases=(as_correct(d, by_confidence(d)) for d in samples))
    e.control(f"predicted positive: {TOUCHING}", cases=map(predicted_positive, touching))
    e.control(
        "predicted positive in the second half too",
        cases=map(lambda d: all(m.score > 0 for m in link.in_order(d)), free),
    )
    e.control(
        "correct where the data, by score, are",
        cases=map(lambda d: as_correct(d, sorted(d, key=lambda m: -m.score)), longer),
    )
    return e


def first_half_same() -> Evidence:
    """Section 3.2.1 after Figure 2: the first half of Omega, in every order of its ties, against the data."""

    def same_lxcim(data: Data, half: Data, repair: bool) -> bool:
        return link.area_form(link.decisions(half, repair)) == link.area_form(link.decisions(data, repair))

    def one_of_each(data: Data) -> Data:
        return tuple(m if m.score > 0 else link.image(m, True) for m in data)

    free, touching = link.split()
    single = [d for d in touching if sum(m.score == 0 for m in d) == 1]
    what_set, what_value = "the first half is the data with A applied to the negatives", "its LxCIM is that of the data"
    e = Evidence(note="In every order of tied samples. As printed, a score at s* is decided negatively.")
    for title, samples in ((FREE, free), ("one score at $s^*$, as printed", single)):
        e.printed(
            f"{what_set}: {title}", cases=(all(link.is_exchange(d, h) for h in link.first_halves(d)) for d in samples)
        )
        e.printed(
            f"{what_value}: {title}",
            cases=(all(same_lxcim(d, h, False) for h in link.first_halves(d)) for d in samples),
        )
    e.printed(
        f"{what_value}: {TOUCHING}, half right, one copy of each in the first half",
        cases=(same_lxcim(d, one_of_each(d), True) for d in touching),
    )
    e.control(
        f"{what_value}: {TOUCHING}, as printed",
        cases=(all(same_lxcim(d, h, False) for h in link.first_halves(d)) for d in touching),
    )
    e.control(
        "the same of N samples from the middle of Omega, N even",
        cases=map(
            lambda d: same_lxcim(d, tuple(link.in_order(d)[len(d) // 2 :][: len(d)]), False),
            [data for data in free if len(data) % 2 == 0],
        ),
    )
    return e


def area_and_accuracy() -> Evidence:
    """Section 3.2.1 before Proposition 4: the AUROC of Omega against ACC^2 + 2H, H from its ROC curve."""

    def equal(data: Data, repair: bool, times: int = 2) -> bool:
        value, acc = link.auroc(link.omega(data, repair)), link.accuracy(link.decisions(data, repair))
        return value is not None and value == acc**2 + times * link.area_h(data, repair)

    free, _ = link.split()
    e = Evidence()
    _off_the_threshold(e, r"$\mathrm{AUROC}(\Omega) = \mathrm{ACC}^2 + 2H$", equal)
    e.control("with $H$ once", cases=map(lambda d: equal(d, False, 1), free))
    return e


def proposition_4() -> Evidence:
    """Proposition 4, Eqs. 37-43: LxCIM against ACC^2 + 2H, the two integrals, and the total weight."""

    def sides(data: Data, repair: bool, formula: Callable = link.area_form) -> bool:
        if link.roc(link.omega(data, repair)) is None:
            return False
        acc = link.accuracy(link.decisions(data, repair))
        return formula(link.decisions(data, repair)) == acc**2 + 2 * link.area_h(data, repair)

    def integrals(data: Data, repair: bool) -> bool:
        made = link.of_total_one(link.decisions(data, repair))
        rising = sum(slope * area for slope, area in link.pieces(made))
        flat = sum((1 - slope) * area for slope, area in link.pieces(made))
        return rising == link.accuracy(made) ** 2 / 2 and flat == link.area_h(data, repair)

    free, touching = link.split()
    orders = link.orders()
    e = Evidence(note=f"Orders: all of right and wrong of up to seven decisions, random weights (seed {link.SEED}).")
    e.printed(f"with twice the scaled area: {FREE}", cases=(sides(d, False) for d in free))
    e.printed(f"the same: {MENDED}", cases=(sides(d, True) for d in touching))
    e.printed(rf"$\int G y' = G(1)^2/2$ and $\int G(1-y') = H$: {FREE}", cases=(integrals(d, False) for d in free))
    e.printed(f"the same: {MENDED}", cases=(integrals(d, True) for d in touching))
    e.printed(
        "with LxCIM from Eq. 15, total weight 1, orders",
        cases=(sides(d, False, lambda made: link.equation_15(link.of_total_one(made))) for d in orders),
    )
    e.control(
        "with LxCIM from Eq. 15, any total weight (footnote 6), orders",
        cases=(sides(d, False, link.equation_15) for d in orders),
    )
    e.control(f"with twice the scaled area: {TOUCHING}, by Eqs. 2 and 11", cases=(sides(d, False) for d in touching))
    e.control("with $H$ taken up to ACC instead of 1 − ACC", cases=map(_with_the_wrong_end, free))
    return e


def _with_the_wrong_end(data: Data) -> bool:
    made, points = link.decisions(data), link.roc(link.omega(data))
    assert points is not None  # without a score at s*, a sample and its copy are of either class
    acc = link.accuracy(made)
    return link.area_form(made) == acc**2 + 2 * link.area_up_to(points, acc)


def equations_35_36() -> Evidence:
    """Eqs. 33-36: the two integrands on the four cases of (u, y), and TPR and FPR of Omega from y'."""
    cases = list(product((0, 1), repeat=2))

    def says_correct(integrand: Callable[[int, int], Fraction | int], labels: tuple[int, int] = (0, 1)) -> Details:
        return {
            "over": [(labels[u], labels[y]) for u, y in cases],
            "holds": lambda case: integrand(*case) == (case[0] == case[1]),
        }

    free, touching = link.split()
    e = Evidence()
    e.printed(r"Eq. 36: $|u-y|/2$ is 1 if right, 0 if wrong", **says_correct(lambda u, y: Fraction(abs(u - y), 2)))
    e.printed(r"Eqs. 35-36: $y'$ is", **says_correct(lambda u, y: y if u == 1 else 1 - y))
    e.repaired(r"$1 - |u-y|$ is", **says_correct(lambda u, y: 1 - abs(u - y)))
    e.repaired(
        r"$1 - |u-y|/2$ is, with labels −1 and 1", **says_correct(lambda u, y: 1 - Fraction(abs(u - y), 2), (-1, 1))
    )
    what = r"TPR and FPR are $\int y'$ and $\int (1-y')$ over $\sum_k w_k$"
    e.repaired(f"{what}: {FREE}", cases=(link.rates_from_y(d, False) for d in free))
    e.repaired(f"{what}: {MENDED}", cases=(link.rates_from_y(d, True) for d in touching))
    e.control(f"{what}: {TOUCHING}, by Eqs. 2 and 11", cases=(link.rates_from_y(d, False) for d in touching))
    e.control(r"$|u-y|/2$, with labels −1 and 1", **says_correct(lambda u, y: Fraction(abs(u - y), 2), (-1, 1)))
    return e


def symmetric_data() -> Evidence:
    """Section 3.2.1, last paragraph: AUROC and LxCIM where the data, or only the ROC curve, are symmetric."""
    free, _ = link.split()
    defined = [data for data in free if link.roc(data) is not None]

    def closed(data: Data) -> bool:
        return Counter(data) == Counter(map(link.image, data))

    def symmetric(data: Data) -> bool:
        points = link.roc(data)
        return points is not None and points == link.mirrored(points)

    def crosses_at_threshold(data: Data) -> bool:
        points, acc = link.roc(data), link.accuracy(link.decisions(data))
        return points is not None and symmetric(data) and link.crossing(points) == (1 - acc, acc)

    def equal(condition: Callable[[Data], bool]) -> Details:
        return {"over": filter(condition, defined), "holds": lambda data: len(set(values(data))) == 1}

    def values(data: Data) -> tuple[Fraction, Fraction | None]:
        return link.area_form(link.decisions(data)), link.auroc(data)

    apart = next(d for d in defined if symmetric(d) and len(set(values(d))) == 2)
    labels, scores, _ = link.columns(apart)
    e = Evidence(
        note=f"{len(defined)} small samples of both classes with {FREE}. A reading agrees if LxCIM is the AUROC on all "
        f"that are symmetric in its sense. A sample whose ROC curve alone is symmetric: s = {scores}, y = {labels}, "
        f"LxCIM {values(apart)[0]}, AUROC {values(apart)[1]}."
    )
    e.reading("the data are the same after A is applied to all of them", **equal(closed))
    e.reading("the ROC curve of the data is symmetric", **equal(symmetric))
    e.reading("it is, and it meets the line TPR = 1 − FPR where the threshold is $s^*$", **equal(crosses_at_threshold))
    e.control("AUROC equals LxCIM whether or not anything is symmetric", **equal(lambda _: True))
    return e


def separating_line() -> Evidence:
    """Section 3.2.1: on which side of TPR = 1 - FPR the thresholds above and below s* lie, with and without copies."""
    free, _ = link.split()
    defined = [data for data in free if link.roc(data) is not None]

    def on_the_line(data: Data) -> bool:
        negative, positive = link.class_weights(data)
        false, true = link.class_weights([m for m in data if m.score > 0])
        return true / positive == 1 - false / negative

    e = Evidence(note=f"Where the threshold is $s^*$; {FREE}.")
    e.printed("the ROC curve of the data is on the line TPR = 1 − FPR there", over=defined, holds=on_the_line)
    e.repaired(r"the ROC curve of $\Omega$ is", cases=(on_the_line(link.omega(data)) for data in free))
    balanced = [data for data in defined if len(set(link.class_weights(data))) == 1]
    e.control("that of data with classes of equal weight is", over=balanced, holds=on_the_line)
    return e
