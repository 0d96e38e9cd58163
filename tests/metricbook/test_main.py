"""The command `metricbook`: its commands, its help, its version."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from types import SimpleNamespace

import pytest

import metricbook as mb
from metricbook.__main__ import main


@pytest.mark.parametrize(("name", "kind"), [("repotr", "command"), ("--versoin", "option"), ("-V", "option")])
def test_no_such_command_or_option(name: str, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "x"]) == 2
    assert f"there is no {kind} '{name}'\nusage: metricbook COMMAND" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["-h"], ["--help"]])
def test_help_lists_the_installed_commands(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("metricbook.__main__.entry_points", lambda group: [])
    assert main(arguments) == 0
    assert "metricbook report" in (alone := capsys.readouterr().out)
    brought = EntryPoint("toy", "json:dumps", "metricbook.commands")._for(SimpleNamespace(name="toys"))
    shadow = EntryPoint("report", "json:dumps", "metricbook.commands")._for(SimpleNamespace(name="toys"))
    monkeypatch.setattr("metricbook.__main__.entry_points", lambda group: [brought, shadow])
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert shown.replace("  metricbook toy       brought by toys\n", "") == alone != shown


def test_a_command_of_another_package_gets_the_rest_of_the_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    brought = [EntryPoint("toy", "builtins:len", "metricbook.commands")]
    monkeypatch.setattr("metricbook.__main__.entry_points", lambda group: brought)
    assert main(["toy", "a", "--b", "c"]) == 3


def test_a_command_that_cannot_be_imported_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    brought = [EntryPoint("toy", "no_such_package:main", "metricbook.commands")]
    monkeypatch.setattr("metricbook.__main__.entry_points", lambda group: brought)
    assert main(["toy"]) == 2
    assert capsys.readouterr().err == "metricbook toy: No module named 'no_such_package'\n"


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"metricbook {mb.__version__}\n"
