/* A ranking as a strip of cases, of which two neighbours can change places. */
import { el, set, shown, signed } from "./dom.js";
import { Meters, define } from "./explorer.js";
import * as m from "./metrics.js";
import { Plot, figure } from "./plot.js";
import { confidenceSweepOf, sorted, sweepOf } from "./sweep.js";

/** @import { ScoreExplorer } from "./explorer.js" */
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

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  /** The metrics before the last swap, and its place. @type {{values: Record<string, number>, place: number} | null} */
  let last = null;
  const strip = el("div", { class: "x-strip", role: "group", "aria-label": "The ranking, highest score first" });
  const gainsPlot = new Plot({
    title: "What each swap would be worth",
    width: explorer.wide,
    height: 190,
    x: { label: "place of the upper of the two", from: 0.5, to: 11.5 },
    y: { label: "gain", from: -0.1, to: 0.1 },
  });
  const bars = gainsPlot.mark("g");
  const meters = new Meters(NAMES, { caption: "Metrics of this ranking; change by the last swap" });
  /** @type {HTMLElement[]} */
  let cases = [];
  /** @type {HTMLElement[]} */
  let buttons = [];

  /** @param {string} ranking */
  const change = (ranking) => {
    last = null;
    explorer.change({ ranking });
  };
  /** Swap a case with the next. @param {number} place */
  const swap = (place) => {
    const { ranking } = explorer.state;
    last = { values: metricsOf(ranking), place };
    explorer.change({ ranking: swapped(ranking, place) });
  };

  /** The button that swaps a case with the next; keys take the focus to the others. @param {number} k */
  const swapButton = (k) => {
    /** @param {KeyboardEvent} event */
    const go = (event) => {
      /** @type {Record<string, number>} */
      const neighbours = { ArrowRight: k + 1, ArrowLeft: k - 1, Home: 0, End: buttons.length - 1 };
      const next = buttons[neighbours[event.key]];
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    return el("button", { type: "button", click: () => swap(k), keydown: go }, "⇄");
  };

  /** @param {string} ranking */
  function drawStrip(ranking) {
    if (cases.length !== ranking.length) {
      cases = [...ranking].map(() => el("span"));
      buttons = cases.slice(1).map((_, k) => swapButton(k));
      strip.replaceChildren(...cases.flatMap((node, k) => (k ? [buttons[k - 1], node] : [node])));
    }
    cases.forEach((node, k) => {
      const plus = ranking[k] === "1";
      node.textContent = plus ? "+" : "−";
      const label = `${k + 1}: ${plus ? "positive" : "negative"}`;
      set(node, { class: `x-case ${plus ? "x-plus" : "x-minus"}`, role: "img", "aria-label": label });
    });
    buttons.forEach((button, k) => {
      const same = ranking[k] === ranking[k + 1];
      const label = `swap places ${places(k)}${same ? ", which are alike" : ""}`;
      set(button, { "aria-disabled": same ? "true" : null, "aria-label": label });
    });
  }

  /** The bar of a gain, or a mark that it is undefined. @type {(gain: number, k: number) => SVGElement} */
  const bar = (gain, k) => {
    const [x, zero] = [gainsPlot.px(k + 1), gainsPlot.py(0)];
    if (Number.isNaN(gain)) return el("text", { x, y: zero - 4, "text-anchor": "middle", class: "x-words" }, "?");
    const top = gainsPlot.py(gain);
    const box = { x: x - 7, width: 14, y: Math.min(zero, top), height: Math.max(Math.abs(zero - top), 0.7) };
    return el("rect", { ...box, class: gain < 0 ? "x-negative x-hollow" : "x-positive x-fill" });
  };

  /** @param {State} state */
  function draw({ ranking, metric }) {
    explorer.controls({ ranking, metric });
    drawStrip(ranking);
    const now = metricsOf(ranking);
    const swapGains = gainsOf(ranking, metric);
    const { gains } = swapGains;
    const most = Math.max(...gains.map((gain) => Math.abs(gain) || 0), 0.01) * 1.1;
    const upper = gains.map((_, k) => k + 1);
    gainsPlot.frame({
      x: { from: 0.5, to: ranking.length - 0.5, ticks: upper },
      y: { from: -most, to: most, ticks: undefined },
    });
    bars.replaceChildren(...gains.map(bar));
    meters.show(now, last?.values);
    const name = NAMES[metric];
    const gain = last ? now[metric] - last.values[metric] : NaN;
    const moved =
      last && !Number.isNaN(gain) ? `Swapping places ${places(last.place)} changed ${name} by ${signed(gain)}. ` : "";
    /** Changes of all metrics by the swap of a case with the next. @param {number} k */
    const row = (k) => {
      const other = ranking[k] === ranking[k + 1] ? now : metricsOf(swapped(ranking, k));
      return [places(k), ...KEYS.map((key) => Number((other[key] - now[key]).toPrecision(3)))];
    };
    return {
      sentence: moved + sentenceOf(name, swapGains),
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
    controls: [
      explorer.choice("metric", { label: "show what a swap is worth to", options: NAMES }),
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
    ],
    views: [
      figure("The highest score is on the left; a button swaps its two neighbours", { node: strip }, "x-wide"),
      figure("What each swap would add; “?”: undefined before or after it", gainsPlot, "x-wide"),
      el("div", { class: "x-wide" }, meters.node),
    ],
    draw,
  };
}

define("price-of-a-swap", {
  title: "The price of a swap",
  state: { ranking: "0000011101000000", metric: "average_precision" },
  allowed: { ranking: RANKING, metric: KEYS },
  question: {
    ask:
      "Two neighbours are in the wrong order: a negative stands just above a positive. " +
      "Where does putting them right raise average precision most?",
    options: ["Always at the top.", "Mostly near the top, but not always at the very top.", "Everywhere alike."],
    answer: 1,
    happened: [
      "AUROC pays the same for every swap, and so does LxCIM. ",
      "Average precision pays more near the top, ",
      "but a swap is also worth more the more positives stand above it, so that ",
      ["the topmost mistake is not always the dearest", "topmost-mistake"],
      ". H pays only for swaps that move its hull. For each of these metrics ",
      ["the price of every swap is known", "prices-of-swaps"],
      ".",
    ],
  },
  build,
});
