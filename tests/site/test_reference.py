"""The reference of the packages: every public name described once, every module with its source."""

from __future__ import annotations

import importlib
import inspect
import re
from collections import Counter
from functools import cache
from types import ModuleType

import pytest

import metricbook
from tests.each import of_each
from tools.contents import CONTENTS
from tools.reference_pages import entries, inside, paged, pages
from tools.source_pages import analyzer, body, definitions, exports, modules, page_name, part_of

from .conftest import ROOT, SITE, read

# What lies in a room, or deeper than a package's modules, is nobody's to import.
LIBRARY = [module for module in paged() if not part_of(module)]
BUILT = pytest.mark.skipif(not (SITE / ".built").exists(), reason="the site is not built: run `make book`")


@cache
def described():
    """How often each address is described; seconds that every worker would spend while it only lists its tests."""
    return Counter(address for module in LIBRARY for address in entries(module))


def test_every_public_name_is_described_once_and_says_what_it_is():
    assert [address for address, times in described().items() if times > 1] == []
    assert [a for module in LIBRARY for a, (_, text) in entries(module).items() if not text] == []


@pytest.mark.parametrize("package", [module for module in LIBRARY if inside(module)])
def test_what_a_package_passes_on_is_described_where_users_import_it(package):
    module = importlib.import_module(package)
    names = [name for name, home in exports(package).items() if f"{home}.".startswith(f"{package}.")]
    names = [name for name in names if not isinstance(getattr(module, name), ModuleType)]
    assert [name for name in names if f"{package}.{name}" not in described()] == []


@of_each(LIBRARY)
def test_no_public_function_or_class_of_a_module_is_left_out(name):
    module = importlib.import_module(name)
    own = [n for n, thing in vars(module).items() if getattr(thing, "__module__", "") == name and not n.startswith("_")]
    own = [n for n in own if inspect.isfunction(getattr(module, n)) or inspect.isclass(getattr(module, n))]
    own = [n for n in own if n in getattr(module, "__all__", own)]
    homes = {name, name.rpartition(".")[0], name.partition(".")[0]}
    assert [n for n in own if not any(f"{home}.{n}" in described() for home in homes)] == []


def test_the_first_page_has_every_table_and_the_contents_lead_to_every_page_once():
    front = (ROOT / "book" / "back" / "api.md").read_text(encoding="utf-8")
    written = [name.removeprefix("book/back/") for name in pages()]
    tables = re.findall(r"include:: (\S+)", front)
    assert sorted(tables) == sorted(name for name in written if name.endswith(".inc"))
    listed = re.findall(r"(?:file|glob): book/back/(api/.*)", CONTENTS.read_text(encoding="utf-8"))
    patterns = [re.compile(re.escape(entry).replace(r"\*", "[^/]+") + r"\.rst") for entry in listed]
    found = Counter(name for name in written for pattern in patterns if pattern.fullmatch(name))
    assert found == Counter(name for name in written if name.endswith(".rst"))


def test_every_module_of_the_rooms_is_listed():
    listed = "\n".join(line for lines in pages().values() for line in lines)
    rooms = [module for module in modules() if part_of(module) and not inside(module)]
    assert len(rooms) > 100
    assert [module for module in rooms if f":source:`{module}`" not in listed] == []


def test_source_is_escaped_marked_and_anchored():
    text = body("metricbook.metrics.decomposition")
    assert '<span id="confidence_auroc"><b>def</b> <i class=nf>confidence_auroc</i>(' in text
    assert "-&gt; float" in text
    assert text.count("<span id=") == text.count("</span>") == len(definitions("metricbook.metrics.decomposition"))


@pytest.mark.parametrize("name", ["claimledger.cache", "claimledger.claims", "metricbook.causal._registry"])
def test_names_are_found_where_sphinx_finds_them(name):
    assert definitions(name) == {defined: (first, last) for defined, (_, first, last) in analyzer(name).tags.items()}


@BUILT
@of_each(modules())
def test_every_module_has_a_page_of_source_with_an_anchor_for_each_name(name):
    page = read(SITE / f"{page_name(name)}.html")
    (code,) = page.find("pre")
    assert set(definitions(name)) <= page.anchors
    assert code.text == " ".join(modules()[name].read_text(encoding="utf-8").split())


@BUILT
def test_the_site_describes_each_name_at_one_place_with_a_link_to_its_source():
    files = [SITE / "book/back/api.html", *sorted((SITE / "book/back/api").rglob("*.html"))]
    assert max(path.stat().st_size for path in files) < 400_000
    elements = [element for path in files for element in read(path).find("dt") if "sig-object" in element.classes]
    ids = Counter(element.attributes.get("id") for element in elements)
    assert {address: ids[address] for address in described()} == dict.fromkeys(described(), 1)
    sources = {e.attributes["href"] for path in files for e in read(path).find("a") if e.text == "[source]"}
    assert any(href.endswith("_modules/metricbook/metrics/ranking.html#auroc") for href in sources)
    assert metricbook.auroc.__module__ == "metricbook.metrics.ranking"
