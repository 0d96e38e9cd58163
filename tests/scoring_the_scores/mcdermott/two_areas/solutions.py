"""Solutions and mistakes: Two areas: what AUROC and AUPRC charge for a mistake."""

from __future__ import annotations

from metricbook import auroc
from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("mcdermott.by-chance")
def by_chance(given):
    """The theorem of the chapter has the mean over all orders: the prevalence, and a term with the harmonic number.

    That term is why the chance level lies above the prevalence; it fades as the number of cases grows.
    """
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


@solves("mcdermott.dearer-below")
def dearer_below(given):
    """The topmost mistake comes late, and positives fill the space below it: k doubles while the rank grows by half."""
    return "P" + "N" * 11 + "PPPP" + "NP"


@mistakes("mcdermott.dearer-below", says="must have a positive on top")
def the_books(given):
    return "NNNNNPNP"


@mistakes("mcdermott.dearer-below", says="the lower one is not worth more")
def early(given):
    return "PNPNP"


@mistakes("mcdermott.dearer-below", says="4/3 are asked for")
def not_enough(given):
    return "P" + "N" * 9 + "PP" + "NP"


@mistakes("mcdermott.dearer-below", says="2 atomic mistakes are needed")
def one_mistake(given):
    return "PNNNNNPPP"


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
