"""Who a student is, and which instance is theirs: by name alone, or by a place on the roster of a class."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from itertools import count
from typing import Final

from scoring_the_scores.exercises.forms import folded

#: Seed of a place on a roster: the place counts among the instances that the roster's key puts in order.
PLACE: Final = re.compile(r"place ([0-9]{1,6}) of ([0-9a-f]{16})")
#: Letters of a digest: enough to tell a class apart.
DIGEST: Final = 8


def seed_of(student: object, roster: str = "") -> str:
    """The seed of a student's instances.

    Parameters
    ----------
    student : object
        The student number or name; case, spaces and the composition of accents do not matter.
    roster : str, optional
        The roster of the class as an assignment has it. No two students on it have the same instance of an exercise,
        as long as that has enough of them.

    Raises
    ------
    ValueError
        If there is no student number, or the roster does not have it.

    Examples
    --------
    >>> seed_of(" Zoë ") == seed_of("zoe\\u0308")
    True
    """
    name = folded(str(student)) if student is not None else ""
    if not name:
        raise ValueError("your student number is missing: it decides which numbers you are given")
    if not roster:
        return name
    key, *digests = roster.split()
    if (digest := _digest(key, name)) not in digests:
        raise ValueError(f"{student!r} is not on the roster of this assignment: write it as your teacher has it")
    return f"place {digests.index(digest)} of {key}"


def sealed(students: Iterable[str], about: str) -> str:
    """The roster of a class as an assignment has it: a key, and digests of the names in an order that the key gives.

    Parameters
    ----------
    students : iterable of str
        Numbers or names; two spellings of one are one.
    about : str
        What it is for, so that each assignment has an order of its own.
    """
    names = sorted({folded(student) for student in students})
    keys = (hashlib.sha256("\n".join([about, str(attempt), *names]).encode()).hexdigest()[:16] for attempt in count())
    key = next(key for key in keys if len({_digest(key, name) for name in names}) == len(names))
    return " ".join([key, *sorted(_digest(key, name) for name in names)])


def _digest(key: str, name: str) -> str:
    return hashlib.sha256(f"{key}\n{name}".encode()).hexdigest()[:DIGEST]
