"""What being the better number to report may mean: C(r_b) beside A and F1."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from claimledger import Evidence
from metricbook.exact import indistinguishability as exact_ranks
from metricbook.exact import ranking as exact
from metricbook.exact import samples as shared
from scoring_the_scores.sumpter.counted import largest_f1

TIED, LONGEST = 6, 10
#: A ranking and a better one, which gets less however many cases each letter stands for.
_ADDED_UP, _TIMES = ("PNPNPN", "PPNNPN"), (1, 10, 100, 1000)
#: Positives and negatives at each score, the highest first.
Groups = tuple[tuple[int, int], ...]


def recommendation() -> Evidence:
    """Conclusions: what being the better number may mean, with added negatives and exchanges of two neighbours."""
    pairs = _better_rankings()
    e = Evidence(
        note="Rankings of up to eight samples without ties that have an r_b, and each exchange of a negative with the "
        f"positive next below it. Added negatives: samples of up to {TIED} with ties and rankings of up to {LONGEST} "
        "with an r_b, one or three more negatives below the others, in each place and tie."
    )
    e.printed("each exchange raises $A$", cases=(after.area > before.area for before, after in pairs))
    e.printed("and never lowers the largest $F_1$", cases=(after.f1 >= before.f1 for before, after in pairs))
    added = _below_negatives()
    e.reading(
        "negatives added below the other negatives never raise it",
        over=added,
        holds=lambda case: case.c[1] <= case.c[0],
    )
    e.printed("and never lower $A$", cases=(case.area[1] >= case.area[0] for case in added))
    falls = [f"{before} and {after}" for before, after in pairs if after.c < before.c]
    e.reading(
        "a better ranking never gets less",
        agrees=not falls,
        reproduced=f"less in {len(falls)} of {len(pairs)}, first in {falls[0]}",
    )
    worse, better = ([_read(_in_a_row(letters, times)) for times in _TIMES] for letters in _ADDED_UP)
    e.printed(
        f"{' and '.join(_ADDED_UP)}, each letter {', '.join(f'{times:,}' for times in _TIMES)} cases in a row: the "
        "second has the larger $A$ and less, both the same for any number",
        agrees=len({*worse}) == len({*better}) == 1 and _gets_less(worse[0], better[0]),
        reproduced="; ".join(f"C(r_b) = {one[0]}, A = {one[1]}" for one in (worse[0], better[0]) if one),
    )
    e.control(
        "negatives tied with the lowest negative never raise it",
        over=_below_negatives(tied=True),
        holds=lambda case: case.c[1] <= case.c[0],
    )
    e.control("a better ranking always gets more", cases=(after.c > before.c for before, after in pairs))
    return e


@dataclass(frozen=True)
class _Added:
    """A sample and the same with more negatives, the highest score first, and C(r_b) and A of both."""

    samples: tuple[Groups, Groups]
    c: tuple[Fraction, Fraction]
    area: tuple[Fraction, Fraction]

    def __str__(self) -> str:
        return ", ".join(f"{_letters(groups)} {c}" for groups, c in zip(self.samples, self.c, strict=True))


@cache
def _below_negatives(*, tied: bool = False) -> tuple[_Added, ...]:
    """Samples that have an r_b, each with negatives added below the others, or tied with the lowest of them."""
    below = []
    for sample in (*shared.samples(TIED), *shared.samples(LONGEST, smallest=TIED + 1, ties=False)):
        groups = _groups(*sample)
        before = _read(groups)
        if before is None:
            continue
        lowest = max(place for place, (_, negatives) in enumerate(groups) if negatives)
        for more in (1, 3):
            for after in _with_negatives(groups, lowest, more, tied=tied):
                read = _read(after)
                assert read is not None  # at least half of the positives beat what is added, so A stays at 1/2 or above
                below.append(_Added((groups, after), (before[0], read[0]), (before[1], read[1])))
    return tuple(below)


def _groups(labels: tuple[int, ...], scores: tuple[int, ...]) -> Groups:
    """Positives and negatives at each score, the highest first."""
    kinds = [
        [label for label, s in zip(labels, scores, strict=True) if s == t] for t in sorted(set(scores), reverse=True)
    ]
    return tuple((sum(kind), len(kind) - sum(kind)) for kind in kinds)


def _with_negatives(groups: Groups, lowest: int, more: int, *, tied: bool) -> list[Groups]:
    """The sample with more negatives in each place below the lowest negative, at a score that is there and between."""
    joined = [lowest] if tied else range(lowest + 1, len(groups))
    between = [] if tied else range(lowest + 1, len(groups) + 1)
    return [
        *((*groups[:k], (groups[k][0], groups[k][1] + more), *groups[k + 1 :]) for k in joined),
        *((*groups[:k], (0, more), *groups[k:]) for k in between),
    ]


def _read(groups: Groups) -> tuple[Fraction, Fraction] | None:
    """C(r_b) and A, counted in whole numbers; None where there is no r_b."""
    positives, negatives = (sum(group[kind] for group in groups) for kind in (0, 1))
    above = true_positives = flagged = wins = won = 0  # wins count double, and so a tie once
    precision = None
    for p, n in groups:
        beaten = 2 * above + p
        above, true_positives, flagged = above + p, true_positives + p, flagged + p + n
        wins, won = wins + beaten * (p + n), won + beaten * n
        if wins <= positives * flagged:
            precision = Fraction(true_positives, flagged)
    area = Fraction(won, 2 * positives * negatives)
    return (precision, area) if precision is not None and area >= Fraction(1, 2) else None


def _in_a_row(letters: str, times: int) -> Groups:
    """The ranking without ties in which each letter stands for so many cases in a row."""
    return tuple((int(letter == "P"), int(letter == "N")) for letter in letters for _ in range(times))


def _gets_less(before: tuple[Fraction, Fraction] | None, after: tuple[Fraction, Fraction] | None) -> bool:
    """Whether C(r_b) falls while A rises."""
    return before is not None and after is not None and after[0] < before[0] and after[1] > before[1]


def _letters(groups: Groups) -> str:
    """P and N from the highest score down, those of one score in brackets."""
    words = ["P" * p + "N" * n for p, n in groups]
    return "".join(word if len(word) == 1 else f"({word})" for word in words)


class _Judged(NamedTuple):
    """Three measures of one ranking."""

    labels: tuple[int, ...]
    c: Fraction
    area: Fraction
    f1: float

    def __str__(self) -> str:
        return f"{''.join('NP'[label] for label in self.labels)} {self.c}"


@cache
def _better_rankings() -> tuple[tuple[_Judged, _Judged], ...]:
    """Rankings that have an r_b, each before and after a negative is exchanged for the positive next below it."""
    better = []
    for labels, scores in shared.samples(8, ties=False):
        if (before := _judged(labels, scores)) is None:
            continue
        for place, pair in enumerate(pairwise(labels)):
            if pair == (0, 1):
                after = _judged((*labels[:place], 1, 0, *labels[place + 2 :]), scores)
                assert after is not None  # without ties r_b exists if and only if A >= 1/2, and A has grown
                better.append((before, after))
    return tuple(better)


def _judged(labels: tuple[int, ...], scores: tuple) -> _Judged | None:
    r = exact_ranks.indistinguishability_threshold(labels, scores)
    if r is None:
        return None
    c = exact_ranks.rates(labels, scores, r).precision
    return _Judged(labels, c, exact.auroc(labels, scores), largest_f1(labels, scores))
