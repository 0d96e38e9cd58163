"""Numbers of the lecture on the picture without numbers."""

from __future__ import annotations

from typing import Any

import pandas as pd

from scoring_the_scores import pages
from scoring_the_scores.sumpter import scored_images

CATS = 6


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    rows = []
    for cats, others in scored_images.orders(CATS):
        order = "".join("C" if score in cats else "o" for score in sorted(cats + others, reverse=True))
        rates = {f"B({r})": float(scored_images.win_rate(cats, others, r)) for r in (75, 67, 60)}
        rows.append({"order": order, **rates})
    return {"orders": pages.table(pd.DataFrame(rows)), "second": "0.49", "third": "0.60", "r2": 67, "r3": 60, "r1": 75}
