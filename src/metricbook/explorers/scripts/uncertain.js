/* How sure is that number? Test sets drawn anew: the AUROC and the ROC curve of one model or of two, draw by draw. */
import { brief, clamp, el, say, set, shown } from "./dom.js";
import { define } from "./explorer.js";
import * as m from "./metrics.js";
import { takesOwn, unlinked } from "./own.js";
import { Plot, figure } from "./plot.js";
import { normalQuantile, normalShare } from "./special.js";
import { sorted, sweepOf } from "./sweep.js";

/** @import { ScoreExplorer } from "./explorer.js" */
/** @import { Model, Rows } from "./own.js" */
/**
 * Cases of a draw, number of draws, whether there are one or two models, and the separation of each.
 * @typedef {Record<"cases" | "draws" | "separation" | "second" | "prevalence", number> & {models: string}} State
 */
/**
 * The scores of a class in rising order, before anything separates it.
 * @typedef {[a: Float64Array, b: Float64Array]} Noise
 */
/**
 * AUROC, its standard error for fixed classes, and true positive rates.
 * @typedef {{auroc: number, error: number, tpr: number[]}} Found
 */

/**
 * What test sets are drawn from: its AUROC, points of its ROC curve, whether it has two models, and the k-th draw.
 * @typedef {{truth: number, rates: number[][], isTwo: boolean, draw: (k: number) => [a: Found, b: Found]}} Population
 */

/** Least and most cases of a test set. @type {[number, number]} */
const CASES = [20, 5000];
/** Correlation of two models' scores within a class. */
const CORRELATION = 0.5;
/** Draws of a press, and the most. */
const [EACH, MOST] = [20, 100];
/** False positive rates at which ROC curves are read. */
const RATES = Array.from({ length: 61 }, (_, k) => k / 60);

/** Random whole numbers below 2^32: Mulberry32. @param {number} seed */
export function randoms(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** The noise of the positives and of the negatives of a draw. @type {(draw: number, state: State) => [Noise, Noise]} */
function noiseOf(draw, { cases, prevalence }) {
  const positives = clamp(Math.round(cases * prevalence), 2, cases - 2);
  const next = randoms(draw);
  const share = () => (next() + 0.5) / 2 ** 32;
  /** @param {number} size @returns {Noise} */
  const ofClass = (size) => {
    /** @type {Noise} */
    const [a, b] = [new Float64Array(size), new Float64Array(size)];
    for (let k = 0; k < size; k += 1) {
      const length = Math.sqrt(-2 * Math.log(share()));
      const angle = 2 * Math.PI * share();
      a[k] = length * Math.cos(angle);
      b[k] = CORRELATION * a[k] + Math.sqrt(1 - CORRELATION ** 2) * length * Math.sin(angle);
    }
    return [a.sort(), b.sort()];
  };
  return [ofClass(positives), ofClass(cases - positives)];
}

/**
 * A function that draws scores of one class of a model, in rising order, each with the probability of its weight.
 * @type {(rows: Rows, label: number) => (size: number, next: () => number) => Float64Array}
 */
function drawsFrom({ labels, scores, weights }, label) {
  const rows = scores
    .map((score, k) => ({ score, weight: weights ? weights[k] : 1 }))
    .filter((_, k) => labels[k] === label);
  const ends = new Float64Array(rows.length);
  rows.forEach(({ weight }, k) => (ends[k] = (ends[k - 1] || 0) + weight));
  const pick = (/** @type {number} */ passed) => {
    let [low, high] = [0, rows.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle] > passed) high = middle;
      else low = middle + 1;
    }
    return rows[low].score;
  };
  const total = ends[rows.length - 1];
  return (size, next) => new Float64Array(size).map(() => pick((next() / 2 ** 32) * total)).sort();
}

/**
 * A model's cases as a population: their AUROC and ROC curve, and test sets that are drawn with replacement, with as
 * many positives as are expected.
 * @param {Rows} rows
 */
export function ofModel(rows) {
  const sweep = sweepOf(sorted(rows.labels, rows.scores, rows.weights));
  const { positives, negatives } = sweep;
  const [down, up] = [0, 1].map((label) => drawsFrom(rows, label));
  return {
    truth: m.auroc(sweep),
    rates: [
      [0, ...sweep.falsePositives].map((v) => v / negatives),
      [0, ...sweep.truePositives].map((v) => v / positives),
    ],
    /** @type {(draw: number, cases: number) => Found} */
    redraw(draw, cases) {
      const next = randoms(draw);
      const size = clamp(Math.round((cases * positives) / (positives + negatives)), 2, cases - 2);
      return read(up(size, next), down(cases - size, next), 0);
    },
  };
}

/**
 * The share of others below each value that is moved up, of equals the half; both in rising order.
 * @type {(values: Float64Array, others: Float64Array, by: number) => Float64Array}
 */
function sharesBelow(values, others, by) {
  const shares = new Float64Array(values.length);
  let [less, most] = [0, 0];
  for (let k = 0; k < values.length; k += 1) {
    const value = values[k] + by;
    while (less < others.length && others[less] < value) less += 1;
    most = Math.max(most, less);
    while (most < others.length && others[most] === value) most += 1;
    shares[k] = (less + most) / (2 * others.length);
  }
  return shares;
}

/** The variance of a mean of shares. @param {Float64Array} shares @param {number} mean */
function varianceOf(shares, mean) {
  let sum = 0;
  for (const share of shares) sum += (share - mean) ** 2;
  return sum / (shares.length * (shares.length - 1));
}

/**
 * What a draw says of positives that are moved up.
 * @type {(up: Float64Array, down: Float64Array, by: number) => Found}
 */
function read(up, down, by) {
  const negatives = down.length;
  const [below, above] = [sharesBelow(up, down, by), sharesBelow(down, up, -by)];
  let auroc = 0;
  for (const share of below) auroc += share;
  auroc /= up.length;
  const tpr = RATES.map((rate) => {
    const flagged = Math.floor(rate * negatives + 1e-9);
    return flagged < negatives ? 1 - above[negatives - 1 - flagged] : 1;
  });
  return { auroc, error: Math.sqrt(varianceOf(below, auroc) + varianceOf(above, 1 - auroc)), tpr };
}

/**
 * What a draw says of both models, or twice of one.
 * @type {(draw: number, state: State, noise?: [Noise, Noise]) => [a: Found, b: Found]}
 */
export function drawn(draw, state, noise = noiseOf(draw, state)) {
  const [up, down] = noise;
  const a = read(up[0], down[0], state.separation);
  return [a, state.models === "two" ? read(up[1], down[1], state.second) : a];
}

/** The plain 95 % interval, on the logit scale. @param {Found} found @returns {[low: number, high: number]} */
export function intervalOf({ auroc, error }) {
  if (!(error > 0 && auroc < 1)) return [auroc, auroc];
  const times = Math.exp((-normalQuantile(0.975) * error) / (auroc * (1 - auroc)));
  return [(times * auroc) / (times * auroc + 1 - auroc), auroc / (auroc + times * (1 - auroc))];
}

/** The population's AUROC. @param {number} separation */
const trueAuroc = (separation) => normalShare(separation / Math.SQRT2);

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  const height = explorer.wide < 480 ? 175 : 260;
  const unit = { from: 0, to: 1, ticks: [0, 0.5, 1] };
  const roc = new Plot({
    title: "ROC curves",
    width: 300,
    height,
    x: { ...unit, label: "false positive rate" },
    y: { ...unit, label: "true positive rate" },
  });
  const strip = new Plot({
    title: "AUROC by draw",
    width: 300,
    height,
    x: { label: "AUROC", from: 0.5, to: 1, ticks: [0.5, 0.6, 0.7, 0.8, 0.9, 1] },
    y: { label: "test sets, the last below", from: 0, to: EACH, ticks: [] },
  });
  const marks = {
    band: roc.mark("path", { class: "x-undecided" }),
    truth: roc.mark("path", { class: "x-guide x-strong" }),
    b: roc.mark("path", { class: "x-second" }),
    a: roc.mark("path", { class: "x-curve" }),
    mean: strip.mark("line", { class: "x-guide x-strong" }),
    ranges: strip.mark("path", { class: "x-guide" }),
    ahead: strip.mark("path", { class: "x-line" }),
    dots: strip.mark("g"),
  };
  /** What was drawn from the made-up population, and what of. */
  const cached = {
    size: "",
    noise: /** @type {[Noise, Noise][]} */ ([]),
    shape: "",
    found: /** @type {[a: Found, b: Found][]} */ ([]),
  };
  /** The made-up population of a state. @param {State} state @returns {Population} */
  function madeUp(state) {
    const { cases, prevalence, separation, second } = state;
    const size = [cases, prevalence].join();
    if (cached.size !== size) Object.assign(cached, { size, noise: [], shape: "" });
    const shape = [separation, second, state.models].join();
    if (cached.shape !== shape) Object.assign(cached, { shape, found: [] });
    const { noise, found } = cached;
    return {
      truth: trueAuroc(separation),
      rates: [RATES, RATES.map((rate) => normalShare(normalQuantile(rate) + separation))],
      isTwo: state.models === "two",
      draw: (k) => (found[k] ??= drawn(k, state, (noise[k] ??= noiseOf(k, state)))),
    };
  }
  /**
   * The reader's model that is drawn from, and its draws of test sets of one size.
   * @type {{model: Model, population: ReturnType<typeof ofModel>, cases: number, found: Found[]} | null}
   */
  let own = null;
  /** The reader's cases as a population. @param {Model} model @param {number} cases @returns {Population} */
  function ownCases(model, cases) {
    if (own?.model !== model) own = { model, population: ofModel(model), cases, found: [] };
    if (own.cases !== cases) own = { ...own, cases, found: [] };
    const { population, found } = own;
    return {
      ...population,
      isTwo: false,
      draw(k) {
        const one = (found[k] ??= population.redraw(k, cases));
        return [one, one];
      },
    };
  }
  /** The models whose number of cases the state has had; those of Python are in it from the beginning. */
  let { models } = explorer;
  /** What test sets are drawn from. @param {State} state @returns {Population} */
  function populationOf(state) {
    if (models !== explorer.models) {
      models = explorer.models;
      const cases = models ? clamp(models[0].scores.length, ...CASES) : explorer.first.cases;
      Object.assign(state, { draws: 0, cases });
    }
    return models ? ownCases(models[0], state.cases) : madeUp(state);
  }

  /** The number of draws to stop at, and the number now. */
  let [last, now] = [0, 0];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  /** Draw once more until the last, unless something else was done. */
  function again() {
    if (explorer.state.draws !== now || now >= last) return;
    now = still.matches ? last : now + 1;
    explorer.change({ draws: now });
    setTimeout(again, 30);
  }
  const press = explorer.button(`Draw ${EACH} test sets`, () => {
    now = explorer.state.draws;
    last = Math.min(now + EACH, MOST);
    again();
  });
  set(press, { "data-hand": "draws" });
  explorer.follow(press, ({ draws }) => set(press, { disabled: draws >= MOST }));

  /** One row for each draw. @type {(found: [Found, Found][], of: Population) => void} */
  function drawStrip(found, { truth, isTwo }) {
    const draws = found.length;
    const rows = Math.max(EACH, draws);
    const lows = found.map(([a, b]) => (isTwo ? Math.min(a.auroc, b.auroc) : intervalOf(a)[0]));
    const left = Math.floor(Math.min(0.5, ...lows) * 10) / 10;
    const ticks = Array.from({ length: Math.round((1 - left) * 10) + 1 }, (_, k) => left + k / 10);
    if (left !== strip.x.from || rows !== strip.y.to) strip.frame({ x: { from: left, ticks }, y: { to: rows } });
    /** @param {number} k */
    const row = (k) => strip.py(rows - k - 0.5);
    const middle = strip.px(truth);
    set(marks.mean, { x1: middle, x2: middle, y1: strip.py(0), y2: strip.py(rows) });
    /** @param {number} value */
    const at = (value) => strip.px(value).toFixed(1);
    /** @type {(k: number, from: number, to: number) => string} */
    const line = (k, from, to) => `M${at(from)} ${row(k).toFixed(1)}H${at(to)}`;
    const ranges = found.map(([a, b], k) => (isTwo ? line(k, a.auroc, b.auroc) : line(k, ...intervalOf(a))));
    set(marks.ranges, { d: ranges.join("") || null });
    const strong = ranges.filter((_, k) => (isTwo ? found[k][1].auroc > found[k][0].auroc : k === draws - 1));
    set(marks.ahead, { d: strong.join("") || null });
    const [size, side] = draws > 2 * EACH ? [1.5, 3] : [3, 6];
    const dots = found.map(([a], k) => el("circle", { cx: at(a.auroc), cy: row(k), r: size, class: "x-ink" }));
    /** @type {(b: Found, k: number) => Element} */
    const square = (b, k) =>
      el("rect", { x: strip.px(b.auroc) - size, y: row(k) - size, width: side, height: side, class: "x-point" });
    marks.dots.replaceChildren(...dots, ...(isTwo ? found.map(([, b], k) => square(b, k)) : []));
  }

  /** The truth, the last draw, and the band of all draws. @type {(found: [Found, Found][], of: Population) => void} */
  function drawRoc(found, { rates: [across, up], isTwo }) {
    set(marks.truth, { d: roc.outline(across, up) });
    const [a, b] = found.at(-1) ?? [];
    set(marks.a, { d: a ? roc.outline([0, ...RATES], [0, ...a.tpr]) : null });
    set(marks.b, { d: b && isTwo ? roc.outline([0, ...RATES], [0, ...b.tpr]) : null });
    const high = RATES.map((_, k) => found.reduce((most, [{ tpr }]) => Math.max(most, tpr[k]), 0));
    const low = RATES.map((_, k) => found.reduce((least, [{ tpr }]) => Math.min(least, tpr[k]), 1));
    const band = roc.outline([...RATES, ...[...RATES].reverse()], [...high, ...low.reverse()]);
    set(marks.band, { d: found.length > 1 && !isTwo ? `${band}Z` : null });
  }

  /** @param {State} state */
  function draw(state) {
    const population = populationOf(state);
    explorer.controls(state);
    const { cases, draws } = state;
    const found = Array.from({ length: draws }, (_, k) => population.draw(k + 1));
    drawRoc(found, population);
    drawStrip(found, population);
    const { truth, isTwo } = population;
    const other = trueAuroc(state.second);
    const all = models ? "your cases" : "the population";
    const aurocs = found.map(([a]) => a.auroc);
    const [lowest, highest] = [Math.min(...aurocs), Math.max(...aurocs)];
    const ahead = found.filter(([a, b]) => b.auroc > a.auroc).length;
    const holding = found.map(([a]) => intervalOf(a)).filter(([low, high]) => low <= truth && truth <= high).length;
    const of = `${brief(draws)} test sets of ${cases.toLocaleString("en")} cases`;
    const held = `${holding} of the 95 % intervals hold that of ${all}`;
    const spread = `AUROC goes from ${shown(lowest)} to ${shown(highest)}; ${held}`;
    const order = `B, which is ${other < truth ? "worse" : "no worse"} in the population, comes out ahead in ${ahead}`;
    return {
      values: { lowest, highest, range: highest - lowest, truth, other, ahead, holding, draws, cases },
      sentence: draws
        ? `In ${of} ${isTwo ? order : spread}.`
        : `Nothing is drawn yet: you see ${all}, with an AUROC of ${shown(truth)}.`,
      unlinked: unlinked(explorer),
      table: () => ({
        head: ["draw", "AUROC of A", "low", "high", ...(isTwo ? ["AUROC of B"] : [])],
        rows: found.map(([a, b], k) =>
          [k + 1, a.auroc, ...intervalOf(a), ...(isTwo ? [b.auroc] : [])].map((value) => Number(value.toPrecision(4))),
        ),
      }),
    };
  }

  const sizes = explorer.choice("cases", {
    label: "cases in each",
    options: { 50: "50", 200: "200", 1000: "1,000", 5000: "5,000" },
    chosen: (value) => explorer.entry("cases", Number(value)),
  });
  const list = /** @type {HTMLSelectElement} */ (sizes.querySelector("select"));
  const unlisted = el("option");
  explorer.follow(sizes, ({ cases }) => {
    if (list.value) return;
    set(unlisted, { value: cases });
    say(unlisted, cases.toLocaleString("en"));
    list.append(unlisted);
    list.value = String(cases);
  });
  const made = [
    explorer.choice("prevalence", {
      label: "prevalence",
      options: { 0.1: "0.1", 0.3: "0.3", 0.5: "0.5" },
      chosen: (value) => explorer.entry("prevalence", Number(value)),
    }),
    explorer.choice("models", { label: "models", options: { one: "A", two: "A (dots) and B (squares)" } }),
    explorer.slider("separation", { label: "separation of A" }),
    explorer.slider("second", { label: "separation of B" }),
  ];
  return {
    hands: [el("div", { class: "x-row" }, el("p", {}, press), sizes)],
    asked: [figure("ROC: population (dashes), last test set, band of all", roc, "x-half")],
    seen: [figure("AUROC of each, with its 95 % interval or both models", strip, "x-half")],
    more: [
      el("div", { class: "x-sliders" }, explorer.slider("draws", { label: "test sets" }), made),
      ...takesOwn(explorer, { models: 1, made }),
    ],
    draw,
  };
}

define("uncertainty", {
  title: "How sure is that number?",
  state: { cases: 50, draws: 0, models: "one", separation: 1.5, second: 1.35, prevalence: 0.3 },
  allowed: {
    cases: [...CASES, 1],
    draws: [0, MOST, 1],
    models: ["one", "two"],
    separation: [0.5, 3, 0.05],
    second: [0.5, 3, 0.05],
    prevalence: [0.1, 0.9, 0.05],
  },
  challenges: [
    {
      ask:
        "A test set has 50 cases, 15 of them positive. You draw twenty such sets from one population, " +
        "and measure one model on each. How far is the highest AUROC from the lowest?",
      options: ["By about 0.02: it is the same model.", "By about 0.05.", "By more than 0.1."],
      answer: 2,
      move: "press “Draw 20 test sets”.",
      hand: "draws",
      made: ({ draws }) => draws >= EACH,
      told: ({ lowest, highest, truth, holding, draws }) => [
        `They go from ${shown(lowest)} to ${shown(highest)}; the population's is ${shown(truth)}. `,
        `Each set warns of it by `,
        ["its interval", "interval-coverage"],
        `: ${holding} of ${draws} hold the population's AUROC.`,
      ],
    },
    {
      ask: "Now each test set has 5,000 cases, a hundred times as many. How much narrower does the range get?",
      options: ["A hundred times.", "About ten times.", "Hardly: the model is as good as before."],
      answer: 1,
      from: { draws: EACH },
      move: "choose 5,000 cases.",
      hand: "cases",
      made: ({ cases }) => cases === 5000,
      told: (now, first) => [
        `From ${shown(first.range)} to ${shown(now.range)}, ${shown(first.range / now.range, 1)} times: the error `,
        "goes with the root of the number of cases, so one more digit takes a hundred times as many.",
      ],
    },
    {
      ask:
        "Model B is a little worse than A in the population. Both are measured on the same 50 cases. " +
        "In how many of twenty test sets does B come out ahead?",
      options: ["In none or one: A is better.", "In about a third.", "In half: 50 cases say nothing."],
      answer: 1,
      from: { models: "two" },
      move: "press “Draw 20 test sets”.",
      hand: "draws",
      made: ({ draws, models }) => draws >= EACH && models === "two",
      told: ({ ahead, draws, truth, other }) => [
        `In ${ahead} of ${draws}, though in the population AUROC is ${shown(truth)} for A and ${shown(other)} for B. `,
        "To tell them apart takes ",
        ["thousands of cases", "cases-needed"],
        ".",
      ],
    },
  ],
  build,
});
