/* The ratio of costs that the best threshold of a metric implies, by the AUROC of the classifier. */
import { clamp, el, set, shown } from "./dom.js";
import { define } from "./explorer.js";
import * as m from "./metrics.js";
import { Plot, figure } from "./plot.js";
import { normalDensity, normalShare } from "./special.js";

/** @import { ScoreExplorer } from "./explorer.js" */
/** @import { Outcomes } from "./sweep.js" */
/** @typedef {{metric: string, separation: number, prevalence: number}} State */

/** @type {Record<string, string>} */
const NAMES = {
  f1_score: "F1",
  accuracy: "accuracy",
  balanced_accuracy: "balanced accuracy",
  jaccard_index: "Jaccard index",
  cohen_kappa: "Cohen's κ",
  matthews_correlation: "MCC",
};
const SEPARATIONS = Array.from({ length: 36 }, (_, k) => 0.5 + k / 10);

/**
 * The four outcomes of normal scores of means 0 and `separation`, predicted positive above a threshold.
 * @type {(threshold: number, separation: number, prevalence: number) => Outcomes}
 */
export function outcomesAt(threshold, separation, prevalence) {
  const [fnr, tnr] = [normalShare(threshold - separation), normalShare(threshold)];
  return [(1 - prevalence) * tnr, (1 - prevalence) * (1 - tnr), prevalence * fnr, prevalence * (1 - fnr)];
}

/** Probability of being positive. @type {(score: number, separation: number, prevalence: number) => number} */
export function chanceAt(score, separation, prevalence) {
  const positive = prevalence * normalDensity(score - separation);
  const negative = (1 - prevalence) * normalDensity(score);
  return positive / (positive + negative);
}

/**
 * The best threshold of a metric, by golden section about the best of a grid, its value, and the probability there.
 * @param {string} metric
 * @param {number} separation
 * @param {number} prevalence
 */
export function optimum(metric, separation, prevalence) {
  /** @param {number} t */
  const value = (t) => m.outcomes[metric](outcomesAt(t, separation, prevalence)) || 0;
  // Accuracy is flat to the last digit where its best threshold is far out; there positives are as often right as not.
  if (metric === "accuracy") {
    const threshold = separation / 2 + Math.log((1 - prevalence) / prevalence) / separation;
    return { threshold, value: value(threshold), chance: 0.5 };
  }
  let best = -8;
  for (let t = -8; t <= 10; t += 0.05) if (value(t) > value(best)) best = t;
  let [low, high] = [best - 0.05, best + 0.05];
  const golden = (Math.sqrt(5) - 1) / 2;
  for (let k = 0; k < 40; k += 1) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)];
    if (value(left) < value(right)) low = left;
    else high = right;
  }
  const threshold = (low + high) / 2;
  return { threshold, value: value(threshold), chance: chanceAt(threshold, separation, prevalence) };
}

/** AUROC of normal scores of one spread. @param {number} separation */
export const aurocOf = (separation) => normalShare(separation / Math.SQRT2);

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  const price = new Plot({
    title: "The implied price by AUROC",
    width: explorer.wide,
    height: 250,
    x: { label: "AUROC of the classifier", from: 0.6, to: 1, ticks: [0.6, 0.7, 0.8, 0.9, 1] },
    y: { label: "chance at the best threshold", from: 0, to: 0.6 },
  });
  const curve = price.mark("path", { class: "x-curve" });
  const words = price.words();
  const other = new Plot({
    title: "The metric by threshold",
    width: explorer.wide,
    height: 190,
    x: { label: "threshold", from: -3, to: 6 },
    y: { label: "value", from: 0, to: 1, ticks: [0, 0.5, 1] },
  });
  const byThreshold = other.mark("path", { class: "x-curve" });
  const best = other.mark("line", { class: "x-rule" });
  /** Optima at all separations, by metric and prevalence. @type {Map<string, ReturnType<typeof optimum>[]>} */
  const optimaByKey = new Map();
  const handle = price.handle({
    name: "how good the classifier is",
    move: (x) => {
      const gaps = SEPARATIONS.map((separation) => Math.abs(aurocOf(separation) - x));
      explorer.change({ separation: SEPARATIONS[gaps.indexOf(Math.min(...gaps))] });
    },
    step: (k) => explorer.change({ separation: Number(clamp(explorer.state.separation + k / 10, 0.5, 4).toFixed(2)) }),
  });

  /** @param {State} state */
  function draw({ metric, separation, prevalence }) {
    explorer.controls({ metric, separation, prevalence });
    const key = `${metric},${prevalence}`;
    const optima = optimaByKey.get(key) ?? SEPARATIONS.map((each) => optimum(metric, each, prevalence));
    optimaByKey.set(key, optima);
    const chances = optima.map(({ chance }) => chance);
    const now = optimum(metric, separation, prevalence);
    price.frame({ y: { to: Math.max(...chances, now.chance) > 0.6 ? 1 : 0.6 } });
    set(curve, { d: price.outline(SEPARATIONS.map(aurocOf), chances) });
    const auroc = aurocOf(separation);
    const text = `AUROC ${shown(auroc)}: the chance at the best threshold is ${shown(now.chance)}`;
    handle({ x: auroc, y: now.chance, now: auroc, min: 0.6, max: 1, text });
    const above = now.chance > 0.9 * price.y.to ? -0.09 : 0.04;
    words(shown(now.chance, 2), Math.min(auroc + 0.008, 0.95), now.chance + above * price.y.to);
    const [from, to] = [Math.min(-3, Math.floor(now.threshold)), Math.max(6, Math.ceil(now.threshold))];
    other.frame({ x: { from, to } });
    const xs = Array.from({ length: 181 }, (_, k) => from + ((to - from) * k) / 180);
    const ys = xs.map((t) => m.outcomes[metric](outcomesAt(t, separation, prevalence)) || 0);
    set(byThreshold, { d: other.outline(xs, ys) });
    set(best, { x1: other.px(now.threshold), x2: other.px(now.threshold), y1: other.py(0), y2: other.py(1) });
    const misses = (1 - now.chance) / now.chance;
    return {
      sentence:
        `For a classifier of AUROC ${shown(auroc)}, the best ${NAMES[metric]} is ${shown(now.value)}; ` +
        `a case at its threshold has the chance ${shown(now.chance)} to be positive, ` +
        `so that a miss counts for ${shown(misses, 1)} false alarms.`,
      table: () => ({
        head: ["AUROC", `best ${NAMES[metric]}`, "chance at the threshold"],
        rows: optima.map(({ value, chance }, k) =>
          [aurocOf(SEPARATIONS[k]), value, chance].map((v) => Number(v.toPrecision(4))),
        ),
      }),
    };
  }

  return {
    controls: [
      explorer.choice("metric", { label: "choose the threshold by", options: NAMES }),
      el(
        "div",
        { class: "x-sliders" },
        explorer.slider("separation", { label: "separation" }),
        explorer.slider("prevalence", { label: "prevalence" }),
      ),
    ],
    views: [
      figure(
        "The chance to be positive at the best threshold: the price that the metric pays for a flag",
        price,
        "x-wide",
      ),
      figure("The metric by threshold, with its best", other, "x-wide"),
    ],
    draw,
  };
}

define("implied-cost", {
  title: "The price that F1 sets",
  state: { metric: "f1_score", separation: 1.5, prevalence: 0.1 },
  allowed: { metric: Object.keys(NAMES), separation: [0.5, 4, 0.01], prevalence: [0.01, 0.9, 0.01] },
  question: {
    ask:
      "You choose each classifier's threshold so that its F1 is best. As classifiers become better, " +
      "what happens to the number of false alarms that a miss then counts for?",
    options: [
      "It stays: what a miss costs is my affair, not the classifier's.",
      "It falls: better classifiers make a miss cheaper.",
      "It rises.",
    ],
    answer: 1,
    happened: [
      "At the best F1 the chance to be positive is ",
      ["half of that F1", "chance-at-the-best-f1"],
      ", so that a better classifier, whose F1 is higher, flags only surer cases: ",
      "the price of a false alarm rises with what is being measured, and a miss counts for fewer of them. ",
      "Accuracy and balanced accuracy keep theirs at every separation. ",
      ["One rule", "rule-of-thresholds"],
      " is behind all of them.",
    ],
  },
  build,
});
