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

/** Number of columns by which a border is drawn, between two places where the zones change their order. */
const COLUMNS = 24;

/**
 * The lowest and the highest b, at an a, at which a performance is best.
 * @typedef {{a: number, low: number, high: number}} Column
 */
/**
 * Where a performance is best: runs of columns, from left to right, and the area.
 * @typedef {{runs: Column[][], area: number}} Zone
 */

/** What is wrong and what is right, by b and a. @param {Outcomes} outcomes */
const parts = ([tn, fp, fn, tp]) => ({ fp, fn, right: (/** @type {number} */ a) => (1 - a) * tn + a * tp });

/**
 * The border of two performances at an a: the b at which they are level, as a fraction.
 * @typedef {(a: number) => [top: number, bottom: number]} Border
 */
/** @type {(one: ReturnType<typeof parts>, other: ReturnType<typeof parts>) => Border} */
const borderOf = (one, other) => (a) => {
  const [here, there] = [one.right(a), other.right(a)];
  return [other.fp * here - one.fp * there, (one.fn - one.fp) * there - (other.fn - other.fp) * here];
};

/**
 * Area below a border, a hyperbola that stays within the Tile.
 * @type {(border: Border, from: number, to: number) => number}
 */
function areaBelow(border, from, to) {
  const [first, middle, last] = [from, (from + to) / 2, to].map(border);
  const [b0, b1, b2] = [first, middle, last].map(([top, bottom]) => clamp(top / bottom, 0, 1));
  const bend = last[1] / first[1] - 1;
  if (!(Math.abs(bend) > 0.001)) return ((to - from) * (b0 + 4 * b1 + b2)) / 6; // all but straight: Simpson's rule
  const level = (b2 * (1 + bend) - b0) / bend;
  return (to - from) * (level + ((b0 - level) * Math.log1p(bend)) / bend);
}

/**
 * The performances that are best along a column, from b = 0 to b = 1.
 * @type {(lines: ReturnType<typeof parts>[], a: number) => number[]}
 */
function bestAlong(lines, a) {
  const crossings = lines.flatMap((one, k) => lines.slice(k + 1).map((other) => borderOf(one, other)(a)));
  const inside = crossings.map(([top, bottom]) => top / bottom).filter((b) => b > 0 && b < 1);
  const stops = [0, ...inside.sort((x, y) => x - y), 1];
  const best = stops.slice(1).map((stop, k) => {
    const b = (stops[k] + stop) / 2;
    const heights = lines.map(({ fp, fn, right }) => (fp + (fn - fp) * b) / right(a));
    return heights.indexOf(Math.min(...heights));
  });
  return best.filter((each, k) => each !== best[k - 1]);
}

/**
 * The a between the edges at which the zones along a column change their order.
 * @param {ReturnType<typeof parts>[]} lines
 */
function changesOf(lines) {
  /** Functions that are linear in a. @type {((a: number) => number)[]} */
  const zeros = lines.flatMap((one, i) =>
    lines
      .slice(i + 1)
      .flatMap((two, j) => [
        (/** @type {number} */ a) => one.fp * two.right(a) - two.fp * one.right(a),
        (/** @type {number} */ a) => one.fn * two.right(a) - two.fn * one.right(a),
        ...lines
          .slice(i + j + 2)
          .map(
            (three) => (/** @type {number} */ a) =>
              one.right(a) * (two.fp * three.fn - two.fn * three.fp) -
              two.right(a) * (one.fp * three.fn - one.fn * three.fp) +
              three.right(a) * (one.fp * two.fn - one.fn * two.fp),
          ),
      ]),
  );
  return zeros.map((f) => f(0) / (f(0) - f(1))).filter((root) => root > EDGE && root < 1 - EDGE);
}

/** At the edges themselves a score can be 0 / 0. */
const EDGE = 1e-9;

/**
 * Zones of the Tile on which each performance is best.
 *
 * Along a column wrong / right is linear in b: the least line wins. Two lines meet where their scores are equal, on a
 * hyperbola; the zones' order changes only where such a border meets an edge of the Tile or a third zone, and the a of
 * each such place solves a linear equation.
 * @type {(performances: Outcomes[]) => Zone[]}
 */
export function zonesOf(performances) {
  const lines = performances.map(parts);
  const stops = changesOf(lines).sort((x, y) => x - y);
  /** @type {Zone[]} */
  const zones = lines.map(() => ({ runs: [], area: 0 }));
  [EDGE, ...stops].forEach((start, k) => {
    const end = stops[k] ?? 1 - EDGE;
    const order = bestAlong(lines, (start + end) / 2);
    const borders = order.slice(1).map((best, place) => borderOf(lines[order[place]], lines[best]));
    const steps = Array.from({ length: COLUMNS + 1 }, (_, step) => (1 - Math.cos((Math.PI * step) / COLUMNS)) / 2);
    order.forEach((best, place) => {
      const [below, above] = [borders[place - 1], borders[place]];
      /** @type {(border: Border | undefined, a: number, edge: number) => number} */
      const at = (border, a, edge) => {
        const [top, bottom] = border?.(a) ?? [edge, 1];
        return clamp(top / bottom || 0, 0, 1);
      };
      const run = steps.map((step) => {
        const a = start + (end - start) * step;
        return { a, low: at(below, a, 0), high: at(above, a, 1) };
      });
      const zone = zones[best];
      const last = zone.runs.at(-1);
      if (last?.at(-1)?.a === run[0].a) last.push(...run);
      else zone.runs.push(run);
      zone.area += above ? areaBelow(above, start, end) : end - start;
      zone.area -= below ? areaBelow(below, start, end) : 0;
    });
  });
  return zones;
}

/** Shares of the Tile on which each performance is best. @param {Outcomes[]} performances */
export const zoneShares = (performances) => zonesOf(performances).map(({ area }) => area);

/**
 * Shares as whole percentages that add up to 100: those with the largest rests are rounded up.
 * @param {number[]} shares
 */
export function percentages(shares) {
  const whole = shares.map((share) => Math.floor(100 * share + 1e-9));
  const rest = shares.map((share, k) => ({ k, rest: 100 * share - whole[k] })).sort((x, y) => y.rest - x.rest);
  const missing = 100 - whole.reduce((sum, each) => sum + each, 0);
  for (const { k } of rest.slice(0, missing)) whole[k] += 1;
  return whole;
}

/**
 * The upper hull of points of the ROC square and of its corners.
 * @type {(points: [fpr: number, tpr: number][]) => [fpr: number, tpr: number][]}
 */
function hullOf(points) {
  /** @type {[number, number][]} */
  const hull = [];
  const corners = /** @type {[number, number][]} */ ([[0, 0], ...points, [1, 1]]);
  for (const [x, y] of corners.sort(([x0, y0], [x1, y1]) => x0 - x1 || y0 - y1)) {
    while (hull.length > 1) {
      const [[x0, y0], [x1, y1]] = hull.slice(-2);
      if ((x1 - x0) * (y - y0) < (y1 - y0) * (x - x0)) break;
      hull.pop();
    }
    hull.push([x, y]);
  }
  return hull;
}

/** A rate, or a place on the Tile, to three decimals. @param {number} value */
const share = (value) => Number(clamp(value, 0, 1).toFixed(3));

/** The rates of a classifier. @type {(state: State, letter: Letter) => [fpr: number, tpr: number]} */
export const rates = (state, letter) => [state[`fpr_${letter}`], state[`tpr_${letter}`]];

/** Shares of the Tile in a state. @param {State} state */
const stateShares = (state) =>
  zoneShares(LETTERS.map((letter) => performance(...rates(state, letter), state.prevalence)));

/** Room for a word in a column, less near the edges. @param {Column} column */
const room = ({ a, low, high }) => (high - low) * (a > 0.15 && a < 0.85 ? 1 : 0.1);
/** A column without room. @type {Column} */
const NOWHERE = { a: 0.5, low: 0.5, high: 0.5 };

/** An axis from 0 to 1. @param {string} label */
const unit = (label) => ({ label, from: 0, to: 1, ticks: [0, 0.5, 1] });

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  const height = explorer.wide < 480 ? 195 : 290;
  const roc = new Plot({
    title: "Four classifiers in the ROC square",
    width: 300,
    height,
    x: unit("false positive rate"),
    y: unit("true positive rate"),
  });
  const tile = new Plot({
    title: "Who is best at every place of the Tile",
    width: 300,
    height,
    x: unit("a: what a true positive is worth"),
    y: unit("b: what a miss costs"),
  });
  roc.mark("path", { class: "x-guide", d: roc.outline([0, 1], [0, 1]) });
  const hull = roc.mark("path", { class: "x-hull" });
  const lines = roc.mark("path", { class: "x-second" });
  const areas = LETTERS.map((_, k) => tile.mark("path", { class: `x-area x-zone-${k}` }));
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
      hand: letter,
    });
  });
  [...roc.handles.children].forEach((node, k) => node.classList.add(`x-who-${k}`));
  /** Choose a score by its place on the Tile. @type {(a: number, b: number) => void} */
  const choose = (a, b) => explorer.change({ a: share(a), b: share(b) });
  const place = tile.handle({
    name: "place on the Tile, b; left and right change a",
    vertical: true,
    move: choose,
    step: (by) => choose(explorer.state.a, explorer.state.b + by / 100),
    across: (by) => choose(explorer.state.a + by / 100, explorer.state.b),
    hand: "place",
  });

  /**
   * Draw the zones, unless who has one is asked, with a letter in each that has room for it; returns their shares.
   * @type {(performances: Outcomes[], asked: boolean) => {shares: number[], percents: number[]}}
   */
  function drawZones(performances, asked) {
    const zones = zonesOf(performances);
    const shares = zones.map(({ area }) => area);
    const percents = percentages(shares);
    zones.forEach(({ runs }, k) => {
      const outlines = runs.map((run) => {
        const back = run.toReversed();
        const xs = [...run, ...back].map(({ a }) => a);
        const ys = [...run.map(({ low }) => low), ...back.map(({ high }) => high)];
        return `${tile.outline(xs, ys)}Z`;
      });
      set(areas[k], { d: (!asked && outlines.join("")) || null });
      const tallest = runs.flat().reduce((best, each) => (room(each) > room(best) ? each : best), NOWHERE);
      const text =
        asked || shares[k] < 0.02 ? "" : shares[k] < 0.08 ? LETTERS[k] : `${LETTERS[k]}\u00a0${percents[k]}\u00a0%`;
      words[k](text, tallest.a, (tallest.low + tallest.high) / 2 - 0.02);
    });
    return { shares, percents };
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
    const scores = performances.map((each) => m.rankingScore(each, a, b));
    const best = Math.max(...scores.filter(Number.isFinite));
    const asked = explorer.loop.phase === "asked";
    const { shares, percents } = drawZones(performances, asked);
    const around = hullOf(points);
    const outline = roc.outline(
      around.map(([x]) => x),
      around.map(([, y]) => y),
    );
    set(hull, { d: asked ? null : outline });
    set(lines, { d: asked ? null : roc.chord(...m.scoreLevel(best, a, b, prevalence)) });
    place({ x: a, y: b, now: b, min: 0, max: 1, text: `a ${shown(a, 2)}, b ${shown(b, 2)}` });
    const won = percents.map((percent, k) => `${LETTERS[k]}\u00a0${percent}\u00a0%`).join(", ");
    const at = winner(performances, a, b);
    const who = at < 0 ? "nobody is alone in front" : `${LETTERS[at]} is best`;
    return {
      values: { won, percents, best: shown(best), winner: LETTERS[at], D: points[3], prevalence },
      sentence:
        `Of the Tile's area ${won}. ` +
        `At the chosen place, a = ${shown(a, 2)} and b = ${shown(b, 2)}, ${who} with ${shown(best)}.`,
      table: () => ({
        head: ["classifier", "false positive rate", "true positive rate", "score at the place", "share of the Tile"],
        rows: LETTERS.map((letter, k) => [
          letter,
          ...points[k],
          Number(scores[k].toPrecision(4)),
          Number(shares[k].toPrecision(4)),
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
    hands: [explorer.slider("prevalence", { label: "prevalence" })],
    asked: [figure("Four classifiers: drag A, B, C or D", roc), figure("Who is best where: drag the score", tile)],
    more: [
      el("p", { class: "x-control" }, el("label", { for: list.id }, "go to"), list),
      el(
        "p",
        {},
        "In the ROC square the dotted line is the hull of the four. Dashed are all points as good as the best, by " +
          "the chosen score.",
      ),
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
  challenges: [
    {
      ask:
        "A is careful, C is bold, B stands between them, and D is beaten by B on both rates. " +
        "Which of them can be best at some place of the Tile?",
      options: ["Only B, which has the best balance.", "A, B and C.", "All four."],
      answer: 1,
      move: "drag the place of the score from the middle, accuracy, to the top right corner, recall.",
      hand: "place",
      made: ({ a, b }) => Math.min(a, b) >= 0.95,
      told: (now, first) => [
        `By accuracy ${first.winner} is best with ${first.best}, in the corner of recall ${now.winner} with `,
        `${now.best}. Of the Tile's area ${now.won}: `,
        ["no score prefers D", "best-by-place"],
        ", since B has fewer false alarms and more hits.",
      ],
    },
    {
      ask:
        "D has become better: it finds more positives than B, and has fewer false alarms than C. " +
        "Can it be best at some place of the Tile?",
      options: [
        "Yes: none of the others beats it on both rates.",
        "No: it still lies below the line from B to C.",
        "Yes, but only near the corner of recall.",
      ],
      answer: 1,
      from: { fpr_D: 0.3, tpr_D: 0.84 },
      move: "drag D upwards until it has a zone of the Tile.",
      hand: "D",
      made: (state) => stateShares(state)[3] >= 0.01,
      told: ({ percents, D }, first) => [
        `It had ${first.percents[3]}\u00a0% of the Tile. With a true positive rate of ${shown(D[1], 2)} it lies above `,
        `the line from B to C, and is best on ${percents[3]}\u00a0%: only corners of the hull (dotted) can be `,
        `best somewhere.`,
      ],
    },
    {
      ask: "The four stay where they are, but positives become rarer, 5 instead of 30 in 100. Whose zone grows?",
      options: [
        "A's, which has the fewest false alarms.",
        "B's, which has the best balance.",
        "C's, which finds the most positives.",
      ],
      answer: 0,
      move: "bring the prevalence down to 0.05.",
      hand: "prevalence",
      made: ({ prevalence }) => prevalence <= 0.05,
      told: ({ percents }, first) => [
        `A went from ${first.percents[0]} to ${percents[0]}\u00a0% of the Tile: most mistakes are now false alarms. `,
        "At any prevalence, the lines of equal score all pass ",
        ["through one point", "level-lines"],
        " of the ROC plane.",
      ],
    },
  ],
  build,
});
