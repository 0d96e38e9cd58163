/* Easy negatives: what every metric says of cases that anybody would get right. */
import { brief, clamp, el, set, shown } from "./dom.js";
import { Meters, define } from "./explorer.js";
import { decisionMetrics, rankingMetrics } from "./bench.js";
import { Plot, figure } from "./plot.js";
import { normalSample } from "./samples.js";
import { confidenceSweepOf, confusionAt, sorted, sweepOf } from "./sweep.js";

/** @import { ScoreExplorer } from "./explorer.js" */
/** @typedef {{separation: number, size: number, prevalence: number}} Others */
/** @typedef {{metric: string, step: number} & Others} State */
/** @typedef {Record<string, number>} Metrics */

/** @type {Record<string, string>} */
const NAMES = {
  auroc: "AUROC",
  average_precision: "average precision",
  c_rb: "C(r_b)",
  f1_score: "F1",
  h_measure: "H measure",
  balanced_accuracy: "balanced accuracy",
  cohen_kappa: "Cohen's κ",
  matthews_correlation: "MCC",
  accuracy: "accuracy",
  lxcim: "LxCIM",
};
const KEYS = Object.keys(NAMES);

/** The easy negatives at a step of the slider: none, then ten steps to a power of ten. @param {number} step */
export const easyAt = (step) => (step <= 0 ? 0 : Math.round(10 ** (step / 10)));

/**
 * All metrics of a sample with easy negatives added, as one case of their weight.
 * @param {Others} others
 * @param {number} easy
 * @returns {Metrics}
 */
export function withEasy({ separation, size, prevalence }, easy) {
  const { labels, scores } = normalSample({ separation, spread: 1, prevalence, size });
  const lowest = scores.reduce((a, b) => Math.min(a, b), 0) - 4;
  const sample = sorted([...labels, 0], [...scores, lowest], [...labels.map(() => 1), easy]);
  const sweep = sweepOf(sample);
  return { ...rankingMetrics(sweep), ...decisionMetrics(confusionAt(sample, 0), confidenceSweepOf(sample, 0)) };
}

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  const plot = new Plot({
    title: "Metrics by the number of easy negatives",
    width: explorer.wide,
    height: 260,
    x: { label: "easy negatives added, as a power of ten", from: 0, to: 5, ticks: [0, 1, 2, 3, 4, 5] },
    y: { label: "value", from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1] },
  });
  const curve = plot.mark("path", { class: "x-curve" });
  const others = KEYS.map(() => plot.mark("path", { class: "x-guide" }));
  const words = plot.words({ "text-anchor": "start" });
  const meters = new Meters(NAMES, { caption: "Metrics; change against no easy negatives" });
  /** Metrics at every second step, and what they were computed of. @type {{key: string, values: Metrics[]}} */
  let cached = { key: "", values: [] };
  const move = plot.handle({
    name: "easy negatives, on the curve",
    move: (x) => explorer.change({ step: Math.round(x * 10) }),
    step: (k) => explorer.change({ step: clamp(explorer.state.step + k, 0, 50) }),
  });

  /** @param {State} state */
  function draw(state) {
    explorer.controls(state);
    const key = [state.separation, state.size, state.prevalence].join();
    if (cached.key !== key)
      cached = { key, values: Array.from({ length: 26 }, (_, k) => withEasy(state, easyAt(2 * k))) };
    const { values } = cached;
    const steps = values.map((_, k) => k / 5);
    const easy = easyAt(state.step);
    const now = withEasy(state, easy);
    /** @param {string} name */
    const series = (name) => values.map((each) => each[name]);
    KEYS.forEach((name, k) => set(others[k], { d: plot.outline(steps, series(name)) }));
    set(curve, { d: plot.outline(steps, series(state.metric)) });
    words(NAMES[state.metric], 0.1, Math.max(series(state.metric)[0] - 0.06, 0.03));
    const text = `${brief(easy)} easy negatives: ${NAMES[state.metric]} ${shown(now[state.metric])}`;
    move({ x: state.step / 10, y: now[state.metric], now: easy, min: 0, max: easyAt(50), text });
    meters.show(now, values[0]);
    const stays = KEYS.filter((name) => Math.abs(now[name] - values[0][name]) < 0.0005).map((name) => NAMES[name]);
    const three = `AUROC is ${shown(now.auroc)}, accuracy ${shown(now.accuracy)} and LxCIM ${shown(now.lxcim)}`;
    return {
      sentence: `With ${brief(easy)} easy negatives ${three}; what has not moved: ${stays.join(", ") || "nothing"}.`,
      table: () => ({
        head: ["easy negatives", ...Object.values(NAMES)],
        rows: values.map((each, k) => [easyAt(2 * k), ...KEYS.map((name) => Number(each[name].toPrecision(4)))]),
      }),
    };
  }

  return {
    controls: [
      explorer.choice("metric", { label: "show", options: NAMES }),
      el(
        "div",
        { class: "x-sliders" },
        explorer.slider("step", { label: "easy negatives", text: (step) => brief(easyAt(step)) }),
        explorer.slider("separation", { label: "separation of the others" }),
        explorer.slider("prevalence", { label: "prevalence among the others" }),
      ),
    ],
    views: [
      figure("The chosen metric (solid) among the others (dashed)", plot, "x-wide"),
      el("div", { class: "x-wide" }, meters.node),
    ],
    draw,
  };
}

define("easy-negatives", {
  title: "Easy negatives",
  state: { metric: "auroc", step: 0, separation: 1.5, size: 400, prevalence: 0.5 },
  allowed: {
    metric: KEYS,
    step: [0, 50, 1],
    separation: [0, 4, 0.05],
    size: [20, 2000, 1],
    prevalence: [0.05, 0.95, 0.05],
  },
  question: {
    ask: "You add 10,000 negatives that score far below everything else. Which of these stays where it is?",
    options: [
      "AUROC, which does not depend on the prevalence.",
      "LxCIM, which does not depend on the class.",
      "Average precision.",
      "MCC, which is made for unequal classes.",
    ],
    answer: 2,
    happened: [
      "What is ranked below all positives never meets them: ",
      "average precision, F1 and C(r_b) stay to the last digit. AUROC, accuracy and LxCIM climb towards 1 though ",
      ["nothing about the hard cases has improved", "easy-negatives"],
      "; κ, MCC and H climb part of the way, ",
      ["by factors that are known", "factors-of-easy-negatives"],
      ".",
    ],
  },
  build,
});
