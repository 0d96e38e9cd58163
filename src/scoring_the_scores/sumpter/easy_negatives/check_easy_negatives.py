"""Whether C(r_b) ignores easy negatives, and what class shares do to it and to F1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from claimledger import Claim, Evidence
from metricbook.exact import indistinguishability as exact_ranks
from metricbook.exact import ranking as exact
from scoring_the_scores.sumpter import counted as small
from scoring_the_scores.sumpter import nine
from scoring_the_scores.sumpter.counted import largest_f1
from scoring_the_scores.sumpter.easy_negatives.data_sets import precision_at
from scoring_the_scores.sumpter.nine_panels import PANELS
from scoring_the_scores.sumpter.normal_mixtures import (
    NormalLaw,
    NormalMixtures,
    population_auroc,
    population_precision,
    population_sensitivity,
    population_threshold,
)
from scoring_the_scores.sumpter.panel_curves import largest_f1 as best_f1
from scoring_the_scores.sumpter.panel_curves import nine_table, panel_curve, population, with_easy, with_share

MORE = (100, 10_000, 1_000_000)
SHARES = (0.001, 0.01, 0.1, 0.5, 0.9)
_FIXED = 8.0  # a threshold on X that one easy negative in 740 exceeds


def easy_negatives() -> Evidence:
    """C(r_b) and A as easy negatives are added, in the nine populations and beyond; and where C(r_b) stays."""
    table = nine_table()
    e = Evidence(
        note="Populations of the nine panels in closed form, then 100, 10 000 and 1 000 000 easy negatives. Samples: "
        "every order of up to six labels and every sample of up to five with ties, where r_b exists."
    )
    spans = [float(np.ptp(table.loc[list(column), "C_50"])) for column in nine.COLUMNS]
    e.printed(
        "nine panels: one $C(r_b)$ in each column, to within 0.02",
        agrees=max(spans) < 0.02,
        reproduced=nine.rounded(spans),
    )
    many = [population_precision(with_easy(7.0, n)) for n in MORE]
    e.printed(
        "difficult negatives at 7: one $C(r_b)$, to within 0.02, up to a million easy ones",
        agrees=bool(np.ptp(many) < 0.02),
        reproduced=nine.rounded(many),
    )
    e.repaired(
        "samples: a negative that scores no higher than the next score below $r_b$ leaves $r_b$ and $C(r_b)$ alone",
        cases=_unmoved(),
    )
    far = [population_precision(with_easy(7.0, n, easy_mean=-40.0)) for n in MORE]
    e.repaired(
        "populations: easy negatives that never exceed $r_b$ leave $C(r_b)$ alone, a million of them as well",
        agrees=bool(np.ptp(far) < 1e-9),
        reproduced=nine.rounded(far),
    )
    e.repaired(
        "populations: the change by a negative above $r_b$ is $-\\frac1L(C-(C-c)\\frac{v(s)-1/2}{v(r_b)-1/2})$",
        cases=_derivative_fits(),
    )
    e.repaired(
        "$A$ rises from panel to panel down each column",
        cases=(bool((np.diff(table.loc[list(column), "A"]) > 0).all()) for column in nine.COLUMNS),
    )
    e.control("samples: a negative above $r_b$ leaves $C(r_b)$ alone", cases=_moved())
    e.control(
        "rankings: one right below $r_b$, above the next lower score, leaves $C(r_b)$ alone",
        over=_right_below(),
        holds=lambda case: case.before == case.after,
    )
    return e


def at_even_odds() -> Evidence:
    """Section 3.4: whether it takes r_b to make precision deaf to easy negatives: down the columns, at three places."""
    places = {
        "$r_b$": [population_precision(population(k)) for k in nine.LETTERS],
        "log-odds 0": [precision_at(k, nine.even_odds(k)) for k in nine.LETTERS],
        f"X = {_FIXED:g}": [precision_at(k, _FIXED) for k in nine.LETTERS],
    }
    moves = {name: _down_columns(values) for name, values in places.items()}
    columns = dict(zip(nine.COLUMNS, moves["log-odds 0"], strict=True))
    areas = _down_columns([PANELS[k].auroc for k in nine.LETTERS])
    e = Evidence(
        note="Nine populations. Change from the top to the bottom of the left, the middle and the right column."
    )
    e.printed(
        "away from $r_b$, at log-odds 0, precision does depend on easy negatives: by 0.02 or more, three columns",
        over=columns,
        holds=lambda column: abs(columns[column]) >= 0.02,
    )
    for name, values in moves.items():
        e.repaired(
            f"precision at {name} changes by less than 0.02",
            agrees=max(map(abs, values)) < 0.02,
            reproduced=nine.rounded(values),
        )
    everything = _down_columns(
        [PANELS[k].positives / (PANELS[k].positives + PANELS[k].negatives) for k in nine.LETTERS]
    )
    e.repaired(
        "where the easy ones are flagged too, at low thresholds, it falls",
        agrees=max(everything) < -0.2,
        reproduced=nine.rounded(everything),
    )
    e.control("so does $A$", agrees=max(map(abs, areas)) < 0.02, reproduced=nine.rounded(areas))
    return e


def chance_level() -> Evidence:
    """Section 3.4: C(r_b) of a score that is nearly useless, and what 0.50 in c, f and i is beside that."""
    shares = [1000 / (1000 + population(k).negative_weight) for k in "cfi"]
    useless = [
        population_precision(NormalMixtures(NormalLaw(p, 0.001, 1), (NormalLaw(1 - p, 0.0, 1),))) for p in shares
    ]
    values = [population_precision(population(k)) for k in "cfi"]
    times = [value / p for value, p in zip(values, shares, strict=True)]
    e = Evidence(note="Useless: both classes normal with one spread, means a thousandth of it apart. Panels c, f, i.")
    e.printed(
        "$C(r_b)$ of a useless score is the share of positives, $P/(P+N)$",
        agrees=all(abs(c - p) < 1e-3 for c, p in zip(useless, shares, strict=True)),
        reproduced=nine.rounded(useless),
    )
    e.reading(
        "poor: no more than three in five of the flagged are positive",
        agrees=max(values) <= 0.6,
        reproduced=nine.rounded(values),
    )
    e.reading(
        "poor: less than twice what a useless score has", agrees=max(times) < 2, reproduced=nine.rounded(times, 1)
    )
    e.control(
        "a useless score has one $C(r_b)$ in all three",
        agrees=bool(np.ptp(useless) < 0.01),
        reproduced=nine.rounded(useless),
    )
    return e


def f1_and_imbalance() -> Evidence:
    """Conclusions: the largest F1 and A as negatives are added, and as the share of the positives grows."""
    e = Evidence(
        note="Samples: every order of up to six labels, a negative added in each place. Populations: the nine "
        "panels; and N(10, 2) against N(7, 2) with 0.1 % to 90 % positives, whose A is one and the same."
    )
    e.printed(
        "samples: an added negative never raises the largest F1",
        cases=(after[0] <= before[0] for before, after in _with_a_negative()),
    )
    down = {column: [float(panel_curve(k)["F1"].max()) for k in column] for column in nine.COLUMNS}
    e.printed(
        "nine populations: nor do more easy ones", cases=((np.diff(values) <= 1e-9).all() for values in down.values())
    )
    e.printed(
        "samples: A is raised by a negative below all others",
        cases=(after[1] > before[1] for before, after in _with_a_negative(lowest=True)),
    )
    same = [population_auroc(with_share(share)) for share in SHARES]
    e.printed(
        "A does not depend on the share of the positives",
        agrees=bool(np.ptp(same) < 1e-12),
        reproduced=nine.rounded(same),
    )
    shares = [best_f1(with_share(share)) for share in SHARES]
    e.control(
        "nor does the largest F1, when the positives become the larger class",
        agrees=bool(shares[-1] <= shares[SHARES.index(0.5)]),
        reproduced=nine.rounded(shares),
    )
    return e


def prevalence(claim: Claim) -> Evidence:
    """Section 3.2: r_b and log-odds 0 at the two shares of negatives that are named, difficult and easy ones."""
    shares = [float(share) for share in claim.published["shares"]]
    e = Evidence(
        note="Normal distributions on the scale of X, spread 2, positives at 10. A is the same at both shares."
    )
    for name, mean in (("difficult, at 7", 7.0), ("easy, at 2", 2.0)):
        laws = [with_share(1 - share, mean=mean) for share in shares]
        r = [population_threshold(law) for law in laws]
        c = [population_precision(law) for law in laws]
        zero = [_even_odds(share, mean) for share in shares]
        e.printed(
            f"negatives {name}: one $r_b$ at {shares[0]:.0%} and {shares[1]:.5%}",
            agrees=abs(r[0] - r[1]) < 0.01,
            reproduced=f"{r[0]:.2f} and {r[1]:.2f}",
        )
        e.repaired(
            "it moves less than half as far as log-odds 0",
            agrees=abs(r[1] - r[0]) < abs(zero[1] - zero[0]) / 2,
            reproduced=f"{r[1] - r[0]:.2f} against {zero[1] - zero[0]:.2f}",
        )
        most = population_threshold(with_share(1e-12, mean=mean))
        e.repaired("and no farther with a million times as many", agrees=most - r[1] < 0.01, reproduced=f"{most:.2f}")
        e.control("one $C(r_b)$", agrees=abs(c[0] - c[1]) < 0.01, reproduced=f"{c[0]:.3g} and {c[1]:.2g}")
    return e


def steadier() -> Evidence:
    """Section 3.2: how far easy negatives move log-odds 0, and r_b, on the scale of X: down the columns and beyond."""
    r = _down_columns([nine.balance(k) for k in nine.LETTERS])
    zero = _down_columns([nine.even_odds(k) for k in nine.LETTERS])
    e = Evidence(
        note="Nine populations, on the scale of X, top to bottom of the left, the middle and the right column."
    )
    e.printed("easy negatives move log-odds 0", cases=(abs(move) > 0.2 for move in zero))
    e.printed(
        "by at least twice as much as $r_b$",
        agrees=all(z > 2 * b for z, b in zip(zero, r, strict=True)),
        reproduced=f"{nine.rounded(zero, 2)} against {nine.rounded(r, 2)}",
    )
    e.control("$r_b$ does not move", agrees=max(map(abs, r)) < 0.01, reproduced=nine.rounded(r, 2))
    return e


def not_inflated() -> Evidence:
    """Conclusions: C(r_b) as one negative is added anywhere, as easy ones are, and as the classes' shares change."""
    grid = np.linspace(0.0, 18.0, 181)
    changes = np.concatenate([population_sensitivity(population(k), grid) for k in nine.LETTERS])
    many = {mean: [population_precision(with_easy(7.0, n, easy_mean=mean)) for n in MORE] for mean in (2.0, 4.0, 6.0)}
    c = [population_precision(with_share(share)) for share in SHARES]
    e = Evidence(
        note=f"Shares of the positives {', '.join(f'{s:g}' for s in SHARES)}: N(10, 2) against N(7, 2), one A. "
        "Samples: every order of up to six labels that has an r_b, a negative added in each place."
    )
    e.printed(
        "nine populations: a negative added anywhere never raises $C(r_b)$",
        agrees=bool(changes.max() <= 0),
        reproduced=f"change from {changes.min():.1e} to {max(changes.max(), 0):.0f}",
    )
    e.printed(
        "nor do easy ones at 2, 4 or 6, a hundred to a million of them",
        cases=(bool((np.diff(values) < 0).all()) for values in many.values()),
    )
    e.control(
        "$C(r_b)$ does not depend on the share of the positives",
        agrees=bool(np.ptp(c) < 0.01),
        reproduced=nine.rounded(c, 4),
    )
    e.control(
        "on samples an added negative never raises it",
        over=_added(),
        holds=lambda case: case.after is None or case.after <= case.before,
    )
    return e


def _even_odds(negatives: float, mean: float) -> float:
    """Where negatives at a mean, in this share, are as dense as the positives: the log-odds are a line in X."""
    return (10 + mean) / 2 + 4 / (10 - mean) * float(np.log(negatives / (1 - negatives)))


def _down_columns(values: Sequence[float]) -> list[float]:
    """Change from the top to the bottom of each column of the nine panels."""
    of = dict(zip(nine.LETTERS, values, strict=True))
    return [of[column[-1]] - of[column[0]] for column in nine.COLUMNS]


@cache
def _additions() -> tuple[tuple[bool, bool], ...]:
    """For each sample with an r_b and each place of one more negative: whether that is below, and whether all stays."""
    additions = []
    for labels, scores in small.samples():
        r = exact_ranks.indistinguishability_threshold(labels, scores)
        if r is None:
            continue
        before = _precision(labels, scores)
        edge = max((s for s in scores if s < r), default=r - 1)
        places: set[exact.Number] = {*scores, *(s + small.HALF for s in scores), min(scores) - 1}
        for place in sorted(places):
            more = ((*labels, 0), (*scores, place))
            new = exact_ranks.indistinguishability_threshold(*more)
            if place <= edge:
                additions.append((True, new == r and exact_ranks.rates(*more, r).precision == before))
            elif place >= r:
                additions.append((False, new is not None and exact_ranks.rates(*more, new).precision == before))
    return tuple(additions)


@dataclass(frozen=True)
class _Added:
    """A ranking and what it is with one more negative, the highest score first, and C(r_b) of both, where it exists."""

    ranking: str
    before: Fraction
    more: str
    after: Fraction | None

    def __str__(self) -> str:
        return f"{self.ranking} {self.before}, {self.more} {self.after}"


def _right_below() -> list[_Added]:
    """Each ranking that has an r_b and a lower score, with one more negative right below r_b; the shortest first."""
    right_below = []
    for labels, scores in small.samples(ties=False):
        r = exact_ranks.indistinguishability_threshold(labels, scores)
        if r is None or r == min(scores):
            continue
        place = sum(s >= r for s in scores)
        more = (*labels[:place], 0, *labels[place:])
        before, after = _precision(labels, scores), _precision(more, tuple(range(len(more), 0, -1)))
        assert before is not None  # r_b exists
        assert after is not None  # and the negative does not make A fall below 1/2: most positives beat it
        right_below.append(_Added(_letters(labels), before, _letters(more), after))
    return right_below


def _letters(labels: Sequence[int]) -> str:
    return "".join("NP"[label] for label in labels)


def _unmoved() -> list[bool]:
    return [stays for below, stays in _additions() if below]


def _moved() -> list[bool]:
    return [stays for below, stays in _additions() if not below]


def _derivative_fits() -> list[bool]:
    """The sensitivity against a small narrow group of negatives, added in five places of three populations."""
    fits = []
    for panel in "abi":
        law = population(panel)
        before, r = population_precision(law), population_threshold(law)
        for s in (r - 1.5, r + 0.5, r + 1.0, 10.0, 13.0):
            more = NormalMixtures(law.positives, (*law.negatives, NormalLaw(0.001, s, 0.01)))
            change = (population_precision(more) - before) / 0.001
            expected = float(population_sensitivity(law, s))
            fits.append(abs(change - expected) < 1e-3 / PANELS[panel].positives)
    return fits


def _with_a_negative(*, lowest: bool = False) -> list[tuple[tuple, tuple]]:
    """Largest F1 and A of a sample, before and after one more negative, in each place or below all others."""
    extended = []
    for labels, scores in small.samples(ties=False):
        before = largest_f1(labels, scores), exact.auroc(labels, scores)
        if lowest and before[1] == 1:
            continue  # nothing to raise
        places: list[exact.Number] = [] if lowest else [s + small.HALF for s in scores]
        for place in (*places, min(scores) - 1):
            more = ((*labels, 0), (*scores, place))
            extended.append((before, (largest_f1(*more), exact.auroc(*more))))
    return extended


def _added() -> list[_Added]:
    """Each ranking that has an r_b, with one more negative in each place; the shortest first."""
    added = []
    for labels, scores in small.samples(ties=False):
        before = _precision(labels, scores)
        if before is None:
            continue
        for place in range(len(labels) + 1):
            more = (*labels[:place], 0, *labels[place:])
            after = _precision(more, tuple(range(len(more), 0, -1)))
            added.append(_Added(_letters(labels), before, _letters(more), after))
    return added


def _precision(labels: tuple[int, ...], scores: tuple) -> Fraction | None:
    """C(r_b) of a sample, None if it has no r_b."""
    r = exact_ranks.indistinguishability_threshold(labels, scores)
    return None if r is None else exact_ranks.rates(labels, scores, r).precision
