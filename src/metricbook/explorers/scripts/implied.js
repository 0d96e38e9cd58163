/* The price that the best threshold of a metric stands for, by how good the classifier is. */
import { el, set, shown } from "./dom.js";
import { define } from "./explorer.js";
import * as m from "./metrics.js";
import { Plot } from "./plot.js";
import { normalDensity, normalShare } from "./special.js";

const NAMES = { f1_score: "F1", accuracy: "accuracy", balanced_accuracy: "balanced accuracy", jaccard_index: "Jaccard index", cohen_kappa: "Cohen's κ", matthews_correlation: "MCC" };

/** The four outcomes of normal scores of means 0 and `separation`, flagged above a threshold. */
export function outcomesAt(threshold, separation, prevalence) {
  const [missed, kept] = [normalShare(threshold - separation), normalShare(threshold)];
  return [(1 - prevalence) * kept, (1 - prevalence) * (1 - kept), prevalence * missed, prevalence * (1 - missed)];
}

/** The chance to be positive at a score. */
export function chanceAt(threshold, separation, prevalence) {
  const [positive, negative] = [prevalence * normalDensity(threshold - separation), (1 - prevalence) * normalDensity(threshold)];
  return positive / (positive + negative);
}

/** The best threshold of a metric, by golden section about the best of a grid, its value, and the chance there. */
export function optimum(metric, separation, prevalence) {
  const value = (t) => m.outcomes[metric](outcomesAt(t, separation, prevalence)) || 0;
  // Accuracy is flat to the last digit where its best threshold is far out; there a flag is as often right as wrong.
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

const SEPARATIONS = Array.from({ length: 36 }, (_, k) => 0.5 + k / 10);
/** AUROC of normal scores of one spread. */
export const aurocOf = (separation) => normalShare(separation / Math.SQRT2);

function build(explorer) {
  const price = new Plot({ title: "The implied price by AUROC", width: explorer.wide, height: 250, x: { label: "AUROC of the classifier", from: 0.6, to: 1, ticks: [0.6, 0.7, 0.8, 0.9, 1] }, y: { label: "chance at the best threshold", from: 0, to: 0.6 } });
  const curve = price.mark("path", { class: "x-curve" });
  const dots = price.words();
  const other = new Plot({ title: "The metric by threshold", width: explorer.wide, height: 190, x: { label: "threshold", from: -3, to: 6 }, y: { label: "value", from: 0, to: 1, ticks: [0, 0.5, 1] } });
  const byThreshold = other.mark("path", { class: "x-curve" });
  const best = other.mark("line", { class: "x-rule" });
  const kept = new Map();
  const handle = price.handle({
    name: "how good the classifier is", move: (x) => {
      const nearest = SEPARATIONS.reduce((a, b) => (Math.abs(aurocOf(b) - x) < Math.abs(aurocOf(a) - x) ? b : a));
      explorer.change({ separation: nearest });
    },
    step: (k) => explorer.change({ separation: Number(Math.min(Math.max(k === Infinity ? 4 : k === -Infinity ? 0.5 : explorer.state.separation + k / 10, 0.5), 4).toFixed(2)) }),
  });

  function draw(state) {
    explorer.controls(state);
    const key = `${state.metric},${state.prevalence}`;
    if (!kept.has(key)) kept.set(key, SEPARATIONS.map((separation) => optimum(state.metric, separation, state.prevalence)));
    const chances = kept.get(key).map(({ chance }) => chance);
    const now = optimum(state.metric, state.separation, state.prevalence);
    price.frame({ y: { to: Math.max(...chances, now.chance) > 0.6 ? 1 : 0.6 } });
    set(curve, { d: price.outline(SEPARATIONS.map(aurocOf), chances) });
    const auroc = aurocOf(state.separation);
    const misses = (1 - now.chance) / now.chance;
    const text = `AUROC ${shown(auroc)}: the chance at the best threshold is ${shown(now.chance)}`;
    handle({ x: auroc, y: now.chance, now: auroc, min: 0.6, max: 1, text });
    dots(shown(now.chance, 2), Math.min(auroc + 0.008, 0.95), now.chance + (now.chance > 0.9 * price.y.to ? -0.09 : 0.04) * price.y.to);
    const [from, to] = [Math.min(-3, Math.floor(now.threshold)), Math.max(6, Math.ceil(now.threshold))];
    other.frame({ x: { from, to } });
    const xs = Array.from({ length: 181 }, (_, k) => from + ((to - from) * k) / 180);
    set(byThreshold, { d: other.outline(xs, xs.map((t) => m.outcomes[state.metric](outcomesAt(t, state.separation, state.prevalence)) || 0)) });
    set(best, { x1: other.px(now.threshold), x2: other.px(now.threshold), y1: other.py(0), y2: other.py(1) });
    const said = `For a classifier of AUROC ${shown(auroc)}, the best ${NAMES[state.metric]} is ${shown(now.value)}; whoever is flagged last has the chance ${shown(now.chance)} to be positive, so that a miss is priced at ${shown(misses, 1)} false alarms.`;
    return { said, table: () => ({ head: ["AUROC", `best ${NAMES[state.metric]}`, "chance at the threshold"], rows: SEPARATIONS.map((separation, k) => [aurocOf(separation), kept.get(key)[k].value, kept.get(key)[k].chance].map((v) => Number(v.toPrecision(4)))) }) };
  }

  return {
    controls: [
      explorer.choice("metric", { label: "choose the threshold by", options: NAMES }),
      el("div", { class: "x-sliders" },
        explorer.slider("separation", { label: "separation" }),
        explorer.slider("prevalence", { label: "prevalence" })),
    ],
    views: [
      el("figure", { class: "x-wide" }, el("figcaption", {}, "The chance to be positive at the best threshold: the price that the metric pays for a flag"), price.node),
      el("figure", { class: "x-wide" }, el("figcaption", {}, "The metric by threshold, with its best"), other.node),
    ],
    draw,
  };
}

define("implied-cost", {
  title: "The price that F1 sets",
  state: { metric: "f1_score", separation: 1.5, prevalence: 0.1 },
  allowed: { metric: Object.keys(NAMES), separation: [0.5, 4, 0.01], prevalence: [0.01, 0.9, 0.01] },
  question: {
    ask: "You choose each classifier's threshold so that its F1 is best. As classifiers become better, what happens to the price of a miss, in false alarms, that this choice stands for?",
    options: ["It stays: the price is mine, not the classifier's.", "It falls: better classifiers make a miss cheaper.", "It rises."],
    answer: 1,
    happened: [
      "At the best F1 the chance to be positive is half of that F1, so that a better classifier, whose F1 is higher, flags only surer cases: the price changes with what is being measured. Accuracy and balanced accuracy keep theirs at every separation. The rule behind all of them is in ",
      ["One rule for every threshold", "../synthesis/one-rule.html#claim-synthesis-rule-metrics"],
      "; the case of F1 is also ",
      ["Sumpter's", "../sumpter/indistinguishability.html"],
      ".",
    ],
  },
  build,
});
