"""Claims as data: what is read, and what is refused."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from claimledger import Scope, Version, load, papers, sources
from claimledger.claims import KINDS

from .samples import BASE


def test_claims_are_read_with_their_digits(write):
    text = BASE + (
        "  published: {a: 0.50, b: [1, 2.00], c: 7/24}\n  tolerance: 0.010\n  columns: [x, y]\n"
        "  verdict: holds\n  finding: so it is\n  check: lxcim.a_b.c.d\n"
    )
    claims = load(write(text))
    assert list(claims) == ["lxcim.first", "flach.first"]
    claim = claims["lxcim.first"]
    assert claim.published["a"].text == "0.50"
    assert claim.published["b"][1].unit == Fraction(1, 100)
    assert (claim.published["b"][0], claim.published["c"]) == (1, "7/24")
    assert (claim.tolerance, claim.columns, claim.paper, claim.decided) == (0.01, ("x", "y"), "lxcim", True)
    assert claim.chapter == "lxcim/a-b"
    assert not claims["flach.first"].decided
    assert claims["flach.first"].chapter is None


def _row(name: str, verdict: str, *more: str) -> str:
    """A further decided row of the first paper's file."""
    ours = f"verdict: {verdict}", "finding: so it is", f"check: lxcim.lxcim.a.{name}"
    fields = "where: Section 1", "kind: number", "says: a number", *ours, *more
    return "\n  ".join((f"- id: lxcim.{name}", *fields)) + "\n"


def test_a_defect_is_graded_once_and_followed(write):
    rows = (
        _row("a", "corrected", "grade: B"),
        _row("b", "refuted", "follows: lxcim.a"),
        _row("c", "holds", "remark: no ties; with them it is half"),
        _row("d", "untestable"),  # not graded yet
    )
    claims = load(write(BASE + "".join(rows)))
    assert [(c.grade, c.follows, c.remark) for c in claims.values() if c.paper == "lxcim"] == [
        (None, None, None),
        ("B", None, None),
        (None, "lxcim.a", None),
        (None, None, "no ties; with them it is half"),
        (None, None, None),
    ]


def test_a_sentence_has_a_scope_and_a_trial_and_a_paper_has_versions(write):
    scope = "scope: {over: all samples, at: prevalence 0.1, by: search}"
    rows = _row("a", "refuted", "grade: A", scope, "tried: two cases", "later: gone")
    versions = (
        "versions:\n- {what: first, date: May, seen: read}\n- {what: second, date: June, seen: record, note: new}\n"
    )
    folder = write(BASE.replace("claims:", f"{versions}claims:") + rows)
    claim = load(folder)["lxcim.a"]
    assert claim.scope == Scope("all samples", "search", "prevalence 0.1")
    assert (claim.tried, claim.later) == ("two cases", "gone")
    assert papers(folder)["lxcim"].versions == (
        Version("first", "May", "read"),
        Version("second", "June", "record", "new"),
    )


def test_papers_come_in_the_order_of_their_heads(write):
    folder = write(BASE.replace("order: 1", "order: 3"))
    assert list(papers(folder)) == ["flach", "lxcim"]
    assert [claim.paper for claim in load(folder).values()] == ["flach", "lxcim"]
    paper = papers(folder)["lxcim"]
    assert (paper.title, paper.name, paper.order) == ("The title in full", "The authors on the subject", 3)
    assert paper.inventoried == 1


OURS = BASE.replace("inventoried: 1", "ours: true").split("- id")[0] + _row("a", "holds", "origin: new")


def test_our_own_claims_come_last_and_say_where_they_come_from(write):
    folder = write(OURS)
    assert (list(sources(folder)), list(papers(folder))) == (["flach", "lxcim"], ["flach"])
    assert load(folder)["lxcim.a"].origin == "new"


MALFORMED = {
    "wrong paper": (BASE.replace("paper: lxcim", "paper: other"), r"lxcim/claims.yml: its head needs 'paper: lxcim'"),
    "no list": (BASE.split("claims:")[0] + "claims: {}\n", r"lxcim/claims.yml: needs a list of claims"),
    "empty": ("", r"lxcim/claims.yml: needs a head with 'paper: lxcim', and a list of claims"),
    "no name": (BASE.replace("name: The authors on the subject\n", ""), r"its head needs 'name', a text"),
    "order in words": (BASE.replace("order: 1", "order: first"), r"its head needs 'order', a whole number"),
    "unknown head": ("year: 2025\n" + BASE, r"lxcim/claims.yml: its head has unknown fields year"),
    "ours, says who": (BASE.replace("inventoried: 1", "ours: perhaps"), r"its head needs 'ours', true or false"),
    "ours but open": (
        re.sub(r"  (verdict|finding|check): .*\n", "", OURS),
        r"lxcim.a' is our own, .* its verdict is missing",
    ),
    "ours but wrong": (
        OURS.replace("verdict: holds", "verdict: refuted"),
        r"lxcim.a' is our own, .* verdict is refuted",
    ),
    "ours from nowhere": (
        OURS.replace("origin: new", "origin: old"),
        r"lxcim.a' needs an origin, one of new, corollary, known, number, if",
    ),
    "a paper's origin": (BASE + "  origin: new\n", r"lxcim.first' needs an origin, .* and none otherwise"),
    "no mapping": (BASE.split("claims:")[0] + "claims: [text]\n", r"lxcim/claims.yml: claim 'text' is not a mapping"),
    "former field": (BASE + "  how: compute it\n", r"claim 'lxcim.first' has unknown fields how"),
    "unknown grade": (BASE + _row("a", "corrected", "grade: E"), r"lxcim.a has the unknown grade 'E': .* A, B, C, D"),
    "blank grade": (BASE + _row("a", "corrected", "grade: ''"), r"lxcim.a' needs a text as its 'grade', or none"),
    "graded but true": (
        BASE + _row("a", "holds", "grade: A"),
        r"lxcim.a has a grade, which only a claim",
    ),
    "graded but open": (BASE + "  grade: A\n", r"lxcim.first has a grade, which only a claim that was examined"),
    "graded twice": (
        BASE + _row("a", "corrected", "grade: A") + _row("b", "refuted", "grade: A", "follows: lxcim.a"),
        r"lxcim.b has a grade although it follows lxcim.a, which carries it",
    ),
    "follows but true": (
        BASE + _row("a", "corrected", "grade: A") + _row("b", "holds", "follows: lxcim.a"),
        r"lxcim.b follows lxcim.a, which only a decided claim that does not hold can do",
    ),
    "follows nothing": (
        BASE + _row("a", "corrected", "follows: flach.first"),
        r"lxcim.a follows flach.first, which is no claim of this file",
    ),
    "follows truth": (
        BASE + _row("a", "holds") + _row("b", "refuted", "follows: lxcim.a"),
        r"lxcim.b follows lxcim.a, which carries no defect: it holds",
    ),
    "follows an open claim": (
        BASE + _row("a", "refuted", "follows: lxcim.first"),
        r"lxcim.a follows lxcim.first, which carries no defect: it is open",
    ),
    "follows a follower": (
        BASE
        + _row("a", "corrected", "grade: A")
        + _row("b", "refuted", "follows: lxcim.a")
        + _row("c", "refuted", "follows: lxcim.b"),
        r"lxcim.c follows lxcim.b, which itself follows lxcim.a: name that one",
    ),
    "follows itself": (
        BASE + _row("a", "refuted", "follows: lxcim.a"),
        r"lxcim.a follows lxcim.a, which itself follows lxcim.a",
    ),
    "graded but not examined": (BASE + _row("a", "unexamined", "grade: A"), r"lxcim.a has a grade, which only a claim"),
    "scope in a word": (BASE + _row("a", "holds", "scope: wide"), r"a': its scope needs to be a mapping to texts"),
    "scope of nothing": (BASE + _row("a", "holds", "scope: {by: proof}"), r"unknown or missing: over"),
    "scope and more": (BASE + _row("a", "holds", "scope: {over: a, by: proof, who: I}"), r"unknown or missing: who"),
    "scope by faith": (
        BASE + _row("a", "holds", "scope: {over: a, by: faith}"),
        r"one of proof, .*, not 'faith'",
    ),
    "blank trial": (BASE + _row("a", "holds", "tried: ''"), r"a' needs a text as its 'tried', or none"),
    "fate of no defect": (BASE + _row("a", "holds", "later: stands"), r"a' says what became of a defect, but carries"),
    "unknown fate": (BASE + _row("a", "refuted", "later: lost"), r"a': 'later' is one of stands, .*, not 'lost'"),
    "version without a date": (
        BASE.replace("claims:", "versions:\n- {what: first, seen: read}\nclaims:"),
        r"lxcim/claims.yml: version 1 of its head has fields that are unknown or missing: date",
    ),
    "version in a number": (
        BASE.replace("claims:", "versions:\n- {what: first, date: 2024, seen: read}\nclaims:"),
        r"lxcim/claims.yml: version 1 of its head needs to be a mapping to texts",
    ),
    "version seen in a dream": (
        BASE.replace("claims:", "versions:\n- {what: first, date: May, seen: dreamt}\nclaims:"),
        r"'seen' is one of read, part, record, remembered, not 'dreamt'",
    ),
    "remark on an error": (
        BASE + _row("a", "corrected", "remark: no ties"),
        r"lxcim.a has a remark, which only a claim that holds can have",
    ),
    "unknown field": (BASE + "  colour: red\n", r"claim 'lxcim.first' has unknown fields colour"),
    "no locator": (BASE.replace("  where: Section 1\n", ""), r"claim 'lxcim.first' lacks 'where'"),
    "blank text": (BASE.replace("a number", "' '"), r"claim 'lxcim.first' lacks 'says'"),
    "text that is a number": (BASE.replace("a number", "12"), r"claim 'lxcim.first' lacks 'says'"),
    "foreign id": (BASE.replace("lxcim.first", "tile.first"), r"claim 'tile.first' does not begin with 'lxcim.'"),
    "unknown kind": (BASE.replace("kind: number", "kind: rumour"), r"is of unknown kind 'rumour'"),
    "half decided": (BASE + "  verdict: holds\n", r"needs all or none of verdict, finding and check"),
    "unknown verdict": (
        BASE + "  verdict: maybe\n  finding: f\n  check: lxcim.a.b.c\n",
        r"has the unknown verdict 'maybe'",
    ),
    "check without a room": (
        BASE + "  verdict: holds\n  finding: f\n  check: lxcim.module.function\n",
        r"needs a check of the form 'lxcim.<chapter>.<module>.<function>', not 'lxcim.module.function'",
    ),
    "twice": (BASE + BASE.split("claims:\n")[1], r"lxcim/claims.yml: claim lxcim.first stands there twice"),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_malformed_claims_are_refused(write, case):
    content, message = MALFORMED[case]
    with pytest.raises(ValueError, match=message):
        load(write(content))


def test_a_folder_without_claims_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"no folder in .* has a claims.yml"):
        load(tmp_path)


def test_the_committed_claims_are_read_once_and_cannot_be_spoilt():
    first = load()
    first.clear()
    assert load()
    assert {claim.kind for claim in load().values()} <= KINDS
