"""What code depends on, in a small library, a small book and its data: the exact modules and files."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from claimledger import graph
from claimledger.graph import Graph
from claimledger.parsing import Use, parse

#: A library that offers its names in `__init__`, and a book of two rooms that uses them.
TREE = {
    "src/lib/__init__.py": """
        from lib.ranking import area
        from lib.sweep import Sweep
        __all__ = ["Sweep", "area"]
        _LATER = {"report": "lib.reports", "tile": "lib.tile"}
        def __getattr__(name): ...
        """,
    "src/lib/sweep.py": "class Sweep: ...",
    "src/lib/ranking.py": "import numpy\nfrom lib.sweep import Sweep",
    "src/lib/tile/__init__.py": "from lib.tile.scores import kappa\n"
    "from lib.tile.maps import draw\n__all__ = ['draw', 'kappa']",
    "src/lib/tile/scores.py": "from .names import NAMES",
    "src/lib/tile/names.py": "NAMES = {}",
    "src/lib/tile/maps.py": "from ..sweep import Sweep\nimport scipy.stats",
    "src/lib/reports.py": "from importlib.resources import files\n"
    "report = (files(__package__) / 'style.css').read_text()",
    "src/lib/style.css": "a { b: c }\n",
    "src/lib/pairs.py": "pairs = read(data_file('pairs', 'pairs.csv'))",
    "src/lib/methods/__init__.py": "from lib.methods import one, two\n"
    "METHODS = {each.NAME: each for each in (one, two)}",
    "src/lib/methods/one.py": "NAME = 1",
    "src/lib/methods/two.py": "NAME = 2",
    "src/book/__init__.py": "_LATER = {'theirs': 'lib', 'style': 'book.style'}\ndef __getattr__(name): ...",
    "src/book/style.py": "import matplotlib",
    "src/book/x/shared.py": "from lib import tile\n\ndef f():\n    from lib import Sweep\n    return tile.kappa(Sweep)",
    "src/book/x/one/check.py": "from book.x import shared\nfrom lib import area\n",
    "src/book/x/two/check.py": "import lib\nfrom lib.methods import METHODS\n",
    "src/book/x/two/tables.py": """
        PLACE = ("x", "table.csv")
        NAME = "other.csv"
        def table(): return data_file(*PLACE)
        def other(): return open(data_file("x", NAME))
        def any_of(name): return open(data_file("y", f"{name}.csv"))
        def given(*parts): return data_file(*parts)
        """,
    "data/pairs/pairs.csv": "1",
    "data/x/table.csv": "1",
    "data/x/other.csv": "1",
    "data/y/a.csv": "1",
    "data/y/b.csv": "1",
    "data/cache/fetched.csv": "1",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The files, written."""
    for name, text in TREE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        lines = text.strip("\n").splitlines()
        indent = len(lines[0]) - len(lines[0].lstrip())
        (tmp_path / name).write_text("\n".join(line[indent:] for line in lines) + "\n", encoding="utf-8")
    return tmp_path


def graph_of(tree: Path, known: Path | None = None) -> Graph:
    """The graph of the small tree."""
    return Graph({name: tree / "src" / name for name in ("book", "lib")}, tree / "data", known)


def manifest(tree: Path, module: str) -> dict[str, str]:
    """The modules and files that a module depends on, with their digests."""
    known = graph_of(tree)
    return known.manifest(known.closure([module]))


def behind(tree: Path, code: str) -> set[str]:
    """The modules behind some lines of a notebook."""
    known = graph_of(tree)
    return known.closure(set().union(*(known.behind(use.name) for use in parse(code).uses)))


TILE = {"lib.tile.scores", "lib.tile.names", "lib.tile.maps", "lib.sweep"}


@pytest.mark.parametrize(
    ("code", "modules"),
    [
        ("from lib import Sweep", {"lib.sweep"}),
        ("from lib import area as a", {"lib.ranking", "lib.sweep"}),
        ("import lib\nlib.area", {"lib.ranking", "lib.sweep"}),
        ("import lib as l\nl.tile.kappa(l.Sweep)", {"lib.tile.scores", "lib.tile.names", "lib.sweep"}),
        ("from lib import tile\ntile.kappa", {"lib.tile.scores", "lib.tile.names"}),
        ("from lib import tile as t\nt.kappa.__name__", {"lib.tile.scores", "lib.tile.names"}),
        ("import lib.tile.names", {"lib.tile.names"}),
        ("import lib.tile.names\nlib.Sweep", {"lib.tile.names", "lib.sweep"}),
        ("from lib import tile\nshow(tile)", {"lib.tile", *TILE}),
        ("from lib import tile\ngetattr(tile, name)", {"lib.tile", *TILE}),
        ("from lib.tile import *", {"lib.tile", *TILE}),
        ("import lib\ngetattr(lib, name)", {"lib", "lib.ranking", "lib.sweep"}),
        ("import lib\nlib.no_such_name", {"lib", "lib.ranking", "lib.sweep"}),
        ("from lib import report", {"lib.reports"}),
        ("from lib import tile, report\ntile.kappa", {"lib.tile.scores", "lib.tile.names", "lib.reports"}),
        ("from book import theirs\ntheirs.tile.kappa", {"lib.tile.scores", "lib.tile.names"}),
        ("from book import style\nstyle.use()", {"book.style"}),
        ("from book.x import shared", {"book.x.shared", "lib.tile.scores", "lib.tile.names", "lib.sweep"}),
        ("from lib.methods import METHODS", {"lib.methods", "lib.methods.one", "lib.methods.two"}),
        ("from lib.methods import one", {"lib.methods.one"}),
        ("from importlib import import_module\nimport_module('lib.pairs')", {"lib.pairs"}),
        ("def f():\n    from lib.tile.names import NAMES", {"lib.tile.names"}),
        ("import numpy as np\nnp.zeros(1)", set()),
    ],
)
def test_names_are_followed_to_the_modules_that_define_them(tree: Path, code: str, modules: set[str]) -> None:
    assert behind(tree, code) == modules


def test_an_import_that_a_value_names_is_counted_and_one_that_a_constant_names_is_followed() -> None:
    source = parse(
        "from importlib import import_module\nimport_module('lib.pairs')\nimport_module(name)\n__import__(name)"
    )
    assert source.computed == 2
    assert Use("lib.pairs") in source.uses


def test_the_files_that_a_module_reads_are_those_that_constants_name_or_all_of_the_folder(tree: Path) -> None:
    known = graph_of(tree)
    read = {module: {known.name(path) for path in known.files(module)} for module in known.modules}
    assert {module: names for module, names in read.items() if names} == {
        "lib.pairs": {"data/pairs/pairs.csv"},
        "lib.reports": {"lib/style.css"},
        "book.x.two.tables": {"data/x/table.csv", "data/x/other.csv", "data/y/a.csv", "data/y/b.csv"},
    }


@pytest.mark.parametrize(
    ("code", "read"),
    [
        ("PLACE = Path(__file__).parent / 'parts'", ["./parts"]),
        ("HERE = Path(__file__).resolve().parent\nf(HERE / 'a.toml')", ["./a.toml"]),
        ("HERE = Path(__file__).parent\nHERE.glob('*/part.toml')", ["./*/part.toml"]),
        ("HERE = Path(__file__).parent\nHERE.rglob('*.toml')", ["./**/*.toml"]),
        ("Path(__file__).with_name('a.toml')", ["./a.toml"]),
        ("files(__package__).joinpath('a', 'b.js')", ["./a/b.js"]),
        ("(project().data / 'confirmed').glob('*.json')", ["data/confirmed/*.json"]),
        ("PROJECT.data_file('x', name, 'y')", ["data/x"]),
        ("f(data_file(name))", ["data"]),
        ("ROOT = Path(__file__).parent\nf(project().data)", []),
        ("data_file = 3", []),
    ],
)
def test_paths_are_read_off_constants(code: str, read: list[str]) -> None:
    assert list(parse(code).reads) == read


def test_what_is_imported_and_not_ours_is_a_library_with_what_it_needs(tree: Path) -> None:
    known = graph_of(tree)
    assert known.libraries(["book.x.shared", "lib.sweep"]) == {}
    assert set(known.libraries(["lib.tile.maps"])) == {"scipy", "numpy"}
    assert {"matplotlib", "pillow", "numpy"} <= set(known.libraries(["book.style"]))


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("def f():\n    return 1", "# A comment.\ndef f():  # and another\n\n    return (1)", True),
        ('"""Doc."""\ndef f():\n    """Doc."""\n    return 1', 'def f():\n    """Another."""\n    return 1', True),
        ("def f():\n    return 1", "def f():\n    return 2", False),
        ("f = 'a'", "f = 'b'", False),
        ('"""Doc."""\nprint(__doc__)', '"""Another."""\nprint(__doc__)', False),
        ("class A:\n    '''Doc.'''", "class A:\n    pass", True),
    ],
)
def test_a_module_is_another_if_it_does_something_else(before: str, after: str, *, same: bool) -> None:
    digests = {parse(before).digest, parse(after.replace("    pass", "")).digest} if "pass" not in after else {0}
    assert (len(digests) == 1) == same


def test_a_comment_in_a_style_sheet_is_no_content(tree: Path) -> None:
    before = manifest(tree, "lib.reports")
    (tree / "src/lib/style.css").write_text("/* Why\n   so. */\na { b: c }\n", encoding="utf-8")
    assert manifest(tree, "lib.reports") == before
    (tree / "src/lib/style.css").write_text("a { b: d }\n", encoding="utf-8")
    assert manifest(tree, "lib.reports") != before


#: Each file of the tree, and the modules that depend on it.
ROOMS = ("book.x.one.check", "book.x.two.check", "book.x.two.tables")
DEPEND = {
    "src/lib/__init__.py": {"book.x.two.check"},  # which names it whole
    "src/lib/sweep.py": {"book.x.one.check", "book.x.two.check"},
    "src/lib/ranking.py": {"book.x.one.check", "book.x.two.check"},
    "src/lib/tile/__init__.py": set(),
    "src/lib/tile/scores.py": {"book.x.one.check"},
    "src/lib/tile/names.py": {"book.x.one.check"},
    "src/lib/tile/maps.py": set(),
    "src/lib/methods/__init__.py": {"book.x.two.check"},
    "src/lib/methods/one.py": {"book.x.two.check"},
    "src/book/x/shared.py": {"book.x.one.check"},
    "src/book/x/one/check.py": {"book.x.one.check"},
    "src/book/style.py": set(),
    "src/lib/style.css": set(),
    "data/x/table.csv": {"book.x.two.tables"},
    "data/y/b.csv": {"book.x.two.tables"},
    "data/pairs/pairs.csv": set(),
    "data/cache/fetched.csv": set(),
}


@pytest.mark.parametrize(("name", "rooms"), DEPEND.items())
def test_a_change_reaches_what_depends_on_it_and_nothing_else(tree: Path, name: str, rooms: set[str]) -> None:
    before = {room: manifest(tree, room) for room in ROOMS}
    with (tree / name).open("a", encoding="utf-8") as file:
        file.write("CHANGED = 1\n")
    after = {room: manifest(tree, room) for room in ROOMS}
    assert {room for room in ROOMS if before[room] != after[room]} == rooms


def test_what_was_read_is_saved_and_read_again_only_where_a_file_is_another(tree: Path, monkeypatch) -> None:
    known = tree / "_build" / "graph.json"
    for path in tree.rglob("*.*"):
        if path.is_file():
            os.utime(path, ns=(1, 1))
    monkeypatch.setattr(graph, "_SETTLED", 0)
    first = graph_of(tree, known)
    manifests = {room: first.manifest(first.closure([room])) for room in ROOMS}
    first.save()
    read = []
    monkeypatch.setattr(graph, "parse", lambda text, module, **of: read.append(module) or parse(text, module, **of))
    again = graph_of(tree, known)
    assert {room: again.manifest(again.closure([room])) for room in ROOMS} == manifests
    assert read == []
    (tree / "src/lib/sweep.py").write_text("class Sweep: x = 1\n", encoding="utf-8")
    changed = graph_of(tree, known)
    assert {room for room in ROOMS if changed.manifest(changed.closure([room])) != manifests[room]} == set(ROOMS[:2])
    assert read == ["lib.sweep"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"of": 1, "entries": {}}', '{"of": ["0", "1"]}'])
def test_what_was_saved_by_another_version_or_half_of_it_is_read_anew(tree: Path, text: str) -> None:
    known = tree / "graph.json"
    known.write_text(text, encoding="utf-8")
    assert graph_of(tree, known).closure(["book.x.one.check"]) == graph_of(tree).closure(["book.x.one.check"])


def test_a_file_that_was_just_written_is_not_saved(tree: Path) -> None:
    known = graph_of(tree, tree / "graph.json")
    known.manifest(ROOMS)
    known.save()
    assert json.loads((tree / "graph.json").read_text(encoding="utf-8"))["entries"] == {}


def test_only_the_files_of_a_manifest_are_looked_at_again(tree: Path) -> None:
    known = graph_of(tree)
    files = known.manifest(known.closure(["book.x.one.check"]))
    (tree / "src/lib/style.css").write_text("another", encoding="utf-8")
    assert known.unchanged(files)
    (tree / "src/lib/sweep.py").write_text(TREE["src/lib/sweep.py"], encoding="utf-8")  # as it was; but in between?
    assert not known.unchanged(files)


def test_code_that_cannot_be_parsed_is_known_by_its_text_and_stops_nobody(tree: Path) -> None:
    (tree / "src/lib/sweep.py").write_text("def (", encoding="utf-8")
    before = manifest(tree, "book.x.one.check")
    assert "lib/sweep.py" in before
    (tree / "src/lib/sweep.py").write_text("def ((", encoding="utf-8")
    assert manifest(tree, "book.x.one.check") != before
