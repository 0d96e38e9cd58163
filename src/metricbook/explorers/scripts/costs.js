/* Hand's ruler: two classifiers, a distribution of costs, and the one that each AUC implies. */
import { clamp, el, set, shown } from "./dom.js";
import { Meters, define } from "./explorer.js";
import * as m from "./metrics.js";
import { takesOwn, unlinked } from "./own.js";
import { Plot, figure } from "./plot.js";
import { normalSample } from "./samples.js";
import { Sketch } from "./sketch.js";
import { betaDensity, betaShare } from "./special.js";
import { sorted, sweepOf } from "./sweep.js";

/** Bars of the implied distributions: few, because a sample implies few costs. */
const BINS = 12;
/** Spaces between the ticks of a ruler, each with the same weight; every fourth tick has a number. */
const SPACES = 40;
/** Cases of a made-up classifier. */
const SIZE = 2000;
/** Usual costs at which H is drawn. */
const MODES = Array.from({ length: 21 }, (_, k) => k / 20);

/** @import { ScoreExplorer } from "./explorer.js" */
/** @import { Rows } from "./own.js" */
/** @import { Sweep } from "./sweep.js" */
/** @typedef {{mode: number, certainty: number, separation: number, spread: number, prevalence: number}} State */
/** A curve with corners. @typedef {{conditions: number[], losses: number[]}} Curve */
/** What is drawn of A or B, whatever the costs. @typedef {ReturnType<typeof classifier>} Classifier */

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

/** Shares of the weight at a ruler's ticks. */
const SHARES = Array.from({ length: SPACES + 1 }, (_, k) => k / SPACES);

/**
 * The ruler of H: costs between which a Beta distribution has equal shares.
 * @type {(alpha: number, beta: number) => number[]}
 */
function chosenRuler(alpha, beta) {
  const costs = Array.from({ length: 201 }, (_, k) => k / 200);
  const below = costs.map((cost) => betaShare(alpha, beta, cost));
  return SHARES.map((share) => {
    const k = Math.max(
      below.findIndex((each) => each >= share - 1e-9),
      1,
    );
    return costs[k - 1] + ((share - below[k - 1]) / (below[k] - below[k - 1]) || 0) * (costs[k] - costs[k - 1]);
  });
}

/**
 * The ruler that the AUC of a sample implies: its costs are those of the segments of the hull, with their weights; on a
 * segment that weighs much stand several ticks.
 * @param {Sweep} sweep
 */
function impliedRuler(sweep) {
  const { positives, negatives } = m.blocksOf(sweep);
  const segments = positives.map((p, k) => ({ cost: p / (p + negatives[k]), weight: p + negatives[k] })).reverse();
  const total = sweep.positives + sweep.negatives;
  let [k, passed] = [0, segments[0].weight];
  return SHARES.map((share) => {
    while (k + 1 < segments.length && passed < share * total - 1e-9) passed += segments[(k += 1)].weight;
    return segments[k].cost;
  });
}

/** A classifier's scores, and what is drawn of it. @param {Rows} rows */
export function classifier({ labels, scores, weights }) {
  const sweep = sweepOf(sorted(labels, scores, weights));
  const hull = m.hullOf(sweep);
  return {
    auroc: m.auroc(sweep),
    corners: { ...sweep, ...hull }, // what H reads of the sweep
    roc: {
      fpr: [0, ...sweep.falsePositives].map((v) => v / sweep.negatives),
      tpr: [0, ...sweep.truePositives].map((v) => v / sweep.positives),
    },
    law: [...impliedCosts(sweep, BINS)].map((share) => BINS * share),
    ruler: impliedRuler(sweep),
    curve: m.costCurve(sweep, "cost"),
    hull: {
      conditions: [0, ...hull.falsePositives].map((v) => v / sweep.negatives),
      losses: [0, ...hull.truePositives].map((v) => v / sweep.positives),
    },
  };
}

/**
 * H of a classifier for a usual cost.
 * @type {(of: Pick<Classifier, "corners">, mode: number, certainty: number) => number}
 */
export function hOf({ corners }, mode, certainty) {
  const [alpha, beta] = betaOf(mode, certainty);
  return m.hMeasure(corners, { alpha, beta });
}

/** The usual cost at which H changes its mind, if it does. @param {number[]} gaps H of A less that of B */
function turnOf(gaps) {
  const k = gaps.findIndex((gap, i) => i > 0 && gap > 0 !== gaps[i - 1] > 0);
  return k < 0 ? NaN : MODES[k - 1] + (gaps[k - 1] / (gaps[k - 1] - gaps[k])) * (MODES[k] - MODES[k - 1]);
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
  if (gap < 0.00005) return "puts them level";
  return gap < 0.0005 ? `puts them level but for ${shown(gap, 4)}` : `prefers ${a > b ? "A" : "B"}`;
}

/** An axis from 0 to 1. @param {string} label */
const unit = (label) => ({ label, from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1] });

/**
 * Three rulers of costs from 0 to 1, one above the other: H's, and those of the AUC of A and of B.
 * @param {number} width
 */
function threeRulers(width) {
  const plot = new Plot({
    title: "Three rulers for costs",
    width,
    height: 172,
    x: unit("cost proportion of a false positive"),
    y: { label: "", from: 0, to: 3, ticks: [] },
  });
  const rulers = ["H, for A and for B", "AUC of A", "AUC of B"].map((name, k) => {
    const [top, foot] = [plot.py(2.68 - k), plot.py(2.05 - k)];
    const edge = { x: plot.px(0), y: top, width: plot.px(1) - plot.px(0), height: foot - top };
    plot.mark("rect", { class: `x-ruler ${k === 2 ? "x-ruler-second" : ""}`, ...edge });
    plot.words({ "text-anchor": "start" })(name, 0, 2.73 - k);
    return { foot, marks: plot.mark("path", { class: "x-ticks" }), numbers: plot.mark("g", { class: "x-numbered" }) };
  });
  /** @param {(number[] | null)[]} ticks of each ruler, null for none */
  const draw = (ticks) =>
    rulers.forEach(({ foot, marks, numbers }, k) => {
      const places = (ticks[k] ?? []).map((cost) => plot.px(clamp(cost, 0, 1)));
      const lines = places.map((x, i) => `M${x.toFixed(1)} ${foot}V${(foot - (i % 4 ? 5 : 9)).toFixed(1)}`);
      set(marks, { d: lines.slice(1, -1).join("") || null }); // the edge has the ends
      /** @type {Element[]} */
      const texts = [];
      let last = plot.px(0) - 8;
      places.forEach((x, i) => {
        if (i % 4 || i % SPACES === 0 || x - last < 17 || x > plot.px(1) - 8) return;
        last = x;
        texts.push(el("text", { x: x.toFixed(1), y: foot - 10.5, "text-anchor": "middle" }, `${(100 * i) / SPACES}`));
      });
      numbers.replaceChildren(...texts);
    });
  return { plot, draw };
}

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  const roc = new Plot({
    title: "ROC curves of A and B",
    x: unit("false positive rate"),
    y: unit("true positive rate"),
    width: explorer.wide < 480 ? 300 : 310,
    height: explorer.wide < 480 ? 210 : 250,
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
  const gap = new Plot({
    title: "By how much H prefers A",
    width: explorer.wide,
    height: 240,
    x: unit("usual cost of a false positive"),
    y: { label: "H of A − H of B", from: -0.4, to: 0.4 },
  });
  const rulers = threeRulers(explorer.wide);
  const density = law.mark("path", { class: "x-heat" });
  const marks = ["x-curve", "x-second"].map((name) => ({
    roc: roc.mark("path", { class: name }),
    cost: cost.mark("path", { class: name }),
    law: law.mark("path", { class: name }),
    words: [roc, cost].map((plot) => plot.words({ class: `x-words x-big x-of-${name}`, "text-anchor": "middle" })),
  }));
  gap.mark("path", { class: "x-guide x-strong", d: gap.outline([0, 1], [0, 0]) });
  const difference = gap.mark("path", { class: "x-curve" });
  const sides = ["H prefers A", "H prefers B"].map((text) => ({ text, place: gap.words({ "text-anchor": "end" }) }));
  const toCost = gap.handle({
    name: "usual cost, on the curve",
    move: (x) => explorer.loop.phase !== "asked" && explorer.change({ mode: Number(x.toFixed(2)) }),
    step: (k) => explorer.change({ mode: Number(clamp(explorer.state.mode + k / 100, 0, 1).toFixed(2)) }),
  });
  const sketch = new Sketch(gap, {
    places: [0, 0.25, 0.5, 0.75, 1],
    start: 0,
    label: (place) => `of how much H prefers A at the cost ${shown(place, 2)}`,
    judge: (guessed) => ({
      right: guessed[0] > 0 && guessed[4] < 0 && guessed.every((height, k) => !k || height < guessed[k - 1] + 0.03),
      text: guessed.map((height) => shown(height, 2)).join(", "),
    }),
  });
  const meters = new Meters(
    { auroc_a: "AUROC of A", auroc_b: "AUROC of B", h_a: "H of A", h_b: "H of B" },
    { caption: "Which is better? Change since the question" },
  );
  const figures = {
    roc: figure("ROC curves", roc, "x-narrow"),
    meters: el("div", {}, meters.node),
    gap: figure("By how much H prefers A, at each usual cost", gap, "x-wide"),
    rulers: figure(
      "Three rulers for costs: from tick to tick the same weight; the numbers say how much lies to the left, in %",
      rulers.plot,
      "x-wide",
    ),
  };
  const apart = explorer.slider("separation", { label: "separation of B" });
  const hands = el("div", {}, explorer.slider("mode", { label: "the usual cost proportion" }), apart);
  /** Views of each question. @type {(keyof typeof figures)[][]} */
  const views = [["roc", "meters"], ["gap"], ["rulers"]];

  /** Show the views of the question that is asked; all if none is. */
  function arrange() {
    const { phase, place } = explorer.loop;
    const named = phase === "free" ? Object.keys(figures) : views[place];
    for (const [name, node] of Object.entries(figures)) set(node, { hidden: !named.includes(name) });
    set(apart, { hidden: Boolean(explorer.models) || (phase !== "free" && place < 2) });
    set(hands, { inert: phase === "asked" });
    return phase !== "asked" && named.includes("gap");
  }

  /** Both classifiers, and H over the usual costs, with what they were computed of. */
  const cache = {
    keys: /** @type {(string | Rows)[]} */ ([]),
    sure: NaN,
    both: /** @type {Classifier[]} */ ([]),
    gaps: /** @type {number[]} */ ([]),
  };
  /** @param {State} state */
  function prepare({ separation, spread, prevalence, certainty }) {
    const shapes = [
      { separation: 1.5, spread: 1, prevalence },
      { separation, spread, prevalence },
    ];
    const keys = explorer.models ?? shapes.map((shape) => Object.values(shape).join());
    const isNew = keys.map((key, k) => key !== cache.keys[k]);
    if (isNew.includes(true)) {
      const rowsOf = (/** @type {number} */ k) => explorer.models?.[k] ?? normalSample({ ...shapes[k], size: SIZE });
      const both = keys.map((_, k) => (isNew[k] ? classifier(rowsOf(k)) : cache.both[k]));
      Object.assign(cache, { keys, both, sure: NaN });
      drawCurves(both);
    }
    if (cache.sure !== certainty) {
      const [a, b] = cache.both;
      const gaps = MODES.map((mode) => hOf(a, mode, certainty) - hOf(b, mode, certainty));
      Object.assign(cache, { sure: certainty, gaps });
    }
    return cache;
  }

  /**
   * Draw by how much H prefers A; before a guess the axes only.
   * @type {(state: State, gaps: number[], now: number) => void}
   */
  function drawGap({ mode }, gaps, now) {
    const isShown = arrange();
    const most = gaps.reduce((high, each) => Math.max(high, Math.abs(each)), 0);
    const end = most > 0.4 ? 1 : 0.4;
    gap.frame({ y: { from: -end, to: end } });
    set(difference, { d: isShown ? gap.outline(MODES, gaps) : null });
    sides.forEach(({ text, place }, k) => place(text, 0.99, (k ? -0.95 : 0.88) * end));
    const text = isShown
      ? `at ${shown(mode, 2)} H of A is ${shown(Math.abs(now))} ${now < 0 ? "lower" : "higher"}`
      : "";
    toCost({ x: mode, y: isShown ? now : 0, now: mode, min: 0, max: 1, text });
    set(/** @type {Element} */ (gap.handles.firstElementChild), { hidden: !isShown });
  }

  /** Draw the curves of A and B, whatever the costs. @param {Classifier[]} both */
  function drawCurves(both) {
    const most = both.flatMap(({ curve }) => curve.losses).reduce((a, b) => Math.max(a, b), 0);
    cost.frame({ y: { to: Math.ceil(most * 10 + 0.2) / 10 } });
    both.forEach(({ roc: { fpr, tpr }, curve, hull }, k) => {
      set(marks[k].roc, { d: roc.outline(fpr, tpr) });
      set(marks[k].cost, { d: cost.outline(curve.conditions, curve.losses) });
      const onRoc = nameAt(hull, both[1 - k].hull, k === 0);
      const onCost = nameAt(curve, both[1 - k].curve, k === 0);
      marks[k].words[0]("AB"[k], onRoc.x + (onRoc.above ? -0.03 : 0.04), onRoc.y + (onRoc.above ? 0.5 : -1.6) / 20);
      marks[k].words[1]("AB"[k], onCost.x, onCost.y + (onCost.above ? 0.5 : -1.6) * (cost.y.to / 20));
    });
  }

  /** @param {State} state */
  function draw(state) {
    explorer.controls(state);
    const [alpha, beta] = betaOf(state.mode, state.certainty);
    const { both, gaps } = prepare(state);
    const grid = Array.from({ length: 201 }, (_, k) => k / 200);
    const heights = grid.map((c) => betaDensity(alpha, beta, c));
    const highest = Math.max(...heights, ...both.flatMap((each) => each.law));
    law.frame({ y: { to: [5, 10, 20, 40, 80].find((end) => end >= highest) } });
    set(density, { d: law.outline(grid, heights, { close: 0 }) });
    both.forEach(({ law: bars }, k) => {
      const xs = bars.flatMap((_, i) => [i / BINS, (i + 1) / BINS]);
      const ys = bars.flatMap((height) => [height, height]);
      set(marks[k].law, { d: law.outline(xs, ys) });
    });
    const isAsked = explorer.loop.phase === "asked";
    rulers.draw([chosenRuler(alpha, beta), ...both.map(({ ruler }) => (isAsked ? null : ruler))]);
    const [a, b] = both;
    const [hA, hB] = both.map((each) => hOf(each, state.mode, state.certainty));
    drawGap(state, gaps, hA - hB);
    const [from, to] = [0.25, 0.75].map((share) => b.ruler[share * SPACES]);
    const values = { auroc_a: a.auroc, auroc_b: b.auroc, h_a: hA, h_b: hB, from, to, turn: turnOf(gaps) };
    meters.show(values, explorer.loop.begun?.values);
    const named = explorer.models?.map(({ name }, k) => `${"AB"[k]} is “${name}”. `).join("") ?? "";
    const costs = `costs around ${shown(state.mode, 2)}`;
    const byH = `H ${better(hA, hB)} (${shown(hA)} and ${shown(hB)})`;
    const byAuroc = `AUROC ${better(a.auroc, b.auroc)} (${shown(a.auroc)} and ${shown(b.auroc)})`;
    return {
      values,
      sentence: `${named}With ${costs}, ${byH}; ${byAuroc}.`,
      unlinked: unlinked(explorer),
      table: () => ({
        head: ["cost proportion", "least loss of A", "least loss of B"],
        rows: Array.from({ length: 21 }, (_, k) => k / 20).map((c) => [
          c,
          ...both.map(({ curve }) => Number(at(curve, c).toPrecision(4))),
        ]),
      }),
    };
  }

  const made = [
    explorer.slider("spread", { label: "spread of B's positives" }),
    explorer.slider("prevalence", { label: "prevalence" }),
  ];
  return {
    hands: [hands],
    asked: [figures.roc, figures.gap, figures.rulers],
    seen: [figures.meters],
    more: [
      el("div", { class: "x-sliders" }, explorer.slider("certainty", { label: "how sure one is of it" }), made),
      ...takesOwn(explorer, { models: 2, made }),
      el(
        "div",
        { class: "x-views" },
        figure("Least loss at every cost", cost),
        figure("Your distribution of costs (filled), and those that the AUC of A and of B use", law),
      ),
    ],
    sketches: { gap: sketch },
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
  challenges: [
    {
      ask:
        "A and B have the same AUROC. You say what a false positive costs, as a share of the cost of both errors. " +
        "Can H prefer A at one such cost and B at another?",
      options: [
        "No: equal AUROC means equally good.",
        "Yes, because their curves cross.",
        "Only if the prevalence changes too.",
      ],
      answer: 1,
      move: "bring the usual cost proportion down to 0.05.",
      hand: "mode",
      made: ({ mode }) => mode <= 0.05,
      told: (now, first) => [
        `At first H ${better(first.h_a, first.h_b)} (${shown(first.h_a)} and ${shown(first.h_b)}), now it `,
        `${better(now.h_a, now.h_b)} (${shown(now.h_a)} and ${shown(now.h_b)}). AUROC is still ${shown(now.auroc_a)} `,
        `and ${shown(now.auroc_b)}. If the curves did not cross, `,
        ["no distribution of costs could do that", "never-crossing"],
        ".",
      ],
    },
    {
      ask: "Draw it: by how much does H prefer A (above the dashed line) or B (below it) at each usual cost?",
      sketch: "gap",
      from: { mode: 0 },
      move: "move the usual cost from 0 to 1.",
      hand: "mode",
      made: ({ mode }) => mode >= 1,
      told: (now, first) => [
        `At the cost 0 H ${better(first.h_a, first.h_b)} by ${shown(Math.abs(first.h_a - first.h_b))}, at the cost 1 `,
        `it ${better(now.h_a, now.h_b)} by ${shown(Math.abs(now.h_a - now.h_b))}. It changes its mind at `,
        `${shown(now.turn, 2)}, near where the curves of least loss cross.`,
      ],
    },
    {
      ask:
        "A and B are alike. AUC can be read as a mean loss over costs, as H can. If B becomes worse, does AUC still " +
        "weigh the costs alike for both?",
      options: [
        "Yes: costs have nothing to do with the classifier.",
        "Yes, unless the prevalence changes.",
        "No: each is measured with a ruler of its own.",
      ],
      answer: 2,
      from: { separation: 1.5, spread: 1 },
      move: "bring the separation of B down to 0.5, and watch the ticks.",
      hand: "separation",
      made: ({ separation }) => separation <= 0.5,
      told: (now, first) => [
        `The middle half of the weight that AUC gives to B's costs lay from ${shown(first.from, 2)} to `,
        `${shown(first.to, 2)}, now it lies from ${shown(now.from, 2)} to ${shown(now.to, 2)}, though nobody changed `,
        "a cost. ",
        ["The distribution that AUC implies", "implied-costs"],
        " depends on the classifier; the one of H stays.",
      ],
    },
  ],
  build,
});
