"""Loss at every sample's own score: tables, mean ranks against averaged lines, and lines as text."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from scoring_the_scores.flach.auc_as_expected_loss import loss_lines
from scoring_the_scores.flach.auc_as_expected_loss.loss_lines import (
    line_from_text,
    line_of_ranks,
    line_text,
    mean_ranks,
    threshold_rows,
)
from tests.samples import EXAMPLE, OVER, SCORES_1, SCORES_2, TIES
from tests.strategies import examples

small_fractions = st.fractions(-3, 3, max_denominator=12)


@given(examples(both=True, weighted=False), st.sampled_from(OVER), st.sampled_from(TIES))
def test_the_loss_line_goes_through_mean_ranks(example, over, ties):
    labels, scores = example.labels, example.scores
    assert line_of_ranks(labels, scores, over=over, ties=ties) == exact_costs.loss_line(
        labels, scores, over=over, ties=ties
    )


@given(examples(both=True, weighted=False))
def test_middle_ranks_give_auroc(example):
    labels, scores = example.labels, example.scores
    n_1, n_0 = sum(labels), labels.count(0)
    auc = exact.auroc(labels, scores)
    assert mean_ranks(labels, scores) == (F(n_1 + 1, 2) + n_0 * (1 - auc), F(n_0 + 1, 2) + n_1 * auc)


@given(examples(both=True, weighted=False))
def test_over_cost_proportions_only_ties_within_a_class_part_the_directions(example):
    labels, scores = example.labels, example.scores
    n = len(labels)
    within = {
        k: sum(scores[i] == scores[j] for i in range(n) for j in range(n) if i != j and labels[i] == labels[j] == k)
        for k in (0, 1)
    }
    one, other = (exact_costs.expected_loss(labels, scores, over="cost", ties=t) for t in ("negative", "positive"))
    assert one - other == F(within[1] - within[0], n * (n + 1))


def test_the_paper_s_tables_end_in_its_averages():
    assert [str(v[-1]) for k, v in threshold_rows(EXAMPLE, SCORES_1, default=False).items() if k != "Qz"] == [
        "4/5",
        "3/10",
        "1/4",
    ]
    assert line_text(threshold_rows(EXAMPLE, SCORES_2)["Qz"][-1]) == "1/3"


@given(small_fractions, small_fractions)
def test_a_line_s_text_is_read_back(start, end):
    assert line_from_text(line_text((start, end))) == (start, end)


@pytest.mark.parametrize("text", ["1-z?", "z*z", "x", "(1-z", "1/z", ""])
def test_what_is_no_line_is_refused(text):
    with pytest.raises(ValueError, match="not a linear expression"):
        line_from_text(text)


def test_equal_lines_are_one_row():
    table = loss_lines.figure_lines(EXAMPLE, SCORES_2, sides=("negative", "half"))
    assert table["times"].tolist() == [1, 2, 1, 1, 1, 0, 0]
    assert table[["at_zero", "at_one"]].iloc[-2:].to_numpy().tolist() == [[F(1, 3), F(1, 3)], [F(7, 24), F(13, 36)]]
