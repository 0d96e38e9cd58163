"""Running checks: one, several at a time, and those of a paper that the code has never heard of."""

from __future__ import annotations

import importlib
import pickle
from collections.abc import Callable
from multiprocessing import active_children
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from claimledger import (
    Evidence,
    cache,
    claims,
    counts_table,
    errata_page,
    erratum_page,
    errors_table,
    evaluate,
    findings,
    graph,
    ledger_page,
    load,
    pages,
    papers,
    results,
    run,
    show,
)
from claimledger.doubt import LISTED, report
from tests.whole import mostly

from . import samples
from .samples import make_claim, make_result


def test_a_check_that_cannot_be_had_is_named():
    with pytest.raises(ValueError, match=r"lxcim.first names the check 'lxcim.lxcim.none.such', which cannot be had"):
        evaluate(make_claim())
    with pytest.raises(ValueError, match=r"lxcim.first names the check 'lxcim.none_such', which cannot be had"):
        evaluate(make_claim(check="lxcim.none_such"))
    with pytest.raises(ValueError, match=r"lxcim.first is open"):
        evaluate(make_claim(verdict=None, finding=None, check=None))
    with pytest.raises(ValueError, match=r"the ledger has no claim 'lxcim.none'"):
        run.result("lxcim.none")


def test_several_processes_give_what_one_gives_and_none_is_left_behind() -> None:
    names = ("flach/missing-label", "mcdermott/literature")
    chapters = [[claim for claim in load().values() if claim.chapter == name] for name in names]
    before = set(active_children())  # of other tests, such as joblib's
    found = {result.claim.id: result.evidence.outcome for result in run._run_in(2, chapters)}
    assert found == {claim.id: claim.verdict for claims in chapters for claim in claims}
    stopped = run._run_in(2, chapters)
    next(stopped)
    stopped.close()
    assert set(active_children()) <= before


@pytest.mark.parametrize("times", mostly(["once", "always"], "once"))
def test_a_process_that_is_killed_is_a_sentence_and_the_other_checks_run(
    times: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "killer").write_text(times, encoding="utf-8")
    monkeypatch.setenv(samples.KILLER, str(tmp_path / "killer"))
    monkeypatch.setattr(run, "_run_all", samples.killed)
    monkeypatch.setattr(run, "folder", lambda: tmp_path)
    run._stored.cache_clear()
    names = (samples.KILLED, "mcdermott/literature")
    chapters = [[claim for claim in load().values() if claim.chapter == name] for name in names]
    found = list(run._run_in(2, chapters))
    said = "a process was killed, probably for memory: `make book CORES=1`, or `python -m claimledger --processes 1`"
    assert capfd.readouterr().err == f"ledger: {said}, needs less; what it did not finish is tried again\n"
    assert {result.claim.id for result in found} == {claim.id for claims in chapters for claim in claims}
    assert {result.claim.chapter for result in found if not result.confirmed} == {samples.KILLED} - (
        {samples.KILLED} if times == "once" else set()
    )
    for result in found:
        assert result.confirmed or result.evidence.outcome.startswith(f"could not be computed here: {said}")
    if times == "always":  # so a page that shows it does not try again
        assert all(run._stored(r.claim.id) == r for r in found if r.claim.chapter == samples.KILLED)
    run._stored.cache_clear()


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError("80 GB"), "there is not enough memory (MemoryError: 80 GB): `make book CORES=1`"),
        (ModuleNotFoundError("No module named 'no_such'", name="no_such.part"), "No module named 'no_such'"),
        (ImportError("no_such is not installed: pip", name="no_such"), "no_such is not installed: pip"),
    ],
)
def test_what_this_machine_lacks_is_no_verdict(toy_paper, monkeypatch: pytest.MonkeyPatch, error, said: str) -> None:
    checks = importlib.import_module("toyaudit.toy.a_room.check_toy")

    def fails() -> Evidence:
        raise error

    monkeypatch.setattr(checks, "no_claim_needed", fails)
    for found in (run.result("toy.even"), results(reuse=False)["toy.even"]):
        assert found.evidence.outcome.startswith(f"could not be computed here: {said}")
        assert not found.confirmed
        assert not found.reproduced


@pytest.mark.parametrize("name", ["toyaudit.gone", None])
def test_a_module_of_ours_that_is_missing_is_an_error_and_no_fault_of_the_machine(
    toy_paper, monkeypatch: pytest.MonkeyPatch, name: str | None
) -> None:
    checks = importlib.import_module("toyaudit.toy.a_room.check_toy")

    def fails() -> Evidence:
        raise ImportError("gone", name=name)

    monkeypatch.setattr(checks, "no_claim_needed", fails)
    assert results(reuse=False)["toy.even"].evidence.outcome == "undecided: the check failed with ImportError: gone"


def test_a_check_whose_module_needs_a_missing_library_could_not_be_computed(toy_paper, tmp_path: Path) -> None:
    path = tmp_path / "src" / "toyaudit" / "toy" / "a_room" / "check_toy.py"
    path.write_text("import no_such_library\n", encoding="utf-8")
    found = results(reuse=False)
    said = "could not be computed here: No module named 'no_such_library'"
    assert [result.evidence.outcome for result in found.values()] == [said, said]
    with pytest.raises(ModuleNotFoundError):
        evaluate(load()["toy.even"])


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
    assert "toy.sum" in errata_page("A").plain
    assert "toy.even" not in errata_page("A").plain
    assert "One and one is two." in erratum_page("toy").plain


def test_checks_that_confirmed_are_not_run_again_and_others_if_asked_for(
    toy_paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    checks = importlib.import_module("toyaudit.toy.a_room.check_toy")
    right = checks.sum_of_two
    monkeypatch.setattr(checks, "sum_of_two", lambda claim: Evidence())
    for _ in range(2):
        assert [found.confirmed for found in results(retry=True).values()] == [False, True]
    monkeypatch.setattr(checks, "sum_of_two", right)
    assert [found.confirmed for found in results().values()] == [False, True]  # as pages show what the run gave
    assert all(found.confirmed for found in results(retry=True).values())
    monkeypatch.setattr(checks, "sum_of_two", lambda claim: Evidence())
    assert all(found.confirmed for found in results(retry=True).values())
    assert not all(found.confirmed for found in results(reuse=False).values())


def test_one_claim_is_checked_on_its_own_or_taken_from_the_run_of_all(
    toy_paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run.stored() == {}
    assert run.result("toy.even").confirmed
    found = results()
    assert run.stored() == found
    checks = importlib.import_module("toyaudit.toy.a_room.check_toy")
    monkeypatch.setattr(checks, "sum_of_two", lambda claim: Evidence())
    assert run.result("toy.sum") == found["toy.sum"]


def test_what_is_stored_of_claims_that_are_gone_or_in_another_form_is_removed_and_nothing_else(toy_paper) -> None:
    results()
    stored = sorted(run.folder().rglob("*.pickle"))
    assert [path.name for path in stored] == ["toy.even.pickle", "toy.sum.pickle"]
    for name in ("checks/toy.gone.pickle", "toy-of-another-form/checks.pickle", "functions/f-00.pickle", ".DS_Store"):
        (run.folder() / name).parent.mkdir(exist_ok=True)
        (run.folder() / name).touch()
    results()
    assert sorted(run.folder().rglob("*.pickle")) == stored
    assert (run.folder() / ".DS_Store").exists()  # of the system's own
    assert not (run.folder() / "toy-of-another-form").exists()


def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The claims whose checks run from now on."""
    found: list[str] = []
    attempt = run.attempt
    monkeypatch.setattr(run, "attempt", lambda claim: found.append(claim.id) or attempt(claim))
    return found


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Run what a session that begins now would run of the toy paper: the claims whose checks ran."""

    def begin() -> list[str]:
        for cached in (graph._graph, cache._behind, run._stored, claims._load):
            cached.cache_clear()
        with monkeypatch.context() as patch:
            found = ran(patch)
            results()
        return found

    return begin


def test_a_check_runs_again_for_its_code_and_its_row_and_not_for_another(toy_paper, tmp_path: Path, session) -> None:
    code = tmp_path / "src" / "toyaudit" / "toy" / "a_room" / "check_toy.py"
    rows = tmp_path / "data" / "toy" / "claims.yml"
    assert session() == ["toy.sum", "toy.even"]
    assert session() == []
    code.write_text(code.read_text("utf-8") + "\n# A remark.\n", encoding="utf-8")
    assert session() == []
    rows.write_text(rows.read_text("utf-8").replace("One and one is two.", "It is two."), encoding="utf-8")
    assert session() == []
    assert load()["toy.sum"].finding == run.result("toy.sum").claim.finding == "It is two."
    rows.write_text(rows.read_text("utf-8").replace("published: 3", "published: 4"), encoding="utf-8")
    assert session() == ["toy.sum"]
    code.write_text(code.read_text("utf-8") + "\nANOTHER = 1\n", encoding="utf-8")
    assert session() == ["toy.sum", "toy.even"]
    assert session() == []


@pytest.mark.parametrize("content", [b"", b"half", pickle.dumps(1), pickle.dumps(({}, b"", {}))])
def test_what_cannot_be_read_is_computed_again(toy_paper, session, content: bytes) -> None:
    session()
    path = run.folder() / "checks" / "toy.sum.pickle"
    stored = path.read_bytes()
    path.write_bytes(content)
    assert session() == ["toy.sum"]
    manifest, _, about = pickle.loads(stored)
    path.write_bytes(pickle.dumps((manifest, b"of a class that is gone", about)))
    assert session() == ["toy.sum"]


def test_another_kind_of_machine_takes_nothing_of_this_one(toy_paper, session, monkeypatch) -> None:
    session()
    decides = cache.deciding()
    for name in decides:
        with monkeypatch.context() as patch:
            patch.setattr(cache, "deciding", lambda name=name: decides | {name: "another"})
            assert session() == ["toy.sum", "toy.even"]
            assert session() == []
        assert session() == ["toy.sum", "toy.even"]


def test_what_would_run_again_is_said_with_the_reason(toy_paper, tmp_path: Path, session) -> None:
    claim = load()["toy.sum"]
    assert run.outdated(claim) == ["nothing is stored"]
    session()
    assert run.outdated(claim) == []
    path = tmp_path / "src" / "toyaudit" / "toy" / "a_room" / "check_toy.py"
    path.write_text(path.read_text("utf-8").replace("from claimledger", "import numpy\nfrom claimledger"), "utf-8")
    (tmp_path / "data" / "toy" / "claims.yml").write_text(samples.TOY_CLAIMS.replace("published: 3", "published: 5"))
    for cached in (graph._graph, cache._behind, claims._load):
        cached.cache_clear()
    assert run.outdated(load()["toy.sum"]) == [
        "claim toy.sum is another",
        "toyaudit/toy/a_room/check_toy.py is another",
    ]


def test_a_check_that_fails_has_taken_its_time(toy_paper, monkeypatch: pytest.MonkeyPatch) -> None:
    checks = importlib.import_module("toyaudit.toy.a_room.check_toy")
    clock = SimpleNamespace(now=0.0, perf_counter=lambda: clock.now)
    monkeypatch.setattr(run, "time", clock)
    monkeypatch.setattr(checks, "sum_of_two", lambda: setattr(clock, "now", clock.now + 9) or 1 / 0)
    found = results(reuse=False)
    assert (found["toy.sum"].seconds, found["toy.even"].seconds) == (9, 0)


def test_the_list_fits_into_an_issue_however_long_it_is() -> None:
    claims = [make_claim(f"a-claim-with-a-long-name-{n}", where="Section 1, " * 5) for n in range(LISTED + 80)]
    wrong = [make_result(claim, agrees=False) for claim in claims]
    for result in wrong:
        result.evidence.error = "TypeError: <class 'a|b'> " * 40
        for comparison in range(5):
            result.evidence.printed(f"compared {comparison}, " * 40, published=1, reproduced=2)
    text = report({result.claim.id: result for result in wrong})
    assert len(text) < 65_536
    assert text.startswith(f"Of {LISTED + 80} claims, {LISTED + 80} are not confirmed on this machine.")
    assert text.count("- `lxcim.") == LISTED
    assert "\n\nand 80 more\n" in text
    assert "\n  - and 3 more comparisons\n" in text  # of six that fail, one of them as it was made
    assert "TypeError: \\<class 'a|b'> " in text
    assert "and 80 more" not in report({result.claim.id: result for result in wrong[:LISTED]})
    assert f"\n- numpy: {np.__version__}\n" in text


def test_a_chapter_may_have_one_claim(toy_paper) -> None:
    assert [found.confirmed for found in run._run_all([load()["toy.even"]])] == [True]
