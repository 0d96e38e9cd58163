/* The Tile and the ROC square: the best of four classifiers at every place. */
import { clamp, el, set, shown } from "./dom.js";
import { define } from "./explorer.js";
import * as m from "./metrics.js";
import { Plot, figure } from "./plot.js";

/** @import { ScoreExplorer } from "./explorer.js" */
/** @import { Outcomes } from "./sweep.js" */
/** @typedef {"A" | "B" | "C" | "D"} Letter */
/** @typedef {Record<"prevalence" | "a" | "b" | `${"fpr" | "tpr"}_${Letter}`, number>} State */

/** @type {Letter[]} */
export const LETTERS = ["A", "B", "C", "D"];
const CELLS = 20;
const UNIT = [0, 1];
/** Scores that have a name, by their place on the Tile. */
const NAMED = {
  "": "choose a score",
  "0.5,0.5": "accuracy",
  "1,0.5": "F1",
  "1,0": "precision",
  "1,1": "recall",
  "0,0": "specificity",
  "0,1": "negative predictive value",
};

/**
 * The four outcomes, as shares, of a point of the ROC square at a prevalence.
 * @type {(fpr: number, tpr: number, prevalence: number) => Outcomes}
 */
export const performance = (fpr, tpr, prevalence) => [
  (1 - prevalence) * (1 - fpr),
  (1 - prevalence) * fpr,
  prevalence * (1 - tpr),
  prevalence * tpr,
];

/**
 * The best of some performances at a place, by number; -1 where no score is defined or two are level.
 * @type {(performances: Outcomes[], a: number, b: number) => number}
 */
export function winner(performances, a, b) {
  const scores = performances.map((cells) => m.rankingScore(cells, a, b));
  const best = Math.max(...scores.filter(Number.isFinite));
  const at = scores.map((score, k) => (score > best - 1e-12 ? k : -1)).filter((k) => k >= 0);
  return at.length === 1 ? at[0] : -1;
}

/** Number of columns over which areas of zones are summed: the error is far below 0.001. */
const COLUMNS = 400;

/**
 * Shares of the Tile on which each performance is best.
 *
 * Along a column wrong / right is linear in b: the least line wins.
 * @type {(performances: Outcomes[]) => number[]}
 */
export function zoneShares(performances) {
  const shares = performances.map(() => 0);
  for (let column = 0; column < COLUMNS; column += 1) {
    const a = (column + 0.5) / COLUMNS;
    const lines = performances.map(([tn, fp, fn, tp]) => {
      const right = (1 - a) * tn + a * tp;
      return { start: fp / right, slope: (fn - fp) / right };
    });
    /** @param {number} b */
    const best = (b) => {
      /** @param {{start: number, slope: number}} line */
      const height = ({ start, slope }) => start + slope * b;
      return lines.reduce((least, line, k) => (height(line) < height(lines[least]) ? k : least), 0);
    };
    const crossings = lines.flatMap((one, k) =>
      lines.slice(k + 1).map((other) => (other.start - one.start) / (one.slope - other.slope)),
    );
    const inside = crossings.filter((b) => b > 0 && b < 1).sort((x, y) => x - y);
    const stops = [0, ...inside, 1];
    stops.slice(1).forEach((stop, k) => {
      shares[best((stops[k] + stop) / 2)] += (stop - stops[k]) / COLUMNS;
    });
  }
  return shares;
}

/** A rate, or a place on the Tile, to three decimals. @param {number} value */
const share = (value) => Number(clamp(value, 0, 1).toFixed(3));

/** The rates of a classifier. @type {(state: State, letter: Letter) => [fpr: number, tpr: number]} */
export const rates = (state, letter) => [state[`fpr_${letter}`], state[`tpr_${letter}`]];

/** An axis from 0 to 1. @param {string} label */
const unit = (label) => ({ label, from: 0, to: 1, ticks: [0, 0.5, 1] });

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  const roc = new Plot({
    title: "Four classifiers in the ROC square",
    width: 300,
    height: 290,
    x: unit("false positive rate"),
    y: unit("true positive rate"),
  });
  const tile = new Plot({
    title: "Who is best at every place of the Tile",
    width: 300,
    height: 290,
    x: unit("a: what a true positive is worth"),
    y: unit("b: what a miss costs"),
  });
  roc.mark("path", { class: "x-guide", d: roc.outline([0, 1], [0, 1]) });
  const lines = roc.mark("path", { class: "x-second" });
  const [width, height] = [tile.px(1 / CELLS) - tile.px(0) + 0.2, tile.py(0) - tile.py(1 / CELLS) + 0.2];
  const cells = Array.from({ length: CELLS * CELLS }, (_, k) => {
    const [i, j] = [Math.floor(k / CELLS), k % CELLS];
    const node = tile.mark("rect", { x: tile.px(i / CELLS), y: tile.py((j + 1) / CELLS), width, height });
    return { a: (i + 0.5) / CELLS, b: (j + 0.5) / CELLS, node };
  });
  const words = LETTERS.map(() => tile.words({ "text-anchor": "middle", class: "x-words x-big" }));
  const names = LETTERS.map(() => roc.words({ class: "x-words x-big" }));
  const handles = LETTERS.map((letter) => {
    /** Move the classifier. @type {(fpr: number, tpr: number) => void} */
    const move = (fpr, tpr) => explorer.change({ [`fpr_${letter}`]: share(fpr), [`tpr_${letter}`]: share(tpr) });
    const now = () => rates(explorer.state, letter);
    return roc.handle({
      name: `${letter}, true positive rate; left and right change the false positive rate`,
      everywhere: false,
      vertical: true,
      move,
      step: (by) => move(now()[0], now()[1] + by / 100),
      across: (by) => move(now()[0] + by / 100, now()[1]),
    });
  });
  /** Choose a score by its place on the Tile. @type {(a: number, b: number) => void} */
  const choose = (a, b) => explorer.change({ a: share(a), b: share(b) });
  const place = tile.handle({
    name: "place on the Tile, b; left and right change a",
    vertical: true,
    move: choose,
    step: (by) => choose(explorer.state.a, explorer.state.b + by / 100),
    across: (by) => choose(explorer.state.a + by / 100, explorer.state.b),
  });

  /** Colour the Tile by the best classifier; returns the number of cells of each. @param {Outcomes[]} performances */
  function drawZones(performances) {
    const zones = LETTERS.map(() => ({ count: 0, a: 0, b: 0 }));
    for (const { a, b, node } of cells) {
      const best = winner(performances, a, b);
      set(node, { class: best < 0 ? "x-nobody" : `x-zone-${best}` });
      if (best < 0) continue;
      zones[best].count += 1;
      zones[best].a += a;
      zones[best].b += b;
    }
    zones.forEach(({ count, a, b }, k) =>
      words[k](count > 6 ? LETTERS[k] : "", count ? a / count : 0, count ? b / count - 0.02 : 0),
    );
    return zones.map(({ count }) => count);
  }

  /** @param {State} state */
  function draw(state) {
    explorer.controls(state);
    const { a, b, prevalence } = state;
    const points = LETTERS.map((letter) => rates(state, letter));
    const performances = points.map(([fpr, tpr]) => performance(fpr, tpr, prevalence));
    points.forEach(([fpr, tpr], k) => {
      const text = `${LETTERS[k]}: false positive rate ${shown(fpr, 2)}, true positive rate ${shown(tpr, 2)}`;
      handles[k]({ x: fpr, y: tpr, now: tpr, min: 0, max: 1, text });
      names[k](LETTERS[k], Math.min(fpr + 0.035, 0.95), Math.max(tpr - 0.07, 0.02));
    });
    const zones = drawZones(performances);
    const scores = performances.map((each) => m.rankingScore(each, a, b));
    const best = Math.max(...scores.filter(Number.isFinite));
    set(lines, { d: roc.chord(...m.scoreLevel(best, a, b, prevalence)) });
    place({ x: a, y: b, now: b, min: 0, max: 1, text: `a ${shown(a, 2)}, b ${shown(b, 2)}` });
    const won = zones.map((count, k) => `${LETTERS[k]} ${Math.round((100 * count) / cells.length)} %`).join(", ");
    const at = winner(performances, a, b);
    const who = at < 0 ? "nobody is alone in front" : `${LETTERS[at]} is best`;
    return {
      sentence:
        `Of the Tile's area ${won}. ` +
        `At the chosen place, a = ${shown(a, 2)} and b = ${shown(b, 2)}, ${who} with ${shown(best)}.`,
      table: () => ({
        head: ["classifier", "false positive rate", "true positive rate", "score at the place", "share of the Tile"],
        rows: LETTERS.map((letter, k) => [
          letter,
          ...points[k],
          Number(scores[k].toPrecision(4)),
          zones[k] / cells.length,
        ]),
      }),
    };
  }

  const go = () => {
    const [a, b] = list.value.split(",").map(Number);
    if (list.value) choose(a, b);
  };
  const options = Object.entries(NAMED).map(([value, text]) => el("option", { value }, text));
  const list = el("select", { id: `${explorer.own}-score`, change: go }, options);
  return {
    controls: [
      el("p", { class: "x-control" }, el("label", { for: list.id }, "go to"), list),
      el("div", { class: "x-sliders" }, explorer.slider("prevalence", { label: "prevalence" })),
    ],
    views: [
      figure("Move A, B, C or D. Dashed: all points as good as the best, by the chosen score", roc),
      figure("Who is best where; move the place of the score", tile),
    ],
    draw,
  };
}

define("tile-winners", {
  title: "Who wins where",
  state: {
    prevalence: 0.3,
    a: 0.5,
    b: 0.5,
    fpr_A: 0.05,
    tpr_A: 0.5,
    fpr_B: 0.2,
    tpr_B: 0.8,
    fpr_C: 0.45,
    tpr_C: 0.95,
    fpr_D: 0.3,
    tpr_D: 0.72,
  },
  allowed: {
    prevalence: [0.01, 0.99, 0.01],
    a: UNIT,
    b: UNIT,
    ...Object.fromEntries(
      LETTERS.flatMap((k) => [
        [`fpr_${k}`, UNIT],
        [`tpr_${k}`, UNIT],
      ]),
    ),
  },
  question: {
    ask:
      "A is careful, C is bold, B stands between them, and D is beaten by B on both rates. " +
      "Which of them can be best at some place of the Tile?",
    options: ["Only B, which has the best balance.", "A, B and C.", "All four."],
    answer: 1,
    happened: [
      "D has fewer hits and more false alarms than B, so that no score of the square prefers it. ",
      "The three others each have a zone; the prevalence moves the borders. ",
      "A score's level lines in the ROC square all pass ",
      ["through one point", "level-lines"],
      ", and ",
      ["who is best where", "best-by-place"],
      " can be read off them.",
    ],
  },
  build,
});
