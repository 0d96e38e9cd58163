"""What a class's answers to a test with four options say of its items, of the test, and of the time between two tests.

Answers are a table with a row for each student: ``student``, and the letter chosen for each item, empty where none was.
The key is a table of ``item`` and ``right``. An answer that was left out is a wrong one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd
from scipy import stats

LETTERS: Final = tuple("ABCD")
#: The share of the class that is called upper, and the share that is called lower (Kelley 1939).
EXTREME: Final = 0.27
#: Of an item fewer students than this say nothing.
FEWEST: Final = 10
FEW: Final = f"fewer than {FEWEST} students"
#: An item below this point-biserial correlation is one to read again.
LEAST: Final = 0.2


class Estimate(NamedTuple):
    """A value and its interval of 95 %."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})"


def read_key(path: Path) -> dict[str, str]:
    """The right letter of each item.

    Raises
    ------
    ValueError
        If a column is missing, an item stands there twice, or a letter is none of A to D.
    """
    table = _table(path, ("item", "right"))
    letters = table["right"].str.strip().str.upper()
    if (twice := table["item"][table["item"].duplicated()]).size:
        raise ValueError(f"{path}: the item {twice.iloc[0]} is there twice")
    if (odd := ~letters.isin(LETTERS)).any():
        raise ValueError(f"{path}, line {_first(odd) + 2}: right must be A, B, C or D, not {letters[odd].iloc[0]!r}")
    return dict(zip(table["item"], letters, strict=True))


def read_answers(path: Path, key: dict[str, str]) -> pd.DataFrame:
    """The letters chosen, with students as rows and the items of the key as columns; empty where none was.

    Raises
    ------
    ValueError
        If a column is missing, a student is there twice or has no name, or an answer is no letter from A to D.
    """
    table = _table(path, ("student", *key))
    names = table["student"].str.strip()
    if (nameless := names.eq("")).any():
        raise ValueError(f"{path}, line {_first(nameless) + 2}: the student has no name or number")
    if (twice := names.duplicated()).any():
        raise ValueError(f"{path}, line {_first(twice) + 2}: the student {names[twice].iloc[0]} is there twice")
    chosen = table[list(key)].apply(lambda column: column.str.strip().str.upper())
    for item in chosen:
        if (odd := ~chosen[item].isin((*LETTERS, ""))).any():
            at = _first(odd)
            raise ValueError(f"{path}, line {at + 2}: {item} must be A, B, C, D or empty, not {chosen.loc[at, item]!r}")
    return chosen.set_index(names)


def _first(odd: pd.Series) -> int:
    """The number of the first row of which it is true."""
    return int(odd[odd].index[0])


def _table(path: Path, columns: tuple[str, ...]) -> pd.DataFrame:
    try:
        table = pd.read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8-sig")
    except (pd.errors.ParserError, pd.errors.EmptyDataError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is no table of comma-separated values: {error}") from None
    if missing := [name for name in columns if name not in table]:
        raise ValueError(f"{path} has no column {', '.join(missing)}")
    if table.empty:
        raise ValueError(f"{path} has no rows")
    return table


def marked(answers: pd.DataFrame, key: dict[str, str]) -> pd.DataFrame:
    """1 for a right answer and 0 for a wrong one or none, in the form of the answers."""
    right = answers[list(key)].to_numpy() == np.array(list(key.values()))
    return pd.DataFrame(right.astype(int), columns=list(key), index=answers.index)


def by_item(answers: pd.DataFrame, key: dict[str, str]) -> pd.DataFrame:
    """A row for each item.

    Returns
    -------
    DataFrame
        ``item``, ``right``; ``difficulty``, the share of right answers, with the ends ``low`` and ``high`` of its
        interval (Wilson's, 95 %); ``discrimination``, the share of right answers in the upper 27 % of the class by the
        other items, less that in the lower 27 %; ``point_biserial``, the correlation with the number of other items
        right, NaN where one of them does not vary; the shares ``A`` to ``D`` and ``none``; ``note``, what asks for
        another look.

    Notes
    -----
    Both measures of discrimination leave out the item itself: with it, an item of noise would correlate with the total.

    Examples
    --------
    >>> answers = pd.DataFrame({"one": list("AAB"), "two": list("AAC"), "three": list("ABB")})
    >>> by_item(answers, {"one": "A", "two": "A", "three": "A"})["difficulty"].round(2).tolist()
    [0.67, 0.67, 0.33]
    """
    right = marked(answers, key)
    rows = []
    for item, letter in key.items():
        own, rest = right[item], right.drop(columns=item).sum(axis=1)
        share = stats.binomtest(int(own.sum()), len(own)).proportion_ci(method="wilson")
        chosen = {each: float(answers[item].eq(each).mean()) for each in LETTERS}
        row: dict[str, Any] = {
            "item": item,
            "right": letter,
            "difficulty": own.mean(),
            "low": share.low,
            "high": share.high,
            "discrimination": _upper_lower(own, rest),
            "point_biserial": _correlation(own, rest),
            **chosen,
            "none": answers[item].eq("").mean(),
        }
        wrong = {each: share for each, share in chosen.items() if each != letter}
        note = _note(wrong, row["difficulty"], row["point_biserial"]) if len(own) >= FEWEST else FEW
        rows.append(row | {"note": note})
    return pd.DataFrame(rows)


def _upper_lower(own: pd.Series, rest: pd.Series) -> float:
    """Shares right at both ends; students of one total count in part where they do not all fit in."""
    wanted = EXTREME * len(own)

    def share(best_first: bool) -> float:
        left, total = wanted, 0.0
        for _, group in sorted(own.groupby(rest), reverse=best_first):
            taken = min(left, len(group))
            total += taken * group.mean()
            left -= taken
        return total / wanted

    return share(True) - share(False)


def _correlation(own: pd.Series, rest: pd.Series) -> float:
    varies = own.nunique() > 1 and rest.nunique() > 1
    return float(np.corrcoef(own, rest)[0, 1]) if varies else float("nan")


def _note(wrong: dict[str, float], difficulty: float, correlation: float) -> str:
    """What asks for another look at an item."""
    unchosen = ", ".join(letter for letter, share in wrong.items() if not share)
    notes = {
        "a wrong option is chosen more often than the right one": max(wrong.values()) > difficulty,
        f"nobody chose {unchosen}": bool(unchosen),
        "hardly goes with the other items": correlation < LEAST,
    }
    return "; ".join(text for text, so in notes.items() if so)


def reliability(answers: pd.DataFrame, key: dict[str, str]) -> Estimate:
    """Kuder and Richardson's formula 20, which is Cronbach's alpha of items that are right or wrong.

    The interval is Feldt's (1965), for which totals are normal and items alike; NaN if all students have one total.

    Raises
    ------
    ValueError
        If there are fewer than two items or students.

    Examples
    --------
    >>> answers = pd.DataFrame({"one": list("AAB"), "two": list("AAC"), "three": list("ABB")})
    >>> round(reliability(answers, {"one": "A", "two": "A", "three": "A"}).value, 4)
    0.8571
    """
    right = marked(answers, key).to_numpy()
    students, items = right.shape
    if items < 2 or students < 2:
        raise ValueError(f"it takes two items and two students at least, not {items} and {students}")
    total = right.sum(axis=1).var()
    if not total:
        return Estimate(*[float("nan")] * 3)
    value = items / (items - 1) * (1 - right.var(axis=0).sum() / total)
    ends = stats.f.ppf([0.975, 0.025], students - 1, (students - 1) * (items - 1))
    low, high = 1 - (1 - value) * ends
    return Estimate(float(value), float(low), float(high))


def gain(before: pd.DataFrame, after: pd.DataFrame, key: dict[str, str]) -> tuple[int, Estimate, Estimate]:
    """What those who sat both tests gained.

    Returns
    -------
    int
        How many sat both.
    Estimate
        The mean gain in the share of right answers, with Student's interval.
    Estimate
        The normalised gain (Hake 1998), the mean gain over what could be gained; its interval is Fieller's, NaN where
        there is none.

    Raises
    ------
    ValueError
        If fewer than two students sat both tests.
    """
    both = before.index.intersection(after.index)
    if len(both) < 2:
        raise ValueError(f"{len(both)} students sat both tests, by their names; it takes two at least")
    first, second = (marked(test.loc[both], key).mean(axis=1).to_numpy() for test in (before, after))
    gained, missing = second - first, 1 - first
    t = stats.t.ppf(0.975, len(both) - 1)
    half = t * gained.std(ddof=1) / len(both) ** 0.5
    return len(both), Estimate(gained.mean(), gained.mean() - half, gained.mean() + half), _ratio(gained, missing, t)


def _ratio(above: np.ndarray, below: np.ndarray, t: float) -> Estimate:
    """The ratio of two means of the same students, with Fieller's interval."""
    (va, c), (_, vb) = np.cov(above, below) / len(above)
    a, b = above.mean(), below.mean()
    spread = b**2 - t**2 * vb
    root = (a * b - t**2 * c) ** 2 - spread * (a**2 - t**2 * va)
    if spread <= 0 or root < 0:
        return Estimate(a / b if b else float("nan"), float("nan"), float("nan"))
    middle = a * b - t**2 * c
    return Estimate(a / b, (middle - root**0.5) / spread, (middle + root**0.5) / spread)
