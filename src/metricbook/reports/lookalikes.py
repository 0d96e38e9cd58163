"""Columns without a role that look as if they had one: by their names, and by how their values repeat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.periods import parse_dates
from metricbook.reports.values import MISSING, as_text

#: What each role is called, and the names of columns that may have it, as words between signs that are no letters.
NAMES: Final = {
    "cluster": r"patients?|subjects?|persons?|participants?|customers?|clients?|users?|members?|animals?|donors?|"
    r"families|family|households?|clusters?|hospitals?|clinics?|cent(er|re)s?|sites?|schools?|devices?|speakers?|"
    r"pat|subj|pid|mrn|account",
    "fold": r"folds?|k?fold|cv|split",
    "time": r"dates?|datetime|time|timestamp|year|month|week|day|at|on|admitted|admission|visited|created|period|"
    r"quarter",
    "identifier": r"ids?|uid|uuid|guid|identifier|record|case|sample|image|accession|transaction|key",
}
_PATTERNS: Final = {
    role: re.compile(rf"(^|[\W_\d])({words})([\W_\d]|$)", re.IGNORECASE) for role, words in NAMES.items()
}
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
#: Most columns of each role that are looked at.
MOST: Final = 2
#: Fewer clusters say little about how far they vary; a column of few values divides cases into groups.
FEWEST_CLUSTERS: Final = 10
#: More folds than this are hardly folds.
MOST_FOLDS: Final = 50
#: Share of the rows that must repeat an earlier value, for cases to be called clustered.
LEAST_REPEATED: Final = 0.01


@dataclass(frozen=True)
class Lookalike:
    """A column that looks as if it had a role: which, the index of each case's value, and the values.

    A case whose value is missing has one of its own if the role is "cluster" or "identifier".
    """

    role: str
    codes: NDArray[np.intp]
    texts: tuple[str, ...]

    @property
    def repeated(self) -> int:
        """Number of cases with a value of an earlier case."""
        return int(self.codes.size - np.unique(self.codes).size)


def guess_role(name: str) -> str | None:
    """The role that a column's name suggests.

    Examples
    --------
    >>> guess_role("patient_id"), guess_role("patientId"), guess_role("visit date"), guess_role("age")
    ('cluster', 'cluster', 'time', None)
    """
    words = _HUMP.sub("_", name)
    return next((role for role, pattern in _PATTERNS.items() if pattern.search(words)), None)


def name_lookalikes(columns: Sequence[str], taken: Sequence[str]) -> dict[str, str]:
    """The roles that the names of columns suggest, of those that are not taken; a few of each role."""
    found: dict[str, str] = {}
    known = set(taken)
    for name in columns:
        role = None if name in known else guess_role(name)
        if role is not None and list(found.values()).count(role) < MOST:
            found[name] = role
    return found


def look_at(role: str, values: NDArray[Any]) -> Lookalike | None:
    """A column if its values fit to the role that its name suggests, or else None.

    Clusters and identifiers fit if they repeat, folds if each of a few values does, times if they are dates of at least
    two days.
    """
    from pandas import factorize

    try:
        codes, distinct = factorize(values)
    except TypeError:  # cells of several values
        return None
    texts = tuple(as_text(value) for value in distinct)
    missing = (codes < 0) | np.isin(codes, [k for k, text in enumerate(texts) if text.casefold() in MISSING])
    if role in ("time", "fold"):
        if missing.any() or len(texts) < 2:
            return None
        found = Lookalike(role, codes, texts)
        if role == "time":
            return found if parse_dates(texts) is not None else None
        return found if len(texts) <= MOST_FOLDS and np.bincount(codes).min() > 1 else None
    codes = np.where(missing, len(texts) + np.cumsum(missing), codes)
    found = Lookalike(role, np.unique(codes, return_inverse=True)[1], texts)
    if role == "identifier":
        return found if found.repeated else None
    fits = len(texts) >= FEWEST_CLUSTERS and found.repeated >= LEAST_REPEATED * codes.size
    return found if fits else None
