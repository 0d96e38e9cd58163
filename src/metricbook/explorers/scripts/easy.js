/* Easy negatives: what every metric says of cases that anybody would get right. */
import { brief, clamp, el, many, say, set, shown } from "./dom.js";
import { Meters, define } from "./explorer.js";
import { decisionMetrics, rankingMetrics } from "./bench.js";
import { takesOwn, unlinked } from "./own.js";
import { Plot, figure } from "./plot.js";
import { normalSample } from "./samples.js";
import { Sketch } from "./sketch.js";
import { confidenceSweepOf, confusionAt, sorted, sweepOf } from "./sweep.js";

/** @import { ScoreExplorer } from "./explorer.js" */
/** @import { Model, Rows } from "./own.js" */
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
/** Shorter names, for a phone. @type {Record<string, string>} */
const SHORT = { ...NAMES, average_precision: "AP", h_measure: "H", balanced_accuracy: "bal. acc.", cohen_kappa: "κ" };
/** Lines nowhere further apart than this look like one. */
const ALIKE = 0.015;
/** Ticks of the values, if none is negative. */
const TICKS = [0, 0.25, 0.5, 0.75, 1];
/** Steps of the slider at which the lines are drawn. */
const STEPS = Array.from({ length: 26 }, (_, k) => 2 * k);

/** So many easy negatives, in words. @param {number} easy */
const howMany = (easy) => `${easy ? many(easy) : "no"} easy negative${easy === 1 ? "" : "s"}`;

/** The easy negatives at a step of the slider: none, then ten steps to a power of ten. @param {number} step */
export const easyAt = (step) => (step <= 0 ? 0 : Math.round(10 ** (step / 10)));

/** A made-up sample, decided at 0. @param {Others} others */
export const madeUp = ({ separation, size, prevalence }) => ({
  ...normalSample({ separation, spread: 1, prevalence, size }),
  threshold: 0,
});

/**
 * The metrics of cases to which so many easy negatives are added: as one case of their weight, so far below that
 * nothing is decided more confidently.
 * @param {Rows & {threshold: number}} others
 * @returns {(easy: number) => Metrics}
 */
export function withEasy({ labels, scores, weights, threshold }) {
  const [low, high] = scores.reduce(([a, b], score) => [Math.min(a, score), Math.max(b, score)], [Infinity, -Infinity]);
  const easiest = low - (high - low) - Math.max(1, Math.abs(low));
  const sample = sorted([...labels, 0], [...scores, easiest], [...(weights ?? scores.map(() => 1)), 0]);
  return (easy) => {
    sample.weights[sample.weights.length - 1] = easy;
    const decided = decisionMetrics(confusionAt(sample, threshold), confidenceSweepOf(sample, threshold));
    return { ...rankingMetrics(sweepOf(sample)), ...decided };
  };
}

/**
 * Lines that look like one, in groups from the top down by where they end.
 * @type {(lines: Record<string, number[]>, seen: string[]) => {names: string[], at: number}[]}
 */
function grouped(lines, seen) {
  const end = (/** @type {string} */ name) => lines[name][STEPS.length - 1];
  /** @type {string[][]} */
  const groups = [];
  for (const name of seen.toSorted((a, b) => end(b) - end(a))) {
    const group = groups.find(([first]) => lines[first].every((v, k) => Math.abs(v - lines[name][k]) < ALIKE));
    if (group) group.push(name);
    else groups.push([name]);
  }
  return groups.map((names) => ({ names, at: end(names[0]) }));
}

/**
 * Names in rows, each as long as fits.
 * @type {(names: string[], fits: (row: string[]) => boolean) => string[][]}
 */
function inRows(names, fits) {
  /** @type {string[][]} */
  const rows = [];
  for (const name of names) {
    const row = rows[rows.length - 1];
    if (row && fits([...row, name])) row.push(name);
    else rows.push([name]);
  }
  return rows;
}

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  const isNarrow = explorer.wide < 480;
  const names = isNarrow ? SHORT : NAMES;
  // To the right of where the lines end stand their names.
  const plot = new Plot({
    title: "Metrics by the number of easy negatives",
    width: explorer.wide,
    height: 270,
    x: {
      label: "easy negatives, as a power of ten",
      from: 0,
      to: isNarrow ? 8 : 6.3,
      ticks: [0, 1, 2, 3, 4, 5],
    },
    y: { label: "value", from: 0, to: 1, ticks: TICKS },
  });
  const others = KEYS.map(() => plot.mark("path", { class: "x-guide" }));
  const curve = plot.mark("path", { class: "x-curve" });
  const lead = plot.mark("path", { class: "x-rulings", fill: "none" });
  const ends = KEYS.map(() => plot.mark("text", { class: "x-words" }));
  const meters = new Meters(NAMES, { caption: "Metrics; change against no easy negatives" });
  /** Metrics at every second step, and what they were computed of. */
  let cached = {
    key: /** @type {string | Model} */ (""),
    metricsAt: /** @type {(easy: number) => Metrics} */ (() => ({})),
    values: /** @type {Metrics[]} */ ([]),
  };
  const move = plot.handle({
    name: "easy negatives, on the curve",
    hand: "step",
    move: (x) => explorer.loop.phase !== "asked" && explorer.change({ step: clamp(Math.round(x * 10), 0, 50) }),
    step: (k) => explorer.change({ step: clamp(explorer.state.step + k, 0, 50) }),
  });
  const sketch = new Sketch(plot, {
    places: [0, 1, 2, 3, 4, 5],
    start: withEasy(madeUp(explorer.first))(0).auroc,
    label: (place) => `of AUROC with ${howMany(easyAt(10 * place))}`,
    judge: (guessed) => ({
      right: guessed[5] > 0.93 && guessed.every((v, k) => !k || v > guessed[k - 1] - 0.02),
      text: guessed.map((value) => shown(value, 2)).join(", "),
    }),
  });
  const more = explorer.choice("metric", { label: "show", options: NAMES });
  const step = explorer.slider("step", { label: "easy negatives", text: (value) => many(easyAt(value)) });

  /** Names of the metrics that may be seen: none before a guess, of the first question AUROC alone. */
  function seenNow() {
    const { phase, place } = explorer.loop;
    if (phase === "asked") return [];
    return phase !== "free" && place === 0 ? ["auroc"] : KEYS;
  }

  /**
   * Name the lines at their ends, none upon another.
   * @type {(lines: Record<string, number[]>, seen: string[], chosen: string) => void}
   */
  function nameLines(lines, seen, chosen) {
    const space = isNarrow ? 14 : 13;
    const groups = grouped(lines, seen).flatMap(({ names: alike, at }) => {
      const rows = inRows(alike, (row) => row.map((name) => names[name]).join(", ").length <= (isNarrow ? 13 : 20));
      return rows.map((row) => ({ names: row, at }));
    });
    const ideal = groups.map(({ at }) => plot.py(clamp(at, plot.y.from, 1)));
    let heights = ideal;
    for (let round = 0; round < 200; round += 1) {
      const pushed = heights.map((height, k) => {
        const [above, below] = [height - (heights[k - 1] ?? -Infinity), (heights[k + 1] ?? Infinity) - height];
        return height + Math.max(space - above, 0) / 2 - Math.max(space - below, 0) / 2;
      });
      heights = pushed.map((height) => clamp(height, plot.py(1), plot.py(plot.y.from)));
    }
    const x = plot.px(5);
    const leads = ideal.map((y, k) => `M${x + 2} ${y.toFixed(1)}L${x + 11} ${heights[k].toFixed(1)}`);
    set(lead, { d: leads.join("") || null });
    ends.forEach((end, k) => {
      const group = groups[k];
      say(end, group ? group.names.map((name) => names[name]).join(", ") : "");
      const bold = group?.names.includes(chosen) ? 700 : null;
      if (group) set(end, { x: x + 14, y: (heights[k] + 4).toFixed(1), "font-weight": bold });
    });
  }

  /** @param {State} state */
  function draw(state) {
    explorer.controls(state);
    const { metric } = state;
    const [model = null] = explorer.models ?? [];
    const key = model ?? [state.separation, state.size, state.prevalence].join();
    if (cached.key !== key) {
      const metricsAt = withEasy(model ?? madeUp(state));
      cached = { key, metricsAt, values: STEPS.map((each) => metricsAt(easyAt(each))) };
    }
    const { metricsAt, values } = cached;
    const easy = easyAt(state.step);
    const now = metricsAt(easy);
    const places = STEPS.map((each) => each / 10);
    const lines = Object.fromEntries(KEYS.map((name) => [name, values.map((each) => each[name])]));
    const seen = seenNow().filter((name) => Number.isFinite(lines[name][STEPS.length - 1]));
    const least = Math.min(
      ...Object.values(lines)
        .flat()
        .map((value) => value || 0),
    );
    const from = least < -0.01 ? Math.floor(4 * least) / 4 : 0;
    plot.frame({ y: { from, ticks: from ? undefined : TICKS } });
    /** The line of a metric where it is defined. @param {string} name */
    const lineOf = (name) => {
      const [xs, ys] = [places, lines[name]].map((list) => list.filter((_, k) => Number.isFinite(lines[name][k])));
      return seen.includes(name) ? plot.outline(xs, ys) : null;
    };
    KEYS.forEach((name, k) => set(others[k], { d: lineOf(name) }));
    set(curve, { d: lineOf(metric) });
    nameLines(lines, seen, metric);
    const isAsked = explorer.loop.phase === "asked";
    const text = `${howMany(easy)}: ${NAMES[metric]} ${shown(now[metric])}`;
    move({ x: state.step / 10, y: now[metric] || 0, now: easy, min: 0, max: easyAt(50), text: isAsked ? "" : text });
    set(/** @type {Element} */ (plot.handles.firstElementChild), { hidden: isAsked });
    set(step, { inert: isAsked });
    meters.show(now, values[0]);
    const stays = KEYS.filter((name) => Math.abs(now[name] - values[0][name]) < 0.0005).map((name) => NAMES[name]);
    const three = `AUROC is ${shown(now.auroc)}, accuracy ${shown(now.accuracy)} and LxCIM ${shown(now.lxcim)}`;
    const still = `; what has not moved: ${stays.join(", ") || "nothing"}`;
    const decided = model ? ` Your scores are decided at ${brief(model.threshold)}.` : "";
    const said = seen.length > 1 ? three + (easy ? still : "") : `AUROC is ${shown(now.auroc)}`;
    return {
      values: { ...now, easy },
      sentence: `With ${howMany(easy)} ${said}.${decided}`,
      unlinked: unlinked(explorer),
      table: () => ({
        head: ["easy negatives", ...Object.values(NAMES)],
        rows: values.map((each, k) => [easyAt(STEPS[k]), ...KEYS.map((name) => Number(each[name].toPrecision(4)))]),
      }),
    };
  }

  const made = [
    explorer.slider("separation", { label: "separation of the others" }),
    explorer.slider("prevalence", { label: "prevalence among the others" }),
  ];
  return {
    hands: [step],
    asked: [figure("Metrics by the number of easy negatives added", plot, "x-wide")],
    more: [more, el("div", { class: "x-sliders" }, made), ...takesOwn(explorer, { models: 1, made }), meters.node],
    sketches: { auroc: sketch },
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
  challenges: [
    {
      ask:
        "You add negatives that score far below everything else: none at the left, 100,000 at the right. " +
        "Draw it: how does AUROC go from where it is now?",
      sketch: "auroc",
      move: "add 10,000 easy negatives.",
      hand: "step",
      made: ({ step }) => step >= 40,
      told: (now, first) => [
        `AUROC went from ${shown(first.auroc)} to ${shown(now.auroc)}, though `,
        ["nothing about the hard cases has improved", "easy-negatives"],
        ": every positive now beats more negatives.",
      ],
    },
    {
      ask: "You add 10,000 such negatives. Which of these stays where it is?",
      options: [
        "Accuracy: each case is judged alone.",
        "LxCIM: it does not depend on the class.",
        "Average precision: it looks from the top down.",
        "MCC: it is made for unequal classes.",
      ],
      answer: 2,
      from: { metric: "average_precision" },
      move: "add 10,000 easy negatives, and see which lines are level.",
      hand: "step",
      made: ({ step }) => step >= 40,
      told: (now) => [
        `Average precision is still ${shown(now.average_precision)}, F1 ${shown(now.f1_score)} and C(r_b) `,
        `${shown(now.c_rb)}: what is ranked below all positives never meets them. Accuracy rose to `,
        `${shown(now.accuracy)}, LxCIM to ${shown(now.lxcim, 4)}, and MCC, `,
        ["part of the way", "factors-of-easy-negatives"],
        `, to ${shown(now.matthews_correlation)}.`,
      ],
    },
    {
      ask:
        "Now the other cases are ranked no better than a coin would: their AUROC is one half. " +
        "How far can easy negatives alone lift it?",
      options: [
        "Half way to 1, and no further.",
        "As near to 1 as one likes.",
        "Not at all: what is random stays at one half.",
      ],
      answer: 1,
      from: { separation: 0 },
      move: "add 100,000 easy negatives.",
      hand: "step",
      made: ({ step }) => step >= 50,
      told: (now, first) => [
        `AUROC is ${shown(now.auroc)} (it was ${shown(first.auroc)}), and average precision still `,
        `${shown(now.average_precision)}. A high AUROC may say how many cases were easy, not how good the classifier `,
        "is at the others.",
      ],
    },
  ],
  build,
});
