"""Statement of exercises in notebooks and in the book, and their explorers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring_the_scores.exercises.exercise import Exercise, named
from scoring_the_scores.exercises.public import instance


@dataclass(frozen=True)
class Shown:
    """An exercise with one student's instance; notebooks show it as Markdown."""

    exercise: Exercise
    seed: int | str | None
    given: Mapping[str, Any]
    bare: bool = False

    @property
    def text(self) -> str:
        """The task, with this student's instance."""
        return _fill_in(self.exercise.text, {name: str(value) for name, value in self.given.items()})

    @property
    def goal(self) -> str:
        """What to reach in the explorer, with this student's instance."""
        return _fill_in(self.exercise.goal, {name: str(value) for name, value in self.given.items()})

    @property
    def starter(self) -> str:
        """Code to begin with, whose last line assigns ``answer``."""
        return _fill_in(self.exercise.starter, {name: repr(value) for name, value in self.given.items()})

    @property
    def call(self) -> str:
        """The line that checks an answer."""
        own = f", seed={self.seed!r}" if self.seed is not None else ""
        return f'exercises.check("{self.exercise.id}", answer{own})'

    def __str__(self) -> str:
        return f"{self._head}\n\n{self.text}\n\nHand in: {self.exercise.answer}\nCheck: {self.call}"

    __repr__ = __str__

    @property
    def _head(self) -> str:
        minutes = f"{self.exercise.minutes} minutes"
        return f"Exercise {self.exercise.id}: {self.exercise.title} ({self.exercise.level}, {minutes})"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/markdown": self.markdown(), "text/plain": str(self)}

    def markdown(self) -> str:
        """The whole exercise as Markdown, with hints that open one by one."""
        anchor = self.exercise.id.replace(".", "-")
        if self.bare:
            return f"{self.text}\n\n*Hand in:* {self.exercise.answer}"
        parts = [
            f'<div class="exercise" id="exercise-{anchor}">',
            f"**{self.exercise.title}** · {self.exercise.level} · {self.exercise.minutes} minutes",
            self.text,
            f"*Hand in:* {self.exercise.answer}",
            f"```python\n{self.starter}\n{self.call}\n```",
            *folded_hints(self.exercise),
            "</div>",
        ]
        return "\n\n".join(parts)


def show(exercise_id: str, *, seed: int | str | None = None, bare: bool = False) -> Shown:
    """State an exercise.

    Parameters
    ----------
    exercise_id : str
        Such as ``"flach.crossing-rankings"``.
    seed : int or str, optional
        The student's seed, for exercises that are seeded; by default the book's instance.
    bare : bool, optional
        Whether title, starter, check and hints are left out, as where they stand beside it.

    Raises
    ------
    ValueError
        If there is no such exercise.

    Examples
    --------
    >>> print(show("flach.crossing-rankings").call)
    exercises.check("flach.crossing-rankings", answer)
    """
    exercise = named(exercise_id)
    return Shown(exercise, seed, instance(exercise, seed), bare)


def folded_hints(exercise: Exercise) -> list[str]:
    """The hints of an exercise, each of which opens by itself."""
    return [
        f"<details><summary>Hint {number} of {len(exercise.hints)}</summary>\n\n{hint}\n\n</details>"
        for number, hint in enumerate(exercise.hints, start=1)
    ]


def _fill_in(text: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(f"<<{name}>>", value)
    return text
