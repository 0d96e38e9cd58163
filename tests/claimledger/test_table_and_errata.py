"""The ledger as one table, the errata by grade, and the errata of each paper."""

from __future__ import annotations

import base64
import re

import pytest

from claimledger import GRADES, errata, errata_page, erratum_page, ledger_page, load, markup, papers
from claimledger.claims import ORIGINS
from scoring_the_scores.files import data_folder

from .conftest import give
from .samples import make_claim, make_confirmed, make_result

ROW = re.compile(r"<tr data-.*?</tr>")


def test_every_claim_has_a_row_that_can_be_filtered(graded_ledger):
    page = ledger_page()
    rows = ROW.findall(page.markdown)
    assert len(rows) == len(graded_ledger)
    assert rows[0] == (
        "<tr data-paper=lxcim data-verdict=refuted data-grade=B data-kind=number data-chapter=lxcim/lxcim>"
        '<td><span class="verdict verdict-refuted">refuted</span></td><td><span class="grade grade-B">B</span></td>'
        '<th scope="row"><a href="../lxcim/lxcim.html#claim-lxcim-carries">lxcim.carries</a><br>section 1</th>'
        "<td>number</td><td>lxcim</td><td>a | b</td></tr>"
    )
    assert '<th scope="col" data-sort=grade>grade</th>' in page.markdown
    sorts = re.findall(r"<th scope=\"col\" data-sort=(\w+)>", page.markdown)
    assert sorts == ["verdict", "grade", "paper", "kind", "chapter"]
    assert all(f" data-{sort}=" in rows[0] for sort in sorts)
    assert '<th scope="col">it says</th>' in page.markdown
    assert 'value="open"' not in page.markdown
    assert "<br>follows <a" in rows[1]
    assert "data-grade" not in rows[1]
    assert "refuted        B lxcim.carries\nrefuted          lxcim.inherits, follows lxcim.carries\n" in page.plain
    for name in ("paper", "verdict", "grade", "kind", "chapter"):
        assert page.markdown.count(f"<select name={name}>") == 1
    assert '<option value="lxcim/lxcim">lxcim</option>' in page.markdown


def test_a_statement_of_our_own_has_a_row_with_its_origin(monkeypatch):
    claim = make_claim(origin="new")
    give(monkeypatch, {claim.id: claim}, {claim.id: make_result(claim)})
    (row,) = ROW.findall(ledger_page().markdown)
    assert f'verdict-holds">holds</span> <span class="origin" title="{ORIGINS["new"]}">new</span></td>' in row


def test_a_table_is_one_block_of_html(graded_ledger):
    assert "\n\n" not in ledger_page().markdown  # a blank line would end it


def test_an_open_claim_has_a_row_without_a_link(small_ledger):
    page = ledger_page()
    (row,) = (row for row in ROW.findall(page.markdown) if "lxcim.open" in row)
    assert 'data-verdict=open data-kind=number><td><span class="verdict verdict-open">open</span></td>' in row
    assert "<a" not in row
    assert '<option value="open">' in page.markdown


def test_text_becomes_html_with_marked_formulas():
    assert markup.html("a < b, $x<y$ & c") == r'a &lt; b, <span class="math">\(x&lt;y\)</span> &amp; c'
    assert markup.html(None) == ""
    assert markup.html('a "word"') == 'a "word"'
    assert markup.cell("a*b | $x|y$") == r"a\*b &#124; $x\vert y$"


def test_errata_stand_once_under_their_grade_with_what_inherits_them(graded_ledger):
    page = errata_page("B")
    assert page.plain == "refuted        B lxcim.carries\n  refuted          lxcim.inherits, follows lxcim.carries"
    assert "grade B</span> 1 in all" in page.markdown
    assert "**Brogueira & Figueiredo, section 1.** *The paper:* a | b *What is true:* It is so: $a|b$." in page.markdown
    assert '<a href="../lxcim/lxcim.html#claim-lxcim-carries">Evidence</a>. Inherited by <a' in page.markdown
    assert errata_page("C").plain == ""  # what could not be tested is no erratum
    assert "lxcim.remarked" not in "".join(errata_page(grade).markdown for grade in GRADES)


def test_what_changes_a_conclusion_is_told_in_a_paragraph(monkeypatch):
    claim = make_claim(verdict="refuted", grade="A")
    give(monkeypatch, {claim.id: claim}, {claim.id: make_result(claim, agrees=False)})
    told = errata_page("A").markdown
    assert "section 1.** The paper says: a | b\n\nIt is so: $a|b$. <a" in told
    assert not re.search("^- ", told, re.MULTILINE)
    assert "Inherited" not in told  # nothing follows it


def test_a_paper_has_its_errata_in_its_own_order(monkeypatch):
    wheres = {
        "z": "Appendix B.2",
        "y": "Table 3",
        "x": "Section 10.1, Eq. 3",
        "w": "Theorem 2, Section 9",
        "v": "Abstract",
    }
    made = [make_claim(name, verdict="refuted", grade="A", where=where) for name, where in wheres.items()]
    made += [
        make_claim("u", verdict="corrected", follows="lxcim.x", where="Conclusion"),
        make_claim("t", verdict="underspecified", follows="lxcim.s", where="Appendix C"),
        make_claim("s", verdict="untestable", grade="D"),
        make_claim("r"),
    ]
    give(monkeypatch, {claim.id: claim for claim in made}, {claim.id: make_confirmed(claim) for claim in made})
    page = erratum_page("lxcim")
    heads = re.findall(r"^(\d+)\. \*\*(.*)\*\*$", page.plain, re.MULTILINE)
    ordered = ["Abstract", wheres["w"], wheres["x"], "Conclusion", wheres["z"], "Appendix C", "Table 3"]
    assert heads == [(str(k), where) for k, where in enumerate(ordered, start=1)]
    assert "*Correction:* It is so: $a|b$.\n\n    (follows from 3)" in page.plain
    assert f"({GRADES['D']})" in page.plain  # of the claim it follows, which is no erratum
    assert page.plain.startswith(papers()["lxcim"].reference)
    (saved,) = re.findall(r"base64,([^\"]+)", page.markdown)
    assert base64.b64decode(saved).decode() == page.plain
    assert re.match(
        r"[^\n]+\n\n(<div.*</div>)?\n\nAs plain text: <a download=.errata-lxcim.md", page.markdown, re.DOTALL
    )
    assert '<a href="../lxcim/lxcim.html#claim-lxcim-x">evidence</a>' in page.markdown


@pytest.mark.parametrize("paper", papers())
def test_each_papers_errata_are_a_page_of_the_book(paper):
    page = data_folder().parent / "book" / paper / "errata.md"
    assert f'ledger.erratum_page("{paper}")' in page.read_text(encoding="utf-8")
    assert f'<a href="../{paper}/errata.html">' in errata.errata_index().markdown


@pytest.mark.parametrize("paper", papers())
def test_the_reference_names_the_paper(paper):
    found = papers()[paper]
    assert found.title.partition(" (")[0] in found.reference


def test_every_defect_of_the_book_is_on_both_kinds_of_page(monkeypatch):
    monkeypatch.setattr(errata, "results", lambda: {claim.id: make_confirmed(claim) for claim in load().values()})
    wrong = [claim for claim in load().values() if claim.verdict in ("corrected", "refuted", "underspecified")]
    listed = re.findall(r" [A-D] (\S+)$", "\n".join(errata_page(grade).plain for grade in GRADES), re.MULTILINE)
    assert listed == [claim.id for grade in GRADES for claim in wrong if claim.grade == grade]
    for paper in papers():
        numbered = re.findall(r"^\d+\. ", erratum_page(paper).plain, re.MULTILINE)
        assert len(numbered) == sum(claim.paper == paper for claim in wrong)


def test_the_card_of_a_paper_tells_its_versions_and_what_became_of_its_graver_defects(monkeypatch):
    fates = enumerate(["stands", "gone", "unseen", "unseen"])
    claims = [make_claim(f"x{k}", verdict="refuted", grade="B", later=fate) for k, fate in fates]
    give(monkeypatch, {claim.id: claim for claim in claims}, {claim.id: make_confirmed(claim) for claim in claims})
    card = errata.versions("lxcim")
    first, *_, last = card.plain.splitlines()
    assert first.startswith("- arXiv, version 1, 10 December 2025: read for this book.")
    assert last == (
        "- Of the defects of grades A and B, in the later version 1 still stands, 1 is gone, "
        "2 are at places that we have not seen."
    )
    assert card.plain in card.markdown
    assert "is not in the later version" in erratum_page("lxcim").plain
