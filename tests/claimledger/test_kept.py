"""What a build keeps: computed once, read by other sessions, and by nobody once the code is another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from claimledger import kept


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], tuple[Callable[..., list], list]]:
    """Begin a session with the code in some state: its function, and the arguments that it was computed for."""

    def begin(state: str) -> tuple[Callable[..., list], list]:
        monkeypatch.setattr(kept, "folder", lambda room: tmp_path / state)
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


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """What a session would find in a small package with small data."""
    for name in (*SHARED, *(name for names in ROOMS.values() for name in names), "data/cache/fetched.csv"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1", encoding="utf-8")
    monkeypatch.setattr(kept, "PACKAGE", tmp_path / "metricbook")
    monkeypatch.setattr(kept, "data_folder", lambda: tmp_path / "data")

    def begin(room: str = "") -> str:
        kept._read.cache_clear()
        kept.state.cache_clear()
        return kept.state(room)

    yield begin
    kept._read.cache_clear()
    kept.state.cache_clear()


#: What every room depends on, and what some rooms, or what parts share, depend on alone.
SHARED = ("metricbook/a.py", "scoring_the_scores/__init__.py", "metricbook/tile/texts.toml", "data/table.csv")
ROOMS = {
    "x.one": ["scoring_the_scores/x/one/a.py"],
    "x.one x.two x": ["scoring_the_scores/x/shared.py", "data/claims/x.yml"],
    "x.two": ["scoring_the_scores/x/two/deep/a.py"],
    "y.one y": ["scoring_the_scores/y/shared.py", "data/claims/y.yml"],
    "y.one": ["scoring_the_scores/y/one/a.py"],
}


def test_the_state_is_another_with_any_source_datum_or_machine(state, tmp_path: Path, monkeypatch) -> None:
    rooms = ("", "x", "x.one", "x.two", "y", "y.one", "front", "front.one")
    before = {room: state(room) for room in rooms}
    (tmp_path / "data" / "cache" / "fetched.csv").write_text("2", encoding="utf-8")
    assert {room: state(room) for room in rooms} == before
    for named, names in {" ".join(rooms): SHARED, **ROOMS}.items():
        for name in names:
            (tmp_path / name).write_text(f"{name} is another", encoding="utf-8")
            now = {room: state(room) for room in rooms}
            changed = {room for room in rooms if now[room] != before[room]}
            assert changed == {"", "front", "front.one"} | set(named.split()), name
            before = now
    decides = kept.deciding()
    for place in range(len(decides)):
        other = (*decides[:place], "another", *decides[place + 1 :])
        monkeypatch.setattr(kept, "deciding", lambda other=other: other)
        assert not {state(room) for room in rooms} & set(before.values()), decides[place]


def test_nothing_is_stored_of_code_that_was_changed_meanwhile(state, tmp_path: Path) -> None:
    state()
    (tmp_path / "metricbook" / "a.py").write_text("1", encoding="utf-8")  # the same, but what was there when it ran?
    kept.store(tmp_path / "kept.pickle", 1)
    assert not (tmp_path / "kept.pickle").exists()
    state()
    kept.store(tmp_path / "kept.pickle", 1)
    assert (tmp_path / "kept.pickle").exists()
