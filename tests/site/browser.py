"""A system Chromium, driven from Python, and what is asked of every tab; skips, visibly, without a Chromium."""

from __future__ import annotations

from http.server import SimpleHTTPRequestHandler
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe

from tools.browser import CHROMIUM

DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 700}
PAPER = {"width": 718, "height": 1000}  # A4 between margins of 1 cm, in CSS pixels

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine: the browser tests need one")


class Quiet(SimpleHTTPRequestHandler):
    """A file server that does not write to the terminal."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Tabs:
    """The tabs of a browser's context. Each is used again, since starting one takes longer than most pages do."""

    def __init__(self, context, size: dict[str, int]) -> None:
        self.context, self._size = context, size
        self._idle, self._watched = [], []

    def watch(self):
        """Open a tab; return it, what goes wrong in it and the paths that it asks for, both as they come."""
        view, faults, asked = self._idle.pop() if self._idle else self.context.new_page(), [], []
        heard = [
            ("pageerror", lambda error: faults.append(f"page error: {error}")),
            ("console", lambda said: faults.append(f"{said.type}: {said.text}") if wrong(said) else None),
            ("response", lambda got: faults.append(f"{got.status} {got.url}") if failed(got) else None),
            ("requestfailed", lambda sent: faults.append(f"not loaded: {sent.url}") if failed(sent) else None),
            ("request", lambda sent: asked.append(urlsplit(sent.url).path)),
            ("request", lambda sent: faults.append(f"request to {sent.url}") if outside(sent.url) else None),
        ]
        for event, listener in heard:
            view.on(event, listener)
        view.bring_to_front()  # behind another it would draw a frame now and then
        self._watched.append((view, heard))
        return view, faults, asked

    def leave(self) -> None:
        """Make every tab as a new one is."""
        for view, heard in self._watched:
            for event, listener in heard:
                view.remove_listener(event, listener)
            view.goto("about:blank")
            view.emulate_media(media="null", color_scheme="light")
            view.set_viewport_size(self._size)
            view.mouse.move(0, 0)
            self._idle.append(view)
        self._watched.clear()


def wrong(said) -> bool:
    """Tell whether the console says something that it should not; browsers ask for an icon where none is named."""
    return said.type in ("error", "warning") and not (said.location.get("url") or "").endswith("/favicon.ico")


def failed(got) -> bool:
    """Tell whether a response or a request failed."""
    return getattr(got, "status", 400) >= 400 and not got.url.endswith("/favicon.ico")


def outside(url: str) -> bool:
    """Tell whether the address is another host's."""
    parts = urlsplit(url)
    return parts.scheme in ("http", "https", "ws", "wss") and parts.hostname != "127.0.0.1"


# Every formula in view is typeset.
STANDS = """
() => (!window.MathJax || MathJax.startup?.promise) && ![...document.querySelectorAll('mjx-lazy')].some(e =>
  e.checkVisibility() && e.getBoundingClientRect().left < innerWidth - 32 &&
  Math.abs(e.getBoundingClientRect().top - innerHeight / 2) < innerHeight / 2)
"""


#: With its scripts a page takes its main thread at most so many times as long as without them. It is 5 times for the
#: ledger, and 12 if all its formulas are typeset at once and not when they come into view.
TIMES = 8


def with_scripts(opened, url: str) -> float:
    """How many times as long a page takes its main thread, by its own clock, with its scripts as without them."""
    return _spent(opened, url, scripts=True) / _spent(opened, url, scripts=False)


def _spent(opened, url: str, *, scripts: bool) -> float:
    context = opened.new_context(viewport=DESKTOP, java_script_enabled=scripts)
    view = context.new_page()
    session = context.new_cdp_session(view)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    view.goto(url, wait_until="load")
    if scripts:
        view.wait_for_function(STANDS)
        view.evaluate("window.MathJax?.startup.promise.then(() => 0)")
    view.evaluate("document.body.getBoundingClientRect().height")  # by now it is laid out
    figures = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    context.close()
    return figures["TaskDuration"]


# What can be scrolled is a tab stop, which the theme sees to a moment after the size has changed.
TAB_STOPS = """
() => [...document.querySelectorAll('pre[tabindex], .output[tabindex], .pst-scrollable-table-container[tabindex]')]
  .every(e => (e.tabIndex === 0) === (e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight))
"""


# Two frames bring what changed to the screen; colours that fade into each other are there at once.
AT_ONCE = """
new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
  document.getAnimations().forEach(each => each.finish());
  done();
})))
"""


def show(view, size: dict[str, int], theme: str, media: str = "screen") -> None:
    """Show the page in another size and theme, or printed from that theme, and wait until it stands still."""
    view.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    view.emulate_media(media=media)
    view.set_viewport_size(size)
    view.evaluate(AT_ONCE)
    view.wait_for_function("() => document.getAnimations().every(a => a.playState !== 'running')")


# What axe finds by all of its rules. The two that measure colours take most of its time on a long page, so they look at
# one element of each look: text of one style on the same grounds, in blocks of one style, has one contrast.
FOUND = """
async (within) => {
  const read = (element, ...names) => names.map(name => getComputedStyle(element)[name]).join();
  const memory = new Map([[null, '']]);
  const grounds = (element) => {
    if (!memory.has(element)) {
      const own = read(element, 'backgroundColor', 'backgroundImage', 'opacity');
      memory.set(element, grounds(element.parentElement) + (own === 'rgba(0, 0, 0, 0),none,1' ? '' : `${own};`));
    }
    return memory.get(element);
  };
  const style = (element) => read(element, 'color', 'fontSize', 'fontWeight', 'fontStyle', 'textShadow',
    'textDecorationLine', 'borderBottomWidth');
  const block = (element) => getComputedStyle(element).display.startsWith('inline') && element.parentElement
    ? block(element.parentElement) : element;
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) &&
    [...element.getClientRects()].some(box => box.width > 1 && box.height > 1);
  const says = (element) => element.matches('button, input, select, textarea') ||
    [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const root = within ? document.querySelector(within) : document.documentElement;
  const looks = new Map();
  for (const element of [...root.querySelectorAll('*')].filter(says).filter(shown)) {
    const look = [element.localName === 'a', grounds(element), style(element), style(block(element))].join('|');
    if (!looks.has(look)) looks.set(look, element);
  }
  for (const element of looks.values()) element.setAttribute('data-look', '');
  axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-look]' },
    { id: 'link-in-text-block', selector: 'a[href][data-look]' }] });
  const { violations } = await axe.run(root, { resultTypes: ['violations'], preload: false });
  for (const element of looks.values()) element.removeAttribute('data-look');
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.slice(0, 3).map(node => `${id} (${impact}): ${node.html.slice(0, 120)}`));
}
"""


def axe(view, when: str, within: str | None = None) -> list[str]:
    """Return what axe finds, by all of its rules, in the page or within one element of it."""
    view.wait_for_function(TAB_STOPS)
    if not view.evaluate("'axe' in window"):
        view.evaluate(Axe().axe_script)
    return [f"{when}: {found}" for found in view.evaluate(FOUND, within)]
