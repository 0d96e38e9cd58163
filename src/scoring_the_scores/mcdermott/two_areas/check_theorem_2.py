"""Theorem 2, its proof, Figure 1, and what the paper builds on them: gains of fixing atomic mistakes."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from operator import ge, gt

import numpy as np
import pandas as pd

from claimledger import Evidence
from metricbook.exact.samples import Sample
from scoring_the_scores.mcdermott.mistakes import atomic_mistakes, guaranteed_positives
from scoring_the_scores.mcdermott.two_areas import exact as exact_areas
from scoring_the_scores.mcdermott.two_areas import samples as small
from scoring_the_scores.mcdermott.two_areas.tables import (
    NEGATIVES,
    POSITIVES,
    Family,
    Rankings,
    draw_rankings,
    order_of_gains,
)
from scoring_the_scores.mcdermott.two_areas.worked_ranking import SMALLEST, WORKED, letters, parse_ranking

SEED, DRAWN = 20240113, 2000


def atomic_mistake() -> Evidence:
    """Section 1: what fixing an atomic mistake does to the misordered pairs; all small rankings."""
    e = Evidence(note=f"{small.UNTIED_SCOPE} A misordered pair is a negative above a positive.")
    mistakes = [(s, i, j) for s in small.untied() for i, j in _mistakes(s)]
    e.printed("fixing one removes exactly one misordered pair", cases=(_removes_one(*mistake) for mistake in mistakes))
    e.printed(
        "a ranking has none exactly if no pair is misordered",
        cases=((not _mistakes(sample)) == (_misordered(sample) == 0) for sample in small.untied()),
    )
    e.printed(
        "fixing any one after another ends, after as many steps as there are misordered pairs",
        cases=map(_sorts, small.untied()),
    )
    loose = _by_ranks((s, i, j) for s in small.untied() for i, j in _mistakes(s, between=True))
    e.control("the same with samples in between", over=loose, holds=lambda name: _removes_one(*loose[name]))
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


def _by_ranks(pairs: Iterable[tuple[Sample, int, int]]) -> dict[tuple[str, str], tuple[Sample, int, int]]:
    """Pairs of samples of rankings without ties, by the letters of the ranking and the ranks of both."""
    return {(letters(s[0]), f"ranks {j + 1} and {i + 1}"): (s, i, j) for s, i, j in pairs}


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


def _removes_one(sample: Sample, i: int, j: int) -> bool:
    return _misordered(_exchanged(sample, i, j)) == _misordered(sample) - 1


def _sorts(sample: Sample) -> bool:
    steps, misordered = 0, _misordered(sample)
    while mistakes := _mistakes(sample):
        sample = _exchanged(sample, *mistakes[steps % len(mistakes)])
        steps += 1
    return steps == misordered and _misordered(sample) == 0


def thm2_auroc() -> Evidence:
    """Theorem 2, AUROC: every atomic mistake of every small sample fixed, with and without ties."""
    tied = [sample for sample in small.tied() if len(set(sample[1])) < len(sample[1])]
    e = Evidence(note=f"{small.UNTIED_SCOPE} {small.TIED_SCOPE}")
    e.printed("no ties: every mistake of a ranking gains the same", cases=map(_constant, small.untied()))
    e.printed(
        r"no ties: the gain is $\frac{1}{n_+n_-}$",
        cases=(all(gain == _pair(sample) for gain in _gains(sample)) for sample in small.untied()),
    )
    e.control("the same with ties", over=tied, holds=lambda sample: all(g == _pair(sample) for g in _gains(sample)))
    e.control("ties: every mistake of a sample gains the same", over=tied, holds=_constant)
    return e


def _pair(sample: Sample) -> Fraction:
    positives = sum(sample[0])
    return Fraction(1, positives * (len(sample[0]) - positives))


def _gains(sample: Sample) -> list[Fraction]:
    before = small.auroc(sample)
    return [small.auroc(_exchanged(sample, i, j)) - before for i, j in _mistakes(sample)]


def _constant(sample: Sample) -> bool:
    return len(set(_gains(sample))) <= 1


def thm2_auprc() -> Evidence:
    """Theorem 2, AUPRC: sign of the correlation of gain and score on all small rankings; the order of the gains."""
    table = _ordered()
    table = table[table["correlation"].notna()]
    first = table[table["correlation"] < 0]["samples"].min()
    smallest = [r for r, _ in small.untied() if len(r) == first and _lower_gains_more(r)]
    strict = [r for r, _ in small.untied() if len(exact_areas.mistake_gains(r)) > 1 and not r[0] and not r[1]]
    e = Evidence(
        note=f"Correlations: all rankings of 2 to {small.LARGEST} samples with two mistakes or more, scores evenly "
        f"spaced. Else: all of 2 to {small.LONGEST}, in fractions. A mistake has its negative at rank $r$, and $k$ "
        f"positives down to its positive at $r+1$. Of {first} samples a lower mistake gains most in "
        f"{' and '.join(map(letters, smallest))}. With Theorem 1's $>$, where it is defined before and after, the "
        f"topmost mistake gains nothing and each lower one something in "
        f"{sum(map(_strict_reversed, strict))} of {len(strict)} rankings."
    )
    e.printed("gain and score positively correlated", over=table.index, holds=(table["correlation"] > 0).get)
    e.printed(f"the same up to {first - 1} samples", cases=table[table["samples"] < first]["correlation"] > 0)
    e.repaired(
        r"the gain is $\frac{k}{n_+\,r\,(r+1)}$: precision $\frac{k}{r+1}$ times $\frac{1}{n_+r}$",
        cases=(_formula(ranking) for ranking, _ in small.untied()),
    )
    pairs = _pairs_of_mistakes()
    e.repaired(
        r"of two mistakes the upper gains no less exactly if precision grows at most as the rank: "
        r"$\frac{k_2}{r_2+1}\big/\frac{k_1}{r_1+1}\leq\frac{r_2}{r_1}$",
        cases=(pairs["upper"] >= pairs["lower"]) == (pairs["precision_ratio"] <= pairs["rank_ratio"]),
    )
    enough = pairs[2 * pairs["k1"] >= pairs["r1"]]
    e.repaired(r"so if $k_1\geq r_1/2$", cases=enough["upper"] >= enough["lower"])
    e.control(
        "the upper gains no less also below that",
        over=pairs.index,
        holds=(pairs["upper"] >= pairs["lower"]).get,
    )
    return e


def _lower_gains_more(ranking: tuple[int, ...]) -> bool:
    gains = [gain for _, _, gain in exact_areas.mistake_gains(ranking)]
    return len(gains) > 1 and max(gains[1:]) > gains[0]


@cache
def _ordered() -> pd.DataFrame:
    """`order_of_gains` of every ranking of at most LARGEST samples with two mistakes or more, by its letters."""
    tables = [order_of_gains(rankings).assign(samples=rankings.shape[1]) for rankings in small.large()]
    table = pd.concat(tables).set_axis([letters(row) for rankings in small.large() for row in rankings.tolist()])
    return table[table["mistakes"] >= 2]


@cache
def _pairs_of_mistakes() -> pd.DataFrame:
    """Every two mistakes of every small ranking, gains measured by exchanging, in fractions."""
    rows = {}
    for ranking, _ in small.untied():
        mistakes = [(rank, sum(ranking[: rank + 1]), gain) for rank, _, gain in exact_areas.mistake_gains(ranking)]
        for at, (r1, k1, upper) in enumerate(mistakes):
            for r2, k2, lower in mistakes[at + 1 :]:
                ratio = Fraction(k2, r2 + 1) / Fraction(k1, r1 + 1)
                named = letters(ranking), f"mistakes at ranks {r1} and {r2}"
                rows[named] = r1, k1, upper, lower, ratio, Fraction(r2, r1)
    columns = ["r1", "k1", "upper", "lower", "precision_ratio", "rank_ratio"]
    return pd.DataFrame(rows.values(), index=list(rows), columns=columns)


def _formula(ranking: tuple[int, ...]) -> bool:
    return all(
        gain == Fraction(sum(ranking[: rank + 1]), sum(ranking) * rank * (rank + 1))
        for rank, _, gain in exact_areas.mistake_gains(ranking)
    )


def _strict_reversed(ranking: tuple[int, ...]) -> bool:
    """With > in FPR and firing rate: whether fixing the topmost mistake gains nothing, and each lower one something."""
    scores = range(len(ranking), 0, -1)
    before = exact_areas.auprc_expectation(ranking, scores, "above")
    gains = []
    for rank, _, _ in exact_areas.mistake_gains(ranking):
        fixed = list(ranking)
        fixed[rank - 1], fixed[rank] = 1, 0
        gains.append(exact_areas.auprc_expectation(fixed, scores, "above") - before)
    return gains[0] == 0 < min(gains[1:])


def _linear(name: str, *, own: int) -> bool:
    """Whether all points (inverse firing rate at the positive, gain) lie on one line; ``own`` is 1 if it fires too."""
    gains = exact_areas.mistake_gains(parse_ranking(name).tolist())
    points = [(Fraction(len(name), rank + own), gain) for rank, _, gain in gains]
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(points)]
    return len(set(slopes)) == 1


def thm2_threshold_argument() -> Evidence:
    """Proof of Theorem 2: false positives above the original positives' scores, and what is concluded from them."""
    cases = _by_ranks((s, i, j) for s in small.untied() for i, j in _mistakes(s))
    defined = [name for name, case in cases.items() if not case[0][0][0] and not _exchanged_first(*case)]
    three = [letters(ranking) for ranking, _ in small.untied() if len(exact_areas.mistake_gains(ranking)) > 2]
    e = Evidence(
        note=f"{small.UNTIED_SCOPE} Every atomic mistake of each; false positives are those greater than $\\tau$."
    )
    e.printed(
        "one false positive less at $x_i$, no other change at the original positives' scores",
        cases=(_at_old_scores(*case) for case in cases.values()),
    )
    e.printed(
        "so the mean of FPR over firing rate at the original scores gives the new AUPRC",
        over=defined,
        holds=lambda name: _from_old_scores(*cases[name]),
    )
    for own, sign in ((0, "$>$"), (1, r"$\geq$")):
        e.printed(
            f"so the gain is linear in the inverse firing rate, counted with {sign}; three mistakes or more",
            over=three,
            holds=partial(_linear, own=own),
        )
    e.repaired(
        "at each positive's own score, old and new: one false positive less for the one that moved, and one sample "
        "less above it, no other change",
        cases=(_at_own_scores(*case) for case in cases.values()),
    )
    e.repaired(r"the gain is $\frac{k}{n_+\,r\,(r+1)}$", cases=(_formula(ranking) for ranking, _ in small.untied()))
    e.control(
        r"the first with scores $\geq\tau$, as Appendix A counts",
        over=cases,
        holds=lambda name: _at_old_scores(*cases[name], above=ge),
    )
    return e


def _at_old_scores(sample: Sample, i: int, j: int, *, above=gt) -> bool:
    changes = {
        score: _false_positives(_exchanged(sample, i, j), score, above) - _false_positives(sample, score, above)
        for label, score in zip(*sample, strict=True)
        if label
    }
    return all(change == -(score == sample[1][i]) for score, change in changes.items())


def _false_positives(sample: Sample, threshold: int, above=gt) -> int:
    return small.counts(sample, threshold, above=above).false_positives


def _at_own_scores(sample: Sample, i: int, j: int) -> bool:
    after = _exchanged(sample, i, j)
    return all(
        _false_positives(after, after[1][m]) - _false_positives(sample, sample[1][m]) == -(m == i)
        and _fires(after, after[1][m]) - _fires(sample, sample[1][m]) == -(m == i)
        for m, label in enumerate(sample[0])
        if label
    )


def _fires(sample: Sample, threshold: int) -> int:
    return sum(score > threshold for score in sample[1])


def _exchanged_first(sample: Sample, i: int, j: int) -> bool:
    """Whether the highest score is a positive's after the fix."""
    labels, scores = _exchanged(sample, i, j)
    return bool(labels[scores.index(max(scores))])


def _from_old_scores(sample: Sample, i: int, j: int) -> bool:
    after = _exchanged(sample, i, j)
    old = [score for label, score in zip(*sample, strict=True) if label]
    ratios = [Fraction(_false_positives(after, t), _fires(after, t)) for t in old]
    return 1 - sum(ratios, Fraction(0)) / len(old) == exact_areas.auprc_expectation(*after, "above")


def two_strategies() -> Evidence:
    """Section 1: the next fix each area prefers, on all small rankings."""
    table = _ordered()
    several = _several()
    e = Evidence(note=f"{small.LARGE_SCOPE} Those with two mistakes or more. Fractions up to {small.LONGEST} samples.")
    e.printed("AUROC: all fixes of a ranking are worth the same", cases=map(_auroc_alike, several.values()))
    e.printed("AUPRC: no fix is worth more than the topmost", over=table.index, holds=table["topmost_best"].get)
    e.printed("AUPRC: worth falls all the way down", over=table.index, holds=table["falling"].get)
    e.repaired(
        r"AUPRC: worth falls in the order of $\frac{k}{r(r+1)}$",
        cases=(_falls(ranking, lambda k, r: Fraction(k, r * (r + 1))) for ranking in several.values()),
    )
    e.control(
        "AUPRC: worth falls in the order of the precision",
        over=several,
        holds=lambda name: _falls(several[name], lambda k, r: Fraction(k, r + 1)),
    )
    return e


def _several() -> dict[str, tuple[int, ...]]:
    """Every small ranking with two mistakes or more, by its letters."""
    return {letters(r): r for r, _ in small.untied() if len(exact_areas.mistake_gains(r)) > 1}


def _auroc_alike(ranking: tuple[int, ...]) -> bool:
    return len({gain for _, gain, _ in exact_areas.mistake_gains(ranking)}) == 1


def _falls(ranking: tuple[int, ...], key) -> bool:
    """Whether the gains, measured by exchanging, never rise when the mistakes are put in the order of a key."""
    mistakes = [(key(sum(ranking[: rank + 1]), rank), gain) for rank, _, gain in exact_areas.mistake_gains(ranking)]
    gains = [gain for _, gain in sorted(mistakes, key=lambda mistake: -mistake[0])]
    return all(before >= after for before, after in pairwise(gains))


def fig1() -> Evidence:
    """Figure 1: gains of all mistakes of one worked ranking, and of all small rankings."""
    worked = atomic_mistakes(WORKED)
    gains = worked["average_precision_gain"].to_numpy()
    lower = atomic_mistakes(SMALLEST)["average_precision_gain"].to_numpy()
    pairs = _pairs_of_mistakes()
    allowed = pairs[pairs["precision_ratio"] <= pairs["rank_ratio"]]
    e = Evidence(
        note=f"The drawing's own ranking is not in the text; ours has {WORKED.size} samples. {small.LARGE_SCOPE}"
    )
    e.printed(
        "worked ranking: one gain in AUROC for all mistakes",
        agrees=worked["auroc_gain"].nunique() == 1 < len(worked),
        reproduced=f"{len(worked)} mistakes, {worked['auroc_gain'].nunique()} value",
    )
    e.printed(
        "worked ranking: gains in AUPRC fall from top to bottom",
        agrees=bool((np.diff(gains) < 0).all()),
        reproduced=[round(float(gain), 5) for gain in gains],
    )
    table = _ordered()
    e.printed("the same for any ranking, as the caption has it", over=table.index, holds=table["falling"].get)
    e.repaired(
        "for any two mistakes between which precision does not rise faster than the rank",
        cases=allowed["upper"] >= allowed["lower"],
    )
    e.control(
        "the smallest counterexample: gains in AUPRC fall from top to bottom",
        agrees=bool((np.diff(lower) < 0).all()),
        reproduced=[round(float(gain), 5) for gain in lower],
    )
    return e


def highest_region_down() -> Evidence:
    """Sections 2.2 and 4.2: how often a lower mistake gains most, on all small rankings and on random ones."""
    rng = np.random.default_rng(SEED)
    topmost = _ordered()["topmost_best"]
    kinds = {"all small rankings": topmost.to_numpy()}
    families: dict[Family, str] = {"windows": "the paper's sampler", "normal": "normal scores"}
    for family, name in families.items():
        for target in (0.1, 0.65, 0.85):
            order = order_of_gains(_drawn(family, target, rng))
            kinds[f"{name}, AUROC {target}"] = order.loc[order["mistakes"] >= 2, "topmost_best"].to_numpy()
    e = Evidence(
        note=f"{small.LARGE_SCOPE} Random ones: {DRAWN:,} of {POSITIVES} positives and {NEGATIVES} negatives each, "
        f"seed {SEED}; those with two mistakes or more. Shares: "
        + ", ".join(f"{name} {best.mean():.1%}" for name, best in kinds.items())
        + "."
    )
    e.printed("no fix is worth more than the topmost: all small rankings", over=topmost.index, holds=topmost.get)
    for name, best in list(kinds.items())[1:]:  # rankings of 200, none of which fits into a line
        e.printed(f"no fix is worth more than the topmost: {name}", cases=best)
    good = {name: best for name, best in kinds.items() if not name.endswith("0.1")}
    e.repaired(
        "mostly, at AUROC 0.65 and 0.85 and over all small rankings", cases=(b.mean() > 0.5 for b in good.values())
    )
    pairs = _pairs_of_mistakes()
    enough = pairs[2 * pairs["k1"] >= pairs["r1"]]
    e.repaired(
        r"always, if half of the ranks down to the upper fix's new place hold positives then, $k\geq r/2$",
        cases=enough["upper"] >= enough["lower"],
    )
    e.control("mostly, at AUROC 0.1 with normal scores", cases=(kinds["normal scores, AUROC 0.1"].mean() > 0.5,))
    return e


def _drawn(family: Family, target: float, rng: np.random.Generator) -> Rankings:
    return draw_rankings(family, DRAWN, positives=POSITIVES, negatives=NEGATIVES, target=target, rng=rng)


def hard_negatives() -> Evidence:
    """Tables 1 and 2, fifth row: separating the highest misordered neighbours against the lowest ones."""
    several = _several()
    firsts = [(ranking, *_positives_of_first(ranking)) for ranking in several.values()]
    safe = [ranking for ranking, r, k in firsts if 2 * k >= r]
    least = [ranking for ranking, r, k in firsts if k >= guaranteed_positives(r)]
    e = Evidence(
        note=f"{small.UNTIED_SCOPE} Those with two mistakes or more. The highest misordered pair has its negative at "
        "rank $r$, with $k$ positives down to its positive."
    )
    e.printed(
        "AUPRC: the highest pair gains more than the lowest",
        over=several,
        holds=lambda name: _top(several[name]) > _bottom(several[name]),
    )
    e.printed("AUROC makes no difference", cases=map(_auroc_alike, several.values()))
    e.repaired(r"AUPRC, if $k\geq r/2$", cases=(_top(r) > _bottom(r) for r in safe))
    e.repaired(
        "AUPRC, no less if $k$ is the least that serves for every continuation, or more",
        cases=(_top(r) >= _bottom(r) for r in least),
    )
    e.control(
        "AUPRC, no less whatever $k$ is",
        over=several,
        holds=lambda name: _top(several[name]) >= _bottom(several[name]),
    )
    return e


def _top(ranking: tuple[int, ...]) -> Fraction:
    return exact_areas.mistake_gains(ranking)[0][2]


def _bottom(ranking: tuple[int, ...]) -> Fraction:
    return exact_areas.mistake_gains(ranking)[-1][2]


def _positives_of_first(ranking: tuple[int, ...]) -> tuple[int, int]:
    rank = exact_areas.mistake_gains(ranking)[0][0]
    return rank, sum(ranking[: rank + 1])
