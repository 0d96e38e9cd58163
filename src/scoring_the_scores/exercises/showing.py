"""Statement of exercises in notebooks and in the book, and their explorers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from metricbook.explorers import Explorer, Goal
from metricbook.explorers import explore as explorer_of
from scoring_the_scores.contents import room
from scoring_the_scores.exercises.checking import instance
from scoring_the_scores.exercises.exercise import Exercise, load, named


@dataclass(frozen=True)
class Shown:
    """An exercise with one student's instance; notebooks show it as Markdown."""

    exercise: Exercise
    seed: int | str | None
    given: Mapping[str, Any]

    @property
    def text(self) -> str:
        """The task, with this student's instance."""
        return _fill_in(self.exercise.text, {name: str(value) for name, value in self.given.items()})

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
        hints = [
            f"<details><summary>Hint {number} of {len(self.exercise.hints)}</summary>\n\n{hint}\n\n</details>"
            for number, hint in enumerate(self.exercise.hints, start=1)
        ]
        parts = [
            f'<div class="exercise" id="exercise-{anchor}">',
            f"**{self.exercise.title}** · {self.exercise.level} · {self.exercise.minutes} minutes",
            self.text,
            f"*Hand in:* {self.exercise.answer}",
            f"```python\n{self.starter}\n{self.call}\n```",
            *hints,
            "</div>",
        ]
        return "\n\n".join(parts)


def show(exercise_id: str, *, seed: int | str | None = None) -> Shown:
    """State an exercise.

    Parameters
    ----------
    exercise_id : str
        Such as ``"flach.crossing-rankings"``.
    seed : int or str, optional
        The student's seed, for exercises that are seeded; by default the book's instance.

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
    return Shown(exercise, seed, instance(exercise, seed))


def explore(exercise_id: str, *, seed: int | str | None = None) -> Explorer:
    """The explorer in which an exercise can be solved by hand; it tells what is still wrong, and when it is solved.

    Parameters
    ----------
    exercise_id : str
        Such as ``"mcdermott.dearer-below"``.
    seed : int or str, optional
        The student's seed, for exercises that are seeded; by default the book's instance.

    Returns
    -------
    Explorer
        A notebook displays it.

    Raises
    ------
    ValueError
        If there is no such exercise, or it has no explorer; the message names those that have one.
    """
    shown = show(exercise_id, seed=seed)
    stated = shown.exercise
    if stated.explorer is None:
        names = ", ".join(name for name, other in load().items() if other.explorer)
        raise ValueError(f"{exercise_id!r} has no explorer: {names} have one")
    text = _fill_in(stated.goal, {name: str(value) for name, value in shown.given.items()})
    goal = Goal(stated.id, stated.title, text, shown.given, room(stated.chapter) / "goals.js")
    return replace(explorer_of(stated.explorer, **stated.start), goal=goal)


def _fill_in(text: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(f"<<{name}>>", value)
    return text
