"""The system's Chromium, as the tests of the site and the tools that look at it or print it start it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

# The build without windows comes first: it is the same engine, and takes three quarters of the processor's time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

TYPESET = "window.MathJax?.startup.promise.then(() => MathJax.startup.document.lazyTypesetAll()).then(() => 0)"
STILL = "document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))))"
SIDEBAR = """
() => {
  let part = '';
  return [...document.querySelectorAll('.bd-links :is(.caption-text, .toctree-l1 > a)')].flatMap(element => {
    if (element.matches('a')) return [[part, element.href, element.textContent.trim()]];
    part = element.textContent;
    return [];
  });
}
"""
_running: list[Playwright] = []


class Listed(NamedTuple):
    """A page as the site's sidebar lists it: the caption of its part, its address below the site, and its title."""

    part: str
    name: str
    title: str


def contents(view: Page, site: Path) -> list[Listed]:
    """Return the pages of the site, a folder, in the order of its sidebar."""
    view.goto((site / "book" / "index.html").as_uri(), wait_until="load")
    home = f"{site.as_uri()}/"
    return [Listed(part, address.removeprefix(home), title) for part, address, title in view.evaluate(SIDEBAR)]


@contextmanager
def playwright() -> Iterator[Playwright]:
    """Start Playwright; within another call take that one, because a thread can run only one."""
    from playwright.sync_api import sync_playwright

    if _running:
        yield _running[0]
        return
    with sync_playwright() as started:
        _running.append(started)
        try:
            yield started
        finally:
            _running.clear()


@contextmanager
def browser() -> Iterator[Browser]:
    """Start Chromium without a window, and end it."""
    if CHROMIUM is None:
        raise SystemExit("no Chromium on this machine: install it, for example by `apt-get install chromium`")
    with playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, headless=True, args=list(FLAGS))
        yield opened
        opened.close()
