"""Nine findings as what one would do differently, with numbers computed here or taken from checks of the ledger."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from scipy.stats import kendalltau

import claimledger as ledger
from claimledger import Page, result
from metricbook import tile
from metricbook.causal import METHODS
from metricbook.confusion import Confusion, cohen_kappa, f1_score, swapped
from metricbook.exact.ranking import average_precision
from metricbook.exact.samples import rankings
from scoring_the_scores.contents import parts
from scoring_the_scores.front.prices import price_of_a_miss


def kicker() -> Page:
    """What the book is, in a line: chapters, papers, claims."""
    chapters = sum(len(part.chapters) for part in parts() if part.numbered)
    claims = [claim for claim in ledger.load().values() if not claim.origin]
    checked = sum(claim.verdict not in ("untestable", "unexamined") for claim in claims)
    text = (
        f"A book that runs: {chapters} chapters, {len(ledger.papers())} papers, "
        f"{checked} of {len(claims)} claims checked"
    )
    return Page(text, f'<p class="r-kicker">{text}</p>')


def counts() -> Page:
    """The claims of all papers by recorded verdict, and our own, in one line."""
    claims = [claim for claim in ledger.load().values() if not claim.origin]
    ours = [claim for claim in ledger.load().values() if claim.origin]
    tally = Counter(claim.verdict for claim in claims)
    grave = sum(claim.grade == "A" for claim in claims)
    text = (
        f"{len(claims)} claims of {len(ledger.papers())} papers: {tally['holds']} hold, {tally['corrected']} hold once "
        f"corrected, {tally['refuted']} are refuted, {tally['underspecified']} can be read in several ways, "
        f"{tally['untestable']} cannot be tested, and {tally['unexamined']} were not examined; {len(ours)} statements "
        "of our own say what connects them"
    )
    links = (
        f"{text}. All stand in [the ledger](back/ledger.md); the {grave} errors and open questions that change a "
        "conclusion come first in [the errata](back/errata.md)."
    )
    return Page(text, links)


def not_confirmed() -> Page | None:
    """Note, with a link, on verdicts that the build's checks did not confirm on this machine; None if all were."""
    note = ledger.banner(ledger.stored(), "back/ledger.html#machine=doubt")
    return Page(re.sub("<[^>]*>", "", note), note) if note else None


class Finding(NamedTuple):
    """A finding as what a reader would do differently.

    Attributes
    ----------
    big : str
        What is seen first: a number, or a few words.
    do : str
        What to do.
    text : str
        Why, with the numbers.
    label : str
        Of the chapter that proves it.
    """

    big: str
    do: str
    text: str
    label: str


def nine() -> Page:
    """The findings as a list, each with a link to the chapter that proves it."""
    items = [f"- {one.big}\n\n  {one.do}\n\n  {one.text} {{ref}}`{one.label}`" for one in findings()]
    plain = "\n".join(f"{one.big}: {one.do} {one.text}" for one in findings())
    return Page(plain, ":::{container} otherwise\n" + "\n\n".join(items) + "\n:::")


def findings() -> list[Finding]:
    """The nine findings; every number in them is computed here or by a check of the ledger."""
    return [
        _prices_of_f1(),
        Finding(
            "two curves, no metric",
            "Draw both cost curves before you choose a metric.",
            "A cost curve shows what a model loses at each price of a mistake. If two do not cross, one model is at "
            "least as good at every price, and no best F1 says otherwise.",
            "diagonal-chapter",
        ),
        Finding(
            "AUROC or H?",
            "Ask first who will set the threshold.",
            "Both are right, for different users. AUROC tells the loss to expect if the threshold is drawn at random, "
            "the H measure if the best one is taken at each price.",
            "h-measure-chapter",
        ),
        _kappa(),
        Finding(
            "each group alone",
            "Do not let one area stand for two groups.",
            "In a model of two groups AUROC sides with the one that has more positives, and AUPRC leans farther "
            "towards the one that is ahead.",
            "closed-form-chapter",
        ),
        _million(),
        _benchmark(),
        _topmost(),
        _no_fall(),
    ]


def _prices_of_f1() -> Finding:
    prevalence, (weak, strong) = 0.1, (0.7, 0.97)
    many, few = (f"{price_of_a_miss(prevalence, auroc):.1f}" for auroc in (weak, strong))
    return Finding(
        f"{many} → {few}",
        "Tune for F1? Print the price it implies.",
        f"With {100 * prevalence:.0f} % positives the threshold of the best F1 equates one miss with {many} false "
        f"alarms if the model is weak (AUROC {weak}), with {few} if it is strong ({strong}).",
        "one-rule-chapter",
    )


def lower_gains_more(cases: int) -> list[str]:
    """Rankings in which correcting the topmost mistake gains less average precision than correcting a lower one.

    A mistake is a negative directly above a positive, and correcting it exchanges the two.

    Examples
    --------
    >>> lower_gains_more(7)
    []
    """
    matches = []
    for labels in rankings(cases):
        order = list(range(cases, 0, -1))
        before = average_precision(labels, order)
        gains = []
        for place in range(cases - 1):
            if labels[place : place + 2] == (0, 1):
                corrected = (*labels[:place], 1, 0, *labels[place + 2 :])
                gains.append(average_precision(corrected, order) - before)
        if gains and gains[0] < max(gains):
            matches.append("".join("NP"[label] for label in labels))
    return matches


def _topmost() -> Finding:
    cases = 2
    while not lower_gains_more(cases):
        cases += 1
    return Finding(
        f"{cases} cases",
        "Do not assume that AUPRC rewards the top first.",
        f"From {cases} cases on there are rankings in which it gains more by correcting a lower mistake than the "
        "topmost one.",
        "one-swap-chapter",
    )


def _no_fall() -> Finding:
    drawn = _reproduced_value("mcdermott.fig2d", "AUROC of G2 is lower after 25 steps than before, 15 uniform")
    before, after = drawn.split(",")[0].split(" to ")
    return Finding(
        f"{before} → {after}",
        "Run a simulation's own definitions once.",
        "A paper draws the AUROC of a small group falling. With permutations as the paper defines them, it rises.",
        "matrices-case",
    )


def _million() -> Finding:
    first, *_, last = _reproduced_value("sumpter.c-rb-independent", "difficult negatives at 7")
    return Finding(
        f"{first} → {last}",
        "Say how easy your negatives are.",
        "The indistinguishability threshold is said to ignore easy negatives, which score far below the rest. "
        "But a few in a million do pass it: with a million added, the precision there fell this much.",
        "easy-negatives-chapter",
    )


def _kappa() -> Finding:
    agreements = agreements_of_kappa()
    rare, frequent = agreements[0.05], agreements[0.95]
    return Finding(
        f"{rare[0]:.2f} → {frequent[0]:.2f}",
        "Give the prevalence with every kappa.",
        f"At 5 % positives kappa orders classifiers almost as F1 does: over uniform TPR and TNR the rank correlation "
        f"is {rare[0]:.2f}. At 95 % it is {frequent[0]:.2f}, and {frequent[1]:.2f} with F1 of the other class.",
        "ranking-scores-chapter",
    )


@cache
def agreements_of_kappa() -> dict[float, tuple[float, float]]:
    """Kendall's τ of kappa with F1, and with F1 of the negative class, over uniform TPR and TNR, by prevalence.

    The performances are those that the chapter draws for its table. F1 of the negative class orders as its J₋ does.
    """
    rng = np.random.default_rng(1)
    agreements = {}
    for prevalence in (0.05, 0.2, 0.5, 0.8, 0.95):
        performances = tile.fixed_prevalence_performances(10_000, prevalence, rng=rng)
        drawn = [Confusion(*row) for row in performances.tolist()]
        kappa = [cohen_kappa(*counts) for counts in drawn]
        others = [f1_score(*counts) for counts in drawn], [f1_score(*swapped(counts)) for counts in drawn]
        one, other = (float(kendalltau(kappa, values).statistic) for values in others)
        agreements[prevalence] = one, other
    return agreements


def _benchmark() -> Finding:
    told = _reproduced_value("lxcim.practical-advantages", "LxCIM tells methods apart").split(" of ")[1].split()[-1]
    pairs = comb(len(METHODS), 2)
    return Finding(
        f"{told} of {pairs}",
        "Count independent units before you rank methods.",
        f"In one paper {len(METHODS)} methods on one benchmark make {pairs} pairs to compare. Its cases come from far "
        f"fewer sources: corrected for {pairs} comparisons, the metric that the paper proposes tells at most {told} "
        "pairs apart.",
        "reading-table-1-chapter",
    )


def _reproduced_value(claim_id: str, begins: str):
    """Value that a check of the ledger computed in the one comparison whose name begins with ``begins``."""
    (value,) = [c.reproduced for c in result(claim_id).evidence.comparisons if c.what.startswith(begins)]
    return value
