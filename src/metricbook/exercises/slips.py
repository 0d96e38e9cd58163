"""Wrong forms that are known: which of them a wrong answer is, so that the message can name it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, TypeAlias

import numpy as np

from metricbook.exercises.reading import called, wrong

#: What is wrong with an answer, in words that go on a sentence, and the value it leads to.
Slips: TypeAlias = Mapping[str, float | Fraction]
#: Labels and scores, and weights if there are any.
Sample: TypeAlias = tuple[Sequence[float], ...]
#: How many cases more a wrong form must give the student's value for, to be called by its name.
MORE = 25
NAMES = ("labels", "scores", "weights")


def match(
    value: float | Fraction,
    right: float | Fraction,
    what: str,
    slips: Slips,
    *,
    tolerance: float = 1e-12,
    hint: str = "",
) -> None:
    """Pass over the right value; say of another which known slip leads to it, or else give the hint."""
    if abs(float(value) - float(right)) <= tolerance:
        return
    for said, slipped in slips.items():
        if abs(float(value) - float(slipped)) <= tolerance:
            wrong(f"{what} is not {_text(value)}: {said}.")
    wrong(f"{what} is not {_text(value)}{': ' + hint if hint else ''}.")


def same_function(
    of: Callable[..., Any],
    twin: Callable[..., float | Fraction],
    samples: Iterable[Sample],
    slips: Mapping[str, Callable[..., float | Fraction]],
    *,
    tolerance: float = 1e-9,
) -> None:
    """Call a function on samples, smallest first, and show the first on which it is not its twin, and why if known."""
    samples = list(samples)
    for place, sample in enumerate(samples):
        right, found = twin(*sample), _call(of, sample)
        if abs(found - right) > tolerance:
            further = samples[place : place + MORE]
            known = (said for said, slip in slips.items() if _does(slip, of, further, tolerance))
            because = "".join(f": {said}" for said in islice(known, 1))
            wrong(f"On {described(sample)}, the function returns {found:.6g}, expected {_text(right)}{because}.")


def described(sample: Sample) -> str:
    """A sample in words."""
    columns = (f"{name} {', '.join(f'{one:g}' for one in column)}" for name, column in zip(NAMES, sample, strict=False))
    return "; ".join(columns)


def _call(of: Callable[..., Any], sample: Sample) -> float:
    labels, *others = sample
    return called(of, np.array(labels), *(np.array(one, dtype=float) for one in others), case=described(sample))


def _does(slip: Callable[..., float | Fraction], of: Callable[..., Any], samples: list[Sample], off: float) -> bool:
    return all(abs(slip(*sample) - _call(of, sample)) <= off for sample in samples)


def _text(value: float | Fraction) -> str:
    return str(value) if isinstance(value, Fraction) else f"{value:.6g}"
