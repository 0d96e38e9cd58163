"""A submission's function is called where it was written, and what it returns or raises comes over."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from scoring_the_scores.course.plain import decode
from scoring_the_scores.course.sandbox import Limits, Sandbox, StoppedError, adopt_orphans, below

CODE = """
import time
def double(x, more=0):
    if x is None:
        time.sleep(60)
    return 2 * x + more
"""


def main(folder: Path) -> None:
    """Call it, with what it can do and with what it cannot."""
    adopt_orphans()
    sandbox = Sandbox(folder, [CODE, "answers = {'a': double}"], Limits(seconds=30))
    try:
        answers: dict = {}
        while not (said := sandbox.hear()).get("done"):
            answers |= said.get("answers", {})
        double = decode(answers["a"], sandbox.function)
        assert double(4) == 8
        assert double([1, 2], more=[3]) == [1, 2, 1, 2, 3]
        assert _raised(double, {}) == "TypeError"
        sandbox.deadline = time.monotonic() + 0.5
        assert _raised(double, None) == StoppedError.__name__
    finally:
        sandbox.close()
    assert below() == []
    print("as expected")


def _raised(function: object, argument: object) -> str:
    try:
        function(argument)
    except Exception as error:
        return type(error).__name__
    return "nothing"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
