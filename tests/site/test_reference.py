"""The reference of the package: every public name described once, every module with its source."""

from __future__ import annotations

import importlib
import inspect
from collections import Counter
from functools import cache
from types import ModuleType

import pytest
import yaml

import metricbook
from tools.reference_pages import entries, inside, pages, public
from tools.source_pages import analyzer, body, modules, page_name

from .conftest import ROOT, SITE, read

PACKAGES = [module.partition(".")[2] for module in inside("metricbook") if inside(module)]
# What lies deeper than a part's modules is nobody's to import.
LIBRARY = [m for m in modules() if public(m) and ".chapters" not in m and m.count(".") <= 2]
BUILT = pytest.mark.skipif(not (SITE / ".built").exists(), reason="the site is not built: run `make book`")


@cache
def described():
    """How often each address is described; seconds that every worker would spend while it only lists its tests."""
    return Counter(address for module in LIBRARY for address in entries(module))


def test_every_public_name_is_described_once_and_says_what_it_is():
    assert [address for address, times in described().items() if times > 1] == []
    assert [a for module in LIBRARY for a, (_, text) in entries(module).items() if not text] == []


@pytest.mark.parametrize("package", ["metricbook", *(f"metricbook.{name}" for name in PACKAGES)])
def test_what_a_package_passes_on_is_described_where_users_import_it(package):
    module = importlib.import_module(package)
    names = [name for name in getattr(module, "__all__", []) if not isinstance(getattr(module, name), ModuleType)]
    assert [name for name in names if f"{package}.{name}" not in described()] == []


@pytest.mark.parametrize("name", LIBRARY)
def test_no_function_or_class_of_a_module_is_left_out(name):
    module = importlib.import_module(name)
    own = [n for n, thing in vars(module).items() if getattr(thing, "__module__", "") == name and not n.startswith("_")]
    own = [n for n in own if inspect.isfunction(getattr(module, n)) or inspect.isclass(getattr(module, n))]
    homes = {name, name.rpartition(".")[0], "metricbook"}
    assert [n for n in own if not any(f"{home}.{n}" in described() for home in homes)] == []


def test_the_contents_and_the_first_page_name_every_package_and_only_pages_that_are_written():
    front = (ROOT / "book" / "back" / "api.md").read_text(encoding="utf-8")
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    (reference,) = (e for part in toc["parts"] for e in part["chapters"] if e.get("file") == "book/back/api")
    listed = {entry["file"].rpartition("/")[2]: entry["sections"][0]["glob"] for entry in reference["sections"]}
    assert listed == {package: f"book/back/api/{package}/*" for package in PACKAGES}
    assert [package for package in [*PACKAGES, "tools"] if f"include:: api/{package}.inc" not in front] == []
    written = {name.removesuffix(".rst") for name in pages() if name.endswith(".rst")}
    depth = {name.count("/") for name in written}
    assert depth == {3, 4}
    assert {f"book/back/api/{module.partition('.')[2].replace('.', '/')}" for module in LIBRARY[1:]} <= written


def test_every_module_of_the_rooms_is_listed():
    listed = "\n".join(line for name, lines in pages().items() if "/chapters" in name for line in lines)
    rooms = [module for module in modules() if ".chapters." in module and not inside(module)]
    assert len(rooms) > 100
    assert [module for module in rooms if f":source:`{module}`" not in listed] == []


def test_source_is_escaped_marked_and_anchored():
    text = body("metricbook.metrics.decomposition")
    assert '<span id="confidence_auroc"><b>def</b> <i class=nf>confidence_auroc</i>(' in text
    assert "-&gt; float" in text
    assert text.count("<span id=") == text.count("</span>") == len(analyzer("metricbook.metrics.decomposition").tags)


@BUILT
@pytest.mark.parametrize("name", modules())
def test_every_module_has_a_page_of_source_with_an_anchor_for_each_name(name):
    page = read(SITE / f"{page_name(name)}.html")
    (code,) = page.find("pre")
    assert set(analyzer(name).tags) <= page.anchors
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
