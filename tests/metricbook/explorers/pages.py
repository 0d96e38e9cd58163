"""Pages with one explorer each, for the tests in browsers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from metricbook.explorers import EXPLORERS, bundle, explore, styles
from metricbook.explorers.explorer import BUILT
from tests.site.browser import Quiet

ROOT = Path(__file__).parents[3]
#: As wide as a page of the book, with its lines' height and the room that its header takes.
PAGE = """<!doctype html><html lang="en" data-theme="light"><head><meta charset="utf-8"><title>An explorer</title>
<meta name="viewport" content="width=device-width"><style>body {{ background: var(--ground); color: var(--ink); }}
html {{ --ground: #fff; --ink: #222832; scroll-padding-top: 64px; }}
body {{ margin: 0 16px; font: 16px/1.65 sans-serif; }} main {{ max-width: 688px; margin: auto; }}
a {{ color: #0a5a9c; }} html[data-theme="dark"] a {{ color: #8fc1ff; }}
html[data-theme="dark"] {{ --ground: #14181e; --ink: #ced6dd; --pst-color-text-base: #ced6dd;
--pst-color-text-muted: #9ca4af; --pst-color-border: #48566b; --pst-color-surface: #29313d;
--pst-color-background: #14181e; }}
{styles}</style></head><body><main><h1>An explorer</h1>{element}<p style="height: 3000px">The rest.</p></main>
<script>{script}</script></body></html>"""
#: The page has seen what was sent to it, and drawn it.
FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
#: A function of the address of a server of the project's root: what its scripts say of the golden cases, as JSON.
GOLDEN_VALUES = """async ([home, cases]) => {
  const at = (name) => import(`${home}/src/metricbook/explorers/scripts/${name}.js`);
  const modules = { ...(await at("metrics")), ...(await at("sweep")) };
  const { computed } = await import(`${home}/tests/metricbook/explorers/computed.mjs`);
  return JSON.stringify(cases.map((one) => computed(modules, one)));
}"""


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve a folder over http; its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def write(folder: Path) -> None:
    """Write a page for each explorer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(BUILT, "somewhere")
        for name in EXPLORERS:
            element = explore(name)._repr_mimebundle_()["text/html"]
            text = PAGE.format(styles=styles(), element=element, script=bundle())
            (folder / f"{name}.html").write_text(text, encoding="utf-8")


def choose(view: Any, *, right: bool) -> None:
    """Choose a guess by keyboard, as the challenge asks for it: an option, or a curve that is drawn."""
    answer = view.evaluate("document.querySelector('score-explorer').loop.challenge.answer ?? -1")
    options = view.locator(".x-guess input")
    if options.count():
        options.nth(answer if right else (answer + 1) % options.count()).press("Space")
    else:
        view.locator("[data-hand=sketch]").first.press("PageUp")


def commit(view: Any) -> None:
    """Hand the guess in, by keyboard."""
    view.get_by_role("button", name="That is my guess").press("Enter")


#: Keys for the moves that are more than to press the hand, or to move it as far as it goes.
KEYS = {
    ("price-of-a-swap", 0): ["Enter"],
    ("price-of-a-swap", 2): ["ArrowDown"] * 2,
    ("tile-winners", 0): ["End", *["Shift+ArrowRight"] * 10],
    ("class-exchange", 2): ["Enter", "Tab", "Enter", "Tab", "Enter"],
    ("metric-duel", 1): ["ArrowDown"],
    ("metric-duel", 2): ["ArrowDown"] * 3,
}


def phase(view: Any) -> str:
    """The phase of the loop, once the explorer stands still."""
    view.evaluate(FRAMES)
    return view.evaluate("document.querySelector('score-explorer:not([data-goal])').loop.phase")


def move(view: Any, keys: list[str] | None) -> None:
    """Press these keys; if none, move the hand that has the focus as far as it goes, both ways, or press it."""
    for key in keys or ("End", "Home", "Enter"):
        view.keyboard.press(key)
        if phase(view) == "told":
            return
    for key in ("PageUp", "PageDown"):
        for _ in range(20):
            view.keyboard.press(key)
            if phase(view) == "told":
                return


def guess(view: Any, *, right: bool) -> None:
    """Guess by keyboard."""
    choose(view, right=right)
    commit(view)
