"""What a build keeps: computed once, read by other sessions, and by nobody once the code is another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from metricbook.pages import kept


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], tuple[Callable[..., list], list]]:
    """Begin a session with the code in some state: its function, and the arguments that it was computed for."""

    def begin(state: str) -> tuple[Callable[..., list], list]:
        monkeypatch.setattr(kept, "folder", lambda: tmp_path / state)
        computed = []

        @kept.kept
        def pair(first: object, second: object = "b", *, third: int = 0) -> list:
            computed.append((first, second, third))
            return [first, second, third]

        return pair, computed

    return begin


def test_a_session_computes_each_result_once_however_it_asks(session) -> None:
    pair, computed = session("one")
    assert pair("a") is pair("a", "b", third=0) is pair(second="b", first="a")
    assert pair("a", third=1) == ["a", "b", 1]
    assert computed == [("a", "b", 0), ("a", "b", 1)]


def test_only_a_build_stores_and_everybody_reads(session, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.delenv(kept.KEEP, raising=False)
    session("one")[0]("a")
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setenv(kept.KEEP, "1")
    session("one")[0]("a")
    monkeypatch.delenv(kept.KEEP)
    pair, computed = session("one")
    assert pair("a") == ["a", "b", 0]
    assert computed == []
    assert pair("c") == ["c", "b", 0]
    assert computed == [("c", "b", 0)]
    assert all(path.suffix == ".pickle" for path in (tmp_path / "one").iterdir())


def test_another_state_of_the_code_computes_anew(session, monkeypatch) -> None:
    monkeypatch.setenv(kept.KEEP, "1")
    session("one")[0]("a")
    pair, computed = session("two")
    pair("a")
    assert computed == [("a", "b", 0)]


def test_the_state_is_another_with_any_source_datum_or_version(tmp_path: Path, monkeypatch) -> None:
    package, data = tmp_path / "package", tmp_path / "data"
    for path in (package / "a.py", data / "claims.yml", data / "table.csv", data / "cache" / "fetched.csv"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("1", encoding="utf-8")
    monkeypatch.setattr(kept, "PACKAGE", package)
    monkeypatch.setattr(kept, "data_folder", lambda: data)
    state = kept.state.__wrapped__
    before = state()
    (data / "cache" / "fetched.csv").write_text("2", encoding="utf-8")
    assert state() == before
    seen = {before}
    for path in (package / "a.py", data / "claims.yml", data / "table.csv"):
        path.write_text("2", encoding="utf-8")
        seen.add(state())
    monkeypatch.setattr(kept, "version", lambda name: "0")
    assert len(seen | {state()}) == 5
