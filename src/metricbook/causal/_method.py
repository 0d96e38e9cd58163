"""What the registry knows of a method."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

import numpy as np

NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class Method:
    """A method of causal discovery and what is known about it. Each module of a method defines one as ``METHOD``.

    Attributes
    ----------
    name : str
        As in Table 1 of the LxCIM paper.
    score : callable
        ``score(x, y, rng=None) -> float``: positive says that x causes y, negative that y causes x; NaN is no decision.
        The magnitude is the confidence, in the method's own unit. Settings follow as keyword-only parameters.
    reference : str
        Authors, place and year of the article that defines the method.
    assumption : str
        What must hold for its decisions to be right, as a clause.
    version : int
        Raised whenever a change of the module can change a score. Stored scores of other versions are computed again.
    coverage : str
        When it gives no score, as a clause, beyond constant variables (which no method decides).
    agreement : str
        How its row relates to Table 1: ``"every digit"`` (LxCIM, accuracy and AUDRC as printed), ``"near"`` (as near as
        the definition allows) or ``"own"`` (done properly; the printed row hangs on unseeded draws or unfinished fits).
        Where a definition leaves a choice open, rows that agree in every digit take what the public code of the table's
        authors takes: x³ alone in RECI, six functions in SLOPE, the divisor n in CDS, constants in HECI, the cuts in
        NNCL, and what becomes of pair 105.
    deterministic : bool
        Whether it draws no random numbers. A method that draws refuses ``rng=None`` with a ValueError.
    cost : str
        Time for all pairs on one core: ``"seconds"`` (under a minute), ``"minutes"`` (under an hour) or ``"hours"``.
    extra : str or None
        The optional extra of the package that it needs (``"causal"``), imported when it scores and not before.
    several_columns : str
        What it does with a pair whose cause or effect has several columns, to follow Table 1 and not as a
        recommendation: ``"flatten"`` (each variable's columns are strung together), ``"drop"`` (no score) or ``"first
        two columns"`` (the first two columns of the pair's table are taken for cause and effect).
    antisymmetric : bool
        Whether exchanging x and y (with a generator in the same state) changes the sign and nothing else.
    shift_invariant, scale_invariant : bool
        Whether adding a constant to a variable, or multiplying it by a positive one, leaves the score as it is, up to
        rounding.
    tiny : mapping
        Settings that make it quick enough for tests of everything but its accuracy.

    Examples
    --------
    >>> from metricbook.causal import METHODS
    >>> METHODS["RECI"].deterministic, METHODS["RECI"].several_columns
    (True, 'drop')
    """

    name: str
    score: Callable[..., float]
    reference: str
    assumption: str
    version: int
    coverage: str
    agreement: Literal["every digit", "near", "own"]
    deterministic: bool = True
    cost: Literal["seconds", "minutes", "hours"] = "seconds"
    extra: str | None = None
    several_columns: Literal["drop", "flatten", "first two columns"] = "drop"
    antisymmetric: bool = True
    shift_invariant: bool = True
    scale_invariant: bool = True
    tiny: Mapping[str, Any] = field(default_factory=lambda: NOTHING)

    def __repr__(self) -> str:
        return f"<Method {self.name}, version {self.version}>"


def needs(rng: np.random.Generator | None, name: str) -> np.random.Generator:
    """Return the generator, or a ValueError if a method that draws was given none."""
    if rng is None:
        raise ValueError(f"{name} draws random numbers: pass a generator, e.g. rng=np.random.default_rng(0)")
    return rng
