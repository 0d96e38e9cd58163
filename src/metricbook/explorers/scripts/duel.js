/* Where two metrics disagree: of all rankings of a few cases, the pair that they put in opposite order most clearly. */
import { brief, el, set, shown } from "./dom.js";
import { Meters, define } from "./explorer.js";
import { Plot, figure } from "./plot.js";
import { metricsOf } from "./strip.js";

/** @import { ScoreExplorer } from "./explorer.js" */
/** @typedef {{first: string, second: string, positives: number, negatives: number}} State */
/** A ranking, with its metrics. @typedef {{text: string} & Record<string, any>} Ranking */

/** @type {Record<string, string>} */
const NAMES = {
  auroc: "AUROC",
  average_precision: "average precision",
  h_measure: "H measure",
  c_rb: "C(r_b)",
  lxcim: "LxCIM",
  audrc: "AUDRC",
};

/**
 * All rankings of these numbers of positives and negatives, as strings.
 * @type {(positives: number, negatives: number) => string[]}
 */
export function rankings(positives, negatives) {
  if (!positives) return ["0".repeat(negatives)];
  if (!negatives) return ["1".repeat(positives)];
  return [
    ...rankings(positives - 1, negatives).map((rest) => `1${rest}`),
    ...rankings(positives, negatives - 1).map((rest) => `0${rest}`),
  ];
}

/** Smallest difference of two values that is not rounding. */
const ROUNDING = 1e-9;

/**
 * The pair of rankings that two metrics order most clearly in opposite ways, and the share of such pairs.
 *
 * Of all pairs in opposite order, the first whose smaller gap is the largest; null if there is none.
 * @param {Ranking[]} values
 * @param {string} first
 * @param {string} second
 * @returns {{pair: Ranking[] | null, share: number}}
 */
export function duel(values, first, second) {
  const known = values.filter((value) => Number.isFinite(value[first]) && Number.isFinite(value[second]));
  /** @type {{gap: number, pair: Ranking[] | null}} */
  let best = { gap: 0, pair: null };
  let [opposite, pairs] = [0, 0];
  for (let i = 0; i < known.length; i += 1)
    for (let j = i + 1; j < known.length; j += 1) {
      const one = known[i][first] - known[j][first];
      const other = known[i][second] - known[j][second];
      pairs += 1;
      const gap = Math.min(Math.abs(one), Math.abs(other));
      if (one > 0 === other > 0 || gap <= ROUNDING) continue;
      opposite += 1;
      if (gap > best.gap + ROUNDING) best = { gap, pair: one > 0 ? [known[i], known[j]] : [known[j], known[i]] };
    }
  return { pair: best.pair, share: opposite / pairs };
}

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  /** Rankings by size. @type {Map<string, Ranking[]>} */
  const listed = new Map();
  /** Pairs by size and metrics. @type {Map<string, ReturnType<typeof duel>>} */
  const duels = new Map();
  const roc = new Plot({
    title: "ROC curves of the two rankings",
    x: { label: "false positive rate", from: 0, to: 1 },
    y: { label: "true positive rate", from: 0, to: 1 },
  });
  const curves = ["x-curve", "x-second"].map((name) => roc.mark("path", { class: name }));
  const strips = ["A", "B"].map((name) => {
    const cases = el("span", { class: "x-strip", role: "img" });
    return { name, cases, node: el("p", { class: "x-control" }, el("strong", {}, name), cases) };
  });
  const captions = ["Metrics of A (solid)", "Metrics of B (dashed); change against A"];
  const meters = captions.map((caption) => new Meters(NAMES, { caption }));

  /** Show one of the two rankings. @type {(text: string, k: number, state: State) => void} */
  function drawRanking(text, k, { positives, negatives }) {
    const { cases, name } = strips[k];
    const marks = [...text].map((mark) => mark === "1");
    cases.replaceChildren(
      ...marks.map((plus) => el("span", { class: `x-case ${plus ? "x-plus" : "x-minus"}` }, plus ? "+" : "−")),
    );
    const words = marks.map((plus) => (plus ? "plus" : "minus")).join(" ");
    set(cases, { "aria-label": `${name}, highest score first: ${words}` });
    const [x, y] = [[0], [0]];
    for (const plus of marks) {
      x.push(x[x.length - 1] + (plus ? 0 : 1 / negatives));
      y.push(y[y.length - 1] + (plus ? 1 / positives : 0));
    }
    set(curves[k], { d: roc.outline(x, y) });
  }

  /** @param {State} state */
  function draw(state) {
    explorer.controls(state);
    const { first, second, positives, negatives } = state;
    const size = `${positives},${negatives}`;
    /** @type {Ranking[]} */
    const all = listed.get(size) ?? rankings(positives, negatives).map((text) => ({ text, ...metricsOf(text) }));
    listed.set(size, all);
    const key = [size, first, second].join();
    const { pair, share } = duels.get(key) ?? duel(all, first, second);
    duels.set(key, { pair, share });
    const both = pair ?? [all[0], all[0]];
    both.forEach((values, k) => {
      drawRanking(values.text, k, state);
      meters[k].show(values, k ? both[0] : null);
    });
    const [one, other, count] = [NAMES[first], NAMES[second], brief(all.length)];
    const sentence = pair
      ? `${one} prefers A, ${other} prefers B. Of all pairs of the ${count} rankings the two put ` +
        `${shown(100 * share, 1)} % in opposite order; no pair is further apart than this one.`
      : `Of the ${count} rankings of these sizes ${one} and ${other} put no pair in opposite order.`;
    return {
      sentence,
      table: () => ({
        head: ["metric", "A", "B"],
        rows: Object.entries(NAMES).map(([name, text]) => [
          text,
          ...both.map((values) => Number(values[name].toPrecision(4))),
        ]),
      }),
    };
  }

  return {
    controls: [
      explorer.choice("first", { label: "first metric", options: NAMES }),
      explorer.choice("second", { label: "second metric", options: NAMES }),
      el(
        "div",
        { class: "x-sliders" },
        explorer.slider("positives", { label: "positives" }),
        explorer.slider("negatives", { label: "negatives" }),
      ),
    ],
    views: [
      el(
        "div",
        { class: "x-wide" },
        strips.map(({ node }) => node),
      ),
      figure("ROC curves: A solid, B dashed", roc),
      el(
        "div",
        { class: "x-tables" },
        meters.map(({ node }) => node),
      ),
    ],
    draw,
  };
}

define("metric-duel", {
  title: "Where two metrics disagree",
  state: { first: "auroc", second: "average_precision", positives: 5, negatives: 5 },
  allowed: { first: Object.keys(NAMES), second: Object.keys(NAMES), positives: [1, 6, 1], negatives: [1, 6, 1] },
  question: {
    ask:
      "There are 252 rankings of five positives and five negatives. " +
      "In how many of all pairs do AUROC and average precision name different winners?",
    options: ["In less than 2 of 100.", "In about 1 of 10.", "In about half."],
    answer: 1,
    happened: [
      "They agree on most pairs, and where they do not, the ROC curves cross: ",
      "one ranking is better at the top, the other further down. A curve that is nowhere below another ",
      ["cannot lose by either", "never-below"],
      ". Choose another two metrics: what they differ in is where on the curve they put their weight.",
    ],
  },
  build,
});
