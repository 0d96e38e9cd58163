"""Loss at every sample's own score, line by line, and the loss line as two mean ranks: small samples, in fractions.

The paper's tables (Flach et al., 2011, Examples 1 and 2) and the lines of its Figures 2 and 3, from their definitions.
A line is the pair of its values at operating conditions 0 and 1, as in `metricbook.exact.costs`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from tokenize import TokenError

import pandas as pd
import sympy
from sympy.parsing.sympy_parser import implicit_multiplication, parse_expr, standard_transformations

from metricbook.exact.costs import Line, cost_line, loss_line
from metricbook.exact.ranking import Number

HALF = Fraction(1, 2)
ROWS = ("F0", "F1", "Qz", "area")
_Z = sympy.Symbol("z")


def threshold_rows(labels: Sequence[int], scores: Sequence[Number], *, default: bool = True) -> dict[str, list]:
    """Rows of the paper's tables: both distribution functions, the cost line and its area at each score.

    Returns
    -------
    dict
        ``F0`` and ``F1``: share of each class at or below the threshold. ``Qz``: lines. ``area``: of these.
        Each a list with the mean at its end.

    Examples
    --------
    >>> rows = threshold_rows([1, 1, 0, 0, 0], [9, 8, 7, 2, 1], default=False)
    >>> [str(share) for share in rows["F0"]], line_text(rows["Qz"][-1])
    (['1', '1', '1', '2/3', '1/3', '4/5'], '(3-z)/10')
    """
    thresholds: list[Number | None] = [*scores, None] if default else list(scores)
    lines = [cost_line(labels, scores, threshold=t, ties="negative") for t in thresholds]
    rows: dict[str, list] = {
        "F0": [_at_or_below(labels, scores, t, 0) for t in thresholds],
        "F1": [_at_or_below(labels, scores, t, 1) for t in thresholds],
        "Qz": lines,
        "area": [area(line) for line in lines],
    }
    for name in ("F0", "F1", "area"):
        rows[name].append(mean(rows[name]))
    rows["Qz"] = [*lines, mean_line(lines)]
    return rows


def mean_ranks(labels: Sequence[int], scores: Sequence[Number], *, ties: str = "half") -> tuple[Fraction, Fraction]:
    """Mean rank of class 1 and of class 0, rank 1 being the highest score.

    Examples
    --------
    >>> [str(rank) for rank in mean_ranks([1, 1, 0, 0, 0], [9, 7, 7, 2, 1])]
    ['7/4', '23/6']
    """
    credit = {"negative": Fraction(1), "half": HALF, "positive": Fraction(0)}[ties]
    ranks: dict[int, list[Fraction]] = {0: [], 1: []}
    for label, score in zip(labels, scores, strict=True):
        above, level = sum(s > score for s in scores), sum(s == score for s in scores) - 1
        ranks[label].append(1 + above + credit * level)
    return mean(ranks[1]), mean(ranks[0])


def line_of_ranks(labels: Sequence[int], scores: Sequence[Number], *, ties: str = "half", over: str = "skew") -> Line:
    """The loss line from mean ranks: from R_1/(n+1) to 1 - R_0/(n+1) over skews.

    Returns
    -------
    Line
        Equal to `metricbook.exact.costs.loss_line`, which averages cost lines.

    Examples
    --------
    >>> [str(end) for end in line_of_ranks([1, 1, 0, 0, 0], [9, 8, 7, 2, 1])]
    ['1/4', '1/3']
    """
    n, (rank_1, rank_0) = len(labels), mean_ranks(labels, scores, ties=ties)
    price_1, price_0 = (1, 1) if over == "skew" else (Fraction(2 * labels.count(k), n) for k in (1, 0))
    return price_1 * rank_1 / (n + 1), price_0 * (1 - rank_0 / (n + 1))


def figure_lines(
    labels: Sequence[int], scores: Sequence[Number], *, over: str = "skew", sides: Iterable[str] = ("half",)
) -> pd.DataFrame:
    """The cost lines and mean lines that a panel of Figure 2 or 3 shows.

    Returns
    -------
    DataFrame
        Columns ``line`` ("t1", ... from the highest score down, the default, then "mean, ..."), ``times`` (how many
        of the n + 1 thresholds have it; 0 for a mean), ``at_zero``, ``at_one`` (Fractions). Equal lines are one row.

    Examples
    --------
    >>> figure_lines([1, 0], [2, 1]).astype(str).to_numpy().tolist()
    [['t1', '1', '1', '0'], ['t2', '1', '0', '0'], ['default', '1', '0', '1'], ['mean, half', '0', '1/3', '1/3']]
    """
    ordered = sorted(scores, reverse=True)
    rows = []
    for threshold in dict.fromkeys(ordered):
        name = f"t{ordered.index(threshold) + 1}"
        line = cost_line(labels, scores, threshold=threshold, over=over, ties="negative")
        rows.append((name, ordered.count(threshold), *line))
    rows.append(("default", 1, *cost_line(labels, scores, threshold=None, over=over)))
    rows += [(f"mean, {side}", 0, *loss_line(labels, scores, over=over, ties=side)) for side in sides]
    return pd.DataFrame(rows, columns=["line", "times", "at_zero", "at_one"])


def area(line: Line) -> Fraction:
    """Area under a line between 0 and 1.

    Examples
    --------
    >>> area((Fraction(1, 4), Fraction(1, 3)))
    Fraction(7, 24)
    """
    return (line[0] + line[1]) / 2


def mean(values: Sequence[Fraction]) -> Fraction:
    """Mean in fractions.

    Examples
    --------
    >>> mean([Fraction(1), Fraction(1, 2)])
    Fraction(3, 4)
    """
    return sum(values, Fraction(0)) / len(values)


def mean_line(lines: Sequence[Line]) -> Line:
    """Mean of lines, a line.

    Examples
    --------
    >>> mean_line([(Fraction(1), Fraction(0)), (Fraction(0), Fraction(0))])
    (Fraction(1, 2), Fraction(0, 1))
    """
    return mean([start for start, _ in lines]), mean([end for _, end in lines])


def line_text(line: Line) -> str:
    """A line as an expression in z over one denominator.

    Examples
    --------
    >>> line_text((Fraction(1, 4), Fraction(1, 3))), line_text((Fraction(0), Fraction(1)))
    ('(3+z)/12', 'z')
    """
    start, slope = line[0], line[1] - line[0]
    below = lcm(start.denominator, slope.denominator)
    constant, factor = int(start * below), int(slope * below)
    times_z = {0: "", 1: "z", -1: "-z"}.get(factor, f"{factor}z")
    if constant and times_z:
        text = f"{constant}{'' if times_z.startswith('-') else '+'}{times_z}"
        return text if below == 1 else f"({text})/{below}"
    text = times_z or str(constant)
    return text if below == 1 else f"{text}/{below}"


def line_from_text(text: str) -> Line:
    """The line that a printed expression in z stands for, such as "2(1-z)/3".

    Examples
    --------
    >>> [str(end) for end in line_from_text("(14-5z)/36")]
    ['7/18', '1/4']
    """
    try:
        expression = parse_expr(
            str(text), local_dict={"z": _Z}, transformations=(*standard_transformations, implicit_multiplication)
        )
        slope = sympy.diff(expression, _Z)
        ends = [Fraction(str(expression.subs(_Z, z))) for z in (0, 1)]
    except (SyntaxError, TokenError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"not a linear expression in z: {text!r}") from error
    if slope.free_symbols:
        raise ValueError(f"not a linear expression in z: {text!r}")
    return ends[0], ends[1]


def _at_or_below(labels: Sequence[int], scores: Sequence[Number], threshold: Number | None, label: int) -> Fraction:
    members = [s for y, s in zip(labels, scores, strict=True) if y == label]
    return Fraction(sum(threshold is not None and s <= threshold for s in members), len(members))
