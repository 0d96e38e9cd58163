"""A drag through every explorer in a browser: milliseconds to compute and lay out all views."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.record import Measured
from metricbook.explorers import bundle, styles
from tools.browser import CHROMIUM, browser

#: Milliseconds of a frame at sixty a second: 95 of 100 changes are drawn in less.
FRAME = 16.0
CHANGES = 200

PAGE = (
    "<!doctype html><meta charset=utf-8><style>{}</style><score-explorer name={}></score-explorer><script>{}</script>"
)
DRAG = """
async ([fixed, entry, from, to, count]) => {
  const explorer = document.querySelector("score-explorer"), frame = window.requestAnimationFrame.bind(window);
  let drawing = 0;
  const timed = (work) => {
    const begun = performance.now();
    work();
    drawing += performance.now() - begun;
  };
  window.requestAnimationFrame = (work) => frame((now) => timed(() => work(now)));
  const milliseconds = [];
  for (let k = 0; k < count; k += 1) {
    drawing = 0;
    timed(() => explorer.change({ ...fixed, [entry]: from + ((to - from) * k) / count }));
    await new Promise(frame);
    timed(() => explorer.getBoundingClientRect());
    milliseconds.push(drawing);
  }
  return milliseconds;
}
"""
#: What is dragged in which explorer, in what state, and from where to where.
DRAGS = (
    ("threshold-bench", {}, "threshold", -2, 2),
    ("threshold-bench", {"view": "cost"}, "skew", 0, 1),
    ("threshold-bench", {"view": "confidence"}, "decided", 0, 1),
    ("threshold-bench", {"view": "tile"}, "a", 0, 1),
    ("hands-ruler", {}, "mode", 0, 1),
    ("two-groups", {}, "lift", -3, 3),
    ("easy-negatives", {}, "step", 0, 50),
    ("tile-winners", {}, "prevalence", 0.05, 0.95),
    ("implied-cost", {}, "separation", 0.5, 4),
    ("calibration", {}, "separation", 0.5, 3),
    ("uncertainty", {}, "separation", 0.5, 3),
    ("metric-angle", {}, "correlation", 0, 0.99),
    ("auroc-ranges", {}, "auroc", 0.55, 0.97),
)


def main() -> Iterator[Measured]:
    """The 95th percentile for each drag, with the median and the longest."""
    if CHROMIUM is None:
        print("not measured: there is no Chromium here")
        return
    with tempfile.TemporaryDirectory() as folder, browser() as opened:
        view = opened.new_page(viewport={"width": 900, "height": 900})
        for name, *drag in DRAGS:
            path = Path(folder, f"{name}.html")
            path.write_text(PAGE.format(styles(), name, bundle()), encoding="utf-8")
            view.goto(path.as_uri())
            milliseconds = view.evaluate(DRAG, [*drag, CHANGES])
            middle, late, longest = np.quantile(milliseconds, [0.5, 0.95, 1]).tolist()
            yield Measured(
                f"{name}: {drag[1]}", "a frame", "ms for 95 of 100", late, middle, longest, CHANGES, at_most=FRAME
            )
