"""Sections 1, 3.2 and 3.3: what B is, how it runs, where it is one half, and what that means."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import numpy as np
from scipy.special import ndtri

from metricbook import ledger
from metricbook.chapters.sumpter import nine
from metricbook.chapters.sumpter.indistinguishability import counted as small
from metricbook.chapters.sumpter.indistinguishability.normal_mixtures import (
    NormalLaw,
    NormalMixtures,
    population_auroc,
    population_curves,
    population_win_rate,
)
from metricbook.chapters.sumpter.indistinguishability.tables import nine_table, population
from metricbook.chapters.sumpter.nine_panels import PANELS, draw, panel_rng
from metricbook.exact import indistinguishability as twin
from metricbook.ledger import Evidence
from metricbook.ledger.evidence import agree
from metricbook.metrics.indistinguishability import (
    TIES,
    IndistinguishabilitySweep,
    labelled_win_rate,
    randomised_win_rate,
)

HALF = small.HALF
#: Scores of the twelve images of Figure 1, from the text of the authors' figure: those with a cat, and the others.
CATS, OTHERS = (87, 85, 82, 79, 68, 66), (74, 73, 61, 39, 28, 12)
_SMALL = "Every order of up to six labels and every sample of up to four with ties."
_STEPS = np.linspace(1.0, 18.0, 341)  # on the input's scale: from below the easy negatives to above the positives
REPEATS, DRAWS, SEED = 60, 1000, 33


def definition_of_b() -> Evidence:
    """The definition of B under three rules for equal scores, on Figure 1 at the threshold of its panel b."""
    scores = CATS + OTHERS
    labels = (1,) * len(CATS) + (0,) * len(OTHERS)
    printed = ledger.load()["sumpter.fig1-b67"].published["B"]
    names = {
        "half": "equal scores, a sample and itself among them, count one half (the integrals of Section 3.3)",
        "negative": "equal scores count nothing (the display of Section 3.2, read literally)",
        "discard": "a pair of a sample with itself is drawn again (Section 1)",
    }
    e = Evidence(note="Figure 1 with what scores above 67 labelled, against the printed 0.49.")
    for ties, name in names.items():
        value = twin.rates(labels, scores, 68, ties=ties).win_rate
        e.reading(name, reproduced=value, agrees=agree(printed, value))
    return e


def b_falls() -> Evidence:
    """B falls as r grows: on every small sample under each rule for ties, on the nine laws, and both limits."""
    e = Evidence(note=_SMALL + " Nine laws in closed form, 341 thresholds each. On samples B falls in steps.")
    for ties in TIES:
        e.printed(
            f"samples, ties '{ties}': B never rises with the threshold",
            **small.tested(
                all(low >= high for high, low in pairwise(small.win_rates(labels, scores, ties)))
                for labels, scores in small.samples()
            ),
        )
    tables = {letter: population_curves(population(letter), _STEPS) for letter in nine.LETTERS}
    e.printed(
        "nine laws: B falls from each threshold to the next",
        **small.tested((np.diff(table["B"]) < 0).all() for table in tables.values()),
    )
    lowest = {letter: population_win_rate(population(letter), -np.inf) for letter in nine.LETTERS}
    e.printed(
        "nine laws: no B exceeds that at minus infinity",
        **small.tested(table["B"].max() < lowest[letter] for letter, table in tables.items()),
    )
    e.printed(
        "nine laws: B above 1/2 below r_b and below 1/2 above it",
        **small.tested(
            ((tables[letter]["B"] > 0.5) == (nine.balance(letter) > _STEPS)).all() for letter in nine.LETTERS
        ),
    )
    e.printed(
        "B does not exceed the true positive rate, which goes to 0",
        **small.tested(
            [c.win_rate <= c.v for c in small.counted()]
            + [(table["B"] <= table["tpr"]).all() for table in tables.values()]
        ),
    )
    e.control(
        "nine laws: B_+ falls, too", **small.tested((np.diff(table["B_plus"]) < 0).all() for table in tables.values())
    )
    e.control(
        "samples: the precision falls",
        **small.tested(
            all(low.precision >= high.precision for high, low in pairwise(cases)) for cases in small.by_sample()
        ),
    )
    return e


def threshold_exists() -> Evidence:
    """Existence of r_b and of other levels: on all small samples by search, and on laws on both sides of A = 1/2."""
    samples = small.by_sample()
    found = {key: twin.indistinguishability_threshold(*key) for key in ((c[0].labels, c[0].scores) for c in samples)}
    e = Evidence(
        note=_SMALL + " Levels k/12. Laws: normal, means apart by -3 to 3 spreads, one to a hundred negatives "
        "for a positive."
    )
    e.printed(
        "every sample has a threshold with $B = 1/2$",
        **small.tested(any(c.win_rate == HALF for c in cases) for cases in samples),
    )
    laws = [
        NormalMixtures(NormalLaw(1, shift, 1), (NormalLaw(n, 0, 1),))
        for shift in (-3, -1, 0, 1, 3)
        for n in (1, 10, 100)
    ]
    e.printed("every law has one", **small.tested(_crosses(law) for law in laws))
    e.repaired(
        "samples: there is a lowest threshold with $B\\le1/2$, and $B\\ge1/2$ with everything labelled, "
        "exactly if $A\\ge1/2$",
        **small.tested(
            (found[cases[0].labels, cases[0].scores] is not None) == (small.auroc(cases[0]) >= HALF)
            for cases in samples
        ),
    )
    e.repaired(
        "at the next lower score $B > 1/2$",
        **small.tested(
            _next_lower_is_above(cases, t)
            for cases in samples
            if (t := found[cases[0].labels, cases[0].scores]) is not None
        ),
    )
    levels = [Fraction(k, 12) for k in range(1, 12)]
    e.repaired(
        "samples: a level $q$ is passed exactly if $B\\ge q$ with everything labelled, and $B\\le q$ with only "
        "the highest score",
        **small.tested(
            (twin.indistinguishability_threshold(cases[0].labels, cases[0].scores, level=q) is not None)
            == (cases[-1].win_rate >= q >= cases[0].win_rate)
            for cases in samples[::4]
            for q in levels
        ),
    )
    e.repaired(
        "laws: a finite $r_b$ exactly if $A>1/2$",
        **small.tested(_crosses(law) == (population_auroc(law) > 0.5 + 1e-12) for law in laws),
    )
    e.control(
        "exactly if $A\\ge3/5$",
        **small.tested(
            (found[cases[0].labels, cases[0].scores] is not None) == (small.auroc(cases[0]) >= Fraction(3, 5))
            for cases in samples
        ),
    )
    return e


def sets_at_the_threshold() -> Evidence:
    """Section 1: of which two sets r_b is said to be the threshold; members listed on every small sample."""
    named = ours = tried = 0
    for case in small.counted():
        kinds: dict[str, set[int]] = {"TP": set(), "FP": set(), "FN": set(), "TN": set()}
        for i, (label, score) in enumerate(zip(case.labels, case.scores, strict=True)):
            above = score >= case.threshold
            kinds[("TP" if above else "FN") if label else ("FP" if above else "TN")].add(i)
        real = {i for i, label in enumerate(case.labels) if label}
        tried += 1
        named += kinds["TP"] | kinds["TN"] == real
        ours += kinds["TP"] | kinds["FN"] == real
    e = Evidence(note=_SMALL)
    e.printed(
        "the positives are the true positives and the true negatives",
        agrees=named == tried,
        reproduced=f"{named} of {tried}",
    )
    e.repaired(
        "the positives are the true positives and the false negatives",
        agrees=ours == tried,
        reproduced=f"{ours} of {tried}",
    )
    return e


def equally_likely() -> Evidence:
    """Section 3.2: the chance of being classified as positive at r_b, of a labelled positive and of a positive."""
    rates = {letter: nine.rates(PANELS[letter], nine.balance(letter))[0] for letter in nine.LETTERS}
    e = Evidence(note="A labelled positive is classified as positive by definition: chance 1.")
    e.printed(
        "the chance of a random positive is 1 as well, nine laws",
        agrees=all(v > 1 - 1e-6 for v in rates.values()),
        reproduced=f"{min(rates.values()):.2f} to {max(rates.values()):.2f}",
    )
    e.control(
        "in some of the nine",
        agrees=any(v > 1 - 1e-6 for v in rates.values()),
        reproduced=f"at most {max(rates.values()):.3f}",
    )
    return e


def definition_of_c() -> Evidence:
    """Eq. 16 against counts, and with N and P exchanged as in Eq. 10."""
    cases = small.counted()
    e = Evidence(note=_SMALL)
    e.printed(
        "$Pv/(Pv+Nu)$ is the share of positives among the labelled",
        **small.tested(c.positives * c.v / (c.positives * c.v + c.negatives * c.u) == c.precision for c in cases),
    )
    e.control(
        "$Pv/(Nv+Pu)$ is", **small.tested(c.swapped > 0 and c.positives * c.v / c.swapped == c.precision for c in cases)
    )
    return e


def b_vanishes() -> Evidence:
    """Section 3.2: B for large r, bounded by v on every small sample, and followed on the nine laws."""
    e = Evidence(
        note=_SMALL + " Nine laws at the thresholds that one positive in 10, 100, ..., 10^6 exceeds. On a "
        "sample nothing is labelled above the highest score, and B is undefined there."
    )
    e.printed("$B(r)\\le v(r)$ on samples", **small.tested(c.win_rate <= c.v for c in small.counted()))
    far = [10.0 + 2 * z for z in (1.2815515655, 2.3263478740, 3.0902323062, 3.7190164855, 4.2648907939, 4.7534243088)]
    tables = [population_curves(population(letter), far) for letter in nine.LETTERS]
    e.printed(
        "nine laws: $B\\le v$, and $B$ below $10^{-6}$ at the last",
        **small.tested(bool((t["B"] <= t["tpr"]).all() and t["B"].iloc[-1] < 1e-6) for t in tables),
    )
    e.control("the precision goes to 0 as well", **small.tested(t["C"].iloc[-1] < 1e-6 for t in tables))
    return e


def b_at_minus_infinity() -> Evidence:
    """B with everything labelled against (P/2 + NA)/(N + P), and B at the other end."""
    lowest = [cases[-1] for cases in small.by_sample()]
    e = Evidence(note=_SMALL + " Nine laws by quadrature from ten spreads below the easy negatives.")
    e.printed(
        "samples: B at the lowest score is $(P/2+NA)/(N+P)$",
        **small.tested(
            c.win_rate == (HALF * c.positives + c.negatives * small.auroc(c)) / (c.positives + c.negatives)
            for c in lowest
        ),
    )
    laws = {k: (nine.win_rate(PANELS[k], -18.0), PANELS[k]) for k in nine.LETTERS}
    e.printed(
        "nine laws",
        **small.tested(
            abs(b - (p.positives / 2 + p.negatives * p.auroc) / (p.positives + p.negatives)) < 1e-6
            for b, p in laws.values()
        ),
    )
    e.printed("$B\\le v$, so $B(\\infty)=0$", **small.tested(c.win_rate <= c.v for c in small.counted()))
    e.control(
        "what the printed Eq. 15 gives there, $(P/2+N/2)/(N+P)$", **small.tested(c.win_rate == HALF for c in lowest)
    )
    return e


def win_rate_of_a_half() -> Evidence:
    """Footnote 1: sets with a win rate of one half and different spread, among normal laws and sets of numbers."""
    spreads = (0.5, 1.0, 3.0)
    pairs = [(a, b) for a, b in product(spreads, spreads) if a != b]
    e = Evidence(note="Normal laws of equal mean; and all pairs of three numbers from -2 to 2.")
    e.printed(
        "normal laws of one mean and two spreads have a win rate of 1/2",
        **small.tested(abs(_win_rate_of_quantiles(a, b) - 0.5) < 1e-9 for a, b in pairs),
    )
    sets = [(x, y, z) for x, y, z in product(range(-2, 3), repeat=3) if x <= y <= z]
    even = [(a, b) for a, b in product(sets, sets) if a != b and _wins(a, b) == HALF]
    e.printed(
        "some different sets of three numbers have it, and differ in spread",
        agrees=any(max(a) - min(a) > max(b) - min(b) for a, b in even),
        reproduced=f"{len(even)} pairs",
    )
    different = [(a, b) for a, b in product(sets, sets) if a != b]
    e.control("all different sets have it", **small.tested(_wins(a, b) == HALF for a, b in different))
    return e


def order_of_levels() -> Evidence:
    """Section 3.5: r_60 < r_b < r_40 on the nine laws and, with steps, on small samples."""
    table = nine_table()
    e = Evidence(note="Thresholds on the scale of the input.")
    ordered = (table["r_60"] < table["r_50"]) & (table["r_50"] < table["r_40"])
    lacking = table.index[table["r_60"].isna()]
    without = ", ".join(f"{k}: B is at most {table.loc[k, 'B_everything']:.3f}" for k in lacking)
    e.printed(
        "$r_{60}<r_b<r_{40}$ in all nine panels",
        agrees=bool(ordered.all()),
        reproduced=f"{ordered.sum()} of {len(table)} ({without})",
    )
    has = table["B_everything"] > 0.6
    e.repaired(
        "where $B(-\\infty)>0.6$", agrees=bool(ordered[has].all()), reproduced=f"{ordered[has].sum()} of {has.sum()}"
    )
    e.repaired(
        "where not, no threshold has $B=0.6$",
        agrees=bool(table.loc[~has, "r_60"].isna().all()),
        reproduced=f"{(~has).sum()} panel",
    )
    e.repaired(
        "a lower threshold gives no fewer true and false positives",
        **small.tested(
            all(low.v >= high.v and low.u >= high.u for high, low in pairwise(cases)) for cases in small.by_sample()
        ),
    )
    return e


def random_pairs() -> Evidence:
    """Section 3.3: the randomised estimate at five thresholds of panel e, its bias, and two kinds of reliability."""
    rng = np.random.default_rng(SEED)
    inputs_at = (6.0, 8.0, 10.0, 12.0, 14.0)
    found: dict[float, list[float]] = {r: [] for r in inputs_at}
    off: list[float] = []
    labelled = []
    for seed in range(REPEATS):
        labels, inputs = draw(PANELS["e"], rng=panel_rng(seed, "e"))
        for r in inputs_at:
            estimate, error = randomised_win_rate(labels, inputs, threshold=r, draws=DRAWS, rng=rng)
            found[r].append(estimate)
            exactly = labelled_win_rate(labels, inputs, threshold=r)
            off.append((estimate - exactly) / max(error, 1 / DRAWS))
        labelled.append(int((inputs >= inputs_at[-1]).sum()))
    sd = np.array([np.std(found[r], ddof=1) for r in inputs_at])
    relative = sd / np.array([np.mean(found[r]) for r in inputs_at])
    e = Evidence(
        note=f"Panel e, {REPEATS} data sets, {DRAWS} pairs each, seed {SEED}; thresholds X = 6, 8, ..., 14; "
        f"{np.mean(labelled):.0f} samples are labelled at the last. Mean distance from the exact B: "
        f"{np.mean(off):+.2f} standard errors."
    )
    e.reading(
        "less reliable: a larger standard deviation of the estimate",
        agrees=bool(sd[-1] > sd[0]),
        reproduced=nine.rounded(sd),
    )
    e.reading(
        "less reliable: a larger standard deviation in proportion to B",
        agrees=bool(relative[-1] > relative[0]),
        reproduced=nine.rounded(relative),
    )
    return e


def _crosses(law: NormalMixtures) -> bool:
    """Whether B of a law is on both sides of one half at finite thresholds, by evaluation."""
    values = population_curves(law, np.linspace(-12, 12, 481))["B"]
    return bool((values > 0.5 + 1e-12).any() and (values < 0.5 - 1e-12).any())


def _next_lower_is_above(cases: list[small.Counted], threshold: Fraction) -> bool:
    lower = [c for c in cases if c.threshold < threshold]
    return all(c.win_rate > HALF for c in lower)


def _win_rate_of_quantiles(first: float, second: float) -> float:
    """Win rate of 400 quantiles of one normal law against 400 of another of the same mean."""
    quantiles = ndtri((np.arange(400) + 0.5) / 400)
    labels, scores = np.repeat([True, False], 400), np.concatenate([first * quantiles, second * quantiles])
    sweep = IndistinguishabilitySweep(labels, scores)
    return float(sweep.negative_part[-1] * 2)


def _wins(first: tuple[int, ...], second: tuple[int, ...]) -> Fraction:
    wins = sum(2 * (a > b) + (a == b) for a, b in product(first, second))
    return Fraction(wins, 2 * len(first) * len(second))
