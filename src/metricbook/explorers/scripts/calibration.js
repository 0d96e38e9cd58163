/*
 * Right order, wrong probabilities: log-odds bent by a monotone map, and what that does to metrics of order and of
 * truth.
 */
import { brief, clamp, el, say, set, shown } from "./dom.js";
import { Meters, define } from "./explorer.js";
import * as m from "./metrics.js";
import { takesOwn, unlinked } from "./own.js";
import { Plot, figure } from "./plot.js";
import { normalSample } from "./samples.js";
import { confusionAt, sorted, sweepOf } from "./sweep.js";

/** @import { ScoreExplorer } from "./explorer.js" */
/** @import { Axis } from "./plot.js" */
/** @import { Model, Rows } from "./own.js" */
/** @import { Sample, Sweep } from "./sweep.js" */
/**
 * `share` of the cases that are called CALLED are positive, and `shift` is added to all log-odds; a missed positive
 * costs as much as `price` false alarms.
 * @typedef {Record<"share" | "shift" | "threshold" | "price" | "separation" | "prevalence", number>} State
 */
/** @typedef {{auroc: number, average_precision: number, brier: number, log_loss: number, cost: number}} Values */

/** The probability at which the handle bends the map. */
const CALLED = 0.9;
const SIZE = 1000;
/** Range of the share: below it, the highest scores would be rounded to 1. */
const SHARES = [0.65, 0.98, 0.01];
/** @type {Record<keyof Values, string>} */
const NAMES = {
  auroc: "AUROC",
  average_precision: "average precision",
  brier: "Brier score",
  log_loss: "log loss",
  cost: "cost per case",
};

/** @param {number} p */
const logit = (p) => Math.log(p / (1 - p));
/** @param {number} odds logarithm of odds */
const logistic = (odds) => 1 / (1 + Math.exp(-odds));
/** How many times the log-odds are too large. @param {Pick<State, "share">} state */
const slopeOf = ({ share }) => logit(CALLED) / logit(share);
/** The share of positives among cases with a score. @type {(score: number, state: State) => number} */
const shareAt = (score, state) => logistic((logit(score) - state.shift) / slopeOf(state));

/** The scores of a state: the right log-odds of a normal sample, bent. @param {State} state */
export function bentSample(state) {
  const { separation, prevalence, shift } = state;
  const { labels, scores } = normalSample({ separation, spread: 1, prevalence, size: SIZE });
  const [slope, base] = [slopeOf(state), logit(prevalence)];
  return sorted(
    labels,
    scores.map((score) => logistic(slope * (base + separation * score) + shift)),
  );
}

/** Own probabilities, with something added to their log-odds. @type {(rows: Rows, shift: number) => Sample} */
export const shiftedSample = ({ labels, scores, weights }, shift) =>
  sorted(labels, shift ? scores.map((score) => logistic(logit(score) + shift)) : scores, weights);

/**
 * The share of positives at scores of a sample: that of a segment of the hull (isotonic regression), undefined beyond
 * the scores there are.
 * @param {Sweep} sweep
 */
export function isotonic(sweep) {
  const { thresholds, truePositives, falsePositives } = sweep;
  const { positives, negatives } = m.blocksOf(sweep);
  let [k, passed] = [0, 0];
  const steps = positives.map((positive, block) => {
    passed += positive + negatives[block];
    while (k + 1 < thresholds.length && truePositives[k] + falsePositives[k] < passed * (1 - 1e-12)) k += 1;
    return { low: thresholds[k], share: positive / (positive + negatives[block]) };
  });
  return (/** @type {number} */ score) =>
    score > thresholds[0] ? NaN : (steps.find(({ low }) => low <= score)?.share ?? NaN);
}

/** Metrics of the scores, and the cost of the decisions. @type {(state: State, sample?: Sample) => Values} */
export function bentMetrics(state, sample = bentSample(state)) {
  const sweep = sweepOf(sample);
  return {
    auroc: m.auroc(sweep),
    average_precision: m.averagePrecision(sweep),
    brier: m.brierScore(sweep),
    log_loss: m.logLoss(sweep),
    cost: costAt(sample, state.threshold, state.price),
  };
}

/**
 * Mean cost of decisions, that of a false alarm being 1.
 * @type {(sample: Sample, threshold: number, price: number) => number}
 */
function costAt(sample, threshold, price) {
  const [tn, fp, fn, tp] = confusionAt(sample, threshold);
  return (fp + price * fn) / (tn + fp + fn + tp);
}

/** Places at which curves are drawn, as shares of the axis. */
const GRID = Array.from({ length: 199 }, (_, k) => (k + 1) / 200);
/** Ends and ticks of an axis of probabilities. */
const UNIT = { from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1] };

/** The end of an axis for probabilities up to a highest one, which may be rare. @param {number} highest */
function endFor(highest) {
  const unit = 10 ** Math.floor(Math.log10(highest));
  return highest > 0 && highest < 0.5 ? Math.ceil(highest / unit) * unit : 1;
}

/** Why own scores are no probabilities; the empty text if they are. @param {Rows[]} models */
const misfit = ([{ scores }]) =>
  scores.every((score) => score >= 0 && score <= 1) ? "" : "Here scores are probabilities, from 0 to 1.";

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  const low = explorer.wide < 480;
  const curve = new Plot({
    title: "Share of positives by score",
    width: 300,
    height: low ? 200 : 260,
    x: { ...UNIT, label: "score: the probability it claims" },
    y: { ...UNIT, label: "share of positives" },
  });
  const cost = new Plot({
    title: "Cost by threshold",
    width: 300,
    height: 200,
    x: { ...UNIT, label: "threshold" },
    y: { label: "cost per case", from: 0, to: 1 },
  });
  const caption = `Drag the point: how often what is called ${CALLED} happens`;
  const view = figure(caption, curve, "x-half");
  const honest = curve.mark("path", { class: "x-guide" });
  const ideal = curve.mark("line", { class: "x-guide x-strong" });
  const bent = curve.mark("path", { class: "x-curve" });
  const ofThreshold = curve.words({ "text-anchor": "start" });
  const costs = cost.mark("path", { class: "x-curve" });
  const here = cost.mark("circle", { r: 5, class: "x-point" });
  const [least, most] = SHARES;
  /** @param {number} share */
  const bend = (share) => explorer.change({ share: clamp(Math.round(share * 100) / 100, least, most) });
  /** @param {number} threshold */
  const decide = (threshold) => explorer.change({ threshold: onAxis(threshold) });
  const handles = {
    threshold: curve.handle({
      name: "threshold: scores above it are flagged",
      shape: "line",
      everywhere: false,
      hand: "threshold",
      move: decide,
      step: (k) => decide(explorer.state.threshold + (k * cached.end) / 100),
    }),
    share: curve.handle({
      name: `share of positives among cases with score ${shown(CALLED, 2)}`,
      vertical: true,
      everywhere: false,
      hand: "share",
      move: (_, y) => bend(y),
      step: (k) => bend(explorer.state.share + k / 100),
    }),
  };
  const meters = new Meters(NAMES, { caption: "Change since the question began; a false alarm costs 1" });
  /** @type {Values | null} */
  let first = null;

  /** What depends on the scores, not on the threshold, and what it was computed of. */
  let cached = {
    key: "",
    model: /** @type {Model | null} */ (explorer.models?.[0] ?? null),
    sample: sorted([], []),
    end: 1,
    digits: 2,
    grid: GRID,
    shareOf: /** @type {(score: number) => number} */ (() => NaN),
    shares: /** @type {number[]} */ ([]),
    costs: /** @type {number[]} */ ([]),
  };
  /** A threshold on the axis, to a hundredth of it. @param {number} threshold */
  function onAxis(threshold) {
    const { end, digits } = cached;
    return Number(clamp(threshold, end / 100, 0.99 * end).toFixed(digits));
  }
  /** @param {State} state */
  function prepare(state) {
    const { threshold: _, ...scored } = state;
    const key = Object.values(scored).join();
    const [model = null] = explorer.models ?? [];
    if (key === cached.key && model === cached.model) return cached;
    if (model !== cached.model) {
      first = null;
      if (!explorer.dataset.counts) state.threshold = model?.threshold ?? explorer.first.threshold;
    }
    const sample = model ? shiftedSample(model, state.shift) : bentSample(state);
    const shareOf = model ? isotonic(sweepOf(sample)) : (/** @type {number} */ score) => shareAt(score, state);
    const end = model ? endFor(sample.scores[0]) : 1;
    const digits = Math.round(2 - Math.log10(end));
    const grid = GRID.map((share) => share * end);
    const shares = grid.map(shareOf);
    const each = grid.map((score) => costAt(sample, score, state.price));
    cached = { key, model, sample, end, digits, grid, shareOf, shares, costs: each };
    return cached;
  }

  /**
   * Draw the shares of positives; returns the ends of their axes.
   * @type {(of: typeof cached) => [across: Partial<Axis>, high: number]}
   */
  function drawShares({ model, end, grid, shares }) {
    const there = shares.map((_, k) => k).filter((k) => !Number.isNaN(shares[k]));
    const [xs, ys] = [grid, shares].map((list) => there.map((k) => list[k]));
    const ends = end < 1 ? { to: end, ticks: undefined } : UNIT;
    const high = Math.max(end, ...ys);
    curve.frame({ x: ends, y: high < 1 ? { to: high, ticks: undefined } : UNIT });
    set(honest, { d: curve.outline([0, end], [0, end]) });
    set(bent, { d: model ? curve.outline(xs, ys) : curve.outline([0, ...xs, 1], [0, ...ys, 1]) });
    say(
      /** @type {Element} */ (view.firstElementChild),
      model ? `How often what “${model.name}” says happens` : caption,
    );
    return [ends, high];
  }

  /** @param {State} state */
  function draw(state) {
    explorer.controls(state);
    const prepared = prepare(state);
    const { model, sample, end, digits, grid, shareOf, shares, costs: each } = prepared;
    if (model) state.threshold = onAxis(state.threshold);
    const values = bentMetrics(state, sample);
    if (!first || !explorer.moved) first = values;
    const [ends, high] = drawShares(prepared);
    const { threshold, share, price } = state;
    const at = shareOf(threshold);
    const isAsked = explorer.loop.phase === "asked";
    const isSeen = !isAsked && !Number.isNaN(at);
    const height = curve.py(at || 0);
    set(ideal, { x1: curve.px(0), x2: curve.px(isSeen ? threshold : 0), y1: height, y2: height });
    const text = isSeen ? `${shown(at, 2)} positive here` : "";
    ofThreshold(
      text,
      Math.min(threshold + 0.02 * end, 0.66 * end),
      clamp((at || 0) - 0.07 * high, 0.03 * high, 0.9 * high),
    );
    const called = `${shown(CALLED, 2)} is claimed, ${shown(share, 2)} are positive`;
    handles.share({ x: CALLED, y: shareAt(CALLED, state), now: share, min: least, max: most, text: called });
    const found = Number.isNaN(at) ? "no score is there" : `${shown(at, digits)} of the cases there are positive`;
    const decided = `${shown(threshold, digits)}: ${found}`;
    handles.threshold({ x: threshold, y: 0, now: threshold, min: end / 100, max: 0.99 * end, text: decided });
    set(/** @type {Element} */ (curve.handles.querySelector("[data-hand=share]")), { hidden: model !== null });
    cost.frame({ x: ends, y: { to: Math.max(...each) } });
    set(costs, { d: cost.outline(grid, each) });
    set(here, { cx: cost.px(threshold), cy: cost.py(values.cost) });
    meters.show(values, first);
    const { auroc, brier, log_loss } = values;
    const [place, positive] = model ? [threshold, at] : [CALLED, shareAt(CALLED, state)];
    const about = Number.isNaN(positive)
      ? ""
      : `Of the cases with score ${shown(place, digits)}, ${shown(positive, digits)} are positive. `;
    return {
      values: { ...values, threshold, at, called: shareAt(CALLED, state), due: 1 / (1 + price) },
      sentence:
        `${about}AUROC is ` +
        `${shown(auroc)}, the Brier score ${shown(brier)}, log loss ${shown(log_loss)}; flagging above ` +
        `${shown(threshold, digits)} costs ${shown(values.cost)} per case.`,
      unlinked: unlinked(explorer),
      table: () => ({
        head: ["score", "share of positives", "cost of this threshold"],
        rows: grid.map((score, k) => [score, shares[k], each[k]]).filter((_, k) => k % 10 === 9),
      }),
    };
  }

  const made = [
    explorer.slider("separation", { label: "separation" }),
    explorer.slider("prevalence", { label: "prevalence" }),
  ];
  return {
    asked: [view],
    seen: [el("div", {}, meters.node)],
    more: [
      el(
        "div",
        { class: "x-sliders" },
        explorer.slider("price", { label: "a miss costs so many false alarms" }),
        explorer.slider("shift", { label: "add to all log-odds" }),
        made,
      ),
      ...takesOwn(explorer, { models: 1, made, misfit }),
      figure("Cost by threshold", cost),
    ],
    draw,
  };
}

define("calibration", {
  title: "Right order, wrong probabilities",
  state: { share: 0.9, shift: 0, threshold: 0.2, price: 4, separation: 1.5, prevalence: 0.3 },
  allowed: {
    share: SHARES,
    shift: [-2, 2, 0.1],
    threshold: [0.01, 0.99, 0.01],
    price: [1, 20, 1],
    separation: [0.5, 2, 0.1],
    prevalence: [0.05, 0.5, 0.01],
  },
  challenges: [
    {
      ask:
        "Of the cases that a model gives 0.9, nine in ten are positive. Now it exaggerates: only seven in ten are. " +
        "No two cases change their order. What do AUROC, Brier score and log loss do?",
      options: [
        "All three get worse.",
        "AUROC stays; the other two get worse.",
        "Nothing: they depend on the order alone.",
      ],
      answer: 1,
      move: "drag the point at 0.9 down to 0.7.",
      hand: "share",
      made: ({ share }) => share <= 0.705,
      told: (now, first) => [
        `AUROC is still ${shown(now.auroc)}: it sees `,
        ["the order alone", "monotone-maps"],
        `. The Brier score went from ${shown(first.brier)} to ${shown(now.brier)}, log loss from `,
        `${shown(first.log_loss)} to ${shown(now.log_loss)} (less is better), and the cost of flagging above `,
        `${brief(now.threshold)} from ${shown(first.cost)} to ${shown(now.cost)} per case.`,
      ],
    },
    {
      ask:
        "The model exaggerates. A miss costs four false alarms, so a case is worth flagging if its probability " +
        "exceeds 0.2. Which threshold on the model's scores costs least?",
      options: ["One well below 0.2.", "Just 0.2, as the price says.", "One well above 0.2."],
      answer: 0,
      from: { share: 0.7 },
      move: "drag the threshold, the upright line, down to 0.03.",
      hand: "threshold",
      made: ({ threshold }) => threshold <= 0.03,
      told: (now, first) => [
        `At ${brief(first.threshold)}, ${shown(first.at, 2)} of the cases are in truth positive, and flagging above `,
        `it costs ${shown(first.cost)} per case. At ${brief(now.threshold)} the share is ${shown(now.at, 2)} and `,
        `the cost ${shown(now.cost)}. The price names a probability, and an exaggerated score is none.`,
      ],
    },
  ],
  build,
});
