/* Hand's ruler: two classifiers, a distribution of costs, and the one that each AUC implies. */
import { el, set, shown } from "./dom.js";
import { Meters, define } from "./explorer.js";
import * as m from "./metrics.js";
import { Plot, figure } from "./plot.js";
import { normalSample } from "./samples.js";
import { betaDensity } from "./special.js";
import { sorted, sweepOf } from "./sweep.js";

/** Bars of the implied distributions: few, because a sample implies few costs. */
const BINS = 12;

/** @import { ScoreExplorer } from "./explorer.js" */
/** @import { Sweep } from "./sweep.js" */
/** @typedef {{mode: number, certainty: number, separation: number, spread: number, prevalence: number}} State */
/** A curve with corners. @typedef {{conditions: number[], losses: number[]}} Curve */

/**
 * The parameters of a Beta distribution with this mode and this many cases' worth of certainty beyond the uniform one.
 * @type {(mode: number, certainty: number) => [alpha: number, beta: number]}
 */
export const betaOf = (mode, certainty) => [1 + certainty * mode, 1 + certainty * (1 - mode)];

/**
 * The costs that the AUC of a sample implies: shares of the cases on the segments of the hull, in bins of the share of
 * positives.
 * @type {(sweep: Sweep, bins: number) => Float64Array}
 */
export function impliedCosts(sweep, bins) {
  const { positives, negatives } = m.blocksOf(sweep);
  const heights = new Float64Array(bins);
  positives.forEach((p, k) => {
    const weight = p + negatives[k];
    heights[Math.min(Math.floor((p / weight) * bins), bins - 1)] += weight / (sweep.positives + sweep.negatives);
  });
  return heights;
}

/** The height of a curve at a place. @type {(curve: Curve, place: number) => number} */
function at({ conditions, losses }, place) {
  const corner = conditions.findIndex((c) => c >= place);
  const k = Math.max(corner, 1);
  const part = (place - conditions[k - 1]) / (conditions[k] - conditions[k - 1]);
  return losses[k - 1] + part * (losses[k] - losses[k - 1]);
}

/**
 * Position of a curve's name: the point farthest above the other curve, else farthest below.
 *
 * Of two alike the first is above.
 * @type {(own: Curve, other: Curve, first: boolean) => {x: number, y: number, above: boolean}}
 */
function nameAt(own, other, first) {
  const xs = Array.from({ length: 47 }, (_, k) => (k + 2) / 50);
  const gaps = xs.map((x) => at(own, x) - at(other, x));
  const [low, high] = [Math.min(...gaps), Math.max(...gaps)];
  const above = high > 0.01 || (first && low > -0.01);
  const x = xs[gaps.indexOf(above ? high : low)];
  return { x, y: at(own, x), above };
}

/** The order of A and B by a metric, in words. @type {(a: number, b: number) => string} */
function better(a, b) {
  const gap = Math.abs(a - b);
  return gap < 0.0005 ? `puts them level but for ${shown(gap, 4)}` : `prefers ${a > b ? "A" : "B"}`;
}

/** An axis from 0 to 1. @param {string} label */
const unit = (label) => ({ label, from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1] });

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  const roc = new Plot({
    title: "ROC curves of A and B",
    x: unit("false positive rate"),
    y: unit("true positive rate"),
  });
  const cost = new Plot({
    title: "Least loss of A and B at every cost",
    x: unit("cost proportion"),
    y: { label: "least loss", from: 0, to: 0.4 },
  });
  const law = new Plot({
    title: "How often each cost occurs",
    width: explorer.wide,
    height: 210,
    x: unit("cost proportion of a false positive"),
    y: { label: "density", from: 0, to: 5 },
  });
  const density = law.mark("path", { class: "x-heat" });
  const marks = ["x-curve", "x-second"].map((name) => ({
    roc: roc.mark("path", { class: name }),
    cost: cost.mark("path", { class: name }),
    law: law.mark("path", { class: name }),
    words: [roc, cost].map((plot) => plot.words({ "text-anchor": "middle" })),
  }));
  const meters = new Meters(
    { auroc_a: "AUROC of A", auroc_b: "AUROC of B", h_a: "H of A", h_b: "H of B" },
    { caption: "Which is better?" },
  );

  /** @param {State} state */
  function draw(state) {
    explorer.controls(state);
    const [alpha, beta] = betaOf(state.mode, state.certainty);
    const both = [{ separation: 1.5, spread: 1 }, state].map(({ separation, spread }) => {
      const { labels, scores } = normalSample({ separation, spread, prevalence: state.prevalence, size: 2000 });
      const sweep = sweepOf(sorted(labels, scores));
      const hull = m.hullOf(sweep);
      return {
        sweep,
        auroc: m.auroc(sweep),
        h: m.hMeasure(sweep, { alpha, beta }),
        law: [...impliedCosts(sweep, BINS)].map((share) => BINS * share),
        curve: m.costCurve(sweep, "cost"),
        hull: {
          conditions: [0, ...hull.falsePositives].map((v) => v / sweep.negatives),
          losses: [0, ...hull.truePositives].map((v) => v / sweep.positives),
        },
      };
    });
    const grid = Array.from({ length: 201 }, (_, k) => k / 200);
    const heights = grid.map((c) => betaDensity(alpha, beta, c));
    const highest = Math.max(...heights, ...both.flatMap((each) => each.law));
    law.frame({ y: { to: [5, 10, 20, 40, 80].find((end) => end >= highest) } });
    set(density, { d: law.outline(grid, heights, { close: 0 }) });
    const most = both.flatMap(({ curve }) => curve.losses).reduce((a, b) => Math.max(a, b), 0);
    cost.frame({ y: { to: Math.ceil(most * 10 + 0.2) / 10 } });
    both.forEach(({ sweep, curve, hull, law: bars }, k) => {
      const fpr = [0, ...sweep.falsePositives].map((v) => v / sweep.negatives);
      const tpr = [0, ...sweep.truePositives].map((v) => v / sweep.positives);
      set(marks[k].roc, { d: roc.outline(fpr, tpr) });
      set(marks[k].cost, { d: cost.outline(curve.conditions, curve.losses) });
      const xs = bars.flatMap((_, i) => [i / BINS, (i + 1) / BINS]);
      const ys = bars.flatMap((height) => [height, height]);
      set(marks[k].law, { d: law.outline(xs, ys) });
      const onRoc = nameAt(hull, both[1 - k].hull, k === 0);
      const onCost = nameAt(curve, both[1 - k].curve, k === 0);
      marks[k].words[0]("AB"[k], onRoc.x + (onRoc.above ? -0.03 : 0.04), onRoc.y + (onRoc.above ? 0.5 : -1.6) / 20);
      marks[k].words[1]("AB"[k], onCost.x, onCost.y + (onCost.above ? 0.5 : -1.6) * (cost.y.to / 20));
    });
    const [a, b] = both;
    meters.show({ auroc_a: a.auroc, auroc_b: b.auroc, h_a: a.h, h_b: b.h });
    const costs = `costs around ${shown(state.mode, 2)}`;
    const byH = `H ${better(a.h, b.h)} (${shown(a.h)} and ${shown(b.h)})`;
    const byAuroc = `AUROC ${better(a.auroc, b.auroc)} (${shown(a.auroc)} and ${shown(b.auroc)})`;
    return {
      sentence: `With ${costs}, ${byH}; ${byAuroc}.`,
      table: () => ({
        head: ["cost proportion", "least loss of A", "least loss of B"],
        rows: Array.from({ length: 21 }, (_, k) => k / 20).map((c) => [
          c,
          ...both.map(({ curve }) => Number(at(curve, c).toPrecision(4))),
        ]),
      }),
    };
  }

  return {
    controls: [
      el(
        "div",
        { class: "x-sliders" },
        explorer.slider("mode", { label: "the usual cost proportion" }),
        explorer.slider("certainty", { label: "how sure one is of it" }),
        explorer.slider("separation", { label: "separation of B" }),
        explorer.slider("spread", { label: "spread of B's positives" }),
        explorer.slider("prevalence", { label: "prevalence" }),
      ),
    ],
    views: [
      figure("ROC curves", roc),
      figure("Least loss at every cost", cost),
      figure("Your distribution of costs (filled), and those that the AUC of A and of B use", law, "x-wide"),
      el("div", { class: "x-wide" }, meters.node),
    ],
    draw,
  };
}

define("hands-ruler", {
  title: "Hand's ruler",
  state: { mode: 0.5, certainty: 20, separation: 2.37, spread: 2, prevalence: 0.3 },
  allowed: {
    mode: [0, 1, 0.01],
    certainty: [0, 60, 1],
    separation: [0, 4, 0.01],
    spread: [0.3, 3, 0.05],
    prevalence: [0.02, 0.98, 0.01],
  },
  question: {
    ask:
      "A and B have the same AUROC. You say how dear a false positive is. " +
      "Can H prefer A at one price and B at another?",
    options: [
      "No: equal AUROC means equally good.",
      "Yes, because their curves cross.",
      "Only if the prevalence changes too.",
    ],
    answer: 1,
    happened: [
      "Move the usual cost from one end to the other: near where the cost curves cross, H changes its mind, and ",
      ["where they do not cross no distribution of costs could", "never-crossing"],
      ". The two outlines show what Hand holds against AUC: ",
      "read as a least loss, it weighs costs by a distribution that ",
      ["differs between A and B", "implied-costs"],
      ", as if each were measured with a ruler of its own.",
    ],
  },
  build,
});
