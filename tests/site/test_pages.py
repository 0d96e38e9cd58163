"""The site's files: links that lead somewhere, figures that say what they show, nothing from elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest
import yaml

from claimledger import load
from tools.citing import edition
from tools.public_home import BUTTONS, theme_options
from tools.site_figures import DARK, GROUND, PAGE, contrast

from .conftest import BUILT, NOT_BUILT, ROOT, SITE, Element, Page, of_every_page, page_names, read

HOME = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))["repository"]["url"]
CODE_HOSTS = re.compile(r"github|gitlab|bitbucket|codeberg|mybinder|colab\.research|shields\.io|jupyterhub", re.I)
PIXELS_OF_A_POINT = 96 / 72
COLUMN = 784  # pixels that a page's text is wide, where there is room


@cache
def addresses(page: Page) -> list[tuple[Element, str]]:
    """Return every address in the page with the element that holds it."""
    pairs = [(e, e.attributes[key]) for e in page.elements for key in ("href", "src") if key in e.attributes]
    return [(element, address) for element, address in pairs if not address.startswith(("data:", "mailto:"))]


def target(page: Page, address: str) -> tuple[Path, str]:
    """Return the file and the fragment that an internal address means."""
    parts = urlsplit(address)
    return (file_at(page.path.parent / unquote(parts.path)) if parts.path else page.path), unquote(parts.fragment)


@cache
def file_at(path: Path) -> Path:
    """Return the file that a path leads to, which for a folder is its index."""
    path = path.resolve()
    return path / "index.html" if path.is_dir() else path


@cache
def is_there(path: Path) -> bool:
    """Tell whether the site has the file."""
    return path.is_file() and path.is_relative_to(SITE)


@of_every_page
def test_internal_links_and_fragments_lead_somewhere(page: Page) -> None:
    broken = []
    for element, address in addresses(page):
        if urlsplit(address).scheme or address.startswith("//"):
            continue
        path, fragment = target(page, address)
        choice = path.name == "ledger.html" and "=" in fragment  # test_ledger_page makes such choices
        points = bool(fragment) and element.tag == "a" and path.suffix == ".html" and not choice
        if not is_there(path) or (points and fragment not in read(path).anchors):
            broken.append(address)
    assert broken == []


@of_every_page
def test_the_foot_of_a_page_has_edition_licences_and_where_to_go(page: Page) -> None:
    if not any("bd-footer-content" in element.classes for element in page.find("footer")):
        return  # the source of a module, or what sends a reader on
    (foot,) = (element for element in page.find("p") if "colophon" in element.classes)
    assert edition() in foot.text
    assert "CC BY 4.0" in foot.text
    assert "MIT" in foot.text


@of_every_page
def test_nothing_is_loaded_from_another_host(page: Page) -> None:
    loaded = [
        address
        for element, address in addresses(page)
        if element.tag != "a" and urlsplit(address).netloc and element.attributes.get("rel") != "canonical"
    ]
    assert loaded == []
    assert not re.search(r"unpkg\.com|jsdelivr|cdnjs|googleapis|gstatic", page.path.read_text(encoding="utf-8"))


@of_every_page
def test_links_to_elsewhere_are_complete(page: Page) -> None:
    outside = [a for e, a in addresses(page) if e.tag == "a" and (urlsplit(a).scheme or a.startswith("//"))]
    assert [a for a in outside if not re.fullmatch(r"https?://[\w.-]+\.[a-z]{2,}(/\S*)?", a)] == []


@of_every_page
def test_no_button_points_nowhere(page: Page) -> None:
    links = [a for e, a in addresses(page) if e.tag == "a"]
    buttons = [e for e in page.elements if any(re.search("repository|launch|btn-source", c) for c in e.classes)]
    if HOME:
        assert all(HOME in a or urlsplit(a).netloc for a in links if CODE_HOSTS.search(a))
    else:
        assert [a for a in links if CODE_HOSTS.search(a)] == []
        assert [e.attributes["class"] for e in buttons] == []


def test_the_buttons_follow_from_the_one_setting() -> None:
    without, with_home = theme_options("", "main"), theme_options("https://code.example/a/b", "main")
    assert not any(without[button] for button in BUTTONS)
    assert not without["launch_buttons"]
    assert all(with_home[button] for button in BUTTONS)
    assert with_home["repository_url"] == "https://code.example/a/b"


@pytest.mark.parametrize(
    "name", ["README.md", "CITATION.cff", "CONTRIBUTING.md", "pyproject.toml", "codemeta.json", ".zenodo.json"]
)
def test_no_file_names_a_home_that_does_not_exist(name: str) -> None:
    if not HOME:
        links = re.findall(r"https?://\S+", (ROOT / name).read_text(encoding="utf-8"))
        assert [link for link in links if CODE_HOSTS.search(link)] == []


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_links_within_the_repository_lead_somewhere(name: str) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", (ROOT / name).read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (ROOT / link).is_file()] == []


@pytest.mark.skipif(not BUILT, reason=NOT_BUILT)
def test_the_links_of_the_feed_lead_somewhere() -> None:
    path = SITE / "book" / "back" / "history.xml"
    links = [link.get("href") for link in ElementTree.parse(path).iter("{http://www.w3.org/2005/Atom}link")]
    assert "history.html" in links
    for link in links:
        file, _, fragment = link.partition("#")
        assert (path.parent / file).is_file()
        assert not fragment or fragment in read((path.parent / file).resolve()).anchors


@of_every_page
def test_a_chapter_says_how_to_rerun_it(page: Page) -> None:
    notebook = SITE / "downloads" / page.path.relative_to(SITE).with_suffix(".ipynb").as_posix().removeprefix("book/")
    links = [
        e for e, _ in addresses(page) if "download" in e.attributes and not e.classes & {"figure-data", "figure-file"}
    ]
    names = {target(page, e.attributes["href"])[0].suffix for e in links}
    assert names == ({".ipynb", ".whl"} if notebook.is_file() else set())


@of_every_page
def test_images_have_real_alt_text(page: Page) -> None:
    for image in page.find("img"):
        alt = image.attributes.get("alt", "")
        assert 10 <= len(alt) <= 250, f"{image.attributes.get('src')}: {alt!r}"
        assert not re.search(r"\.(png|svg|jpe?g)\b|[\\/]\w+[\\/]", alt), alt


def drawn(image: Element) -> bool:
    """Tell whether an image is a chapter's figure where it stands, and no explorer's still or picture of a card."""
    elsewhere = any(e.tag == "score-explorer" or "data-figure" in e.attributes for e in image.ancestors)
    return image.within("cell_output") and not elsewhere and not image.attributes["src"].startswith("data:")


@of_every_page
def test_figures_have_a_number_a_caption_and_data(page: Page) -> None:
    for image in page.find("img"):
        if not drawn(image):
            continue
        (figure,) = (e for e in image.ancestors if e.tag == "figure")
        (caption,) = (e for e in page.find("figcaption") if figure in e.ancestors)
        assert re.match(r"Fig\. \d+(\.\d+)* ", caption.text), caption.text
        links = [e for e in page.find("a") if figure in e.ancestors and "figure-data" in e.classes]
        assert len(links) == 1, caption.text
        path, _ = target(page, links[0].attributes["href"])
        assert path.parent == SITE / "figdata"
        assert len(path.read_text(encoding="utf-8").splitlines()) >= 2, path
        (file,) = (e for e in page.find("a") if figure in e.ancestors and "figure-file" in e.classes)
        assert file.attributes["download"] == f"{path.stem}.svg"


@of_every_page
def test_ids_are_unique(page: Page) -> None:
    ids = [e.attributes["id"] for e in page.elements if "id" in e.attributes]
    assert [i for i, times in Counter(ids).items() if times > 1] == []


@of_every_page
def test_pages_say_what_they_are_about(page: Page) -> None:
    if page.path != SITE / "index.html":  # it only sends the reader on
        (said,) = (e.attributes["content"] for e in page.find("meta") if e.attributes.get("name") == "description")
        assert 10 <= len(said) <= 160


@of_every_page
def test_figures_are_drawings_at_the_width_of_the_column_with_text_that_can_be_read(page: Page) -> None:
    for image in page.find("img"):
        if not drawn(image):
            continue
        path, _ = target(page, image.attributes["src"])
        assert path.suffix == ".svg", path
        drawing = path.read_text(encoding="utf-8")
        (width,) = re.findall(r'^<svg [^>]*width="([\d.]+)pt"', drawing, re.MULTILINE)
        assert float(width) * PIXELS_OF_A_POINT <= COLUMN, image.attributes["alt"]
        sizes = [100 * float(size) for size in re.findall(r"scale\(([\d.]+) -\1\)", drawing)]  # of outlined letters
        assert min(sizes) * PIXELS_OF_A_POINT >= 9, image.attributes["alt"]


@of_every_page
def test_figures_open_at_full_size(page: Page) -> None:
    for image in page.find("img"):
        if drawn(image):
            link = image.ancestors[-1]
            assert link.tag == "a"
            assert f"{link.attributes['href']}#{PAGE}" == image.attributes["src"]


def colors(element: ElementTree.Element, *, text: bool = False) -> set[tuple[str, bool]]:
    """Return the colours of a drawing that turn with the page, and whether text has them: all but those of maps."""
    name = element.get("id", "")
    if name.startswith("map") or element.tag.endswith(("pattern", "defs")):
        return set()
    text |= name.startswith("text")
    style = f"{element.get('style', '')};fill: {element.get('fill')}"
    found = {(color, text) for color in re.findall(r"(?:fill|stroke): (#\w{6})", style)}
    return found.union(*(colors(child, text=text) for child in element))


@of_every_page
def test_figures_can_be_read_in_the_dark(page: Page) -> None:
    """Text has a contrast of 4.5 and a line one of 3 with the dark ground, or what it has on white if that is less."""
    faint = set()
    for image in page.find("img"):
        if drawn(image):
            path, _ = target(page, image.attributes["src"])
            for color, text in colors(ElementTree.parse(path).getroot()):
                least = min(4.5 if text else 3, 0.9 * contrast(color, "#ffffff"))
                if contrast(DARK.get(color, color), GROUND) < least:
                    faint.add((color, text, image.attributes["alt"][:40]))
    assert faint == set()


@pytest.mark.skipif(not (SITE / ".built").exists(), reason="the site is not built: run `make book`")
def test_the_site_is_light() -> None:
    files = [path for path in SITE.rglob("*") if path.is_file()]
    assert [path for path in files if path.suffix == ".map"] == []
    chapters = list((ROOT / "book").rglob("*.ipynb"))
    reference = [path for path in files if path.is_relative_to(SITE / "book" / "back" / "api")]
    source = [path for path in files if path.is_relative_to(SITE / "_modules")]
    size = {path: path.stat().st_size for path in files}
    of_reference, of_source = (sum(size[path] for path in paths) for paths in (reference, source))
    assert of_reference < 40_000 * len(reference)
    assert of_source < 12_000 * len(source)
    answers = [path for path in files if path.name.startswith("answers-")]  # of which a page loads one
    of_answers = sum(size[path] for path in answers)
    assert of_answers < 50_000 * len(answers)
    assert sum(size.values()) - of_reference - of_source - of_answers < 0.94e6 * len(chapters)


@pytest.mark.skipif(not (SITE / ".built").exists(), reason="the site is not built: run `make book`")
def test_no_page_is_heavy() -> None:
    sizes = {name: (SITE / name).stat().st_size for name in page_names()}
    assert sizes.pop("genindex.html") < 450_000  # every name of every module
    assert sizes.pop("book/back/ledger.html") < 700 * len(load())  # a row for each claim
    assert {name: size for name, size in sizes.items() if size > 400_000} == {}


@pytest.mark.skipif(not (SITE / ".built").exists(), reason="the site is not built: run `make book`")
def test_no_file_depends_on_the_folder_in_which_the_site_was_built() -> None:
    files = [path for path in SITE.rglob("*") if path.is_file()]
    assert [path for path in files if path.name == ".buildinfo" or str(ROOT).encode() in path.read_bytes()] == []


@pytest.mark.skipif(not (SITE / ".built").exists(), reason="the site is not built: run `make book`")
def test_the_bibliography_leads_to_the_works() -> None:
    page = read(SITE / "book" / "back" / "bibliography.html")
    links = [address for element, address in addresses(page) if element.within("citation") and urlsplit(address).netloc]
    entries = [e for e in page.elements if "citation" in e.classes]
    assert {urlsplit(link).netloc for link in links} == {
        "arxiv.org",
        "ceur-ws.org",
        "doi.org",
        "openreview.net",
        "proceedings.mlr.press",
        "scikit-learn.org",
    }
    assert len(links) == len(entries) - 24  # reports, books, code and papers of proceedings: none that we are sure of
