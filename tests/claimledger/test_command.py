"""The command that runs checks: what it asks, says, keeps and sends, and its exit status."""

from __future__ import annotations

import importlib
import json
import re
import signal
import sys
from inspect import unwrap
from multiprocessing import active_children
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from claimledger import Evidence, findings, ledger_page, load, run, show
from claimledger import claims as claim_files
from claimledger.__main__ import main
from claimledger.doubt import MARK
from claimledger.machine import fingerprint

from ..test_claims import test_the_verdict_is_what_the_evidence_gives as the_verdict_is_what_the_evidence_gives
from ..test_claims import test_what_is_stored_can_be_had_again as what_is_stored_can_be_had_again


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


def test_what_is_not_confirmed_is_listed_and_an_error_in_a_check_stops_no_other(
    toy_paper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "unconfirmed.md"
    monkeypatch.setattr(sys, "argv", ["ledger", "--processes", "1", "--unconfirmed", str(target)])
    checks = importlib.import_module("toyaudit.toy.a_room.check_toy")
    assert main() == 0
    assert not target.exists()
    monkeypatch.setattr(checks, "sum_of_two", lambda: 1 / 0)
    assert main() == 1
    said = "undecided: the check failed with ZeroDivisionError: division by zero"
    text = target.read_text(encoding="utf-8").removeprefix(MARK)
    assert text.startswith("Of 2 claims, 1 is not confirmed on this machine. Chapters: toy/a-room.\n")
    assert f"\n- `toy.sum` (Equation 1; toy/a-room): recorded as corrected, the check gives {said}\n" in text
    assert all(f"\n- {name}: {value}\n" in text for name, value in fingerprint().items())
    assert f"{text}\n2 of 4 claims decided, 1 verdicts not confirmed by their checks\n" in capsys.readouterr().out
    monkeypatch.setattr(checks, "sum_of_two", checks.no_claim_needed)
    assert main() == 1
    against = "  - as printed: twice is even: found 3 of 3: agrees\n"
    assert text.replace(f"{said}\n", f"holds\n{against}") == target.read_text(encoding="utf-8").removeprefix(MARK)


def test_the_command_runs_each_check_once_and_shows_a_terminal_alone_how_far_it_is(
    toy_paper, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = []
    checks = importlib.import_module("toyaudit.toy.a_room.check_toy")
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
    target.write_text(f"{MARK}of another day", encoding="utf-8")
    command = ["ledger", "--processes", "1", "--unconfirmed", str(target)]
    monkeypatch.setattr(sys, "argv", command)
    assert main() == 0
    assert not target.exists()
    checks = importlib.import_module("toyaudit.toy.a_room.check_toy")
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
    checks = importlib.import_module("toyaudit.toy.a_room.check_toy")
    clock = SimpleNamespace(now=0.0, perf_counter=lambda: clock.now)
    monkeypatch.setattr(run, "time", clock)
    monkeypatch.setattr(checks, "no_claim_needed", lambda: setattr(clock, "now", clock.now + 9) or Evidence())
    monkeypatch.setattr(sys, "argv", ["ledger", "--processes", "1", *asked])
    main()
    assert re.findall(r"^ +\d+\.\d\d s  (\S+)$", capsys.readouterr().out, re.MULTILINE) == listed


@pytest.fixture
def wrong_verdict(toy_paper, tmp_path: Path) -> None:
    """The toy paper with a verdict that its check does not give."""
    path = tmp_path / "data" / "toy" / "claims.yml"
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
    checks = importlib.import_module("toyaudit.toy.a_room.check_toy")
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
    checks = importlib.import_module("toyaudit.toy.a_room.check_toy")
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
    checks = importlib.import_module("toyaudit.toy.a_room.check_toy")
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
        unwrap(what_is_stored_can_be_had_again)(load()["toy.even"])


def test_what_can_be_sent_of_a_run_is_written(toy_paper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked(monkeypatch, "--share", str(tmp_path / "run.json")) == 0
    written = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    assert (written["claims"], written["confirmed"], written["exceptions"]) == (2, 2, {})
    assert written["fingerprint"] == fingerprint()
