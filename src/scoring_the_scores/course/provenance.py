"""Whether a function that was handed in is one of our packages', or calls one: seen while it is called."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

#: What is said of a function that does not let itself be looked at.
HIDDEN: Final = "turns off what looks at its calls"


class Watch:
    """Looks at calls of functions of some packages.

    It knows a function by the file that its code is from, whatever it is called by: another name, `getattr`,
    `importlib`, or a function made of its code. What is typed off, what another process computes and what was computed
    before it cannot see.

    Parameters
    ----------
    folders : sequence of str
        The packages' folders.
    """

    def __init__(self, folders: Sequence[str]) -> None:
        self.folders = tuple(f"{folder}/" for folder in folders)
        self.seen = ""

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Look at what is called meanwhile, in threads that begin meanwhile, too."""
        caller = sys._getframe(2)
        self.seen, look = "", self._look(caller)
        threading.setprofile(look)
        sys.setprofile(look)
        try:
            yield
        finally:
            there = sys.getprofile()
            sys.setprofile(None)
            threading.setprofile(None)
            if there is not look:
                self.seen = self.seen or HIDDEN

    def _look(self, caller: FrameType) -> Any:
        def look(frame: FrameType, event: str, argument: Any) -> None:
            code = frame.f_code
            if code.co_filename == __file__:
                return
            if not self.seen and event == "call" and code.co_filename.startswith(self.folders):
                name = f"{frame.f_globals.get('__name__', '')}.{code.co_qualname}"
                self.seen = f"{'is' if frame.f_back is caller else 'calls'} {name}"
            elif event == "c_call" and argument is sys.setprofile:
                self.seen = self.seen or HIDDEN

        return look
