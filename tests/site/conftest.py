"""The built site, read from its files. `make test` builds it first; without it these tests skip, visibly."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, partial, wraps
from html.parser import HTMLParser
from http.server import ThreadingHTTPServer
from inspect import Signature
from pathlib import Path

import pytest

from tests.each import check_each
from tests.whole import mostly
from tools.browser import CHROMIUM, FLAGS, playwright

from .browser import DESKTOP, Quiet, Tabs

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_build" / "html"
BUILT = (SITE / ".built").exists()
NOT_BUILT = "the site is not built: run `make book`"
#: Kinds of pages that are made alike, by their addresses, the first that fits.
ALIKE = {
    "errata of a paper": r"book/(?!back/)\w+/errata\.html",
    "chapter": r"book/(?!back/)\w+/",
    "source": "_modules/",
    "reference": "book/back/api/",
}
#: Bytes of a long page.
LONG = 70_000
EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


@dataclass(eq=False)
class Element:
    """An HTML element: its attributes, its text, from `start` to `end` of the page's, and the elements it stands in."""

    tag: str
    attributes: dict[str, str]
    ancestors: tuple[Element, ...]
    texts: list[str]
    start: int
    end: int | None = None

    @property
    def classes(self) -> set[str]:
        """The element's classes."""
        return set(self.attributes.get("class", "").split())

    @property
    def text(self) -> str:
        """All text inside the element."""
        return " ".join("".join(self.texts[self.start : self.end]).split())

    def within(self, name: str) -> bool:
        """Tell whether the element stands in one with this class."""
        return any(name in ancestor.classes for ancestor in self.ancestors)


class Page(HTMLParser):
    """The elements of one page, in order."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.elements: list[Element] = []
        self._texts: list[str] = []
        self._open: list[Element] = []
        self.feed(path.read_text(encoding="utf-8"))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        attributes = {name: value or "" for name, value in attrs}
        element = Element(tag, attributes, tuple(self._open), self._texts, len(self._texts))
        self.elements.append(element)
        if tag in EMPTY:
            element.end = element.start
        else:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        """Leave an element, and those inside it that were never closed."""
        for depth in reversed(range(len(self._open))):
            if self._open[depth].tag == tag:
                for element in self._open[depth:]:
                    element.end = len(self._texts)
                del self._open[depth:]
                return

    def handle_data(self, data: str) -> None:
        """Note a piece of text."""
        self._texts.append(data)

    def find(self, *tags: str) -> list[Element]:
        """Return the elements with one of these tags."""
        return [element for element in self.elements if element.tag in tags]

    @cached_property
    def anchors(self) -> set[str]:
        """What a fragment can point to."""
        ids = {element.attributes["id"] for element in self.elements if "id" in element.attributes}
        return ids | {e.attributes["name"] for e in self.find("a") if "name" in e.attributes}


@cache
def read(path: Path) -> Page:
    """Read a page once."""
    return Page(path)


def page_names() -> list[str]:
    """Return the addresses of the site's pages, relative to its root."""
    names = (path.relative_to(SITE).as_posix() for path in sorted(SITE.rglob("*.html")))
    return [name for name in names if not name.startswith("_static/")]


def opened_names() -> list[str]:
    """Return the addresses of the pages to open in a browser: of pages made alike, the longest in each folder."""
    names = page_names()
    alike: dict[str, list[str]] = {}
    for name in names:
        kind = re.match(r"_modules/|book/back/api/(\w+/)+", name)
        alike.setdefault(kind[0] if kind else name, []).append(name)
    opened = {max(group, key=lambda name: (SITE / name).stat().st_size) for group in alike.values()}
    return [name for name in names if name in opened]


def pages_by_kind() -> dict[str, list[str]]:
    """Return the addresses of the pages of each kind, the shortest first; a page unlike any other is its own kind."""
    kinds: dict[str, list[str]] = {}
    for name in page_names() if BUILT else ():
        kind = next((kind for kind, pattern in ALIKE.items() if re.match(pattern, name)), name)
        kinds.setdefault(kind, []).append(name)
    return {kind: sorted(names, key=lambda name: (SITE / name).stat().st_size) for kind, names in kinds.items()}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give each test that asks for a page to open the shortest of each kind, and in a monthly run every one.

    A whole run opens every second page of a kind, and long pages of which there is one, as the ledger: most have tests
    of their own. If there are no pages, that is one visible skip.
    """
    if "opened_name" in metafunc.fixturenames:
        missing = pytest.param("", marks=pytest.mark.skip(reason=NOT_BUILT))
        kinds = pages_by_kind().values()
        usual = [names[0] for names in kinds if len(names) > 1 or (SITE / names[0]).stat().st_size < LONG]
        opened = sorted({*opened_names(), *usual}) if BUILT else []
        monthly = {name for names in kinds for name in names[1::2]} - set(usual)
        metafunc.parametrize("opened_name", mostly(opened, *usual, monthly=monthly) or [missing])


def of_every_page(check: Callable[[Page], None]) -> Callable[[], None]:
    """Make a check of a page one test of all of them, which names each page that fails.

    As many tests as there are pages and checks would take longer to collect, start and report than to run.
    """

    @wraps(check)
    def test() -> None:
        if not BUILT:
            pytest.skip(NOT_BUILT)
        check_each(lambda name: check(read(SITE / name)), page_names())

    test.__signature__ = Signature()  # or pytest would look for a fixture with the page
    return test


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Serve the site on a free port of this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(SITE))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def all_tabs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tabs]:
    """Start the browser with a profile of its own."""
    profile: Path = tmp_path_factory.mktemp("profile")
    with playwright() as started:
        opened = started.chromium.launch_persistent_context(
            str(profile), executable_path=CHROMIUM, headless=True, args=list(FLAGS), viewport=DESKTOP
        )
        yield Tabs(opened, DESKTOP)
        opened.close()


@pytest.fixture
def tabs(all_tabs: Tabs) -> Iterator[Tabs]:
    """Lend the browser's tabs to one test."""
    yield all_tabs
    all_tabs.leave()
