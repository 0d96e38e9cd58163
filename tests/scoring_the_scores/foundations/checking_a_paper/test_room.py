"""A check's evidence as the chapter on checking shows it, and that its mini check is the real one in short."""

from __future__ import annotations

from fractions import Fraction

import pandas as pd

import claimledger as ledger
from scoring_the_scores.foundations.checking_a_paper import figures
from scoring_the_scores.foundations.checking_a_paper.anatomy import evidence_table, reruns


def test_every_form_has_its_name_and_its_outcome():
    e = ledger.Evidence()
    e.printed("a", published=[1, Fraction(1, 2)], reproduced=[1, Fraction(1, 3)])
    e.repaired("b", agrees=True, reproduced="yes")
    e.reading("c", published=1, reproduced=1)
    e.control("d", published=1, reproduced=2)
    assert evidence_table(e).to_numpy().tolist() == [
        ["as printed", "a", "1, 1/2", "1, 1/3", "fails"],
        ["repaired", "b", "", "yes", "agrees"],
        ["one reading", "c", "1", "1", "agrees"],
        ["control", "d", "1", "2", "fails, as it must"],
    ]


def test_the_claims_that_the_chapter_dissects_are_as_it_says():
    claims = ledger.load()
    assert claims["flach.ex2-auc"].verdict == "holds"
    assert claims["lxcim.counterexample-auroc"].verdict == "corrected"
    found = evidence_table(ledger.evaluate(claims["flach.ex2-auc"]))
    assert found.loc[found["compared"] == "control", "computed"].tolist() == ["1", "5/6"]


def test_a_check_is_run_again_for_every_value_that_might_be_printed():
    def check(published):
        e = ledger.Evidence()
        e.printed("half", published=published, reproduced=Fraction(1, 2))
        e.control("one", published=published, reproduced=1)
        return e

    table = reruns(check, ("1/2", "1"))
    assert table["verdict"].tolist() == ["holds", "holds", "undecided", "undecided"]
    assert table["agrees"].tolist() == [True, False, False, True]
    assert table[["value", "computed"]].to_numpy().tolist() == [[0.5, 0.5], [0.5, 1.0], [1.0, 0.5], [1.0, 1.0]]


def test_the_figure_marks_what_is_printed_and_what_is_computed():
    printed = ["1/2", "1"]
    table = pd.DataFrame(
        {"printed": printed, "value": [0.5, 1.0], "computed": 0.5, "control": False, "verdict": ["holds", "refuted"]}
    )
    axes = figures.reruns(table)[0, 0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["printed: 1/2", "printed: 1"]
    assert [text.get_text() for text in axes.texts] == ["holds", "refuted"]
