/* A ranking as a strip of cases, of which two neighbours can change places. */
import { el, set, shown, signed } from "./dom.js";
import { Meters, define } from "./explorer.js";
import * as m from "./metrics.js";
import { Plot } from "./plot.js";
import { confidenceSweepOf, sorted, sweepOf } from "./sweep.js";

const NAMES = {
  auroc: "AUROC", average_precision: "average precision", h_measure: "H measure", expected_loss: "1 − expected loss",
  c_rb: "C(r_b)", lxcim: "LxCIM", audrc: "AUDRC",
};

/** Rankings that can be shown. */
const RANKING = /^(?=.*0)(?=.*1)[01]{2,20}$/;

/** Metrics of a ranking, "1" for a positive, the highest score first; for LxCIM and AUDRC the marks are right decisions. */
export function metricsOf(text) {
  const labels = [...text].map(Number);
  const scores = labels.map((_, k) => labels.length - k);
  const sweep = sweepOf(sorted(labels, scores));
  // All scores are above 0, so that every case is called positive, and right where it is one.
  const decisions = confidenceSweepOf(sorted(labels, scores), 0);
  return {
    auroc: m.auroc(sweep), average_precision: m.averagePrecision(sweep), h_measure: m.hMeasure(sweep),
    expected_loss: 1 - m.expectedLoss(sweep), c_rb: m.precisionAtIndistinguishability(sweep), lxcim: m.lxcim(decisions),
    audrc: m.audrcSum(decisions),
  };
}

/** The ranking with the cases at places k and k + 1 exchanged. */
export const swapped = (text, k) => text.slice(0, k) + text[k + 1] + text[k] + text.slice(k + 2);

/** Two values nearer than this differ by rounding. */
const ROUNDING = 1e-9;

/**
 * What each swap adds to a metric, and what one says of it: `best` is the first place whose swap moves it most, -1 if none
 * does, and `unknown` are the places whose swap has no gain, because the metric is undefined before or after it.
 */
export function gainsOf(text, metric) {
  const now = metricsOf(text)[metric];
  const gains = [...text].slice(1).map((_, k) => (text[k] === text[k + 1] ? 0 * now : metricsOf(swapped(text, k))[metric] - now));
  const most = Math.max(...gains.map((gain) => Math.abs(gain) || 0));
  return {
    now, gains, best: most > ROUNDING ? gains.findIndex((gain) => Math.abs(gain) > most - ROUNDING) : -1,
    unknown: gains.map((_, k) => k).filter((k) => Number.isNaN(gains[k])),
  };
}

/** Two neighbours by the place of the upper. */
const places = (k) => `${k + 1} and ${k + 2}`;

/** What a metric of a ranking is, and which swap moves it most, in words. */
export function saidOf(name, { now, gains, best, unknown }) {
  const begin = `${name[0].toUpperCase()}${name.slice(1)} is ${shown(now)}`;
  if (Number.isNaN(now)) return `${begin}, since AUROC is less than 1/2, and so is what a swap would add to it.`;
  const undone = unknown.length ? ` It would be undefined after a swap of places ${unknown.map(places).join(", or ")}.` : "";
  const moves = best < 0 ? "no swap moves it" : `no swap moves it more than that of places ${places(best)}, by ${signed(gains[best])}`;
  return `${begin}; ${moves}.${undone}`;
}

function build(explorer) {
  let before = null;
  let lastSwap = null;
  const strip = el("div", { class: "x-strip", role: "group", "aria-label": "The ranking, highest score first" });
  const stakes = new Plot({ title: "What each swap would be worth", width: explorer.wide, height: 190, x: { label: "place of the upper of the two", from: 0.5, to: 11.5 }, y: { label: "gain", from: -0.1, to: 0.1 } });
  const bars = stakes.mark("g");
  const meters = new Meters(NAMES, { caption: "Metrics of this ranking; change by the last swap" });
  const buttons = [];

  const change = (text, k = null) => {
    before = k === null ? null : metricsOf(explorer.state.ranking);
    lastSwap = k;
    explorer.change({ ranking: text });
  };

  function drawStrip(text) {
    if (buttons.length !== text.length - 1) {
      buttons.length = 0;
      strip.replaceChildren();
      [...text].forEach((_, k) => {
        strip.append(el("span", { class: "x-case" }));
        if (k === text.length - 1) return;
        const button = el("button", { type: "button", click: () => change(swapped(explorer.state.ranking, k), k) }, "⇄");
        button.addEventListener("keydown", (event) => {
          const next = { ArrowRight: k + 1, ArrowLeft: k - 1, Home: 0, End: text.length - 2 }[event.key];
          if (buttons[next]) {
            event.preventDefault();
            buttons[next].focus();
          }
        });
        buttons.push(button);
        strip.append(button);
      });
    }
    const cases = strip.querySelectorAll(".x-case");
    [...text].forEach((mark, k) => {
      cases[k].textContent = mark === "1" ? "+" : "−";
      set(cases[k], { class: `x-case ${mark === "1" ? "x-plus" : "x-minus"}`, role: "img", "aria-label": `${k + 1}: ${mark === "1" ? "positive" : "negative"}` });
    });
    buttons.forEach((button, k) => {
      const same = text[k] === text[k + 1];
      set(button, { "aria-disabled": same ? "true" : null, "aria-label": `swap places ${k + 1} and ${k + 2}${same ? ", which are alike" : ""}` });
    });
  }

  function draw(state) {
    explorer.controls(state);
    const text = state.ranking;
    drawStrip(text);
    const now = metricsOf(text);
    const found = gainsOf(text, state.metric);
    const { gains } = found;
    const most = Math.max(...gains.map((gain) => Math.abs(gain) || 0), 0.01) * 1.1;
    stakes.frame({ x: { from: 0.5, to: text.length - 0.5, ticks: gains.map((_, k) => k + 1) }, y: { from: -most, to: most, ticks: undefined } });
    bars.replaceChildren(
      ...gains.map((gain, k) => {
        if (Number.isNaN(gain)) return el("text", { x: stakes.px(k + 1), y: stakes.py(0) - 4, "text-anchor": "middle", class: "x-words" }, "?");
        const [x, zero, top] = [stakes.px(k + 1), stakes.py(0), stakes.py(gain)];
        return el("rect", { x: x - 7, width: 14, y: Math.min(zero, top), height: Math.max(Math.abs(zero - top), 0.7), class: gain < 0 ? "x-negative x-hollow" : "x-positive x-fill" });
      }),
    );
    meters.show(now, before);
    const name = NAMES[state.metric];
    const change = before ? now[state.metric] - before[state.metric] : NaN;
    const moved = Number.isNaN(change) ? "" : `Swapping places ${places(lastSwap)} changed ${name} by ${signed(change)}. `;
    const said = `${moved}${saidOf(name, found)}`;
    return { said, table: () => ({ head: ["places", ...Object.values(NAMES)], rows: gains.map((_, k) => {
      const other = text[k] === text[k + 1] ? now : metricsOf(swapped(text, k));
      return [places(k), ...Object.keys(NAMES).map((key) => Number((other[key] - now[key]).toPrecision(3)))];
    }) }) };
  }

  // A ranking may have 2 to 20 cases, of both classes; what comes or goes is the lowest.
  const resized = (text) => {
    if (RANKING.test(text)) change(text);
  };
  const reversed = () => change([...explorer.state.ranking].reverse().join(""));
  return {
    controls: [
      explorer.choice("metric", { label: "show what a swap is worth to", options: NAMES }),
      el("p", {}, explorer.button("Perfect ranking", () => change([...explorer.state.ranking].sort().reverse().join(""))), " ", explorer.button("Reverse it", reversed)),
      el("p", {}, "At the end: ", explorer.button("add a positive", () => resized(`${explorer.state.ranking}1`)), " ",
        explorer.button("add a negative", () => resized(`${explorer.state.ranking}0`)), " ",
        explorer.button("take one away", () => resized(explorer.state.ranking.slice(0, -1)))),
    ],
    views: [
      el("figure", { class: "x-wide" }, el("figcaption", {}, "The highest score is on the left; a button swaps its two neighbours"), strip),
      el("figure", { class: "x-wide" }, el("figcaption", {}, "What each swap would add; “?”: undefined before or after it"), stakes.node),
      el("div", { class: "x-wide" }, meters.node),
    ],
    draw,
  };
}

define("price-of-a-swap", {
  title: "The price of a swap",
  state: { ranking: "0000011101000000", metric: "average_precision" },
  allowed: { ranking: RANKING, metric: Object.keys(NAMES) },
  question: {
    ask: "Two neighbours are in the wrong order: a negative stands just above a positive. Where does putting them right raise average precision most?",
    options: ["Always at the top.", "Mostly near the top, but not always at the very top.", "Everywhere alike."],
    answer: 1,
    happened: [
      "AUROC pays the same for every swap, and so does LxCIM. Average precision pays more near the top, but a swap is also worth more the more positives stand above it, so that ",
      ["the topmost mistake is not always the dearest", "../synthesis/one-swap.html#claim-synthesis-swap-topmost"],
      ". H pays only for swaps that move its hull. All prices, with proofs, are in ",
      ["What one swap is worth", "../synthesis/one-swap.html#claim-synthesis-swap-one-cut"],
      ".",
    ],
  },
  build,
});
