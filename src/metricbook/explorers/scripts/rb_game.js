/*
 * Cannot tell them apart: a real positive and a flagged case, known by their scores alone, until neither gives itself
 * away.
 */
import { brief, clamp, el, set, shown } from "./dom.js";
import { define } from "./explorer.js";
import { indistinguishability } from "./metrics.js";
import { oneByOne, takesOwn, unlinked } from "./own.js";
import { Plot, figure } from "./plot.js";
import { normalSample } from "./samples.js";
import { sorted, sweepOf } from "./sweep.js";
import { randoms } from "./uncertain.js";

/** @import { ScoreExplorer } from "./explorer.js" */
/** @import { Model, Rows } from "./own.js" */
/** @typedef {{threshold: number, played: number, right: number, separation: number, prevalence: number}} State */
/**
 * The scores of each class, and of all cases from the highest down, with B and C at each, and the ends of their axis.
 * @typedef {object} Prepared
 * @property {number[]} positives
 * @property {number[]} negatives
 * @property {number[]} scores
 * @property {ReturnType<typeof indistinguishability>} curves
 * @property {{thresholds: number[], best: number[]}} rising distinct scores upwards, and how often the best guess hits
 * @property {number[]} ends
 * @property {number} digits to show of a score
 */

const SIZE = 200;
const ENDS = [-4, 4];
/** Rounds of a press, and the most. */
const [AT_ONCE, MOST] = [20, 10_000];

/** The made-up sample of a state. @param {Pick<State, "separation" | "prevalence">} state */
export const madeUp = ({ separation, prevalence }) => normalSample({ separation, spread: 1, prevalence, size: SIZE });

/** A sample, on an axis with these ends or such as it needs. @type {(rows: Rows, given?: number[]) => Prepared} */
export function prepared({ labels, scores }, given) {
  const sample = sorted(labels, scores);
  const curves = indistinguishability(sweepOf(sample));
  const [low, high] = [curves.thresholds[curves.thresholds.length - 1], curves.thresholds[0]];
  const margin = (high - low) * 0.04 || 1;
  const [negatives, positives] = [0, 1].map((label) => scores.filter((_, k) => labels[k] === label));
  const ends = given ?? [low - margin, high + margin];
  const digits = clamp(Math.round(2.9 - Math.log10(ends[1] - ends[0])), 2, 99);
  const rising = {
    thresholds: curves.thresholds.toReversed(),
    best: curves.winRate.toReversed().map((b) => Math.max(b, 1 - b)),
  };
  return { positives, negatives, scores: [...sample.scores], curves, rising, ends, digits };
}

/**
 * Place of the lowest flagged score; the highest is always flagged.
 * @type {(found: Prepared, threshold: number) => number}
 */
const lowestFlagged = ({ curves }, threshold) =>
  Math.max(
    curves.thresholds.findLastIndex((score) => score >= threshold),
    0,
  );

/**
 * B and C at a threshold, and how often the best guess is right.
 * @type {(found: Prepared, threshold: number) => {b: number, c: number, best: number}}
 */
export function oddsAt(found, threshold) {
  const k = lowestFlagged(found, threshold);
  const b = found.curves.winRate[k];
  return { b, c: found.curves.precision[k], best: Math.max(b, 1 - b) };
}

/**
 * How many cases are flagged, of scores from the highest down; the first always is.
 * @type {(scores: number[], threshold: number) => number}
 */
const flaggedBy = (scores, threshold) =>
  Math.max(
    scores.findLastIndex((score) => score >= threshold),
    0,
  ) + 1;

/** Some forty places of so many. @param {number} count */
const every = (count) =>
  Array.from({ length: Math.min(count, 40) }, (_, k) => Math.floor((k * count) / Math.min(count, 40)));

/**
 * The scores of a round's real positive and flagged case.
 * @type {(found: Prepared, threshold: number, round: number) => [real: number, flagged: number]}
 */
export function roundOf({ positives, scores }, threshold, round) {
  const next = randoms(round);
  const flagged = flaggedBy(scores, threshold);
  /** @param {number} size */
  const any = (size) => Math.floor((next() * size) / 2 ** 32);
  return [positives[any(positives.length)], scores[any(flagged)]];
}

/**
 * Whether a guess of a round is right; of equal scores every second one is.
 * @type {(pair: [real: number, flagged: number], higher: boolean, round: number) => boolean}
 */
export const isRight = ([real, flagged], higher, round) =>
  real === flagged ? round % 2 === 0 : real > flagged === higher;

/** Why own scores cannot be played with; the empty text if they can. @param {Rows[]} models */
const misfit = ([{ weights }]) => (weights ? "Cases are drawn one by one here: choose no weights." : "");

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  const isLow = explorer.wide < 480;
  const [from, to] = ENDS;
  const line = new Plot({
    title: "Scores of the cases",
    width: explorer.wide,
    height: isLow ? 130 : 150,
    x: { label: "score", from, to },
    y: { label: "", from: 0, to: 3, ticks: [] },
  });
  const hits = new Plot({
    title: "How often the best guess is right",
    width: explorer.wide,
    height: isLow ? 160 : 190,
    x: { label: "threshold", from, to },
    y: { label: "best guess right", from: 0.5, to: 1, ticks: [0.5, 0.75, 1] },
  });
  const marks = {
    positives: line.mark("path", { class: "x-positive" }),
    negatives: line.mark("path", { class: "x-negative" }),
    pair: line.mark("g"),
    hits: hits.mark("path", { class: "x-curve" }),
    rb: hits.mark("line", { class: "x-guide x-strong" }),
    here: hits.mark("circle", { r: 5, class: "x-point" }),
  };
  const named = {
    positives: line.words(),
    negatives: line.words({ "text-anchor": "end" }),
    rb: hits.words({ "text-anchor": "start" }),
  };
  /** @param {number} threshold */
  const flag = (threshold) => {
    const [low, high] = found.ends;
    explorer.change({ threshold: Number(clamp(threshold, low, high).toFixed(found.digits)), played: 0, right: 0 });
  };
  const handle = line.handle({
    name: "threshold: scores from it on are flagged",
    shape: "line",
    hand: "threshold",
    move: flag,
    step: (k) => flag(explorer.state.threshold + (k * (found.ends[1] - found.ends[0])) / 160),
  });

  /** The sample, and what it is of. @type {Prepared} */
  let found = prepared(madeUp(explorer.state), ENDS);
  let key = "";
  /** Models that were prepared; those of Python are yet to be. @type {Model[] | null} */
  let models = explorer.dataset.counts ? null : explorer.models;
  /** Switch to the sample of a state; another model is flagged from its lowest score on. @param {State} state */
  function prepare(state) {
    const now = `${state.separation} ${state.prevalence}`;
    if (models === explorer.models && now === key) return;
    const isOther = models !== explorer.models;
    [key, models] = [now, explorer.models];
    found = models ? prepared(oneByOne(models[0])) : prepared(madeUp(state), ENDS);
    const [low, high] = found.ends;
    line.frame({ x: { from: low, to: high } });
    hits.frame({ x: { from: low, to: high } });
    if (isOther) Object.assign(state, { threshold: low, played: 0, right: 0 });
    drawTicks();
  }
  /** What the last round was. */
  let last = "";
  /** Play rounds, with one guess for all. @type {(higher: boolean, rounds?: number) => void} */
  function play(higher, rounds = 1) {
    let { played, right } = explorer.state;
    for (let k = 0; k < rounds && played < MOST; k += 1) {
      played += 1;
      const pair = roundOf(found, explorer.state.threshold, played);
      const hit = isRight(pair, higher, played);
      right += hit ? 1 : 0;
      const [real, flagged] = pair.map((score) => shown(score, found.digits));
      last = `${hit ? "Right" : "Wrong"}: the real positive scores ${real}, the flagged case ${flagged}. `;
    }
    explorer.change({ played, right });
  }
  const lower = explorer.button("The left one", () => play(false));
  const higher = explorer.button("The right one", () => play(true));
  const often = explorer.button(`The right one, ${AT_ONCE} times`, () => play(true, AT_ONCE));
  set(often, { "data-hand": "often" });
  const tally = el("p", { class: "x-tally" });

  /** Draw the cases. */
  function drawTicks() {
    const { positives, negatives, ends } = found;
    /** @type {(values: number[], y: number) => string} */
    const ticks = (values, y) => {
      const places = new Set(values.map((value) => line.px(value).toFixed(1)));
      return [...places].map((x) => `M${x} ${line.py(y).toFixed(1)}v-9`).join("");
    };
    set(marks.positives, { d: ticks(positives, 0.85) });
    set(marks.negatives, { d: ticks(negatives, 0.2) });
    named.positives("positives", ends[0] + (ends[1] - ends[0]) / 80, 0.9);
    named.negatives("negatives", ends[1] - (ends[1] - ends[0]) / 80, 0.25);
  }

  /** Draw the two of the next round. @param {State} state */
  function drawPair({ threshold, played }) {
    const high = found.ends[1] - (found.ends[1] - found.ends[0]) / 8;
    const pair = roundOf(found, threshold, played + 1).sort((one, other) => one - other);
    const drawn = pair.flatMap((score, k) => {
      const [x, y] = [line.px(score), line.py(1.65)];
      const text = el(
        "text",
        { x, y: y - 12, "text-anchor": !k ? "end" : score > high ? "middle" : "start", class: "x-big" },
        k ? "right" : "left",
      );
      return [el("circle", { cx: x, cy: y, r: 7, class: "x-ink" }), text];
    });
    marks.pair.replaceChildren(...drawn);
  }

  /**
   * Draw how often the best guess is right: before it is told of, as far as the threshold got.
   * @param {number} threshold
   */
  function drawHits(threshold) {
    const { curves } = found;
    const { thresholds, best } = found.rising;
    const { phase, challenge } = explorer.loop;
    const isOpen = phase === "free" || (phase === "told" && challenge.hand === "threshold");
    const reach = isOpen ? Infinity : challenge.hand === "threshold" ? threshold : -Infinity;
    const seen = thresholds.filter((score) => score <= reach).length;
    set(marks.hits, {
      d: seen ? hits.outline([found.ends[0], ...thresholds.slice(0, seen)], [best[0], ...best.slice(0, seen)]) : null,
    });
    const rb = curves.thresholds[curves.place] ?? NaN; // if AUROC is less than 1/2, there is none
    const isPassed = rb <= reach;
    const x = hits.px(isPassed ? rb : found.ends[0]);
    set(marks.rb, { x1: x, x2: x, y1: hits.py(0.5), y2: isPassed ? hits.py(1) : hits.py(0.5) });
    named.rb(isPassed ? "\u2002r_b" : "", isPassed ? rb : 0, 0.94);
    return rb;
  }

  /** @param {State} state */
  function draw(state) {
    prepare(state);
    explorer.controls(state);
    const [low, high] = found.ends;
    const total = found.scores.length;
    const threshold = Math.min(state.threshold, found.scores[0]);
    const { b, c, best } = oddsAt(found, threshold);
    const flagged = flaggedBy(found.scores, threshold);
    drawPair(state);
    const rb = drawHits(threshold);
    set(marks.here, { cx: hits.px(threshold), cy: hits.py(best) });
    const text = `${shown(threshold, found.digits)}: ${brief(flagged)} of ${brief(total)} flagged`;
    handle({ x: threshold, y: 0, now: threshold, min: low, max: high, text });
    const { played, right } = state;
    const tallied = played ? `${last}You were right in ${right} of ${played}. ` : "";
    tally.textContent = tallied || "You have not played yet.";
    const which = b > 0.5 ? "right" : "left";
    return {
      values: { b, c, best, rb, threshold, played, right, flagged, atRb: oddsAt(found, Number.isNaN(rb) ? high : rb) },
      sentence:
        `${tallied}With ${brief(flagged)} of ${brief(total)} cases flagged, a real positive beats a flagged case ` +
        `with probability ${shown(b)}. The best guess, “the ${which} one”, is right with probability ${shown(best)}; ` +
        `precision is ${shown(c)}.`,
      unlinked: unlinked(explorer),
      table: () => ({
        head: ["threshold", "B: a real positive wins", "C: precision", "best guess right"],
        rows: every(found.curves.thresholds.length).map((k) => {
          const [score, win, share] = [found.curves.thresholds[k], found.curves.winRate[k], found.curves.precision[k]];
          return [score, win, share, Math.max(win, 1 - win)].map((v) => Number(v.toPrecision(4)));
        }),
      }),
    };
  }

  const made = [
    explorer.slider("separation", { label: "separation" }),
    explorer.slider("prevalence", { label: "prevalence" }),
  ];
  return {
    hands: [el("p", { class: "x-strip" }, "Which one is the real positive? ", lower, higher, often)],
    asked: [figure("One of the two dots is a real positive, the other a flagged case", line, "x-wide")],
    seen: [
      el("div", { class: "x-wide" }, tally),
      figure("How often the best guess is right, by threshold", hits, "x-wide"),
    ],
    more: [el("div", { class: "x-sliders" }, made), ...takesOwn(explorer, { models: 1, made, misfit })],
    draw,
  };
}

define("indistinguishability", {
  title: "Cannot tell them apart",
  state: { threshold: -4, played: 0, right: 0, separation: 1.5, prevalence: 0.3 },
  allowed: {
    threshold: [-4, 4, 0.01],
    played: [0, MOST, 1],
    right: [0, MOST, 1],
    separation: [0.2, 2.4, 0.1],
    prevalence: [0.05, 0.95, 0.05],
  },
  challenges: [
    {
      ask:
        "All 200 cases are flagged. You see two scores, that of a real positive and that of a flagged case, and say " +
        "which is which. How often will the higher one be the real positive?",
      options: ["Half of the time.", "About three times in four.", "Nearly always."],
      answer: 1,
      move: "play, and press “The right one, 20 times”.",
      hand: "often",
      made: ({ played }, begun) => played >= begun.played + AT_ONCE,
      told: ({ b, played, right }) => [
        `You were right in ${right} of ${played}. The higher one is the real positive with probability ${shown(b)}: `,
        "that is B of this threshold, and the flagged cases are still easy to tell from the real ones.",
      ],
    },
    {
      ask:
        "You raise the threshold, so that only ever higher scores are flagged. " +
        "How often can the best guess still tell the two apart?",
      options: [
        "Ever less often, down to half of the time.",
        "Ever more often: the flagged cases get purer.",
        "Less often, down to half, and then more often again.",
      ],
      answer: 2,
      move: "drag the threshold to the right, past 2.",
      hand: "threshold",
      made: ({ threshold }) => threshold >= 2,
      told: ({ best, rb, atRb }) => [
        `At ${shown(rb, 2)}, `,
        ["r_b", "flagged-like-real"],
        `, the best guess is right with probability ${shown(atRb.best, 2)}: one cannot tell. Further up flagged cases `,
        `beat most real positives, so “the left one” is right with ${shown(best, 2)}. At r_b ${shown(atRb.c, 2)} of `,
        "the flagged are positive.",
      ],
    },
  ],
  build,
});
