/* The threshold bench: one sample, one threshold, every view. */
import { clamp, el, many, say, set, shown } from "./dom.js";
import { Meters, define } from "./explorer.js";
import * as m from "./metrics.js";
import { CHANGED, ownModels, ownScores } from "./own.js";
import { Plot, figure } from "./plot.js";
import { normalSample, twelve } from "./samples.js";
import { Sparks } from "./sparks.js";
import { confidenceSweepOf, confusionAt, sorted, sweepOf } from "./sweep.js";

/** @import { ScoreExplorer } from "./explorer.js" */
/** @import { Model, Rows } from "./own.js" */
/** @import { ConfidenceSweep, Outcomes, Sample, Sweep } from "./sweep.js" */
/** Parameters of a normal sample, and the threshold. @typedef {typeof USUAL} Parameters */
/**
 * `view` is the view used last; skew, decided, and a and b are the values chosen in the views of the costs, of the
 * confidences and of the Tile.
 * @typedef {{preset: string, view: View, skew: number, decided: number, a: number, b: number} & Parameters} State
 */
/** @typedef {"threshold" | "cost" | "confidence" | "tile"} View */
/**
 * A sample, and values that depend on it alone: the number of digits to show of its scores, the ends of their axis, and
 * a cache of best thresholds.
 * @typedef {object} Prepared
 * @property {string} key
 * @property {Sample} sample
 * @property {Sweep} sweep
 * @property {number} digits
 * @property {[low: number, high: number]} ends
 * @property {Record<string, number>} metrics
 * @property {Record<string, {key: string} & ReturnType<typeof m.bestThreshold>>} best
 * @property {ReturnType<typeof m.indistinguishability>} rb
 */
/**
 * The decisions at a threshold: the outcomes, the rates, the number of cases, and the sweep by confidence.
 * @typedef {{counts: Outcomes, fpr: number, tpr: number, total: number, decisions: ConfidenceSweep}} Decisions
 */
/**
 * The answer to the value chosen in a view: a sentence, the line of the ROC square whose points are equally good, and
 * the best threshold.
 * @typedef {{sentence: string, level?: [ofX: number, ofY: number, rest: number] | null, ideal?: number}} Answer
 */

const USUAL = { separation: 1.5, spread: 1, prevalence: 0.3, size: 800, easy: 0, threshold: 0 };
/** @type {Record<string, {text: string, more: Partial<Parameters>}>} */
const PRESETS = {
  usual: { text: "Two normal distributions", more: {} },
  rare: { text: "Rare positives", more: { prevalence: 0.02, threshold: 1.5 } },
  easy: { text: "Easy negatives", more: { prevalence: 0.5, easy: 4000 } },
  crossing: { text: "Same AUROC, crossing curves", more: { separation: 2.37, spread: 2, prevalence: 0.5 } },
  twelve: { text: "Twelve scores (Flach et al., Figure 1)", more: { threshold: 0.45 } },
  own: { text: "Your own scores", more: {} },
  second: { text: "Your second model", more: {} },
};
/** Presets that are the reader's own models. */
const OWN = ["own", "second"];
/** @type {Record<string, string>} */
const NAMES = {
  auroc: "AUROC",
  average_precision: "average precision",
  h_measure: "H measure",
  c_rb: "C(r_b)",
  lxcim: "LxCIM",
  audrc: "AUDRC",
  accuracy: "accuracy",
  balanced_accuracy: "balanced accuracy",
  precision: "precision",
  recall: "recall",
  f1_score: "F1",
  cohen_kappa: "Cohen's κ",
  matthews_correlation: "MCC",
};
/** Named places of the Tile. @type {[name: string, a: number, b: number][]} */
const CORNERS = [
  ["specificity", 0, 0],
  ["precision", 1, 0],
  ["NPV", 0, 1],
  ["recall", 1, 1],
  ["accuracy", 0.5, 0.5],
  ["F1", 1, 0.5],
];
/** @type {View[]} */
const VIEWS = ["threshold", "cost", "confidence", "tile"];
const OUTCOMES = ["true negatives", "false positives", "false negatives", "true positives"];
/** Most points that a view draws: more could not be seen. */
const DOTS = 60;
/** Number of columns and of rows in which the Tile is drawn. */
const CELLS = 16;
/** Number of bins of a histogram. */
const BINS = 60;

/** The metrics of the ranking, which no threshold moves. @param {Sweep} sweep */
export const rankingMetrics = (sweep) => ({
  auroc: m.auroc(sweep),
  average_precision: m.averagePrecision(sweep),
  h_measure: m.hMeasure(sweep),
  c_rb: m.precisionAtIndistinguishability(sweep),
});

/** The metrics of the decisions at a threshold. @param {Outcomes} cells @param {ConfidenceSweep} decisions */
export const decisionMetrics = (cells, decisions) => ({
  lxcim: m.lxcim(decisions),
  audrc: m.audrcSum(decisions),
  accuracy: m.outcomes.accuracy(cells),
  balanced_accuracy: m.outcomes.balanced_accuracy(cells),
  precision: m.outcomes.precision(cells),
  recall: m.outcomes.recall(cells),
  f1_score: m.outcomes.f1_score(cells),
  cohen_kappa: m.outcomes.cohen_kappa(cells),
  matthews_correlation: m.outcomes.matthews_correlation(cells),
});

/**
 * Cases of a class in bins of the scores.
 * @type {(sample: Sample, label: number, ends: [low: number, high: number]) => Float64Array}
 */
function histogram({ labels, scores, weights }, label, [from, to]) {
  const heights = new Float64Array(BINS);
  scores.forEach((score, k) => {
    const bin = clamp(Math.floor(((score - from) / (to - from)) * BINS), 0, BINS - 1);
    if (labels[k] === label) heights[bin] += weights[k];
  });
  return heights;
}

/** A sample, and values that depend on it alone. @type {(key: string, rows: Rows) => Prepared} */
function prepared(key, { labels, scores, weights }) {
  const sample = sorted(labels, scores, weights);
  const sweep = sweepOf(sample);
  const [high, low] = [sweep.thresholds[0], sweep.thresholds[sweep.thresholds.length - 1]];
  const margin = (high - low) * 0.04 || 1;
  const digits = clamp(Math.round(2 - Math.log10(high - low + 2 * margin)), 2, 99); // of a hundredth of the axis
  const [metrics, rb] = [rankingMetrics(sweep), m.indistinguishability(sweep)];
  return { key, sample, sweep, digits, ends: [low - margin, high + margin], metrics, best: {}, rb };
}

/** A share to three decimals. @param {number} value */
const share = (value) => Number(clamp(value, 0, 1).toFixed(3));

/** A share in words. @param {number} value */
const percent = (value) => `${shown(100 * value, 1)} %`;

/** The name of a place of the Tile, if it has one. @type {(a: number, b: number) => string | undefined} */
const nameAt = (a, b) => CORNERS.find(([, x, y]) => x === a && y === b)?.[0];

/** The place of the value that is nearest to one. @type {(values: number[], wanted: number) => number} */
const nearest = (values, wanted) =>
  values.reduce((best, value, k) => (Math.abs(value - wanted) < Math.abs(values[best] - wanted) ? k : best), 0);

/** An axis from 0 to 1. @param {string} label */
const unit = (label) => ({ label, from: 0, to: 1, ticks: [0, 0.5, 1] });

/** A table of the four outcomes, and the function that shows new ones. */
function outcomesTable() {
  const cells = OUTCOMES.map(() => el("td"));
  const head = ["not flagged", "flagged"].map((text) => el("th", { scope: "col" }, text));
  const rows = ["negative", "positive"].map((text, k) =>
    el("tr", {}, el("th", { scope: "row" }, text), cells.slice(2 * k, 2 * k + 2)),
  );
  const node = el(
    "table",
    { class: "x-outcomes" },
    el("caption", {}, "Four outcomes"),
    el("thead", {}, el("tr", {}, el("td"), ...head)),
    el("tbody", {}, ...rows),
  );
  /** @param {Outcomes} counts */
  const show = (counts) =>
    counts.forEach((value, k) => {
      cells[k].textContent = `${many(value)} ${OUTCOMES[k]}`;
    });
  return { node, show };
}

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  /** Models of the element, which are shown instead of any other sample. */
  const given = explorer.models;
  /** @param {Model} model */
  const startOf = ({ name, threshold }) => ({ preset: name, threshold });
  /** The reader's model of a preset, if the page has it. @param {string} name */
  const mine = (name) => ownModels()?.[OWN.indexOf(name)];
  if (given) {
    explorer.spec = { ...explorer.spec, allowed: { ...explorer.spec.allowed, preset: given.map(({ name }) => name) } };
    Object.assign(explorer.first, startOf(given[0]));
  }
  /** A state that needs scores of the reader's which this page does not have. @type {State | null} */
  let missed = null;
  /** The sample shown. @type {Prepared} */
  let current;
  /** Metrics to compare with, and the current ones. @type {Record<string, number> | null} */
  let remembered = null;
  /** @type {Record<string, number>} */
  let now = {};

  const scores = new Plot({
    title: "Scores of both classes, and the threshold",
    width: explorer.wide,
    height: 190,
    x: { label: "score", from: -4, to: 4 },
    y: { label: "", from: -1, to: 1, ticks: [] },
  });
  const roc = new Plot({ title: "ROC curve", x: unit("false positive rate"), y: unit("true positive rate") });
  const pr = new Plot({ title: "Precision-recall curve", x: unit("recall"), y: unit("precision") });
  const cost = new Plot({
    title: "Cost curve",
    x: unit("skew"),
    y: { label: "loss", from: 0, to: 0.5, ticks: [0, 0.25, 0.5] },
  });
  const confidence = new Plot({
    title: "Right decisions, the most confident first",
    x: unit("decision rate"),
    y: unit("decided rightly"),
  });
  const tile = new Plot({ title: "The Tile: every ranking score of these decisions", x: unit("a"), y: unit("b") });
  const whole = { y: scores.py(1), height: scores.py(-1) - scores.py(1) };
  const marks = {
    undecided: scores.mark("rect", { class: "x-undecided", ...whole }),
    above: scores.mark("path", { class: "x-positive x-fill" }),
    below: scores.mark("path", { class: "x-negative x-fill" }),
    dots: scores.mark("g"),
    rb: scores.mark("line", { class: "x-guide" }),
    best: scores.mark("path", { class: "x-line" }),
    level: roc.mark("path", { class: "x-line x-dashed" }),
    chance: roc.mark("path", { class: "x-guide", d: roc.outline([0, 1], [0, 1]) }),
    hull: roc.mark("path", { class: "x-guide x-strong" }),
    roc: roc.mark("path", { class: "x-curve" }),
    pr: pr.mark("path", { class: "x-curve" }),
    base: pr.mark("path", { class: "x-guide" }),
    lines: cost.mark("path", { class: "x-guide" }),
    cost: cost.mark("path", { class: "x-curve" }),
    line: cost.mark("path", { class: "x-line" }),
    regret: cost.mark("line", { class: "x-rule" }),
    diagonal: confidence.mark("path", { class: "x-guide", d: confidence.outline([0, 1], [0, 1]) }),
    confidence: confidence.mark("path", { class: "x-curve" }),
  };
  const words = {
    positives: scores.words({ "text-anchor": "start" }),
    negatives: scores.words({ "text-anchor": "start" }),
    rb: scores.words({ class: "x-words x-small", "text-anchor": "end", dx: -4 }),
    best: scores.words({ class: "x-words x-small", "text-anchor": "start", dx: 7 }),
  };
  const size = { width: tile.px(1 / CELLS) - tile.px(0), height: tile.py(0) - tile.py(1 / CELLS) };
  const cells = Array.from({ length: CELLS * CELLS }, (_, k) => {
    const [i, j] = [Math.floor(k / CELLS), k % CELLS];
    const node = tile.mark("rect", { x: tile.px(i / CELLS), y: tile.py((j + 1) / CELLS), ...size, class: "x-heat" });
    return { a: (i + 0.5) / CELLS, b: (j + 0.5) / CELLS, node };
  });
  const corners = CORNERS.map(([, a, b]) =>
    tile.words({ "text-anchor": ["start", "middle", "end"][2 * a], dy: [-5, 20, 13][2 * b] }),
  );

  /** A place on the axis of the scores, to a tenth of the digits shown. @param {number} x */
  const rounded = (x) => Number(x.toFixed(current.digits + 1));
  /** The middle between the k-th highest distinct score and the next. @param {number} k */
  const between = (k) => {
    const { sweep, ends } = current;
    return ((sweep.thresholds[k] ?? ends[0]) + (sweep.thresholds[k - 1] ?? ends[1])) / 2;
  };
  /**
   * Predict the k highest distinct scores positive, the threshold half way to the next.
   * @param {number} k
   * @param {Partial<State>} more
   */
  const flag = (k, more = {}) => {
    const threshold = between(clamp(k, 0, current.sweep.thresholds.length));
    explorer.change({ threshold: Number(threshold.toPrecision(12)), ...more });
  };
  /** Number of distinct scores predicted positive. */
  const flagged = () => {
    const k = current.sweep.thresholds.findIndex((t) => t < explorer.state.threshold);
    return k < 0 ? current.sweep.thresholds.length : k;
  };
  /**
   * A handle that moves the threshold along a curve whose rates rise along it.
   * @type {(plot: Plot, name: string, rates: () => number[]) => ReturnType<Plot["handle"]>}
   */
  const along = (plot, name, rates) =>
    plot.handle({
      name,
      move: (x) => flag(nearest(rates(), x)),
      step: (k) => flag(flagged() + k * Math.ceil(current.sweep.thresholds.length / 100)),
    });
  /**
   * The threshold of the sample that is best by a value of the outcomes, cached by its parameters.
   * @param {string} name
   * @param {(counts: Outcomes) => number} worth
   * @param {...number} parameters
   */
  const bestBy = (name, worth, ...parameters) => {
    const key = parameters.join();
    if (current.best[name]?.key !== key) current.best[name] = { key, ...m.bestThreshold(current.sweep, worth) };
    return current.best[name];
  };
  /** @param {number} skew */
  const leastLoss = (skew) => bestBy("cost", (counts) => -m.lossAt(counts, skew), skew);
  /** @param {number} a @param {number} b */
  const bestOnTile = (a, b) => bestBy("tile", (counts) => m.rankingScore(counts, a, b), a, b);
  /** Choose a skew: the threshold moves to the least loss. @param {number} value */
  const price = (value) => {
    const skew = share(value);
    flag(leastLoss(skew).flagged, { skew, view: "cost" });
  };
  /** Choose the share to decide. @param {number} value */
  const decide = (value) => explorer.change({ decided: share(value), view: "confidence" });
  /** Choose a score by its place on the Tile. @type {(a: number, b: number) => void} */
  const choose = (a, b) => explorer.change({ a: share(a), b: share(b), view: "tile" });
  const handles = {
    threshold: scores.handle({
      name: "threshold",
      hand: "threshold",
      shape: "line",
      move: (x) => explorer.change({ threshold: rounded(x) }),
      step: (k) => {
        const [from, to] = current.ends;
        const value = explorer.state.threshold + (k * (to - from)) / 100;
        explorer.change({ threshold: rounded(clamp(value, from, to)) });
      },
    }),
    roc: along(roc, "threshold, as a point of the ROC curve", () =>
      [0, ...current.sweep.falsePositives].map((v) => v / current.sweep.negatives),
    ),
    pr: along(pr, "threshold, as a point of the precision-recall curve", () =>
      [0, ...current.sweep.truePositives].map((v) => v / current.sweep.positives),
    ),
    cost: cost.handle({
      name: "skew; the threshold goes where the loss is least",
      move: price,
      step: (k) => price(explorer.state.skew + k / 100),
    }),
    confidence: confidence.handle({
      name: "decision rate, the most confident first",
      move: decide,
      step: (k) => decide(explorer.state.decided + k / 100),
    }),
    tile: tile.handle({
      name: "chosen score, b on the Tile; left and right change a",
      vertical: true,
      move: choose,
      step: (k) => choose(explorer.state.a, explorer.state.b + k / 100),
      across: (k) => choose(explorer.state.a + k / 100, explorer.state.b),
    }),
  };

  const sparks = new Sparks(NAMES, { caption: "All metrics by threshold, and where it stands" });
  const outcomes = outcomesTable();
  const meters = new Meters(
    { ...NAMES, chosen: "score chosen on the Tile" },
    { caption: "Metrics; change since the sample was chosen, or remembered" },
  );
  const asked = ownScores(explorer, ([{ threshold }]) => {
    explorer.loop.free(); // no question is of the reader's own models
    explorer.change({ preset: "own", threshold });
    return "";
  });
  const made = el(
    "div",
    { class: "x-sliders" },
    explorer.slider("separation", { label: "separation" }),
    explorer.slider("spread", { label: "spread of the positives" }),
    explorer.slider("size", { label: "cases" }),
    explorer.slider("easy", { label: "easy negatives" }),
  );
  const mix = explorer.slider("prevalence", { label: "prevalence" });
  const preset = explorer.choice("preset", {
    label: "sample",
    options: Object.fromEntries(Object.entries(PRESETS).map(([name, { text }]) => [name, text])),
    chosen: (name) => {
      const model = mine(name);
      if (OWN.includes(name) && !model) {
        asked.open();
        return {};
      }
      if (model) explorer.loop.free();
      remembered = null;
      missed = null;
      return { preset: name, ...USUAL, ...(model ? { threshold: model.threshold } : PRESETS[name].more) };
    },
  });
  /** Name the reader's models in the list of samples, as soon as the page has them. */
  const nameOwn = () => {
    const models = ownModels();
    OWN.forEach((name, k) => {
      const option = /** @type {Element} */ (preset.querySelector(`option[value=${name}]`));
      say(option, PRESETS[name].text + (models?.[k] ? `: ${models[k].name}` : ""));
      set(option, { hidden: k > 0 && !models?.[k] });
    });
  };
  nameOwn();
  document.addEventListener(CHANGED, () => {
    nameOwn();
    if (given || !OWN.includes(explorer.state.preset)) return;
    current.key = ""; // another sample may have the same name
    explorer.change({});
  });
  const remember = explorer.button("Remember these values", () => {
    remembered = now;
    explorer.change({});
  });
  const toBest = explorer.button("Set the threshold that is best by this score", () =>
    flag(bestOnTile(explorer.state.a, explorer.state.b).flagged, { view: "tile" }),
  );
  const models = el(
    "select",
    { id: `${explorer.own}-model` },
    ...(given ?? []).map(({ name }, k) => el("option", { value: k }, name)),
  );
  set(models, {
    change: () => {
      remembered = null;
      if (given) explorer.change(startOf(given[models.selectedIndex]));
    },
  });

  /** The rows of the sample of a state. @param {State} state @returns {Rows} */
  function rowsOf(state) {
    const model = given?.find(({ name }) => name === state.preset);
    if (model) return model;
    return mine(state.preset) ?? (state.preset === "twelve" ? twelve : normalSample(state));
  }

  /** Switch to the sample of a state; whether it is another one. @param {State} state */
  function prepare(state) {
    const { separation, spread, prevalence, size: cases, easy, preset: name } = state;
    const key = [separation, spread, prevalence, cases, easy, name].join();
    if (current?.key === key) return false;
    current = prepared(key, rowsOf(state));
    return true;
  }

  /** Draw few cases, each by itself. */
  function drawDots() {
    const { labels, scores: places } = current.sample;
    const dots = [...places].map((score, k) => {
      const [x, y] = [scores.px(score), scores.py(labels[k] ? 0.25 : -0.25)];
      return labels[k]
        ? el("circle", { cx: x, cy: y, r: 5, class: "x-positive x-fill" })
        : el("rect", { x: x - 4.5, y: y - 4.5, width: 9, height: 9, class: "x-negative x-hollow" });
    });
    marks.dots.replaceChildren(...dots);
    for (const mark of [marks.above, marks.below]) set(mark, { d: null });
  }

  /** Draw the cases of both classes by score, positives up and negatives down, to one scale. */
  function drawBars() {
    const [from, to] = current.ends;
    const heights = [1, 0].map((label) => [...histogram(current.sample, label, current.ends)]);
    const most = heights.flat().reduce((a, b) => Math.max(a, b));
    const xs = heights[0].flatMap((_, k) => [k, k + 1].map((edge) => from + (edge / BINS) * (to - from)));
    [marks.above, marks.below].forEach((mark, k) => {
      const ys = heights[k].flatMap((height) => [height, height].map((h) => ((k ? -0.95 : 0.95) * h) / most));
      set(mark, { d: scores.outline(xs, ys, { close: 0 }) });
    });
  }

  /** Draw each metric at every threshold on the axis; of many cases at fewer. */
  function drawSparks() {
    const { sample, ends, metrics } = current;
    const steps = clamp(Math.round(100_000 / sample.scores.length), 10, 48);
    const series = Array.from({ length: steps + 1 }, (_, k) => {
      const threshold = ends[0] + (k / steps) * (ends[1] - ends[0]);
      const values = decisionMetrics(confusionAt(sample, threshold), confidenceSweepOf(sample, threshold));
      return { at: k / steps, values: { ...metrics, ...values } };
    });
    sparks.draw(series);
  }

  /** Draw the parts that depend on the sample alone. */
  function drawSample() {
    const { sample, sweep, ends, rb } = current;
    const { positives, negatives } = sweep;
    scores.frame({ x: { from: ends[0], to: ends[1] } });
    if (sample.scores.length <= DOTS) drawDots();
    else {
      marks.dots.replaceChildren();
      drawBars();
    }
    drawSparks();
    const left = ends[0] + 0.01 * (ends[1] - ends[0]);
    words.positives(`positives: ${many(positives)}`, left, 0.88);
    words.negatives(`negatives: ${many(negatives)}`, left, -0.95);
    const at = rb.place < 0 ? null : rb.thresholds[rb.place];
    const [x, y1, y2] = at === null ? [0, 0, 0] : [scores.px(at), scores.py(1), scores.py(-1)];
    set(marks.rb, { x1: x, x2: x, y1, y2 });
    words.rb(at === null ? "" : "r_b", at ?? 0, -0.8);
    const fpr = [0, ...sweep.falsePositives].map((v) => v / negatives);
    const tpr = [0, ...sweep.truePositives].map((v) => v / positives);
    set(marks.roc, { d: roc.outline(fpr, tpr) });
    const hull = m.hullOf(sweep);
    const hullFpr = [0, ...hull.falsePositives].map((v) => v / negatives);
    const hullTpr = [0, ...hull.truePositives].map((v) => v / positives);
    set(marks.hull, { d: roc.outline(hullFpr, hullTpr) });
    const precision = sweep.truePositives.map((tp, k) => tp / (tp + sweep.falsePositives[k]));
    set(marks.pr, { d: pr.outline(tpr.slice(1), precision) });
    const prevalence = positives / (positives + negatives);
    set(marks.base, { d: pr.outline([0, 1], [prevalence, prevalence]) });
    drawCost();
  }

  /** Draw the cost curve and the cost lines above it, on the current axis. */
  function drawCost() {
    const { conditions, losses } = m.costCurve(current.sweep);
    set(marks.lines, { d: cost.outline([0, 0.5, 1], [0, 0.5, 0]) });
    set(marks.cost, { d: cost.outline(conditions, losses) });
  }

  /** The answers to the value chosen in each view. @type {Record<View, (state: State, now: Decisions) => Answer>} */
  const answers = {
    threshold: () => ({ sentence: "" }),
    cost({ skew }, { counts, fpr, tpr }) {
      const [loss, least] = [m.lossAt(counts, skew), -leastLoss(skew).value];
      const against = loss - least < 0.0005 ? "no threshold has less" : `the best threshold has ${shown(least)}`;
      return {
        sentence: ` At the skew ${shown(skew, 2)} its loss is ${shown(loss)}; ${against}.`,
        level: [skew, skew - 1, (1 - skew) * tpr - skew * fpr],
      };
    },
    confidence({ decided }, { decisions, total }) {
      if (!decided) return { sentence: " Nothing is decided." };
      const right = m.rightAt(decisions, decided * total) / (decided * total);
      const open = decided < 1 ? "; the grey scores are left open" : "";
      return { sentence: ` Of the surest ${percent(decided)} of the decisions ${percent(right)} are right${open}.` };
    },
    tile({ a, b }, { counts }) {
      const value = m.rankingScore(counts, a, b);
      const best = bestOnTile(a, b);
      const { positives, negatives } = current.sweep;
      const name = nameAt(a, b) ?? `at a = ${shown(a, 2)} and b = ${shown(b, 2)}`;
      const against = `the best threshold has ${shown(best.value)}`;
      return {
        sentence: ` The score chosen on the Tile, ${name}, is ${shown(value)}; ${against}.`,
        level: Number.isFinite(value) ? m.scoreLevel(value, a, b, positives / (positives + negatives)) : null,
        ideal: between(best.flagged),
      };
    },
  };

  const lost = el("p", { class: "x-lost", role: "alert" });
  /**
   * If an address needs a reader's own scores, which stay in the page that read them, show another sample and say so.
   * @param {State} state
   */
  function fallBack(state) {
    if (OWN.includes(state.preset) && !mine(state.preset) && !given) {
      Object.assign(state, explorer.first, OWN.includes(explorer.first.preset) ? { preset: "usual", ...USUAL } : {});
      missed = state;
    }
    const sample = `What you see is a made-up sample, “${PRESETS[state.preset]?.text}”.`;
    const why = "Your own scores are not in this link: they never leave the page that read them.";
    say(lost, missed === state && !ownModels() ? `${why} ${sample} To see yours, read them again below.` : "");
  }

  /** Draw the cost curve's view of a threshold. @type {(state: State, now: Decisions) => void} */
  function drawLoss({ skew }, { counts, fpr, tpr }) {
    const [loss, least] = [m.lossAt(counts, skew), -leastLoss(skew).value];
    const top = loss > 0.5 ? 1 : 0.5; // a threshold far from the best loses more than deciding without scores
    if (top !== cost.y.to) {
      cost.frame({ y: { to: top, ticks: [0, top / 2, top] } });
      drawCost();
    }
    set(marks.line, { d: cost.chord(fpr + tpr - 1, -1, 1 - tpr) });
    set(marks.regret, { x1: cost.px(skew), x2: cost.px(skew), y1: cost.py(least), y2: cost.py(loss) });
    const text = `${shown(skew, 2)}: loss ${shown(loss)}, the least is ${shown(least)}`;
    handles.cost({ x: skew, y: loss, now: skew, min: 0, max: 1, text });
  }

  /** Draw the order of confidence. @type {(state: State, threshold: number, now: Decisions) => void} */
  function drawConfidence({ decided }, threshold, { decisions, total }) {
    const right = m.rightAt(decisions, decided * total) / total;
    const rightly = decided ? `${percent(right / decided)} of them rightly` : "none";
    const text = `${percent(decided)} decided, ${rightly}`;
    handles.confidence({ x: decided, y: right, now: decided, min: 0, max: 1, text });
    const sure = decided < 1 ? decisions.confidences[m.downTo(decisions, decided * total)] : 0;
    const [low, high] = current.ends;
    const edges = [threshold - sure, threshold + sure].map((edge) => scores.px(clamp(edge, low, high)));
    set(marks.undecided, { x: edges[0].toFixed(1), width: (edges[1] - edges[0]).toFixed(1) });
    const [coverage, correct] = [decisions.coverage, decisions.correct].map((values) => values.map((v) => v / total));
    set(marks.confidence, { d: confidence.outline([0, ...coverage], [0, ...correct]) });
  }

  /** Draw the Tile. @type {(state: State, counts: Outcomes) => void} */
  function drawTile({ a, b }, counts) {
    const text = `a ${shown(a, 2)}, b ${shown(b, 2)}: ${nameAt(a, b) ?? "score"} ${shown(now.chosen)}`;
    handles.tile({ x: a, y: b, now: b, min: 0, max: 1, text });
    const heights = cells.map((cell) => m.rankingScore(counts, cell.a, cell.b) || 0);
    const [least, most] = [Math.min(...heights), Math.max(...heights)];
    cells.forEach(({ node }, k) => {
      const opacity = most > least ? (heights[k] - least) / (most - least) : 0.5;
      set(node, { "fill-opacity": opacity.toFixed(3) });
    });
    CORNERS.forEach(([name, x, y], k) =>
      corners[k](`${name} ${shown(m.rankingScore(counts, x, y), 2)}`, clamp(x, 0.02, 0.98), y),
    );
  }

  /** Table of the numbers drawn, for some fifty of the distinct scores. */
  function table() {
    const { thresholds, truePositives, falsePositives, positives, negatives } = current.sweep;
    const every = Math.ceil(thresholds.length / 50);
    const rows = thresholds.map((threshold, k) => [
      threshold,
      truePositives[k] / positives,
      falsePositives[k] / negatives,
      truePositives[k] / (truePositives[k] + falsePositives[k]),
    ]);
    return {
      head: ["threshold", "true positive rate", "false positive rate", "precision"],
      rows: rows.filter((_, k) => k % every === 0).map((row) => row.map((v) => Number(v.toPrecision(4)))),
    };
  }

  /** @param {State} state */
  function draw(state) {
    fallBack(state);
    explorer.controls(state);
    if (given) models.selectedIndex = given.findIndex(({ name }) => name === state.preset);
    made.hidden = Boolean(given) || [...OWN, "twelve"].includes(state.preset);
    mix.hidden = made.hidden;
    if (prepare(state)) drawSample();
    const { sample, sweep, ends, digits, metrics } = current;
    const threshold = clamp(state.threshold, ends[0], ends[1]);
    const counts = confusionAt(sample, threshold);
    const decisions = confidenceSweepOf(sample, threshold);
    const [tn, fp, fn, tp] = counts;
    const [fpr, tpr, total] = [fp / sweep.negatives, tp / sweep.positives, tn + fp + fn + tp];
    const rates = { counts, fpr, tpr, total, decisions };
    now = { ...metrics, ...decisionMetrics(counts, decisions), chosen: m.rankingScore(counts, state.a, state.b) };
    remembered ??= now;
    const ofClasses = `${many(tp)} of ${many(tp + fn)} positives and ${many(fp)} of ${many(fp + tn)} negatives`;
    const atThreshold = `${shown(threshold, digits)}: ${ofClasses} flagged`;
    handles.threshold({ x: threshold, y: 0, now: threshold, min: ends[0], max: ends[1], text: atThreshold });
    const onRoc = `false positive rate ${shown(fpr)}, true positive rate ${shown(tpr)}`;
    handles.roc({ x: fpr, y: tpr, now: fpr, min: 0, max: 1, text: onRoc });
    const onPr = `recall ${shown(tpr)}, precision ${shown(now.precision)}`;
    handles.pr({ x: tpr, y: fp + tp ? now.precision : 1, now: tpr, min: 0, max: 1, text: onPr });
    const { sentence: answer, level, ideal } = answers[state.view](state, rates);
    set(marks.level, { d: level ? roc.chord(...level) : null });
    const best = ideal === undefined ? "" : `M${scores.px(ideal).toFixed(1)} ${scores.py(-1)}v-14m-4 6l4 -6l4 6`;
    set(marks.best, { d: best || null });
    words.best(best ? "best" : "", ideal ?? 0, -0.97);
    drawLoss(state, rates);
    drawConfidence(state, threshold, rates);
    drawTile(state, counts);
    outcomes.show(counts);
    meters.show(now, remembered);
    sparks.show((threshold - ends[0]) / (ends[1] - ends[0]), now);
    return {
      values: { ...now, flagged: (fp + tp) / total },
      sentence:
        `At the threshold ${shown(threshold, digits)}, ${many(fp + tp)} of ${many(total)} cases are flagged: ` +
        `${many(tp)} rightly, ${many(fp)} wrongly, and ${many(fn)} ${fn === 1 ? "positive is" : "positives are"} ` +
        `missed.${answer}`,
      unlinked: mine(state.preset) ? "your scores" : null,
      table,
    };
  }

  const ofModels = [el("p", { class: "x-control" }, el("label", { for: models.id }, "model"), models)];
  const tileView = figure("The Tile, more colour is better: drag to choose a score", tile);
  tileView.append(toBest);
  const others = [
    figure("ROC", roc),
    figure("Precision and recall", pr),
    figure("Cost: drag the skew, the threshold goes where the loss is least", cost),
    figure("Confidence: drag how many to decide; twice the area is LxCIM", confidence),
    tileView,
    el("div", { class: "x-tables" }, outcomes.node),
    el("div", { class: "x-tables x-wide" }, meters.node),
  ];
  return {
    hands: given ? ofModels : [lost, preset, mix],
    asked: [figure("Drag the threshold", scores, "x-wide")],
    seen: [el("div", { class: "x-wide" }, sparks.node)],
    more: [...(given ? [] : [made, asked.node]), el("p", {}, remember), el("div", { class: "x-grid" }, others)],
    draw,
  };
}

define("threshold-bench", {
  title: "The threshold bench",
  state: {
    preset: "usual",
    ...USUAL,
    view: /** @type {View} */ ("threshold"),
    skew: 0.5,
    decided: 1,
    a: 0.5,
    b: 0.5,
  },
  allowed: {
    preset: Object.keys(PRESETS),
    separation: [0, 4, 0.01],
    spread: [0.3, 3, 0.05],
    prevalence: [0.01, 0.99, 0.01],
    size: [20, 2000, 20],
    easy: [0, 8000, 100],
    view: VIEWS,
    skew: [0, 1],
    decided: [0, 1],
    a: [0, 1],
    b: [0, 1],
  },
  challenges: [
    {
      ask: "You raise the threshold, so that fewer cases are flagged. What happens to AUROC, average precision and H?",
      options: ["All three fall.", "Precision rises, and average precision with it.", "None of the three moves."],
      answer: 2,
      move: "drag the threshold to the right, until fewer than one case in twenty is flagged.",
      hand: "threshold",
      made: ({ threshold }) => threshold >= 2.5,
      told: (now, first) => [
        `Recall went from ${shown(first.recall, 2)} to ${shown(now.recall, 2)}, but AUROC is still `,
        `${shown(now.auroc)}, average precision ${shown(now.average_precision)} and H ${shown(now.h_measure)}: `,
        `they are `,
        ["means over thresholds", "means-over-thresholds"],
        ". What moves are the metrics of decisions.",
      ],
    },
    {
      ask:
        "Of 100 cases not 30 are positive but 5, each class with the scores it had. " +
        "The threshold stays. Which of these falls most?",
      options: ["Recall.", "Precision.", "AUROC."],
      answer: 1,
      from: { threshold: 1 },
      move: "bring the prevalence down to 0.05.",
      hand: "prevalence",
      made: ({ prevalence }) => prevalence <= 0.05,
      told: (now, first) => [
        `Precision fell from ${shown(first.precision, 2)} to ${shown(now.precision, 2)}: the same share of the `,
        "negatives is flagged, and there are more of them. ",
        `Recall is ${shown(now.recall, 2)} (${shown(first.recall, 2)} before), AUROC ${shown(now.auroc, 2)} `,
        `(${shown(first.auroc, 2)} before): neither asks how many of each class there are.`,
      ],
    },
  ],
  build,
});
