"""One submission, judged: its notebook runs in a process of its own, and its answers are checked in this one.

What a student's process can do is hand over plain data, and be asked to call a function. The checkers, and the metrics
they compute, are those of this process, which no student's code runs in.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from scoring_the_scores import exercises
from scoring_the_scores.course.confining import hide
from scoring_the_scores.course.plain import NotPlainError, as_text, decode, encode
from scoring_the_scores.course.sandbox import Limits, Sandbox, StoppedError, UncheckedError, adopt_orphans
from scoring_the_scores.course.seconds import fault
from scoring_the_scores.course.seconds import names as second_names
from scoring_the_scores.exercises.keeping import plain

#: A checker takes less than two seconds of its own processor time; a function that is called has the submission's.
CHECK: Final = 60.0
#: State of what the clock or the system ended, and not an answer: it has no points, and not none of them.
NOT_GRADED: Final = "not graded"
#: Letters of a sentence that a teacher sees.
SHOWN: Final = 500
#: Letters of an answer that are shown again to the student.
LONGEST_SHOWN: Final = 2_000


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
