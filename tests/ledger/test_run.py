"""Running checks: one, several at a time, and those of a paper that the code has never heard of."""

from __future__ import annotations

import importlib
import json
import re
import signal
import sys
import time
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from metricbook.ledger import (
    Evidence,
    counts_table,
    errata_page,
    erratum_page,
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
from metricbook.ledger import claims as claim_files
from metricbook.ledger.__main__ import main
from metricbook.ledger.claims import CHECKS
from metricbook.ledger.doubt import LISTED, report
from metricbook.pages.machine import fingerprint

from ..test_claims import test_the_verdict_is_what_the_evidence_gives as the_verdict_is_what_the_evidence_gives
from ..test_claims import test_what_is_stored_can_be_had_again as what_is_stored_can_be_had_again
from . import samples
from .samples import BASE, HEAD, make_claim, make_result


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
    names = ("lxcim/table-and-seeds", "mcdermott/literature")
    chapters = [[claim for claim in load().values() if claim.chapter == name] for name in names]
    before = set(active_children())  # of other tests, such as joblib's
    found = {result.claim.id: result.evidence.outcome for result in run._run_in(2, chapters)}
    assert found == {claim.id: claim.verdict for claims in chapters for claim in claims}
    stopped = run._run_in(2, chapters)
    next(stopped)
    stopped.close()
    assert set(active_children()) <= before


@pytest.mark.parametrize("times", ["once", "always"])
def test_a_process_that_is_killed_is_a_sentence_and_the_other_checks_run(
    times: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "killer").write_text(times, encoding="utf-8")
    monkeypatch.setenv(samples.KILLER, str(tmp_path / "killer"))
    monkeypatch.setattr(run, "_run_all", samples.killed)
    monkeypatch.setattr(run, "folder", lambda room="": tmp_path / room)
    run._stored.cache_clear()
    names = (samples.KILLED, "mcdermott/literature")
    chapters = [[claim for claim in load().values() if claim.chapter == name] for name in names]
    found = list(run._run_in(2, chapters))
    said = (
        "a process was killed, probably for memory: `make book CORES=1`, or `python -m metricbook.ledger --processes 1`"
    )
    assert capfd.readouterr().err == f"ledger: {said}, needs less; what it did not finish is tried again\n"
    assert {result.claim.id for result in found} == {claim.id for claims in chapters for claim in claims}
    assert {result.claim.chapter for result in found if not result.confirmed} == {samples.KILLED} - (
        {samples.KILLED} if times == "once" else set()
    )
    for result in found:
        assert result.confirmed or result.evidence.outcome.startswith(f"could not be computed here: {said}")
    if times == "always":  # so a page that shows it does not try again
        assert run._stored(samples.KILLED) == {r.claim.id: r for r in found if r.claim.chapter == samples.KILLED}
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
    checks = importlib.import_module(f"{CHECKS}.toy.a_room.check_toy")

    def fails() -> Evidence:
        raise error

    monkeypatch.setattr(checks, "no_claim_needed", fails)
    for found in (run.result("toy.even"), results(reuse=False)["toy.even"]):
        assert found.evidence.outcome.startswith(f"could not be computed here: {said}")
        assert not found.confirmed
        assert not found.reproduced


@pytest.mark.parametrize("name", ["metricbook.chapters.gone", None])
def test_a_module_of_ours_that_is_missing_is_an_error_and_no_fault_of_the_machine(
    toy_paper, monkeypatch: pytest.MonkeyPatch, name: str | None
) -> None:
    checks = importlib.import_module(f"{CHECKS}.toy.a_room.check_toy")

    def fails() -> Evidence:
        raise ImportError("gone", name=name)

    monkeypatch.setattr(checks, "no_claim_needed", fails)
    assert results(reuse=False)["toy.even"].evidence.outcome == "undecided: the check failed with ImportError: gone"


def test_a_check_whose_module_needs_a_missing_library_could_not_be_computed(toy_paper, tmp_path: Path) -> None:
    path = tmp_path / "rooms" / "toy" / "a_room" / "check_toy.py"
    path.write_text("import no_such_library\n", encoding="utf-8")
    found = results(reuse=False)
    said = "could not be computed here: No module named 'no_such_library'"
    assert [result.evidence.outcome for result in found.values()] == [said, said]
    with pytest.raises(ModuleNotFoundError):
        evaluate(load()["toy.even"])


@pytest.mark.usefixtures("heard")
def test_ctrl_c_while_processes_start_stops_them(monkeypatch: pytest.MonkeyPatch) -> None:
    submit, asked = run.ProcessPoolExecutor.submit, []

    def interrupted(pool: Any, *task: Any) -> Any:
        asked.append(task)
        signal.raise_signal(signal.SIGINT)
        return submit(pool, *task)

    monkeypatch.setattr(run.ProcessPoolExecutor, "submit", interrupted)
    before = set(active_children())
    with pytest.raises(KeyboardInterrupt):
        next(run._run_in(2, [[next(iter(load().values()))]] * 2))
    assert len(asked) == 2
    assert set(active_children()) <= before


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
    monkeypatch.setattr("metricbook.ledger.claims.data_folder", lambda: tmp_path)
    monkeypatch.setattr(
        run, "folder", lambda room="": tmp_path / "runs" / f"toy-{room}"
    )  # the book's own run stays stored
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
    assert "toy.sum" in errata_page("A").plain
    assert "toy.even" not in errata_page("A").plain
    assert "One and one is two." in erratum_page("toy").plain


def test_checks_that_confirmed_are_not_run_again_and_others_if_asked_for(
    toy_paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    checks = importlib.import_module(f"{CHECKS}.toy.a_room.check_toy")
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
    checks = importlib.import_module(f"{CHECKS}.toy.a_room.check_toy")
    monkeypatch.setattr(checks, "sum_of_two", lambda claim: Evidence())
    assert run.result("toy.sum") == found["toy.sum"]


def test_what_is_kept_of_other_states_is_removed_and_nothing_else(toy_paper) -> None:
    now = [run.folder(room) for room in ("", "toy", "toy.a_room")]
    for path in (*now, run.folder("of-another-state")):
        path.mkdir(parents=True)
        (path / "some.pickle").touch()
    (now[0].parent / ".DS_Store").touch()  # of the system's own
    assert results()
    assert sorted(path for path in now[0].parent.iterdir() if path.is_dir()) == sorted(now)
    assert all((path / "some.pickle").exists() for path in now)


def test_what_is_not_confirmed_is_listed_and_an_error_in_a_check_stops_no_other(
    toy_paper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "unconfirmed.md"
    monkeypatch.setattr(sys, "argv", ["ledger", "--processes", "1", "--unconfirmed", str(target)])
    checks = importlib.import_module(f"{CHECKS}.toy.a_room.check_toy")
    assert main() == 0
    assert not target.exists()
    monkeypatch.setattr(checks, "sum_of_two", lambda: 1 / 0)
    assert main() == 1
    said = "undecided: the check failed with ZeroDivisionError: division by zero"
    text = target.read_text(encoding="utf-8")
    assert text.startswith("Of 2 claims, 1 is not confirmed on this machine. Chapters: toy/a-room.\n")
    assert f"\n- `toy.sum` (Equation 1; toy/a-room): recorded as corrected, the check gives {said}\n" in text
    assert all(f"\n- {name}: {value}\n" in text for name, value in fingerprint().items())
    assert f"{text}\n2 of 4 claims decided, 1 verdicts not confirmed by their checks\n" in capsys.readouterr().out
    monkeypatch.setattr(checks, "sum_of_two", checks.no_claim_needed)
    assert main() == 1
    against = "  - as printed: twice is even: found 3 of 3: agrees\n"
    assert text.replace(f"{said}\n", f"holds\n{against}") == target.read_text(encoding="utf-8")


def test_the_command_runs_each_check_once_and_shows_a_terminal_alone_how_far_it_is(
    toy_paper, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = []
    checks = importlib.import_module(f"{CHECKS}.toy.a_room.check_toy")
    monkeypatch.setattr(checks, "no_claim_needed", lambda: Evidence(note=ran.append("even") or ""))
    monkeypatch.setattr(sys, "argv", ["ledger", "--processes", "1", "--slowest", "1"])
    for terminal in (False, True):
        monkeypatch.setattr(sys.stderr, "isatty", lambda terminal=terminal: terminal)
        assert main() == 1
        shown = capsys.readouterr()
        assert ("/2 " in shown.err) is terminal
        assert "\n" not in shown.err  # where all is done, the line is empty again
        assert "unconfirmed" in shown.out  # in the table of verdicts
        assert "open questions" in shown.out  # in that of errors
        assert shown.out.endswith("2 of 4 claims decided, 1 verdicts not confirmed by their checks\n")
    assert len(ran) == 2


def test_the_command_takes_what_is_stored_only_if_asked_to_and_a_list_that_is_out_of_date_away(
    toy_paper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "unconfirmed.md"
    target.write_text("of another day", encoding="utf-8")
    command = ["ledger", "--processes", "1", "--unconfirmed", str(target)]
    monkeypatch.setattr(sys, "argv", command)
    assert main() == 0
    assert not target.exists()
    checks = importlib.import_module(f"{CHECKS}.toy.a_room.check_toy")
    monkeypatch.setattr(checks, "sum_of_two", lambda claim: Evidence())
    monkeypatch.setattr(sys, "argv", [*command, "--changed"])
    assert main() == 0
    monkeypatch.setattr(sys, "argv", command)
    assert main() == 1


def test_as_many_processes_as_asked_for_run_the_checks(
    toy_paper, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []
    monkeypatch.setattr(run, "_run_in", lambda processes, chapters: asked.append(processes) or run._run_all(*chapters))
    for number in (3, 1):
        monkeypatch.setattr(sys, "argv", ["ledger", "--processes", str(number)])
        assert main() == 0
    assert asked == [3]
    monkeypatch.setattr(sys, "argv", ["ledger", "--processes", "0"])
    with pytest.raises(SystemExit):
        main()
    assert "--processes must be at least 1, not 0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("asked", "listed"), [([], []), (["--slowest", "1"], ["toy.even"]), (["--slowest", "9"], ["toy.even", "toy.sum"])]
)
def test_the_slowest_checks_are_listed_if_asked_for(
    asked: list[str], listed: list[str], toy_paper, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    checks = importlib.import_module(f"{CHECKS}.toy.a_room.check_toy")
    monkeypatch.setattr(checks, "no_claim_needed", lambda: time.sleep(0.2) or Evidence())
    monkeypatch.setattr(sys, "argv", ["ledger", "--processes", "1", *asked])
    main()
    assert re.findall(r"^ +\d+\.\d\d s  (\S+)$", capsys.readouterr().out, re.MULTILINE) == listed


def test_a_check_that_fails_has_taken_its_time(toy_paper, monkeypatch: pytest.MonkeyPatch) -> None:
    checks = importlib.import_module(f"{CHECKS}.toy.a_room.check_toy")
    monkeypatch.setattr(checks, "sum_of_two", lambda: time.sleep(0.02) or 1 / 0)
    start = time.perf_counter()
    found = results(reuse=False)
    assert 0.02 <= found["toy.sum"].seconds <= time.perf_counter() - start
    assert 0 <= found["toy.even"].seconds <= time.perf_counter() - start


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


@pytest.fixture
def wrong_verdict(toy_paper, tmp_path: Path) -> None:
    """The toy paper with a verdict that its check does not give."""
    path = tmp_path / "claims" / "toy.yml"
    text = path.read_text(encoding="utf-8").replace("  verdict: corrected\n", "  verdict: refuted\n")
    path.write_text(text, encoding="utf-8")
    claim_files._load.cache_clear()
    yield
    claim_files._load.cache_clear()


def asked(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """The exit status of the command."""
    monkeypatch.setattr(sys, "argv", ["ledger", "--processes", "1", *arguments])
    return main()


def test_a_planted_wrong_verdict_is_seen_and_the_build_goes_on_while_the_strict_command_fails(
    wrong_verdict, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = tmp_path / "unconfirmed.md"
    assert asked(monkeypatch, "--changed", "--go-on", "--unconfirmed", str(told)) == 0
    said = "recorded as refuted, the check gives corrected"
    assert said in told.read_text(encoding="utf-8")
    built = capsys.readouterr().out
    assert built.endswith("2 of 4 claims decided, 1 verdicts not confirmed by their checks\n")
    assert "How" not in built
    page = show("toy.sum").markdown
    assert 'verdict-refuted">refuted</span>' in page
    assert '<span class="doubt">not confirmed on this machine</span>' in page
    assert f"{said}." in page
    assert "1 of them not confirmed on this machine" in findings("toy/a-room").markdown
    assert 'class="doubted" role="note"' in ledger_page().markdown
    for words in ([], ["--changed"], ["--why"], ["toy.sum"], ["toy.sum", "--why"]):
        assert asked(monkeypatch, *words) == 1
        assert f"- `toy.sum` (Equation 1; toy/a-room): {said}\n" in capsys.readouterr().out
    assert asked(monkeypatch, "toy.even") == 0
    with pytest.raises(AssertionError):  # as `make test` says it
        the_verdict_is_what_the_evidence_gives(load()["toy.sum"])
    the_verdict_is_what_the_evidence_gives(load()["toy.even"])


def test_one_claim_prints_every_comparison_and_only_its_check_runs(
    toy_paper, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    checks = importlib.import_module(f"{CHECKS}.toy.a_room.check_toy")
    monkeypatch.setattr(checks, "no_claim_needed", lambda: 1 / 0)
    assert asked(monkeypatch, "toy.sum") == 0
    out = capsys.readouterr().out
    assert out.splitlines()[:3] == [
        "toy.sum (Equation 1; toy/a-room): corrected, confirmed",
        "  as printed: 1 + 1: published 3; found 2; tolerance as printed: fails",
        "  repaired: 1 + 1: published 2; found 2; tolerance as printed: agrees",
    ]
    assert out.endswith("1 of 4 claims decided, 0 verdicts not confirmed by their checks\n")
    assert run.stored() == {}
    assert asked(monkeypatch, "toy.sum", "--why") == 0
    assert capsys.readouterr().out == "1 of 4 claims decided, 0 verdicts not confirmed by their checks\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["toy.summ"], "the ledger has no claim 'toy.summ': did you mean toy.sum or toy.even?"),
        (["toy.even", "nothing like it"], "the ledger has no claim 'nothing like it'"),
        (["lxcim.first"], "lxcim.first is open: it has no check yet"),
        (["toy.sum", "--share", "run.json"], "--share and --changed are for the run of all checks: name no claim"),
        (["toy.sum", "--changed"], "--share and --changed are for the run of all checks: name no claim"),
    ],
)
def test_a_claim_that_cannot_be_checked_is_refused_with_those_that_may_be_meant(
    toy_paper, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    with pytest.raises(SystemExit) as stopped:
        asked(monkeypatch, *words)
    assert stopped.value.code == 2
    assert f"error: {said}\n" in capsys.readouterr().err


def test_why_asks_the_last_run_and_runs_what_it_has_not(
    toy_paper, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    checks = importlib.import_module(f"{CHECKS}.toy.a_room.check_toy")
    right = checks.sum_of_two
    monkeypatch.setattr(checks, "sum_of_two", lambda: 1 / 0)
    assert asked(monkeypatch, "--why") == 1
    first = capsys.readouterr().out
    assert "ZeroDivisionError" in first
    assert "errors" not in first  # no tables
    monkeypatch.setattr(checks, "sum_of_two", right)
    assert asked(monkeypatch, "--why") == 1
    assert capsys.readouterr().out == first
    assert asked(monkeypatch, "--changed") == 0
    assert asked(monkeypatch, "--why") == 0


def test_stored_values_that_differ_fail_the_strict_command_and_are_no_verdict(
    toy_paper, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    checks = importlib.import_module(f"{CHECKS}.toy.a_room.check_toy")
    right = checks.no_claim_needed

    def rerun(stored: int) -> Evidence:
        evidence = right()
        evidence.rerun("what is stored", published=stored, reproduced=2)
        return evidence

    monkeypatch.setattr(checks, "no_claim_needed", lambda: rerun(2))
    assert asked(monkeypatch) == 0
    monkeypatch.setattr(checks, "no_claim_needed", lambda: rerun(3))
    assert asked(monkeypatch, "--go-on") == 0
    assert asked(monkeypatch) == 1
    out = capsys.readouterr().out
    assert out.endswith(
        "0 verdicts not confirmed by their checks, 1 confirmed with stored values that differ on this machine\n"
    )
    assert "  - stored, and rerun: what is stored: published 3; found 2; tolerance as printed: differs" in out
    with pytest.raises(AssertionError):
        what_is_stored_can_be_had_again(load()["toy.even"])


def test_what_can_be_sent_of_a_run_is_written(toy_paper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked(monkeypatch, "--share", str(tmp_path / "run.json")) == 0
    written = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    assert (written["claims"], written["confirmed"], written["exceptions"]) == (2, 2, {})
    assert written["fingerprint"] == fingerprint()
