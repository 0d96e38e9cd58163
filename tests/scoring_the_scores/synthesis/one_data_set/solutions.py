"""Solutions and mistakes: One data set through five papers."""

from __future__ import annotations

import math

import numpy as np

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("synthesis.clinic-threshold")
def clinic_threshold(given):
    """With the probability itself one calls from c on, which is the log-odds of c.

    Equal weights for both classes raise every log-odds by the log-odds of the negatives' share, so the
    threshold rises by as much.
    """
    share, c = given["share"], given["c"]
    return math.log((1 - share) / share) + math.log(c / (1 - c))


@mistakes("synthesis.clinic-threshold", says="not undone")
def weights_kept(given):
    return math.log(given["c"] / (1 - given["c"]))


@mistakes("synthesis.clinic-threshold", says="wrong direction")
def undone_downwards(given):
    return 2 * weights_kept(given) - clinic_threshold(given)


@mistakes("synthesis.clinic-threshold", says="swapped")
def misses_for_calls(given):
    return clinic_threshold(given) - 2 * weights_kept(given)


@solves("synthesis.clinic-cuts")
def clinic_cuts(given):
    """The second has its first positives at once and then waits; the first catches up from the third place on."""
    return "PNPPPNNNNN", "PPPNNNNPNN"


@mistakes("synthesis.clinic-cuts", says="swapped")
def the_second_first_again(given):
    return clinic_cuts(given)[::-1]


@mistakes("synthesis.clinic-cuts", says="AP must prefer the second")
def no_quarrel(given):
    return "PPPPNNNNNN", "NNPPPPNNNN"


@mistakes("synthesis.clinic-cuts", says="still ahead")
def a_lasting_lead(given):
    return "PPNPPNNNNN", "PPPNNNPNNN"


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
