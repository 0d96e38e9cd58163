"""Theorem 2, its proof, Figure 1, and what the paper builds on them: gains of fixing atomic mistakes."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise
from operator import ge, gt

import numpy as np
import pandas as pd

from metricbook.chapters.mcdermott.mistakes import atomic_mistakes, guaranteed_positives
from metricbook.chapters.mcdermott.two_areas import exact as twin
from metricbook.chapters.mcdermott.two_areas import samples as small
from metricbook.chapters.mcdermott.two_areas.samples import Sample, count, tally
from metricbook.chapters.mcdermott.two_areas.tables import NEGATIVES, POSITIVES, Rankings, draw_rankings, order_of_gains
from metricbook.chapters.mcdermott.two_areas.worked_ranking import WORKED
from metricbook.ledger import Evidence

SEED, DRAWN = 20240113, 2000


def atomic_mistake() -> Evidence:
    """Section 1: what fixing an atomic mistake does to the misordered pairs; all small rankings."""
    e = Evidence(note=f"{small.UNTIED_SCOPE} A misordered pair is a negative above a positive.")
    mistakes = [(s, i, j) for s in small.untied() for i, j in _mistakes(s)]
    e.printed("fixing one removes exactly one misordered pair", **count(_removes_one, mistakes))
    e.printed(
        "a ranking has none exactly if no pair is misordered",
        **count(lambda s: (not _mistakes(s)) == (_misordered(s) == 0), small.untied()),
    )
    e.printed(
        "fixing any one after another ends, after as many steps as there are misordered pairs",
        **count(_sorts, small.untied()),
    )
    loose = [(s, i, j) for s in small.untied() for i, j in _mistakes(s, between=True)]
    e.control("the same with samples in between", **count(_removes_one, loose))
    return e


def _mistakes(sample: Sample, *, between: bool = False) -> list[tuple[int, int]]:
    """Pairs (positive, negative) as Section 1 defines them, from the scores; with ``between`` without condition 3."""
    labels, scores = sample
    return [
        (i, j)
        for i, x in enumerate(scores)
        for j, y in enumerate(scores)
        if labels[i] and not labels[j] and x < y and (between or not any(x < z < y for z in scores))
    ]


def _exchanged(sample: Sample, i: int, j: int) -> Sample:
    labels, scores = sample
    moved = list(scores)
    moved[i], moved[j] = scores[j], scores[i]
    return labels, tuple(moved)


def _misordered(sample: Sample) -> int:
    labels, scores = sample
    return sum(
        a < b for x, a in zip(labels, scores, strict=True) for y, b in zip(labels, scores, strict=True) if x and not y
    )


def _removes_one(case: tuple[Sample, int, int]) -> bool:
    sample, i, j = case
    return _misordered(_exchanged(sample, i, j)) == _misordered(sample) - 1


def _sorts(sample: Sample) -> bool:
    steps, wanted = 0, _misordered(sample)
    while found := _mistakes(sample):
        sample = _exchanged(sample, *found[steps % len(found)])
        steps += 1
    return steps == wanted and _misordered(sample) == 0


def thm2_auroc() -> Evidence:
    """Theorem 2, AUROC: every atomic mistake of every small sample fixed, with and without ties."""
    e = Evidence(note=f"{small.UNTIED_SCOPE} {small.TIED_SCOPE}")
    e.printed("no ties: every mistake of a ranking gains the same", **count(_constant, small.untied()))
    e.printed("ties: every mistake of a sample gains the same", **count(_constant, small.tied()))
    e.repaired(
        r"no ties: the gain is $\frac{1}{n_+n_-}$",
        **count(lambda s: all(gain == _pair(s) for gain in _gains(s)), small.untied()),
    )
    e.repaired(
        r"with $t$ other samples tied with either of the two: $\frac{1+t/2}{n_+n_-}$", **count(_with_ties, small.tied())
    )
    return e


def _pair(sample: Sample) -> Fraction:
    positives = sum(sample[0])
    return Fraction(1, positives * (len(sample[0]) - positives))


def _gains(sample: Sample) -> list[Fraction]:
    before = small.auroc(sample)
    return [small.auroc(_exchanged(sample, i, j)) - before for i, j in _mistakes(sample)]


def _constant(sample: Sample) -> bool:
    return len(set(_gains(sample))) <= 1


def _with_ties(sample: Sample) -> bool:
    scores = sample[1]
    expected = [
        _pair(sample) * (1 + Fraction(scores.count(scores[i]) + scores.count(scores[j]) - 2, 2))
        for i, j in _mistakes(sample)
    ]
    return _gains(sample) == expected


def thm2_auprc() -> Evidence:
    """Theorem 2, AUPRC: sign of the correlation and order of the gains on all small rankings; the exact gain."""
    table = _ordered()
    first = table[table["correlation"] < 0]["samples"].min()
    e = Evidence(
        note=f"Correlations: all rankings of 2 to {small.LARGEST} samples with two mistakes or more, scores evenly "
        f"spaced. Else: all of 2 to {small.LONGEST}, in fractions. A mistake has its negative at rank $r$, and $k$ "
        f"positives down to its positive at $r+1$."
    )
    defined = table[table["correlation"].notna()]
    e.printed("gain and score positively correlated", **tally((defined["correlation"] > 0).to_numpy()))
    e.printed("up to 7 samples", **tally((defined[defined["samples"] < first]["correlation"] > 0).to_numpy()))
    strict = [r for r in small.untied() if len(twin.mistake_gains(r[0])) > 1 and not r[0][0]]
    e.printed(
        "with Appendix A's $>$, where it is defined: a lower mistake never gains more",
        **count(_strict_falls, _still(strict)),
    )
    three = [r[0] for r in small.untied() if len(twin.mistake_gains(r[0])) > 2]
    e.printed("gain linear in the inverse firing rate, three mistakes or more", **count(_linear, three))
    e.repaired(
        r"the gain is $\frac{k}{n_+\,r\,(r+1)}$: precision $\frac{k}{r+1}$ times $\frac{1}{n_+r}$",
        **count(_formula, small.untied()),
    )
    pairs = _pairs_of_mistakes()
    e.repaired(
        r"of two mistakes the upper gains no less exactly if precision grows at most as the rank: "
        r"$\frac{k_2}{r_2+1}\big/\frac{k_1}{r_1+1}\leq\frac{r_2}{r_1}$",
        **tally((pairs["upper"] >= pairs["lower"]) == (pairs["precision_ratio"] <= pairs["rank_ratio"])),
    )
    enough = pairs[2 * pairs["k1"] >= pairs["r1"]]
    e.repaired(r"so if $k_1/r_1\geq\frac12$", **tally((enough["upper"] >= enough["lower"]).to_numpy()))
    e.control("the upper gains no less also below that", **tally((pairs["upper"] >= pairs["lower"]).to_numpy()))
    return e


@cache
def _ordered() -> pd.DataFrame:
    """`order_of_gains` of every ranking of at most LARGEST samples with two mistakes or more."""
    tables = [order_of_gains(rankings).assign(samples=rankings.shape[1]) for rankings in small.large()]
    table = pd.concat(tables, ignore_index=True)
    return table[table["mistakes"] >= 2]


@cache
def _pairs_of_mistakes() -> pd.DataFrame:
    """Every two mistakes of every small ranking, gains measured by exchanging, in fractions."""
    rows = []
    for ranking, _ in small.untied():
        found = [(rank, sum(ranking[: rank + 1]), gain) for rank, _, gain in twin.mistake_gains(ranking)]
        for at, (r1, k1, upper) in enumerate(found):
            for r2, k2, lower in found[at + 1 :]:
                ratio = Fraction(k2, r2 + 1) / Fraction(k1, r1 + 1)
                rows.append((r1, k1, upper, lower, ratio, Fraction(r2, r1)))
    return pd.DataFrame(rows, columns=["r1", "k1", "upper", "lower", "precision_ratio", "rank_ratio"])


def _formula(sample: Sample) -> bool:
    ranking = sample[0]
    return all(
        gain == Fraction(sum(ranking[: rank + 1]), sum(ranking) * rank * (rank + 1))
        for rank, _, gain in twin.mistake_gains(ranking)
    )


def _still(samples: list[Sample]) -> list[tuple[int, ...]]:
    """Rankings whose first sample is still negative after any one fix, so that the strict form stays defined."""
    return [labels for labels, _ in samples if not labels[1]]


def _strict_falls(ranking: tuple[int, ...]) -> bool:
    """With > in FPR and firing rate: gains never rise from one mistake to the next lower one."""
    scores = range(len(ranking), 0, -1)
    before = twin.auprc_expectation(ranking, scores, "above")
    gains = []
    for rank, _, _ in twin.mistake_gains(ranking):
        fixed = list(ranking)
        fixed[rank - 1], fixed[rank] = 1, 0
        gains.append(twin.auprc_expectation(fixed, scores, "above") - before)
    return all(upper >= lower for upper, lower in pairwise(gains))


def _linear(ranking: tuple[int, ...]) -> bool:
    """Whether all points (inverse firing rate at the positive, gain) lie on one line."""
    points = [(Fraction(len(ranking), rank + 1), gain) for rank, _, gain in twin.mistake_gains(ranking)]
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(points)]
    return len(set(slopes)) == 1


def thm2_threshold_argument() -> Evidence:
    """Proof of Theorem 2: false positives at the original positives' scores, before and after, both inequalities."""
    cases = [(s, i, j) for s in small.untied() for i, j in _mistakes(s)]
    e = Evidence(note=f"{small.UNTIED_SCOPE} Every atomic mistake of each.")
    e.printed(
        r"one fewer at $x_i$, no other change, counting scores $\geq\tau$ as Appendix A does",
        **count(lambda c: _at_old_scores(c, ge), cases),
    )
    e.repaired(r"the same counting scores $>\tau$", **count(lambda c: _at_old_scores(c, gt), cases))
    for sign, above in ((r"$\geq$", ge), ("$>$", gt)):
        e.repaired(
            f"at each positive's own score, old and new, {sign}: one fewer for the one that moved, which also has "
            "one sample fewer above it, no other change",
            **count(lambda c, above=above: _at_own_scores(c, above), cases),
        )
    e.control(
        r"the mean of FPR over firing rate at the original scores, $>$, gives the new AUPRC",
        **count(_from_old_scores, [c for c in cases if not c[0][0][0] and not _exchanged_first(c)]),
    )
    return e


def _at_old_scores(case: tuple[Sample, int, int], above) -> bool:
    sample, i, j = case
    changes = {
        score: _false_positives(_exchanged(sample, i, j), score, above) - _false_positives(sample, score, above)
        for label, score in zip(*sample, strict=True)
        if label
    }
    return all(change == -(score == sample[1][i]) for score, change in changes.items())


def _false_positives(sample: Sample, threshold: int, above) -> int:
    return small.counts(sample, threshold, above=above).false_positives


def _at_own_scores(case: tuple[Sample, int, int], above) -> bool:
    sample, i, j = case
    after = _exchanged(sample, i, j)
    return all(
        _false_positives(after, after[1][m], above) - _false_positives(sample, sample[1][m], above) == -(m == i)
        and _fires(after, after[1][m], above) - _fires(sample, sample[1][m], above) == -(m == i)
        for m, label in enumerate(sample[0])
        if label
    )


def _fires(sample: Sample, threshold: int, above) -> int:
    return sum(above(score, threshold) for score in sample[1])


def _exchanged_first(case: tuple[Sample, int, int]) -> bool:
    """Whether the highest score is a positive's after the fix."""
    labels, scores = _exchanged(*case)
    return bool(labels[scores.index(max(scores))])


def _from_old_scores(case: tuple[Sample, int, int]) -> bool:
    sample, i, j = case
    after = _exchanged(sample, i, j)
    old = [score for label, score in zip(*sample, strict=True) if label]
    ratios = [Fraction(_false_positives(after, t, gt), _fires(after, t, gt)) for t in old]
    return 1 - sum(ratios, Fraction(0)) / len(old) == twin.auprc_expectation(*after, "above")


def two_strategies() -> Evidence:
    """Section 1: the next fix each area prefers, on all small rankings."""
    table = _ordered()
    several = [r for r, _ in small.untied() if len(twin.mistake_gains(r)) > 1]
    e = Evidence(note=f"{small.LARGE_SCOPE} Those with two mistakes or more. Fractions up to {small.LONGEST} samples.")
    e.printed("AUROC: all fixes of a ranking are worth the same", **count(_auroc_alike, several))
    e.printed("AUPRC: no fix is worth more than the topmost", **tally(table["topmost_best"].to_numpy()))
    e.printed("AUPRC: worth falls all the way down", **tally(table["falling"].to_numpy()))
    e.repaired(r"AUPRC: in descending order of $\frac{k}{r(r+1)}$", **count(_in_order_of_formula, several))
    return e


def _auroc_alike(ranking: tuple[int, ...]) -> bool:
    return len({gain for _, gain, _ in twin.mistake_gains(ranking)}) == 1


def _in_order_of_formula(ranking: tuple[int, ...]) -> bool:
    found = twin.mistake_gains(ranking)
    by_gain = sorted(found, key=lambda row: -row[2])
    by_formula = sorted(found, key=lambda row: -Fraction(sum(ranking[: row[0] + 1]), row[0] * (row[0] + 1)))
    return [row[2] for row in by_gain] == [row[2] for row in by_formula]


def fig1() -> Evidence:
    """Figure 1: gains of all mistakes of one worked ranking, and of all small rankings."""
    worked = atomic_mistakes(WORKED)
    gains = worked["average_precision_gain"].to_numpy()
    table = _ordered()
    e = Evidence(
        note=f"The drawing's own ranking is not in the text; ours has {WORKED.size} samples. {small.LARGE_SCOPE}"
    )
    e.printed(
        "worked ranking: one gain in AUROC for all mistakes",
        agrees=worked["auroc_gain"].nunique() == 1 < len(worked),
        reproduced=f"{len(worked)} mistakes, {worked['auroc_gain'].nunique()} value",
    )
    e.printed(
        "worked ranking: gains in AUPRC fall with the score",
        agrees=bool((np.diff(gains) < 0).all()),
        reproduced=[round(float(gain), 5) for gain in gains],
    )
    e.printed("the same for any ranking, as the caption has it", **tally(table["falling"].to_numpy()))
    e.repaired(
        "for any ranking whose precision never rises faster than the rank from one mistake to a lower one",
        **tally(_falls_where_allowed()),
    )
    return e


def _falls_where_allowed() -> np.ndarray:
    pairs = _pairs_of_mistakes()
    allowed = pairs[pairs["precision_ratio"] <= pairs["rank_ratio"]]
    return (allowed["upper"] >= allowed["lower"]).to_numpy()


def highest_region_down() -> Evidence:
    """Sections 2.2 and 4.2: how often a lower mistake gains most, on all small rankings and on random ones."""
    e = Evidence(
        note=f"{small.LARGE_SCOPE} Random ones: {DRAWN:,} of {POSITIVES} positives and {NEGATIVES} negatives each, "
        f"seed {SEED}; those with two mistakes or more."
    )
    table = _ordered()
    e.printed("no fix is worth more than the topmost: all small rankings", **tally(table["topmost_best"].to_numpy()))
    rng = np.random.default_rng(SEED)
    for family, name in (("windows", "the paper's sampler"), ("normal", "normal scores")):
        for target in (0.65, 0.85):
            found = order_of_gains(_drawn(family, target, rng))
            found = found[found["mistakes"] >= 2]
            e.printed(f"{name}, AUROC {target}", **tally(found["topmost_best"].to_numpy()))
    return e


def _drawn(family: str, target: float, rng: np.random.Generator) -> Rankings:
    return draw_rankings(family, DRAWN, positives=POSITIVES, negatives=NEGATIVES, target=target, rng=rng)


def hard_negatives() -> Evidence:
    """Tables 1 and 2, fifth row: separating the highest misordered neighbours against the lowest ones."""
    e = Evidence(note=f"{small.UNTIED_SCOPE} Those with two mistakes or more.")
    several = [r for r, _ in small.untied() if len(twin.mistake_gains(r)) > 1]
    e.printed(
        "AUPRC: the highest pair gains more than the lowest", **count(lambda r: _ends(r)[0] > _ends(r)[1], several)
    )
    e.printed("AUROC makes no difference", **count(_auroc_alike, several))
    safe = [r for r in several if _enough(r)]
    e.repaired(r"AUPRC, if $k\geq r/2$ for the highest pair", **count(lambda r: _ends(r)[0] > _ends(r)[1], safe))
    least = [r for r in several if _positives_of_first(r)[1] >= guaranteed_positives(_positives_of_first(r)[0])]
    e.repaired(
        "AUPRC, no less if $k$ is the least that serves for every continuation, or more",
        **count(lambda r: _ends(r)[0] >= _ends(r)[1], least),
    )
    return e


def _ends(ranking: tuple[int, ...]) -> tuple[Fraction, Fraction]:
    found = twin.mistake_gains(ranking)
    return found[0][2], found[-1][2]


def _positives_of_first(ranking: tuple[int, ...]) -> tuple[int, int]:
    rank = twin.mistake_gains(ranking)[0][0]
    return rank, sum(ranking[: rank + 1])


def _enough(ranking: tuple[int, ...]) -> bool:
    rank, positives = _positives_of_first(ranking)
    return 2 * positives >= rank
