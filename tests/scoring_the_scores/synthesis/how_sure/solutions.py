"""Solutions and mistakes: How sure are you?"""

from __future__ import annotations

import math

import numpy as np

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("synthesis.sure-f1")
def sure_f1(given):
    """One true positive more moves F1 by 2 (fp + fn) / D^2, one mistake more by -2 tp / D^2."""

    def error(tn, fp, fn, tp):
        total = 2 * tp + fp + fn
        of_hit, of_mistake = 2 * (fp + fn) / total**2, -2 * tp / total**2
        return math.sqrt(tp * of_hit**2 + (fp + fn) * of_mistake**2)

    return error


@mistakes("synthesis.sure-f1", says="That is the variance")
def no_root(given):
    return lambda *cells: sure_f1(given)(*cells) ** 2


@mistakes("synthesis.sure-f1", says="a share of all cases")
def like_accuracy(given):
    def error(tn, fp, fn, tp):
        f1 = 2 * tp / (2 * tp + fp + fn)
        return math.sqrt(f1 * (1 - f1) / (tn + fp + fn + tp))

    return error


@mistakes("synthesis.sure-f1", says="The factor n / (n - 1)")
def like_a_sample_variance(given):
    return lambda *cells: sure_f1(given)(*cells) * math.sqrt(sum(cells) / (sum(cells) - 1))


@mistakes("synthesis.sure-f1", says="false positives and false negatives do, too")
def hits_only(given):
    return lambda tn, fp, fn, tp: math.sqrt(tp) * 2 * (fp + fn) / (2 * tp + fp + fn) ** 2


def _cases(given, variance, errors=2.8016):
    return given["cases"] * errors**2 * variance / given["difference"] ** 2


def _parts(given):
    first, second = given["first"], given["second"]
    return first**2 + second**2, 2 * given["correlation"] * first * second


@solves("synthesis.sure-cases")
def sure_cases(given):
    """The variance of the difference, shrunk until the difference is 1.96 + 0.84 errors."""
    apart, alike = _parts(given)
    return round(_cases(given, apart - alike))


@mistakes("synthesis.sure-cases", says="for independent")
def unpaired(given):
    return _cases(given, _parts(given)[0])


@mistakes("synthesis.sure-cases", says="half of all trials")
def without_power(given):
    apart, alike = _parts(given)
    return _cases(given, apart - alike, 1.96)


@mistakes("synthesis.sure-cases", says="the other sign")
def of_a_sum(given):
    return _cases(given, sum(_parts(given)))


def _simulated(given):
    rng = np.random.default_rng(11)
    gaps = []
    for _ in range(2500):
        negatives = np.sort(rng.standard_normal(given["negatives"]))
        positives = np.sort(rng.standard_normal(given["positives"]) + given["distance"])
        cuts = np.concatenate([negatives, positives])
        above = [1 - np.searchsorted(part, cuts) / len(part) for part in (positives, negatives)]
        gaps.append(np.abs(above[0] - above[1]).max())
    return np.array(gaps)


@solves("synthesis.sure-luck")
def sure_luck(given):
    """The mean of a maximum is above the maximum of the means; a mean over pairs is unbiased."""
    gaps = _simulated(given)
    population = math.erf(given["distance"] / 2 / math.sqrt(2))
    error = gaps.std() / math.sqrt(len(gaps))
    return {"KS": "above", "AUROC": "the same", "population": population, "mean": gaps.mean(), "error": error}


@mistakes("synthesis.sure-luck", says="the mean of KS is not the same")
def no_luck(given):
    return sure_luck(given) | {"KS": "the same"}


@mistakes("synthesis.sure-luck", says="the mean of AUROC is not above")
def luck_for_all(given):
    return sure_luck(given) | {"AUROC": "above"}


@mistakes("synthesis.sure-luck", says="the error of a mean is smaller")
def deviation_for_error(given):
    return sure_luck(given) | {"error": _simulated(given).std()}


@mistakes("synthesis.sure-luck", says="chosen anew on each test set?")
def fixed_threshold(given):
    right = sure_luck(given)
    return right | {"mean": right["population"] + 0.001}


@mistakes("synthesis.sure-luck", says="the AUROC of the population")
def auroc_for_ks(given):
    return sure_luck(given) | {"population": (1 + math.erf(given["distance"] / 2)) / 2}


def _clinic(price=0.2, thresholds=(0.2, 0.2)):
    rng = np.random.default_rng(5)
    labels = (rng.random(400) < 0.3).astype(int)
    noise = rng.standard_normal((2, 400))
    odds = [1.5 * (labels + noise[0] - 1), 1.2 * (labels + 0.5 * noise[0] + 0.9 * noise[1] - 1)]
    first, second = (1 / (1 + np.exp(-one)) for one in odds)
    costs = [
        np.where(labels == 1, 2 * (1 - price) * (s <= t), 2 * price * (s > t))
        for s, t in zip((first, second), thresholds, strict=True)
    ]
    gap = costs[0] - costs[1]
    reach = 1.96 * gap.std(ddof=1) / math.sqrt(400)
    interval = gap.mean() - reach, gap.mean() + reach
    answer = {
        "labels": labels.tolist(),
        "first": first.tolist(),
        "second": second.tolist(),
        "price": price,
        "thresholds": thresholds,
        "losses": tuple(float(one.mean()) for one in costs),
        "interval": interval,
        "verdict": "first" if interval[1] < 0 else "second" if interval[0] > 0 else "cannot tell",
    }
    return answer, costs


@solves("synthesis.clinic-own")
def clinic_own(given):
    """Costs case by case, their difference, its mean and 1.96 standard errors."""
    return _clinic()[0]


@mistakes("synthesis.clinic-own", says="The factor 2 is missing")
def half_losses(given):
    answer, _ = _clinic()
    return answer | {"losses": tuple(one / 2 for one in answer["losses"])}


@mistakes("synthesis.clinic-own", says="takes the models for independent")
def errors_added(given):
    answer, costs = _clinic()
    reach = 1.96 * math.sqrt(sum(one.var(ddof=1) for one in costs) / 400)
    middle = float((costs[0] - costs[1]).mean())
    return answer | {"interval": (middle - reach, middle + reach)}


@mistakes("synthesis.clinic-own", says="second minus first")
def the_other_way_round(given):
    answer, _ = _clinic()
    low, high = answer["interval"]
    return answer | {"interval": (-high, -low)}


@mistakes("synthesis.clinic-own", says="does not allow the verdict")
def a_hasty_verdict(given):
    answer, _ = _clinic()
    return answer | {"verdict": "second" if answer["verdict"] == "first" else "first"}


@mistakes("synthesis.clinic-own", says="hand in scores, not decisions")
def decisions_for_scores(given):
    answer, _ = _clinic()
    return answer | {"second": [float(one > 0.2) for one in answer["second"]]}


@mistakes("synthesis.clinic-own", says="one model at two thresholds")
def one_model_twice(given):
    answer, _ = _clinic()
    return answer | {"second": answer["first"]}
