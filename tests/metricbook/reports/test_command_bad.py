"""Bad input through the command: exit code 2, one line, nothing written."""

from __future__ import annotations

from pathlib import Path

import pytest

from metricbook.__main__ import main

from .bad import ALL, Bad


@pytest.mark.parametrize("bad", ALL[::4], ids=lambda bad: bad.kind)
def test_bad_input_ends_the_command_in_a_line(
    bad: Bad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bad.write(tmp_path)
    monkeypatch.chdir(tmp_path)
    given = {"scores": "score", "groups": "group", "identifier": "id"}
    options: list[str] = []
    for name, value in bad.named.items():
        for one in [value] if isinstance(value, str) else value:
            options += [f"--{given.get(name, name)}", one]
    assert main(["report", bad.file, *options]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("metricbook report: ")
    assert said.err.count("\n") == 1
    assert all(part in said.err for part in bad.says)
    assert [path.name for path in tmp_path.iterdir()] == [bad.file]
