"""An answer, checked by the key in a fresh process: what Otter's hidden tests ask.

Nothing that a notebook has changed in its own process is in that one. A function is called where it was written.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from scoring_the_scores import exercises
from scoring_the_scores.course.plain import NotPlainError, decode, encode
from scoring_the_scores.course.provenance import Watch

MODULE: Final = "scoring_the_scores.course.fresh"


def checked(exercise_id: str, answer: Any, seed: str | None = None) -> tuple[bool, str]:
    """Whether an answer is right, and the message.

    Raises
    ------
    RuntimeError
        If the key is not installed, or two processes end without a verdict.
    """
    functions: list[Callable[..., Any]] = []
    folders = [os.path.dirname(sys.modules[name].__file__ or "") for name in ("metricbook", "scoring_the_scores")]
    watch = Watch(folders)

    def number(function: Callable[..., Any]) -> int:
        functions.append(function)
        return len(functions) - 1

    try:
        request = {"id": exercise_id, "answer": encode(answer, number), "seed": seed}
    except NotPlainError as error:
        return False, f"The answer cannot be handed over: {error}."
    said = _verdict(request, functions, watch) or _verdict(request, functions, watch)
    if said is None:
        raise RuntimeError("not graded: the process that checks ended without a verdict, twice")
    if said.get("lacking"):
        raise RuntimeError("the wheel scoring_the_scores_key, which grades, is not installed")
    if said["ours"] and exercises.load()[exercise_id].kind == "code":
        return False, f"The function {said['ours']}, and is to be the student's own."
    return bool(said["right"]), str(said["message"])


def _verdict(request: Any, functions: Sequence[Callable[..., Any]], watch: Watch) -> dict[str, Any] | None:
    """What a fresh process says, and which of our functions it saw called; nothing if the system ends it first."""
    pipe, ours = subprocess.PIPE, ""
    with (
        suppress(BrokenPipeError),
        subprocess.Popen([sys.executable, "-I", "-m", MODULE], stdin=pipe, stdout=pipe, text=True) as process,
    ):
        print(json.dumps(request), file=process.stdin, flush=True)
        for said in map(json.loads, process.stdout or ()):
            if "call" not in said:
                return {**said, "ours": ours}
            reply = _called(functions[said["call"]], said, watch)
            ours = ours or watch.seen
            print(json.dumps(reply), file=process.stdin, flush=True)
    return None


def _called(of: Callable[..., Any], said: dict[str, Any], watch: Watch) -> dict[str, Any]:
    """What a function returns or raises, as a message."""
    arguments, named = decode(said["arguments"]), decode(said["named"])
    try:
        with watch.looking():
            value = of(*arguments, **named)
        return {"value": encode(value)}
    except Exception as error:
        return {"error": [type(error).__name__, str(error)[:300]]}


def main() -> None:
    """Check the answer on the first line of the input, asking there for what its functions return."""
    os.environ["METRICBOOK_PROGRESS"] = "off"
    from scoring_the_scores.exercises.checking import has_key

    request = json.loads(sys.stdin.readline())
    if not has_key(request["id"]):
        print(json.dumps({"lacking": True}))
        return
    answer = decode(request["answer"], _calling)
    result = exercises.check(request["id"], answer, seed=request["seed"])
    print(json.dumps({"right": bool(result), "message": result.message}))


def _calling(number: int) -> Callable[..., Any]:
    """What calls a function of the other process."""

    def call(*arguments: Any, **named: Any) -> Any:
        print(json.dumps({"call": number, "arguments": encode(list(arguments)), "named": encode(named)}), flush=True)
        reply = json.loads(sys.stdin.readline())
        if "error" in reply:
            kind, message = reply["error"]
            raise type(kind, (Exception,), {})(message)
        return decode(reply["value"])

    return call


if __name__ == "__main__":
    main()
