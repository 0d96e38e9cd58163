/* Two groups judged by one score: what the metrics of all cases say of each group. */
import { el, set, shown } from "./dom.js";
import { Meters, define } from "./explorer.js";
import * as m from "./metrics.js";
import { Plot } from "./plot.js";
import { quantiles } from "./samples.js";
import { normalDensity } from "./special.js";
import { sorted, sweepOf } from "./sweep.js";

const NAMES = {
  auroc: "AUROC, all cases", auroc_a: "AUROC within A", auroc_b: "AUROC within B", across_ab: "positives of A over negatives of B",
  across_ba: "positives of B over negatives of A", ap: "average precision, all cases", ap_a: "average precision within A",
  ap_b: "average precision within B",
};
const SIZE = 600;

/** Scores of the two groups: how far the classes of each are apart, how frequent its positives, and how high all of B. */
export function twoGroups({ separation_a, separation_b, prevalence_a, prevalence_b, lift }) {
  const group = (separation, prevalence, base) => {
    const positives = Math.min(Math.max(Math.round(SIZE * prevalence), 1), SIZE - 1);
    return { positives: quantiles(positives, base + separation, 1), negatives: quantiles(SIZE - positives, base, 1) };
  };
  return [group(separation_a, prevalence_a, 0), group(separation_b, prevalence_b, lift)];
}

const read = (positives, negatives) =>
  sweepOf(sorted([...positives.map(() => 1), ...negatives.map(() => 0)], [...positives, ...negatives]));

/** AUROC and average precision over all, within each group, and AUROC across them. */
export function groupMetrics([a, b]) {
  const all = read([...a.positives, ...b.positives], [...a.negatives, ...b.negatives]);
  const [within_a, within_b] = [read(a.positives, a.negatives), read(b.positives, b.negatives)];
  return {
    auroc: m.auroc(all), auroc_a: m.auroc(within_a), auroc_b: m.auroc(within_b),
    across_ab: m.auroc(read(a.positives, b.negatives)), across_ba: m.auroc(read(b.positives, a.negatives)),
    ap: m.averagePrecision(all), ap_a: m.averagePrecision(within_a), ap_b: m.averagePrecision(within_b),
  };
}

function build(explorer) {
  const axis = { label: "score", from: -7, to: 10 }; // all of both hills, wherever the sliders put them
  const panels = ["A", "B"].map((name) => {
    const plot = new Plot({ title: `Scores of group ${name}`, width: explorer.wide, height: 130, x: axis, y: { label: "", from: -0.42, to: 0.42, ticks: [] } });
    return { plot, above: plot.mark("path", { class: "x-positive x-fill" }), below: plot.mark("path", { class: "x-negative x-fill" }), words: plot.words() };
  });
  const meters = new Meters(NAMES, { caption: "What one score makes of both groups; change since the last reset" });
  let first = null;

  function draw(state) {
    explorer.controls(state);
    const values = groupMetrics(twoGroups(state));
    first ??= values;
    if (!explorer.moved) first = values;
    const xs = Array.from({ length: 171 }, (_, k) => axis.from + k / 10);
    panels.forEach(({ plot, above, below, words }, k) => {
      const name = "ab"[k];
      const [base, separation, prevalence] = [k ? state.lift : 0, state[`separation_${name}`], state[`prevalence_${name}`]];
      set(above, { d: plot.outline(xs, xs.map((x) => prevalence * normalDensity(x - base - separation)), { close: 0 }) });
      set(below, { d: plot.outline(xs, xs.map((x) => -(1 - prevalence) * normalDensity(x - base)), { close: 0 }) });
      words(`${"AB"[k]}: positives up, negatives down`, axis.from + 0.1, 0.34);
    });
    meters.show(values, first);
    const said = `Overall AUROC is ${shown(values.auroc)}, within A ${shown(values.auroc_a)} and within B ${shown(values.auroc_b)}; a positive of A beats a negative of B with chance ${shown(values.across_ab)}, a positive of B one of A with chance ${shown(values.across_ba)}.`;
    return { said, table: () => ({ head: ["metric", "value"], rows: Object.entries(NAMES).map(([key, name]) => [name, Number(values[key].toPrecision(4))]) }) };
  }

  return {
    controls: [
      el("div", { class: "x-sliders" },
        explorer.slider("lift", { label: "lift all scores of B" }),
        explorer.slider("separation_a", { label: "separation in A" }),
        explorer.slider("separation_b", { label: "separation in B" }),
        explorer.slider("prevalence_a", { label: "prevalence in A" }),
        explorer.slider("prevalence_b", { label: "prevalence in B" })),
    ],
    views: [el("div", { class: "x-wide" }, panels.map(({ plot }) => plot.node)), el("div", { class: "x-wide" }, meters.node)],
    draw,
  };
}

define("two-groups", {
  title: "Two groups, one score",
  state: { lift: 0, separation_a: 1.5, separation_b: 1, prevalence_a: 0.4, prevalence_b: 0.1 },
  allowed: { lift: [-3, 3, 0.1], separation_a: [0, 3, 0.1], separation_b: [0, 3, 0.1], prevalence_a: [0.01, 0.99, 0.01], prevalence_b: [0.01, 0.99, 0.01] },
  question: {
    ask: "Positives are frequent in A and rare in B. You lower all scores of B alike, so that no two cases of one group change their order. What do AUROC and average precision of all cases do?",
    options: ["Nothing: inside each group nothing has changed.", "Both can rise, though no group is served better.", "Both fall, because B is treated worse."],
    answer: 1,
    happened: [
      "Within each group nothing moves. Overall, most pairs are made of a positive of A and a negative of somebody, so that pushing B down wins pairs: the metric is paid for telling the groups apart. ",
      ["No area protects a small group", "../mcdermott/closed-form.html#claim-mcdermott-c2-conclusion"],
      ", and ",
      ["by experiment", "../mcdermott/subgroups.html#claim-mcdermott-result-disparity"],
      " AUPRC and AUROC differ in whom they favour, not in whether they do.",
    ],
  },
  build,
});
