"""Whether C(r_b) ignores easy negatives, and what class shares do to it and to F1."""

from __future__ import annotations

from functools import cache

import numpy as np

from metricbook.chapters.sumpter import nine
from metricbook.chapters.sumpter.indistinguishability import counted as small
from metricbook.chapters.sumpter.indistinguishability.normal_mixtures import (
    NormalLaw,
    NormalMixtures,
    population_auroc,
    population_curves,
    population_precision,
    population_sensitivity,
    population_threshold,
)
from metricbook.chapters.sumpter.indistinguishability.tables import nine_table, panel_curve, population
from metricbook.chapters.sumpter.nine_panels import PANELS
from metricbook.exact import indistinguishability as twin
from metricbook.exact import ranking as exact
from metricbook.ledger import Claim, Evidence

MORE = (100, 10_000, 1_000_000)
SHARES = (0.001, 0.01, 0.1, 0.5, 0.9)
_WIDE = np.linspace(-10.0, 25.0, 3501)


def easy_negatives() -> Evidence:
    """C(r_b) and A as easy negatives are added, on the nine laws and beyond; and the case in which C(r_b) stays."""
    table = nine_table()
    e = Evidence(
        note="Laws of the nine panels in closed form, then 100, 10 000 and 1 000 000 easy negatives. Samples: "
        "every order of up to six labels and every sample of up to four with ties, where r_b exists."
    )
    for column in nine.COLUMNS:
        c = table.loc[list(column), "C_50"]
        e.printed(
            f"panels {', '.join(column)}: one $C(r_b)$", agrees=bool(np.ptp(c) < 1e-6), reproduced=nine.rounded(c)
        )
    many = [population_precision(_panel(7.0, n)) for n in MORE]
    e.printed(
        "difficult negatives at 7: one $C(r_b)$ up to a million easy ones",
        agrees=bool(np.ptp(many) < 1e-6),
        reproduced=nine.rounded(many),
    )
    e.repaired(
        "samples: a negative that scores no higher than the next score below $r_b$ leaves $r_b$ and $C(r_b)$ alone",
        **small.tested(_unmoved()),
    )
    far = [population_precision(_panel(7.0, n, mean=-40.0)) for n in MORE]
    e.repaired(
        "laws: easy negatives that never exceed $r_b$ leave $C(r_b)$ alone, a million of them as well",
        agrees=bool(np.ptp(far) < 1e-9),
        reproduced=nine.rounded(far),
    )
    e.repaired(
        "laws: the change by a negative above $r_b$ is $-\\frac1L(C-(C-c)\\frac{v(s)-1/2}{v(r_b)-1/2})$",
        **small.tested(_derivative_fits()),
    )
    e.repaired(
        "$A$ rises from panel to panel down each column",
        **small.tested(bool((np.diff(table.loc[list(column), "A"]) > 0).all()) for column in nine.COLUMNS),
    )
    e.control("samples: a negative above $r_b$ leaves $C(r_b)$ alone", **small.tested(_moved()))
    return e


def f1_and_imbalance() -> Evidence:
    """Conclusions: the largest F1 as negatives are added, and as the share of the positives grows."""
    e = Evidence(
        note="Samples: every order of up to six labels, a negative added in each place. Laws: the nine "
        "panels; and N(10, 2) against N(7, 2) with 0.1 % to 90 % positives, whose A is one and the same."
    )
    shares = [_largest_f1(_shared(share)) for share in SHARES]
    e.printed(
        "the largest F1 does not rise when either class becomes the larger one",
        agrees=bool(shares[-1] <= shares[SHARES.index(0.5)]),
        reproduced=nine.rounded(shares),
    )
    e.repaired(
        "samples: an added negative never raises the largest F1",
        **small.tested(after[0] <= before[0] for before, after in _with_a_negative()),
    )
    down = {column: [float(panel_curve(k)["F1"].max()) for k in column] for column in nine.COLUMNS}
    e.repaired(
        "nine laws: nor do more easy ones",
        **small.tested(bool((np.diff(values) <= 1e-9).all()) for values in down.values()),
    )
    e.repaired(
        "samples: A is raised by a negative below all others",
        **small.tested(after[1] > before[1] for before, after in _with_a_negative(lowest=True)),
    )
    same = [population_auroc(_shared(share)) for share in SHARES]
    e.repaired(
        "A does not depend on the share of the positives",
        agrees=bool(np.ptp(same) < 1e-12),
        reproduced=nine.rounded(same),
    )
    return e


def prevalence(claim: Claim) -> Evidence:
    """Section 3.2: r_b at the two shares of negatives that are named, difficult ones and the panels' easy ones."""
    shares = [float(share) for share in claim.published["shares"]]
    e = Evidence(note="Normal laws on the scale of X, positives N(10, 2). A is the same at both shares.")
    for name, mean in (("difficult, N(7, 2)", 7.0), ("easy, N(2, 2)", 2.0)):
        laws = [NormalMixtures(NormalLaw(1 - s, 10, 2), (NormalLaw(s, mean, 2),)) for s in shares]
        r = [population_threshold(law) for law in laws]
        c = [population_precision(law) for law in laws]
        e.printed(
            f"negatives {name}: one $r_b$ at {shares[0]:.0%} and {shares[1]:.5%}",
            agrees=abs(r[0] - r[1]) < 0.01,
            reproduced=f"{r[0]:.2f} and {r[1]:.2f}; C(r_b) {c[0]:.3g} and {c[1]:.2g}",
        )
    return e


def not_inflated() -> Evidence:
    """Conclusions: two things that not being inflated by imbalance may mean for C(r_b), each tried on laws."""
    grid = np.linspace(0.0, 18.0, 181)
    changes = np.concatenate([population_sensitivity(population(k), grid) for k in nine.LETTERS])
    many = {mean: [population_precision(_panel(7.0, n, mean=mean)) for n in MORE] for mean in (2.0, 4.0, 6.0)}
    falls = [bool((np.diff(values) < 0).all()) for values in many.values()]
    c = [population_precision(_shared(share)) for share in SHARES]
    e = Evidence(
        note=f"Nine laws, a negative added anywhere: change of C(r_b) from {changes.min():.1e} to 0. Shares "
        f"of the positives {', '.join(f'{s:g}' for s in SHARES)}: N(10, 2) against N(7, 2), one A."
    )
    e.reading(
        "added negatives never raise $C(r_b)$ (easy ones at 2, 4, 6; up to a million)",
        agrees=bool(changes.max() <= 0 and all(falls)),
        reproduced=[nine.rounded(v) for v in many.values()],
    )
    e.reading(
        "$C(r_b)$ does not depend on the share of the positives",
        agrees=bool(np.ptp(c) < 0.01),
        reproduced=nine.rounded(c, 4),
    )
    return e


def _panel(hard_mean: float, easy: float, *, mean: float = 2.0) -> NormalMixtures:
    """A law like the panels', with other easy negatives."""
    return NormalMixtures(NormalLaw(1000, 10, 2), (NormalLaw(1000, hard_mean, 2), NormalLaw(easy, mean, 2)))


def _shared(share: float) -> NormalMixtures:
    """Positives and difficult negatives only, by the share of the positives."""
    return NormalMixtures(NormalLaw(share, 10, 2), (NormalLaw(1 - share, 7, 2),))


def _largest_f1(law: NormalMixtures) -> float:
    return float(population_curves(law, _WIDE)["F1"].max())


@cache
def _additions() -> tuple[tuple[bool, bool], ...]:
    """For each sample with an r_b and each place of one more negative: whether that is below, and whether all stays."""
    found = []
    for labels, scores in small.samples():
        r = twin.indistinguishability_threshold(labels, scores)
        if r is None:
            continue
        before = twin.rates(labels, scores, r).precision
        edge = max((s for s in scores if s < r), default=r - 1)
        for place in sorted({*scores, *(s + small.HALF for s in scores), min(scores) - 1}):
            more = ((*labels, 0), (*scores, place))
            new = twin.indistinguishability_threshold(*more)
            if place <= edge:
                found.append((True, new == r and twin.rates(*more, new).precision == before))
            elif place >= r:
                found.append((False, new is not None and twin.rates(*more, new).precision == before))
    return tuple(found)


def _unmoved() -> list[bool]:
    return [stays for below, stays in _additions() if below]


def _moved() -> list[bool]:
    return [stays for below, stays in _additions() if not below]


def _derivative_fits() -> list[bool]:
    """The sensitivity against a thousandth of a narrow group of negatives, added in five places of three laws."""
    found = []
    for panel in "abi":
        law = population(panel)
        before, r = population_precision(law), population_threshold(law)
        for s in (r - 1.5, r + 0.5, r + 1.0, 10.0, 13.0):
            more = NormalMixtures(law.positives, (*law.negatives, NormalLaw(0.001, s, 0.01)))
            change = (population_precision(more) - before) / 0.001
            expected = float(population_sensitivity(law, s))
            found.append(abs(change - expected) < 1e-3 / PANELS[panel].positives)
    return found


def _with_a_negative(*, lowest: bool = False) -> list[tuple[tuple, tuple]]:
    """Largest F1 and A of a sample, before and after one more negative, in each place or below all others."""
    found = []
    for labels, scores in small.samples(ties=False):
        before = _f1(labels, scores), exact.auroc(labels, scores)
        if lowest and before[1] == 1:
            continue  # nothing to raise
        places = [min(scores) - 1] if lowest else [*(s + small.HALF for s in scores), min(scores) - 1]
        for place in places:
            more = ((*labels, 0), (*scores, place))
            found.append((before, (_f1(*more), exact.auroc(*more))))
    return found


def _f1(labels: tuple[int, ...], scores: tuple) -> float:
    best = 0.0
    for t in scores:
        above = [label for label, s in zip(labels, scores, strict=True) if s >= t]
        best = max(best, 2 * sum(above) / (len(above) + sum(labels)))
    return best
