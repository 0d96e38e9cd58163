r"""Two groups with uniform scores: AUROC, AUPRC and what either gains when one of the groups is scored better.

Negatives score uniformly on [0, 1] in both groups, positives of group g uniformly on [k_g, 1]: a larger k_g means a
better score for that group, whose own AUROC is (1 + k_g)/2. Everything below has a closed form, also the AUPRC, which
the source calls intractable.

Accuracy: every area and slope is a sum of terms of one sign, with the removable singularities (equal k, k near 1,
rates of positives near 0 and 1) taken out, so that it keeps a relative accuracy of 1e-14 wherever its arguments are
exact. A *difference* of slopes is as accurate relative to the slopes, not to itself.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

Mixture = Literal["right", "printed"]
MIXTURES: Final[tuple[Mixture, ...]] = get_args(Mixture)
Floats = NDArray[np.float64]

_SERIES: Final = 0.125  # below this, logarithms are summed as power series: 20 terms leave less than 1e-17
_TERMS: Final = np.arange(20)
_HALVINGS: Final = 62
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(48)


@dataclass(frozen=True)
class TwoGroups:
    r"""The model: who belongs to which group, how common positives are there, and how the groups are mixed.

    The methods take k_0 and k_1, which broadcast; each is at least 0 and less than 1.

    Notes
    -----
    Source: McDermott et al. (2024, version 1), Appendix C.

    Examples
    --------
    A fifth of the samples in group 0; 2 % of all samples are its positives, 24 % are those of group 1.

    >>> model = TwoGroups(0.8, (0.1, 0.3))
    >>> round(model.prevalence, 12), [round(w, 4) for w in model.weights]
    (0.26, [0.0769, 0.9231])
    >>> round(float(model.auroc(0.2, 0.6)), 4), round(float(model.auprc(0.2, 0.6)), 4)
    (0.7846, 0.4545)
    """

    share: float
    prevalences: tuple[float, float]
    mixture: Mixture = "right"

    def __post_init__(self) -> None:
        if self.mixture not in MIXTURES:
            raise ValueError(f"mixture must be one of {', '.join(MIXTURES)}, not {self.mixture!r}")
        try:
            first, second = self.prevalences
        except (TypeError, ValueError) as error:
            raise ValueError(f"prevalences must be two numbers, not {self.prevalences!r}") from error
        object.__setattr__(self, "share", _proportion(self.share, "share"))
        pair = _proportion(first, "prevalences[0]"), _proportion(second, "prevalences[1]")
        object.__setattr__(self, "prevalences", pair)
        if not self.prevalence > 0:
            raise ValueError("there are no positives: a group with positives has no share, or neither group has any")
        if not self.negative_share > 0:
            raise ValueError("there are no negatives: a group with negatives has no share, or neither group has any")

    @property
    def prevalence(self) -> float:
        """α, the share of positives among all samples."""
        return (1 - self.share) * self.prevalences[0] + self.share * self.prevalences[1]

    @property
    def negative_share(self) -> float:
        """1 - α, from the shares of the groups, so that it stays exact for prevalences near 1."""
        return (1 - self.share) * (1 - self.prevalences[0]) + self.share * (1 - self.prevalences[1])

    @property
    def weights(self) -> tuple[float, float]:
        """The weights w_0 and w_1 of the groups among the positives; they add up to 1."""
        if self.mixture == "printed":
            return self.share, 1 - self.share
        positives = (1 - self.share) * self.prevalences[0], self.share * self.prevalences[1]
        return positives[0] / sum(positives), positives[1] / sum(positives)

    def positive_density(self, score: ArrayLike, k0: ArrayLike, k1: ArrayLike) -> Floats:
        """Density of the positives' scores: the sum of w_g / (1 - k_g) over the groups with k_g at most the score.

        Scores broadcast with k_0 and k_1; outside [0, 1] the density is 0.

        Examples
        --------
        >>> TwoGroups(0.5, (0.1, 0.1)).positive_density([0.1, 0.5, 0.9], 0.2, 0.6).tolist()
        [0.0, 0.625, 1.875]
        """
        k0, k1 = _scores(k0, k1)
        score = np.asarray(score, dtype=np.float64)
        parts = (w * ((score >= k) & (score <= 1)) / (1 - k) for w, k in zip(self.weights, (k0, k1), strict=True))
        return np.asarray(sum(parts))

    def true_positive_rate(self, threshold: ArrayLike, k0: ArrayLike, k1: ArrayLike) -> Floats:
        """Share of positives that score at least the threshold: the sum of w_g min{1, (1 - τ) / (1 - k_g)}.

        Thresholds broadcast with k_0 and k_1.

        Examples
        --------
        >>> TwoGroups(0.5, (0.1, 0.1)).true_positive_rate([0.0, 0.5, 0.75, 1.0], 0.0, 0.5).tolist()
        [1.0, 0.75, 0.375, 0.0]
        """
        k0, k1 = _scores(k0, k1)
        false = false_positive_rate(threshold)
        return np.asarray(sum(w * np.minimum(1, false / (1 - k)) for w, k in zip(self.weights, (k0, k1), strict=True)))

    def precision(self, threshold: ArrayLike, k0: ArrayLike, k1: ArrayLike) -> Floats:
        """Share of positives among what scores at least the threshold; NaN at threshold 1, above which nothing scores.

        Examples
        --------
        >>> TwoGroups(0.5, (0.5, 0.5)).precision([0.0, 0.6], 0.2, 0.6).round(4).tolist()
        [0.5, 0.6522]
        """
        true = self.prevalence * self.true_positive_rate(threshold, k0, k1)
        labelled = true + self.negative_share * false_positive_rate(threshold)
        return np.divide(true, labelled, out=np.full(np.shape(labelled), np.nan), where=labelled > 0)

    def auroc(self, k0: ArrayLike, k1: ArrayLike) -> Floats:
        """AUROC of all samples: the sum of w_g (1 + k_g) / 2. 1/2 is chance, 1 is perfect.

        Examples
        --------
        >>> float(TwoGroups(0.25, (0.5, 0.5)).auroc(0.25, 0.5))
        0.65625
        """
        k0, k1 = _scores(k0, k1)
        w0, w1 = self.weights
        return np.asarray(w0 * (1 + k0) / 2 + w1 * (1 + k1) / 2)

    def auroc_slopes(self, k0: ArrayLike, k1: ArrayLike) -> tuple[Floats, Floats]:
        """Derivatives of the AUROC by k_0 and by k_1: w_0 / 2 and w_1 / 2, whatever the k.

        Examples
        --------
        >>> [float(slope) for slope in TwoGroups(0.25, (0.5, 0.5)).auroc_slopes(0.2, 0.6)]
        [0.375, 0.125]
        """
        k0, k1 = _scores(k0, k1)
        shape = np.broadcast_shapes(k0.shape, k1.shape)
        return np.full(shape, self.weights[0] / 2), np.full(shape, self.weights[1] / 2)

    def auprc(self, k0: ArrayLike, k1: ArrayLike) -> Floats:
        r"""AUPRC of all samples, the integral of precision over the true positive rate, in closed form.

        Between the prevalence α, for scores that tell nothing, and 1.

        Notes
        -----
        Write u for the weight of the group with the smaller k and v = 1 - u for that of the other, a and b for their
        1 - k, r = b/a, T = v + ur, D = αT + (1 - α)b and c = αu + (1 - α)a. Then

        .. math:: \mathrm{AUPRC} = \frac{\alpha T^2}{D}
            + \alpha u\Bigl\{\frac{u(1-r)}{c} + \frac{(1-\alpha)\,a v}{c^2}\ln\frac{\alpha v+c}{D}\Bigr\}.

        Examples
        --------
        With equal k there is one group, whose precision is the same at every threshold above k.

        >>> round(float(TwoGroups(0.3, (0.5, 0.5)).auprc(0.5, 0.5) - 2 / 3 * 0.5 - 0.5 * 2 / 3), 15)
        0.0
        """
        t = self._terms(k0, k1)
        log_part = (1 - t.q) * (t.m / t.d) * _log_ratio(t.x)
        return t.alpha * t.t**2 / t.d + t.u * t.gap * (t.q + log_part)

    def auprc_slopes(self, k0: ArrayLike, k1: ArrayLike) -> tuple[Floats, Floats]:
        r"""Derivatives of the AUPRC by k_0 and by k_1, in closed form; both are positive where the group has weight.

        Notes
        -----
        In the letters of `auprc` the derivative by the larger k is α(1 - α)vT/D², and that by the smaller k is

        .. math:: \alpha(1-\alpha)u\Bigl\{\frac{r^2T}{D^2} + \int_r^1\frac{t\,(v+ut)}{(\alpha v+ct)^2}\,dt\Bigr\},

        with an elementary integral.

        Examples
        --------
        >>> [round(float(slope), 6) for slope in TwoGroups(0.5, (0.5, 0.5)).auprc_slopes(0.0, 0.0)]
        [0.125, 0.125]
        """
        t = self._terms(k0, k1)
        low = t.beta * t.u * (t.r**2 * t.alpha * t.t / t.d**2 + t.spread)
        high = t.beta * t.v * t.alpha * t.t / t.d**2
        return np.where(t.swapped, high, low), np.where(t.swapped, low, high)

    def auprc_preference(self, k0: ArrayLike, k1: ArrayLike) -> Floats:
        """The derivative of the AUPRC by k_1 less that by k_0: positive where it gains more from improving group 1.

        This is what the source's Figure 4 shows.

        Examples
        --------
        Groups of the same size and prevalence: the better one is preferred.

        >>> float(TwoGroups(0.5, (0.1, 0.1)).auprc_preference(0.2, 0.6)) > 0
        True
        """
        first, second = self.auprc_slopes(k0, k1)
        return second - first

    def auprc_border(self, k0: ArrayLike) -> Floats:
        """The k_1 above k_0 from which on the AUPRC prefers group 1, the better one; below it prefers group 0.

        There is exactly one. It is k_0 itself if group 1 has at least half of the positives, and 1 if it has none.
        Found by halving an interval in (1 - k_1) / (1 - k_0), to the last digits of that ratio.

        Examples
        --------
        >>> TwoGroups(0.6, (0.1, 0.1)).auprc_border([0.0, 0.5]).tolist()
        [0.0, 0.5]
        >>> TwoGroups(0.2, (0.1, 0.1)).auprc_border([0.0]).round(4).tolist()
        [0.7131]
        """
        k0, _ = _scores(k0, 0.0)
        return k0 + (1 - k0) * (1 - self._border_ratio(1 - k0))

    def auprc_share(self) -> float:
        """Share of the triangle of all k_1 above k_0 on which the AUPRC prefers group 1, the better one.

        1 if group 1 has at least half of the positives; the AUROC's share is then 1 too, and 0 otherwise.

        Examples
        --------
        >>> [round(TwoGroups(share, (0.1, 0.1)).auprc_share(), 4) for share in (0.0, 0.2, 0.5)]
        [0.0, 0.2799, 1.0]
        """
        u, v = self.weights
        if v >= u or v == 0:
            return 1.0 if v >= u else 0.0
        # The triangle has density 2a in a = 1 - k_0, all of it at ratios below 1; a = s² keeps nodes near a = 0.
        s = (_NODES + 1) / 2
        return float(np.sum(_WEIGHTS / 2 * 4 * s**3 * self._border_ratio(s**2)))

    def sample(
        self, size: int, k0: float, k1: float, *, rng: np.random.Generator
    ) -> tuple[NDArray[np.bool_], Floats, NDArray[np.bool_]]:
        """Labels, scores and groups (True for group 1) drawn from the model, whatever ``mixture`` says.

        Examples
        --------
        >>> labels, scores, groups = TwoGroups(0.8, (0.1, 0.3)).sample(5, 0.2, 0.6, rng=np.random.default_rng(1))
        >>> labels.shape, scores.shape, groups.shape
        ((5,), (5,), (5,))
        """
        low_0, low_1 = _scores(k0, k1)
        groups = rng.random(size) < self.share
        labels = rng.random(size) < np.where(groups, self.prevalences[1], self.prevalences[0])
        low = np.where(labels, np.where(groups, low_1, low_0), 0.0)
        return labels, low + (1 - low) * rng.random(size), groups

    def _terms(self, k0: ArrayLike, k1: ArrayLike) -> _Terms:
        k0, k1 = _scores(k0, k1)
        k0, k1 = np.broadcast_arrays(k0, k1)
        swapped = k0 > k1
        w0, w1 = self.weights
        a, b = 1 - np.minimum(k0, k1), 1 - np.maximum(k0, k1)
        u, v = np.where(swapped, w1, w0), np.where(swapped, w0, w1)
        return _Terms(self.prevalence, self.negative_share, u, v, a, b / a, np.abs(k1 - k0) / a, swapped)

    def _border_ratio(self, a: Floats) -> Floats:
        """The ratio r of the two 1 - k at which the AUPRC is indifferent, for each 1 - k_0."""
        u, v = self.weights
        if v >= u:
            return np.ones(np.shape(a))
        if v == 0:
            return np.zeros(np.shape(a))
        low, high = np.zeros(np.shape(a)), np.ones(np.shape(a))
        for _ in range(_HALVINGS):
            r = (low + high) / 2
            t = _Terms(
                self.prevalence, self.negative_share, np.asarray(u), np.asarray(v), a, r, 1 - r, np.asarray(False)
            )
            first = u * (r**2 * t.alpha * t.t + t.spread * t.d**2) > v * t.alpha * t.t
            low, high = np.where(first, low, r), np.where(first, r, high)
        return (low + high) / 2


class _Terms:
    """The letters of `TwoGroups.auprc`, and those that keep its terms between 0 and 1."""

    def __init__(
        self, alpha: float, beta: float, u: Floats, v: Floats, a: Floats, r: Floats, gap: Floats, swapped: NDArray
    ) -> None:
        self.alpha, self.beta = alpha, beta  # shares of positives and of negatives
        self.u, self.v, self.r, self.gap, self.swapped = u, v, r, gap, swapped
        self.m = alpha * v
        self.c = alpha * u + beta * a
        self.q = alpha * u / self.c
        self.t = v + u * r
        self.d = self.m + self.c * r
        self.x = self.c * gap / self.d

    @property
    def spread(self) -> Floats:
        """α times the integral of t(v + ut)/(αv + ct)² from r to 1, by α(v + ut) = q(αv + ct) + (1 - q)αv."""
        simple = self.r * _log_ratio(self.x) + self.gap * _first_moment(self.x)
        double = self.r / (1 + self.x) + self.gap * _second_moment(self.x)
        return self.gap / self.d * (self.q * simple + (1 - self.q) * (self.m / self.d) * double)


def false_positive_rate(threshold: ArrayLike) -> Floats:
    """Share of negatives that score at least the threshold, 1 - τ in both groups.

    Examples
    --------
    >>> false_positive_rate([0.0, 0.75, 1.0]).tolist()
    [1.0, 0.25, 0.0]
    """
    threshold = np.asarray(threshold, dtype=np.float64)
    if not np.all((threshold >= 0) & (threshold <= 1)):
        raise ValueError("threshold must be a number from 0 to 1, everywhere")
    return 1 - threshold


def _log_ratio(x: Floats) -> Floats:
    """ln(1 + x)/x, the integral of 1/(1 + xs) over s from 0 to 1; 1 at x = 0."""
    x = np.asarray(x, dtype=np.float64)
    return np.divide(np.log1p(x), x, out=np.ones_like(x), where=x > 0)


def _first_moment(x: Floats) -> Floats:
    """The integral of s/(1 + xs): (x - ln(1 + x))/x², by its series where that would cancel."""
    x = np.asarray(x, dtype=np.float64)
    series = np.polynomial.polynomial.polyval(-np.minimum(x, _SERIES), 1 / (_TERMS + 2))
    return np.where(x < _SERIES, series, (1 - _log_ratio(x)) / np.maximum(x, _SERIES))


def _second_moment(x: Floats) -> Floats:
    """The integral of s/(1 + xs)²: (ln(1 + x) - x/(1 + x))/x², by its series where that would cancel."""
    x = np.asarray(x, dtype=np.float64)
    series = np.polynomial.polynomial.polyval(-np.minimum(x, _SERIES), (_TERMS + 1) / (_TERMS + 2))
    return np.where(x < _SERIES, series, (_log_ratio(x) - 1 / (1 + x)) / np.maximum(x, _SERIES))


def _proportion(value: float, name: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be a number from 0 to 1, not {value!r}") from error
    if not 0 <= number <= 1 or math.isnan(number):
        raise ValueError(f"{name} must be a number from 0 to 1, not {value!r}")
    return number


def _scores(k0: ArrayLike, k1: ArrayLike) -> tuple[Floats, Floats]:
    """Both k as arrays; at k = 1 the positives would sit on one point and have no density."""
    scores = []
    for name, k in (("k0", k0), ("k1", k1)):
        array = np.asarray(k, dtype=np.float64)
        bad = ~((array >= 0) & (array < 1))
        if bad.any():
            raise ValueError(f"{name} must be at least 0 and less than 1, not {array[bad].flat[0]:g}")
        scores.append(array)
    return scores[0], scores[1]
