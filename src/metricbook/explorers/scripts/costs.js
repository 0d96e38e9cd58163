/* Hand's ruler: two classifiers, a distribution of costs, and the one that each AUC implies. */
import { el, set, shown } from "./dom.js";
import { Meters, define } from "./explorer.js";
import * as m from "./metrics.js";
import { Plot } from "./plot.js";
import { normalSample } from "./samples.js";
import { betaDensity } from "./special.js";
import { sorted, sweepOf } from "./sweep.js";

/** Bars of the implied distributions: few, because a sample implies few costs. */
const BINS = 12;

/** A Beta distribution with this mode and this many cases' worth of certainty beyond the uniform one. */
export const betaOf = (mode, certainty) => [1 + certainty * mode, 1 + certainty * (1 - mode)];

/** The costs that the AUC of a sample implies: shares of the cases on the segments of the hull, in bins of the share of positives. */
export function impliedCosts(sweep, bins) {
  const { positives, negatives } = m.blocksOf(sweep);
  const heights = new Float64Array(bins);
  positives.forEach((p, k) => {
    const weight = p + negatives[k];
    heights[Math.min(Math.floor((p / weight) * bins), bins - 1)] += weight / (sweep.positives + sweep.negatives);
  });
  return heights;
}

function build(explorer) {
  const unit = (label) => ({ label, from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1] });
  const roc = new Plot({ title: "ROC curves of A and B", x: unit("false positive rate"), y: unit("true positive rate") });
  const cost = new Plot({ title: "Least loss of A and B at every cost", x: unit("cost proportion"), y: { label: "least loss", from: 0, to: 0.4 } });
  const law = new Plot({ title: "How often each cost occurs", width: explorer.wide, height: 210, x: unit("cost proportion of a false positive"), y: { label: "density", from: 0, to: 5 } });
  const marks = ["A", "B"].map((name, k) => ({
    name,
    roc: roc.mark("path", { class: k ? "x-second" : "x-curve" }), cost: cost.mark("path", { class: k ? "x-second" : "x-curve" }),
    law: law.mark("path", { class: k ? "x-second" : "x-curve" }), words: [roc, cost].map((plot) => plot.words({ "text-anchor": "middle" })),
  }));
  const density = law.mark("path", { class: "x-heat" });
  law.marks.prepend(density);
  const meters = new Meters({ auroc_a: "AUROC of A", auroc_b: "AUROC of B", h_a: "H of A", h_b: "H of B" }, { caption: "Which is better?" });

  function draw(state) {
    explorer.controls(state);
    const both = [{ separation: 1.5, spread: 1 }, state].map(({ separation, spread }) => {
      const { labels, scores } = normalSample({ separation, spread, prevalence: state.prevalence, size: 2000 });
      return sweepOf(sorted(labels, scores));
    });
    const [alpha, beta] = betaOf(state.mode, state.certainty);
    const grid = Array.from({ length: 201 }, (_, k) => k / 200);
    const heights = grid.map((c) => betaDensity(alpha, beta, c));
    const laws = both.map((sweep) => [...impliedCosts(sweep, BINS)].map((share) => BINS * share));
    const highest = Math.max(...heights, ...laws.flat());
    law.frame({ y: { to: [5, 10, 20, 40, 80].find((end) => end >= highest) } });
    set(density, { d: law.outline(grid, heights, { close: 0 }) });
    const values = {};
    let most = 0;
    both.forEach((sweep, k) => {
      const name = "ab"[k];
      values[`auroc_${name}`] = m.auroc(sweep);
      values[`h_${name}`] = m.hMeasure(sweep, { alpha, beta });
      const curve = m.costCurve(sweep, "cost");
      most = curve.losses.reduce((a, b) => Math.max(a, b), most);
      const hull = m.hullOf(sweep);
      set(marks[k].roc, { d: roc.outline([0, ...sweep.falsePositives].map((v) => v / sweep.negatives), [0, ...sweep.truePositives].map((v) => v / sweep.positives)) });
      marks[k].hull = { conditions: [0, ...hull.falsePositives].map((v) => v / sweep.negatives), losses: [0, ...hull.truePositives].map((v) => v / sweep.positives) };
      marks[k].curve = curve;
    });
    cost.frame({ y: { to: Math.ceil(most * 10 + 0.2) / 10 } });
    both.forEach((sweep, k) => {
      const { conditions, losses } = marks[k].curve;
      set(marks[k].cost, { d: cost.outline(conditions, losses) });
      for (const [i, drawn] of ["hull", "curve"].entries()) {
        const { x, y, above } = nameAt(marks[k][drawn], marks[1 - k][drawn], k === 0);
        const unit = (i ? cost : roc).y.to / 20;
        marks[k].words[i](marks[k].name, x + (i ? 0 : above ? -0.03 : 0.04), y + (above ? 0.5 : -1.6) * unit);
      }
      const xs = laws[k].flatMap((_, i) => [i / BINS, (i + 1) / BINS]);
      set(marks[k].law, { d: law.outline(xs, laws[k].flatMap((height) => [height, height])) });
    });
    meters.show(values);
    const better = (a, b) => (Math.abs(a - b) < 0.0005 ? `puts them level but for ${shown(Math.abs(a - b), 4)}` : `prefers ${a > b ? "A" : "B"}`);
    const said = `With costs around ${shown(state.mode, 2)}, H ${better(values.h_a, values.h_b)} (${shown(values.h_a)} and ${shown(values.h_b)}); AUROC ${better(values.auroc_a, values.auroc_b)} (${shown(values.auroc_a)} and ${shown(values.auroc_b)}).`;
    return {
      said,
      table: () => ({
        head: ["cost proportion", "least loss of A", "least loss of B"],
        rows: Array.from({ length: 21 }, (_, k) => k / 20).map((c) => [c, ...marks.map(({ curve }) => Number(at(curve, c).toPrecision(4)))]),
      }),
    };
  }

  return {
    controls: [
      el("div", { class: "x-sliders" },
        explorer.slider("mode", { label: "the usual cost proportion" }),
        explorer.slider("certainty", { label: "how sure one is of it" }),
        explorer.slider("separation", { label: "separation of B" }),
        explorer.slider("spread", { label: "spread of B's positives" }),
        explorer.slider("prevalence", { label: "prevalence" })),
    ],
    views: [
      el("figure", {}, el("figcaption", {}, "ROC curves"), roc.node),
      el("figure", {}, el("figcaption", {}, "Least loss at every cost"), cost.node),
      el("figure", { class: "x-wide" }, el("figcaption", {}, "Your distribution of costs (filled), and those that the AUC of A and of B use"), law.node),
      el("div", { class: "x-wide" }, meters.node),
    ],
    draw,
  };
}

/** The height of a curve with corners at a place. */
function at({ conditions, losses }, place) {
  const k = Math.max(conditions.findIndex((c) => c >= place), 1);
  const part = (place - conditions[k - 1]) / (conditions[k] - conditions[k - 1]);
  return losses[k - 1] + part * (losses[k] - losses[k - 1]);
}

/** Where a curve's name stands: where it is farthest above the other curve, else farthest below; the first of two alike is above. */
function nameAt(own, other, first) {
  const xs = Array.from({ length: 47 }, (_, k) => (k + 2) / 50);
  const gaps = xs.map((x) => at(own, x) - at(other, x));
  const [low, high] = [Math.min(...gaps), Math.max(...gaps)];
  const above = high > 0.01 || (first && low > -0.01);
  const x = xs[gaps.indexOf(above ? high : low)];
  return { x, y: at(own, x), above };
}

define("hands-ruler", {
  title: "Hand's ruler",
  state: { mode: 0.5, certainty: 20, separation: 2.37, spread: 2, prevalence: 0.3 },
  allowed: { mode: [0, 1, 0.01], certainty: [0, 60, 1], separation: [0, 4, 0.01], spread: [0.3, 3, 0.05], prevalence: [0.02, 0.98, 0.01] },
  question: {
    ask: "A and B have the same AUROC. You say how dear a false positive is. Can H prefer A at one price and B at another?",
    options: ["No: equal AUROC means equally good.", "Yes, because their curves cross.", "Only if the prevalence changes too."],
    answer: 1,
    happened: [
      "Move the usual cost from one end to the other: near where the cost curves cross, H changes its mind, and ",
      ["where they do not cross no distribution of costs could", "../synthesis/diagonal.html#claim-synthesis-diagonal-decides"],
      ". The two outlines show what Hand holds against AUC: read as a least loss, it weighs costs by a distribution that ",
      ["differs between A and B", "../flach/hands-argument.html#claim-flach-eq14-cost-density"],
      ", as if each were measured with a ruler of its own.",
    ],
  },
  build,
});
