"""Solutions and mistakes: Any two of three wishes."""

from __future__ import annotations

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("synthesis.axioms-toss")
def toss(given):
    """H has the mean for a toss, and is 0 on days of tails.

    For AUROC a quarter of the pairs are of heads only, with the AUROC of the model; a quarter are of tails only and
    tied; and in the other half the positive or the negative is compared with the share of positives, which lies
    between the two scores: that is won in (TPR + 1 − FPR) / 2 of the cases, again the model's AUROC.
    """
    return 0.75 * given["auroc"] + 0.125, given["h"] / 2


@mistakes("synthesis.axioms-toss", says="what of the pairs of a case of heads")
def both_means(given):
    return given["auroc"] / 2 + 0.25, given["h"] / 2


@mistakes("synthesis.axioms-toss", says="cannot order two")
def nothing_changes(given):
    return given["auroc"], given["h"]


@mistakes("synthesis.axioms-toss", says="not all tied")
def mixed_pairs_tied(given):
    return given["auroc"] / 4 + 0.375, given["h"] / 2


@mistakes("synthesis.axioms-toss", says="H has no pairs")
def h_as_auroc(given):
    return 0.75 * given["auroc"] + 0.125, 0.75 * given["h"] + 0.125


@solves("synthesis.axioms-one-hull")
def one_hull(given):
    """Both hulls join the first positive to the last negative by one side, below which everything lies."""
    return "PNPNPNPNPN", "PNNNNPPPPN"


@mistakes("synthesis.axioms-one-hull", says="The hulls differ")
def other_hull(given):
    return "PPNPNPNPNN", "PNNNNPPPPN"


@mistakes("synthesis.axioms-one-hull", says="is the diagonal")
def diagonal(given):
    return "NPNPNPNP", "NNNNPPPP"


@mistakes("synthesis.axioms-one-hull", says="The rankings are swapped")
def swapped(given):
    return one_hull(given)[::-1]


@mistakes("synthesis.axioms-one-hull", says="must differ by 0.2")
def too_near(given):
    return "PNPNPNPN", "PNNNPPPN"


@solves("synthesis.axioms-log-loss")
def log_loss(given):
    """The mean of −q ln q − (1 − q) ln(1 − q), whose second derivative is −1/(q(1 − q)), by a roof of kink 2."""
    return lambda c: 1 / (2 * c * (1 - c))


@mistakes("synthesis.axioms-log-loss", says="has a factor of 2")
def without_the_factor(given):
    return lambda c: 1 / (c * (1 - c))


@mistakes("synthesis.axioms-log-loss", says="Hand's density")
def beta(given):
    return lambda c: 6 * c * (1 - c)


@mistakes("synthesis.axioms-log-loss", says="Uniform costs")
def uniform(given):
    return lambda c: 1.0


@mistakes("synthesis.axioms-log-loss", says="cannot have negative weights")
def negative(given):
    return lambda c: -1 / (2 * c * (1 - c))
