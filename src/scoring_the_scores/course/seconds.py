"""Second examples: what an assignment asks for beside a construction, and whether what is handed in is that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scoring_the_scores.exercises import Exercise
from scoring_the_scores.exercises.checking import smallest_size

ASKED: Final = {
    "another": "Another answer, for which the check says something else than for the first",
    "smallest": "A right answer that is as short as a right one can be",
}
TEXT: Final = """**And a second one.** {what}: the check above reads it, too.
Then one sentence, in `why`, on why what you handed in has to be right; your teacher reads it. Without both there are no
points."""
CODE: Final = """answer = None  # the second one
why = ""
answers["{id}, second"] = answer
answers["{id}, why"] = why"""
#: A sentence has so many words.
WORDS: Final = 8


def asked(exercise: Exercise) -> tuple[str, str]:
    """What a notebook says of the second example, and the cell that it is written into."""
    return TEXT.format(what=ASKED[exercise.second]), CODE.format(id=exercise.id)


def names(exercise_id: str) -> tuple[str, str]:
    """The names of the second example and of the sentence among the answers."""
    return f"{exercise_id}, second", f"{exercise_id}, why"


def fault(exercise: Exercise, said: Sequence[str], answer: Any, why: Any) -> str:
    """What is wrong with a second example that is right by itself; nothing if it is what was asked for.

    Parameters
    ----------
    exercise : Exercise
        What it answers.
    said : sequence of str
        What the check says of the first and of the second.
    answer, why : object
        The second example and the sentence.
    """
    if exercise.second == "another" and said[0] == said[1]:
        return "The second example is the first in another form: of both the check says the same."
    if exercise.second == "smallest" and size(answer) > smallest_size(exercise):
        return f"There are right answers that are shorter than the second one, which has {size(answer)} cases."
    if not isinstance(why, str) or len(why.split()) < WORDS:
        return f"A sentence on why it is right is missing, of {WORDS} words or more."
    return ""


def size(answer: Any) -> int:
    """How many cases an answer has: of two rankings, the first."""
    if isinstance(answer, Mapping):
        return size(next(iter(answer.values()), ""))
    if isinstance(answer, list | tuple) and answer and not isinstance(answer[0], int | bool):
        return size(answer[0])
    return len(answer)
