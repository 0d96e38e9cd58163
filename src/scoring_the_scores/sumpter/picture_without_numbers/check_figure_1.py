"""Figure 1: which scores of the images could give the printed numbers, and which printed numbers no scores give."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from claimledger import Claim, Evidence, Printed, agree, interval, load
from scoring_the_scores.sumpter import scored_images as images
from scoring_the_scores.sumpter.scored_images import DRAWN_CATS, DRAWN_OTHERS, FLAGGED, precision, win_rate

MOST_CATS = 12
DRAWN = (DRAWN_CATS, DRAWN_OTHERS)
HALF = Fraction(1, 2)


def scored_images() -> Evidence:
    """Figure 1: the six printed values of B and C against every order of scores that the printed counts allow."""
    intervals, precisions = _printed_rates(), _printed_precisions()
    order = [images.solutions(intervals, same_image=name) for name in images.SAME_IMAGE]
    without_75 = {r: bounds for r, bounds in intervals.items() if r != 75}
    solved = {name: images.solutions(without_75, same_image=name) for name in images.SAME_IMAGE}
    tried = sum(1 for cats in range(6, MOST_CATS + 1) for _ in images.orders(cats))
    drawn = {r: (precision(*DRAWN, r), win_rate(*DRAWN, r)) for r in FLAGGED}
    e = Evidence()
    e.printed("some order of scores gives all three values of B", agrees=any(order), reproduced=_orders(order[0]))
    e.printed(
        "the three values of C are the counted ones",
        cases=(agree(value, Fraction(*_counts(r))) for r, value in precisions.items()),
    )
    e.repaired(
        "exactly one order gives the two values of B at 67 and 60",
        agrees=len(solved["discard"]) == 1,
        reproduced=_orders(solved["discard"]),
    )
    e.repaired(
        "the scores in the authors' public drawing stand in that order",
        agrees=[_letters(DRAWN, above=60)] == [_letters(s, above=60) for s in solved["discard"]],
        reproduced={r: f"C = {c}, B = {b}" for r, (c, b) in drawn.items()},
    )
    e.control(
        "an order gives these two if the same image twice is half a win",
        agrees=bool(solved["half"]),
        reproduced=_orders(solved["half"]),
    )
    e.control(
        "an order gives these two if the same image twice is no win",
        agrees=bool(solved["loss"]),
        reproduced=_orders(solved["loss"]),
    )
    e.note = (
        f"Scores are taken to differ. {tried} arrangements with six to {MOST_CATS} cats have the printed counts; "
        f"with more cats every B is smaller. C stands for a flagged cat and o for another flagged image, from "
        f"the highest score down."
    )
    return e


def at_67(claim: Claim) -> Evidence:
    """Figure 1b: B and C at r = 67, over all orders with the printed counts, and B at the 65 that is printed."""
    low, high = interval(claim.published["B"], claim.tolerance)
    solved = images.solutions({67: (low, high)})
    sizes = {len(cats) for cats, _ in solved}
    wins = {win_rate(*order, 67) for order in solved}
    e = Evidence(claim)
    e.printed("B at the printed $r=65$, scores of the public drawing", reproduced=win_rate(*DRAWN, 65), entry="B")
    e.repaired("B at $r=67$, scores of the public drawing", reproduced=win_rate(*DRAWN, 67), entry="B")
    between = [s for s in DRAWN_CATS + DRAWN_OTHERS if 65 <= s < 67]
    e.repaired(
        "one image of the public drawing is flagged at 65 and not at 67", agrees=len(between) == 1, reproduced=between
    )
    e.repaired("C at $r=67$", reproduced=precision(*DRAWN, 67), entry="C")
    e.repaired(
        "the printed B leaves one number of cats and one value",
        agrees=len(sizes) == len(wins) == 1,
        reproduced=", ".join([*(f"{n} cats" for n in sorted(sizes)), *(f"B = {b}" for b in sorted(wins))]),
    )
    e.control(
        "B at $r=67$ with the same image twice a loss", reproduced=win_rate(*DRAWN, 67, same_image="loss"), entry="B"
    )
    return e


def at_60(claim: Claim) -> Evidence:
    """Figure 1c, upper part: C is a fraction of counts; B of every order that agrees with r = 67."""
    possible = {win_rate(*order, 60) for order in _solved_at_67()}
    share = precision(*DRAWN, 60)
    e = Evidence(claim, note=f"Values of B that the one at 67 leaves open: {', '.join(map(str, sorted(possible)))}.")
    e.printed("the decimals of C", published=claim.published["decimals"], reproduced=share)
    e.repaired("C", published=claim.published["C"], reproduced=share)
    e.repaired(
        "its decimals, cut off after the second",
        published=claim.published["decimals"],
        reproduced=Fraction(int(share * 100), 100),
    )
    e.repaired("its decimals, rounded, are 0.67", agrees=agree(Printed("0.67"), share), reproduced=share)
    e.printed("B, scores of the public drawing", reproduced=win_rate(*DRAWN, 60), entry="B")
    e.printed("B, the larger of the values that $r=67$ allows", reproduced=max(possible), entry="B")
    e.control("B, the smaller of them", reproduced=min(possible), entry="B")
    return e


def at_75(claim: Claim) -> Evidence:
    """Figure 1c, lower part: the four flagged images are all cats, so B does not depend on the order."""
    largest = {
        name: max(
            win_rate(*order, 75, same_image=name) for cats in range(6, MOST_CATS + 1) for order in images.orders(cats)
        )
        for name in images.SAME_IMAGE
    }
    solved = {win_rate(*order, 75) for order in _solved_at_67()}
    e = Evidence(claim)
    e.printed("C", reproduced=precision(*DRAWN, 75), entry="C")
    e.printed("B, largest over all orders with the printed counts", reproduced=largest["discard"], entry="B")
    for name in images.SAME_IMAGE[1:]:
        e.control(
            f"B, largest if the same image twice is {'half a win' if name == 'half' else 'a loss'}",
            reproduced=largest[name],
            entry="B",
        )
    cats_above, others = FLAGGED[75]
    e.control(
        "B, largest if the same image twice is a win",
        reproduced=largest["loss"] + Fraction(cats_above, 6 * (cats_above + others)),
        entry="B",
    )
    e.repaired(
        "every order that the B at 67 allows gives the B of the public drawing's scores",
        agrees=solved == {win_rate(*DRAWN, 75)},
        reproduced=", ".join(map(str, sorted(solved))),
    )
    return e


def threshold(claim: Claim) -> Evidence:
    """Text on Figure 1: where B of the example is nearest to 1/2, and on which side it lies around there."""
    scores = sorted(DRAWN_CATS + DRAWN_OTHERS)
    rate = {s: win_rate(*DRAWN, s) for s in scores}
    nearest = min(scores, key=lambda s: abs(rate[s] - HALF))
    below = max(s for s in scores if s < nearest)
    between = (below + claim.published) / 2
    e = Evidence(claim, note=f"B is {rate[nearest]} for r above {below} up to {nearest}.")
    e.printed("B is nearest to 1/2 where this threshold lies", reproduced=(below + nearest) / 2)
    e.printed(
        "B is above 1/2 at every threshold that labels more",
        agrees=all(rate[s] > HALF for s in scores if s < nearest),
        reproduced=f"at least {min(rate[s] for s in scores if s < nearest)}",
    )
    e.printed(
        "B is below 1/2 at every threshold that labels fewer",
        agrees=all(rate[s] < HALF for s in scores if s > nearest),
        reproduced=f"at most {max(rate[s] for s in scores if s > nearest)}",
    )
    e.printed(
        "so with every order that the printed values of B allow",
        cases=map(_falls_through_half, images.solutions(_two())),
    )
    e.control(
        "B is above 1/2 at a smaller threshold that labels the same images",
        agrees=win_rate(*DRAWN, between) > HALF,
        reproduced=f"{win_rate(*DRAWN, between)} at r = {between}",
    )
    return e


def _falls_through_half(order: tuple[tuple[int, ...], tuple[int, ...]]) -> bool:
    """Whether B is below 1/2 from the flagged set of r = 67 upwards, and above it for every larger flagged set."""
    cats, others = order
    return all((win_rate(*order, s) < HALF) == (s >= 67) for s in cats + others)


def _counts(threshold: int) -> tuple[int, int]:
    cats, others = FLAGGED[threshold]
    return cats, cats + others


def _printed_rates() -> dict[int, tuple[Fraction, Fraction]]:
    return {r: interval(_published(r)["B"], _claim(r).tolerance) for r in FLAGGED}


def _printed_precisions() -> dict[int, Any]:
    return {r: _published(r)["C"] for r in FLAGGED}


def _two() -> dict[int, tuple[Fraction, Fraction]]:
    return {r: bounds for r, bounds in _printed_rates().items() if r != 75}


def _claim(threshold: int) -> Claim:
    return load()[f"sumpter.fig1-b{threshold}"]


def _published(threshold: int) -> Any:
    return _claim(threshold).published


def _solved_at_67() -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return images.solutions({67: _printed_rates()[67]})


def _letters(order: tuple[tuple[int, ...], tuple[int, ...]], *, above: int) -> str:
    cats, others = order
    return "".join("C" if s in cats else "o" for s in sorted(cats + others, reverse=True) if s >= above)


def _orders(solutions: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> str:
    return ", ".join(_letters(order, above=60) for order in solutions) or "none"
