"""Section 2.2 of the LxCIM paper: exchange of classes in a scored sample."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product, starmap
from typing import Any

from claimledger import Claim, Evidence
from metricbook.exact import ranking as exact
from metricbook.exact.samples import rankings, scored
from scoring_the_scores.lxcim.invariance import samples as small

#: Exact metrics of a sample's decisions, which Eq. 12 should leave alone.
DECISIONS = (exact.accuracy, exact.lxcim, exact.audrc_sum)


def exchange_function() -> Evidence:
    """Eq. 11: the partner score under six decision functions, and what A keeps on all small samples."""

    def partner(g: small.ConfidenceFunction, score: Any) -> bool:
        partners = g.partners(score) if score else [score]
        # A number, as confident, on the other side, and A takes it back.
        return len(partners) == 1 and (score == 0 or _mirrored(g, score, partners[0]))

    cases = [sample for n in (1, 2, 3) for sample in scored(n, (-2, -1, 0, 1), both=False)]
    names = "; ".join(f"${g.name}$" for g in small.PAIRED)
    e = Evidence()
    e.printed(
        f"Eq. 11 names one score, and A undoes itself: {names}",
        cases=starmap(partner, product(small.PAIRED, small.SCORE_GRID)),
    )
    e.printed(
        "A undoes itself on samples, $g(s) = |s|$",
        cases=(exact.exchange(*exact.exchange(*sample)) == _as_fractions(sample) for sample in cases),
    )
    e.printed(
        "it keeps confidence and correctness",
        cases=(_decisions(*exact.exchange(*sample)) == _decisions(*sample) for sample in cases),
    )
    for g in small.UNPAIRED:
        e.control(
            f"Eq. 11 names one score: ${g.name}$", over=sorted(small.SCORE_GRID, key=abs), holds=partial(partner, g)
        )
    e.control(
        "mirroring scores alone keeps confidence and correctness",
        cases=(_decisions(y, [-s for s in scores]) == _decisions(y, scores) for y, scores in cases),
    )
    return e


def _mirrored(g: small.ConfidenceFunction, score, partner) -> bool:
    return bool(g(partner) == g(score) and partner * score < 0 and g.partners(partner) == [score])


def _as_fractions(sample: tuple) -> tuple[list, list]:
    labels, scores = sample
    return list(labels), list(map(Fraction, scores))


def _decisions(labels: Sequence[int], scores: Sequence) -> list[tuple]:
    """Confidence and correctness of each sample; 1/2 for a score at the threshold 0."""
    half = Fraction(1, 2)
    return [(abs(s), half if s == 0 else Fraction((s > 0) == (y == 1))) for y, s in zip(labels, scores, strict=True)]


def rank_invariance() -> Evidence:
    """Eq. 12: three metrics under every exchange of all small samples, read as a family and as a set union."""
    pairs = list(small.exchanged_samples(s for n in (1, 2, 3) for s in scored(n, (-2, -1, 1, 2), both=False)))

    def unchanged(metrics: tuple, as_set: bool) -> Iterator[bool]:
        for pair in pairs:
            read: Sequence[tuple] = pair
            if as_set:
                read = [tuple(zip(*sorted(set(zip(*sample, strict=True))), strict=True)) for sample in pair]
            for metric in metrics:
                before, after = (small.value(metric, *sample) for sample in read)
                if before is not None and after is not None:  # AUROC needs both classes
                    yield before == after

    e = Evidence()
    e.printed(
        "with indexed families, where equal samples count twice: accuracy, LxCIM and AUDRC satisfy Eq. 12",
        cases=unchanged(DECISIONS, as_set=False),
    )
    e.control("with sets they do", cases=unchanged(DECISIONS, as_set=True))
    e.control("with indexed families, AUROC does", cases=unchanged((exact.auroc,), as_set=False))
    return e


def counterexample(claim: Claim) -> Evidence:
    """Section 2.2: the printed sample, its third entry exchanged, and every other subset for comparison."""
    labels, scores = (0, 1, 0, 1), (-4, -3, 1, 2)
    printed = claim.published
    new_labels, new_scores = exact.exchange(labels, scores, which=[2])
    before, after = exact.auroc(labels, scores), exact.auroc(new_labels, new_scores)
    expected = Counter(zip(printed["s_after"], printed["y_after"], strict=True))
    reaching = [
        which
        for which in small.subsets(4)
        if Counter(zip(*reversed(exact.exchange(labels, scores, which=which)), strict=True)) == expected
    ]
    e = Evidence()
    e.printed("AUROC after the exchange", published=printed["auroc_after"], reproduced=after)
    e.printed("$s'$", published=printed["s_after"], reproduced=new_scores)
    e.printed("$y'$", published=printed["y_after"], reproduced=new_labels)
    e.printed(
        "some subset of the sample leads to the printed $(s', y')$",
        agrees=bool(reaching),
        reproduced=f"{len(reaching)} of 16 subsets",
    )
    e.repaired(
        "the exchange changes AUROC, to the printed value",
        agrees=after == printed["auroc_after"] != before,
        reproduced=[before, after],
    )
    unmoved = [metric(labels, scores) == metric(new_labels, new_scores) for metric in DECISIONS]
    e.repaired(
        "it leaves accuracy, LxCIM and AUDRC alone",
        agrees=all(unmoved),
        reproduced=[metric(new_labels, new_scores) for metric in DECISIONS],
    )
    return e


def undefined_auroc() -> Evidence:
    """Section 2.2: which exchanged subsets leave AUROC undefined, on all samples of at most 5 in one order."""
    cases = {}  # by labels in order of score and places: is it of negatives, a whole class, is AUROC undefined
    positive = []  # scores of all-positive sets
    for n in range(2, 6):
        scores = _odd_scores(n)
        for labels in rankings(n):
            negatives = {i for i, y in enumerate(labels) if y == 0}
            for which in filter(None, small.subsets(n)):
                new_labels, new_scores = exact.exchange(labels, scores, which=which)
                whole = set(which) in (negatives, set(range(n)) - negatives)
                cases[labels, which] = set(which) <= negatives, whole, len(set(new_labels)) == 1
                if set(new_labels) == {1}:
                    positive.append(new_scores)
    denominators = [_negatives_at_every_threshold(n) for n in range(2, 6)]
    e = Evidence()
    e.printed(
        "exchanging a subgroup of negatives leaves AUROC undefined, by labels in order of score and places from 0",
        over=[case for case, (negative, _, _) in cases.items() if negative],
        holds=lambda case: cases[case][2],
    )
    e.printed(
        "below every score, some sample of an all-positive set, by scores, is a false negative",
        over=positive,
        holds=lambda scores: any(s <= min(scores) - 1 for s in scores),
    )
    e.repaired(
        "AUROC is undefined iff the subgroup is all the negatives or all the positives",
        cases=(whole == undefined for _, whole, undefined in cases.values()),
    )
    e.repaired(
        "below every score, all of an all-positive set are true positives",
        cases=(all(s > min(scores) - 1 for s in scores) for scores in positive),
    )
    e.repaired(
        "where all negatives were exchanged $FP + TN$ is 0 at every threshold",
        cases=(values == {0} for values in denominators),
    )
    e.control(
        "AUROC is undefined iff the subgroup has a negative",
        over=cases,
        holds=lambda case: cases[case][0] == cases[case][2],
    )
    return e


def _odd_scores(n: int) -> list[int]:
    """Scores two apart around the threshold 0, none of them on it."""
    return [2 * k - n + 1 - n % 2 for k in range(n)]


def _negatives_at_every_threshold(n: int) -> set[int]:
    """FP + TN at every threshold, after all negatives of the alternating sample of n were exchanged."""
    labels, scores = [k % 2 for k in range(n)], _odd_scores(n)
    which = [i for i, y in enumerate(labels) if y == 0]
    new_labels, new_scores = exact.exchange(labels, scores, which=which)
    thresholds = [min(new_scores) - 1, *new_scores]
    false_positives = [sum(y == 0 and s > t for y, s in zip(new_labels, new_scores, strict=True)) for t in thresholds]
    true_negatives = [sum(y == 0 and s <= t for y, s in zip(new_labels, new_scores, strict=True)) for t in thresholds]
    return {a + b for a, b in zip(false_positives, true_negatives, strict=True)}


def symmetric_position() -> Evidence:
    """Section 2.2: every move of one sample, by A with a fitting s*, in every label order of at most 6."""
    moves = {}  # by labels, start and end, from 0: whether it goes to the mirror place, whether AUROC stays
    for n in range(2, 7):
        for labels in rankings(n):
            before = small.strict_wins(labels, range(n))
            for start, end in product(range(n), repeat=2):
                new_labels, new_scores = _moved(labels, start, end)
                if len(set(new_labels)) == 2:
                    same = small.strict_wins(new_labels, new_scores) == before
                    moves[labels, start, end] = end == n - 1 - start, same
    ranking = (0, 0, 1, 0, 0)
    example = [small.strict_wins(ranking, range(5)), small.strict_wins(*_moved(ranking, 0, 3))]
    to_mirror = {move: same for move, (mirror, same) in moves.items() if mirror}
    most = list(to_mirror.values())
    e = Evidence(
        note=f"For y = [0, 0, 1, 0, 0] the first sample goes to the fourth place: AUROC {example[0]}, then "
        f"{example[1]}. Of moves to the mirror place {len(most) - sum(most)} of {len(most)} change AUROC."
    )
    e.printed(
        "AUROC stays only if the sample moves to the mirror place, by labels, start and end from 0",
        over=[move for move, (_, same) in moves.items() if same],
        holds=lambda move: moves[move][0],
    )
    e.printed("AUROC stays if it does", over=to_mirror, holds=to_mirror.__getitem__)
    e.control("AUROC stays wherever the sample moves", over=moves, holds=lambda move: moves[move][1])
    return e


def _moved(labels: Sequence[int], start: int, end: int) -> tuple[list[int], list[Fraction]]:
    """A sample of scores 0, 1, ... after A took the one at rank start to rank end, s* half-way."""
    if end > start:
        target = Fraction(2 * end + 1, 2)
    elif end < start:
        target = Fraction(2 * end - 1, 2)
    else:
        target = Fraction(4 * start + 1, 4)
    return exact.exchange(labels, range(len(labels)), threshold=(start + target) / 2, which=[start])


def imbalance_sensitive() -> Evidence:
    """Section 2.2, last paragraph: KS and AUPRC under exchanges, and four metrics under copies of the positives."""
    cases = [(y, s) for y in rankings(4) for s in ((-4, -3, 1, 2), (-3, -1, 2, 4))]
    metrics = {
        "KS": small.kolmogorov_smirnov,
        "AUPRC": exact.average_precision,
        "AUROC": exact.auroc,
        "accuracy": exact.accuracy,
        "LxCIM": exact.lxcim,
        "AUDRC": exact.audrc_sum,
    }

    def moved_by(change: Callable[[tuple], Iterator[tuple]]) -> list[str]:
        return [
            name
            for name, metric in metrics.items()
            if any(metric(*after) != metric(*sample) for sample in cases for after in change(sample))
        ]

    def exchange_one(sample: tuple) -> Iterator[tuple]:
        for index in range(len(sample[0])):
            labels, scores = exact.exchange(*sample, which=[index])
            if len(set(labels)) == 2:
                yield labels, scores

    def copy_positives(sample: tuple) -> Iterator[tuple]:
        heavier = [index for index, y in enumerate(sample[0]) if y]
        yield tuple([*part, *(part[index] for index in heavier)] for part in sample)

    by_exchange, by_imbalance = moved_by(exchange_one), moved_by(copy_positives)
    sensitive_invariant = [name for name in by_imbalance if name not in by_exchange]
    e = Evidence(note="Class imbalance is changed by adding a copy of every positive.")
    for what, those in (("does not satisfy Eq. 12", by_exchange), ("is sensitive to class imbalance", by_imbalance)):
        for name in ("KS", "AUPRC"):
            e.printed(f"{name} {what}", agrees=name in those, reproduced=name in those)
    e.printed(
        "no metric sensitive to class imbalance satisfies Eq. 12: those that do",
        agrees=not sensitive_invariant,
        reproduced=sensitive_invariant,
    )
    e.repaired(
        "KS, AUPRC and AUROC fail Eq. 12, whether or not they are sensitive to imbalance",
        agrees=by_exchange == ["KS", "AUPRC", "AUROC"],
        reproduced=by_exchange,
    )
    e.control("no metric satisfies Eq. 12", agrees=len(by_exchange) == len(metrics), reproduced=by_exchange)
    return e


def characterisation() -> Evidence:
    """Section 2.2, "In all": metrics of the order of right and wrong decisions under exchange, and the converse."""

    def joined(grid: tuple, summary: Callable[[tuple], tuple], *, order_only: bool = False) -> list[bool]:
        """Whether samples have the same summary exactly if exchanges (and stretched confidences) join them."""
        classes: dict = defaultdict(set)
        orbits: dict = {}
        for n in (1, 2, 3):
            for sample in scored(n, grid, both=False):
                key = tuple(zip(*sample, strict=True))
                orbit = {
                    tuple(zip(y, map(int, s), strict=True))
                    for which in small.subsets(n)
                    for y, s in [exact.exchange(*sample, which=which)]
                }
                orbits[key] = orbit
                classes[summary(sample)].add(key)
        if order_only:
            orbits = {key: _stretched(orbit, grid) for key, orbit in orbits.items()}
        return [orbits[key] == fibre for fibre in classes.values() for key in fibre]

    def family(sample: tuple) -> tuple:
        return tuple(_decisions(*sample))

    def ordered(sample: tuple) -> tuple:
        decisions = _decisions(*sample)
        ranks = sorted({confidence for confidence, _ in decisions})
        return tuple((ranks.index(confidence), correct) for confidence, correct in decisions)

    def used_confidence(labels: tuple, scores: tuple) -> Fraction:
        return sum(g * c for g, c in _decisions(labels, scores)) / len(labels)

    off, through = (-3, -2, -1, 1, 2, 3), (-2, -1, 0, 1, 2)
    pairs = list(small.exchanged_samples(scored(3, (-2, -1, 1, 2), both=False)))
    bolder = [used_confidence((1, 1), scores) for scores in ((2, -1), (3, -1))]
    e = Evidence()
    e.printed(
        "metrics of the confidence order of the correct decisions are invariant: accuracy, LxCIM, AUDRC",
        cases=(small.value(m, *before) == small.value(m, *after) for m in DECISIONS for before, after in pairs),
    )
    e.printed(
        "invariant and rank-based iff a function of the correctness in confidence order",
        cases=joined(off, ordered, order_only=True),
    )
    e.printed("invariant iff a function of the pairs (confidence, correctness)", cases=joined(off, family))
    e.printed(
        r"the mean of $g(s_i)\,\mathbb{I}[y_i = u(s_i)]$ is invariant",
        cases=(used_confidence(*before) == used_confidence(*after) for before, after in pairs),
    )
    e.control("it depends on the order of confidence only", agrees=bolder[0] == bolder[1], reproduced=bolder)
    e.control("the same pairs decide with scores at $s^*$, whose labels Eq. 11 keeps", cases=joined(through, family))
    return e


def needs_a_threshold() -> Evidence:
    """Section 2.2, first paragraph: rankings that exchanges join, for every threshold and for one."""
    e = Evidence(
        note="A metric that no exchange changes has one value on all samples that exchanges join. An exchange at one "
        "threshold keeps every sample's confidence; at every threshold it takes a sample anywhere in the ranking."
    )
    e.printed(
        "exchanges at every threshold join all rankings of n, for n up to 6: only a constant metric is left",
        cases=(_groups(n) == 1 for n in range(2, 7)),
    )
    e.control(
        "exchanges at one threshold join all samples of n confidences, for n up to 4",
        cases=(len(_orbits(n)) == 1 for n in range(2, 5)),
    )
    return e


def _groups(n: int) -> int:
    """How many groups of rankings of n, by label, exchanges at all thresholds join."""
    left, groups = set(product((0, 1), repeat=n)), 0
    while left:
        groups, reached = groups + 1, {left.pop()}
        while reached:
            labels = reached.pop()
            for start, end in product(range(n), repeat=2):
                new, scores = _moved(labels, start, end)
                ranking = tuple(y for _, y in sorted(zip(scores, new, strict=True)))
                if ranking in left:
                    left.remove(ranking)
                    reached.add(ranking)
    return groups


def _orbits(n: int) -> set[frozenset]:
    """The groups of samples of confidences 1 to n that exchanges at the threshold 0 join."""
    return {
        frozenset(tuple(zip(*exact.exchange(labels, scores, which=which), strict=True)) for which in small.subsets(n))
        for labels in product((0, 1), repeat=n)
        for scores in product(*((-k, k) for k in range(1, n + 1)))
    }


def _stretched(orbit: set, grid: tuple) -> set:
    """The samples that an increasing change of the confidences makes of an orbit's, within a grid."""
    levels = sorted({abs(s) for s in grid})
    result = set()
    for key in orbit:
        used = sorted({abs(s) for _, s in key})
        for chosen in product(levels, repeat=len(used)):
            if list(chosen) == sorted(set(chosen)):
                new = dict(zip(used, chosen, strict=True))
                result.add(tuple((y, new[abs(s)] if s > 0 else -new[abs(s)]) for y, s in key))
    return result
