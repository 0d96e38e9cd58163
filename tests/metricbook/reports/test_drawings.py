"""A report's pictures: what stands where, read off the SVG as a reader would."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

from metricbook.reports.analysis import analyse
from metricbook.reports.contents import SIDE, Analysis
from metricbook.reports.drawings import (
    ROUNDED,
    WIDE,
    Plot,
    _round_ticks,
    draw_answer,
    draw_calibration,
    draw_curves,
    draw_intervals,
    draw_legend,
    draw_tile,
)
from metricbook.reports.estimates import Estimate
from metricbook.reports.net_benefit import FLOOR, decision_range, log_odds
from metricbook.reports.question import Question
from metricbook.reports.rendering import render_html
from metricbook.reports.sentences import say
from metricbook.reports.thinning import Thinned

from .made import predictions

MADE = predictions(600)
#: Of three models the second says neither where it decides nor how probable anything is.
THREE = replace(
    MADE, scores={"one": MADE.scores["first"], "raw": 10 + MADE.scores["second"], "two & <3": MADE.scores["second"]}
)
LETTER = 11  # the height that the page gives to the letters of a picture


@pytest.fixture(scope="module")
def found() -> Analysis:
    return analyse(THREE, Question(), replicates=20)


class Drawing:
    """An SVG, in the units of its frame: from 0 to 1, and upwards."""

    def __init__(self, plot: Plot) -> None:
        self.root = ElementTree.fromstring(plot.svg)
        frame = next(rect for rect in self.root if rect.get("class") == "frame")
        self.x, self.y, self.side = (float(frame.get(name)) for name in ("x", "y", "width"))
        assert float(frame.get("height")) == self.side

    def at(self, x: float | str, y: float | str) -> tuple[float, float]:
        return (float(x) - self.x) / self.side, 1 - (float(y) - self.y) / self.side

    def path(self, kind: str) -> np.ndarray:
        """The vertices of the one path of a class, shape (n, 2)."""
        (line,) = (path.get("d") for path in self.root.iter("path") if path.get("class") == kind)
        assert re.fullmatch(r"M[^a-zA-Z]*l[^a-zA-Z]*", line)
        steps = np.array(re.findall(r"-?[.\d]+", line), dtype=float).reshape(-1, 2)
        return np.array([self.at(*point) for point in steps.cumsum(axis=0).round(1)])

    def kinds(self, tag: str) -> list[str]:
        """The classes of all elements of a tag, each once."""
        return list(dict.fromkeys(each.get("class") for each in self.root.iter(tag)))

    def texts(self) -> dict[str, list[tuple[float, float, str]]]:
        """Where the middle of each text's letters is, from below, and where it is anchored; by what it says."""
        where: dict[str, list[tuple[float, float, str]]] = {}
        for text in self.root.iter("text"):
            if turned := text.get("transform"):
                place = re.fullmatch(r"translate\((\S+) (\S+)\) rotate\(-90\)", turned).groups()
            else:
                place = text.get("x"), text.get("y")
            moved = [LETTER * float(text.get(name, "0em").removesuffix("em")) for name in ("dx", "dy")]
            x, y = (float(start) + by for start, by in zip(place, moved, strict=True))
            where.setdefault(text.text, []).append((*self.at(x, y - 0.35 * LETTER), text.get("text-anchor")))
        return where


def test_every_line_is_its_models_curve(found: Analysis) -> None:
    roc, precision_recall, cost, decision, confidence = draw_curves(found)
    calibration = draw_calibration(found)
    share = found.prevalence
    low, high = decision_range(share, found.question)
    scale = [1, 1 / (2 * share * (1 - share))]
    for k, (name, model) in enumerate(found.models.items()):
        drawn: list[tuple[Plot, Thinned | None, list[float]]] = [
            (roc, model.curves.roc, [1, 1]),
            (precision_recall, model.curves.precision_recall, [1, 1]),
            (cost, model.curves.cost, scale),
            (decision, model.curves.decision, [1 / (high - low), 1 / (1 - FLOOR)]),
            (confidence, model.curves.confidence, [1, 1]),
        ]
        for plot, curve, unit in drawn:
            if curve is None:
                assert name == "raw"
                assert f"line m{k}" not in Drawing(plot).kinds("path")
                continue
            start = [low, FLOOR] if plot is decision else [0, 0]
            expected = (np.column_stack([curve.x, curve.y]) - start) * unit
            assert Drawing(plot).path(f"line m{k}") == pytest.approx(expected, abs=ROUNDED), plot.title
    assert '<path class="line m2" d="M1 6H33"/></svg> two &amp; &lt;3' in draw_legend(found)
    curve = found.models["two & <3"].curves.calibration.curve
    assert Drawing(calibration).path("line m2") == pytest.approx(np.column_stack([curve.x, curve.y]), abs=ROUNDED)


def test_calibration_has_dots_a_band_and_counts_of_each_of_two_models(found: Analysis) -> None:
    drawing = Drawing(draw_calibration(found))
    assert drawing.kinds("path") == [
        "guide",
        *(f"band t{k}" for k in (0, 2)),
        "line m0",
        "line m2",
        "axis",
        *(f"count t{k}" for k in (0, 2)),
    ]
    for k, name in ((0, "one"), (2, "two & <3")):
        of = found.models[name].curves.calibration
        dots = [dot for dot in drawing.root.iter("circle") if dot.get("class") == f"dot m{k}"]
        places = np.array([drawing.at(dot.get("cx"), dot.get("cy")) for dot in dots])
        assert places == pytest.approx(np.array(of.groups)[:, :2], abs=ROUNDED)
        band = drawing.path(f"band t{k}")
        ends = np.concatenate([of.curve.low, of.curve.high[::-1]])
        assert band == pytest.approx(np.column_stack([np.append(of.curve.x, of.curve.x[::-1]), ends]), abs=ROUNDED)
    assert all(not Drawing(plot).kinds("circle") for plot in draw_curves(found))


def test_bars_below_calibration_are_as_long_as_there_are_cases(found: Analysis) -> None:
    root = ElementTree.fromstring(draw_calibration(found).svg)
    positives, negatives, *_ = (path.get("d") for path in root.iter("path") if path.get("class") == "count t0")
    counts = found.models["one"].curves.calibration.counts
    texts = [text.text for text in root.iter("text")]
    for line, sign, name in ((positives, -1, "positives"), (negatives, 1, "negatives")):
        number = np.array([getattr(bar, name) for bar in counts])
        middle = float(re.match(r"M0 (\S+?)V", line)[1])
        long = sign * (np.array(re.findall(r"V(\S+?)H", line), dtype=float) - middle)
        assert long == pytest.approx(24 * number / number.max(), abs=0.06)
        sides = np.array(re.findall(r"H([\d.]+)", line), dtype=float)
        assert sides / 260 == pytest.approx(np.append([bar.lowest for bar in counts[1:]], 1), abs=ROUNDED)
        assert f"{name}, up to {number.max():.0f} in a bar" in texts


def test_probabilities_below_one_in_a_hundred_can_be_read_where_a_class_is_rare() -> None:
    rng = np.random.default_rng(7)
    stated = rng.normal(-6, 1.5, 20_000)
    chance = 1 / (1 + np.exp(-stated))
    rare = analyse(replace(MADE, labels=rng.random(20_000) < chance, scores={"m": chance}), replicates=1)
    plot = draw_calibration(rare)
    drawing = Drawing(plot)
    texts = drawing.texts()
    places = [texts[name] for name in ("0.001", "0.01", "0.1")]
    steps = [log_odds(0.01) - log_odds(0.001), log_odds(0.1) - log_odds(0.01)]
    for axis, of_place in ((0, 0), (1, 1)):
        below, middle, above = (place[axis][of_place] for place in places)
        assert (above - middle) / (middle - below) == pytest.approx(steps[1] / steps[0], abs=0.02)
        assert middle - below > 0.15
    assert "Both axes are log odds" in plot.caption
    # Numbers stand beside the frame, and the name of the axis beside the numbers.
    left = float(drawing.root.get("viewBox").split()[0])
    for name in ("0.0001", "0.001"):
        x, _, anchor = texts[name][1]
        assert anchor == "end"
        assert x * drawing.side - 0.6 * LETTER * len(name) > texts["share of positives"][0][0] * drawing.side > left
    points = np.concatenate([drawing.path("band t0"), drawing.path("line m0")])
    assert points.min() >= 0
    assert points.max() <= 1


def test_bands_are_those_of_each_of_two_models_or_of_the_best_of_more(found: Analysis) -> None:
    two = analyse(MADE, replicates=1)
    three = analyse(THREE, Question(), replicates=1)
    for asked, names in ((two, two.ranked), (three, three.ranked[:1])):
        place = list(asked.models).index
        roc, precision_recall, _, decision, *_ = draw_curves(asked)
        for plot, curve in ((roc, "roc"), (precision_recall, "precision_recall")):
            assert [kind for kind in Drawing(plot).kinds("path") if "band" in kind] == [
                f"band t{place(name)}" for name in names
            ]
            assert f"Shaded: the 95% intervals of {' and '.join(names)} at each" in plot.caption
            for name in names:
                band = getattr(asked.models[name].curves.bands, curve)
                drawn = Drawing(plot).path(f"band t{place(name)}")
                assert drawn[: band.x.size] == pytest.approx(np.column_stack([band.x, band.low]), abs=ROUNDED)
                assert drawn[band.x.size :][::-1] == pytest.approx(np.column_stack([band.x, band.high]), abs=ROUNDED)
        assert "at each threshold by itself" in decision.caption


def test_guides_are_chance(found: Analysis) -> None:
    share = found.prevalence
    diagonal = [[0, 0], [1, 1]]
    guides = [diagonal, [[0, share], [1, share]], [[0, 0], [share, 1], [1, 0]], diagonal, diagonal]
    plots = [plot for plot in draw_curves(found) if plot.title != "Decision curve"] + [draw_calibration(found)]
    for plot, guide in zip(plots, guides, strict=True):
        assert Drawing(plot).path("guide") == pytest.approx(np.array(guide), abs=ROUNDED), plot.title


def test_a_decision_curve_has_the_lines_of_flagging_all_and_of_flagging_none() -> None:
    for question in (Question(), Question(cost_fp=1, cost_fn=199)):
        found = analyse(THREE, question, replicates=3)
        (plot,) = (plot for plot in draw_curves(found) if plot.title == "Decision curve")
        drawing = Drawing(plot)
        low, high = decision_range(found.prevalence, question)
        none, everybody = drawing.path("guide none"), drawing.path("guide all")
        height = -FLOOR / (1 - FLOOR)
        assert none == pytest.approx(np.array([[0, height], [1, height]]), abs=ROUNDED)
        threshold = 1 / (1 + np.exp(-(low + (high - low) * everybody[:, 0])))
        net = found.prevalence - (1 - found.prevalence) * threshold / (1 - threshold)
        assert everybody[:, 1] == pytest.approx((net / found.prevalence - FLOOR) / (1 - FLOOR), abs=0.01)
        texts = drawing.texts()
        assert texts["flag none"][0][1] > height
        assert texts["0"][0][1] == pytest.approx(height, abs=ROUNDED)
        (x, _, anchor) = texts["0.1"][0]
        assert (x, anchor) == (pytest.approx((log_odds(0.1) - low) / (high - low), abs=ROUNDED), "middle")
        priced = question.cost_proportion is not None
        assert ("price" in drawing.kinds("path")) == priced == ("your prices imply, 0.005." in plot.caption)
        if priced:
            assert drawing.path("price")[:, 0] == pytest.approx((log_odds(0.005) - low) / (high - low), abs=ROUNDED)


def test_axes_are_numbered_and_named_where_they_are(found: Analysis) -> None:
    named = [
        ("false positive rate", "true positive rate"),
        ("recall", "precision"),
        ("price of a false positive", "loss"),
        ("decided", "decided rightly"),
        ("stated probability", "share of positives"),
        ("a: what positives count", "b: what a miss counts"),
    ]
    curves = [plot for plot in draw_curves(found) if plot.title != "Decision curve"]
    for plot, (across, up) in zip([*curves, draw_calibration(found), draw_tile(found)], named, strict=True):
        texts = Drawing(plot).texts()
        for tick in (0, 0.5, 1):
            below, left = texts[f"{tick:g}"]
            assert below[0] == tick
            assert below[2] == "middle"
            assert left[1] == pytest.approx(tick)
            assert left[2] == "end"
            assert left[0] < 0
            # Under the frame stand the numbers, and under these the name, a letter's height apart.
            assert 0 > below[1] > texts[across][0][1] + LETTER / 300
        assert texts[across][0][::2] == (0.5, "middle")
        assert texts[up][0][2] == "middle"
        assert texts[up][0][0] < -0.1
        assert texts[up][0][1] == pytest.approx(0.5, abs=0.02)


def test_all_that_is_drawn_lies_within_the_picture(found: Analysis) -> None:
    for plot in [*draw_curves(found), draw_tile(found)]:
        drawing = Drawing(plot)
        left, top, wide, tall = map(float, drawing.root.get("viewBox").split())
        low, high = drawing.at(left, top + tall), drawing.at(left + wide, top)
        for text, where in drawing.texts().items():
            for x, y, anchor in where:
                width = 0 if x < -0.1 else len(text) * 0.6 * LETTER / drawing.side
                long = width * {"start": 0, "middle": 0.5, "end": 1}[anchor]
                half = 0.4 * LETTER / drawing.side
                assert low[0] < x - long, text
                assert low[1] < y - half < y + half < high[1], text
        assert low[0] < 0 < 1 < high[0]
        for kind in drawing.kinds("path"):
            points = drawing.path(kind)
            assert points.min() >= 0
            assert points.max() <= 1 + 0.02, plot.title


def test_a_picture_says_in_words_what_it_shows(found: Analysis) -> None:
    first = found.models["one"].metrics
    roc, precision_recall, cost, *_ = plots = draw_curves(found)
    assert f"areas: one {first['auroc'].value:.3f}, raw 0." in roc.caption
    assert f"average precision: one {first['average_precision'].value:.3f}, raw 0." in precision_recall.caption
    assert f"level line at {found.prevalence:.3g} is flagging at random." in precision_recall.caption
    assert f"units of {2 * found.prevalence * (1 - found.prevalence):.3g};" in cost.caption
    assert [plot.title for plot in plots][3:] == ["Decision curve", "Right decisions, the surest first"]
    for plot in [*plots, draw_calibration(found)]:
        svg = ElementTree.fromstring(plot.svg)
        assert svg.get("role") == "img"
        assert svg.get("aria-label") == plot.title


def test_what_no_model_has_is_not_drawn() -> None:
    raw = analyse(replace(MADE, scores={"raw": THREE.scores["raw"]}), replicates=3)
    assert [plot.title for plot in draw_curves(raw)] == ["ROC curve", "Precision and recall", "Cost curve"]
    assert draw_tile(raw) is None
    assert draw_calibration(raw) is None
    assert "calibration" not in re.findall(r'h2 id="(\w+)"', render_html(raw))
    both_signs = analyse(replace(MADE, scores={"raw": MADE.scores["first"] - 0.4}), replicates=3)
    assert [plot.title for plot in draw_curves(both_signs)][3:] == ["Right decisions, the surest first"]


def test_a_seventh_model_is_drawn_as_the_first(found: Analysis) -> None:
    model = found.models["one"]
    seven = replace(found, models={f"m{k}": model for k in range(7)})
    paths = [path.get("class") for path in ElementTree.fromstring(draw_curves(seven)[0].svg).iter("path")]
    best = list(seven.models).index(seven.ranked[0])
    assert paths == ["guide", f"band t{best}", *(f"line m{k % 6}" for k in range(7))]
    dots = {dot.get("class") for dot in ElementTree.fromstring(draw_calibration(seven).svg).iter("circle")}
    assert dots == {f"dot m{best}"}
    assert re.findall(r"line m(\d)", draw_legend(seven)) == list("0123450")


def test_the_square_is_covered_by_who_is_best_and_how_sure(found: Analysis) -> None:
    of = found.tile
    # Shares at the bounds themselves: 0.95, and 0.725, half-way from an even chance to it.
    shares = np.resize([0.95, 0.949, 0.725, 0.724, 1.0, 0.0], (SIDE, SIDE))
    winner = np.arange(SIDE * SIDE).reshape(SIDE, SIDE) // 7 % 8
    made = replace(found, tile=replace(of, share=shares, winner=winner))
    drawing = Drawing(draw_tile(made))
    kinds = ["sure", "likely", "likely", "open", "sure", "open"]
    seen = np.zeros((SIDE, SIDE), dtype=int)
    cells = (np.arange(SIDE) + 0.5) / SIDE
    for rect in drawing.root.iter("rect"):
        if rect.get("class") == "frame":
            continue
        x, y, width, height = (float(rect.get(name)) for name in ("x", "y", "width", "height"))
        (left, low), (right, high) = drawing.at(x, y + height), drawing.at(x + width, y)
        inside = ((low < cells) & (cells < high))[:, None] & ((left < cells) & (cells < right))
        for j, i in np.argwhere(inside):
            assert rect.get("class") == f"t{winner[j, i] % 6} {kinds[(j * SIDE + i) % 6]}"
        seen += inside
        assert inside.sum() == pytest.approx((right - left) * (high - low) * SIDE**2, rel=0.02)
    assert (seen == 1).all()


def test_the_tile_says_who_is_best_on_how_much_of_it(found: Analysis) -> None:
    share = np.zeros((SIDE, SIDE))
    share[:, :7] = 0.95
    wins = {"one": 0.7, "raw": 0.3, "two & <3": 0.0}
    made = replace(found, tile=replace(found.tile, share=share, wins=wins, winner=np.zeros_like(found.tile.winner)))
    plot = draw_tile(made)
    assert "one on 70%, raw on 30% of the square; on 33% of it the same in 95% of" in plot.caption
    assert plot.title == "The Tile"
    assert ElementTree.fromstring(plot.svg).get("aria-label") == plot.title
    several = np.where(np.arange(SIDE) < 7, -1, 0) * np.ones((SIDE, 1), dtype=int)
    plot = draw_tile(replace(found, tile=replace(made.tile, winner=several)))
    assert "raw on 30%, several alike on 33% of the square" in plot.caption
    assert plot.svg.count('class="tied"') == SIDE


def test_names_on_the_tile_stand_at_their_places_and_within_it(found: Analysis) -> None:
    drawing = Drawing(draw_tile(found))
    texts = drawing.texts()
    places = {"specificity": (0, 0), "precision": (1, 0), "NPV": (0, 1), "recall": (1, 1), "accuracy": (0.5, 0.5)}
    for name, place in {**places, "F1": (1, 0.5)}.items():
        ((x, y, anchor),) = texts[name]
        assert (x, y) == pytest.approx(place, abs=0.06)
        assert anchor == {0: "start", 0.5: "middle", 1: "end"}[place[0]]
        assert 0 < x < 1
        half = 0.4 * LETTER / drawing.side
        assert 0 < y - half < y + half < 1
        if place[1] == 0.5:
            assert y == pytest.approx(0.5)
        if place[0] == 0.5:
            assert x == 0.5
    assert {each.get("class") for each in drawing.root.iter("text") if each.text in places} == {"place"}


def test_a_page_says_how_far_its_curves_are_from_the_measured_ones_and_they_are_no_farther() -> None:
    made = predictions(20_000, digits=15)
    found = analyse(replace(made, scores={"m": made.scores["first"]}), replicates=3)
    said = float(re.search(r"nowhere farther than (\S+) from", render_html(found))[1])
    assert said < 0.005
    order = np.argsort(-made.scores["first"])
    hit = made.labels[order]
    measured = np.column_stack([np.cumsum(~hit) / (~hit).sum(), np.cumsum(hit) / hit.sum()])
    drawn = Drawing(draw_curves(found)[0]).path("line m0")
    nearest = np.full(len(measured), np.inf)
    for start, end in pairwise(drawn):
        along = end - start
        share = np.clip((measured - start) @ along / max(along @ along, 1e-300), 0, 1)
        nearest = np.minimum(nearest, np.hypot(*(measured - start - share[:, None] * along).T))
    assert nearest.max() <= said


def intervals(plot: Plot) -> tuple[list[str], list[tuple[float, float | None, float | None]], dict[str, float]]:
    """Rows of a picture of intervals: names, value and ends in the units of its axis, and its upright line."""
    root = ElementTree.fromstring(plot.svg)
    ticks = [text for text in root.iter("text") if text.get("class") is None]
    where = [float(tick.get("x")) for tick in ticks]
    numbers = [float(tick.text.replace(",", "").replace("−", "-")) for tick in ticks]
    scale = (numbers[-1] - numbers[0]) / (where[-1] - where[0])

    def value(x: str) -> float:
        return numbers[0] + scale * (float(x) - where[0])

    bars = {}
    lines = {}
    for path in root.iter("path"):
        start, end = re.fullmatch(r"M(\S+) (?:\S+?)[HV](\S+)", path.get("d").replace("v", "V")).groups()
        if path.get("class").startswith("bar"):
            bars[re.search(r" (\d+)H", path.get("d"))[1]] = value(start), value(end)
        elif path.get("class") == "guide":
            lines["guide"] = value(start)
    names = [text.text for text in root.iter("text") if text.get("class") == "row"]
    rows = [(value(dot.get("cx")), *bars.get(dot.get("cy"), (None, None))) for dot in root.iter("circle")]
    return names, rows, lines


@pytest.mark.parametrize("given", [{}, {"cost_fp": 1, "cost_fn": 4}, {"budget": 60}, {"symmetric": True}])
def test_the_first_picture_has_the_intervals_of_what_answers_the_question(given: dict[str, float]) -> None:
    found = analyse(MADE, Question(**given), replicates=3)
    plot = draw_answer(found)
    names, rows, lines = intervals(plot)
    best, other = found.ranked
    estimates = [found.models[name].metrics[found.main.name] for name in found.ranked]
    expected = [best, other]
    if "budget" in given:
        estimates = [found.budget.models[name].found for name in found.ranked]
        assert lines["guide"] == pytest.approx(60 * found.prevalence, abs=0.5)
    elif "cost_fp" in given:
        decided, least = estimates, [found.prices.models[name].best for name in found.ranked]
        estimates = [decided[0], least[0], decided[1], least[1], found.prices.everybody, found.prices.nobody]
        endings = ("as it decides", "at its best threshold")
        expected = [f"{name}, {end}" for name in found.ranked for end in endings]
        expected += ["flagging everybody", "flagging nobody"]
        assert lines["guide"] == pytest.approx(min(e.value for e in estimates[-2:]), abs=0.01)
    else:
        assert not lines
    assert names == expected
    width = max(e.high for e in estimates)
    for row, estimate in zip(rows, estimates, strict=True):
        assert row == pytest.approx((estimate.value, estimate.low, estimate.high), abs=0.01 * width)
    assert ElementTree.fromstring(plot.svg).get("aria-label") == plot.title
    page = render_html(found)
    assert all(f"<td>{estimate.value:.3f}<small>" in page for estimate in estimates if "budget" not in given)


def test_the_first_picture_of_ten_models_has_a_row_for_each_and_every_name_is_text() -> None:
    scores = {f"<{k}>": MADE.scores["first"] + k / 100 for k in range(10)}
    found = analyse(replace(MADE, scores=scores), Question(cost_fp=1, cost_fn=3, threshold=0.4), replicates=3)
    names, rows, _ = intervals(draw_answer(found))
    assert names == [*found.ranked, "flagging everybody", "flagging nobody"]
    assert len(rows) == 12
    root = ElementTree.fromstring(draw_answer(found).svg)
    assert all(0 <= float(dot.get("cx")) <= WIDE for dot in root.iter("circle"))


@pytest.mark.parametrize("width", [1e-1, 1e-5, 1e-9])
def test_numbers_below_intervals_neither_leave_the_picture_nor_touch(width: float) -> None:
    rows = [("model", Estimate(0.944, 0.944 - width / 2, 0.944 + width / 2), "s0")]
    root = ElementTree.fromstring(draw_intervals(rows, None, "AUROC", say("figure.random")).svg)
    left, _, across, _ = map(float, root.get("viewBox").split())
    ticks = [text for text in root.iter("text") if text.get("class") is None]
    halves = [0.636 * LETTER * len(tick.text) / 2 for tick in ticks]  # of DejaVu Sans, whose digits are wide
    places = [float(tick.get("x")) for tick in ticks]
    assert left <= places[0] - halves[0]
    assert places[-1] + halves[-1] <= left + across
    assert all(b - a > 2 * half for (a, b), half in zip(pairwise(places), halves[1:], strict=True))
    assert len(ticks) >= 2


@pytest.mark.parametrize(
    ("low", "high", "texts"),
    [
        (0.66, 0.886, ["0.65", "0.70", "0.75", "0.80", "0.85", "0.90"]),
        (0.0, 3.7, ["0", "1", "2", "3", "4"]),
        (-0.02, 0.031, ["−0.02", "0.00", "0.02", "0.04"]),
        (112, 1170, ["0", "500", "1,000", "1,500"]),
        (0.5, 0.5, ["0.5", "0.6"]),
        (0.0, 0.0, ["0.0", "0.1"]),
        (0.99, 0.99 + 2e-16, ["0.9", "1.0"]),
        (1e-4, 3e-4, ["0.00010", "0.00015", "0.00020", "0.00025", "0.00030"]),
    ],
)
def test_ticks_are_round_and_hold_what_is_shown(low: float, high: float, texts: list[str]) -> None:
    ticks, first, last = _round_ticks(low, high)
    assert [text for _, text in ticks] == texts
    assert first <= low + 1e-12
    assert last >= high - 1e-12
    assert first < last
