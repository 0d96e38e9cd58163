"""Numbers of the lecture on Hand's argument."""

from __future__ import annotations

from typing import Any

import numpy as np

from scoring_the_scores.flach.hands_argument import score_laws

AUROC = 0.9


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    models = score_laws.equal_auroc_models(AUROC)
    losses = {name: score_laws.expected_least_loss(models[name], np.ones_like) for name in ("normal", "sure negatives")}
    own = score_laws.expected_least_loss(models["normal"], models["normal"].weight)
    return {"auroc": AUROC, "normal": losses["normal"], "sure": losses["sure negatives"], "own": own}
