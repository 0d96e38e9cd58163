"""Solutions and mistakes: Precision at the indistinguishability threshold."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from metricbook import IndistinguishabilitySweep
from tests.scoring_the_scores.exercises.solutions import mistakes, solves


def win_rates(labels, own=Fraction(1, 2)):
    won, above, found = Fraction(0), 0, []
    for rank, label in enumerate(labels, start=1):
        won += above + own * label
        above += label
        found.append(won / (rank * sum(labels)))
    return found


@solves("sumpter.b-by-hand")
def b_by_hand(given):
    """Each flagged image is outscored by the cats above it, and a cat drawn against itself counts one half.

    B never falls on the way down, so the threshold is the last place where it is at most one half, and the
    precision is the share of cats down to there.
    """
    labels = [int(letter == "P") for letter in given["ranking"]]
    found = win_rates(labels)
    flagged = sum(b <= Fraction(1, 2) for b in found)
    return {"B": found, "C": Fraction(sum(labels[:flagged]), flagged)}


def for_list(given, own=Fraction(1, 2), reverse=False):
    labels = [int(letter == "P") for letter in given["ranking"]]
    return b_by_hand(given) | {"B": win_rates(labels[::-1] if reverse else labels, own)}


@mistakes("sumpter.b-by-hand", says="one half, not nothing")
def nothing_for_itself(given):
    return for_list(given, own=0)


@mistakes("sumpter.b-by-hand", says="one half, not as won")
def won_against_itself(given):
    return for_list(given, own=1)


@mistakes("sumpter.b-by-hand", says="the highest score comes first")
def from_the_other_end(given):
    return for_list(given, reverse=True)


@mistakes("sumpter.b-by-hand", says="divided by the number of all cats")
def not_divided(given):
    return b_by_hand(given) | {"B": [given["ranking"].count("P") * b for b in b_by_hand(given)["B"]]}


@mistakes("sumpter.b-by-hand", says="is not C at r_b")
def precision_of_all(given):
    return b_by_hand(given) | {"C": Fraction(given["ranking"].count("P"), 8) + Fraction(1, 100)}


def at_threshold(labels, scores, *, ties=1, last=0, strictly=False):
    positives = [s for y, s in zip(labels, scores, strict=True) if y]
    steps, at = sorted(set(scores), reverse=True), 0
    for step, threshold in enumerate(steps):
        flagged = [s for s in scores if s >= threshold]
        twice = sum(2 * (one > other) + ties * (one == other) for one in positives for other in flagged)
        if twice <= len(positives) * len(flagged):
            at = step
    threshold = steps[min(at + last, len(steps) - 1)]
    flagged = [y for y, s in zip(labels, scores, strict=True) if s > threshold or (s == threshold and not strictly)]
    return sum(flagged) / max(len(flagged), 1)


@solves("sumpter.precision-at-the-threshold")
def precision_at_the_threshold(given):
    """Wins and pairs are counted from the definition, twice, so that one half needs no rounding."""
    return at_threshold


@mistakes("sumpter.precision-at-the-threshold", says="one step too far")
def one_step_too_far(given):
    return lambda y, s: at_threshold(y, s, last=1)


@mistakes("sumpter.precision-at-the-threshold", says="score exactly the threshold")
def above_the_threshold(given):
    return lambda y, s: at_threshold(y, s, strictly=True)


@mistakes("sumpter.precision-at-the-threshold", says="counts nothing for ties")
def ties_lost(given):
    return lambda y, s: at_threshold(y, s, ties=0)


@mistakes("sumpter.precision-at-the-threshold", says="the prevalence")
def everything_flagged(given):
    return lambda y, s: sum(y) / len(y)


@solves("sumpter.same-rates")
def same_rates(given):
    """Three positives above three negatives, and below them: the flagged negatives lose always, and never."""
    return {"first": "PPPNNNPN", "second": "NNNPPPPN", "B": ("9/16", "3/16")}


@mistakes("sumpter.same-rates", says="1/3 is asked for")
def too_close(given):
    return {"first": "PPPNNNPN", "second": "PPNPNNPN", "B": ("9/16", "25/48")}


@mistakes("sumpter.same-rates", says="positives in the first ranking and")
def other_rates(given):
    return {"first": "PPPPNNNN", "second": "NNNPPPPN", "B": ("2/3", "3/16")}


@mistakes("sumpter.same-rates", says="what u(t) in the integral gives")
def as_printed(given):
    return same_rates(given) | {"B": ("3/8", "3/8")}


@mistakes("sumpter.same-rates", says="counts one half here")
def without_itself(given):
    return same_rates(given) | {"B": ("4/7", "1/7")}


@solves("sumpter.better-gets-less")
def better_gets_less(given):
    """B is 1/2 with all five flagged; the exchange lifts it, and the last positive drops out."""
    return "PNPNP", "PPNNP"


@mistakes("sumpter.better-gets-less", says="at least 1/10 is asked for")
def the_books(given):
    return "PNPPN", "PPNPN"


@mistakes("sumpter.better-gets-less", says="moves the negative up")
def the_other_way(given):
    return "PPNNP", "PNPNP"


@mistakes("sumpter.better-gets-less", says="exchange of two neighbours")
def far_apart(given):
    return "PNPNP", "PPPNN"


@mistakes("sumpter.better-gets-less", says="AUROC before the exchange")
def worse_than_a_coin(given):
    return "NNPP", "NPNP"


def best(labels, scores):
    sweep = IndistinguishabilitySweep(labels, scores, pos_label=1)
    return sweep.thresholds[sweep.at()], sweep.thresholds[int(np.argmax(sweep.f1))]


@solves("sumpter.choose-and-judge")
def choose_and_judge(given):
    """Chosen on one part, judged on the other, and chosen again on resamples of the first."""
    rng = np.random.default_rng(5)
    labels = (rng.random(1200) < 0.2).astype(int)
    scores = rng.normal(size=1200) + 1.6 * labels
    choose, judge = (labels[:600], scores[:600]), (labels[600:], scores[600:])
    drawn = [rng.integers(0, 600, size=600) for _ in range(400)]
    spread = np.std([best(choose[0][one], choose[1][one]) for one in drawn], axis=0)
    answer = {"choose": choose, "judge": judge, "sd": spread, "steadier": "r_b" if spread[0] < spread[1] else "F1"}
    for name, threshold in zip(("r_b", "F1"), best(*choose), strict=True):
        flagged = judge[0][judge[1] >= threshold]
        answer[name] = threshold, flagged.mean(), flagged.sum() / judge[0].sum()
    return answer


@mistakes("sumpter.choose-and-judge", says="looks chosen on the part that judges")
def chosen_where_judged(given):
    answer = choose_and_judge(given)
    return answer | {"r_b": (best(*answer["judge"])[0], 0.5, 0.5)}


@mistakes("sumpter.choose-and-judge", says="is a percentage")
def in_percent(given):
    answer = choose_and_judge(given)
    threshold, precision, recall = answer["F1"]
    return answer | {"F1": (threshold, 100 * precision, recall)}


@mistakes("sumpter.choose-and-judge", says="root of the number of resamples")
def standard_error(given):
    answer = choose_and_judge(given)
    return answer | {"sd": answer["sd"] / 20}


@mistakes("sumpter.choose-and-judge", says="the other rule is the steadier one")
def read_the_wrong_way(given):
    answer = choose_and_judge(given)
    return answer | {"steadier": "F1" if answer["steadier"] == "r_b" else "r_b"}


@mistakes("sumpter.choose-and-judge", says="The two parts are the same")
def not_split(given):
    answer = choose_and_judge(given)
    return answer | {"judge": answer["choose"]}


@mistakes("sumpter.choose-and-judge", says="The two parts are the same")
def shuffled_not_split(given):
    answer = choose_and_judge(given)
    return answer | {"judge": tuple(one[::-1] for one in answer["choose"])}
