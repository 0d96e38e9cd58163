"""Section 2.2 of the LxCIM paper: exchange of classes in a scored sample."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product

from metricbook.chapters.lxcim.invariance import samples as small
from metricbook.chapters.lxcim.invariance.samples import share
from metricbook.exact import ranking as exact
from metricbook.ledger import Claim, Evidence

#: Exact metrics of a sample's decisions, which Eq. 12 should leave alone.
DECISIONS = (exact.accuracy, exact.lxcim, exact.audrc_sum)


def exchange_function() -> Evidence:
    """Eq. 11: the partner score under six decision functions, and what A keeps on all small samples."""

    def partners(functions: tuple) -> dict:
        proper = 0
        for g, score in product(functions, small.SCORE_GRID):
            found = g.partners(score) if score else [score]
            # A number, as confident, on the other side, and A takes it back.
            proper += len(found) == 1 and (score == 0 or _mirrored(g, score, found[0]))
        tried = len(functions) * len(small.SCORE_GRID)
        return {"agrees": proper == tried, "reproduced": f"{share(proper, tried)} scores"}

    e = Evidence()
    for g in small.UNPAIRED:
        e.printed(f"Eq. 11 names one score: ${g.name}$", **partners((g,)))
    names = "; ".join(f"${g.name}$" for g in small.PAIRED)
    e.repaired(f"it does, and A undoes itself, for continuous $g$ of equal limits: {names}", **partners(small.PAIRED))
    samples = [sample for n in (1, 2, 3) for sample in small.scored_samples(n, (-2, -1, 0, 1))]
    undone = sum(exact.exchange(*exact.exchange(*sample)) == _as_fractions(sample) for sample in samples)
    e.repaired(
        "A undoes itself on samples, $g(s) = |s|$",
        agrees=undone == len(samples),
        reproduced=share(undone, len(samples)),
    )
    kept = sum(_decisions(*exact.exchange(*sample)) == _decisions(*sample) for sample in samples)
    e.repaired("it keeps confidence and correctness", agrees=kept == len(samples), reproduced=share(kept, len(samples)))
    mirrored = sum(_decisions(y, [-s for s in scores]) == _decisions(y, scores) for y, scores in samples)
    e.control("mirroring scores alone does", agrees=mirrored == len(samples), reproduced=share(mirrored, len(samples)))
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
    """Eq. 12: three metrics under every exchange of all small samples, read as a set union and as a family."""
    samples = [sample for n in (1, 2, 3) for sample in small.scored_samples(n, (-2, -1, 1, 2))]

    def kept(metrics: tuple, as_set: bool) -> dict:
        same = tried = 0
        for pair in small.exchanged_samples(samples):
            if as_set:
                pair = [tuple(zip(*sorted(set(zip(*sample, strict=True))), strict=True)) for sample in pair]
            for metric in metrics:
                before, after = (small.value(metric, *sample) for sample in pair)
                if before is not None and after is not None:  # AUROC needs both classes
                    tried += 1
                    same += before == after
        return {"agrees": same == tried, "reproduced": share(same, tried)}

    e = Evidence()
    e.printed("with sets, accuracy, LxCIM and AUDRC satisfy Eq. 12", **kept(DECISIONS, as_set=True))
    e.repaired("with indexed families, where equal samples count twice", **kept(DECISIONS, as_set=False))
    e.control("with indexed families, AUROC does", **kept((exact.auroc,), as_set=False))
    return e


def counterexample(claim: Claim) -> Evidence:
    """Section 2.2: the printed sample, its third entry exchanged, and every other subset for comparison."""
    labels, scores = (0, 1, 0, 1), (-4, -3, 1, 2)
    printed = claim.published
    new_labels, new_scores = exact.exchange(labels, scores, which=[2])
    before, after = exact.auroc(labels, scores), exact.auroc(new_labels, new_scores)
    wanted = Counter(zip(printed["s_after"], printed["y_after"], strict=True))
    reaching = [
        which
        for which in small.subsets(4)
        if Counter(zip(*reversed(exact.exchange(labels, scores, which=which)), strict=True)) == wanted
    ]
    e = Evidence()
    e.printed("AUROC after the exchange", published=printed["auroc_after"], reproduced=after)
    e.printed("$s'$", published=printed["s_after"], reproduced=new_scores)
    e.printed("$y'$", published=printed["y_after"], reproduced=new_labels)
    e.printed(
        "some subset of the sample leads to the printed $(s', y')$",
        agrees=bool(reaching),
        reproduced=f"{share(len(reaching), 16)} subsets",
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
    of_negatives = undefined_of_negatives = matched = tried = all_passed = lowest = 0
    for n in range(2, 6):
        scores = _odd_scores(n)
        for labels in small.label_orders(n):
            negatives = {i for i, y in enumerate(labels) if y == 0}
            for which in filter(None, small.subsets(n)):
                new_labels, new_scores = exact.exchange(labels, scores, which=which)
                undefined = len(set(new_labels)) == 1
                tried += 1
                matched += undefined == (set(which) in (negatives, set(range(n)) - negatives))
                if set(which) <= negatives:
                    of_negatives += 1
                    undefined_of_negatives += undefined
                if undefined and new_labels[0] == 1:
                    lowest += 1
                    called = [s > min(new_scores) - 1 for s in new_scores]  # a threshold below every score
                    all_passed += all(called)
    e = Evidence()
    e.printed(
        "exchanging a subgroup of negatives leaves AUROC undefined",
        agrees=undefined_of_negatives == of_negatives,
        reproduced=f"{share(undefined_of_negatives, of_negatives)} subgroups",
    )
    e.printed(
        "below every score, the samples of an all-positive set are false negatives",
        agrees=all_passed == 0,
        reproduced=f"true positives in {share(all_passed, lowest)}",
    )
    e.repaired(
        "AUROC is undefined iff the subgroup is all the negatives or all the positives",
        agrees=matched == tried,
        reproduced=f"{share(matched, tried)} subgroups",
    )
    e.repaired(
        "there, the zero denominator is $FP + TN$, at every threshold, all samples being positives",
        agrees=all(_negatives_at_every_threshold(n) == {0} for n in range(2, 6)),
        reproduced=sorted({v for n in range(2, 6) for v in _negatives_at_every_threshold(n)}),
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
    counts: Counter = Counter()
    example = ""
    for n in range(2, 7):
        for labels in small.label_orders(n):
            before = small.strict_wins(labels, tuple(range(n)))
            for start, end in product(range(n), repeat=2):
                new_labels, new_scores = _moved(labels, start, end)
                if len(set(new_labels)) == 1:
                    continue
                same = small.strict_wins(tuple(new_labels), tuple(new_scores)) == before
                mirror = end == n - 1 - start
                counts[mirror, same] += 1
                if same and not mirror and before not in (0, 1) and not example:
                    example = f"y = {list(labels)}, place {start + 1} to {end + 1}: AUROC {before} stays"
    kept = counts[True, True] + counts[False, True]
    mirrored = counts[True, True] + counts[True, False]
    e = Evidence(note=f"Smallest move elsewhere that keeps an AUROC other than 0 and 1: {example}.")
    e.printed(
        "AUROC stays only if the sample moves to the mirror place",
        agrees=counts[False, True] == 0,
        reproduced=f"{share(counts[True, True], kept)} moves that keep it",
    )
    e.printed(
        "AUROC stays if it does",
        agrees=counts[True, False] == 0,
        reproduced=f"{share(counts[True, True], mirrored)} moves to the mirror place",
    )
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
    samples = [(y, s) for y in small.label_orders(4) for s in ((-4, -3, 1, 2), (-3, -1, 2, 4))]
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
            if any(metric(*after) != metric(*sample) for sample in samples for after in change(sample))
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
    return e


def characterisation() -> Evidence:
    """Section 2.2, "In all": which samples exchanges join, against what two summaries of a sample tell apart."""

    def joined(grid: tuple, summary: Callable[[tuple], tuple], *, order_only: bool = False) -> dict:
        """Whether samples have the same summary exactly if exchanges (and stretched confidences) join them."""
        classes: dict = defaultdict(set)
        orbits: dict = {}
        for n in (1, 2, 3):
            for sample in small.scored_samples(n, grid):
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
        same = sum(orbits[key] == fibre for fibre in classes.values() for key in fibre)
        return {"agrees": same == len(orbits), "reproduced": f"{share(same, len(orbits))} samples"}

    def family(sample: tuple) -> tuple:
        return tuple(_decisions(*sample))

    def ordered(sample: tuple) -> tuple:
        decisions = _decisions(*sample)
        ranks = sorted({confidence for confidence, _ in decisions})
        return tuple((ranks.index(confidence), correct) for confidence, correct in decisions)

    off, through = (-3, -2, -1, 1, 2, 3), (-2, -1, 0, 1, 2)

    def used_confidence(labels: tuple, scores: tuple) -> Fraction:
        return sum(g * c for g, c in _decisions(labels, scores)) / len(labels)

    pairs = list(small.exchanged_samples(small.scored_samples(3, (-2, -1, 1, 2))))
    fixed = [small.value(m, *before) == small.value(m, *after) for m in DECISIONS for before, after in pairs]
    kept = [used_confidence(*before) == used_confidence(*after) for before, after in pairs]
    bolder = [used_confidence((1, 1), scores) for scores in ((2, -1), (3, -1))]
    e = Evidence()
    e.printed(
        "metrics of the confidence order of the correct decisions are invariant: accuracy, LxCIM, AUDRC",
        agrees=all(fixed),
        reproduced=f"kept by {share(sum(fixed), len(fixed))} exchanges",
    )
    e.printed(
        r"every invariant metric is one: mean of $g(s_i)\,\mathbb{I}[y_i = u(s_i)]$",
        agrees=not all(kept) or bolder[0] == bolder[1],
        reproduced=f"kept by {share(sum(kept), len(kept))} exchanges, yet {bolder[0]} and {bolder[1]} for one order",
    )
    e.repaired("invariant iff a function of the pairs (confidence, correctness)", **joined(off, family))
    e.repaired(
        "invariant and rank-based iff a function of the correctness in confidence order",
        **joined(off, ordered, order_only=True),
    )
    e.control("the same pairs, with scores at $s^*$, whose labels Eq. 11 keeps", **joined(through, family))
    return e


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
