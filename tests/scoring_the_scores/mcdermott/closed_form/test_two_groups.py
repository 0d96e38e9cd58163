"""The two-group uniform model: by hand, in fractions, by quadrature and high precision, and against samples of it."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.integrate import quad

from metricbook import auroc, average_precision
from scoring_the_scores.mcdermott.closed_form.two_groups import MIXTURES, TwoGroups, false_positive_rate

EXAMPLE = TwoGroups(0.8, (0.1, 0.3))
proportions = st.floats(0.02, 0.98)
ks = st.floats(0, 0.99)
models = st.builds(TwoGroups, proportions, st.tuples(proportions, proportions), mixture=st.sampled_from(list(MIXTURES)))


def tpr_by_definition(model: TwoGroups, tau: float | F, k: tuple[float | F, float | F]) -> float:
    """Joint probabilities of group, positive and score, group by group; the printed mixture swaps the shares."""
    total = above = 0.0
    for group in (0, 1):
        if model.mixture == "right":
            joint = (model.share if group else 1 - model.share) * model.prevalences[group]
        else:
            joint = (1 - model.share if group else model.share) * model.prevalence
        total += joint
        above += joint * (1.0 if tau <= k[group] else 1 - (tau - k[group]) / (1 - k[group]))
    return above / total


def auprc_by_quadrature(model: TwoGroups, k: tuple[float, float]) -> float:
    """The integral of precision over the positives' scores, each of its pieces by itself."""
    total = 0.0
    cuts = sorted({0.0, *k, 1.0})
    for low, high in pairwise(cuts):
        middle = (low + high) / 2
        density = (tpr_by_definition(model, low, k) - tpr_by_definition(model, high, k)) / (high - low)
        assert density == pytest.approx(float(model.positive_density(middle, *k)), abs=1e-10)

        def weighted(tau, density=density):
            true = model.prevalence * tpr_by_definition(model, tau, k)
            return density * true / (true + (1 - model.prevalence) * (1 - tau))

        total += quad(weighted, low, high, epsabs=1e-13, epsrel=1e-13)[0]
    return total


def precise(model: TwoGroups, k0, k1):
    """The closed form of Appendix C's integral in 60 digits, in the form of its source's pieces, not of the package."""
    beta, (a0, a1) = mpmath.mpf(model.share), map(mpmath.mpf, model.prevalences)
    alpha = (1 - beta) * a0 + beta * a1
    w = (1 - beta) * a0 / alpha if model.mixture == "right" else beta
    if k0 > k1:
        k0, k1, w = k1, k0, 1 - w
    x = 1 - w * (k1 - k0) / (1 - k0)
    d = 1 - k0 - w * (k1 - k0)
    first = x * alpha * d / (alpha * d + (1 - alpha) * (1 - k0) * (1 - k1))
    # second piece: precision αwT / (AT + B) at true positive rate T
    big_a, big_b = alpha * w + (1 - alpha) * (1 - k0), (1 - alpha) * (1 - k0) * (w - 1)
    log = mpmath.log((big_a + big_b) / (big_a * x + big_b))
    return first + alpha * w * ((1 - x) / big_a - big_b / big_a**2 * log)


def test_the_example_by_hand():
    # 1000 samples: 200 in group 0 with 20 positives, 800 in group 1 with 240.
    assert EXAMPLE.prevalence == pytest.approx(0.26)
    assert EXAMPLE.weights == pytest.approx((20 / 260, 240 / 260))
    assert float(EXAMPLE.auroc(0.2, 0.6)) == pytest.approx((20 * 0.6 + 240 * 0.8) / 260)
    printed = TwoGroups(0.8, (0.1, 0.3), mixture="printed")
    assert printed.weights == pytest.approx((0.8, 0.2))
    assert float(printed.auroc(0.2, 0.6)) == pytest.approx(0.8 * 0.6 + 0.2 * 0.8)


def test_one_group_by_hand():
    # All in group 1, half of it positive: where positives score, above 1/2, there are two of them to one negative.
    alone = TwoGroups(1.0, (0.3, 0.5))
    assert float(alone.auprc(0.9, 0.5)) == pytest.approx(2 / 3)
    slopes = alone.auprc_slopes(0.9, 0.5)
    # AUPRC = α/(α + (1 - α)(1 - k)) = 1/(2 - k), whose slope is 1/(2 - k)².
    assert [float(slope) for slope in slopes] == pytest.approx([0, 1 / 1.5**2])


def test_rates_are_exact_on_binary_fractions():
    model = TwoGroups(0.75, (0.5, 0.5))
    for k0, k1, tau in ((0.5, 0.75, 0.625), (0.75, 0.5, 0.875), (0.0, 0.5, 0.25), (0.5, 0.5, 0.5)):
        rates = [F(1) if tau <= k else F(1) - (F(tau) - F(k)) / (1 - F(k)) for k in (k0, k1)]
        assert F(float(model.true_positive_rate(tau, k0, k1))) == F(1, 4) * rates[0] + F(3, 4) * rates[1]
        assert F(float(false_positive_rate(tau))) == 1 - F(tau)


@given(model=models, k0=ks, k1=ks, tau=st.floats(0, 1))
@example(model=TwoGroups(0.5, (0.5, 0.5)), k0=0.0, k1=0.25, tau=1 - 2**-53)
def test_rates_and_precision_are_those_of_the_definition(model, k0, k1, tau):
    true = tpr_by_definition(model, F(tau), (F(k0), F(k1)))  # in floats little would be left of it where τ is almost 1
    assert float(model.true_positive_rate(tau, k0, k1)) == pytest.approx(true, abs=1e-12)
    if tau < 1:
        labelled = model.prevalence * true + (1 - model.prevalence) * (1 - tau)
        assert float(model.precision(tau, k0, k1)) == pytest.approx(model.prevalence * true / labelled, abs=1e-9)


@pytest.mark.parametrize("mixture", MIXTURES)
def test_areas_are_those_of_quadrature(mixture):
    rng = np.random.default_rng(20)
    for _ in range(40):
        model = TwoGroups(rng.random(), tuple(rng.random(2)), mixture=mixture)
        k = tuple(rng.random(2) * 0.98)
        assert float(model.auprc(*k)) == pytest.approx(auprc_by_quadrature(model, k), abs=1e-11)
        area, _ = quad(lambda tau, model=model, k=k: tpr_by_definition(model, tau, k), 0, 1, points=k, epsabs=1e-13)
        assert float(model.auroc(*k)) == pytest.approx(area, abs=1e-11)


CORNERS = [0.0, 2.0**-52, 1e-9, 1e-4, 0.3, 0.3 + 2.0**-40, 0.3001, 0.5, 0.9, 1 - 1e-6, 1 - 2.0**-53]
EXTREME = [
    TwoGroups(0.5, (0.1, 0.1)), TwoGroups(0.2, (1e-9, 1e-9)), TwoGroups(0.2, (1e-3, 0.9)), TwoGroups(0.999, (0.5, 0.5)),
    TwoGroups(2.0**-40, (0.5, 0.25)), TwoGroups(0.5, (1 - 2.0**-40, 1 - 2.0**-30)), TwoGroups(0.3, (1e-14, 1e-30)),
    TwoGroups(0.3, (0.2, 0.1), mixture="printed"),
]  # fmt: skip


@pytest.mark.parametrize("model", EXTREME, ids=str)
def test_fourteen_digits_through_every_removable_singularity(model):
    with mpmath.workdps(120):
        h = mpmath.mpf(2) ** -120
        for k0 in CORNERS:
            for k1 in CORNERS:
                a, b = mpmath.mpf(k0), mpmath.mpf(k1)
                exactly = precise(model, a, b)
                assert abs(float(model.auprc(k0, k1)) / exactly - 1) < 1e-14
                slopes = model.auprc_slopes(k0, k1)
                differences = (
                    (precise(model, a + h, b) - precise(model, a - h, b)) / (2 * h),
                    (precise(model, a, b + h) - precise(model, a, b - h)) / (2 * h),
                )
                for slope, expected in zip(slopes, differences, strict=True):
                    if expected == 0:
                        assert float(slope) == 0
                    else:
                        assert abs(float(slope) / expected - 1) < 1e-14


@given(model=models, k0=ks, k1=ks)
def test_relabelling_the_groups_changes_nothing(model, k0, k1):
    other = TwoGroups(1 - model.share, model.prevalences[::-1], mixture=model.mixture)
    assert float(other.auprc(k1, k0)) == pytest.approx(float(model.auprc(k0, k1)), rel=1e-12)
    assert float(other.auroc(k1, k0)) == pytest.approx(float(model.auroc(k0, k1)), rel=1e-12)
    assert [float(s) for s in other.auprc_slopes(k1, k0)] == pytest.approx(
        [float(s) for s in model.auprc_slopes(k0, k1)][::-1], rel=1e-11
    )


@given(model=models, k0=ks, k1=ks)
def test_auprc_lies_between_the_prevalence_and_one_and_grows(model, k0, k1):
    assert model.prevalence * (1 - 1e-12) <= float(model.auprc(k0, k1)) <= 1 + 1e-12
    assert all(float(slope) > 0 for slope in model.auprc_slopes(k0, k1))


def test_limits_of_the_parameters():
    k = np.linspace(0, 0.99, 12)
    grid = k[:, None], k[None, :]
    nearly_all = TwoGroups(0.5, (1 - 1e-13, 1 - 1e-13)).auprc(*grid)
    np.testing.assert_allclose(nearly_all, 1, atol=1e-10)
    np.testing.assert_allclose(TwoGroups(0.3, (0.2, 0.4)).auprc(0, 0), 0.8 * 0.0 + 0.26, rtol=1e-14)
    nearly_perfect = TwoGroups(0.3, (0.2, 0.4)).auprc(1 - 1e-15, 1 - 1e-14)
    np.testing.assert_allclose(nearly_perfect, 1, atol=1e-12)


def test_arrays_broadcast():
    k = np.linspace(0, 0.9, 5)
    grid = EXAMPLE.auprc(k[:, None], k)
    assert grid.shape == (5, 5)
    assert float(grid[1, 3]) == float(EXAMPLE.auprc(k[1], k[3]))
    assert EXAMPLE.auroc_slopes(k[:, None], k)[0].shape == (5, 5)
    assert EXAMPLE.true_positive_rate(k[:, None], 0.2, k).shape == (5, 5)


def test_a_large_sample_agrees():
    labels, scores, groups = EXAMPLE.sample(400_000, 0.2, 0.6, rng=np.random.default_rng(21))
    # Four standard errors of an AUROC from n positives are below 4·sqrt(1/12 / 104,000).
    assert auroc(labels, scores) == pytest.approx(float(EXAMPLE.auroc(0.2, 0.6)), abs=0.0036)
    assert average_precision(labels, scores) == pytest.approx(float(EXAMPLE.auprc(0.2, 0.6)), abs=0.006)
    assert labels.mean() == pytest.approx(0.26, abs=0.003)
    assert groups.mean() == pytest.approx(0.8, abs=0.003)
    for tau in (0.1, 0.4, 0.7):
        assert (scores[labels] >= tau).mean() == pytest.approx(
            float(EXAMPLE.true_positive_rate(tau, 0.2, 0.6)), abs=0.007
        )


@pytest.mark.parametrize(
    "model", [TwoGroups(0.2, (0.1, 0.1)), TwoGroups(0.5, (0.2, 0.05)), TwoGroups(0.45, (0.6, 0.5))]
)
def test_the_border_is_where_the_preference_changes_sign(model):
    k0 = np.linspace(0, 0.98, 15)
    border = model.auprc_border(k0)
    assert np.all((border > k0) & (border < 1))
    steepest = np.maximum(*model.auprc_slopes(k0, border))
    np.testing.assert_allclose(model.auprc_preference(k0, border) / steepest, 0, atol=1e-11)
    k1 = np.linspace(0.0005, 0.9995, 1000)
    above = model.auprc_preference(k0[:, None], np.maximum(k1, k0[:, None])) > 0
    np.testing.assert_array_equal(above, np.maximum(k1, k0[:, None]) > border[:, None])


@pytest.mark.parametrize(
    "model", [TwoGroups(0.2, (0.1, 0.1)), TwoGroups(0.05, (0.1, 0.1)), TwoGroups(0.5, (0.2, 0.05))]
)
def test_the_share_is_the_area_above_the_border(model):
    area = quad(lambda k: 1 - float(model.auprc_border(k)), 0, 1 - 1e-12, epsabs=1e-10)[0]
    assert model.auprc_share() == pytest.approx(2 * area, abs=1e-8)
    side = (np.arange(600) + 0.5) / 600
    favoured = model.auprc_preference(side[:, None], side) > 0
    triangle = side > side[:, None]
    assert model.auprc_share() == pytest.approx(favoured[triangle].mean(), abs=3e-3)


def test_shares_at_the_ends():
    assert TwoGroups(0.0, (0.1, 0.1)).auprc_share() == 0
    assert TwoGroups(0.5, (0.1, 0.1)).auprc_share() == pytest.approx(1)
    assert TwoGroups(0.9, (0.1, 0.1)).auprc_border(0.3) == 0.3
    assert TwoGroups(0.0, (0.1, 0.1)).auprc_border(0.3) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((1.2), (0.1, 0.1)), "share must be a number from 0 to 1"),
        (((float("nan")), (0.1, 0.1)), "share must be"),
        (("half", (0.1, 0.1)), "share must be"),
        ((0.5, (0.1, -0.1)), r"prevalences\[1\] must be"),
        ((0.5, (None, 0.1)), r"prevalences\[0\] must be"),
        ((0.5, 0.1), "two numbers"),
        ((0.5, (0.1, 0.1, 0.1)), "two numbers"),
        ((0.5, (0.0, 0.0)), "no positives"),
        ((0.0, (0.0, 0.5)), "no positives"),
        ((1.0, (0.5, 1.0)), "no negatives"),
        ((0.5, (0.1, 0.1), "wrong"), "mixture must be one of right, printed"),
    ],
)
def test_bad_models_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        TwoGroups(*arguments)


@pytest.mark.parametrize(
    ("k0", "k1", "message"),
    [(1.0, 0.5, "k0 must be .* not 1"), (0.5, [0.2, -0.1], "k1 .* not -0.1"), (0.5, float("nan"), "k1 .* not nan")],
)
def test_bad_scores_are_named(k0, k1, message):
    for method in (EXAMPLE.auroc, EXAMPLE.auprc, EXAMPLE.auprc_slopes, EXAMPLE.auroc_slopes, EXAMPLE.auprc_preference):
        with pytest.raises(ValueError, match=message):
            method(k0, k1)
    with pytest.raises(ValueError, match=message):
        EXAMPLE.positive_density(0.5, k0, k1)


@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan")])
def test_bad_thresholds_are_named(threshold):
    with pytest.raises(ValueError, match="threshold must be a number from 0 to 1"):
        EXAMPLE.precision([0.5, threshold], 0.2, 0.6)


def test_nothing_scores_above_one():
    assert np.isnan(EXAMPLE.precision(1.0, 0.2, 0.6))
