"""Numbers of the lecture on checking a paper."""

from __future__ import annotations

from typing import Any

from claimledger import Printed

PRINTED = "0.36"


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    low, high = Printed(PRINTED).interval
    return {"printed": PRINTED, "low": float(low), "high": float(high)}
