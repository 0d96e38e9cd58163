"""Numbers of the lecture on who is best where."""

from __future__ import annotations

from typing import Any

from scoring_the_scores import pages
from scoring_the_scores.tile.rankings import tables


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    rivals = tables.rivals(seed=1)
    prior = float(next(iter(rivals.values()))[0].mean())
    shares = tables.curve_shares(rivals, [prior])[list(rivals)]
    return {"shares": pages.table(shares, digits=2), "best": f"{100 * shares.to_numpy().max():.0f}"}
