"""The site as a reader's browser sees it: a system Chromium, driven from Python; skips, visibly, without."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from .conftest import SITE

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine: the browser tests need one")

# Contrast of a text with the ground it stands on (WCAG 2), for every element that the selector finds.
CONTRAST = """
(selector) => {
  const parse = (text) => {
    const part = text.match(/[\\d.]+/g).map(Number);
    const scale = text.startsWith('color(') ? 255 : 1;
    return [part[0] * scale, part[1] * scale, part[2] * scale, part.length > 3 ? part[3] : 1];
  };
  const over = (top, under) => [0, 1, 2].map(k => top[3] * top[k] + (1 - top[3]) * under[k]);
  const ground = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) layers.unshift(parse(getComputedStyle(e).backgroundColor));
    return layers.reduce((under, top) => over(top, under), [255, 255, 255]);
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const opacity = (element) => {
    let product = 1;
    for (let e = element; e; e = e.parentElement) product *= Number(getComputedStyle(e).opacity);
    return product;
  };
  return [...document.querySelectorAll(selector)].filter(e => e.innerText.trim()).map(e => {
    const under = ground(e);
    const color = parse(getComputedStyle(e).color);
    color[3] *= opacity(e);
    const [text, back] = [over(color, under), under].map(luminance);
    const ratio = (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05);
    return [e.innerText.trim().slice(0, 40), ratio];
  });
}
"""


class Quiet(SimpleHTTPRequestHandler):
    """A file server that does not write to the terminal."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Serve the site on a free port of this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(SITE))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator:
    """Start the browser with a profile of its own."""
    from playwright.sync_api import sync_playwright

    profile: Path = tmp_path_factory.mktemp("profile")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch_persistent_context(
            str(profile), executable_path=CHROMIUM, headless=True, args=list(FLAGS), viewport=DESKTOP
        )
        yield opened
        opened.close()


def test_the_page_works_in_a_browser(page_name: str, address: str, context) -> None:
    """Open the page once, wide, then narrow, then dark, and look at everything."""
    faults: list[str] = []
    view = context.new_page()
    icon = f"{address}/favicon.ico"  # what a browser asks for where a page, such as a redirect, names no icon
    view.on("pageerror", lambda error: faults.append(f"page error: {error}"))
    view.on(
        "console",
        lambda said: (
            faults.append(f"console: {said.text} ({said.location.get('url')})")
            if said.type == "error" and said.location.get("url") != icon
            else None
        ),
    )
    view.on(
        "response",
        lambda got: faults.append(f"{got.status} {got.url}") if got.status >= 400 and got.url != icon else None,
    )
    view.on(
        "request",
        lambda sent: (
            faults.append(f"request to another host: {sent.url}")
            if urlsplit(sent.url).scheme in ("http", "https", "ws", "wss")
            and urlsplit(sent.url).hostname != "127.0.0.1"
            else None
        ),
    )
    try:
        view.goto(f"{address}/{page_name}", wait_until="load")
        if page_name == "index.html":  # it sends the reader on to the first page
            view.wait_for_url("**/book/index.html", wait_until="load")
        faults += formulas(view) + images(view)
        for theme in ("light", "dark"):
            view.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
            faults += contrasts(view, theme)
        view.set_viewport_size(PHONE)
        width = view.evaluate("document.documentElement.scrollWidth")
        if width > PHONE["width"]:
            faults.append(f"{width} px wide on a phone of {PHONE['width']} px: {overflowing(view)}")
    finally:
        view.close()
    assert faults == []


def formulas(view) -> list[str]:
    """Return what is wrong with the page's formulas."""
    marked = view.locator("span.math, div.math").count()
    if not marked:
        return []
    view.evaluate("MathJax.startup.promise.then(() => true)")
    faults = []
    bare = view.locator("span.math:not(:has(mjx-container)), div.math:not(:has(mjx-container))").count()
    if bare:
        faults.append(f"{bare} of {marked} formulas were not rendered")
    wrong = view.locator("mjx-merror, mjx-container [data-mml-node='merror'], mjx-mtext[style*='red']")
    return faults + [f"formula error: {text}" for text in wrong.all_inner_texts()]


def images(view) -> list[str]:
    """Return the images that did not load."""
    view.evaluate(
        "Promise.all([...document.images].map(e => { e.loading = 'eager'; return e.decode().catch(() => 0) }))"
    )
    unseen = "[...document.images].filter(e => !(e.complete && e.naturalWidth > 0)).map(e => e.src)"
    return [f"image not shown: {source}" for source in view.evaluate(unseen)]


def contrasts(view, theme: str) -> list[str]:
    """Return the verdicts, table cells and captions that are hard to read in the theme."""
    selector = ".verdict, .bd-article td, .bd-article th, .bd-article figcaption p, .bd-article .output pre"
    view.wait_for_function("() => document.getAnimations().every(a => a.playState !== 'running')")
    return [
        f"{theme}: contrast {ratio:.1f} of {text!r}" for text, ratio in view.evaluate(CONTRAST, selector) if ratio < 4.5
    ]


def overflowing(view) -> list[str]:
    """Return the innermost elements that reach beyond a phone's right edge."""
    return view.evaluate(
        """(edge) => [...document.querySelectorAll('.bd-article *')]
          .filter(e => e.getBoundingClientRect().right > edge + 1 && ![...e.children].some(
            c => c.getBoundingClientRect().right > edge + 1))
          .slice(0, 5).map(e => e.tagName + '.' + e.className + ' ' + (e.innerText || '').slice(0, 40))""",
        PHONE["width"],
    )


@pytest.mark.parametrize(("scheme", "ending"), [("http", ".ipynb"), ("file", ".ipynb.zip")])
def test_a_click_saves_the_chapter_and_its_wheel(scheme: str, ending: str, address: str, context) -> None:
    """A browser shows a local text file even where it is told to save it, so there the chapter comes as an archive."""
    chapters = sorted((SITE / "downloads").rglob("*.ipynb"))
    if not chapters:
        pytest.skip("the site is not built: run `make book`")
    page = f"book/{chapters[0].relative_to(SITE / 'downloads').with_suffix('.html').as_posix()}"
    view = context.new_page()
    try:
        view.goto(f"{address if scheme == 'http' else SITE.as_uri()}/{page}", wait_until="load")
        saved = []
        for link in ("p.rerun a >> nth=0", "p.rerun a >> nth=1", "a.btn-download-notebook-button"):
            if link.startswith("a"):
                view.click(".dropdown-download-buttons > button")
            with view.expect_download(timeout=10_000) as download:
                view.click(link)
            assert download.value.failure() is None
            saved.append(download.value.suggested_filename)
    finally:
        view.close()
    chapter = chapters[0].stem + ending
    assert [saved[0], saved[2]] == [chapter, chapter]
    assert saved[1].endswith(".whl")
