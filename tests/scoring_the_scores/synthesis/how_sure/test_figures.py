"""The figures of the chapter on uncertainty show the tables they are given."""

from __future__ import annotations

import numpy as np

from scoring_the_scores.synthesis.how_sure import figures, tables


def test_optimism_draws_bias_and_both_coverages() -> None:
    table = tables.optimism()
    left, right = figures.optimism(table)
    for metric, rows in table.groupby("metric"):
        (bias,) = (line for line in left.lines if line.get_label() == metric)
        np.testing.assert_array_equal(bias.get_xydata(), rows[["n", "bias"]])
        found = [line for line in right.lines if line.get_label() in (metric, f"{metric}, package")]
        assert len(found) == (1 if metric == "AUROC" else 2)
        for line, column in zip(found, ("plain", "package"), strict=False):
            np.testing.assert_allclose(line.get_ydata(), 100 * rows[column])


def test_cases_draws_a_mark_for_each_metric_and_prevalence_and_a_line_for_each_metric() -> None:
    needed, alike = tables.cases(), tables.by_correlation()
    left, right = figures.cases(needed, alike)
    names = [tick.get_text() for tick in left.get_yticklabels()]
    for line, (_, rows) in zip(left.lines, needed.groupby("prevalence", sort=False), strict=True):
        np.testing.assert_array_equal(line.get_xdata(), rows["cases"])
        assert [names[int(place)] for place in line.get_ydata()] == [figures.name(metric) for metric in rows["metric"]]
    for metric, rows in alike.groupby("metric"):
        (line,) = (line for line in right.lines if line.get_label() == metric)
        np.testing.assert_allclose(line.get_ydata(), rows["times_auroc"])
        np.testing.assert_allclose(line.get_xdata(), 1 - rows["correlation"])
