/* Two groups judged by one score: the metrics of all cases, and of each group. */
import { clamp, el, set, shown } from "./dom.js";
import { Meters, define } from "./explorer.js";
import * as m from "./metrics.js";
import { Plot } from "./plot.js";
import { quantiles } from "./samples.js";
import { normalDensity } from "./special.js";
import { sorted, sweepOf } from "./sweep.js";

/** @import { ScoreExplorer } from "./explorer.js" */
/** @typedef {"lift" | "separation_a" | "separation_b" | "prevalence_a" | "prevalence_b"} Entry */
/** @typedef {Record<Entry, number>} State */
/** The scores of a group. @typedef {{positives: number[], negatives: number[]}} Group */

/** @type {Record<string, string>} */
const NAMES = {
  auroc: "AUROC, all cases",
  auroc_a: "AUROC within A",
  auroc_b: "AUROC within B",
  across_ab: "positives of A over negatives of B",
  across_ba: "positives of B over negatives of A",
  ap: "average precision, all cases",
  ap_a: "average precision within A",
  ap_b: "average precision within B",
};
const SIZE = 600;

/**
 * Scores of a group: how far its classes are apart, how frequent its positives are, and where its negatives lie.
 * @type {(separation: number, prevalence: number, base: number) => Group}
 */
function group(separation, prevalence, base) {
  const positives = clamp(Math.round(SIZE * prevalence), 1, SIZE - 1);
  return { positives: quantiles(positives, base + separation, 1), negatives: quantiles(SIZE - positives, base, 1) };
}

/** The two groups of a state. @param {State} state @returns {[a: Group, b: Group]} */
export const twoGroups = (state) => [
  group(state.separation_a, state.prevalence_a, 0),
  group(state.separation_b, state.prevalence_b, state.lift),
];

/** The sweep of positives and negatives. @param {number[]} positives @param {number[]} negatives */
const read = (positives, negatives) =>
  sweepOf(sorted([...positives.map(() => 1), ...negatives.map(() => 0)], [...positives, ...negatives]));

/**
 * AUROC and average precision over all, within each group, and AUROC across them.
 * @type {(groups: [a: Group, b: Group]) => Record<string, number>}
 */
export function groupMetrics([a, b]) {
  const all = read([...a.positives, ...b.positives], [...a.negatives, ...b.negatives]);
  const [within_a, within_b] = [read(a.positives, a.negatives), read(b.positives, b.negatives)];
  return {
    auroc: m.auroc(all),
    auroc_a: m.auroc(within_a),
    auroc_b: m.auroc(within_b),
    across_ab: m.auroc(read(a.positives, b.negatives)),
    across_ba: m.auroc(read(b.positives, a.negatives)),
    ap: m.averagePrecision(all),
    ap_a: m.averagePrecision(within_a),
    ap_b: m.averagePrecision(within_b),
  };
}

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  const axis = { label: "score", from: -7, to: 10 }; // wide enough for both groups at any position of the sliders
  const panels = ["A", "B"].map((name) => {
    const plot = new Plot({
      title: `Scores of group ${name}`,
      width: explorer.wide,
      height: 130,
      x: axis,
      y: { label: "", from: -0.42, to: 0.42, ticks: [] },
    });
    return {
      name,
      plot,
      above: plot.mark("path", { class: "x-positive x-fill" }),
      below: plot.mark("path", { class: "x-negative x-fill" }),
      words: plot.words(),
    };
  });
  const meters = new Meters(NAMES, { caption: "What one score makes of both groups; change since the last reset" });
  /** @type {Record<string, number> | null} */
  let first = null;

  /** @param {State} state */
  function draw(state) {
    explorer.controls(state);
    const values = groupMetrics(twoGroups(state));
    if (!first || !explorer.moved) first = values;
    const xs = Array.from({ length: 171 }, (_, k) => axis.from + k / 10);
    const parts = [
      [0, state.separation_a, state.prevalence_a],
      [state.lift, state.separation_b, state.prevalence_b],
    ];
    panels.forEach(({ name, plot, above, below, words }, k) => {
      const [base, separation, prevalence] = parts[k];
      const up = xs.map((x) => prevalence * normalDensity(x - base - separation));
      const down = xs.map((x) => -(1 - prevalence) * normalDensity(x - base));
      set(above, { d: plot.outline(xs, up, { close: 0 }) });
      set(below, { d: plot.outline(xs, down, { close: 0 }) });
      words(`${name}: positives up, negatives down`, axis.from + 0.1, 0.34);
    });
    meters.show(values, first);
    const { auroc, auroc_a, auroc_b, across_ab, across_ba } = values;
    return {
      sentence:
        `Overall AUROC is ${shown(auroc)}, within A ${shown(auroc_a)} and within B ${shown(auroc_b)}; ` +
        `a positive of A beats a negative of B with chance ${shown(across_ab)}, ` +
        `a positive of B one of A with chance ${shown(across_ba)}.`,
      table: () => ({
        head: ["metric", "value"],
        rows: Object.entries(NAMES).map(([key, name]) => [name, Number(values[key].toPrecision(4))]),
      }),
    };
  }

  return {
    controls: [
      el(
        "div",
        { class: "x-sliders" },
        explorer.slider("lift", { label: "lift all scores of B" }),
        explorer.slider("separation_a", { label: "separation in A" }),
        explorer.slider("separation_b", { label: "separation in B" }),
        explorer.slider("prevalence_a", { label: "prevalence in A" }),
        explorer.slider("prevalence_b", { label: "prevalence in B" }),
      ),
    ],
    views: [
      el(
        "div",
        { class: "x-wide" },
        panels.map(({ plot }) => plot.node),
      ),
      el("div", { class: "x-wide" }, meters.node),
    ],
    draw,
  };
}

define("two-groups", {
  title: "Two groups, one score",
  state: { lift: 0, separation_a: 1.5, separation_b: 1, prevalence_a: 0.4, prevalence_b: 0.1 },
  allowed: {
    lift: [-3, 3, 0.1],
    separation_a: [0, 3, 0.1],
    separation_b: [0, 3, 0.1],
    prevalence_a: [0.01, 0.99, 0.01],
    prevalence_b: [0.01, 0.99, 0.01],
  },
  question: {
    ask:
      "Positives are frequent in A and rare in B. " +
      "You lower all scores of B alike, so that no two cases of one group change their order. " +
      "What do AUROC and average precision of all cases do?",
    options: [
      "Nothing: inside each group nothing has changed.",
      "Both can rise, though no group is served better.",
      "Both fall, because B is treated worse.",
    ],
    answer: 1,
    happened: [
      "Within each group nothing moves. ",
      "Overall, most pairs are made of a positive of A and a negative of somebody, so that pushing B down wins pairs: ",
      "the metric is paid for telling the groups apart. ",
      ["No area protects a small group", "small-groups"],
      ", and ",
      ["by experiment", "small-groups-in-data"],
      " AUPRC and AUROC differ in whom they favour, not in whether they do.",
    ],
  },
  build,
});
