"""LxCIM as an expected loss: of confidence as a detector, of a reject option at any price, of the doubled sample."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

import numpy as np

import metricbook as mb
from claimledger import Evidence
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Sample, scored
from scoring_the_scores.synthesis import steps, zoo
from scoring_the_scores.synthesis.lxcim_as_loss.decisions import as_ranking, method_gains
from scoring_the_scores.synthesis.steps import HALF

SMALL = "All 486 samples of two to four cases with scores -2, -1, 0 or 1, the threshold at 0, in fractions."
SEED, LARGER = 20261123, 100
LARGE = f"Then {LARGER} random samples of 10 to 300 weighted cases with ties by the package, seed {SEED}."
CLOSE = 1e-12


@cache
def _small() -> tuple[Sample, ...]:
    """Samples that differ only in the order of their cases are one."""
    samples = {
        tuple(sorted(zip(*sample, strict=True))) for n in (2, 3, 4) for sample in scored(n, range(-2, 2), both=False)
    }
    return tuple((tuple(y for y, _ in cases), tuple(x for _, x in cases)) for cases in sorted(samples))


def _loss(sample: Sample, *, over: str = "cost", ties: str = "half", default: int = 0) -> Fraction:
    """Flach's loss of confidence as a score for right decisions, in fractions."""
    ranked = as_ranking(*sample)
    return exact_costs.expected_loss(*ranked, over=over, ties=ties, default_weight=default)


def _size(sample: Sample) -> int:
    return len(sample[0])


def _mixed(sample: Sample) -> bool:
    """Whether some decisions are right and some wrong, so that the loss is defined."""
    return 0 < exact.accuracy(*sample) < 1


def gain() -> Evidence:
    """LxCIM = ACC + 1/2 - L, with and without the default; not over skews, and not with another rule for ties."""
    mixed = sorted(filter(_mixed, _small()), key=_size)

    def holds(value: Callable[[Sample], Fraction]) -> Callable[[Sample], bool]:
        return lambda s: exact.lxcim(*s) == exact.accuracy(*s) + value(s)

    def default(sample: Sample) -> Fraction:
        n = len(sample[0])
        return Fraction(n + 1, n) * (HALF - _loss(sample, default=1))

    e = Evidence(note=f"{SMALL} {LARGE} Only samples with right and wrong decisions.")
    e.printed("without the default", over=mixed, holds=holds(lambda s: HALF - _loss(s)))
    e.printed("with the default, times $\\frac{n+1}n$", over=mixed, holds=holds(default))
    bound = ((s, exact.accuracy(*s)) for s in mixed)
    e.printed("the gain is at most ACC(1 - ACC)", cases=(abs(HALF - _loss(s)) <= a * (1 - a) for s, a in bound))
    e.printed("weighted samples", cases=map(_large_gain, np.random.default_rng(SEED).spawn(LARGER)))
    e.control("the loss over skews", over=mixed, holds=holds(lambda s: HALF - _loss(s, over="skew")))
    e.control(
        "a case at the threshold not decided", over=mixed, holds=holds(lambda s: HALF - _loss(s, ties="negative"))
    )
    e.control("the default, and no factor", over=mixed, holds=holds(lambda s: HALF - _loss(s, default=1)))
    return e


def _large_gain(rng: np.random.Generator) -> bool:
    n = int(rng.integers(10, 301))
    labels, weights = rng.integers(0, 2, n), rng.integers(1, 6, n)
    scores = np.round(rng.normal(labels - 0.5, 1), 1) + 0.05  # ties, and no score at the threshold
    right = (scores > 0) == (labels == 1)
    loss = mb.expected_loss(right, np.abs(scores), sample_weight=weights, over="cost", default_weight=0)
    accuracy = mb.accuracy(labels, scores, sample_weight=weights)
    return abs(mb.lxcim(labels, scores, sample_weight=weights) - (accuracy + 0.5 - loss)) < CLOSE


def any_price() -> Evidence:
    """Mean risk (1 + d - LxCIM)/2 at every price d; at d = 0 the area under wrong against the decision rate."""
    prices = [Fraction(0), Fraction(1, 3), HALF, Fraction(1)]
    tie_free = sorted((s for s in _small() if len({abs(x) for x in s[1]}) == len(s[1])), key=_size)
    tried = list(product(sorted(_small(), key=_size), prices))

    def mean_risk(sample: Sample, price: Fraction) -> Fraction:
        sweep = steps.confidence_steps(*sample)
        return steps.mean_over(sweep, steps.risk_at(sweep, price))

    def holds(lead: Callable[..., Fraction]) -> Callable[[tuple[Sample, Fraction]], bool]:
        return lambda case: mean_risk(*case) == (1 + case[1] - lead(*case[0])) / 2

    def points(sample: Sample) -> list[tuple[Fraction, Fraction]]:
        sweep, n = steps.confidence_steps(*sample), len(sample[0])
        above = [((s.positives_above + s.negatives_above) / n, s.negatives_above / n) for s in sweep]
        return [*above, (Fraction(1), 1 - exact.accuracy(*sample))]

    def area(sample: Sample) -> Fraction:
        return (1 - exact.lxcim(*sample)) / 2

    def right_sum(sample: Sample) -> Fraction:
        return sum((b[1] for _, b in pairwise(points(sample))), Fraction(0)) / len(sample[0])

    def excess(sample: Sample) -> Fraction:
        return (1 - exact.accuracy(*sample)) / (2 * len(sample[0]))

    e = Evidence(note=f"{SMALL} Prices 0, 1/3, 1/2 and 1.")
    e.printed("$\\frac12(1+d-\\mathrm{LxCIM})$", over=tried, holds=holds(exact.lxcim))
    e.printed("AUGRC by straight lines, ties as one step", cases=(exact.area(points(s)) == area(s) for s in _small()))
    e.printed("AUGRC as a mean over the cases, no ties", cases=(right_sum(s) == area(s) + excess(s) for s in tie_free))
    e.control("AUDRC in its place", over=tried, holds=holds(exact.audrc_sum))
    e.control("accuracy in its place", over=tried, holds=holds(exact.accuracy))
    e.control("AUGRC as a mean over the cases, no further term", over=tie_free, holds=lambda s: right_sum(s) == area(s))
    return e


def coin_is_exchange() -> Evidence:
    """Accuracy of the doubled sample at s* + g is that of deciding above g and tossing a coin; its mean, and losses."""

    def doubled(sample: Sample) -> tuple[list[steps.Step], dict[Fraction, Fraction]]:
        labels, scores, weights = exact.with_exchanged_copy(*sample)
        sides = [(s, y) for y, s, w in zip(labels, scores, weights, strict=True) for _ in range(int(w))]
        sweep = steps.steps_of([y for _, y in sides], [s for s, _ in sides])
        right = steps.accuracy_at(sweep)
        return sweep, {step.score: right(step) for step in sweep}

    def coin(sample: Sample) -> dict[Fraction, Fraction]:
        sweep = steps.confidence_steps(*sample)
        risk = steps.risk_at(sweep, HALF)
        return {step.score: 1 - risk(step) for step in sweep}

    def pairs(sample: Sample, shift: Fraction = Fraction(0)) -> Iterator[bool]:
        _, accuracy = doubled(sample)
        for gap, value in coin(sample).items():
            yield accuracy[gap] == value + shift
            yield accuracy[-gap] == value + shift

    def loss(sample: Sample, over: str) -> Fraction:
        return steps.expected_loss(doubled(sample)[0], over=over)

    some = _small()[::2]
    e = Evidence(note=f"{SMALL} Every second of them.")
    e.printed("at every confidence, on both sides", cases=(case for s in some for case in pairs(s)))
    for over in ("skew", "cost"):
        e.printed(
            f"mean over the doubled sample, {over}s",
            cases=(1 - loss(s, over) == Fraction(1, 4) + exact.lxcim(*s) / 2 for s in some),
        )
    e.control(
        "the sample itself in place of the doubled one",
        over=sorted((s for s in some if 0 < sum(s[0]) < _size(s)), key=_size),
        holds=lambda s: (
            1 - exact_costs.expected_loss(*s, over="skew", default_weight=0) == Fraction(1, 4) + exact.lxcim(*s) / 2
        ),
    )
    return e


def chow_is_cost_line() -> Evidence:
    """Wrong + d undecided is half the loss at cost 1 - d, plus d (1 - ACC), at each cut; least and mean over prices."""
    prices = [Fraction(k, 4) for k in range(5)]
    mixed = [s for s in _small() if _mixed(s)]

    def lines(sample: Sample) -> list[exact_costs.Line]:
        return exact_costs.cost_lines(*as_ranking(*sample), over="cost")

    def risks(sample: Sample, price: Fraction) -> list[Fraction]:
        """Risk with nothing decided, then with one step of confidence more each time, counted case by case."""
        ranked = as_ranking(*sample)
        total = sum(ranked.weights, Fraction(0))
        gaps = sorted(set(ranked.confidence), reverse=True)
        values = [Fraction(price)]
        for gap in gaps:
            members = list(zip(*ranked, strict=True))
            wrong = sum((w for right, g, w in members if g >= gap and not right), Fraction(0))
            left = sum((w for _, g, w in members if g < gap), Fraction(0))
            values.append((wrong + price * left) / total)
        return values

    def by_line(sample: Sample, price: Fraction, *, shift: bool = True) -> list[Fraction]:
        extra = price * (1 - exact.accuracy(*sample)) if shift else Fraction(0)
        return [exact_costs.at(line, 1 - price) / 2 + extra for line in lines(sample)]

    def least(sample: Sample) -> Fraction:
        """Least risk at a price, averaged over prices: a broken line, whose breaks are those of the lines."""
        ends = [(a, b) for a, b in zip(risks(sample, Fraction(0)), risks(sample, Fraction(1)), strict=True)]
        breaks = {Fraction(0), Fraction(1)}
        for (a, b), (c, d) in product(ends, repeat=2):
            if b - a != d - c:
                breaks.add((c - a) / ((b - a) - (d - c)))
        inside = sorted(x for x in breaks if 0 <= x <= 1)
        corner = [(x, min(exact_costs.at(line, x) for line in ends)) for x in inside]
        return exact.area(corner)

    def by_curve(sample: Sample) -> Fraction:
        loss = exact_costs.expected_min_loss(*as_ranking(*sample), over="cost")
        return (1 - exact.accuracy(*sample) + loss) / 2

    some = mixed[::2]
    e = Evidence(note=f"{SMALL} Prices 0, 1/4, ..., 1; least risks for every second sample.")
    e.printed("at every cut", cases=(risks(s, d) == by_line(s, d) for s, d in product(mixed, prices)))
    e.printed("least risk, mean over even prices", cases=(least(s) == by_curve(s) for s in some))
    e.printed("is no more than LxCIM's", cases=(Fraction(3, 2) - 2 * least(s) >= exact.lxcim(*s) for s in some))
    e.control(
        "without the shift",
        over=product(sorted(mixed, key=_size), prices),
        holds=lambda case: risks(*case) == by_line(*case, shift=False),
    )
    e.control(
        "least risk is LxCIM's",
        over=sorted(some, key=_size),
        holds=lambda s: Fraction(3, 2) - 2 * least(s) == exact.lxcim(*s),
    )
    return e


def methods() -> Evidence:
    """Gains of the methods on the Tübingen pairs: how many are below zero, and that accuracy and gain make LxCIM."""
    gains = method_gains()
    e = Evidence(note="Sixteen methods, stored scores, weighted pairs on which the method decides.")
    e.printed("methods", published=16, reproduced=len(gains))
    e.printed("with a gain below zero", published=7, reproduced=int((gains["gain"] < 0).sum()))
    below = 0
    for decisions in map(zoo.causal, zoo.CAUSAL_METHODS):
        whole, right = (
            f(decisions.labels, decisions.scores, sample_weight=decisions.weights) for f in (mb.lxcim, mb.accuracy)
        )
        below += bool(whole < right)
    e.printed("LxCIM below accuracy, undecided pairs counted half", published=6, reproduced=below)
    e.printed("accuracy and gain make LxCIM", cases=(gains["accuracy"] + gains["gain"] - gains["LxCIM"]).abs() < CLOSE)
    best = gains.set_index("method")[["accuracy", "gain"]].round(9).idxmax()
    e.printed("the most accurate", published="CGNN", reproduced=best["accuracy"])
    e.printed("the largest gain", published="IGCI", reproduced=best["gain"])
    e.control(
        "LxCIM orders them as accuracy does", agrees=bool(gains["accuracy"].is_monotonic_decreasing), reproduced="no"
    )
    return e
