"""What is not confirmed on this machine: shown with its recorded verdict, marked, and with what speaks against it."""

from __future__ import annotations

import json
import re

import pytest

from claimledger import (
    Evidence,
    Printed,
    Result,
    banner,
    confirmed_on,
    counts_table,
    doubt,
    errata_page,
    erratum_page,
    errors_table,
    findings,
    ledger_page,
    machine,
    show,
    this_machine,
)
from claimledger.machines import share

from .conftest import give
from .samples import make_claim, make_confirmed, make_result


def unavailable(claim) -> Result:
    """A claim whose check needs what is not there."""
    return Result(claim, Evidence(unavailable="no_such is not installed: pip brings it"), 0.0)


def differing(claim) -> Result:
    """A confirmed claim whose stored values are others here."""
    found = make_confirmed(claim)
    found.evidence.rerun("the stored AP", published=Printed("0.750"), reproduced=0.7509)
    return found


@pytest.fixture
def doubted(monkeypatch: pytest.MonkeyPatch) -> dict[str, Result]:
    """A claim that is confirmed, one that is not, one that could not be computed, one that is not reproduced."""
    made = (
        make_result(make_claim("fine")),
        make_result(make_claim("wrong"), agrees=False),
        unavailable(make_claim("lost", verdict="refuted", grade="B")),
        differing(make_claim("other")),
    )
    found = {result.claim.id: result for result in made}
    give(monkeypatch, {name: result.claim for name, result in found.items()}, found)
    return found


def test_what_could_not_be_computed_is_no_verdict_and_what_is_rerun_never_decides_one(doubted) -> None:
    fine, wrong, lost, other = doubted.values()
    assert [each.confirmed for each in doubted.values()] == [True, False, False, True]
    assert [each.reproduced for each in doubted.values()] == [True, True, False, False]
    assert lost.evidence.outcome == "could not be computed here: no_such is not installed: pip brings it"
    lost.evidence.error = "ZeroDivisionError"
    assert "could not be computed here" in lost.why
    assert not any(word in lost.why for word in ("undecided", "gives"))
    assert (fine.why, fine.against) == ("", [])
    assert wrong.why == "recorded as holds, the check gives refuted"
    assert [comparison.what for comparison in wrong.against] == ["the | value"]
    assert other.why == "holds, but stored values differ on this machine"
    assert [comparison.what for comparison in other.against] == ["the stored AP"]
    alone = Evidence()
    alone.rerun("what is stored", published=1, reproduced=1)
    assert alone.outcome == "undecided: nothing was compared as printed"


@pytest.mark.parametrize(
    ("verdict", "made", "against"),
    [
        ("holds", {"printed": [False, True], "control": [False]}, ["printed 0"]),
        ("holds", {"printed": [False], "control": [True, False]}, ["control 0"]),
        ("corrected", {"printed": [True], "repaired": [True]}, ["printed 0"]),
        ("corrected", {"printed": [False], "repaired": [True, False]}, ["repaired 1"]),
        ("corrected", {"printed": [True], "repaired": [False]}, ["printed 0", "repaired 0"]),
        ("corrected", {"printed": [False]}, []),
        ("refuted", {"printed": [True, True]}, ["printed 0", "printed 1"]),
        ("underspecified", {"reading": [True, True]}, ["reading 0", "reading 1"]),
        ("underspecified", {"printed": [False], "reading": [True, False]}, ["printed 0"]),
        ("untestable", {"printed": [True, False]}, ["printed 1"]),
        ("holds", {"printed": [False], "rerun": [False, True]}, ["printed 0", "rerun 0"]),
    ],
)
def test_what_speaks_against_a_verdict_is_what_keeps_the_evidence_from_giving_it(
    verdict: str, made: dict[str, list[bool]], against: list[str]
) -> None:
    evidence = Evidence()
    if verdict == "untestable":
        evidence.missing("The data.", looked="Everywhere.", instead="Nothing.")
    for form, outcomes in made.items():
        for place, agrees in enumerate(outcomes):
            evidence.add(form, f"{form} {place}", published=1, reproduced=1 if agrees else 2)
    found = Result(make_claim(verdict=verdict), evidence, 0.0)
    assert not found.confirmed
    assert [comparison.what for comparison in found.against] == against


def test_a_verdict_that_is_not_confirmed_is_shown_as_recorded_marked_and_with_what_speaks_against_it(doubted) -> None:
    page = show("lxcim.wrong")
    assert 'verdict-holds">holds</span> <span class="doubt">not confirmed on this machine</span>' in page.markdown
    before, box, folded = re.split(r'<div class="doubted">|<details class="evidence">', page.markdown)
    assert "**The paper**" in before
    assert "**lxcim.wrong** is not confirmed on this machine" in box
    assert machine.kind() in box
    assert "| as printed | the &#124; value | 0.50 | 0.30000000000000004 | fails |" in box
    assert "a wrong one" not in box
    assert "a wrong one" in folded
    assert '<a href="../back/ledger.html#this-machine">' in box
    assert page.plain.startswith("lxcim.wrong (section 1): holds, not confirmed on this machine\n")


def test_a_family_marks_whom_it_must_and_no_other(doubted) -> None:
    page = show(*doubted)
    assert page.markdown.startswith('<details class="beside" open')
    assert page.markdown.count('<span class="mark mark-doubt" aria-hidden="true">⚠</span>') == 2
    rows = page.markdown.split('<div class="beside-row"')[1:]
    assert ["not confirmed on this machine" in row for row in rows] == [False, True, False, False]
    assert ["could not be computed on this machine" in row for row in rows] == [False, False, True, False]
    assert page.markdown.count('<div class="doubted">') == 2
    assert "; stored values differ on this machine</summary>" in page.markdown
    assert "| stored, and rerun | the stored AP | 0.750 | 0.7509 | differs on this machine |" in page.markdown


def test_what_is_confirmed_and_reproduced_has_no_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    found = make_confirmed(make_claim())
    give(monkeypatch, {found.claim.id: found.claim}, {found.claim.id: found})
    pages = [show("lxcim.first"), findings("lxcim/lxcim"), ledger_page(), counts_table(), errors_table()]
    for page in pages:
        assert not re.search("doubt|machine|confirmed", page.plain + page.markdown)
    assert banner({found.claim.id: found}, "ledger.html") == ""


def test_findings_stand_open_if_anything_is_not_confirmed_and_count_recorded_verdicts(doubted) -> None:
    page = findings("lxcim/lxcim")
    head = "4 claims checked: 3 hold, 1 refuted; 2 of them not confirmed on this machine."
    assert page.plain.startswith(head)
    assert "holds            lxcim.wrong, not confirmed on this machine" in page.plain
    assert '<details class="beside-rest" open><summary>' in page.markdown
    assert page.markdown.count('<div class="doubted">') == 2


def test_tables_count_recorded_verdicts_and_the_doubted_once_more(doubted) -> None:
    table = counts_table()
    assert "| 3 | 0 | 1 | 0 | 0 | 0 | 0 | 4 | 2 |" in table.markdown
    assert "unconfirmed" in table.plain
    errors = errors_table()
    assert "| 0 | 1 | 0 | 0 | 1 |" in errors.markdown
    assert errors.markdown.endswith("Not confirmed on this machine: 1 of these.")
    assert errors.plain.endswith("Not confirmed on this machine: 1 of these.")


def test_the_ledgers_page_says_it_above_and_in_the_rows_and_lets_one_choose_them(doubted) -> None:
    page = ledger_page().markdown
    assert page.startswith(
        '<div class="doubted" role="note">Of 4 claims, 1 is not confirmed on this machine, and 1 could'
    )
    assert "1 is confirmed, but stored values differ on this machine" in page
    assert '<a href="#machine=doubt">' in page
    assert "\n\n" not in page
    rows = re.findall(r"<tr data-.*?</tr>", page)
    assert ["data-machine=doubt" in row for row in rows] == [False, True, True, True]
    assert "published 0.50; found 0.30000000000000004; tolerance 0.05: fails" in rows[1]
    assert 'class="doubt">could not be computed on this machine</span>' in rows[2]
    assert "no_such is not installed" in rows[2]
    assert "<select name=machine>" in page
    assert "holds            lxcim.wrong, not confirmed on this machine" in ledger_page().plain


def test_the_errata_mark_it_too(doubted) -> None:
    page = errata_page("B")
    assert 'refuted</span> <span class="doubt">could not be computed on this machine</span> **' in page.markdown
    assert "lxcim.lost, could not be computed on this machine" in page.plain
    paper = erratum_page("lxcim")
    assert "that one would use, could not be computed on this machine)" in paper.plain
    assert '**Section 1** <span class="doubt">could' in paper.markdown


def test_the_report_names_chapters_comparisons_machine_and_what_to_do(doubted) -> None:
    text = doubt.report(doubted)
    assert text.startswith("Of 4 claims, 1 is not confirmed on this machine, and 1 could not be computed")
    assert "Chapters: lxcim/lxcim.\n" in text
    assert "lxcim.fine" not in text
    compared = "  - as printed: the | value: published 0.50; found 0.30000000000000004; tolerance 0.05: fails\n"
    assert compared in text
    assert "lxcim.other` (section 1; lxcim/lxcim): holds, but stored values differ" in text
    assert all(f"- {name}: {value}\n" in text for name, value in machine.fingerprint().items())
    assert "To report it, send this text" in text


def test_the_machine_of_a_copy_is_behind_a_line_and_its_class_exempts_it_from_comparison() -> None:
    page = this_machine()
    assert page.markdown.startswith('<details class="machine" id="this-machine"><summary>')
    assert "\n" not in page.markdown
    for name, value in machine.fingerprint().items():
        assert f'<th scope="row">{name}</th><td>{value}</td>' in page.markdown
        assert f"{name}: {value}" in page.plain


def test_what_is_shared_can_be_read_again_as_a_row(doubted, tmp_path) -> None:
    shared = share(doubted)
    assert (shared["claims"], shared["confirmed"], shared["reproduced"]) == (4, 2, 2)
    assert shared["fingerprint"] == machine.fingerprint()
    states = {name: each["state"] for name, each in shared["exceptions"].items()}
    assert states == {
        "lxcim.wrong": "not confirmed",
        "lxcim.lost": "could not be computed",
        "lxcim.other": "not reproduced",
    }
    fine = share({"lxcim.fine": doubted["lxcim.fine"]})
    assert fine["exceptions"] == {}
    for name, run in {"b": shared, "a": fine}.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(run), encoding="utf-8")
    page = confirmed_on(tmp_path)
    assert page.plain == f"{machine.kind()}: 1 of 1\n{machine.kind()}: 2 of 4"
    head, _, first, second = page.markdown.splitlines()
    assert head.count("|") == first.count("|") == second.count("|")
    assert "| 1 of 1 | nothing |" in first
    assert machine.fingerprint()["SIMD"] in first
    assert "lxcim.gone" not in second
    assert "the &#124; value: published 0.50; found 0.30000000000000004" in second
    assert "not reproduced: stored, and rerun: the stored AP" in second


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", r"a.json is no JSON: "),
        ("[]", r"a.json is not what `--share` writes: see kind, fingerprint, commit, claims, confirmed, exceptions"),
        ('{"kind": 3}', r"see kind, fingerprint"),
        ('"short"', r"see SIMD$"),
        ('"odd"', r"see lxcim.a$"),
    ],
)
def test_a_file_that_is_no_run_is_named_with_what_is_wrong(tmp_path, text: str, message: str) -> None:
    run = share({})
    if text == '"short"':
        run["fingerprint"].pop("SIMD")
    if text == '"odd"':
        run["exceptions"] = {"lxcim.a": {"state": "odd"}}
    text = json.dumps(run) if text in ('"short"', '"odd"') else text
    (tmp_path / "a.json").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        confirmed_on(tmp_path)


def test_without_a_run_that_is_said(tmp_path) -> None:
    assert confirmed_on(tmp_path).markdown == "No run has been handed in."


def test_the_links_of_a_row_lead_to_the_claims_of_the_book(tmp_path, doubted) -> None:
    (tmp_path / "a.json").write_text(json.dumps(share(doubted)), encoding="utf-8")
    assert "lxcim.wrong not confirmed" in confirmed_on(tmp_path).markdown  # no claim of the committed ledger
    run = share({})
    run["exceptions"] = {"lxcim.prop5": {"state": "not confirmed", "recorded": "holds", "gives": "<b>|", "against": []}}
    (tmp_path / "a.json").write_text(json.dumps(run), encoding="utf-8")
    row = confirmed_on(tmp_path).markdown.splitlines()[-1]
    assert re.search(
        r'<a href="../lxcim/[\w-]+.html#claim-lxcim-prop5">lxcim.prop5</a> not confirmed: &lt;b&gt;&#124;', row
    )
