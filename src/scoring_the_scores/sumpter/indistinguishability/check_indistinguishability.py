"""Sections 1, 3.2 and 3.3: what B is, how it runs, where it is one half, and what that means."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import numpy as np
from scipy.special import ndtri

import claimledger as ledger
from claimledger import Evidence
from metricbook import IndistinguishabilitySweep, labelled_win_rate
from metricbook.exact import indistinguishability as exact_ranks
from metricbook.exact import ranking as exact
from scoring_the_scores.sumpter import counted as small
from scoring_the_scores.sumpter import nine
from scoring_the_scores.sumpter.indistinguishability.random_pairs import randomised_win_rate
from scoring_the_scores.sumpter.nine_panels import PANELS, draw, panel_rng
from scoring_the_scores.sumpter.normal_mixtures import (
    NormalLaw,
    NormalMixtures,
    population_auroc,
    population_curves,
    population_win_rate,
)
from scoring_the_scores.sumpter.panel_curves import nine_table, population

HALF = small.HALF
#: Scores of the twelve images of Figure 1, from the text of the authors' figure: those with a cat, and the others.
CATS, OTHERS = (87, 85, 82, 79, 68, 66), (74, 73, 61, 39, 28, 12)
_SMALL = "Every order of up to six labels and every sample of up to five with ties."
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
    e = Evidence(note="Figure 1 with what scores above 67 flagged, against the printed 0.49.")
    for ties, name in names.items():
        e.reading(name, published=printed, reproduced=exact_ranks.rates(labels, scores, 68, ties=ties).win_rate)
    flagged = [score for score in scores if score > 67]
    wins = [cat >= score for cat, score in product(CATS, flagged)]
    e.control("equal scores count as wins", published=printed, reproduced=Fraction(sum(wins), len(wins)))
    return e


def b_falls() -> Evidence:
    """B falls as r grows: on every small sample under each rule for ties, on the nine populations, and both limits."""
    e = Evidence(note=_SMALL + " Nine populations in closed form, 341 thresholds each. On samples B falls in steps.")
    for ties in ("half", "negative", "discard"):
        e.printed(
            f"samples, ties '{ties}': B never rises with the threshold",
            cases=(
                all(low >= high for high, low in pairwise(small.win_rates(labels, scores, ties)))
                for labels, scores in small.samples()
            ),
        )
    tables = {letter: population_curves(population(letter), _STEPS) for letter in nine.LETTERS}
    e.printed(
        "nine populations: B falls from each threshold to the next",
        cases=((np.diff(table["B"]) < 0).all() for table in tables.values()),
    )
    lowest = {letter: population_win_rate(population(letter), -np.inf) for letter in nine.LETTERS}
    e.printed(
        "nine populations: no B exceeds that at minus infinity",
        cases=(table["B"].max() < lowest[letter] for letter, table in tables.items()),
    )
    e.printed(
        "nine populations: B above 1/2 below r_b and below 1/2 above it",
        cases=(((tables[letter]["B"] > 0.5) == (nine.balance(letter) > _STEPS)).all() for letter in nine.LETTERS),
    )
    e.printed(
        "B does not exceed the true positive rate, which goes to 0",
        cases=(
            [c.win_rate <= c.v for c in small.counted()]
            + [(table["B"] <= table["tpr"]).all() for table in tables.values()]
        ),
    )
    e.control(
        "nine populations: B_+ falls, too", cases=((np.diff(table["B_plus"]) < 0).all() for table in tables.values())
    )
    e.control(
        "samples: the precision falls",
        cases=(all(low.precision >= high.precision for high, low in pairwise(cases)) for cases in small.by_sample()),
    )
    return e


def threshold_exists() -> Evidence:
    """Existence of r_b and of other levels: on small samples by search, and in populations on both sides of A = 1/2."""
    samples = small.by_sample()
    thresholds = {
        key: exact_ranks.indistinguishability_threshold(*key) for key in ((c[0].labels, c[0].scores) for c in samples)
    }
    e = Evidence(
        note=_SMALL + " Levels k/12. Populations: normal, means apart by -3 to 3 spreads, one to a hundred negatives "
        "for a positive."
    )
    e.printed(
        "every sample has a threshold at which $B$ passes 1/2",
        over=thresholds,
        holds=lambda sample: thresholds[sample] is not None,
    )
    laws = {
        f"positives {shift} spreads above, {n} negatives for each": NormalMixtures(
            NormalLaw(1, shift, 1), (NormalLaw(n, 0, 1),)
        )
        for shift in (0, -1, -3, 1, 3)
        for n in (1, 10, 100)
    }
    e.printed("every population has one", over=laws, holds=lambda name: _crosses(laws[name]))
    e.repaired(
        "samples: there is a lowest threshold with $B\\le1/2$, and $B\\ge1/2$ with everything flagged, "
        "exactly if $A\\ge1/2$",
        cases=(
            (thresholds[cases[0].labels, cases[0].scores] is not None) == (small.auroc(cases[0]) >= HALF)
            for cases in samples
        ),
    )
    e.repaired(
        "at the next lower score $B > 1/2$",
        cases=(
            _next_lower_is_above(cases, t)
            for cases in samples
            if (t := thresholds[cases[0].labels, cases[0].scores]) is not None
        ),
    )
    levels = [Fraction(k, 12) for k in range(1, 12)]
    e.repaired(
        "samples: a level $q$ is passed exactly if $B\\ge q$ with everything flagged, and $B\\le q$ with only "
        "the highest score",
        cases=(
            (exact_ranks.indistinguishability_threshold(cases[0].labels, cases[0].scores, level=q) is not None)
            == (cases[-1].win_rate >= q >= cases[0].win_rate)
            for cases in samples[::4]
            for q in levels
        ),
    )
    e.repaired(
        "populations: a finite $r_b$ exactly if $A>1/2$",
        cases=(_crosses(law) == (population_auroc(law) > 0.5 + 1e-12) for law in laws.values()),
    )
    bounded = [(positive, negative, n) for positive, negative in product(range(3), repeat=2) for n in (1, 10, 100)]
    e.repaired(
        "populations on [0, 1]: $B$ passes or reaches 1/2 at a finite $r$ exactly if $A\\ge1/2$",
        cases=(
            (_on_unit_interval(k, m, n, Fraction(0)) >= HALF) == (Fraction(k + 1, k + m + 2) >= HALF)
            for k, m, n in bounded
        ),
    )
    e.repaired(
        "two uniform classes, $A=1/2$: $B=1/2$ at $r=0$ and below, and less above",
        cases=(
            (_on_unit_interval(0, 0, n, Fraction(r, 4)) == HALF) == (r <= 0) for n in (1, 10, 100) for r in range(-2, 4)
        ),
    )
    e.control(
        "populations on [0, 1], densities $(k+1)x^k$ of positives and $(m+1)x^m$ of n negatives for each: "
        "a finite $r_b$ exactly if $A>1/2$",
        over=[f"k = {k}, m = {m}, n = {n}" for k, m, n in bounded],
        holds=lambda name: _finite_only_above(*(int(part.split(" = ")[1]) for part in name.split(", "))),
    )
    e.control(
        "exactly if $A\\ge3/5$",
        cases=(
            (thresholds[cases[0].labels, cases[0].scores] is not None) == (small.auroc(cases[0]) >= Fraction(3, 5))
            for cases in samples
        ),
    )
    return e


def sets_at_the_threshold() -> Evidence:
    """Section 1: of which two sets r_b is said to be the threshold; members listed on every small sample."""
    members = {case: _members(case) for case in small.counted()}
    e = Evidence(note=_SMALL)
    e.printed(
        "the positives are the true positives and the true negatives",
        over=members,
        holds=lambda case: members[case]["TP"] | members[case]["TN"] == members[case]["real"],
    )
    e.repaired(
        "the positives are the true positives and the false negatives",
        cases=(m["TP"] | m["FN"] == m["real"] for m in members.values()),
    )
    e.control(
        "they are the true positives and the false positives",
        cases=(m["TP"] | m["FP"] == m["real"] for m in members.values()),
    )
    return e


def equally_likely() -> Evidence:
    """Section 3.2: what is equally likely at r_b for a flagged positive and a positive: to be classified, to win."""
    rates = {letter: nine.rates(PANELS[letter], nine.balance(letter))[0] for letter in nine.LETTERS}
    wins = {letter: population_win_rate(population(letter), nine.balance(letter)) for letter in nine.LETTERS}
    e = Evidence(note="A flagged positive is classified as positive by definition: chance 1.")
    e.printed(
        "the chance of a random positive to be classified as positive is 1 as well, nine populations",
        agrees=all(v > 1 - 1e-6 for v in rates.values()),
        reproduced=f"{min(rates.values()):.2f} to {max(rates.values()):.2f}",
    )
    e.repaired("each is as likely as the other to score higher", cases=(abs(b - 0.5) < 1e-6 for b in wins.values()))
    e.control(
        "the chances of being classified are equal in some of the nine",
        agrees=max(rates.values()) > 1 - 1e-6,
        reproduced=f"at most {max(rates.values()):.3f}",
    )
    return e


def indistinguishable() -> Evidence:
    """Abstract, Section 3.2: what r_b makes of the positives and the flagged: who wins, and how both are spread."""
    laws = {letter: population(letter) for letter in nine.LETTERS}
    r = {letter: nine.balance(letter) for letter in nine.LETTERS}
    v = {letter: float(laws[letter].true_positive_rate(r[letter])) for letter in nine.LETTERS}
    apart = {letter: _largest_distance(laws[letter], r[letter]) for letter in nine.LETTERS}
    size = {x: v[x] + float(laws[x].false_positives(r[x])) / laws[x].positives.weight for x in nine.LETTERS}
    e = Evidence(
        note=f"Nine populations. Flagged for each positive, left, middle and right column: "
        f"{'; '.join(str(nine.rounded((size[x] for x in column), 2)) for column in nine.COLUMNS)}."
    )
    e.printed(
        "neither a flagged member nor a positive is the likelier to score higher",
        cases=(abs(population_win_rate(laws[x], r[x]) - 0.5) < 1e-6 for x in nine.LETTERS),
    )
    e.control(
        "their scores are distributed alike: largest distance of the distribution functions below 0.05",
        agrees=max(apart.values()) < 0.05,
        reproduced=nine.rounded(apart.values(), 2),
    )
    e.control(
        "the sets are equally large, within a hundredth",
        agrees=all(abs(s - 1) < 0.01 for s in size.values()),
        reproduced=f"{min(size.values()):.2f} to {max(size.values()):.2f}",
    )
    e.printed(
        "the distance is $1-v(r_b)$, the share of positives that are not flagged",
        cases=(abs(apart[x] - (1 - v[x])) < 1e-3 for x in nine.LETTERS),
    )
    return e


def method_independent() -> Evidence:
    """Section 3.2: whether another scale of the same ranking changes r_b's flagged set, and that of log-odds 0."""
    samples = [sample for sample in small.samples() if exact_ranks.indistinguishability_threshold(*sample) is not None]
    scales = (lambda s: 2**s, lambda s: s - 10, lambda s: -Fraction(1, s))
    e = Evidence(note=_SMALL + " Where r_b exists; scores s changed to 2^s, s - 10 and -1/s.")
    e.printed(
        "the members flagged at $r_b$ are the same on every scale",
        cases=(
            _labelled(labels, scores) == _labelled(labels, tuple(map(scale, scores)))
            for labels, scores in samples
            for scale in scales
        ),
    )
    e.printed(
        "$A$ is too",
        cases=(
            exact.auroc(labels, scores) == exact.auroc(labels, tuple(map(scale, scores)))
            for labels, scores in samples
            for scale in scales
        ),
    )
    e.control(
        "so are the members that score above 0",
        cases=([s > 0 for s in scores] == [scale(s) > 0 for s in scores] for _, scores in samples for scale in scales),
    )
    return e


def no_measure() -> Evidence:
    """Section 3.2: whether B(r), or r_b, measures performance: on the nine populations, and on another scale."""
    wins = [population_win_rate(population(letter), nine.balance(letter)) for letter in nine.LETTERS]
    areas = [PANELS[letter].auroc for letter in nine.LETTERS]
    doubled = [
        exact_ranks.indistinguishability_threshold(labels, tuple(2 * s for s in scores)) == 2 * r
        for labels, scores in small.samples()
        if (r := exact_ranks.indistinguishability_threshold(labels, scores)) is not None
    ]
    e = Evidence(note=_SMALL + " Where r_b exists.")
    e.printed(
        "B at $r_b$ tells the nine classifiers apart, by 0.01 or more",
        agrees=bool(np.ptp(wins) > 0.01),
        reproduced=nine.rounded(wins),
    )
    e.repaired("B at $r_b$ is 1/2 in all nine", cases=(abs(b - 0.5) < 1e-6 for b in wins))
    e.repaired("and $r_b$ doubles with the scores", cases=doubled)
    e.control("A is one in all nine", agrees=bool(np.ptp(areas) < 0.01), reproduced=nine.rounded(areas))
    return e


def definition_of_c() -> Evidence:
    """Eq. 16 against counts, and with N and P exchanged as in Eq. 10."""
    cases = small.counted()
    e = Evidence(note=_SMALL)
    e.printed(
        "$Pv/(Pv+Nu)$ is the share of positives among the flagged",
        cases=(c.positives * c.v / (c.positives * c.v + c.negatives * c.u) == c.precision for c in cases),
    )
    e.control(
        "$Pv/(Nv+Pu)$ is", over=cases, holds=lambda c: c.swapped > 0 and c.positives * c.v / c.swapped == c.precision
    )
    return e


def b_vanishes() -> Evidence:
    """Section 3.2: B for large r, bounded by v on every small sample, and followed on the nine populations."""
    e = Evidence(
        note=_SMALL + " Nine populations at the thresholds that one positive in 10, 100, ..., 10^6 exceeds. On a "
        "sample nothing is flagged above the highest score, and B is undefined there."
    )
    e.printed("$B(r)\\le v(r)$ on samples", cases=(c.win_rate <= c.v for c in small.counted()))
    far = [10.0 + 2 * z for z in (1.2815515655, 2.3263478740, 3.0902323062, 3.7190164855, 4.2648907939, 4.7534243088)]
    tables = [population_curves(population(letter), far) for letter in nine.LETTERS]
    e.printed(
        "nine populations: $B\\le v$, and $B$ below $10^{-6}$ at the last",
        cases=(bool((t["B"] <= t["tpr"]).all() and t["B"].iloc[-1] < 1e-6) for t in tables),
    )
    e.control("the precision goes to 0 as well", cases=(t["C"].iloc[-1] < 1e-6 for t in tables))
    return e


def b_at_minus_infinity() -> Evidence:
    """B with everything flagged against (P/2 + NA)/(N + P), and B at the other end."""
    lowest = [cases[-1] for cases in small.by_sample()]
    e = Evidence(note=_SMALL + " Nine populations by quadrature from ten spreads below the easy negatives.")
    e.printed(
        "samples: B at the lowest score is $(P/2+NA)/(N+P)$",
        cases=(
            c.win_rate == (HALF * c.positives + c.negatives * small.auroc(c)) / (c.positives + c.negatives)
            for c in lowest
        ),
    )
    laws = {k: (nine.win_rate(PANELS[k], -18.0), PANELS[k]) for k in nine.LETTERS}
    e.printed(
        "nine populations",
        cases=(
            abs(b - (p.positives / 2 + p.negatives * p.auroc) / (p.positives + p.negatives)) < 1e-6
            for b, p in laws.values()
        ),
    )
    e.printed("$B\\le v$, so $B(\\infty)=0$", cases=(c.win_rate <= c.v for c in small.counted()))
    e.control("what the printed Eq. 15 gives there, $(P/2+N/2)/(N+P)$", cases=(c.win_rate == HALF for c in lowest))
    return e


def win_rate_of_a_half() -> Evidence:
    """Footnote 1: a win rate of one half and different spread, among normal distributions and sets of numbers."""
    spreads = (0.5, 1.0, 3.0)
    pairs = [(a, b) for a, b in product(spreads, spreads) if a != b]
    e = Evidence(note="Normal distributions of equal mean; and all pairs of three numbers from -2 to 2.")
    e.printed(
        "normal distributions of one mean and two spreads have a win rate of 1/2",
        cases=(abs(_win_rate_of_quantiles(a, b) - 0.5) < 1e-9 for a, b in pairs),
    )
    sets = [(x, y, z) for x, y, z in product(range(-2, 3), repeat=3) if x <= y <= z]
    even = [(a, b) for a, b in product(sets, sets) if a != b and _wins(a, b) == HALF]
    e.printed(
        "some different sets of three numbers have it, and differ in spread",
        agrees=any(max(a) - min(a) > max(b) - min(b) for a, b in even),
        reproduced=f"{len(even)} pairs",
    )
    different = [(a, b) for a, b in product(sets, sets) if a != b]
    e.control("all different sets have it", over=different, holds=lambda pair: _wins(*pair) == HALF)
    return e


def order_of_levels() -> Evidence:
    """Section 3.5: r_60 < r_b < r_40 on the nine populations and, with steps, on small samples."""
    table = nine_table()
    has = table["B_everything"] > 0.6
    without = ", ".join(f"{k}: B is at most {table.loc[k, 'B_everything']:.3f}" for k in table.index[~has])
    e = Evidence(note=f"Thresholds on the scale of the input. No $r_{{60}}$ in {without}.")
    e.printed("$r_{60}<r_b$ in the panels that have an $r_{60}$", cases=table.loc[has, "r_60"] < table.loc[has, "r_50"])
    e.printed("$r_b<r_{40}$ in all nine panels", cases=table["r_50"] < table["r_40"])
    e.printed(
        "a lower threshold gives no fewer true and false positives",
        cases=(
            all(low.v >= high.v and low.u >= high.u for high, low in pairwise(cases)) for cases in small.by_sample()
        ),
    )
    e.control("all nine panels have an $r_{60}$", cases=table["r_60"].notna())
    return e


def random_pairs() -> Evidence:
    """Section 3.3: the randomised estimate at five thresholds of panel e, its bias, and two kinds of reliability."""
    rng = np.random.default_rng(SEED)
    inputs_at = (6.0, 8.0, 10.0, 12.0, 14.0)
    rates_at: dict[float, list[float]] = {r: [] for r in inputs_at}
    off: list[float] = []
    flagged = []
    for seed in range(REPEATS):
        labels, inputs = draw(PANELS["e"], rng=panel_rng(seed, "e"))
        for r in inputs_at:
            estimate, _ = randomised_win_rate(labels, inputs, threshold=r, draws=DRAWS, rng=rng)
            rates_at[r].append(estimate)
            exactly = labelled_win_rate(labels, inputs, threshold=r)
            off.append((estimate - exactly) / (exactly * (1 - exactly) / DRAWS) ** 0.5)
        flagged.append(int((inputs >= inputs_at[-1]).sum()))
    sd = np.array([np.std(rates_at[r], ddof=1) for r in inputs_at])
    relative = sd / np.array([np.mean(rates_at[r]) for r in inputs_at])
    e = Evidence(
        note=f"Panel e, {REPEATS} data sets, {DRAWS} pairs each, seed {SEED}; thresholds X = 6, 8, ..., 14; "
        f"{np.mean(flagged):.0f} samples are flagged at the last."
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
    e.control(
        "the estimates are biased: off the exact B of their data set by four standard errors of the mean or more",
        agrees=abs(np.mean(off)) >= 4 / len(off) ** 0.5,
        reproduced=f"{np.mean(off) * len(off) ** 0.5:+.1f} standard errors",
    )
    return e


def _members(case: small.Counted) -> dict[str, set[int]]:
    """The places of true and false positives and negatives in a sample, and of the real positives."""
    kinds: dict[str, set[int]] = {"TP": set(), "FP": set(), "FN": set(), "TN": set(), "real": set()}
    for i, (label, score) in enumerate(zip(case.labels, case.scores, strict=True)):
        above = score >= case.threshold
        kinds[("TP" if above else "FN") if label else ("FP" if above else "TN")].add(i)
        if label:
            kinds["real"].add(i)
    return kinds


def _labelled(labels: tuple[int, ...], scores: tuple) -> list[bool]:
    """Who is flagged positive at r_b."""
    r = exact_ranks.indistinguishability_threshold(labels, scores)
    return [score >= r for score in scores]


def _largest_distance(law: NormalMixtures, threshold: float) -> float:
    """Between the distribution functions of the positives' scores and of those flagged at a threshold."""
    x = np.append(threshold, _STEPS[threshold < _STEPS])
    v, false = law.true_positive_rate(x), law.false_positives(x)
    flagged = law.positives.weight * v + false
    return float(np.abs(v - flagged / flagged[0]).max())


def _crosses(law: NormalMixtures) -> bool:
    """Whether B of a population is on both sides of one half at finite thresholds, by evaluation."""
    values = population_curves(law, np.linspace(-12, 12, 481))["B"]
    return bool((values > 0.5 + 1e-12).any() and (values < 0.5 - 1e-12).any())


def _on_unit_interval(k: int, m: int, n: int, r: Fraction) -> Fraction:
    """B at a threshold: positives of density (k + 1) x^k on [0, 1], for each n negatives of density (m + 1) x^m."""
    r = max(r, Fraction(0))
    v, u = 1 - r ** (k + 1), 1 - r ** (m + 1)
    above = u - Fraction(m + 1, k + m + 2) * (1 - r ** (k + m + 2))  # the integral of f_N v above r
    return (v * v / 2 + n * above) / (v + n * u)


def _finite_only_above(k: int, m: int, n: int) -> bool:
    return (_on_unit_interval(k, m, n, Fraction(0)) >= HALF) == (Fraction(k + 1, k + m + 2) > HALF)


def _next_lower_is_above(cases: list[small.Counted], threshold: Fraction) -> bool:
    lower = [c for c in cases if c.threshold < threshold]
    return all(c.win_rate > HALF for c in lower)


def _win_rate_of_quantiles(first: float, second: float) -> float:
    """Win rate of 400 quantiles of one normal population against 400 of another of the same mean."""
    quantiles = ndtri((np.arange(400) + 0.5) / 400)
    labels, scores = np.repeat([True, False], 400), np.concatenate([first * quantiles, second * quantiles])
    sweep = IndistinguishabilitySweep(labels, scores)
    return float(sweep.negative_part[-1] * 2)


def _wins(first: tuple[int, ...], second: tuple[int, ...]) -> Fraction:
    wins = sum(2 * (a > b) + (a == b) for a, b in product(first, second))
    return Fraction(wins, 2 * len(first) * len(second))
