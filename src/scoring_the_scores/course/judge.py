"""One submission, judged: its notebook runs in a process of its own, and its answers are checked in this one.

What a student's process can do is hand over plain data, and be asked to call a function. The checkers, and the metrics
they compute, are those of this process, which no student's code runs in.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from scoring_the_scores import exercises
from scoring_the_scores.course.confining import hide
from scoring_the_scores.course.isolating import PACKAGES, PROCESSES, key_files
from scoring_the_scores.course.plain import NotPlainError, as_text, decode, encode
from scoring_the_scores.course.seconds import fault
from scoring_the_scores.course.seconds import names as second_names
from scoring_the_scores.exercises.keeping import plain

#: Stands in the environment of every process that a submission starts, unless it hides.
MARK: Final = "METRICBOOK_SUBMISSION"
#: Seconds between looks at a student's process.
LOOK: Final = 0.05
#: By the clock, starting Python may take the first seconds.
START: Final = 60.0
#: A checker takes less than two seconds of its own processor time; a function that is called has the submission's.
CHECK: Final = 60.0
#: State of what the clock or the system ended, and not an answer: it has no points, and not none of them.
NOT_GRADED: Final = "not graded"
#: Who has closed every end has so many seconds to be gone.
ENDING: Final = 10.0
#: A line from a student's process may not be longer.
LINE: Final = 16_000_000
#: Our packages that a function could be of, or call, to answer an exercise.
COMPUTING: Final = ("metricbook", "scoring-the-scores")
#: Letters of a sentence that a teacher sees.
SHOWN: Final = 500
#: Letters of an answer that are shown again to the student.
LONGEST_SHOWN: Final = 2_000
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


def judge(
    cells: list[str],
    wanted: list[str],
    *,
    seeded: bool,
    seed: str | None,
    roster: str = "",
    seconds: Sequence[str] = (),
    firsts: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    folder: Path,
    limits: Limits,
    within: Sequence[str] = (),
    place: str = ".",
) -> Iterator[dict[str, Any]]:
    """Yield the result of each exercise, and last that of the whole submission.

    Parameters
    ----------
    cells : list of str
        The code of the submission.
    wanted : list of str
        Ids of the exercises.
    seeded : bool
        Whether each student has instances of their own.
    seed : str or None
        Whose, if that is known; otherwise whoever the notebook says.
    roster : str
        The class, as the assignment has it; empty if it does not.
    seconds : sequence of str
        Ids of those exercises of which a second example is asked for.
    firsts : mapping
        What was first predicted, by exercise and seed, as the student's own record has it.
    folder : Path
        Where it is run: a folder of its own, with what was handed in.
    limits : Limits
        What it may use.
    within : sequence of str
        What stands before the command that runs it, such as a call of bubblewrap.
    place : str
        Where in the folder its notebook lies.
    """
    adopt_orphans()
    hide()
    for name in wanted:  # so that all checkers are loaded before a student's code could change them
        exercises.check(name, None)
    sandbox = Sandbox(folder, cells, limits, within, place)
    try:
        replies = Replies.of(sandbox)
        own, refused = None, ""
        try:
            own = exercises.seed_of(seed if seed is not None else replies.student, roster) if seeded else None
        except ValueError as error:
            refused = str(error)
        for name in wanted:
            start, why = time.monotonic(), ""
            if refused and exercises.load()[name].seeded and not replies.died:
                state, right, message = "no number", False, f"Not graded: {refused}."
            elif name in replies.answers:
                first = firsts.get(name, {}).get(str(own))
                state, right, message = predicted(name, replies.answers[name], first, own, sandbox)
                if right and name in seconds:
                    right, message, why = with_second(name, replies.answers, message, own, sandbox)
            else:
                state, right, message = replies.instead(name, cells)
            taken = round(time.monotonic() - start, 2)
            told = {"exercise": name, "right": right, "message": message, "seconds": taken, "state": state}
            yield {**told, "why": why, "answer": written(name, replies.answers.get(name), cells)}
        yield {"student": replies.student, "died": replies.died}
    finally:
        sandbox.close()


@dataclass
class Replies:
    """What a submission sent while it ran."""

    answers: dict[str, Any]
    unfit: dict[str, str]
    failed: dict[int, str]
    student: str = ""
    died: str = ""
    blameless: bool = False

    @classmethod
    def of(cls, sandbox: Sandbox) -> Replies:
        """Hear it all, until it is done or stopped. What was answered before it was stopped counts."""
        replies = cls({}, {}, {})
        try:
            while not (message := sandbox.hear()).get("done"):
                sandbox.deadline = min(sandbox.deadline, time.monotonic() + sandbox.limits.clock)
                replies.take(message)
            sandbox.deadline = time.monotonic() + sandbox.limits.clock
        except StoppedError as stopped:
            replies.died, replies.blameless = str(stopped), sandbox.blameless
        except (TypeError, ValueError, KeyError, AttributeError):
            replies.died = "it sends what is no answer"
        return replies

    def take(self, message: dict[str, Any]) -> None:
        """Take what one cell brought."""
        self.answers |= message.get("answers", {})
        self.unfit |= message.get("unfit", {})
        self.student = str(message.get("student", ""))[:200].strip()
        if message.get("failed"):
            self.failed[int(message["cell"])] = str(message["failed"])

    def instead(self, name: str, cells: list[str]) -> tuple[str, bool, str]:
        """The state and message of an exercise without an answer."""
        if name in self.unfit:
            return "unreadable", False, f"The answer cannot be handed over: {self.unfit[name]}."
        for place, why in sorted(self.failed.items()):
            if re.search(rf"""["']{re.escape(name)}["']""", cells[place] if 0 <= place < len(cells) else ""):
                return "cell failed", False, f"The cell of this exercise fails: {why}."
        if self.blameless:
            return NOT_GRADED, False, f"Not graded: {self.died}."
        if self.died:
            return "stopped", False, f"The notebook was stopped before it gave an answer: {self.died}."
        return "no answer", False, "There is no answer."


def predicted(name: str, answer: Any, first: Any, seed: str | None, sandbox: Sandbox) -> tuple[str, bool, str]:
    """As `checked`; of a prediction that was changed after its first check, the first is checked."""
    if first is not None and exercises.load()[name].kind == "predict":
        with suppress(NotPlainError):
            if plain(decode(answer, sandbox.function)) != first:
                state, right, message = checked(name, encode(first), seed, sandbox)
                return state, right, f"The first prediction, {first}, counts. {message}"
    return checked(name, answer, seed, sandbox)


def with_second(
    name: str, answers: Mapping[str, Any], message: str, seed: str | None, sandbox: Sandbox
) -> tuple[bool, str, str]:
    """Whether a right answer has what else was asked for, what is said of both, and the sentence on why."""
    second, sentence = second_names(name)
    if answers.get(second) is None:
        return False, f"The first example is right. {message} The second one is missing.", ""
    _, right, more = checked(name, answers[second], seed, sandbox)
    if not right:
        return False, f"The first example is right. {message} Of the second: {more}", ""
    answer, why = (decode(answers.get(one), sandbox.function) for one in (second, sentence))
    wrong = fault(exercises.load()[name], (message, more), answer, why)
    return not wrong, f"{message} Of the second: {more} {wrong}".rstrip(), str(why)[:SHOWN]


def checked(name: str, answer: Any, seed: str | None, sandbox: Sandbox) -> tuple[str, bool, str]:
    """The state of an answer, whether it is right, and the message."""
    sandbox.ours = ""
    try:
        with time_limit(CHECK):
            result = exercises.check(name, decode(answer, sandbox.function), seed=seed)
    except NotPlainError as error:
        return "unreadable", False, f"The answer cannot be handed over: {error}."
    except UncheckedError as error:
        with suppress(StoppedError):
            sandbox.stop("a check of it was stopped")  # a late reply would be taken for the next answer
        return "stopped", False, f"Checking the answer was stopped: {error}."
    if sandbox.blameless and not result.right and _calls(answer):
        return NOT_GRADED, False, f"Not graded: {sandbox.why}."
    if sandbox.why and not result.right and _calls(answer):
        return "stopped", False, f"The answer is a function, and its process was stopped: {sandbox.why}."
    if sandbox.ours and exercises.load()[name].kind == "code":
        return "not their own", False, f"The function {sandbox.ours}, and is to be the student's own."
    return "checked", bool(result), result.message


def written(name: str, answer: Any, cells: Sequence[str]) -> str:
    """An answer as a student would write it, for the student and the teacher; of a function, the cell that defines it.

    Anything longer than a page is not repeated.
    """
    if answer is None:
        return ""
    text = json.dumps(answer)
    if _calls(answer):
        of_it = [cell for cell in cells if re.search(rf"""answers\[["']{re.escape(name)}["']\]\s*=""", cell)]
        text = of_it[-1] if of_it else "a function"
    elif len(text) <= LONGEST_SHOWN:
        try:
            text = as_text(decode(answer))
        except NotPlainError as error:
            text = str(error)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} … ({len(text)} characters)"


def _calls(answer: Any) -> bool:
    return '"function"' in json.dumps(answer)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `UncheckedError` in whatever takes more processor time of this process."""

    def late(number: int, frame: Any) -> None:
        raise UncheckedError(f"it took more than {seconds:g} seconds of processor time")

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


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


def main() -> None:
    """Judge the request on the first line of the input, and print the results as lines of JSON."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))  # so that what was started is ended
    request = json.loads(sys.stdin.readline())
    request["limits"], request["folder"] = Limits(**request["limits"]), Path(request["folder"])
    os.environ["METRICBOOK_PROGRESS"] = "off"
    for message in judge(**request):
        print(json.dumps(message), flush=True)


if __name__ == "__main__":
    main()
