"""Results of functions that a build stores: computed once, read by other sessions, and by nobody once they are old."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from claimledger import Evidence, Printed, cache, graph, load
from claimledger.parsing import parse


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], tuple[Callable[..., list], list]]:
    """Begin a session with the code in some state: its function, and the arguments that it was computed for."""

    def begin(state: str) -> tuple[Callable[..., list], list]:
        monkeypatch.setattr(cache, "folder", lambda: tmp_path)
        monkeypatch.setattr(cache, "behind", lambda module: {"the code": state})
        computed = []

        @cache.cached_result
        def pair(first: object, second: object = "b", *, third: int = 0) -> list:
            computed.append((first, second, third))
            return [first, second, third]

        pair.__wrapped__.__module__ = "claimledger.cache"  # a module of ours; a test's functions are not stored
        return pair, computed

    return begin


def test_a_session_computes_each_result_once_however_it_asks(session) -> None:
    pair, computed = session("one")
    assert pair("a") is pair("a", "b", third=0) is pair(second="b", first="a")
    assert pair("a", third=1) == ["a", "b", 1]
    assert computed == [("a", "b", 0), ("a", "b", 1)]


def test_only_a_build_stores_and_everybody_reads(session, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.delenv(cache.STORE, raising=False)
    session("one")[0]("a")
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setenv(cache.STORE, "1")
    session("one")[0]("a")
    monkeypatch.delenv(cache.STORE)
    pair, computed = session("one")
    assert pair("a") == ["a", "b", 0]
    assert computed == []
    assert pair("c") == ["c", "b", 0]
    assert computed == [("c", "b", 0)]
    assert [path.suffix for path in (tmp_path / "functions").iterdir()] == [".pickle"]


def test_another_state_of_the_code_computes_anew_and_takes_the_place_of_the_old(
    session, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setenv(cache.STORE, "1")
    session("one")[0]("a")
    pair, computed = session("two")
    pair("a")
    assert computed == [("a", "b", 0)]
    assert len(list((tmp_path / "functions").iterdir())) == 1
    assert session("two")[0]("a") == ["a", "b", 0]


@pytest.mark.parametrize("content", [b"", b"half of it", b"\x80\x04N."])
def test_what_cannot_be_read_is_computed_again(session, tmp_path: Path, monkeypatch, content: bytes) -> None:
    monkeypatch.setenv(cache.STORE, "1")
    session("one")[0]("a")
    (path,) = (tmp_path / "functions").iterdir()
    path.write_bytes(content)
    pair, computed = session("one")
    assert pair("a") == ["a", "b", 0]
    assert computed == [("a", "b", 0)]
    manifest, _, about = {"the code": "one"}, b"", {}
    cache.write(path, cache.Entry(manifest, b"of a class that is gone", about))
    assert session("one")[0]("a") == ["a", "b", 0]


def test_old_results_of_functions_are_removed_and_those_that_are_good_stay(
    session, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setenv(cache.STORE, "1")
    session("one")[0]("a")
    session("one")
    cache.forget([])
    assert len(list((tmp_path / "functions").iterdir())) == 1
    session("two")
    cache.forget([])
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_stored_of_code_that_was_changed_meanwhile(session, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv(cache.STORE, "1")
    pair, _ = session("one")
    monkeypatch.setattr(graph.Graph, "unchanged", lambda known, names: "the code" not in names)
    pair("a")
    assert list(tmp_path.iterdir()) == []


def test_what_a_module_depends_on_is_code_files_rows_machine_and_libraries() -> None:
    found = cache.behind("scoring_the_scores.lxcim.published")
    assert {
        "scoring_the_scores/lxcim/published.py",
        "data/tuebingen/authors_scores.csv",
        "claim lxcim.table1",
        "machine's processor",
        "machine's SIMD",
        "machine's Python",
        "library numpy",
        "library pandas",
    } <= set(found)
    assert not {"claimledger/cache.py", "claimledger/pages.py", "metricbook/__init__.py", "claim flach.thm4"} & set(
        found
    )
    assert not [name for name in found if name.endswith("claims.yml")]


@pytest.mark.parametrize(
    ("code", "wanted", "shown"),
    [
        ('ledger.load()["flach.thm4"].published', {"flach.thm4"}, set()),
        ('claims = ledger.load()\nclaims["flach.thm4"]', {"every"}, set()),
        ('ledger.load()[f"flach.{name}"]', {"every"}, set()),
        ('ledger.show("flach.thm4", "flach.thm5")', set(), {"flach.thm4", "flach.thm5"}),
        ("ledger.show(*names)", set(), {"every"}),
        ('ledger.evaluate(ledger.load()["flach.thm4"])', {"flach.thm4"}, {"flach.thm4"}),
        ("ledger.counts_table()", set(), {"all"}),
        ("ledger.ledger_page()", set(), {"all"}),
        ("ledger.results()", set(), {"all"}),
        ("ledger.papers()", {"all"}, set()),
        ('Printed("0.5"); ledger.Evidence', set(), set()),
    ],
)
def test_the_rows_that_code_looks_at_are_those_it_names_or_all_of_its_paper(
    code: str, wanted: set[str], shown: set[str]
) -> None:
    claims = load()
    sets = {"every": {name for name in claims if name.startswith("flach.")}, "all": set(claims)}
    source = parse(f"import claimledger as ledger\nfrom claimledger import Printed\n{code}")
    found = cache.claims_read_by(graph.graph(), source.uses, "flach")
    whole = [set().union(*(sets.get(name, {name}) for name in names)) for names in (wanted, shown)]
    followed = {claims[name].follows for name in whole[1]} - {None}
    assert found == (whole[0] | followed, whole[1])


def test_the_claims_of_a_chapter_and_of_a_paper_are_shown_by_its_name() -> None:
    claims = load()
    source = parse(
        'from claimledger import errata, pages\npages.findings("flach/h-measure")\nerrata.erratum_page("tile")'
    )
    _, shown = cache.claims_read_by(graph.graph(), source.uses, "")
    assert shown == {name for name, c in claims.items() if c.chapter == "flach/h-measure" or c.paper == "tile"}


def test_values_have_one_text_whenever_they_are_the_same() -> None:
    first, again = Evidence(note="n"), Evidence(note="n")
    for evidence, printed in ((first, "0.50"), (again, "0.5")):
        evidence.printed("a", published=Printed(printed), reproduced=0.5)
    assert cache.canonical(first) != cache.canonical(again)
    again.comparisons[:] = first.comparisons
    assert cache.digest(cache.canonical(first)) == cache.digest(cache.canonical(again))


def test_what_differs_between_two_lists_is_said_in_sentences() -> None:
    before = {"a.py": "1", "b.py": "1", "library numpy": "1.0", "gone.py": "1"}
    now = {"a.py": "1", "b.py": "2", "library numpy": "2.0", "new.py": "1"}
    assert list(cache.differences(before, now)) == [
        "b.py is another",
        "gone.py is not looked at any more",
        "library numpy is 2.0, and was 1.0",
        "new.py is looked at now",
    ]
