"""The system's Firefox without a window, spoken to over WebDriver BiDi: as little of it as the tests need."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
#: No other host can be reached: what is not this machine's goes to a proxy that is not there.
PREFERENCES = {
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "datareporting.policy.dataSubmissionEnabled": False,
}
#: Keys that have no letter, as WebDriver names them.
KEYS = {
    "Tab": "\ue004",
    "Enter": "\ue006",
    "PageUp": "\ue00e",
    "ArrowLeft": "\ue012",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}
PATIENCE = 60  # seconds to wait for any answer


class Firefox:
    """One tab of a Firefox that listens at an address; `faults` says what went wrong in its pages."""

    def __init__(self, address: str) -> None:
        self.faults: list[str] = []
        self._number = 0
        # A loop in a thread of its own, because Playwright's may already run in this one.
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._wait(self._open(address))
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])
        # The tab that is there at first is Firefox's own, and never has the focus of the keyboard.
        self._tab = self.call("browsingContext.create", type="tab")["context"]

    def _wait(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(PATIENCE)

    async def _open(self, address: str) -> None:
        from tornado.websocket import websocket_connect

        self._socket = await websocket_connect(f"{address}/session", max_message_size=100_000_000)

    async def _answer(self, command: dict[str, Any]) -> dict[str, Any]:
        await self._socket.write_message(json.dumps(command))
        while (said := await self._socket.read_message()) is not None:
            answer = json.loads(said)
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] in ("error", "warn"):
                self.faults.append(f"{answer['params']['level']}: {answer['params']['text']}")
            if answer.get("id") == command["id"]:
                return answer
        raise RuntimeError(f"Firefox left during {command['method']}")

    async def _leave(self) -> None:
        while await self._socket.read_message() is not None:
            pass
        self._socket.close()

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command and return its result; what is logged meanwhile is kept."""
        self._number += 1
        answer = self._wait(self._answer({"id": self._number, "method": method, "params": params}))
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def goto(self, address: str) -> None:
        """Load a page, with nothing of the one before it."""
        for url in ("about:blank", address):
            self.call("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def evaluate(self, script: str) -> Any:
        """Value of an expression in the page, or of its promise, as JSON has it."""
        found = self.call(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({script}) ?? null))()",
            target={"context": self._tab},
            awaitPromise=True,
        )
        if found["type"] == "exception":
            raise RuntimeError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])

    def press(self, key: str) -> None:
        """Press and leave a key."""
        value = KEYS.get(key, key)
        steps = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keyboard", "actions": steps})

    def drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """Drag from a place of the window by so much."""
        moves = [{"type": "pointerMove", "x": round(x + dx * k), "y": round(y + dy * k)} for k in (0, 0.5, 1)]
        steps = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0}]
        self._act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps})

    def _act(self, source: dict[str, Any]) -> None:
        self.call("input.performActions", context=self._tab, actions=[source])

    def close(self) -> None:
        """End Firefox and the loop."""
        self.call("browser.close")
        self._wait(self._leave())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Start Firefox without a window, with a profile of its own, and end it."""
    if FIREFOX is None:
        raise SystemExit("no Firefox on this machine: install it, for example by `apt-get install firefox-esr`")
    with tempfile.TemporaryDirectory() as profile:
        lines = [f'user_pref("{name}", {json.dumps(value)});\n' for name, value in PREFERENCES.items()]
        Path(profile, "user.js").write_text("".join(lines), encoding="utf-8")
        command = [FIREFOX, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(command, **quiet) as process:
            try:
                opened = Firefox(_address(Path(profile)))
                yield opened
                opened.close()
            finally:
                process.terminate()


def _address(profile: Path) -> str:
    """Where a Firefox that starts with a profile listens, which it writes there."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(OSError, ValueError):
            said = json.loads((profile / "WebDriverBiDiServer.json").read_text(encoding="utf-8"))
            return f"ws://{said['ws_host']}:{said['ws_port']}"
        time.sleep(0.05)
    raise TimeoutError(f"Firefox did not listen within {PATIENCE} seconds")
