"""A student's process: how it is started and asked, what it may use, and its end with all that it started."""

from __future__ import annotations

import ctypes
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from scoring_the_scores.course.isolating import PACKAGES, PROCESSES, key_files
from scoring_the_scores.course.plain import NotPlainError, decode, encode

#: Stands in the environment of every process that a submission starts, unless it hides.
MARK: Final = "METRICBOOK_SUBMISSION"
#: Seconds between looks at a student's process.
LOOK: Final = 0.05
#: By the clock, starting Python may take the first seconds.
START: Final = 60.0
#: Who has closed every end has so many seconds to be gone.
ENDING: Final = 10.0
#: A line from a student's process may not be longer.
LINE: Final = 16_000_000
#: Our packages that a function could be of, or call, to answer an exercise.
COMPUTING: Final = ("metricbook", "scoring-the-scores")
#: Whoever did that, it was not this grader: memory runs out, or the machine is shut down.
KILLED: Final = "the system ended it (SIGKILL)"
SUBREAPER: Final = 36  # PR_SET_CHILD_SUBREAPER of Linux: orphans come to us, and do not escape


@dataclass(frozen=True)
class Limits:
    """Limits of a submission: seconds of processor time for all of it, bytes of memory, processes at a time.

    By the clock it may take `patience` times as long: no student is to pay for a busy machine.
    """

    seconds: float = 120.0
    memory: int = 2_000_000_000
    processes: int = 32
    patience: float = 3.0

    @property
    def clock(self) -> float:
        """Seconds by the clock for its cells, and as many for the functions that it hands in."""
        return self.patience * self.seconds


class StoppedError(Exception):
    """A student's process was ended, or ended itself; the message says why."""


class UncheckedError(BaseException):
    """A check cannot go on; the message says why. No `Exception`: a checker would take it for the student's."""


class Sandbox:
    """A student's process, from its start to the end of all that it started."""

    def __init__(
        self, folder: Path, cells: list[str], limits: Limits, within: Sequence[str] = (), place: str = "."
    ) -> None:
        self.limits, self.why, self.rest, self.looked = limits, "", b"", 0.0
        self.blameless = False  # whether the clock or the system ended it, and not what it does
        requests, self.requests = os.pipe()
        self.replies, replies = os.pipe()
        command = [
            *within,
            sys.executable,
            "-I",
            "-B",
            "-m",
            "scoring_the_scores.course.runner",
            str(requests),
            str(replies),
        ]
        self.process = subprocess.Popen(
            command,
            cwd=folder / place,
            env=environment(folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(requests, replies),
            start_new_session=True,
        )
        os.close(requests)
        os.close(replies)
        os.set_blocking(self.replies, False)
        self.deadline = time.monotonic() + START + limits.clock
        self.processes = limits.processes + (PROCESSES if within else 0)
        processes = self.processes + own_threads()
        own = {"memory": limits.memory, "seconds": int(limits.seconds) + 1, "processes": processes}
        self.ours = ""
        told = {"hidden": list(map(str, key_files())), "ours": [str(PACKAGES[name]) for name in COMPUTING]}
        self.ask(cells=cells, limits=own, folder=str(folder), **told)

    def ask(self, **request: Any) -> None:
        """Send a line."""
        self.look()
        line = (json.dumps(request) + "\n").encode()
        try:
            while line:
                _, ready, _ = select.select([], [self.requests], [], LOOK)
                self.look()
                line = line[os.write(self.requests, line[:4096]) :] if ready else line
        except OSError:
            self.stop("it closed what it was to be asked through")

    def hear(self) -> dict[str, Any]:
        """The next line that it sends."""
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.replies], [], [], LOOK)
            piece = os.read(self.replies, 1 << 16) if ready else None
            if piece == b"" or len(self.rest) > LINE:
                self.stop("" if piece == b"" else "it sends without end")
            if not piece:
                self.look()
            self.rest += piece or b""
        line, _, self.rest = self.rest.partition(b"\n")
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            self.stop("it sends what is no answer")
        return message

    def look(self) -> None:
        """Stop it if it uses more than it may, or is at its end."""
        if self.why:
            raise StoppedError(self.why)
        if time.monotonic() > self.deadline:
            clock, spent = f"{self.limits.clock:g} seconds by the clock", f"{self.limits.seconds:g} of the processor"
            self.stop(f"time: it took more than {clock}, but not {spent}", blameless=True)
        if self.process.poll() is not None:
            self.stop("")
        if time.monotonic() < self.looked + LOOK:
            return
        there, self.looked = below(), time.monotonic()
        if len(there) > self.processes:
            self.stop(f"it started more than {self.limits.processes} processes")
        if sum(map(resident, there)) > self.limits.memory:
            self.stop(f"it used more than {self.limits.memory / 1e9:g} GB of memory")

    def stop(self, why: str, *, blameless: bool = False) -> None:
        """End it and all that it started, and say why."""
        if self.why:
            raise StoppedError(self.why)
        code = self.process.poll()
        if code is None and not why:  # it has closed its end, and is about to be gone: how it ended is known then
            try:
                code = self.process.wait(ENDING)
            except subprocess.TimeoutExpired:
                why = "it closed what it was to be heard through"
        end_all(self.process.pid)
        self.process.wait()
        self.why = why or _ended(self.process.returncode if code is None else code, self.limits)
        self.blameless = blameless or self.why == KILLED
        raise StoppedError(self.why)

    def close(self) -> None:
        """End whatever is left of it."""
        with suppress(StoppedError):
            self.stop("it was done")
        os.close(self.requests)
        os.close(self.replies)

    def function(self, number: int) -> Callable[..., Any]:
        """Something to call in our process that is called in the student's."""

        def call(*arguments: Any, **named: Any) -> Any:
            try:
                given = {"arguments": encode(list(arguments)), "named": encode(named)}
            except NotPlainError as error:
                raise UncheckedError(f"the function cannot be called from outside, because {error}") from error
            self.ask(call=number, **given)
            message = self.hear()
            self.ours = self.ours or str(message.get("ours", ""))[:200]
            if "error" in message:
                raise _raised(message["error"])
            return decode(message.get("value"), self.function)

        return call


def _raised(raised: Any) -> Exception:
    kind, message = (str(one) for one in raised)
    return type(kind[:80] if kind.isidentifier() else "Exception", (Exception,), {})(message)


def _ended(code: int, limits: Limits) -> str:
    if code > 128 and code - 128 in set(signal.Signals):  # as bubblewrap and shells tell of a signal
        code = 128 - code
    if code == -signal.SIGXCPU:
        return f"it took longer than {limits.seconds:g} seconds of processor time"
    if code == -signal.SIGKILL:
        return KILLED
    if code < 0:
        return f"it crashed ({signal.Signals(-code).name})"
    return f"it ended itself (exit code {code})"


def plain_environment() -> dict[str, str]:
    """Of our environment, where programs are and which language is spoken."""
    return {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}


def environment(folder: Path) -> dict[str, str]:
    """The environment of a student's process: of ours, the path to programs alone."""
    home = folder / ".home"
    home.mkdir(exist_ok=True)
    places = {name: str(home) for name in ("HOME", "TMPDIR", "IPYTHONDIR", "MPLCONFIGDIR", "XDG_CACHE_HOME")}
    threads = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    return {**plain_environment(), **places, **threads, "MPLBACKEND": "Agg", "METRICBOOK_PROGRESS": "off", MARK: "yes"}


def adopt_orphans() -> None:
    """Become the parent of processes whose own parent ends, where the system can do that."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def below(process: Any = None) -> list[Any]:
    """The processes that this one, or another, started, and theirs."""
    import psutil

    with suppress(psutil.Error):
        return (process or psutil.Process()).children(recursive=True)
    return []


def resident(process: Any) -> int:
    """The memory that a process has, in bytes; nothing if it has just ended."""
    import psutil

    with suppress(psutil.Error):
        return int(process.memory_info().rss)
    return 0


def own_threads() -> int:
    """How many threads this user has: a limit of processes counts them all."""
    import psutil

    count = 0
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            count += process.num_threads() if process.uids().real == os.getuid() else 0
    return count


def end_all(group: int, members: Callable[[], list[Any]] = below) -> None:
    """Kill a process group at once, which no fork outruns, and then processes that have left it."""
    for _ in range(200):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
        left = [one for one in members() if _running(one)]
        for process in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process.pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            while os.waitpid(-group, os.WNOHANG)[0]:
                pass
        if not left:
            return
        time.sleep(0.01)


def _running(process: Any) -> bool:
    import psutil

    with suppress(psutil.Error):
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    return False
