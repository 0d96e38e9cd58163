"""How pages and commands write comparisons: in a line, or as rows of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from claimledger.claims import Printed
from claimledger.evidence import Comparison
from claimledger.markup import cell

_FORM_NAMES = {
    "printed": "as printed",
    "repaired": "repaired",
    "control": "control",
    "reading": "reading",
    "rerun": "stored, and rerun",
}


def spelled(comparison: Comparison, *, exact: bool = False) -> str:
    """A comparison in a line: its form, what is compared, what is published, what was found, whether they agree.

    Parameters
    ----------
    comparison : Comparison
        What to write.
    exact : bool
        Whether computed numbers have all their digits, and what the comparison allowed for is said: for whoever looks
        for the reason. Otherwise they are rounded, the same way on every machine.
    """
    c = comparison
    published = "" if c.published is None else f"published {value(c.published, exact=exact)}; "
    allowed = _allowed(c) if exact else ""
    result = f"{'found ' if exact else ''}{_reproduced(c, exact=exact)}"
    return f"{_FORM_NAMES[c.form]}: {c.what}: {published}{result}{allowed}: {mark(c)}"


def table(comparisons: Sequence[Comparison], *, exact: bool = False) -> str:
    """Comparisons as a table in Markdown, with a column of published values if there are any."""
    any_printed = any(comparison.published is not None for comparison in comparisons)
    titles = ["", "compared", *(["published"] if any_printed else []), "reproduced", ""]
    rows = ["| " + " | ".join(titles) + " |", "|---" * len(titles) + "|"]
    for c in comparisons:
        published = "" if c.published is None else cell(value(c.published, exact=exact))
        middle = [published] if any_printed else []
        cells = [_FORM_NAMES[c.form], cell(c.what), *middle, cell(_reproduced(c, exact=exact)), mark(c)]
        rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows)


def mark(comparison: Comparison) -> str:
    """Whether a comparison agrees, and whether it should."""
    if comparison.form == "control":
        return "agrees, and must not" if comparison.agrees else "fails, as it must"
    if comparison.form == "rerun" and not comparison.agrees:
        return "differs on this machine"
    return "agrees" if comparison.agrees else "fails"


def value(of: Any, *, exact: bool = False) -> str:
    """A value as readers see it: floats rounded the same way on every machine, or exact with all their digits."""
    if isinstance(of, Printed):
        return of.text
    if isinstance(of, bool):
        return "yes" if of else "no"
    if isinstance(of, Fraction):
        return str(of)
    if isinstance(of, float):
        return repr(float(of)) if exact else f"{of:.6g}"
    if isinstance(of, Mapping):
        return ", ".join(f"{key}: {value(entry, exact=exact)}" for key, entry in of.items())
    if isinstance(of, np.ndarray):
        return value(of.tolist(), exact=exact)
    if isinstance(of, (list, tuple)):
        nested = (list, tuple, np.ndarray)
        texts = [(value(entry, exact=exact), isinstance(entry, nested)) for entry in of]
        return ", ".join(f"({text})" if inside else text for text, inside in texts)
    return str(of)


def _reproduced(comparison: Comparison, *, exact: bool) -> str:
    """The computed value, with the first case that fails and, with all digits, the largest difference."""
    text = value(comparison.reproduced, exact=exact)
    if comparison.counterexample is not None:
        text += f"; not for {value(comparison.counterexample, exact=exact)}"
    if exact and comparison.apart is not None:
        text += f"; at most {comparison.apart!r} apart"
    return text


def _allowed(comparison: Comparison) -> str:
    """The tolerance of a comparison with a published value."""
    if comparison.published is None:
        return ""
    allowed = [] if comparison.tolerance is None else [f"tolerance {comparison.tolerance}"]
    if comparison.standard_error is not None:
        allowed.append(f"standard error {comparison.standard_error:.3g}")
    return f"; {', '.join(allowed) or 'tolerance as printed'}"
