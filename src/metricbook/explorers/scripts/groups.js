/* Two groups judged by one score: the metrics of all cases, and of each group. */
import { clamp, el, set, shown } from "./dom.js";
import { Meters, define } from "./explorer.js";
import * as m from "./metrics.js";
import { Plot } from "./plot.js";
import { quantiles } from "./samples.js";
import { Sparks } from "./sparks.js";
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

/** What is shown beside the groups. @type {Record<string, string>} */
const BESIDE = {
  auroc: NAMES.auroc,
  ap: "AP, all cases",
  auroc_a: NAMES.auroc_a,
  auroc_b: NAMES.auroc_b,
};
/** Places at which they are drawn: positions of B. */
const LIFTS = [-3, 3];
const PLACES = Array.from({ length: 17 }, (_, k) => k / 16);

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  const axis = { from: -7, to: 10 }; // wide enough for both groups at any position of the sliders
  const panels = ["A", "B"].map((name) => {
    const plot = new Plot({
      title: `Scores of group ${name}`,
      width: explorer.wide,
      height: 130,
      x: { ...axis, label: name === "B" ? "score" : "" },
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
  const { plot: ofB } = panels[1];
  /** Where the pointer took hold, from where B is. */
  let held = 0;
  set(ofB.node, { class: "x-plot x-dragged", pointerdown: (event) => (held = ofB.at(event)[0] - explorer.state.lift) });
  /** @param {number} lift */
  const moveTo = (lift) => explorer.change({ lift: Number(clamp(lift, LIFTS[0], LIFTS[1]).toFixed(1)) });
  const place = ofB.handle({
    name: "group B, all its scores",
    move: (x) => moveTo(x - held),
    step: (by) => moveTo(explorer.state.lift + by / 10),
    hand: "lift",
  });
  const sparks = new Sparks(BESIDE, {
    caption: "By the position of B, from 3 lower to 3 higher",
    by: "by position of B",
  });
  const meters = new Meters(NAMES, { caption: "What one score makes of both groups; change since the last reset" });
  /** @type {Record<string, number> | null} */
  let first = null;
  let drawn = "";

  /** Draw the metrics at all positions of B. @type {(state: State, values: Record<string, number>) => void} */
  function drawSparks(state, { auroc_a, auroc_b }) {
    const key = [state.separation_a, state.separation_b, state.prevalence_a, state.prevalence_b].join();
    if (key === drawn) return;
    drawn = key;
    const series = PLACES.map((at) => {
      const [a, b] = twoGroups({ ...state, lift: LIFTS[0] + at * (LIFTS[1] - LIFTS[0]) });
      const all = read([...a.positives, ...b.positives], [...a.negatives, ...b.negatives]);
      return { at, values: { auroc: m.auroc(all), ap: m.averagePrecision(all), auroc_a, auroc_b } };
    });
    sparks.draw(series);
  }

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
    const higher = `${shown(Math.abs(state.lift), 1)} ${state.lift < 0 ? "lower" : "higher"}`;
    const text = state.lift ? `${higher} than at first` : "where it was at first";
    place({ x: state.lift, y: 0, now: state.lift, min: LIFTS[0], max: LIFTS[1], text });
    drawSparks(state, values);
    sparks.show((state.lift - LIFTS[0]) / (LIFTS[1] - LIFTS[0]), values);
    meters.show(values, first);
    const { auroc, auroc_a, auroc_b, across_ab, across_ba } = values;
    return {
      values: { ...values, state: { ...state } },
      sentence:
        `Overall AUROC is ${shown(auroc)}, within A ${shown(auroc_a)} and within B ${shown(auroc_b)}; ` +
        `a positive of A beats a negative of B with probability ${shown(across_ab)}, ` +
        `a positive of B one of A with probability ${shown(across_ba)}.`,
      table: () => ({
        head: ["metric", "value"],
        rows: Object.entries(NAMES).map(([key, name]) => [name, Number(values[key].toPrecision(4))]),
      }),
    };
  }

  return {
    hands: [explorer.slider("separation_b", { label: "separation within B" })],
    asked: [
      el(
        "figure",
        { class: "x-wide" },
        el("figcaption", {}, "Drag B to the left or right"),
        panels.map(({ plot }) => plot.node),
      ),
    ],
    seen: [el("div", { class: "x-wide" }, sparks.node)],
    more: [
      el(
        "div",
        { class: "x-sliders" },
        explorer.slider("lift", { label: "lift all scores of B" }),
        explorer.slider("separation_a", { label: "separation within A" }),
        explorer.slider("prevalence_a", { label: "prevalence in A" }),
        explorer.slider("prevalence_b", { label: "prevalence in B" }),
      ),
      meters.node,
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
  challenges: [
    {
      ask:
        "Positives are frequent in A and rare in B. " +
        "You lower all scores of B alike, so that no two cases of one group change their order. " +
        "What does AUROC of all cases do?",
      options: [
        "Nothing: inside each group nothing has changed.",
        "It rises, though no group is served better.",
        "It falls, because B is treated worse.",
      ],
      answer: 1,
      move: "drag B to the left, by 1 or more.",
      hand: "lift",
      made: ({ lift }) => lift <= -1,
      told: (now, first) => [
        `It went from ${shown(first.auroc)} to ${shown(now.auroc)}, and average precision from ${shown(first.ap)} to `,
        `${shown(now.ap)}, though within A (${shown(now.auroc_a)}) and B (${shown(now.auroc_b)}) nothing moved. `,
        "Most positives are in A, and lowering B puts them above its negatives: ",
        ["no area protects a small group", "small-groups"],
        ".",
      ],
    },
    {
      ask: "Now positives are as frequent in B as in A. You lower B again. What does AUROC of all cases do?",
      options: ["It rises again.", "It stays as it is.", "It falls."],
      answer: 2,
      from: { prevalence_b: 0.4 },
      move: "drag B to the left, by 1 or more.",
      hand: "lift",
      made: ({ lift }) => lift <= -1,
      told: (now, first) => [
        `It fell from ${shown(first.auroc)} to ${shown(now.auroc)}: now as many positives are lowered as there are in `,
        "A. Whether a shift of a group is rewarded depends on its prevalence, not on how well the score works ",
        "inside it.",
      ],
    },
    {
      ask:
        "Positives are rare in B once more. Nothing is lowered; the score becomes better within B: " +
        "its separation grows from 1 to 2. What does that add to AUROC of all cases?",
      options: [
        "Much more than lowering B by 1 did.",
        "About as much as lowering B by 1.",
        "Nothing: B has too few positives.",
      ],
      answer: 1,
      move: "bring the separation within B to about 2.",
      hand: "separation_b",
      made: ({ separation_b }) => Math.abs(separation_b - 2) < 0.15,
      told: (now, first) => [
        `Within B, AUROC rose from ${shown(first.auroc_b)} to ${shown(now.auroc_b)}; of all cases it is `,
        `${shown(now.auroc)}. Lowering B by 1 had made it `,
        `${shown(groupMetrics(twoGroups({ ...first.state, lift: -1 })).auroc)} and helped nobody. `,
        ["By experiment", "small-groups-in-data"],
        " AUPRC and AUROC differ in whom they favour, not in whether they do.",
      ],
    },
  ],
  build,
});
