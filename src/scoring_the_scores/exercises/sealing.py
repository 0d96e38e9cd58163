"""Right answers and known slips, sealed: who has one can read what is said of it, and nobody reads it off a page.

A seal is the head of a digest of the answer, salted by the exercise and its entries, and a message that the rest of the
digest hides. The digest is slow, but answers are few: a program that tries all fractions of small terms finds the right
one within a minute. A seal keeps an answer from being read, not from being searched for; it does not protect grades.
"""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final, TypeAlias

from scoring_the_scores.exercises.boxes import Entry, Lattice, roundings
from scoring_the_scores.exercises.reading import Wrong, fraction, number

#: How often a digest is taken of a digest: a page takes some thirty milliseconds for it.
ROUNDS: Final = 20_000
#: Bytes of a digest by which its answer is known.
HEAD: Final = 6
#: Bytes of a digest by which one of a list of texts is known.
SHORT: Final = 4
#: What is said of an answer that is right but rounded; the page says it in full.
ROUNDED: Final = "~"

#: Places of entries, the lattices of each, and a seal for each answer that these entries may have.
Group: TypeAlias = dict[str, Any]


def digest(salt: str, answer: str, rounds: int = ROUNDS) -> bytes:
    """The slow digest of an answer."""
    value = hashlib.sha256(f"{salt}\n{answer}".encode()).digest()
    for _ in range(rounds):
        value = hashlib.sha256(value).digest()
    return value


def seal(key: bytes, message: str) -> str:
    """A seal that its answer's digest opens."""
    return b64encode(key[:HEAD] + _hidden(key, message.encode())).decode()


def known(exercise_id: str, texts: Iterable[str], rounds: int = ROUNDS) -> dict[str, Any]:
    """The heads of the digests of texts, in an order that tells nothing of them.

    So a page can check a number that belongs to a reader's own construction and not say how it is computed, where
    constructions are few: each text is a construction and its number.
    """
    heads = sorted(digest(exercise_id, text, rounds)[:SHORT] for text in texts)
    return {"id": exercise_id, "heads": b64encode(b"".join(heads)).decode(), "rounds": rounds}


def sealed(
    exercise_id: str,
    entries: Sequence[Entry],
    right: tuple[Any, str],
    slips: Iterable[tuple[Any, str]],
    rounds: int = ROUNDS,
) -> list[Group]:
    """The seals of an exercise: of the whole right answer, of each right entry, of slips, of what is rounded.

    Parameters
    ----------
    exercise_id : str
        Its id, which salts.
    entries : sequence of Entry
        The entries of its box, or those that seals check.
    right : tuple
        The right answer, and what is said of it.
    slips : iterable of tuple
        Known wrong answers, and what is said of each. One that cannot be read is left out: the form says so itself.
    rounds : int, optional
        How often a digest is taken of a digest.
    """
    answer, message = right
    lattices = [entry.lattice(entry.of(answer)) for entry in entries]
    goal = [entry.canonical(entry.of(answer), lattice) for entry, lattice in zip(entries, lattices, strict=True)]
    groups = _Groups(exercise_id, rounds)
    every = range(len(entries))
    groups.add(every, lattices, goal, message)
    for place in every if len(entries) > 1 else ():
        groups.add([place], [lattices[place]], [goal[place]], "")
    for place, entry in enumerate(entries):
        for near in _roundings(entry, entry.of(answer)):
            groups.add([place], [[]], [str(near)], ROUNDED)
    for slip, said in slips:
        if differing := _differing(slip, entries, lattices, goal):
            groups.add(*differing, said)
    return groups.made


def _roundings(entry: Entry, right: Any) -> list[Fraction]:
    """What a reader may write who rounds the right number too far."""
    if entry.form == "fraction":
        return roundings(fraction(right))
    return roundings(Fraction(number(right)), entry.reach(number(right))) if entry.form.startswith("within ") else []


def _differing(
    slip: Any, entries: Sequence[Entry], lattices: Sequence[list[Lattice]], goal: Sequence[str]
) -> tuple[list[int], list[list[Lattice]], list[str]] | None:
    """The entries of a slip that are wrong: their places, their lattices and what they are."""
    places, own, texts = [], [], []
    try:
        for place, entry in enumerate(entries):
            value = entry.of(slip)
            if entry.canonical(value, lattices[place]) != goal[place]:
                places.append(place)
                own.append(entry.lattice(value))
                texts.append(entry.canonical(value, own[-1]))
    except (Wrong, LookupError, TypeError, ValueError):
        return None
    return (places, own, texts) if places else None


class _Groups:
    """Seals by the entries that they are of, and by these entries' lattices."""

    def __init__(self, exercise_id: str, rounds: int) -> None:
        self.id, self.rounds = exercise_id, rounds
        self.made: list[Group] = []
        self.known: set[str] = set()

    def add(self, places: Iterable[int], lattices: Sequence[list[Lattice]], texts: Sequence[str], message: str) -> None:
        """Seal a message with what entries are; of two messages for the same the first stays."""
        at, lines = list(places), [list(map(list, each)) for each in lattices]
        salt = f"{self.id}\n{','.join(map(str, at))}"
        key = digest(salt, "\n".join(texts), self.rounds)
        one = seal(key, message)
        if (head := f"{lines} {one[:8]}") in self.known:
            return
        self.known.add(head)
        group = next((each for each in self.made if (each["at"], each["lattices"]) == (at, lines)), None)
        if group is None:
            group = {"at": at, "lattices": lines, "seals": []}
            self.made.append(group)
        group["seals"].append(one)


def opened(
    exercise_id: str, groups: Sequence[Group], entries: Sequence[Entry], parts: Sequence[Any]
) -> list[tuple[list[int], str, bool]]:
    """What an answer opens: places of entries, what is said of them, and whether all of the answer is right.

    Parameters
    ----------
    exercise_id : str
        Its id, which salts.
    groups : sequence of dict
        Its seals; the first of the first group is that of the right answer.
    entries : sequence of Entry
        The entries of its box.
    parts : sequence
        The answer's part for each entry.
    """
    found = []
    for group in groups:
        at = group["at"]
        texts = [_text(entries[place], parts[place], lines) for place, lines in zip(at, group["lattices"], strict=True)]
        key = digest(f"{exercise_id}\n{','.join(map(str, at))}", "\n".join(texts))
        for place, one in enumerate(group["seals"]):
            sealed_bytes = b64decode(one)
            if sealed_bytes[:HEAD] == key[:HEAD]:
                found.append((at, _hidden(key, sealed_bytes[HEAD:]).decode(), group is groups[0] and place == 0))
    return found


def _text(entry: Entry, part: Any, lattices: Sequence[Lattice]) -> str:
    """The text that all forms of a part have in common; nothing if it has none there, as what is not exact."""
    try:
        return entry.canonical(part, lattices)
    except Wrong:
        return ""


def _hidden(key: bytes, text: bytes) -> bytes:
    """A text under the rest of a digest; done twice, the text again."""
    stream = b"".join(hashlib.sha256(key + bytes([block])).digest() for block in range(1 + len(text) // 32))
    return bytes(one ^ other for one, other in zip(text, stream, strict=False))
