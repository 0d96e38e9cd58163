"""The explorer in which an exercise can be solved by hand: a module of its own, as most exercises have none."""

from __future__ import annotations

from dataclasses import replace

from metricbook.explorers import Explorer, Goal
from metricbook.explorers import explore as explorer_of
from scoring_the_scores.contents import room
from scoring_the_scores.exercises.exercise import load
from scoring_the_scores.exercises.showing import show


def explore(exercise_id: str, *, seed: int | str | None = None) -> Explorer:
    """The explorer in which an exercise can be solved by hand: it tells what is still wrong, and when it is solved.

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
    goal = Goal(stated.id, stated.title, shown.goal, shown.given, room(stated.chapter) / "goals.js")
    return replace(explorer_of(stated.explorer, **stated.start), goal=goal)
