"""For teachers: instances, and checkers that hold an answer, of mcdermott/literature."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.forms import folded
from scoring_the_scores.exercises.reading import fields, whole, wrong
from scoring_the_scores.mcdermott.answers import Given

NAMES: Final = (
    *("Adler", "Baros", "Cheng", "Diaz", "Egede", "Fonseca", "Gupta", "Haas", "Ito", "Jansen", "Kovac", "Lindt"),
    *("Moreau", "Novak", "Okafor", "Petrov", "Quist", "Rossi", "Sato", "Tamm", "Ueda", "Vega", "Wolff", "Zhang"),
)


@draws("mcdermott.three-lists")
def a_review(rng: np.random.Generator) -> Given:
    papers = [f"{name} {rng.integers(2012, 2024)}" for name in rng.permutation(NAMES)[: int(rng.integers(11, 17))]]
    uncited, unfounded = papers[: int(rng.integers(3, 6))], papers[-int(rng.integers(3, 5)) :]
    impossible = papers[len(uncited)] if rng.integers(2) else uncited[0]
    lists = {
        "final": papers + papers[4 : 4 + int(rng.integers(1, 4))],
        "uncited": [*{*uncited, impossible}],
        "unfounded": [*{*unfounded, impossible}],
    }
    return {name: [str(one) for one in rng.permutation(sorted(there))] for name, there in lists.items()}


@checks("mcdermott.three-lists")
def three_lists(answer: Any, given: Given) -> str:
    """What three lists can say, and what they cannot."""
    entries = fields(answer, ("papers", "impossible", "founded"))
    papers, founded = whole(entries["papers"], "papers"), whole(entries["founded"], "founded")
    final, uncited, unfounded = (set(given[name]) for name in ("final", "uncited", "unfounded"))
    (both,) = uncited & unfounded
    if papers == len(given["final"]):
        wrong(f"{papers} is the number of entries of final; some papers stand there twice.")
    if papers != len(final):
        wrong(f"final does not hold {papers} different papers.")
    name = folded(entries["impossible"]) if isinstance(entries["impossible"], str) else ""
    if name != folded(both):
        listed = name in map(folded, uncited | unfounded)
        wrong(
            f"{'That paper is in one of the two lists only' if listed else 'No list has that paper'}: which is in both?"
        )
    if founded == len(final) - len(given["uncited"]) - len(given["unfounded"]):
        wrong(f"{founded} takes {both} away twice.")
    if founded in (len(final) - len(uncited), len(final) - len(unfounded)):
        wrong(f"{founded} takes away one of the two lists: neither kind of paper cites a work that makes the claim.")
    if founded != len(final - uncited - unfounded):
        whole_list = founded == len(given["final"]) - len(uncited | unfounded)
        wrong(f"{founded} {'counts papers twice that stand twice in final' if whole_list else 'is not what is left'}.")
    return f"{papers} papers make the claim, at most {founded} of them cite one that does, and {both} is in two lists."
