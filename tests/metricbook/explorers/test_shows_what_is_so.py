"""What explorers draw and say, in Chromium: nothing beside its axes, nothing made up, and what their texts promise."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from metricbook.explorers import EXPLORERS, bundle, styles
from metricbook.explorers.states import ALLOWED
from tests.site.browser import DESKTOP, Tabs, needs_chromium
from tests.whole import WHOLE, in_whole_run
from tools.browser import browser

from .pages import FRAMES, PAGE

pytestmark = needs_chromium

#: What is drawn, of many states: a value that is none, or beside the axes; axes end where the lines of the grid do.
BESIDE = """(states) => {
  const explorer = document.querySelector("score-explorer");
  const found = [];
  for (const state of states) {
    explorer.moved = false;
    Object.assign(explorer.state, state);
    explorer.render();
    for (const plot of explorer.querySelectorAll(".x-plot")) {
      const [, , width, height] = plot.getAttribute("viewBox").split(" ").map(Number);
      const tell = (what) => found.push(`${JSON.stringify(state)}: ${plot.getAttribute("aria-label")}: ${what}`);
      const at = (node, x, y) => {
        if (!(x >= 44 - 0.3 && x <= width - 8 + 0.3 && y >= 8 - 0.3 && y <= height - 34 + 0.3))
          tell(`${node.tagName} ${node.getAttribute("class")} at ${x}, ${y}`);
      };
      const given = (node, ...names) => names.map((name) => Number(node.getAttribute(name)));
      for (const node of plot.querySelectorAll("*")) {
        for (const { name, value } of node.attributes)
          if (/NaN|Infinity/.test(value) || value === "undefined") tell(`${name}="${value}"`);
      }
      const [, marks, handles] = plot.children;
      for (const node of marks.querySelectorAll("path"))
        for (const [, letter, numbers] of (node.getAttribute("d") ?? "").matchAll(/([MLHV])([-\\d. ]+)/g)) {
          const [first, second] = numbers.trim().split(" ").map(Number);
          at(node, letter === "V" ? 50 : first, letter === "V" ? first : (second ?? 50));
        }
      for (const node of marks.querySelectorAll("rect")) {
        const [x, y, w, h] = given(node, "x", "y", "width", "height");
        if (node.matches(".x-point")) at(node, x + w / 2, y + h / 2); // a point, as circles are
        else [[x, y], [x + w, y + h]].forEach(([x, y]) => at(node, x, y));
      }
      for (const node of marks.querySelectorAll("line")) {
        const [x1, x2, y1, y2] = given(node, "x1", "x2", "y1", "y2");
        if (x1 || x2 || y1 || y2) [[x1, y1], [x2, y2]].forEach(([x, y]) => at(node, x, y)); // all 0: not drawn
      }
      for (const node of marks.querySelectorAll("circle")) at(node, ...given(node, "cx", "cy"));
      for (const node of handles.querySelectorAll("g[transform]")) {
        const [x, y] = node.getAttribute("transform").match(/-?[\\d.]+/g).map(Number);
        at(node, x, y || 50); // a handle that is a line stands at the top
      }
    }
  }
  return found;
}"""
#: A function of a plot: from its own units to those of its vertical axis, by the words beside it.
SCALE = """const scale = (plot) => {
  const words = [...plot.querySelectorAll(".x-axes text[text-anchor=end]")];
  const place = (text) => [Number(text.getAttribute("y")) - 3.5, Number(text.textContent)];
  const [low, high] = [place(words[0]), place(words.at(-1))];
  return (y) => low[1] + ((y - low[0]) * (high[1] - low[1])) / (high[0] - low[0]);
};
const points = (path) => {
  let [x, y] = [0, 0];
  return [...path.getAttribute("d").matchAll(/([MLHV])([-\\d. ]+)/g)].map(([, letter, numbers]) => {
    const [first, second] = numbers.trim().split(" ").map(Number);
    if (letter === "V") y = first;
    else [x, y] = [first, second ?? y];
    return [x, y];
  });
};
const explorer = document.querySelector("score-explorer");
const drawn = (state) => { explorer.moved = false; Object.assign(explorer.state, state); explorer.render(); };
"""


@pytest.fixture(scope="module")
def tabs() -> Iterator[Tabs]:
    with browser() as opened:
        yield Tabs(opened.new_context(viewport=DESKTOP), DESKTOP)


@pytest.fixture
def desk(tabs: Tabs) -> Iterator[Tabs]:
    yield tabs
    tabs.leave()


def shown(desk: Tabs, address: str) -> tuple[Any, list[str]]:
    """The explorer at an address, free to be touched, and what goes wrong in its page."""
    view, faults, _ = desk.watch()
    view.goto(address)
    view.evaluate("document.querySelector('score-explorer').loop.free()")
    view.locator("details.x-more").evaluate_all("folds => folds.forEach((fold) => { fold.open = true; })")
    return view, faults


def said(view: Any) -> str:
    """What the explorer says once it has come to rest."""
    view.evaluate(FRAMES)
    return view.locator(".x-said").inner_text()


def states(name: str, most: int) -> list[dict[str, Any]]:
    """States on the grid of the ends and the middles of all that can be moved, so many drawn of them."""
    places = {}
    for key, usual in EXPLORERS[name].items():
        may = ALLOWED[name].get(key)
        if may is None:
            places[key] = [-100, usual, 100]
        elif isinstance(usual, str):
            texts = {"ranking": ["10", "01", "0" * 19 + "1", "1101001010", "0" * 10 + "1" * 10], "marks": ["1" * 10]}
            places[key] = texts[key] if isinstance(may, str) else list(may)
        else:
            places[key] = [may[0], usual, may[1]]
    count = 1
    for values in places.values():
        count *= len(values)
    if count <= most:
        return [dict(zip(places, values, strict=True)) for values in itertools.product(*places.values())]
    chosen = random.Random(29)
    return [{key: chosen.choice(values) for key, values in places.items()} for _ in range(most)]


@pytest.mark.parametrize("name", EXPLORERS)
def test_nothing_is_drawn_beside_its_axes(desk: Tabs, pages: dict[str, str], name: str) -> None:
    view, faults = shown(desk, pages[name])
    assert view.evaluate(BESIDE, states(name, 150 if WHOLE else 40))[:5] == []
    assert faults == []


def test_the_implied_price_is_drawn_as_high_as_it_is(desk: Tabs, pages: dict[str, str]) -> None:
    view, _ = shown(desk, pages["implied-cost"])
    grid = [
        {"metric": metric, "prevalence": prevalence, "separation": separation}
        for metric in ALLOWED["implied-cost"]["metric"]
        for prevalence in (0.01, 0.1, 0.5, 0.9)
        for separation in (0.5, 1.52, 4)
    ]
    found = view.evaluate(
        f"""(states) => {{ {SCALE}
          const plot = explorer.querySelector("svg[aria-label^='The implied price']");
          return states.map((state) => {{
            drawn(state);
            const [up, handle] = [scale(plot), plot.querySelector(".x-handle")];
            const curve = Math.max(...points(plot.querySelector(".x-curve")).map(([, y]) => up(y)));
            const point = up(Number(handle.getAttribute("transform").match(/[\\d.]+/g)[1]));
            const spoken = Number(handle.getAttribute("aria-valuetext").match(/[\\d.]+$/)[0]);
            return [curve, Math.max(...explorer.table().rows.map((row) => row[2])), point, spoken];
          }});
        }}""",
        grid,
    )
    for state, (curve, value, point, spoken) in zip(grid, found, strict=True):
        assert curve == pytest.approx(value, abs=0.004), state
        assert point == pytest.approx(spoken, abs=0.004), state
    assert max(value for _, value, _, _ in found) > 0.85


def test_the_hills_of_both_groups_are_drawn_whole(desk: Tabs, pages: dict[str, str]) -> None:
    view, _ = shown(desk, pages["two-groups"])
    far = view.evaluate(
        f"""(states) => {{ {SCALE}
          return states.flatMap((state) => {{
            drawn(state);
            return [...explorer.querySelectorAll(".x-plot .x-fill")].map((hill) => {{
              const line = points(hill).slice(0, -2); // then it goes back along the middle
              return Math.max(...[line[0], line.at(-1)].map(([, y]) => Math.abs(y - (130 - 34 + 8) / 2)));
            }});
          }});
        }}""",
        states("two-groups", 243),
    )
    assert max(far) < 0.5  # of the height at which each ends, in units of the drawing


def test_distributions_of_costs_are_drawn_whole(desk: Tabs, pages: dict[str, str]) -> None:
    view, _ = shown(desk, pages["hands-ruler"])
    grid = [
        {"mode": mode, "certainty": certainty, "separation": separation, "spread": spread}
        for mode, certainty in [(0, 60), (0.5, 20), (1, 60), (0.3, 0)]
        for separation, spread in [(0, 1), (2.37, 2), (4, 0.3)]
    ]
    areas = view.evaluate(
        f"""(states) => {{ {SCALE}
          const plot = explorer.querySelector("svg[aria-label='How often each cost occurs']");
          const width = Number(plot.getAttribute("viewBox").split(" ")[2]) - 52;
          return states.map((state) => {{
            drawn(state);
            const up = scale(plot);
            return [...plot.querySelectorAll("path")].map((path) => {{
              const line = points(path);
              const step = ([x, y], k) => ((x - line[k][0]) * (up(y) + up(line[k][1]))) / 2 / width;
              return line.slice(1).map(step).reduce((a, b) => a + b);
            }});
          }});
        }}""",
        grid,
    )
    for state, found in zip(grid, areas, strict=True):
        # The filled one is closed along the bottom, where the way back has no area.
        assert found == pytest.approx([1, 1, 1], abs=0.03), state


def test_a_loss_worse_than_deciding_without_scores_is_drawn_as_high_as_it_is(desk: Tabs, pages: dict[str, str]) -> None:
    view, _ = shown(desk, pages["threshold-bench"])
    found = view.evaluate(
        f"""() => {{ {SCALE}
          const plot = explorer.querySelector("svg[aria-label='Cost curve']");
          return [[0.1, 3], [0.9, -3], [0.5, 0], [0.1, 3]].map(([skew, threshold]) => {{
            drawn({{ skew, threshold, view: "cost" }});
            const handle = plot.querySelector(".x-handle");
            const top = scale(plot)(Math.min(...points(plot.querySelector(".x-curve")).map(([, y]) => y)));
            return [scale(plot)(Number(handle.getAttribute("transform").match(/[\\d.]+/g)[1])),
              Number(handle.getAttribute("aria-valuetext").match(/loss ([\\d.]+)/)[1]), top];
          }});
        }}"""
    )
    for drawn, spoken, top in found:
        assert drawn == pytest.approx(spoken, abs=0.004)
        assert top == pytest.approx(found[2][2], abs=0.004)  # the curve itself stands as high on either axis
    assert max(spoken for _, spoken, _ in found) > 0.8


@in_whole_run
def test_hand_changes_his_mind_when_the_usual_cost_goes_from_one_end_to_the_other(
    desk: Tabs, pages: dict[str, str]
) -> None:
    view, faults = shown(desk, pages["hands-ruler"])
    slider = view.get_by_label("the usual cost proportion")
    slider.focus()
    view.keyboard.press("Home")
    assert "H prefers A" in said(view)
    minds = ["A"]
    for _ in range(100):
        view.keyboard.press("ArrowRight")
        minds.append(re.search(r"H prefers ([AB])|H puts them (level)", said(view))[1] or "level")  # type: ignore[index]
    changes = [k for k, (one, next_) in enumerate(itertools.pairwise(minds), start=1) if one != next_ and next_ == "B"]
    assert minds[-1] == "B"
    assert len(changes) == 1
    crossing = view.evaluate(
        """() => {
          const { rows } = document.querySelector("score-explorer").table();
          return rows.find(([cost, a, b]) => cost > 0.02 && a > b)[0];
        }"""
    )
    assert changes[0] / 100 == pytest.approx(crossing, abs=0.1)  # "near where the cost curves cross"
    assert faults == []


def test_a_letter_stands_at_its_own_curve(desk: Tabs, pages: dict[str, str]) -> None:
    view, _ = shown(desk, pages["hands-ruler"])
    grid = [{"separation": 2.37, "spread": 2}, {"separation": 0.8, "spread": 1}, {"separation": 3, "spread": 1}]
    grid += [{"separation": 1.2, "spread": 0.4}, {"separation": 4, "spread": 3}]
    nearest = view.evaluate(
        f"""(states) => {{ {SCALE}
          const titles = ["ROC curves of A and B", "Least loss of A and B at every cost"];
          return states.flatMap((state) => {{
            drawn(state);
            return titles.map((title) => {{
              const plot = explorer.querySelector(`svg[aria-label='${{title}}']`);
              const lines = ["x-curve", "x-second"].map((name) => points(plot.querySelector(`.${{name}}`)));
              return [...plot.querySelectorAll(".x-words")].map((text) => {{
                const [x, y] = [Number(text.getAttribute("x")), Number(text.getAttribute("y")) - 4];
                const between = ([x0, y0], [x1, y1]) => Array.from({{ length: 11 }}, (_, i) =>
                  Math.hypot(x0 + ((x1 - x0) * i) / 10 - x, y0 + ((y1 - y0) * i) / 10 - y));
                const far = lines.map((line) => Math.min(...line.slice(1).flatMap((end, k) => between(line[k], end))));
                return [text.textContent, ...(text.textContent === "A" ? far : far.reverse())];
              }});
            }});
          }});
        }}""",
        grid,
    )
    for k, found in enumerate(nearest):
        assert [letter for letter, *_ in found] == ["A", "B"]
        for letter, own, other in found:
            assert own < other, (grid[k // 2], k % 2, letter)


def test_what_is_undefined_is_said_and_drawn_as_such(desk: Tabs, pages: dict[str, str]) -> None:
    view, faults = shown(desk, pages["price-of-a-swap"])
    view.get_by_label("what it is worth to").select_option("c_rb")
    view.get_by_role("button", name="Reverse it").click()
    assert said(view) == "C(r_b) is undefined, since AUROC is less than 1/2, and so is what a swap would add to it."
    assert view.locator("svg[aria-label^='What each swap'] .x-words", has_text="?").count() == 15
    view.get_by_text("The numbers drawn, as a table").click()
    view.locator(".x-numbers td", has_text="undefined").first.wait_for()  # a fold tells of its opening later
    view.get_by_role("button", name="Perfect ranking").click()
    assert said(view) == "C(r_b) is 1.000; no swap moves it more than that of places 4 and 5, by −0.250."
    assert faults == []


def test_a_link_to_own_scores_says_that_it_has_none(desk: Tabs, pages: dict[str, str]) -> None:
    address = f"{pages['threshold-bench']}#explore:threshold-bench"
    view, faults = shown(desk, f"{address};preset=own;threshold=0.5;skew=0.3")
    notice = view.get_by_role("alert").filter(has_text="Your own scores are not in this link")
    assert "a made-up sample, “Two normal distributions”" in notice.inner_text()
    assert view.get_by_label("sample").locator("option:checked").inner_text() == "Two normal distributions"
    other, _ = shown(desk, f"{address};threshold=0")
    for part in (".x-said", ".x-meters", ".x-sliders"):
        assert view.locator(part).first.inner_text() == other.locator(part).first.inner_text()
    assert view.locator(".x-sliders").first.is_visible()
    assert view.locator(".x-lost").bounding_box()["height"] > 20
    assert other.locator(".x-lost").inner_text() == ""
    assert "preset" not in view.locator(".x-link").get_attribute("href")
    view.get_by_label("sample").select_option("rare")
    assert "Rare positives" not in notice.or_(view.locator(".x-lost")).inner_text()
    assert view.locator(".x-lost").inner_text() == ""
    assert faults == []


def test_own_scores_that_were_read_are_lost_in_the_open_by_reloading(desk: Tabs, pages: dict[str, str]) -> None:
    view, faults = shown(desk, pages["threshold-bench"])
    view.get_by_text("Use your own scores").click()
    view.get_by_label("Rows of a label").fill("y_true,y_pred,y_prob\n1,1,0.9\n0,1,0.7\n1,0,0.4\n0,0,0.2")
    view.get_by_role("button", name="Read these rows").click()
    assert "of 4 cases are flagged" in said(view)
    assert view.locator(".x-link").inner_text() == "Link to this state, without your scores"
    assert view.locator(".x-problem").inner_text().endswith("scores from “y_prob”. Not used: “y_pred”.")
    view.wait_for_function("() => location.hash.includes('preset=own')")
    view.evaluate("location.hash += ';nothing=1'")  # its own link, while the scores are still here
    assert "of 4 cases are flagged" in said(view)
    assert view.locator(".x-lost").inner_text() == ""
    view.get_by_role("button", name="Reset").click()
    assert "of 800 cases" in said(view)
    assert view.locator(".x-link").inner_text() == "Link to this state"
    view.get_by_label("sample").select_option("own")
    assert "At the threshold 0.50, 2 of 4" in said(view)
    view.wait_for_function("() => location.hash.includes('preset=own')")
    view.reload()
    assert "of 800 cases" in said(view)
    assert "not in this link" in view.locator(".x-lost").inner_text()
    view.get_by_text("All views and controls").click()
    view.get_by_text("Use your own scores").click()
    view.get_by_label("Rows of a label").fill("1,0.9\n0,0.2")
    view.get_by_role("button", name="Read these rows").click()
    assert "of 2 cases are flagged" in said(view)
    assert view.locator(".x-lost").inner_text() == ""
    assert faults == []


def test_a_file_can_be_chosen_again_when_it_has_changed(desk: Tabs, pages: dict[str, str], tmp_path: Path) -> None:
    view, faults = shown(desk, pages["threshold-bench"])
    view.get_by_text("Use your own scores").click()
    field, path = view.get_by_label("a file"), tmp_path / "some.csv"
    for rows, problem in [
        ("1,0.9\n0,x", "some.csv: Nothing was read."),
        ("1,0.9\n0,0.1", "some.csv: 2 rows, 1 positive"),
    ]:
        path.write_text(rows, encoding="utf-8")
        field.set_input_files(path)
        view.wait_for_function("text => document.querySelector('.x-problem').textContent.startsWith(text)", arg=problem)
        assert field.input_value() == ""  # a browser tells nobody of a file that is chosen twice running
    assert faults == []


def test_chances_of_what_is_rare_are_told_apart(desk: Tabs, pages: dict[str, str]) -> None:
    view, faults = shown(desk, pages["threshold-bench"])
    view.get_by_text("Use your own scores").click()
    rows = "\n".join(
        f"{int(k % 50 == 0)},{0.009 * ((k * 37) % 500) / 500 + 0.0004 * (k % 50 == 0):.7f}" for k in range(500)
    )
    view.get_by_label("Rows of a label").fill(rows)
    view.get_by_role("button", name="Read these rows").click()
    begun = said(view)
    assert re.match(r"At the threshold 0\.00[1-9]\d+, 9\.5 of 500 cases are flagged", begun)  # 10 are positive
    view.locator(".x-bench [role=slider][aria-label=threshold]").press("ArrowLeft")
    assert said(view).split(",")[0] != begun.split(",")[0]
    assert faults == []


@pytest.mark.parametrize(
    ("name", "entries", "what"),
    [
        ("threshold-bench", "separation=%zz;size=3000000", "of 2,000 cases are flagged"),
        ("tile-winners", "prevalence=7;a=-2;b=1e9", "At the chosen place, a = 0.00 and b = 1.00"),
        ("hands-ruler", "certainty=-5", "H prefers B"),
        ("price-of-a-swap", "metric=constructor;ranking=%E0%A4%A", "Average precision is 0.307"),
        ("two-groups", "lift=-1e6", "Overall AUROC is"),
        ("metric-duel", "found=7;positives=1000;first=toString;%zz", "AUROC prefers A, average precision prefers B"),
    ],
)
def test_a_spoilt_link_is_read_as_far_as_it_can_be(
    desk: Tabs, pages: dict[str, str], name: str, entries: str, what: str
) -> None:
    view, faults = shown(desk, f"{pages[name]}#explore:{name};{entries}")
    assert what in said(view)
    assert "undefined" not in said(view)
    for key, value in view.evaluate("({ ...document.querySelector('score-explorer').state })").items():
        if key in ALLOWED[name] and not isinstance(value, str):
            assert ALLOWED[name][key][0] <= value <= ALLOWED[name][key][1]
    assert faults == []


def test_a_link_of_a_report_names_its_model_and_its_threshold(desk: Tabs, tmp_path: Path) -> None:
    counts = (
        '[{"name":"old","scores":[0.9,0.5,0.1],"positives":[2,1,0],"negatives":[0,1,2],"threshold":0.5},'
        '{"name":"own","scores":[0.8,0.6,0.3],"positives":[3,0,0],"negatives":[0,2,1],"threshold":0.4}]'
    )
    element = f"<score-explorer name='threshold-bench' data-counts='{counts}'></score-explorer>"
    path = tmp_path / "report.html"
    path.write_text(PAGE.format(styles=styles(), element=element, script=bundle("bench")), encoding="utf-8")
    view, faults = shown(desk, path.as_uri())
    view.get_by_label("model").select_option("own")
    view.locator(".x-bench [role=slider][aria-label=threshold]").press("PageUp")
    now = said(view)
    view.wait_for_function("() => location.hash.length > 1")
    other, wrong = shown(desk, view.url)
    assert other.get_by_label("model").locator("option:checked").inner_text() == "own"
    assert said(other) == now
    assert other.locator(".x-lost").count() == 0
    assert faults == wrong == []
