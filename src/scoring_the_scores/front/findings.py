"""Nine findings in a sentence or two each, with numbers computed here or taken from checks of the ledger."""

from __future__ import annotations

import re
from collections import Counter
from math import comb
from typing import Final

import numpy as np
from scipy.stats import kendalltau

import claimledger as ledger
from claimledger import Page, result
from metricbook.causal import METHODS
from metricbook.confusion import Confusion, cohen_kappa, f1_score, swapped
from metricbook.exact.ranking import average_precision
from metricbook.exact.samples import rankings
from scoring_the_scores.front.prices import price_of_a_miss

SEED: Final = 20261121


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


def nine() -> Page:
    """The findings as a numbered list, each with a link to the chapter that proves it."""
    findings = [
        (
            "AUC and H are both right.",
            "They answer different questions, and the one to ask first is who will set the threshold.",
            "h-measure-chapter",
        ),
        (
            "Where two cost curves do not cross, no metric is needed.",
            "One classifier is then at least as good at every price, and no best F1, nor any other score of the Tile, "
            "says otherwise.",
            "diagonal-chapter",
        ),
        ("F1 changes its prices with the classifier,", _prices_of_f1(), "one-rule-chapter"),
        ("A topmost mistake is not always the dearest for AUPRC.", _topmost(), "one-swap-chapter"),
        (
            "No area protects a small group.",
            "In a model of two groups AUROC sides with the one that has more positives, and AUPRC leans farther "
            "towards the one that is ahead.",
            "closed-form-chapter",
        ),
        ("The fall of a small group came from matrices that were no permutations.", _no_fall(), "matrices-case"),
        (
            "The precision at $r_b$ ignores negatives that score below it,",
            _million(),
            "easy-negatives-chapter",
        ),
        ("Kappa is not one metric.", _kappa(), "ranking-scores-chapter"),
        ("A benchmark of forty tells next to nothing apart.", _benchmark(), "reading-table-1-chapter"),
    ]
    lines = [f"{n}. **{claim}** {text} ({{ref}}`{label}`)" for n, (claim, text, label) in enumerate(findings, 1)]
    return Page("\n".join(f"{claim} {text}" for claim, text, _ in findings), "\n".join(lines))


def _prices_of_f1() -> str:
    prevalence, (weak, strong) = 0.1, (0.7, 0.97)
    many, few = price_of_a_miss(prevalence, weak), price_of_a_miss(prevalence, strong)
    return (
        f"as AUC was accused of doing. With {100 * prevalence:.0f} % positives its best threshold takes one missed "
        f"case for {many:.1f} false alarms if AUROC is {weak}, and for {few:.1f} if it is {strong}."
    )


def dearer_below(cases: int) -> list[str]:
    """Rankings in which correcting the topmost mistake gains less average precision than correcting a lower one.

    A mistake is a negative directly above a positive, and correcting it exchanges the two.

    Examples
    --------
    >>> dearer_below(7)
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


def _topmost() -> str:
    cases = 2
    while not (smallest := dearer_below(cases)):
        cases += 1
    return (
        f"The smallest rankings in which mending a lower one gains more have {cases} cases: {' and '.join(smallest)}."
    )


def _no_fall() -> str:
    uniform = _reproduced_value("mcdermott.fig2d", "AUROC of G2 is lower after 25 steps than before, 15 uniform")
    return (
        "With permutations as the paper defines them, the AUROC that it draws falling "
        f"rises, from {uniform.split(',')[0]}."
    )


def _million() -> str:
    first, *_, last = _reproduced_value("sumpter.c-rb-independent", "difficult negatives at 7")
    return f"but a million easy negatives, of which a few pass it, take it from {first} to {last}."


def _kappa() -> str:
    with_f1, with_other = (agreement_of_kappa(prevalence) for prevalence in (0.05, 0.95))
    return (
        f"At 5 % positives it orders classifiers almost as F1 does (Kendall's τ {with_f1[0]:.2f}), at 95 % almost as "
        f"F1 of the other class ({with_other[1]:.2f}); with the wrong one of the two τ is {with_f1[1]:.2f}."
    )


def agreement_of_kappa(prevalence: float, *, draws: int = 4000) -> tuple[float, float]:
    """Kendall's τ of kappa with F1, and with F1 of the negative class, over uniform TPR and FPR.

    Examples
    --------
    >>> one, other = agreement_of_kappa(0.5, draws=1000)
    >>> abs(one - other) < 0.05
    True
    """
    fpr, tpr = np.random.default_rng(SEED).random((2, draws))
    values: dict[str, list[float]] = {"kappa": [], "F1": [], "F1 of negatives": []}
    for f, t in zip(fpr, tpr, strict=True):
        counts = Confusion((1 - prevalence) * (1 - f), (1 - prevalence) * f, prevalence * (1 - t), prevalence * t)
        values["kappa"].append(cohen_kappa(*counts))
        values["F1"].append(f1_score(*counts))
        values["F1 of negatives"].append(f1_score(*swapped(counts)))
    kappa, *others = values.values()
    one, other = (float(kendalltau(kappa, values).statistic) for values in others)
    return one, other


def _benchmark() -> str:
    count = _reproduced_value("lxcim.practical-advantages", "LxCIM tells methods apart").split(" of ")[1]
    couples = comb(len(METHODS), 2)
    return (
        f"{len(METHODS)} methods of causal discovery make {couples} couples. On the benchmark that all use, and with "
        f"all couples allowed for, LxCIM tells {count} of them apart."
    )


def _reproduced_value(claim_id: str, begins: str):
    """Value that a check of the ledger computed in the one comparison whose name begins with ``begins``."""
    (value,) = [c.reproduced for c in result(claim_id).evidence.comparisons if c.what.startswith(begins)]
    return value
