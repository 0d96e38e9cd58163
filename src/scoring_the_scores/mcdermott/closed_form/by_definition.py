"""The model of Appendix C from its definition, in fractions, and the formulas of that appendix as they are printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from typing import Any, TypeVar

import numpy as np

from claimledger import Details
from metricbook import auroc, average_precision
from scoring_the_scores.mcdermott.closed_form.two_groups import Mixture, TwoGroups

F = Fraction
Number = TypeVar("Number", Fraction, float)
#: The example that is also simulated: β, (α_0, α_1), (k_0, k_1).
EXAMPLE = F(4, 5), (F(1, 10), F(3, 10)), (F(1, 5), F(3, 5))
SEED, SAMPLES, SIZE = 1206, 10, 20_000
NOTE = f"Simulated: {SAMPLES} samples of {SIZE:,} from the model, seed {SEED}; mean ± standard error of the mean."


@dataclass(frozen=True)
class Setting:
    """Shares, prevalences and k of the model, with every probability by summing over the groups."""

    beta: Fraction
    prevalences: tuple[Fraction, Fraction]
    k: tuple[Fraction, Fraction]

    def __str__(self) -> str:
        (a0, a1), (k0, k1) = self.prevalences, self.k
        return f"β = {self.beta}, α = ({a0}, {a1}), k = ({k0}, {k1})"

    def joint(self, group: int, label: int) -> Fraction:
        share, positive = (self.beta, 1 - self.beta)[1 - group], self.prevalences[group]
        return share * (positive if label else 1 - positive)

    def class_share(self, label: int) -> Fraction:
        return self.joint(0, label) + self.joint(1, label)

    @property
    def alpha(self) -> Fraction:
        return self.class_share(1)

    @property
    def w0(self) -> Fraction:
        """The share of group 0 among the positives: what belongs in the place of β."""
        return self.joint(0, 1) / self.alpha

    def start(self, group: int, label: int) -> Fraction:
        return self.k[group] if label else F(0)

    def joint_above(self, label: int, tau: Fraction) -> Fraction:
        """P(Y = label, score ≥ τ)."""
        lows = {group: self.start(group, label) for group in (0, 1)}
        return sum((self.joint(g, label) * min(F(1), (1 - tau) / (1 - low)) for g, low in lows.items()), F(0))

    def rate(self, label: int, tau: Fraction) -> Fraction:
        return self.joint_above(label, tau) / self.class_share(label)

    def density(self, label: int, score: Fraction) -> Fraction:
        lows = {group: self.start(group, label) for group in (0, 1)}
        inside = (self.joint(g, label) / (1 - low) for g, low in lows.items() if low <= score <= 1)
        return sum(inside, F(0)) / self.class_share(label)

    def ppv(self, tau: Fraction) -> Fraction:
        return self.joint_above(1, tau) / (self.joint_above(1, tau) + self.joint_above(0, tau))

    def auroc(self) -> Fraction:
        """∫ TPR dFPR, exact because TPR is straight between its corners."""
        corners = sorted({F(0), *self.k, F(1)})
        return sum(((self.rate(1, a) + self.rate(1, b)) / 2 * (b - a) for a, b in pairwise(corners)), F(0))

    def model(self, mixture: Mixture = "right") -> TwoGroups:
        first, second = self.prevalences
        return TwoGroups(float(self.beta), (float(first), float(second)), mixture=mixture)

    def floats(self) -> tuple[float, float]:
        return float(self.k[0]), float(self.k[1])


@cache
def settings() -> tuple[Setting, ...]:
    """Every combination of three shares, two prevalences for each group, and six pairs of k."""
    shares, rates, ks = (F(1, 5), F(1, 2), F(4, 5)), (F(1, 10), F(1, 2)), (F(0), F(1, 5), F(1, 2), F(4, 5))
    return tuple(Setting(b, a, k) for b in shares for a in product(rates, rates) for k in combinations(ks, 2))


def inside(setting: Setting) -> list[Fraction]:
    """Numbers from 0 to 1, a corner of the model never among them."""
    return [x for x in (F(i, 11) for i in range(1, 11)) if x not in setting.k]


# What is printed, with β as an argument, so that a repair can put another weight there. `closed` says whether the
# indicators are taken as printed, closed at both ends where they meet.


def printed_density(w: Fraction, k: tuple[Fraction, Fraction], y: Fraction, *, closed: bool = True) -> Fraction:
    first, second = w / (1 - k[0]), w / (1 - k[0]) + (1 - w) / (1 - k[1])
    return (k[0] <= y <= k[1] and (closed or y < k[1])) * first + (k[1] <= y <= 1) * second


def printed_tpr(w: Fraction, k: tuple[Fraction, Fraction], tau: Fraction, *, closed: bool = True) -> Fraction:
    middle = 1 - w * (tau - k[0]) / (1 - k[0])
    top = (1 - tau) * (w / (1 - k[0]) + (1 - w) / (1 - k[1]))
    begins = k[0] <= tau if closed else k[0] < tau
    return F(tau <= k[0]) + (begins and tau <= k[1]) * middle + (k[1] < tau <= 1) * top


def printed_tpr_of_fpr(w: Fraction, k: tuple[Fraction, Fraction], fpr: Fraction, *, closed: bool = True) -> Fraction:
    middle = 1 - w * (1 - fpr - k[0]) / (1 - k[0])
    first = fpr * (w / (1 - k[0]) + (1 - w) / (1 - k[1]))
    ends = fpr <= 1 - k[0] if closed else fpr < 1 - k[0]
    return F(fpr >= 1 - k[0]) + (1 - k[1] <= fpr and ends) * middle + (fpr < 1 - k[1]) * first


def printed_auroc(w: Fraction, k: tuple[Fraction, Fraction]) -> Fraction:
    k0, k1 = k
    lost = w * (k1 - k0) / (1 - k0)
    return k0 + F(1, 2) * (k1 - k0) * (2 - lost) + F(1, 2) * (1 - k1) * (1 - lost)


def break_point(w: Number, k: tuple[Number, Number]) -> Number:
    return 1 - w * (k[1] - k[0]) / (1 - k[0])


def printed_fpr_of_tpr(w: Fraction, k: tuple[Fraction, Fraction], tpr: Fraction, *, closed: bool = True) -> Fraction:
    k0, k1 = k
    first, second = _pieces(break_point(w, k), tpr, closed)
    low = tpr * (k0 * k1 - k0 - k1 + 1) / (w * k0 - w * k1 - k0 + 1) if first else F(0)
    high = (-w * k0 + w - tpr * k0 + tpr + k0 - 1) / w if second else F(0)
    return low + high


def printed_ppv_of_tpr(
    w: Number, alpha: Number, k: tuple[Number, Number], tpr: Number, *, closed: bool = True
) -> Number:
    k0, k1 = k
    top = alpha * (w * k0 - w * k1 - k0 + 1)
    first, second = _pieces(break_point(w, k), tpr, closed)
    low = top / (top - (alpha - 1) * (k0 * k1 - k0 - k1 + 1)) if first else 0 * w
    rest = (alpha - 1) * (w * k0 - w + k0 * tpr - k0 - tpr + 1)
    high = alpha * w * tpr / (alpha * w * tpr + rest) if second else 0 * w
    return low + high


def _pieces(end: Number, tpr: Number, closed: bool) -> tuple[bool, bool]:
    return 0 <= tpr <= end, (end <= tpr if closed else end < tpr) and tpr <= 1


def as_cases(outcomes: Mapping[Any, bool]) -> Details:
    """How a statement came out in each case, the smallest first, as a comparison takes it."""
    return {"over": outcomes, "holds": outcomes.__getitem__}


def everywhere(test: Callable[[Setting, Fraction], bool]) -> Details:
    """A test at ten numbers in every setting."""
    return as_cases({(s, f"at {x}"): test(s, x) for s in settings() for x in inside(s)})


@cache
def simulated() -> dict[str, tuple[float, float]]:
    """Mean and standard error, over samples of the example, of both areas, a density, and the share of positives."""
    example = Setting(*EXAMPLE)
    model, (low, high) = example.model(), example.floats()
    rng = np.random.default_rng(SEED)
    rows = []
    for _ in range(SAMPLES):
        labels, scores, _ = model.sample(SIZE, low, high, rng=rng)
        positives = scores[labels]
        between = np.mean((positives >= low) & (positives < high)) / float(example.k[1] - example.k[0])
        rows.append((auroc(labels, scores), average_precision(labels, scores), between, labels.mean()))
    table = np.array(rows)
    means, errors = table.mean(axis=0), table.std(axis=0, ddof=1) / SAMPLES**0.5
    return dict(zip(("auroc", "auprc", "density", "alpha"), zip(means, errors, strict=True), strict=True))


def against_sample(name: str, value: Fraction | float) -> Details:
    """Whether a value is within four standard errors of the simulated one, and both of them."""
    mean, error = simulated()[name]
    text = f"{float(value):.4f}; simulated {mean:.4f} ± {error:.4f}"
    return {"agrees": abs(float(value) - mean) < 4 * error, "reproduced": text}
