"""Rare positives: solutions and mistakes."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from scipy.optimize import brentq

from metricbook.metrics.ranking import auroc
from metricbook.metrics.uncertainty import interval, paired_difference

from . import mistakes, solves

# What a coin would get


@solves("mcdermott.by-chance")
def by_chance(given):
    """The theorem of the chapter: the prevalence, and a term in the harmonic number of all cases."""
    n, share = given["cases"], given["positives"] / given["cases"]
    return share + (1 - share) * (sum(1 / i for i in range(1, n + 1)) - 1) / (n - 1)


@mistakes("mcdermott.by-chance", says="is the prevalence")
def prevalence(given):
    return given["positives"] / given["cases"]


@mistakes("mcdermott.by-chance", says="chance level of AUROC")
def one_half(given):
    return 0.5


@mistakes("mcdermott.by-chance", says="looks like a percentage")
def in_hundredths(given):
    return 100 * by_chance(given)


@mistakes("mcdermott.by-chance", says="it looks simulated")
def simulated(given):
    return by_chance(given) + 0.003


@mistakes("mcdermott.by-chance", says="harmonic number of the positives")
def harmonic_number_of_the_positives(given):
    n, m = given["cases"], given["positives"]
    return m / n + (1 - m / n) * (sum(1 / i for i in range(1, m + 1)) - 1) / (n - 1)


# Average precision in six lines


@solves("mcdermott.precision-with-ties")
def precision_with_ties(given):
    """For each positive, two sums over the cases that score at least as high."""

    def area(labels, scores):
        cases = list(zip(labels, scores, strict=True))
        precisions = []
        for label, score in cases:
            above = [other for other, s in cases if s >= score]
            precisions += [sum(above) / len(above)] * label
        return sum(precisions) / len(precisions)

    return area


def running(labels, scores, key):
    order = sorted(range(len(labels)), key=key)
    found, total = 0, 0.0
    for rank, case in enumerate(order, start=1):
        found += labels[case]
        total += labels[case] * found / rank
    return total / found


@mistakes("mcdermott.precision-with-ties", says="order in which the cases are listed")
def one_by_one(given):
    return lambda y, s: running(y, s, lambda i: -s[i])


@mistakes("mcdermott.precision-with-ties", says="positives first among ties")
def kindly(given):
    return lambda y, s: running(y, s, lambda i: (-s[i], -y[i]))


@mistakes("mcdermott.precision-with-ties", says="lowest score first")
def lowest_first(given):
    return lambda y, s: precision_with_ties(given)(y, [-x for x in s])


@mistakes("mcdermott.precision-with-ties", says="computes AUROC")
def the_other_area(given):
    return auroc


@mistakes("mcdermott.precision-with-ties", says="raises ZeroDivisionError")
def nothing_above_the_highest(given):
    def area(labels, scores):
        above = [[y for y, s in zip(labels, scores, strict=True) if s > score] for score in scores]
        return sum(y * sum(one) / len(one) for y, one in zip(labels, above, strict=True)) / sum(labels)

    return area


@mistakes("mcdermott.precision-with-ties", says="a function, not a float")
def called_already(given):
    return precision_with_ties(given)([1, 0], [2.0, 1.0])


# A dearer mistake further down


@solves("mcdermott.dearer-below")
def dearer_below(given):
    """The topmost mistake comes late, and positives fill the space below it: k doubles while the rank grows by half."""
    return "P" + "N" * 11 + "PPPP" + "NP"


@mistakes("mcdermott.dearer-below", says="must have a positive on top")
def the_books(given):
    return "NNNNNPNP"


@mistakes("mcdermott.dearer-below", says="the lower one is not the dearer")
def early(given):
    return "PNPNP"


@mistakes("mcdermott.dearer-below", says="4/3 are asked for")
def not_enough(given):
    return "P" + "N" * 9 + "PP" + "NP"


@mistakes("mcdermott.dearer-below", says="2 atomic mistakes are needed")
def one_mistake(given):
    return "PNNNNNPPP"


# Better than a coin, worse than a coin


@solves("mcdermott.better-than-a-coin")
def better_than_a_coin(given):
    """Nothing on top, and two positives well above the middle: a coin puts one of them first now and then."""
    return "".join("P" if rank in (6, 10) else "N" for rank in range(1, 26))


@mistakes("mcdermott.better-than-a-coin", says="a coin does not do better")
def still_on_top(given):
    return "NPPN" + "N" * 36


@mistakes("mcdermott.better-than-a-coin", says="AUROC must be at least 0.7")
def too_far_down(given):
    return "N" * 15 + "PP" + "N" * 18


@mistakes("mcdermott.better-than-a-coin", says="is the highest score first?")
def upside_down(given):
    return better_than_a_coin(given)[::-1]


@mistakes("mcdermott.better-than-a-coin", says="must have two positives or more")
def only_one(given):
    return "N" * 7 + "P" + "N" * 22


# Whose positives are they?


@solves("mcdermott.weights")
def weights(given):
    """Count the positives of each group; AUROC is the mean of the groups' own by these counts."""
    share, a0, a1, k0, k1 = (given[name] for name in ("share", "a0", "a1", "k0", "k1"))
    w1 = share * a1 / (share * a1 + (1 - share) * a0)
    return {"w1": w1, "AUROC": w1 * (1 + k1) / 2 + (1 - w1) * (1 + k0) / 2, "prefers": int(w1 > 0.5)}


@mistakes("mcdermott.weights", says="that is the share of the cases")
def beta_for_w(given):
    return weights(given) | {"w1": given["share"]}


@mistakes("mcdermott.weights", says="the groups are exchanged")
def weight_of_group_0(given):
    return weights(given) | {"w1": 1 - weights(given)["w1"]}


@mistakes("mcdermott.weights", says="mean by cases")
def area_by_cases(given):
    share, k0, k1 = given["share"], given["k0"], given["k1"]
    return weights(given) | {"AUROC": share * (1 + k1) / 2 + (1 - share) * (1 + k0) / 2}


@mistakes("mcdermott.weights", says="AUROC does not prefer")
def the_other_group(given):
    return weights(given) | {"prefers": 1 - weights(given)["prefers"]}


# When the whole is no mean of its parts


@solves("mcdermott.no-mean")
def no_mean(given):
    """Within each group all scores are equal; the group on top has nearly all positives."""
    return [1, 1, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0], [1] * 6 + [0] * 6, [1] * 6 + [0] * 6


@mistakes("mcdermott.no-mean", says="neither group may have more than 1/2")
def good_groups(given):
    return [1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1], [1, 1, 1, 0, 0, 0]


@mistakes("mcdermott.no-mean", says="over all cases at least 4/5")
def small_groups(given):
    return [1, 1, 1, 0, 1, 0, 0, 0], [1] * 4 + [0] * 4, [1] * 4 + [0] * 4


@mistakes("mcdermott.no-mean", says="must have positives and negatives")
def a_group_of_positives(given):
    return [1, 1, 1, 0, 0, 0], [1] * 3 + [0] * 3, [1] * 3 + [0] * 3


# Where AUPRC changes its mind


def closed_form(w1, prevalence, k0, k1):
    w0, a, b = 1 - w1, 1 - k0, 1 - k1
    r, c = b / a, prevalence * w0 + (1 - prevalence) * a
    t = w1 + w0 * r
    d = prevalence * t + (1 - prevalence) * b
    rest = w0 * (1 - r) / c + (1 - prevalence) * a * w1 / c**2 * np.log((prevalence * w1 + c) / d)
    return prevalence * t**2 / d + prevalence * w0 * rest


def border(w1, prevalence, k0, h=1e-5):
    def difference(k1):
        by_k1 = closed_form(w1, prevalence, k0, k1 + h) - closed_form(w1, prevalence, k0, k1 - h)
        return by_k1 - closed_form(w1, prevalence, k0 + h, k1) + closed_form(w1, prevalence, k0 - h, k1)

    return brentq(difference, k0 + 5 * h, 1 - 5 * h)


@solves("mcdermott.border")
def the_border(given):
    """The closed form of AUPRC, its slopes by small steps, and the place where they are equal."""
    share, a0, a1 = given["share"], given["a0"], given["a1"]
    prevalence = share * a1 + (1 - share) * a0
    return border(share * a1 / prevalence, prevalence, given["k0"])


@mistakes("mcdermott.border", says="the border at a prevalence of one half")
def balanced(given):
    return border(weights(given | {"k1": 0})["w1"], 0.5, given["k0"])


@mistakes("mcdermott.border", says="so the border is above k_0")
def where_it_starts(given):
    return given["k0"]


@mistakes("mcdermott.border", says="prefers the group with more positives")
def always_the_better_group(given):
    return given["k0"] + 0.01


@mistakes("mcdermott.border", says="looks like a percentage")
def border_in_hundredths(given):
    return 100 * the_border(given)


# The right mean, the wrong way round


@solves("mcdermott.mean-is-not-enough")
def mean_is_not_enough(given):
    """As many high scores as positives, and the negatives have them."""
    return [1, 1, 0, 0], [0.1, 0.3, 0.7, 0.9]


@mistakes("mcdermott.mean-is-not-enough", says="but AUROC is 1:")
def the_right_way_round(given):
    return [1, 1, 0, 0], [0.9, 0.7, 0.3, 0.1]


@mistakes("mcdermott.mean-is-not-enough", says="the share of positives is 1/4")
def turned_and_not_scaled(given):
    return [1, 0, 0, 0], [0.1, 0.5, 0.6, 0.7]


@mistakes("mcdermott.mean-is-not-enough", says="must lie between 0 and 1")
def log_odds(given):
    return [1, 0], [-1, 2]


@mistakes("mcdermott.mean-is-not-enough", says="The mean score is 333/1000")
def rounded(given):
    return [1, 0, 0], [0.333, 0.333, 0.333]


# What scaling does


def both_groups(given, scaled=True):
    labels, scores = [], []
    for group in "12":
        y, s = np.array(given[f"labels{group}"]), np.array(given[f"scores{group}"])
        labels.append(y)
        scores.append(s * y.mean() / s.mean() if scaled else s)
    within = [auroc(y, s) for y, s in zip(labels, scores, strict=True)]
    return *within, auroc(np.concatenate(labels), np.round(np.concatenate(scores), 12))


@solves("mcdermott.scaled-groups")
def scaled_groups(given):
    """Within a group no order changes; one group moves down among the other."""
    after, before = both_groups(given), both_groups(given, scaled=False)
    return {"within": "stays", "over all": "rises" if after[2] > before[2] else "falls", "AUROC": after}


@mistakes("mcdermott.scaled-groups", says="before scaling")
def not_scaled(given):
    return scaled_groups(given) | {"AUROC": both_groups(given, scaled=False)}


@mistakes("mcdermott.scaled-groups", says="pairs of different groups count too")
def mean_of_the_groups(given):
    first, second, _ = both_groups(given)
    return scaled_groups(given) | {"AUROC": (first, second, (first + second) / 2)}


@mistakes("mcdermott.scaled-groups", says="within a group scaling changes no order")
def all_in_one_direction(given):
    return scaled_groups(given) | {"within": "rises"}


@mistakes("mcdermott.scaled-groups", says="before scaling it was")
def nothing_changes(given):
    return scaled_groups(given) | {"over all": "stays"}


# Fifty repairs, three areas


@solves("mcdermott.fifty-repairs")
def fifty_repairs(given):
    """One pair each: of all pairs, and of the group's own if both cases are of it."""
    p1, n1, p2, n2 = (given[name] for name in ("p1", "n1", "p2", "n2"))
    return {
        "all": Fraction(50, (p1 + p2) * (n1 + n2)),
        "group 1": Fraction(given["both1"], p1 * n1),
        "group 2": Fraction(given["both2"], p2 * n2),
    }


@mistakes("mcdermott.fifty-repairs", says="of different groups are forgotten")
def pairs_within_groups_only(given):
    return fifty_repairs(given) | {"all": 50 / (given["p1"] * given["n1"] + given["p2"] * given["n2"])}


@mistakes("mcdermott.fifty-repairs", says="by the pairs of all cases")
def pairs_of_all(given):
    pairs = (given["p1"] + given["p2"]) * (given["n1"] + given["n2"])
    return fifty_repairs(given) | {"group 1": given["both1"] / pairs}


@mistakes("mcdermott.fifty-repairs", says="by the number of cases")
def cases_and_not_pairs(given):
    return fifty_repairs(given) | {"group 2": given["both2"] / (given["p2"] + given["n2"])}


@mistakes("mcdermott.fifty-repairs", says="changes the AUROC of neither")
def between_groups_too(given):
    times = 50 - given["both1"]
    return fifty_repairs(given) | {"group 2": times / (given["p2"] * given["n2"])}


# A draw that is not fair


@solves("mcdermott.filled-from-the-left")
def filled_from_the_left(given):
    """Sending 0 and 1 as far right as they may go forces places 2 and 3: three choices at each of the first two."""
    return {"often": [2, 3, 0, 1, 4, 5], "seldom": [0, 1, 2, 3, 4, 5], "chances": ("1/18", "1/162")}


@mistakes("mcdermott.filled-from-the-left", says="in a fair draw")
def as_if_fair(given):
    return filled_from_the_left(given) | {"chances": ("1/73", "1/73")}


@mistakes("mcdermott.filled-from-the-left", says="is forced")
def forced_places_overlooked(given):
    return filled_from_the_left(given) | {"chances": ("1/162", "1/162")}


@mistakes("mcdermott.filled-from-the-left", says="the wrong way round")
def exchanged(given):
    one = filled_from_the_left(given)
    return {"often": one["seldom"], "seldom": one["often"], "chances": one["chances"][::-1]}


@mistakes("mcdermott.filled-from-the-left", says="their ratio is 3")
def not_far_apart(given):
    return {"often": [1, 2, 0, 3, 4, 5], "seldom": [0, 1, 2, 3, 4, 5], "chances": ("1/54", "1/162")}


@mistakes("mcdermott.filled-from-the-left", says="farther than 2")
def too_far(given):
    return filled_from_the_left(given) | {"often": [3, 0, 1, 2, 4, 5]}


# Two models, two groups, your data


def scored():
    rng = np.random.default_rng(17)
    groups = np.repeat([1, 2], [1500, 1000])
    labels = (rng.random(2500) < np.where(groups == 1, 0.1, 0.05)).astype(int)
    shared = rng.normal(size=2500) + labels
    first = shared + 0.5 * rng.normal(size=2500)
    return labels, groups, first, shared + 0.7 * labels * (groups == 1) + 0.5 * rng.normal(size=2500)


@solves("mcdermott.two-models-two-groups")
def two_models_two_groups(given):
    """Differences on the same cases; only an interval on one side of 0 decides."""
    labels, groups, first, second = scored()
    answer = {"labels": labels, "groups": groups, "first": first, "second": second, "better": [], "worse": []}
    for name, inside in (("all", groups > 0), ("group 1", groups == 1), ("group 2", groups == 2)):
        answer[name] = paired_difference("auroc", labels[inside], second[inside], first[inside])[:3]
    answer["better"] = [group for group in (1, 2) if answer[f"group {group}"][1] > 0]
    answer["worse"] = [group for group in (1, 2) if answer[f"group {group}"][2] < 0]
    return answer


@mistakes("mcdermott.two-models-two-groups", says="the second model less the first")
def wrong_sign(given):
    answer = two_models_two_groups(given)
    value, low, high = answer["all"]
    return answer | {"all": (-value, -high, -low)}


@mistakes("mcdermott.two-models-two-groups", says="resampled apart")
def resampled_apart(given):
    answer = two_models_two_groups(given)
    errors = [interval("auroc", answer["labels"], answer[name]).standard_error for name in ("first", "second")]
    half = 1.96 * float(np.hypot(*errors))
    return answer | {"all": (answer["all"][0], answer["all"][0] - half, answer["all"][0] + half)}


@mistakes("mcdermott.two-models-two-groups", says="one standard error to each side")
def one_standard_error(given):
    answer = two_models_two_groups(given)
    value, low, high = answer["all"]
    return answer | {"all": (value, value - (high - low) / 4, value + (high - low) / 4)}


@mistakes("mcdermott.two-models-two-groups", says="'better' must hold the groups")
def undecided_called_better(given):
    answer = two_models_two_groups(given)
    return answer | {"better": [1, 2]}


# Is it a permutation?


@solves("mcdermott.is-it-a-permutation")
def is_it_a_permutation(given):
    """Zeros and ones, and one 1 in each row and in each column."""

    def permutes(rows):
        matrix = np.array(rows)
        square = matrix.shape[0] == matrix.shape[1]
        return bool(
            square and np.isin(matrix, (0, 1)).all() and (matrix.sum(0) == 1).all() and (matrix.sum(1) == 1).all()
        )

    return permutes


@mistakes("mcdermott.is-it-a-permutation", says="copies an entry")
def rows_only(given):
    return lambda rows: all(sum(row) == 1 for row in rows)


@mistakes("mcdermott.is-it-a-permutation", says="adds two entries")
def columns_only(given):
    return lambda rows: all(sum(column) == 1 for column in zip(*rows, strict=True))


@mistakes("mcdermott.is-it-a-permutation", says="mixes or changes")
def sums_only(given):
    return lambda rows: all(sum(row) == 1 for row in rows) and all(sum(c) == 1 for c in zip(*rows, strict=True))


@mistakes("mcdermott.is-it-a-permutation", says="is a permutation, and the function says False")
def the_identity_only(given):
    return lambda rows: rows == [[int(i == j) for j in range(len(rows))] for i in range(len(rows))]


@mistakes("mcdermott.is-it-a-permutation", says="must return True or False")
def prints(given):
    return lambda rows: None


# Three lists that do not fit


@solves("mcdermott.three-lists")
def three_lists(given):
    """Sets in the place of lists."""
    final, uncited, unfounded = (set(given[name]) for name in ("final", "uncited", "unfounded"))
    (both,) = uncited & unfounded
    return {"papers": len(final), "impossible": both, "founded": len(final - uncited - unfounded)}


@mistakes("mcdermott.three-lists", says="some papers stand there twice")
def entries(given):
    return three_lists(given) | {"papers": len(given["final"])}


@mistakes("mcdermott.three-lists", says="away twice")
def subtracted_twice(given):
    founded = len(set(given["final"])) - len(given["uncited"]) - len(given["unfounded"])
    return three_lists(given) | {"founded": founded}


@mistakes("mcdermott.three-lists", says="one of the two lists:")
def with_a_citation(given):
    return three_lists(given) | {"founded": len(set(given["final"]) - set(given["uncited"]))}


@mistakes("mcdermott.three-lists", says="in one of the two lists only")
def merely_uncited(given):
    return three_lists(given) | {"impossible": min(set(given["uncited"]) - set(given["unfounded"]))}
