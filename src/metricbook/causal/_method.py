"""A method of causal discovery: its comparison of the two directions, and everything that is done around it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from metricbook.causal._preparation import Vector, check_variable, random_rows

NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True, repr=False)
class Method:
    """A method of causal discovery: how it compares the two directions, what it is given, and what it assumes.

    Attributes
    ----------
    compare : callable
        ``compare(x, y) -> float``, of two float64 arrays of one dimension: how much better x explains y than y
        explains x, in the method's own unit. It is called with a checked, drawn and scaled pair, and with the
        generator too if it has a parameter ``rng``. Settings of its own follow as keyword-only parameters.
    name : str
        As in Table 1 of the LxCIM paper.
    reference : str
        The article that defines the method.
    assumption : str
        What must hold for its decisions to be right, as a clause.
    version : int
        Raised whenever a change can change a score. Stored scores of other versions are computed again.
    scale : callable, optional
        What both variables are scaled by, `standardise` or `unit_range`; by default they keep their units.
    least_distinct, least_rows : int
        With fewer distinct values of a variable, or fewer rows, there is no score.
    cap : int, optional
        Number of random rows used if there are more; by default all rows are used.
    paired : bool
        Whether the variables must have the same length.
    cost : str
        Time for all Tübingen pairs on one core: ``"seconds"`` (under a minute), ``"minutes"`` (under an hour) or
        ``"hours"``.
    extra : str, optional
        The extra of the package that it needs (``"causal"``), imported when it scores and not before.
    several_columns : str
        What it does with a pair whose cause or effect has several columns, to follow Table 1 and not as a
        recommendation: ``"flatten"`` (each variable's columns are strung together), ``"drop"`` (no score) or ``"first
        two columns"`` (the first two columns of the pair's table are taken for cause and effect).
    scale_invariant : bool
        Whether multiplying a variable by a positive number leaves the score as it is, up to rounding.
    tiny : mapping
        Settings of :meth:`score` that make it quick enough for tests of everything but its accuracy.

    Examples
    --------
    >>> by_variance = Method(lambda x, y: float(x.std() - y.std()), name="larger variance", reference="none",
    ...                      assumption="the cause varies more than the effect", version=1, scale_invariant=False)
    >>> by_variance, by_variance.score([0.0, 10.0], [0.0, 1.0])
    (<Method larger variance, version 1>, 4.5)
    """

    compare: Callable[..., float] = field(kw_only=False)
    name: str
    reference: str
    assumption: str
    version: int
    scale: Callable[[Vector], Vector] | None = None
    least_distinct: int = 2
    least_rows: int = 2
    cap: int | None = None
    paired: bool = True
    cost: Literal["seconds", "minutes", "hours"] = "seconds"
    extra: str | None = None
    several_columns: Literal["drop", "flatten", "first two columns"] = "drop"
    scale_invariant: bool = True
    tiny: Mapping[str, Any] = field(default_factory=lambda: NOTHING)

    @property
    def deterministic(self) -> bool:
        """Whether it draws no random numbers, and so needs no generator."""
        return self.cap is None and not self._asks_for_generator

    @property
    def _asks_for_generator(self) -> bool:
        return "rng" in inspect.signature(self.compare).parameters

    def score(self, x: ArrayLike, y: ArrayLike, rng: np.random.Generator | None = None, **settings: Any) -> float:
        """Return the score of a pair: positive says that x causes y, negative that y causes x, NaN does not decide.

        Parameters
        ----------
        x, y : array-likes of shape (n,)
        rng : numpy.random.Generator, optional
            Source of the random rows, and of whatever else the method draws; none is needed if it is deterministic.
        **settings
            ``cap`` and ``scale`` in place of the method's, and settings of ``compare``.

        Returns
        -------
        float
            The magnitude is the confidence, in the method's own unit. With the methods of this package, exchanging x
            and y changes the sign and nothing else, and adding a constant to a variable changes nothing but rounding.
            NaN if a variable is constant or has too few values.

        Raises
        ------
        ValueError
            If a variable is not a non-empty vector of finite numbers, or is too large or too narrow to be squared in
            float64; if the lengths differ; if the method draws and there is no generator.
        ImportError
            Without the method's extra.

        Examples
        --------
        >>> from metricbook.causal import METHODS
        >>> x = np.array([0.0, 0.5, 1.0])
        >>> METHODS["RECI"].score(x, x**3) > 0 > METHODS["RECI"].score(x**3, x)
        True
        """
        cap, scale = settings.pop("cap", self.cap), settings.pop("scale", self.scale)
        x, y = check_variable(x, "x"), check_variable(y, "y")
        if self.paired and x.size != y.size:
            raise ValueError(f"x has {x.size} values and y has {y.size}: a pair needs as many of each")
        if rng is None and (cap is not None or self._asks_for_generator):
            raise ValueError(f"{self.name} draws random numbers: pass a generator, e.g. rng=np.random.default_rng(0)")
        if rng is not None and cap is not None:
            x, y = random_rows(x, y, cap, rng)
        if x.size < self.least_rows or min(np.unique(x).size, np.unique(y).size) < self.least_distinct:
            return float("nan")
        if scale is not None:
            x, y = scale(x), scale(y)
        if self._asks_for_generator:
            settings["rng"] = rng
        return self.compare(x, y, **settings)

    def __repr__(self) -> str:
        return f"<Method {self.name}, version {self.version}>"
