"""The ledger's parts: printed numbers, comparisons, the rules of verdicts, claims as data, pages."""

from __future__ import annotations

import copy
import importlib
import pickle
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from multiprocessing import active_children
from pathlib import Path

import numpy as np
import pytest

from metricbook.ledger import (
    VERDICTS,
    Claim,
    Evidence,
    Printed,
    Result,
    agree,
    counts_table,
    errata_page,
    errors_table,
    evaluate,
    findings,
    ledger_page,
    load,
    pages,
    papers,
    results,
    run,
    show,
)
from metricbook.ledger.claims import CHECKS, KINDS
from metricbook.ledger.evidence import SIGMAS, compare, interval

# Printed numbers


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("0.36", "0.355", "0.365"),
        ("0.360", "0.3595", "0.3605"),
        ("-0.36", "-0.365", "-0.355"),
        ("12.0", "11.95", "12.05"),
        ("0.0", "-0.05", "0.05"),
        ("1.5e-3", "0.00145", "0.00155"),
    ],
)
def test_a_printed_number_is_the_interval_of_its_last_digit(text, low, high):
    number = Printed(text)
    assert number == float(text)
    assert number.interval == (Fraction(low), Fraction(high))
    assert number.interval[1] - number.interval[0] == number.unit


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda number: pickle.loads(pickle.dumps(number))])
def test_copies_of_a_printed_number_know_its_digits(again):
    assert again(Printed("0.50")).text == "0.50"
    assert again({"x": [Printed("0.50")]})["x"][0].unit == Fraction(1, 100)


# Agreement


@pytest.mark.parametrize(
    ("published", "reproduced", "expected"),
    [
        (Printed("0.36"), 0.355, True),
        (Printed("0.36"), 0.355 - 1e-12, False),
        (Printed("0.36"), Fraction(355, 1000), True),
        (Printed("0.36"), Fraction(354_999, 1_000_000), False),
        (Printed("0.36"), Fraction(365, 1000), True),
        (Printed("0.36"), 0.3651, False),
        (Printed("0.360"), 0.3606, False),
        (Printed("0.5"), np.float32(0.52), True),
        (Printed("0.36"), float("nan"), False),
        (Printed("0.36"), float("inf"), False),
        (Printed("0.36"), "0.36", False),
        (Printed("0.36"), None, False),
        (Printed("1.0"), True, False),
        (3, 3, True),
        (3, 3.0, True),
        (3, np.int64(3), True),
        (3, 3.0000000000000004, True),
        (3, 3.0000000001, False),
        (3, Fraction(3) + Fraction(1, 10**18), False),
        (1, True, False),
        (True, True, True),
        (True, np.True_, True),
        (False, np.True_, False),
        (True, 1, False),
        ("7/24", Fraction(7, 24), True),
        ("7/24", 7 / 24, True),
        ("7/24", 7 / 24 + 1e-12, False),
        ("7/24", Fraction(7, 25), False),
        ("increases", "increases", True),
        ("increases", "decreases", False),
        ("increases", 3, False),
        (None, None, True),
    ],
)
def test_one_value_agrees(published, reproduced, expected):
    assert agree(published, reproduced) is expected


@pytest.mark.parametrize(
    ("published", "reproduced", "expected"),
    [
        ([1, Printed("0.5")], [1, 0.46], True),
        ([1, Printed("0.5")], (1, 0.44), False),
        ([1, 2], [1], False),
        ([1, 2], np.array([1, 2]), True),
        ([1, 2], np.array([1, 3]), False),
        ([[1], [2]], np.array([[1], [2]]), True),
        ([1, 2], 1, False),
        ([1, 2], "12", False),
        ("12", [1, 2], False),
        ({"a": 1}, {"a": 1}, True),
        ({"a": 1}, {"a": 2}, False),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ({"a": 1, "b": 2}, {"a": 1}, False),
        ({"a": [1, {"b": "x"}]}, {"a": [1, {"b": "x"}]}, True),
        ({"a": [1, {"b": "x"}]}, {"a": [1, {"b": "y"}]}, False),
        ({"a": 1}, [1], False),
    ],
)
def test_lists_and_mappings_agree_entry_by_entry(published, reproduced, expected):
    assert agree(published, reproduced) is expected


def test_a_tolerance_replaces_the_last_digit():
    assert agree(Printed("0.36"), 0.37, tolerance=0.01)
    assert not agree(Printed("0.36"), 0.3701, tolerance=Printed("0.01"))
    assert not agree(Printed("0.4"), 0.44, tolerance=0.01)  # narrower than the last digit allows
    assert agree(100, 103, tolerance=3)
    assert not agree(100, 103.5, tolerance=3)
    assert interval("1/2", 0.25) == (Fraction(1, 4), Fraction(3, 4))


def test_a_standard_error_widens_by_four():
    assert SIGMAS == 4
    assert agree(Printed("0.50"), 0.505 + 3.99e-3, standard_error=1e-3)
    assert not agree(Printed("0.50"), 0.505 + 4.01e-3, standard_error=1e-3)
    assert not agree(Printed("0.50"), 0.5051, standard_error=0.0)
    with pytest.raises(ValueError, match="NaN"):
        agree(Printed("0.50"), 0.5, standard_error=float("nan"))


# Comparisons and verdicts


def test_a_comparison_compares_something_with_something():
    with pytest.raises(ValueError, match="'x' says nothing of what was computed"):
        compare("printed", "x", published=1)
    with pytest.raises(ValueError, match="'x' has neither a published value nor an outcome"):
        compare("printed", "x", reproduced=1)
    with pytest.raises(ValueError, match="a comparison is one of printed, repaired, control, reading, not 'odd'"):
        compare("odd", "x", reproduced=1, agrees=True)
    made = compare("printed", "x", published=Printed("0.5"), reproduced=0.46, standard_error=0.1)
    assert (made.form, made.what, made.published, made.reproduced, made.agrees) == ("printed", "x", 0.5, 0.46, True)
    assert made.standard_error == 0.1


@pytest.mark.parametrize(
    ("cases", "agrees", "text"),
    [
        ([True], True, "1 of 1"),
        ([True, False, True], False, "2 of 3"),
        ([False], False, "0 of 1"),
        ((n < 5 for n in range(5)), True, "5 of 5"),
        (np.array([True, False]), False, "1 of 2"),
        ([1] * 1234, True, "1,234 of 1,234"),
    ],
)
def test_cases_are_counted_and_must_all_be_true(cases, agrees, text):
    made = compare("printed", "x", cases=cases)
    assert (made.agrees, made.reproduced) == (agrees, text)


def test_cases_that_cannot_be_judged_are_refused():
    with pytest.raises(ValueError, match="'x' was tried on no case"):
        compare("printed", "x", cases=())
    with pytest.raises(ValueError, match=r"'x' has the case 0\.5, which is neither true nor false"):
        compare("printed", "x", cases=[True, 0.5])
    with pytest.raises(ValueError, match="'x' has the case None, which is neither true nor false"):
        compare("printed", "x", cases=[None])
    for more in ({"agrees": True}, {"reproduced": 1}):
        with pytest.raises(ValueError, match="'x' has cases, which say themselves what was found"):
            compare("printed", "x", cases=[True], **more)


@pytest.mark.parametrize("form", ["printed", "repaired", "control", "reading"])
def test_every_form_is_added_by_its_own_name_or_by_add(form):
    by_name, by_add = Evidence(), Evidence()
    getattr(by_name, form)("what", cases=[True, False])
    by_add.add(form, "what", cases=[True, False])
    assert by_name == by_add
    assert [comparison.form for comparison in by_add.comparisons] == [form]


def _evidence(*forms: tuple[str, bool] | tuple[str, bool, object], published: object = None) -> Evidence:
    evidence = Evidence()
    for form, agrees, *reproduced in forms:
        value = reproduced[0] if reproduced else "found"
        evidence.add(form, "what", agrees=agrees, reproduced=value, published=published)
    return evidence


YES, NO = True, False


@pytest.mark.parametrize(
    ("evidence", "outcome"),
    [
        (_evidence(("printed", YES), published=1), "holds"),
        (_evidence(("printed", YES), ("control", NO)), "holds"),
        (_evidence(("printed", YES), ("printed", YES), ("control", NO), ("control", NO)), "holds"),
        (_evidence(("printed", YES), ("printed", NO), published=1), "refuted"),
        (_evidence(("printed", NO), published=1), "refuted"),
        (_evidence(("printed", NO), ("control", NO)), "refuted"),
        (_evidence(("printed", NO), ("repaired", YES), ("control", NO)), "corrected"),
        (_evidence(("printed", YES), ("printed", NO), ("repaired", YES), ("repaired", YES), published=1), "corrected"),
        (_evidence(("reading", YES), ("reading", NO), published=1), "underspecified"),
        (_evidence(("reading", NO), ("reading", YES), ("reading", NO), ("control", NO)), "underspecified"),
        (_evidence(("printed", YES), ("reading", NO), ("reading", YES), ("control", NO)), "underspecified"),
    ],
)
def test_verdicts(evidence, outcome):
    assert evidence.outcome == outcome
    assert outcome in VERDICTS


@pytest.mark.parametrize(
    ("evidence", "reason"),
    [
        (_evidence(), "nothing was compared as printed"),
        (_evidence(("control", NO)), "nothing was compared as printed"),
        (_evidence(("repaired", YES)), "nothing was compared as printed"),
        (_evidence(("printed", YES)), "no published value and no control"),
        (_evidence(("printed", NO)), "no published value and no control"),
        (_evidence(("printed", NO), ("repaired", YES)), "no published value and no control"),
        (_evidence(("reading", YES), ("reading", NO)), "no published value and no control"),
        (_evidence(("printed", YES), ("control", YES)), "a control that must fail passed (what)"),
        (_evidence(("printed", NO), ("control", YES)), "a control that must fail passed (what)"),
        (_evidence(("printed", NO), ("repaired", NO), published=1), "the repaired form fails too"),
        (_evidence(("printed", NO), ("repaired", YES), ("repaired", NO), published=1), "the repaired form fails too"),
        (_evidence(("printed", YES), ("repaired", YES), published=1), "a repair of what agrees as printed"),
        (_evidence(("reading", YES), published=1), "all readings agree"),
        (_evidence(("reading", YES, 1), ("reading", YES, 2), published=1), "all readings agree"),
        (_evidence(("reading", NO, 1), ("reading", NO, 2), published=1), "no reading agrees"),
        (_evidence(("reading", YES), ("reading", NO), ("printed", NO), published=1), "beside the readings fails"),
        (_evidence(("reading", YES), ("reading", NO), ("repaired", YES), published=1), "a repair beside readings"),
        (_evidence(("reading", YES), ("reading", NO), ("control", YES)), "a control that must fail passed"),
    ],
)
def test_evidence_that_gives_no_verdict_says_why(evidence, reason):
    assert evidence.outcome.startswith("undecided: ")
    assert reason in evidence.outcome


def test_what_is_not_public_is_untestable():
    evidence = Evidence()
    evidence.missing("The data are not public.", looked="the archive.", instead="the formula.")
    assert evidence.outcome == "untestable"
    assert evidence.lacking == "The data are not public. Looked for in: the archive. Instead: the formula."
    evidence.printed("what", published=1, reproduced=2)
    assert evidence.outcome.startswith("undecided: ")


# Claims as data

HEAD = """\
paper: {paper}
title: The title in full
name: The authors on the subject
order: {order}
inventoried: 1
"""
VALID = (
    HEAD
    + """\
claims:
- id: {paper}.first
  where: Section 1
  kind: number
  says: a number
"""
)
BASE = VALID.format(paper="lxcim", order=1)


@pytest.fixture
def write(tmp_path) -> Callable[[str], Path]:
    """Write two files of claims: the given content as the first paper's, and a valid one."""

    def _write(content: str) -> Path:
        (tmp_path / "flach.yml").write_text(VALID.format(paper="flach", order=2), encoding="utf-8")
        (tmp_path / "lxcim.yml").write_text(content, encoding="utf-8")
        return tmp_path

    return _write


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


def test_papers_come_in_the_order_of_their_heads(write):
    folder = write(BASE.replace("order: 1", "order: 3"))
    assert list(papers(folder)) == ["flach", "lxcim"]
    assert [claim.paper for claim in load(folder).values()] == ["flach", "lxcim"]
    paper = papers(folder)["lxcim"]
    assert (paper.title, paper.name, paper.order) == ("The title in full", "The authors on the subject", 3)
    assert paper.inventoried == 1


MALFORMED = {
    "wrong paper": (BASE.replace("paper: lxcim", "paper: other"), r"lxcim.yml: its head needs 'paper: lxcim'"),
    "no list": (BASE.split("claims:")[0] + "claims: {}\n", r"lxcim.yml: needs a list of claims"),
    "empty": ("", r"lxcim.yml: needs a head with 'paper: lxcim', and a list of claims"),
    "no name": (BASE.replace("name: The authors on the subject\n", ""), r"its head needs 'name', a text"),
    "order in words": (BASE.replace("order: 1", "order: first"), r"its head needs 'order', a whole number"),
    "unknown head": ("year: 2025\n" + BASE, r"lxcim.yml: its head has unknown fields year"),
    "no mapping": (BASE.split("claims:")[0] + "claims: [text]\n", r"lxcim.yml: claim 'text' is not a mapping"),
    "former field": (BASE + "  how: compute it\n", r"claim 'lxcim.first' has unknown fields how"),
    "unknown grade": (BASE + _row("a", "corrected", "grade: E"), r"lxcim.a has the unknown grade 'E': .* A, B, C, D"),
    "blank grade": (BASE + _row("a", "corrected", "grade: ''"), r"lxcim.a' needs a text as its 'grade', or none"),
    "graded but true": (BASE + _row("a", "holds", "grade: A"), r"lxcim.a has a grade, which only a decided claim"),
    "graded but open": (BASE + "  grade: A\n", r"lxcim.first has a grade, which only a decided claim"),
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
    "twice": (BASE + BASE.split("claims:\n")[1], r"lxcim.yml: claim lxcim.first stands there twice"),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_malformed_claims_are_refused(write, case):
    content, message = MALFORMED[case]
    with pytest.raises(ValueError, match=message):
        load(write(content))


def test_a_folder_without_claims_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"there is no file of claims in .*"):
        load(tmp_path)


def test_the_committed_claims_are_read_once_and_cannot_be_spoilt():
    first = load()
    first.clear()
    assert load()
    assert {claim.kind for claim in load().values()} <= KINDS


# Running and showing


def _claim(name: str = "first", **details: object) -> Claim:
    decided = {"verdict": "holds", "finding": "It is so: $a|b$.", "check": "lxcim.lxcim.none.such"}
    return Claim(f"lxcim.{name}", "section 1", "number", "a | b", **{**decided, **details})


def test_a_check_that_cannot_be_had_is_named():
    with pytest.raises(ValueError, match=r"lxcim.first names the check 'lxcim.lxcim.none.such', which cannot be had"):
        evaluate(_claim())
    with pytest.raises(ValueError, match=r"lxcim.first names the check 'lxcim.none_such', which cannot be had"):
        evaluate(_claim(check="lxcim.none_such"))
    with pytest.raises(ValueError, match=r"lxcim.first is open"):
        evaluate(_claim(verdict=None, finding=None, check=None))
    with pytest.raises(ValueError, match=r"the ledger has no claim 'lxcim.none'"):
        run.result("lxcim.none")


def _found(claim: Claim, *, agrees: bool = True) -> Result:
    evidence = Evidence(note="From 3 draws.")
    value = 0.46 if agrees else 0.1 + 0.2
    evidence.printed("the | value", published=Printed("0.50"), reproduced=value, tolerance=0.05)
    evidence.control("a wrong one", agrees=False, reproduced=Fraction(1, 3))
    return Result(claim, evidence, 0.25)


@pytest.fixture(autouse=True)
def new_session(monkeypatch):
    """No claim has been shown yet."""
    monkeypatch.setattr(pages, "_SHOWN", set())


@pytest.fixture
def small_ledger(monkeypatch) -> dict[str, Claim]:
    """A ledger of one decided and one open claim, with evidence made up here."""
    claims = {c.id: c for c in (_claim(), _claim("open", verdict=None, finding=None, check=None))}
    found = {"lxcim.first": _found(claims["lxcim.first"])}
    monkeypatch.setattr(pages, "load", lambda: claims)
    monkeypatch.setattr(pages, "result", lambda claim_id: found[claim_id])
    monkeypatch.setattr(pages, "results", lambda **_: found)
    return claims


def test_showing_a_claim(small_ledger):
    page = pages.show("lxcim.first")
    assert page.plain.splitlines() == [
        "lxcim.first (section 1): holds",
        "  as printed: the | value: published 0.50; 0.46: agrees",
        "  control: a wrong one: 1/3: fails, as it must",
        "  From 3 draws.",
        f"  decided by {CHECKS}.lxcim.lxcim.none.such",
    ]
    assert repr(page) == page.plain
    assert page._repr_markdown_() == page.markdown
    assert "| as printed | the &#124; value | 0.50 | 0.46 | agrees |" in page.markdown
    assert 'class="verdict verdict-holds"' in page.markdown
    source = f"../../_modules/{CHECKS.replace('.', '/')}/lxcim/lxcim/none.html#such"
    assert f'<a href="{source}"><code>lxcim.lxcim.none.such</code></a>' in page.markdown


def test_one_claim_is_a_paragraph_and_a_family_a_table_with_evidence_folded_below(graded_ledger):
    one = pages.show("lxcim.carries").markdown
    assert one.startswith('<div class="claim" id="claim-lxcim-carries">\n\n<span class="verdict')
    assert "*The paper:* a | b *What is true:* It is so" in one
    assert '<details class="evidence"><summary>Evidence: 2 comparisons</summary>' in one
    two = pages.show("lxcim.inherits", "lxcim.remarked")
    assert two.plain.startswith("lxcim.inherits (section 1): refuted, follows lxcim.carries\n")
    assert "\nlxcim.remarked (section 1): holds\n" in two.plain
    assert two.markdown.count("<details") == 1
    assert "Evidence: 4 comparisons" in two.markdown
    assert [f'<a id="claim-lxcim-{name}"></a>' in two.markdown for name in ("inherits", "remarked")] == [True, True]


def test_findings_count_all_and_list_what_was_not_shown(graded_ledger):
    page = pages.findings("lxcim/lxcim")
    assert page.plain.startswith("5 claims: 1 holds, 3 refuted, 1 untestable.\nrefuted        B lxcim.carries\n")
    assert r"$a\vert b$" in page.markdown  # a bar would end the table's cell
    pages.show("lxcim.carries", "lxcim.inherits")
    page = pages.findings("lxcim/lxcim")
    assert page.plain.splitlines()[0].endswith("1 untestable. 2 are shown above; the others:")
    assert "lxcim.carries" not in page.plain
    assert 'id="claim-lxcim-remarked"' in page.markdown
    pages.show("lxcim.ungraded", "lxcim.unclear", "lxcim.remarked")
    assert pages.findings("lxcim/lxcim").plain == "5 claims: 1 holds, 3 refuted, 1 untestable. All are shown above."
    with pytest.raises(ValueError, match="no claim belongs to a chapter 'lxcim/none'"):
        pages.findings("lxcim/none")


def test_counts_add_up(small_ledger):
    table = pages.counts()
    assert table.loc["lxcim", ["holds", "open", "total"]].tolist() == [1, 1, 2]
    assert table.loc["all", "total"] == 2
    assert table.drop(index="all").sum().tolist() == table.loc["all"].tolist()
    page = counts_table()
    assert page.plain == table.to_string()
    assert f"| all {len(papers())} papers | 1 | 0 | 0 | 0 | 0 | 1 | 2 |" in page.markdown


def test_the_ledger_and_errata_pages(small_ledger):
    page = pages.ledger_page()
    assert "lxcim.first" in page.plain
    assert "lxcim.open" in page.plain
    assert "lxcim.first" not in pages.errata_page().markdown  # it holds


@pytest.fixture
def graded_ledger(monkeypatch) -> dict[str, Claim]:
    """An error, a claim that follows it, an ungraded error, an open question, and a claim with a remark."""
    made = (
        _claim("carries", verdict="refuted", grade="B"),
        _claim("inherits", verdict="refuted", follows="lxcim.carries"),
        _claim("ungraded", verdict="refuted"),
        _claim("unclear", verdict="untestable", grade="C"),
        _claim("remarked", remark="No ties; *with* them a | b is half."),
    )
    claims = {claim.id: claim for claim in made}
    found = {claim.id: _found(claim, agrees=claim.verdict == "holds") for claim in made}
    found["lxcim.unclear"].evidence.comparisons.clear()
    found["lxcim.unclear"].evidence.missing("The data.", looked="The archive.", instead="Nothing.")
    monkeypatch.setattr(pages, "load", lambda: claims)
    monkeypatch.setattr(pages, "result", lambda claim_id: found[claim_id])
    monkeypatch.setattr(pages, "results", lambda **_: found)
    return claims


def test_independent_errors_are_counted_by_grade(graded_ledger):
    table = pages.errors()
    assert table.loc["lxcim", "errors"].to_dict() == {"A": 0, "B": 1, "C": 0, "D": 0, "ungraded": 1, "total": 2}
    assert table.loc["lxcim", "open questions"].to_dict() == {"A": 0, "B": 0, "C": 1, "D": 0, "total": 1}
    assert table.drop(index="all").sum().tolist() == table.loc["all"].tolist()
    page = errors_table()
    assert page.plain == table.to_string()
    assert f"| all {len(papers())} papers | 0 | 1 | 0 | 0 | 1 | 2 | 0 | 0 | 1 | 0 | 1 |" in page.markdown
    assert pages.counts().loc["lxcim", "refuted"] == 3


def test_every_page_shows_the_grade_what_a_row_follows_and_the_remark(graded_ledger):
    grade = '<span class="grade grade-B" title="changes a formula, number, figure or proof that one would use">grade B'
    link = '<a href="../lxcim/lxcim.html#claim-lxcim-carries">lxcim.carries</a>'
    for page in (pages.findings("lxcim/lxcim"), pages.ledger_page()):
        assert grade in page.markdown
        assert f"follows {link}" in page.markdown
        assert "refuted        B lxcim.carries\n" in page.plain
        assert "refuted          lxcim.inherits, follows lxcim.carries\n" in page.plain
    assert r"<br>*Taken for granted:* No ties; \*with\* them a &#124; b is half. |" in pages.ledger_page().markdown
    errata = pages.errata_page()
    assert "refuted        B lxcim.carries\n  refuted          lxcim.inherits, follows" in errata.plain
    assert grade in errata.markdown
    assert f"Inherited by {link.replace('carries', 'inherits')}." in errata.markdown
    assert grade in pages.show("lxcim.carries").markdown
    assert f"follows {link}" in pages.show("lxcim.inherits").markdown
    assert "*Taken for granted:* No ties" in pages.show("lxcim.remarked").markdown
    assert pages.show("lxcim.carries").plain.startswith("lxcim.carries (section 1): refuted, grade B\n")
    assert pages.show("lxcim.inherits").plain.startswith("lxcim.inherits (section 1): refuted, follows lxcim.carries\n")
    assert "  Taken for granted: No ties; *with* them" in pages.show("lxcim.remarked").plain


def test_a_verdict_the_evidence_does_not_give_is_never_shown(small_ledger, monkeypatch):
    wrong = {"lxcim.first": _found(small_ledger["lxcim.first"], agrees=False)}
    assert wrong["lxcim.first"].evidence.outcome == "refuted"
    assert not wrong["lxcim.first"].confirmed
    monkeypatch.setattr(pages, "result", lambda claim_id: wrong[claim_id])
    monkeypatch.setattr(pages, "results", lambda **_: wrong)
    message = "lxcim.first is recorded as holds, but its check gives refuted"
    for make in (lambda: pages.show("lxcim.first"), lambda: pages.findings("lxcim/lxcim"), pages.ledger_page):
        with pytest.raises(ValueError, match=message):
            make()


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
    assert pages._value(value) == text


def test_bars_in_cells_are_escaped_inside_and_outside_formulas():
    assert pages._cell("a | b $|x|$") == r"a &#124; b $\vert x\vert $"
    assert pages._cell(None) == ""
    assert pages._cell(" two\n lines ") == "two lines"


def test_several_processes_give_what_one_gives_and_none_is_left_behind() -> None:
    claims = [
        claim for claim in load().values() if ".check_volume." in claim.function or claim.chapter == "lxcim/audrc"
    ]
    found = {result.claim.id: result.evidence.outcome for result in run._run_in(2, claims)}
    assert found == {claim.id: claim.verdict for claim in claims}
    stopped = run._run_in(2, claims)
    next(stopped)
    stopped.close()
    assert active_children() == []


# A sixth paper

TOY_CHECKS = """\
from metricbook.ledger import Evidence


def sum_of_two(claim) -> Evidence:
    e = Evidence()
    e.printed("1 + 1", published=claim.published, reproduced=1 + 1)
    e.repaired("1 + 1", published=2, reproduced=1 + 1)
    return e


def no_claim_needed() -> Evidence:
    e = Evidence()
    e.printed("twice is even", cases=(2 * n % 2 == 0 for n in range(3)))
    e.control("thrice is even", cases=(3 * n % 2 == 0 for n in range(3)))
    return e
"""
TOY_CLAIMS = (
    HEAD.format(paper="toy", order=9)
    + """\
claims:
- id: toy.sum
  where: Equation 1
  kind: equation
  says: one and one is three
  published: 3
  verdict: corrected
  finding: One and one is two.
  grade: A
  check: toy.a_room.check_toy.sum_of_two
- id: toy.even
  where: Section 2
  kind: statement
  says: twice a number is even
  verdict: holds
  finding: It is.
  check: toy.a_room.check_toy.no_claim_needed
"""
)


@pytest.fixture
def toy_paper(write, tmp_path, monkeypatch) -> Iterator[None]:
    """A data folder of three papers, one of them a toy whose checks lie in a folder of its own."""
    (tmp_path / "claims").mkdir()
    for path in write(BASE).glob("*.yml"):
        path.rename(tmp_path / "claims" / path.name)
    (tmp_path / "claims" / "toy.yml").write_text(TOY_CLAIMS, encoding="utf-8")
    (tmp_path / "rooms" / "toy" / "a_room").mkdir(parents=True)
    (tmp_path / "rooms" / "toy" / "a_room" / "check_toy.py").write_text(TOY_CHECKS, encoding="utf-8")
    package = importlib.import_module(CHECKS)
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path / "rooms")])
    for module in ("claims", "run"):
        monkeypatch.setattr(f"metricbook.ledger.{module}.data_folder", lambda: tmp_path)
    kept = (run.result, run._stored)
    for function in kept:
        function.cache_clear()
    yield
    for function in kept:
        function.cache_clear()
    for name in [name for name in sys.modules if name.startswith(f"{CHECKS}.toy")]:
        del sys.modules[name]


def test_a_further_paper_needs_no_edit_of_code(toy_paper):
    assert list(papers()) == ["lxcim", "flach", "toy"]
    assert list(load())[-2:] == ["toy.sum", "toy.even"]
    assert [found.confirmed for found in results(reuse=False).values()] == [True, True]
    assert pages.counts().loc["toy", ["corrected", "holds", "total"]].tolist() == [1, 1, 2]
    assert pages.errors().loc["toy", ("errors", "A")] == 1
    for table in (counts_table(), errors_table()):
        assert "| The authors on the subject | 1 |" in table.markdown
        assert "| all 3 papers | 1 |" in table.markdown
    assert "toy.sum (Equation 1): corrected, grade A" in show("toy.sum").plain
    assert "1 holds" in findings("toy/a-room").plain
    assert "toy.even" in ledger_page().plain
    assert "toy.sum" in errata_page().plain
    assert "toy.even" not in errata_page().plain
