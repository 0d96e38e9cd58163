"""Section 3.1's Examples 1 and 2 and Figures 2 and 3: every entry as a fraction, from the definitions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from operator import eq

import claimledger as ledger
from claimledger import Claim, Evidence, agree
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.exact.costs import Line
from metricbook.exact.ranking import Number
from scoring_the_scores.flach import examples
from scoring_the_scores.flach.auc_as_expected_loss import samples as small
from scoring_the_scores.flach.auc_as_expected_loss.loss_lines import (
    ROWS,
    area,
    figure_lines,
    line_from_text,
    line_text,
    mean_line,
    threshold_rows,
)


def example_1_data(claim: Claim) -> Evidence:
    """Example 1: its three counts, and which lists of classes give its table."""
    classes = claim.published["classes"]
    scores = [Fraction(str(getattr(score, "text", score))) for score in claim.published["scores"]]
    table = ledger.load()["flach.ex1-table"].published
    printed_shares = [Fraction(share) for share in table["F0"][:-1]]
    fitting = [
        list(labels)
        for labels in product((1, 0), repeat=len(scores))
        if 0 < sum(labels) < len(labels) and _gives(table, labels, scores)
    ]
    inserted = [[*classes[:i], new, *classes[i:]] for i in range(len(classes) + 1) for new in (0, 1)]
    shorter = [scores[:i] + scores[i + 1 :] for i in range(len(scores))]
    e = Evidence()
    e.printed("number of classes", published=claim.published["n"], reproduced=len(classes))
    e.printed("number of scores", published=claim.published["n"], reproduced=len(scores))
    e.printed(
        "with as many of class 0 as are listed, $F_0$ can take the table's values",
        agrees=all((share * classes.count(0)).denominator == 1 for share in printed_shares),
        reproduced=f"multiples of 1/{classes.count(0)}; printed {', '.join(table['F0'][:-1])}",
    )
    e.repaired(
        "lists of classes for all the scores that give the table's $F_0$ and $F_1$",
        agrees=len(fitting) == 1,
        reproduced=fitting,
    )
    e.repaired(
        "it is the printed list with one class put in",
        agrees=all(labels in inserted for labels in fitting),
        reproduced=[
            {f"more of class {label}": labels.count(label) - classes.count(label) for label in (0, 1)}
            for labels in fitting
        ],
    )
    e.repaired(
        "number of samples that gives the table's number of thresholds",
        published=len(printed_shares),
        reproduced=len(scores),
    )
    e.control(
        "the printed classes with one of the scores left out",
        reproduced=f"{len(shorter)} ways",
        agrees=any(_gives(table, classes, subset) for subset in shorter),
    )
    e.note = f"The thresholds are {', '.join(map(str, map(float, scores)))}; exact, all lists of classes tried."
    return e


def _gives(table: dict, labels: list[int] | tuple[int, ...], scores: list[Fraction]) -> bool:
    rows = threshold_rows(labels, scores, default=False)
    return all(agree(table[name], rows[name]) for name in ("F0", "F1"))


def _compare_rows(e: Evidence, claim: Claim, rows: dict[str, list]) -> None:
    for name, what in zip(
        ROWS, ("$F_0(t_i)$", "$F_1(t_i)$", "$Q_z(t_i; z)$", r"$\int_0^1 Q_z(t_i; z)\,dz$"), strict=True
    ):
        printed = claim.published[name]
        if name == "Qz":
            e.printed(
                what,
                published=printed,
                reproduced=list(map(line_text, rows[name])),
                agrees=[line_from_text(text) for text in printed] == rows[name],
            )
        else:
            e.printed(what, published=printed, reproduced=rows[name])


def example_1_table(claim: Claim) -> Evidence:
    """Example 1's table at the five scores, with the five classes that it needs."""
    labels, scores = examples.ex1()
    e = Evidence(note="Classes 1, 1, 0, 0, 0; see `flach.ex1-data`. The last column is the average.")
    _compare_rows(e, claim, threshold_rows(labels, scores, default=False))
    other = threshold_rows([1 - label for label in reversed(labels)], scores, default=False)
    e.control("$F_0(t_i)$ with classes 1, 1, 1, 0, 0", published=claim.published["F0"], reproduced=other["F0"])
    return e


def example_1_default(claim: Claim) -> Evidence:
    """Example 1 with the default classifier: the average line and its area."""
    line, loss = claim.published
    with_default, without = (threshold_rows(*examples.ex1(), default=default) for default in (True, False))
    e = Evidence()
    e.printed(
        "average of six lines",
        published=line,
        reproduced=line_text(with_default["Qz"][-1]),
        agrees=line_from_text(line) == with_default["Qz"][-1],
    )
    e.printed(
        "line of the default classifier",
        published="z",
        reproduced=line_text(with_default["Qz"][-2]),
        agrees=line_from_text("z") == with_default["Qz"][-2],
    )
    e.printed("expected loss", published=loss, reproduced=with_default["area"][-1])
    e.control("expected loss without the default", published=loss, reproduced=without["area"][-1])
    return e


def example_2_auc(claim: Claim) -> Evidence:
    """Example 2: AUC by comparing every pair, with half, full and no credit for the tie."""
    labels, scores = sample = examples.ex2()
    tied = [
        (y, x)
        for s, y in zip(scores, labels, strict=True)
        for t, x in zip(scores, labels, strict=True)
        if s == t and y > x
    ]
    e = Evidence()
    e.printed("AUC, half credit for a tie", published=claim.published, reproduced=exact.auroc(*sample))
    e.printed("pairs of a 1 and a 0 with one score", published=1, reproduced=len(tied))
    full = small.full_credit_auc(sample)
    e.control("AUC by Eq. 6 with $F_0(s) = P(s_0 \\leq s)$, full credit", published=claim.published, reproduced=full)
    e.control("AUC with no credit", published=claim.published, reproduced=2 * exact.auroc(*sample) - full)
    return e


def example_2_table(claim: Claim) -> Evidence:
    """Example 2's table at the five scores and the default."""
    e = Evidence(note="The last column is the average.")
    _compare_rows(e, claim, threshold_rows(*examples.ex2()))
    e.control(
        "average area without the default",
        published=claim.published["area"][-1],
        reproduced=threshold_rows(*examples.ex2(), default=False)["area"][-1],
    )
    return e


def example_2_swapped_table(claim: Claim) -> Evidence:
    """Example 2 with classes exchanged and scores complemented: that step itself, then the table."""
    labels, scores = exchanged = examples.swapped(*examples.ex2())
    printed_labels, printed_scores = examples.ex2_swapped()
    e = Evidence(note="The last column is the average.")
    e.printed("classes after the exchange", published=printed_labels, reproduced=labels)
    e.printed("scores after the exchange", published=printed_scores, reproduced=scores)
    _compare_rows(e, claim, threshold_rows(*exchanged))
    e.control(
        "average area before the exchange",
        published=claim.published["area"][-1],
        reproduced=threshold_rows(*examples.ex2())["area"][-1],
    )
    return e


def example_2_average(claim: Claim) -> Evidence:
    """Example 2's loss averaged over both directions, and Theorem 4 for n = 5 and AUC = 11/12."""
    labels, scores = sample = examples.ex2()
    one, other = (threshold_rows(*s)["area"][-1] for s in (sample, examples.swapped(*sample)))
    e = Evidence()
    e.printed("average of both directions", published=claim.published, reproduced=(one + other) / 2)
    e.printed(
        "half of a sample at the threshold on either side",
        published=claim.published,
        reproduced=exact_costs.expected_loss(labels, scores),
    )
    e.printed("Theorem 4", published=claim.published, reproduced=small.theorem_4(len(labels), exact.auroc(*sample)))
    for name, value in (("one direction", one), ("other direction", other)):
        e.control(name, published=claim.published, reproduced=value)
    return e


def figure_2(claim: Claim) -> Evidence:
    """Figure 2: the left mean line, and which mean line of Example 2 has the area that the text gives."""
    stated = ledger.load()["flach.ex2-average"].published
    left = _mean_of(*examples.ex1(), "negative")
    labels, scores = examples.ex2()
    right = _mean_of(labels, scores, "half")
    drawn = {
        name: len(figure_lines(*sample()).query("times > 0"))
        for name, sample in (("left", examples.ex1), ("right", examples.ex2))
    }
    e = Evidence(
        note=f"Different cost lines, the same in either direction: {drawn['left']} on the left, {drawn['right']} on "
        f"the right. The mean line on the right is {line_text(right)}."
    )
    e.printed(
        "left mean line: start, end, area",
        published=claim.published,
        reproduced={"ex1_start": left[0], "ex1_end": left[1], "ex1_area": area(left)},
    )
    e.printed("area under the right mean line, both directions", published=stated, reproduced=area(right))
    for what, line in (
        ("thresholds of Example 2's first table", _mean_of(labels, scores, "negative")),
        ("those of its second table", _mean_of(labels, scores, "positive")),
        ("each line that is seen once", mean_line(exact_costs.cost_lines(labels, scores))),
    ):
        e.control(f"area under the right mean line: {what}", published=stated, reproduced=area(line))
    return e


def _mean_of(labels: Sequence[int], scores: Sequence[Number], side: str) -> Line:
    table = figure_lines(labels, scores, sides=(side,))
    return table["at_zero"].iloc[-1], table["at_one"].iloc[-1]


def figure_3() -> Evidence:
    """Figure 3: area under the mean line against Theorem 4 and against counted errors, for every completion."""
    scores, lists = examples.FIG1_SCORES, examples.fig1_completions()
    areas = {over: [_area_between(labels, scores, over) for labels in lists] for over in ("skew", "cost")}
    theorem = [small.theorem_4(len(scores), exact.auroc(labels, scores)) for labels in lists]
    errors = [_mean_error(labels) for labels in lists]
    fitting = lists.index(examples.fig1()[0])
    ends = [mean_line(exact_costs.cost_lines(labels, scores)[1:]) for labels in lists]
    e = Evidence(
        note=f"Of the labels that fit Figure 1 the areas are {areas['skew'][fitting]} and {areas['cost'][fitting]}. "
        "Costs add up to b = 2 on the left; for b = 1 both the lines and the expected loss are halved."
    )
    e.printed("right: Theorem 4, for every completion of the labels", cases=map(eq, areas["skew"], theorem))
    e.printed("left: mean error rate of the 13 cuts, for every completion", cases=map(eq, areas["cost"], errors))
    e.control("right, without the line that calls nothing class 1", cases=map(eq, map(area, ends), theorem))
    e.control("left: Theorem 4 as it stands", cases=map(eq, areas["cost"], theorem))
    return e


def _area_between(labels: list[int], scores: list[Fraction], over: str) -> Fraction:
    return area(mean_line(exact_costs.cost_lines(labels, scores, over=over)))


def _mean_error(labels: list[int]) -> Fraction:
    """Mean of 1 - Acc over the n + 1 cuts of a list without ties, counted."""
    n = len(labels)
    wrong = [labels[:cut].count(0) + sum(labels[cut:]) for cut in range(n + 1)]
    return Fraction(sum(wrong), n * (n + 1))
