"""``python -m benchmarks.rare_coverage [--samples N]``: intervals of AUROC and average precision with few positives.

Negatives are standard normal. Positives are normal with a standard deviation of 1/2, 1 or 2, or ("mixed") a share of
them is scored like negatives and all others above every negative. There are 2 to 50 of them, 0.1 % to 5 % of all
cases, with a true AUROC of 0.7 to 0.99. A row says how many of the 95 % intervals held the truth, in per cent, and how
many lay above it, which is where a bound for the lower end is missed. With 1,000 samples a share of 95 % is known to
0.7 %. The constants of both intervals were chosen on these settings; `benchmarks.report_coverage` tries others.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from metricbook.metrics.influence import SweptSample
from metricbook.metrics.intervals import interval_in
from metricbook.metrics.validation import Sample

SHAPES: Final = ("0.5", "1", "2", "mixed")
AREAS: Final = (0.7, 0.85, 0.95, 0.99)
SHARES: Final = (0.001, 0.01, 0.05)
POSITIVES: Final = (2, 3, 5, 10, 20, 50)
METRICS: Final = ("auroc", "average_precision")
#: Slices into which the distribution of positives is cut for the true average precision.
SLICES: Final = 200_000


class Setting(NamedTuple):
    """A population, and how many positives and negatives are drawn from it."""

    shape: str
    area: float
    share: float
    positives: int

    @property
    def negatives(self) -> int:
        """How many negatives make the share of positives what it is."""
        return round(self.positives * (1 - self.share) / self.share)

    def _false_positive_rates(self, above: NDArray[np.float64]) -> NDArray[np.float64]:
        """The share of the negatives above positives of which a given share is higher."""
        if self.shape == "mixed":
            alike = 2 * (1 - self.area)
            return np.maximum((above - (1 - alike)) / alike, 0.0)
        deviation = float(self.shape)
        mean = ndtri(self.area) * np.hypot(1.0, deviation)
        return ndtr(deviation * ndtri(above) - mean)

    def truth(self) -> dict[str, float]:
        """The true value of each metric."""
        recall = (np.arange(SLICES) + 0.5) / SLICES
        found = self.share * recall
        wrong = (1 - self.share) * self._false_positive_rates(recall)
        return {"auroc": self.area, "average_precision": float((found / (found + wrong)).mean())}

    def draw(self, samples: int, rng: np.random.Generator) -> Iterator[Sample]:
        """Samples in which negatives between two positives are one entry, with their number as its weight."""
        rates = np.sort(self._false_positive_rates(rng.random((samples, self.positives))), axis=1)
        gaps = rng.multinomial(self.negatives, np.diff(rates, prepend=0.0, append=1.0))
        labels = np.arange(2 * self.positives + 1) % 2 == 1
        for of_negatives in gaps:
            times = np.where(labels, 1.0, np.repeat(of_negatives, 2)[: labels.size])
            occurring = times > 0
            yield Sample(labels[occurring], -np.flatnonzero(occurring).astype(float), times[occurring])


def measure(setting: Setting, samples: int, rng: np.random.Generator) -> dict[str, tuple[float, float, int]]:
    """The share of intervals of each metric that hold the truth, the share above it, and how many there are."""
    truth, hits = setting.truth(), {metric: np.zeros(3) for metric in METRICS}
    for sample in setting.draw(samples, rng):
        cases = SweptSample(sample)
        for metric in METRICS:
            try:
                found = interval_in(metric, cases, level=0.95, clusters=None, fixed_classes=False, times=sample.weights)
            except ValueError:  # an average precision of 1 has no interval
                continue
            hits[metric] += found.low <= truth[metric] <= found.high, found.low > truth[metric], 1
    return {name: (held / of, above / of, int(of)) for name, (held, above, of) in hits.items()}


def main() -> None:
    """Draw, count and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rare_coverage", description=__doc__.partition("\n")[0])
    parser.add_argument("--samples", type=int, default=1_000, help="samples of each setting (%(default)s)")
    samples = parser.parse_args().samples
    print("shape  AUROC  share  positives  metric             holds  above  of")
    for shape, area, share, positives in product(SHAPES, AREAS, SHARES, POSITIVES):
        setting = Setting(shape, area, share, positives)
        for metric, (held, above, of) in measure(setting, samples, np.random.default_rng(positives)).items():
            print(
                f"{shape:6s} {area:5.2f} {share:6.3f} {positives:10d}  {metric:18s} {held:6.1%} {above:6.1%} {of:6d}",
                flush=True,
            )


if __name__ == "__main__":
    main()
