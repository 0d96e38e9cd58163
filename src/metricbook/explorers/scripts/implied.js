/* The ratio of costs that the best threshold of a metric implies, by the AUROC of the classifier. */
import { brief, clamp, el, say, set, shown } from "./dom.js";
import { define } from "./explorer.js";
import * as m from "./metrics.js";
import { takesOwn, unlinked } from "./own.js";
import { Plot, figure } from "./plot.js";
import { Sketch } from "./sketch.js";
import { normalDensity, normalShare } from "./special.js";
import { sorted, sweepOf } from "./sweep.js";

/** @import { ScoreExplorer } from "./explorer.js" */
/** @import { Rows } from "./own.js" */
/** @import { Drawing } from "./explorer.js" */
/** @import { Outcomes, Sweep } from "./sweep.js" */
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

/** Ends and ticks of an axis of values. */
const UNIT = { from: 0, to: 1, ticks: [0, 0.5, 1] };

/**
 * The four outcomes of normal scores of means 0 and `separation`, predicted positive above a threshold.
 * @type {(threshold: number, separation: number, prevalence: number) => Outcomes}
 */
export function outcomesAt(threshold, separation, prevalence) {
  const [fnr, tnr] = [normalShare(threshold - separation), normalShare(threshold)];
  return [(1 - prevalence) * tnr, (1 - prevalence) * (1 - tnr), prevalence * fnr, prevalence * (1 - fnr)];
}

/** Probability of being positive. @type {(score: number, separation: number, prevalence: number) => number} */
export function probabilityAt(score, separation, prevalence) {
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
    return { threshold, value: value(threshold), probability: 0.5 };
  }
  let best = -8;
  for (let t = -8; t <= 10; t += 0.1) if (value(t) > value(best)) best = t;
  let [low, high] = [best - 0.1, best + 0.1];
  const golden = (Math.sqrt(5) - 1) / 2;
  for (let k = 0; k < 40; k += 1) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)];
    if (value(left) < value(right)) low = left;
    else high = right;
  }
  const threshold = (low + high) / 2;
  return { threshold, value: value(threshold), probability: probabilityAt(threshold, separation, prevalence) };
}

/**
 * The best threshold of a metric for own scores: how many distinct scores it flags, the metric there and at every other
 * number, the threshold, and the calibrated probabilities of the last flagged case and of the next.
 * @param {Sweep} sweep
 * @param {string} metric
 */
export function ownOptimum(sweep, metric) {
  const { thresholds, truePositives, falsePositives, positives, negatives } = sweep;
  const { flagged, value } = m.bestThreshold(sweep, m.outcomes[metric]);
  const values = thresholds.map((_, k) => {
    const [tp, fp] = [truePositives[k], falsePositives[k]];
    return m.outcomes[metric]([negatives - fp, fp, positives - tp, tp]);
  });
  const weight = flagged ? truePositives[flagged - 1] + falsePositives[flagged - 1] : 0;
  return {
    value,
    values,
    weight,
    threshold: thresholds[Math.max(flagged - 1, 0)],
    ...m.probabilitiesAbout(sweep, flagged),
  };
}

/**
 * False alarms that a miss counts for if a case with this probability is at the threshold.
 * @param {number} probability
 */
const missesAt = (probability) => (1 - probability) / probability;

/** AUROC of normal scores of one spread. @param {number} separation */
export const aurocOf = (separation) => normalShare(separation / Math.SQRT2);

/** The separation of the grid whose AUROC is nearest to one. @param {number} auroc */
function separationNear(auroc) {
  const gaps = SEPARATIONS.map((separation) => Math.abs(aurocOf(separation) - auroc));
  return SEPARATIONS[gaps.indexOf(Math.min(...gaps))];
}

/** Ten people in a row, and the function that shows so many of them ill. */
function tenPeople() {
  const people = Array.from({ length: 10 }, (_, k) => {
    const x = 15 + 30 * k;
    const d = `M${x - 6} 10a6 6 0 1 0 12 0a6 6 0 1 0 -12 0ZM${x - 10} 40v-11a10 10 0 0 1 20 0v11Z`;
    return { edge: el("path", { class: "x-person", d }), ill: el("path", { class: "x-ill", d }) };
  });
  const node = el(
    "svg",
    { viewBox: "0 0 300 43", class: "x-people", role: "img" },
    ...people.flatMap(({ edge, ill }) => [ill, edge]),
  );
  /** @param {number} count */
  const show = (count, are = "people are ill") => {
    set(node, { "aria-label": `${shown(count, 1)} of ten ${are}` });
    people.forEach(({ ill }, k) => {
      const part = clamp(count - k, 0, 1);
      set(ill, { hidden: part === 0, style: `clip-path: inset(${(100 * (1 - part)).toFixed(1)}% 0 0 0)` });
    });
  };
  return { node, show };
}

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  const price = new Plot({
    title: "The implied price by AUROC",
    width: explorer.wide,
    height: 230,
    x: { label: "AUROC of the classifier", from: 0.6, to: 1, ticks: [0.6, 0.7, 0.8, 0.9, 1] },
    y: { label: "probability at the threshold", from: 0, to: 0.6 },
  });
  const curve = price.mark("path", { class: "x-curve" });
  const words = price.words();
  const other = new Plot({
    title: "The metric by threshold",
    width: explorer.wide,
    height: 180,
    x: { label: "threshold", from: -3, to: 6 },
    y: { label: "value", ...UNIT },
  });
  const byThreshold = other.mark("path", { class: "x-curve" });
  const best = other.mark("line", { class: "x-rule" });
  const people = tenPeople();
  /** Optima at all separations, by metric and prevalence. @type {Map<string, ReturnType<typeof optimum>[]>} */
  const optimaByKey = new Map();
  const handle = price.handle({
    name: "how good the classifier is",
    hand: "auroc",
    move: (x) => explorer.loop.phase !== "asked" && explorer.change({ separation: separationNear(x) }),
    step: (k) => explorer.change({ separation: Number(clamp(explorer.state.separation + k / 10, 0.5, 4).toFixed(2)) }),
  });
  const sketch = new Sketch(price, {
    places: [0.65, 0.74, 0.83, 0.92, 0.99],
    start: 0.3,
    label: (place) => `of the probability at AUROC ${shown(place, 2)}`,
    judge: (guessed) => ({
      right:
        guessed[4] > guessed[0] + 0.1 && guessed[4] < 0.6 && guessed.every((v, k) => !k || v > guessed[k - 1] - 0.02),
      text: guessed.map((value) => shown(value, 2)).join(", "),
    }),
  });
  const caption = el("figcaption");
  const figures = {
    people: el("figure", { class: "x-wide" }, caption, people.node),
    price: figure("The probability of being ill at the best threshold", price, "x-wide"),
    other: figure("The metric by threshold, with its best", other, "x-wide"),
  };
  const metric = explorer.choice("metric", { label: "choose the threshold by", options: NAMES });
  const separation = explorer.slider("separation", {
    label: "separation",
    text: (value) => `AUROC ${shown(aurocOf(value))}`,
  });
  const hands = el("div", {}, metric, separation);
  const prevalence = explorer.slider("prevalence", { label: "prevalence" });

  /** Show what the question is about, all if none is asked; whether the curve may be seen. */
  function arrange() {
    const { phase, place } = explorer.loop;
    const [isFree, isAsked, isOwn] = [phase === "free", phase === "asked", explorer.models !== null];
    set(hands, { inert: isAsked });
    set(metric, { hidden: !isFree && place < 2 });
    set(separation, { hidden: isOwn || (!isFree && place > 0) });
    set(figures.people, { hidden: isAsked && place > 0 });
    set(figures.price, { hidden: isOwn || (!isFree && (place === 0 || (isAsked && place === 2))) });
    set(figures.other, { hidden: !isFree && (place === 1 || (!isAsked && place === 2)) });
    return isFree || (!isAsked && place > 0);
  }

  /**
   * Draw the curve and the point on it; before a guess the axes only.
   * @type {(now: ReturnType<typeof optimum>, optima: ReturnType<typeof optimum>[], auroc: number) => void}
   */
  function drawPrice({ probability }, optima, auroc) {
    const isShown = arrange();
    const probabilities = optima.map((each) => each.probability);
    const { phase, place } = explorer.loop;
    const isDrawn = phase !== "free" && place === 1; // by the reader, who may draw it higher than it is
    const most = Math.max(...probabilities, probability);
    price.frame({ y: { to: isDrawn || most > 0.6 ? 1 : 0.6 } });
    set(curve, { d: isShown ? price.outline(SEPARATIONS.map(aurocOf), probabilities) : null });
    const text = `AUROC ${shown(auroc)}: the probability at the best threshold is ${shown(probability)}`;
    handle({ x: auroc, y: isShown ? probability : 0, now: auroc, min: 0.6, max: 1, text: isShown ? text : "" });
    set(/** @type {Element} */ (price.handles.firstElementChild), { hidden: !isShown });
    const above = probability > 0.9 * price.y.to ? -0.09 : 0.04;
    words(isShown ? shown(probability, 2) : "", Math.min(auroc + 0.008, 0.95), probability + above * price.y.to);
  }

  /** The sweep of the reader's model, and what it was computed of. @type {{rows: Rows | null, sweep: Sweep}} */
  let ofOwn = { rows: null, sweep: sweepOf(sorted([], [])) };
  /** Draw the metric by the thresholds of own scores, with its best. @type {(rows: Rows, state: State) => Drawing} */
  function drawOwn(rows, state) {
    arrange();
    if (ofOwn.rows !== rows) ofOwn = { rows, sweep: sweepOf(sorted(rows.labels, rows.scores, rows.weights)) };
    const { sweep } = ofOwn;
    const { value, values, weight, threshold, last, next } = ownOptimum(sweep, state.metric);
    const [high, low] = [sweep.thresholds[0], sweep.thresholds[sweep.thresholds.length - 1]];
    const margin = 0.04 * (high - low) || 1;
    const [least, most] = [...values, 0, 1].reduce(([a, b], v) => [Math.min(a, v || 0), Math.max(b, v || 0)], [0, 0]);
    other.frame({ x: { from: low - margin, to: high + margin }, y: { from: least, to: most, ticks: undefined } });
    set(byThreshold, {
      d: other.outline(
        sweep.thresholds,
        values.map((v) => v || 0),
      ),
    });
    set(best, { x1: other.px(threshold), x2: other.px(threshold), y1: other.py(least), y2: other.py(most) });
    const name = NAMES[state.metric];
    const total = sweep.positives + sweep.negatives;
    const shares = [
      ...(weight > 0 ? [`of ten cases like the lowest flagged ${shown(10 * last, 1)} are positive`] : []),
      ...(weight < total ? [`of ten like the highest not flagged ${shown(10 * next, 1)}`] : []),
    ].join(", ");
    const flaggedOf = [weight, total].map((each) => brief(Number(each.toPrecision(6)))).join(" of ");
    const prices = [last, next].map(missesAt).filter((each) => !Number.isNaN(each));
    const misses = [...new Set(prices.map((each) => shown(each, 1)))].join(" to ");
    people.show(10 * (weight > 0 ? last : next), "cases are positive");
    say(caption, `At the threshold of the best ${name}, ${shares}.`);
    return {
      values: { best: value, threshold, last, next, flagged: weight, auroc: m.auroc(sweep) },
      sentence:
        `The best ${name} of your scores is ${shown(value)}; it flags ${flaggedOf} cases. ` +
        `Calibrated, ${shares}: a miss counts for ${misses} false alarms.`,
      unlinked: unlinked(explorer),
      table: () => {
        const every = Math.ceil(values.length / 50);
        const rowsOf = sweep.thresholds.map((each, k) => [each, values[k]].map((v) => Number(v.toPrecision(4))));
        return { head: ["threshold", name], rows: rowsOf.filter((_, k) => k % every === 0) };
      },
    };
  }

  /** @param {State} state */
  function draw(state) {
    explorer.controls(state);
    if (explorer.models) return drawOwn(explorer.models[0], state);
    const key = `${state.metric},${state.prevalence}`;
    const optima = optimaByKey.get(key) ?? SEPARATIONS.map((each) => optimum(state.metric, each, state.prevalence));
    optimaByKey.set(key, optima);
    const now = optimum(state.metric, state.separation, state.prevalence);
    const auroc = aurocOf(state.separation);
    drawPrice(now, optima, auroc);
    const [from, to] = [Math.min(-3, Math.floor(now.threshold)), Math.max(6, Math.ceil(now.threshold))];
    other.frame({ x: { from, to }, y: UNIT });
    const xs = Array.from({ length: 181 }, (_, k) => from + ((to - from) * k) / 180);
    const ys = xs.map((t) => m.outcomes[state.metric](outcomesAt(t, state.separation, state.prevalence)) || 0);
    set(byThreshold, { d: other.outline(xs, ys) });
    set(best, { x1: other.px(now.threshold), x2: other.px(now.threshold), y1: other.py(0), y2: other.py(1) });
    const name = NAMES[state.metric];
    const misses = missesAt(now.probability);
    people.show(10 * now.probability);
    say(
      caption,
      `Ten people at the threshold of the best ${name}: ${shown(10 * now.probability, 1)} are ill. ` +
        `To flag them takes ${shown(misses, 1)} false alarms for each of the ill.`,
    );
    return {
      values: { auroc, ill: 10 * now.probability, misses, best: now.value, probability: now.probability },
      sentence:
        `For a classifier of AUROC ${shown(auroc)}, the best ${name} is ${shown(now.value)}; ` +
        `a case at its threshold is positive with probability ${shown(now.probability)}, ` +
        `so that a miss counts for ${shown(misses, 1)} false alarms.`,
      table: () => ({
        head: ["AUROC", `best ${name}`, "probability at the threshold"],
        rows: optima.map(({ value, probability }, k) =>
          [aurocOf(SEPARATIONS[k]), value, probability].map((v) => Number(v.toPrecision(4))),
        ),
      }),
    };
  }

  return {
    hands: [hands],
    asked: [figures.people, figures.price, figures.other],
    more: [el("div", { class: "x-sliders" }, prevalence), ...takesOwn(explorer, { models: 1, made: [prevalence] })],
    sketches: { price: sketch },
    draw,
  };
}

define("implied-cost", {
  title: "The price that F1 sets",
  state: { metric: "f1_score", separation: 1.5, prevalence: 0.1 },
  allowed: { metric: Object.keys(NAMES), separation: [0.5, 4, 0.01], prevalence: [0.01, 0.9, 0.01] },
  challenges: [
    {
      ask:
        "You choose each classifier's threshold so that its F1 is best. As classifiers become better, " +
        "what happens to the number of false alarms that a miss then counts for?",
      options: [
        "It stays: what a miss costs is my affair, not the classifier's.",
        "It falls: a miss then counts for less.",
        "It rises: a miss then counts for more.",
      ],
      answer: 1,
      move: "raise the separation until AUROC is 0.98, and count the ill.",
      hand: "separation",
      made: ({ separation }) => aurocOf(separation) >= 0.98,
      told: (now, first) => [
        `Of ten people at the threshold, ${shown(first.ill, 1)} were ill at AUROC ${shown(first.auroc, 2)}, and `,
        `${shown(now.ill, 1)} are at ${shown(now.auroc, 2)}. A miss counted for ${shown(first.misses, 1)} false `,
        `alarms and now for ${shown(now.misses, 1)}: the metric sets the price, not you.`,
      ],
    },
    {
      ask:
        "Draw it: how probable is it that somebody at the threshold of the best F1 is ill, for classifiers from poor " +
        "to perfect?",
      sketch: "price",
      from: { separation: 0.5 },
      move: "drag the point to the right, as far as it goes.",
      hand: "auroc",
      made: ({ separation }) => separation >= 3.9,
      told: (now, first) => [
        `It rose from ${shown(first.probability, 2)} to ${shown(now.probability, 2)}, and never passes one half, for `,
        "it is ",
        ["half of the best F1", "case-at-the-best-f1"],
        `: that is ${shown(now.best, 2)} here, and was ${shown(first.best, 2)}.`,
      ],
    },
    {
      ask:
        "Now you choose the threshold by accuracy. How many of ten people at it are ill, and does that depend on " +
        "the classifier?",
      options: [
        "It does: the better a classifier, the surer the cases that it flags.",
        "It does not: five, by every classifier.",
        "It does not: the same share as in the population.",
      ],
      answer: 1,
      from: { metric: "accuracy", separation: 0.5 },
      move: "drag the point to the right, as far as it goes.",
      hand: "auroc",
      made: ({ separation }) => separation >= 3.9,
      told: (now, first) => [
        `Of the ten, ${shown(first.ill, 1)} were ill at AUROC ${shown(first.auroc, 2)}, and ${shown(now.ill, 1)} are `,
        `at ${shown(now.auroc, 3)}: the line is level. Balanced accuracy keeps its price, too, at the prevalence. `,
        ["One rule", "rule-of-thresholds"],
        " is behind all of them.",
      ],
    },
  ],
  build,
});
