"""What a chapter shows of the ledger, and the counts."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from markdown_it import MarkdownIt

from claimledger import (
    Evidence,
    Printed,
    Result,
    Scope,
    compared,
    counts_table,
    errors_table,
    findings,
    markup,
    pages,
    papers,
    show,
)
from claimledger.claims import ORIGINS, WAYS

from .conftest import give
from .samples import make_claim, make_result


def test_showing_a_claim(small_ledger):
    page = pages.show("lxcim.first")
    assert page.plain.splitlines() == [
        "lxcim.first (section 1): holds",
        "  as printed: the | value: published 0.50; 0.46: agrees",
        "  control: a wrong one: 1/3: fails, as it must",
        "  From 3 draws.",
        "  decided by scoring_the_scores.lxcim.lxcim.none.such",
    ]
    assert repr(page) == page.plain
    assert page._repr_markdown_() == page.markdown
    assert "| as printed | the &#124; value | 0.50 | 0.46 | agrees |" in page.markdown
    assert 'class="verdict verdict-holds"' in page.markdown
    source = "../../_modules/scoring_the_scores/lxcim/lxcim/none.html#such"
    assert f'<a href="{source}"><code>lxcim.lxcim.none.such</code></a>' in page.markdown


def test_claims_are_marks_beside_the_text_and_rows_that_open(graded_ledger):
    one = show("lxcim.carries").markdown
    assert one.startswith(
        '<details class="beside"><summary><span class="mark mark-refuted" '
        'aria-hidden="true">✗<small>B</small></span>'
        '<span class="mark-words">Claim checked: refuted (grade B)</span></summary><div class="beside-body">\n\n'
        '<div class="beside-row" id="claim-lxcim-carries">\n\n<span class="verdict'
    )
    assert "\n\n**The paper** a | b\n\n**Here** It is so" in one
    assert '<details class="evidence"><summary>Evidence: 2 comparisons</summary>' in one
    assert "| as printed | the &#124; value | 0.50 | 0.3 | fails |" in one
    assert one.endswith("</div>\n\n</div></details>")
    two = show("lxcim.inherits", "lxcim.remarked")
    assert two.plain.startswith("lxcim.inherits (section 1): refuted, follows lxcim.carries\n")
    assert "\nlxcim.remarked (section 1): holds\n" in two.plain
    assert "2 claims checked: 1 refuted, 1 holds<" in two.markdown
    assert two.markdown.count('<details class="evidence">') == 2
    assert MarkdownIt("commonmark").enable("table").render(two.markdown).count("<table>") == 2
    assert [f'id="claim-lxcim-{name}">' in two.markdown for name in ("inherits", "remarked")] == [True, True]


def test_claims_of_one_verdict_share_a_mark(monkeypatch):
    claims = [make_claim(name) for name in "abc"]
    give(monkeypatch, {claim.id: claim for claim in claims}, {claim.id: make_result(claim) for claim in claims})
    page = show("lxcim.a", "lxcim.b", "lxcim.c").markdown
    assert page.count('<span class="mark ') == 1
    assert "✓<small>×3</small>" in page
    assert "3 claims checked: 3 hold<" in page
    assert page.count('<div class="beside-row"') == 3


def test_a_finding_that_is_the_point_of_a_section_stands_in_its_text(graded_ledger):
    page = show("lxcim.carries", said=True)
    assert page.plain == show("lxcim.carries").plain
    said, _, beside = page.markdown.partition("\n\n</div>\n\n")
    assert said.startswith('<div class="said said-refuted">\n\nIt is so')
    assert beside == show("lxcim.carries").markdown


def test_a_statement_of_our_own_shows_where_it_comes_from(monkeypatch):
    claims = [make_claim(name, origin=origin) for name, origin in (("a", "new"), ("b", "known"), ("c", "new"))]
    give(monkeypatch, {claim.id: claim for claim in claims}, {claim.id: make_result(claim) for claim in claims})
    alone, family = show("lxcim.a", said=True).markdown, show("lxcim.a", "lxcim.b").markdown
    assert alone.startswith('<div class="said said-ours">\n\na | b\n\n</div>')
    assert f'<span class="origin" title="{ORIGINS["new"]}">new</span>\n\na | b\n\n**Origin and reach** It is' in alone
    assert '<span class="mark mark-ours" aria-hidden="true">✓</span>' in alone
    assert "Statement checked: holds (new)" in alone
    assert "2 statements checked: 1 holds (new), 1 holds (known)" in family
    assert "The paper" not in alone + family
    page = findings("lxcim/lxcim")
    assert page.plain.startswith("3 statements checked: 2 new, 1 known.\n")
    assert "Those that no mark above shows: 1</summary>" in page.markdown
    assert pages.counts().loc["all", "total"] == 0


def test_a_theorem_of_ours_is_named_and_not_stated_again(monkeypatch):
    claims = [make_claim(name, origin="new", where=where) for name, where in (("a", "Theorem 1"), ("b", "The table"))]
    give(monkeypatch, {claim.id: claim for claim in claims}, {claim.id: make_result(claim) for claim in claims})
    shown, _, folded = show("lxcim.a").markdown.partition('<details class="evidence">')
    assert "Theorem 1." in shown
    assert "Origin and reach" not in shown
    assert "*Origin and reach:* It is so" in folded
    assert "a | b\n\n**Origin and reach** It is so" in show("lxcim.b").markdown


def test_a_sentence_of_everything_shows_how_far_it_goes_and_what_was_tried(monkeypatch):
    scope = Scope("rankings | ties", "search", "prevalence 0.1")
    claims = [make_claim(name, scope=scope, tried="Two cases.", remark="No ties.") for name in "ab"]
    give(monkeypatch, {claim.id: claim for claim in claims}, {claim.id: make_result(claim) for claim in claims})
    words = f"({WAYS['search']})"
    for page in (show("lxcim.a"), show("lxcim.a", "lxcim.b")):
        assert f'<span class="scope">Scope: rankings | ties; prevalence 0.1 {words}</span>' in page.markdown
        assert "\n\n*Taken for granted:* No ties.\n\n*Tried to break it:* Two cases.\n\n" in page.markdown
        assert f"  Scope: rankings | ties; prevalence 0.1 {words}\n  Taken for granted: No ties.\n" in page.plain
        assert "  Tried to break it: Two cases.\n" in page.plain


def test_findings_count_all_and_list_what_was_not_shown_behind_a_line(graded_ledger):
    page = pages.findings("lxcim/lxcim")
    assert page.plain.startswith(
        "5 claims checked: 1 holds, 3 refuted, 1 untestable.\nrefuted        B lxcim.carries\n"
    )
    assert '<a href="../back/ledger.html#chapter=lxcim/lxcim">All in the ledger</a>.' in page.markdown
    folded = page.markdown.partition(
        '<details class="beside-rest"><summary>What was claimed, and what is true: 5</summary>'
    )[2]
    assert folded.count('<div class="beside-row" id="claim-') == 5
    pages.show("lxcim.carries", "lxcim.inherits")
    page = pages.findings("lxcim/lxcim")
    assert "Those that no mark above shows: 3</summary>" in page.markdown
    assert "lxcim.carries" not in page.plain
    assert 'id="claim-lxcim-remarked"' in page.markdown
    pages.show("lxcim.ungraded", "lxcim.unclear", "lxcim.remarked")
    page = pages.findings("lxcim/lxcim")
    assert page.plain == "5 claims checked: 1 holds, 3 refuted, 1 untestable."
    assert "<details" not in page.markdown
    with pytest.raises(ValueError, match="no claim belongs to a chapter 'lxcim/none'"):
        pages.findings("lxcim/none")


def test_what_was_compared_is_shown_by_its_form_and_one_claim_is_one(small_ledger):
    claim = small_ledger["lxcim.first"]
    found = make_result(claim)
    found.evidence.repaired("mended", published=1, reproduced=1)
    found.evidence.reading("one way", agrees=False, reproduced="never")
    assert "\n  repaired: mended: published 1; 1: agrees\n  reading: one way: never: fails\n" in pages._plain(found)
    assert pages.findings("lxcim/lxcim").plain.startswith("1 claim checked: 1 holds.\n")


def test_evidence_has_a_column_of_published_values_only_if_there_are_any():
    found = Evidence()
    found.printed("a statement", agrees=True, reproduced="all")
    found.control("a wrong one", agrees=False, reproduced="none")
    alone = pages._evidence_table(found)
    assert "|  | compared | reproduced |  |\n" in alone
    assert "| as printed | a statement | all | agrees |\n" in alone
    found.printed("a value", published=2, reproduced=2)
    beside = pages._evidence_table(found)
    assert "|  | compared | published | reproduced |  |\n" in beside
    assert "| as printed | a statement |  | all | agrees |\n" in beside
    for table, bars in ((alone, 5), (beside, 6)):
        assert {row.count("|") for row in table.splitlines()} == {bars}


def test_what_could_not_be_tested_says_what_was_looked_for_and_nothing_it_has_not(graded_ledger):
    lacking = "The data. Looked for in: The archive. Instead: Nothing."
    page = pages.show("lxcim.unclear")
    assert page.plain.splitlines()[1:3] == [f"  {lacking}", "  From 3 draws."]
    folded = page.markdown.partition('<details class="evidence"><summary>')[2].splitlines()
    assert folded[0] == "What was looked for</summary>"
    assert [text for text in folded[3:] if text][:3] == [lacking, "From 3 draws.", "</details>"]


def test_a_claim_without_a_note_has_none_and_one_comparison_is_one(monkeypatch):
    claims = {claim.id: claim for claim in (make_claim(), make_claim("second"))}
    found = {claim.id: Result(claim, Evidence(), 0.25) for claim in claims.values()}
    for result in found.values():
        result.evidence.printed("a value", published=2, reproduced=2)
    give(monkeypatch, claims, found)
    listed = findings("lxcim/lxcim").markdown
    assert "<summary>What was claimed, and what is true: 2</summary>" in listed
    page = show("lxcim.first")
    assert page.plain.splitlines()[1:] == [
        "  as printed: a value: published 2; 2: agrees",
        "  decided by scoring_the_scores.lxcim.lxcim.none.such",
    ]
    assert "<summary>Evidence: 1 comparison</summary>" in page.markdown
    assert "| as printed | a value | 2 | 2 | agrees |\n\n</details>\n\n<p class=" in page.markdown


def test_counts_add_up(small_ledger):
    table = pages.counts()
    assert table.loc["lxcim", ["holds", "open", "total"]].tolist() == [1, 1, 2]
    assert table.loc["all", "total"] == 2
    assert table.drop(index="all").sum().tolist() == table.loc["all"].tolist()
    page = counts_table()
    assert page.plain == table.to_string()
    assert f"| all {len(papers())} papers | 1 | 0 | 0 | 0 | 0 | 0 | 1 | 2 |" in page.markdown


def test_independent_errors_are_counted_by_grade(graded_ledger):
    table = pages.errors()
    assert table.loc["lxcim", "errors"].to_dict() == {"A": 0, "B": 1, "C": 0, "D": 0, "ungraded": 1, "total": 2}
    assert table.loc["lxcim", "open questions"].to_dict() == {"A": 0, "B": 0, "C": 1, "D": 0, "total": 1}
    assert table.drop(index="all").sum().tolist() == table.loc["all"].tolist()
    page = errors_table()
    assert page.plain == table.to_string()
    assert f"| all {len(papers())} papers | 0 | 1 | 0 | 0 | 1 | 2 | 0 | 0 | 1 | 0 | 1 |" in page.markdown
    assert pages.counts().loc["lxcim", "refuted"] == 3


def test_a_chapter_shows_the_grade_what_a_row_follows_and_the_remark(graded_ledger):
    grade = '<span class="grade grade-B" title="changes a formula, number, figure or proof that one would use">grade B'
    link = '<a href="../lxcim/lxcim.html#claim-lxcim-carries">lxcim.carries</a>'
    page = pages.findings("lxcim/lxcim")
    assert grade in page.markdown
    assert f"follows {link}" in page.markdown
    assert "refuted        B lxcim.carries\n" in page.plain
    assert "refuted          lxcim.inherits, follows lxcim.carries\n" in page.plain
    assert grade in pages.show("lxcim.carries").markdown
    assert f"follows {link}" in pages.show("lxcim.inherits").markdown
    assert "*Taken for granted:* No ties" in pages.show("lxcim.remarked").markdown
    assert pages.show("lxcim.carries").plain.startswith("lxcim.carries (section 1): refuted, grade B\n")
    assert pages.show("lxcim.inherits").plain.startswith("lxcim.inherits (section 1): refuted, follows lxcim.carries\n")
    assert "  Taken for granted: No ties; *with* them" in pages.show("lxcim.remarked").plain


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Printed("0.50"), "0.50"),
        (True, "yes"),
        (False, "no"),
        (Fraction(1, 3), "1/3"),
        (1 / 3, "0.333333"),
        (np.float64(2.0), "2"),
        (7, "7"),
        ({"a": 0.5, "b": [1, True]}, "a: 0.5, b: 1, yes"),
        ((1, 2), "1, 2"),
        ("text", "text"),
    ],
)
def test_values_as_readers_see_them(value, text):
    assert compared.value(value) == text


def test_bars_in_cells_are_escaped_inside_and_outside_formulas():
    assert markup.cell("a | b $|x|$") == r"a &#124; b $\vert x\vert $"
    assert markup.cell(None) == ""
    assert markup.cell(" two\n lines ") == "two lines"
