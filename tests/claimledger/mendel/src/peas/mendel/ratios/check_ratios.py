"""Checks of the seven counts: plants or seeds with the dominant character, and those with the recessive one."""

from __future__ import annotations

from claimledger import Claim, Evidence

#: As printed, in the order of the paper.
COUNTS = {
    "seeds": (5474, 1850),
    "albumen": (6022, 2001),
    "seed coats": (705, 224),
    "pods": (882, 299),
    "unripe pods": (428, 152),
    "flowers": (651, 207),
    "stems": (787, 277),
}


def seven_ratios(claim: Claim) -> Evidence:
    """Divide the counts."""
    e = Evidence(claim)
    for name, (dominant, recessive) in COUNTS.items():
        e.printed(f"ratio of the {name}", entry=name, reproduced=dominant / recessive)
    e.control("the seeds' ratio to all seeds", entry="seeds", reproduced=5474 / (5474 + 1850))
    return e


def one_ratio(claim: Claim) -> Evidence:
    """Add the counts, and divide."""
    dominant, recessive = map(sum, zip(*COUNTS.values(), strict=True))
    e = Evidence(claim)
    e.printed("ratio of the sums", reproduced=dominant / recessive)
    e.control("ratio of the sums without the albumen",
              reproduced=(dominant - COUNTS["albumen"][0]) / (recessive - COUNTS["albumen"][1]))  # fmt: skip
    return e
