/* A ranking as a strip of cases, of which two neighbours can change places. */
import { brief, el, glide, set, shown, signed } from "./dom.js";
import { Meters, define } from "./explorer.js";
import * as m from "./metrics.js";
import { takesOwn } from "./own.js";
import { figure } from "./plot.js";
import { confidenceSweepOf, sorted, sweepOf } from "./sweep.js";

/** @import { ScoreExplorer } from "./explorer.js" */
/** @import { Rows } from "./own.js" */
/**
 * A ranking, "1" for a positive, the highest score first, and a metric.
 * @typedef {{ranking: string, metric: string}} State
 */
/**
 * Changes of a metric by swaps of two neighbours: the metric now, the gains, the first place whose swap moves it most
 * (-1 if none does), and the places whose swap has no gain, since the metric is undefined before or after it.
 * @typedef {{now: number, gains: number[], best: number, unknown: number[]}} Gains
 */

/** @type {Record<string, string>} */
const NAMES = {
  auroc: "AUROC",
  average_precision: "average precision",
  h_measure: "H measure",
  expected_loss: "1 − expected loss",
  c_rb: "C(r_b)",
  lxcim: "LxCIM",
  audrc: "AUDRC",
};
const KEYS = Object.keys(NAMES);

/** Rankings that can be shown: of 2 to 20 cases, of both classes. */
const RANKING = /^(?=.*0)(?=.*1)[01]{2,20}$/;

/** Most cases of a ranking. */
const LONGEST = 20;

/** The labels of own scores, the highest score first. @param {Rows} rows */
export const rankingOf = ({ labels, scores }) => sorted(labels, scores).labels.join("");

/** Why own scores are no ranking that can be shown; the empty text if they are. @param {Rows} rows */
export function misfit({ labels, scores, weights }) {
  if (scores.length > LONGEST) return `Up to ${LONGEST} cases are shown here, not ${scores.length}.`;
  if (weights) return "Every case is shown once here: choose no weights.";
  const tied = scores.find((score, k) => scores.some((other, i) => other === score && labels[i] !== labels[k]));
  return tied === undefined ? "" : `This is a ranking, and cases of both classes have the score ${brief(tied)}.`;
}

/** Smallest difference of two values that is not rounding. */
const ROUNDING = 1e-9;

/**
 * Metrics of a ranking; for LxCIM and AUDRC the marks are right decisions.
 * @type {(ranking: string) => Record<string, number>}
 */
export function metricsOf(ranking) {
  const labels = [...ranking].map(Number);
  const sample = sorted(
    labels,
    labels.map((_, k) => labels.length - k),
  );
  const sweep = sweepOf(sample);
  // All scores are above 0, so that every case is predicted positive, and right where it is one.
  const decisions = confidenceSweepOf(sample, 0);
  return {
    auroc: m.auroc(sweep),
    average_precision: m.averagePrecision(sweep),
    h_measure: m.hMeasure(sweep),
    expected_loss: 1 - m.expectedLoss(sweep),
    c_rb: m.precisionAtIndistinguishability(sweep),
    lxcim: m.lxcim(decisions),
    audrc: m.audrcSum(decisions),
  };
}

/** The ranking with the cases at places k and k + 1 exchanged. @type {(ranking: string, k: number) => string} */
export const swapped = (ranking, k) => ranking.slice(0, k) + ranking[k + 1] + ranking[k] + ranking.slice(k + 2);

/** Change of a metric by each swap of two neighbours. @type {(ranking: string, metric: string) => Gains} */
export function gainsOf(ranking, metric) {
  const now = metricsOf(ranking)[metric];
  const same = Number.isNaN(now) ? NaN : 0; // the change by a swap within a class
  const gains = Array.from(ranking.slice(1), (mark, k) =>
    mark === ranking[k] ? same : metricsOf(swapped(ranking, k))[metric] - now,
  );
  const most = Math.max(...gains.map((gain) => Math.abs(gain) || 0));
  return {
    now,
    gains,
    best: most > ROUNDING ? gains.findIndex((gain) => Math.abs(gain) > most - ROUNDING) : -1,
    unknown: gains.map((_, k) => k).filter((k) => Number.isNaN(gains[k])),
  };
}

/**
 * The mistakes of a ranking, a negative directly above a positive: their places, and the gain of correcting each.
 * @type {(ranking: string, metric: string) => {place: number, gain: number}[]}
 */
export function mistakes(ranking, metric) {
  const { gains } = gainsOf(ranking, metric);
  return gains.map((gain, k) => ({ place: k + 1, gain })).filter(({ place }) => ranking.startsWith("01", place - 1));
}

/** Two neighbours by the place of the upper. @param {number} k */
const places = (k) => `${k + 1} and ${k + 2}`;

/**
 * Sentence on the value of a metric, and on the swap that moves it most.
 * @type {(name: string, swapGains: Gains) => string}
 */
export function sentenceOf(name, { now, gains, best, unknown }) {
  const begin = `${name[0].toUpperCase()}${name.slice(1)} is ${shown(now)}`;
  if (Number.isNaN(now)) return `${begin}, since AUROC is less than 1/2, and so is what a swap would add to it.`;
  const listed = unknown.map(places).join(", or ");
  const undone = unknown.length ? ` It would be undefined after a swap of places ${listed}.` : "";
  if (best < 0) return `${begin}; no swap moves it.${undone}`;
  return `${begin}; no swap moves it more than that of places ${places(best)}, by ${signed(gains[best])}.${undone}`;
}

/**
 * Sizes in the drawing: of a case, at its left and right, of its place's number, of a button, and of the bars below.
 */
const [CASE, MARGIN, PLACE, BUTTON, BARS] = [24, 14, 10, 26, 80];
const ROW = PLACE + CASE + BUTTON + BARS + 10;

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  /** The metrics before the last swap, and its place. @type {{values: Record<string, number>, place: number} | null} */
  let last = null;
  const meters = new Meters(NAMES, { caption: "Metrics of this ranking; change by the last swap" });
  const [bars, faces, presses] = [el("g", { "aria-hidden": "true" }), el("g"), el("g")];
  const name = "What each swap of two neighbours is worth; highest score first";
  const strip = el("svg", { class: "x-swaps", role: "group", "aria-label": name }, bars, faces, presses);
  /** Cases, and the buttons between them. @type {SVGElement[]} */
  let cases = [];
  /** @type {SVGElement[]} */
  let buttons = [];
  /** Cases in a row, and the width of each. */
  let [across, wide] = [1, 1];

  /** @param {string} ranking */
  const change = (ranking) => {
    last = null;
    explorer.change({ ranking });
  };
  /** Swap a case with the next. @param {number} k */
  const swap = (k) => {
    const { ranking } = explorer.state;
    if (ranking[k] === ranking[k + 1]) return;
    last = { values: metricsOf(ranking), place: k };
    explorer.change({ ranking: swapped(ranking, k) });
    const [one, other] = [at(k), at(k + 1)];
    glide(cases[k], other.x - one.x, other.y - one.y);
    glide(cases[k + 1], one.x - other.x, one.y - other.y);
  };

  /** The middle of a case, below the top of its row. @param {number} k */
  const at = (k) => ({
    x: MARGIN + ((k % across) + 0.5) * wide,
    y: Math.floor(k / across) * ROW + PLACE + CASE / 2 + 2,
  });
  /** Where a swap's button and bar are: below the border of two cases. @param {number} k */
  const below = (k) => ({ x: at(k).x + wide / 2, y: at(k).y + CASE / 2 + BUTTON / 2 });

  /** The button that swaps a case with the next; keys take the focus to the others. @param {number} k */
  const swapButton = (k) => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      /** @type {Record<string, number>} */
      const neighbours = { ArrowRight: k + 1, ArrowLeft: k - 1, Home: 0, End: buttons.length - 1 };
      if (event.key === "Enter" || event.key === " ") swap(k);
      else if (buttons[neighbours[event.key]]) buttons[neighbours[event.key]].focus();
      else return;
      event.preventDefault();
    };
    const { x, y } = below(k);
    return el(
      "g",
      { role: "button", tabindex: 0, "data-hand": `swap-${k + 1}`, click: () => swap(k), keydown: press },
      el("rect", { x: x - 12, y: y - 12, width: 24, height: 24, rx: 5 }),
      el("path", { d: `M${x + 6} ${y - 3}h-12l3 -3M${x - 6} ${y + 3}h12l-3 3` }),
    );
  };

  /** Make the cases and the buttons of a ranking, in so many rows that each button can be pressed. */
  function layOut(/** @type {number} */ count) {
    const rows = Math.ceil((count * CASE) / (explorer.wide - 2 * MARGIN));
    across = Math.ceil(count / rows);
    wide = Math.min((explorer.wide - 2 * MARGIN) / across, 44);
    set(strip, { viewBox: `0 0 ${explorer.wide} ${rows * ROW}` });
    cases = Array.from({ length: count }, () => el("g", { role: "img" }));
    buttons = cases.slice(1).map((_, k) => swapButton(k));
    faces.replaceChildren(...cases);
    presses.replaceChildren(...buttons);
  }

  /** @param {string} ranking */
  function drawStrip(ranking) {
    if (cases.length !== ranking.length) layOut(ranking.length);
    cases.forEach((node, k) => {
      const plus = ranking[k] === "1";
      const { x, y } = at(k);
      node.replaceChildren(
        plus
          ? el("circle", { cx: x, cy: y, r: 10, class: "x-positive" })
          : el("rect", { x: x - 9, y: y - 9, width: 18, height: 18, class: "x-negative x-hollow" }),
        el("text", { x, y: y - CASE / 2 - 1, "text-anchor": "middle" }, k + 1),
        el("path", { d: `M${x - 5} ${y}h10${plus ? `M${x} ${y - 5}v10` : ""}`, class: plus ? "x-plus" : "x-minus" }),
      );
      set(node, { "aria-label": `${k + 1}: ${plus ? "positive" : "negative"}` });
    });
  }

  /**
   * What the buttons say, and if they tell gains, the bars below them.
   * @type {(ranking: string, gains: number[] | null) => void}
   */
  function drawGains(ranking, gains) {
    buttons.forEach((button, k) => {
      const same = ranking[k] === ranking[k + 1];
      const worth = gains && !same ? `, ${signed(gains[k])}` : "";
      const label = `swap places ${places(k)}${same ? ", which are alike" : worth}`;
      set(button, {
        "aria-disabled": same ? "true" : null,
        "aria-label": label,
        class: same ? "x-swap" : "x-swap x-flip",
      });
    });
    const most = Math.max(...(gains ?? []).map((gain) => Math.abs(gain) || 0), 0.01);
    bars.replaceChildren(...(gains ?? []).flatMap((gain, k) => bar(gain, k, most, ranking[k] === ranking[k + 1])));
  }

  /**
   * The bar of a gain and its number, or a mark that it is undefined.
   * @type {(gain: number, k: number, most: number, same: boolean) => SVGElement[]}
   */
  const bar = (gain, k, most, same) => {
    const x = below(k).x;
    const zero = below(k).y + BUTTON / 2 + BARS / 2;
    const line = el("line", { x1: x - wide / 2, x2: x + wide / 2, y1: zero, y2: zero, class: "x-rulings" });
    const words = { x, "text-anchor": "middle", class: "x-words" };
    if (Number.isNaN(gain)) return [line, el("text", { ...words, y: zero - 4 }, "?")];
    if (same) return [line];
    const high = (Math.abs(gain) / most) * (BARS / 2 - 14);
    const box = { x: x - 7, width: 14, y: gain < 0 ? zero : zero - high, height: Math.max(high, 0.7) };
    return [
      line,
      el("rect", { ...box, class: gain < 0 ? "x-negative x-hollow" : "x-positive x-fill" }),
      el("text", { ...words, y: gain < 0 ? zero + high + 11 : zero - high - 3 }, signed(gain)),
    ];
  };

  /** The models whose ranking the state has had; those of Python are in it from the beginning. */
  let { models } = explorer;
  /** @param {State} state */
  function draw(state) {
    if (models !== explorer.models) {
      models = explorer.models;
      state.ranking = models ? rankingOf(models[0]) : explorer.first.ranking;
    }
    explorer.controls(state);
    const { ranking, metric } = state;
    const now = metricsOf(ranking);
    const swapGains = gainsOf(ranking, metric);
    const { gains } = swapGains;
    drawStrip(ranking);
    drawGains(ranking, explorer.loop.phase === "asked" ? null : gains);
    if (!explorer.moved) last = null;
    meters.show(now, last?.values);
    const gain = last ? now[metric] - last.values[metric] : NaN;
    const moved =
      last && !Number.isNaN(gain)
        ? `Swapping places ${places(last.place)} changed ${NAMES[metric]} by ${signed(gain)}. `
        : "";
    /** Changes of all metrics by the swap of a case with the next. @param {number} k */
    const row = (k) => {
      const other = ranking[k] === ranking[k + 1] ? now : metricsOf(swapped(ranking, k));
      return [places(k), ...KEYS.map((key) => Number((other[key] - now[key]).toPrecision(3)))];
    };
    return {
      values: { gains },
      sentence: moved + sentenceOf(NAMES[metric], swapGains),
      table: () => ({ head: ["places", ...Object.values(NAMES)], rows: gains.map((_, k) => row(k)) }),
    };
  }

  /** Switch to another ranking, if it can be shown. @param {string} ranking */
  const resized = (ranking) => {
    if (RANKING.test(ranking)) change(ranking);
  };
  const perfect = () => change([...explorer.state.ranking].sort().reverse().join(""));
  const reversed = () => change([...explorer.state.ranking].reverse().join(""));
  return {
    hands: [explorer.choice("metric", { label: "what it is worth to", options: NAMES })],
    asked: [figure("Highest score first; each button swaps its two neighbours", { node: strip }, "x-wide")],
    more: [
      el("p", {}, explorer.button("Perfect ranking", perfect), " ", explorer.button("Reverse it", reversed)),
      el(
        "p",
        {},
        "At the end: ",
        explorer.button("add a positive", () => resized(`${explorer.state.ranking}1`)),
        " ",
        explorer.button("add a negative", () => resized(`${explorer.state.ranking}0`)),
        " ",
        explorer.button("take one away", () => resized(explorer.state.ranking.slice(0, -1))),
      ),
      meters.node,
      ...takesOwn(explorer, { models: 1, misfit: ([model]) => misfit(model) }),
    ],
    draw,
  };
}

define("price-of-a-swap", {
  title: "The price of a swap",
  state: { ranking: "0000011101000000", metric: "average_precision" },
  allowed: { ranking: RANKING, metric: KEYS },
  challenges: [
    {
      ask:
        "Twice a negative stands directly above a positive: at places 5 and 6, and at places 9 and 10. " +
        "Which swap raises average precision more?",
      options: ["The upper one: what is at the top counts most.", "The lower one.", "Both raise it equally."],
      answer: 1,
      move: "press the button between places 9 and 10.",
      hand: "swap-9",
      made: ({ ranking }, begun) => ranking === swapped(begun.ranking, 8),
      told: (_, { gains }) => [
        `It added ${shown(gains[8])}; the swap of places 5 and 6 would have added ${shown(gains[4])}. `,
        "A swap is worth more the nearer it is to the top, but also the more positives stand above it, so that ",
        ["the topmost mistake is not always worth most", "topmost-mistake"],
        ".",
      ],
    },
    {
      ask: "The same ranking, and the same two swaps. Which of them raises AUROC more?",
      options: ["The upper one.", "The lower one, as with average precision.", "Both raise it equally."],
      answer: 2,
      move: "choose AUROC in the list.",
      hand: "metric",
      made: ({ metric }) => metric === "auroc",
      told: ({ gains }) => [
        `Every swap of a positive and a negative moves AUROC by ${shown(Math.max(...gains.map(Math.abs)))}, `,
        "one pair of all that it counts, wherever it stands. LxCIM, too, pays the same for each.",
      ],
    },
    {
      ask: "The H measure pays by costs, not by pairs. Which of the two swaps raises it?",
      options: ["The lower one alone.", "Both, the upper one more.", "Neither of them."],
      answer: 0,
      from: { metric: "auroc" },
      move: "choose the H measure in the list.",
      hand: "metric",
      made: ({ metric }) => metric === "h_measure",
      told: ({ gains }) => [
        `The swap of places 9 and 10 adds ${shown(gains[8])}, that of places 5 and 6 ${shown(gains[4])}: `,
        "H pays only for swaps that move the hull of the ROC curve. For each of these metrics ",
        ["the price of every swap is known", "prices-of-swaps"],
        ".",
      ],
    },
  ],
  build,
});
