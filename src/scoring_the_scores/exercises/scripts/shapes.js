/* Rankings, samples and counts in answers, looked at as `exercises/reading.py` does, and sweeps of them. */
import { sorted, sweepOf } from "../../../metricbook/explorers/scripts/sweep.js";
import { float, fractionIn, reduced } from "./forms.js";
import { numerals } from "./formula.js";
import { wrong } from "./verdict.js";

/** @import { Outcomes } from "../../../metricbook/explorers/scripts/sweep.js" */
/** @import { Fraction } from "./forms.js" */
/** @import { Formula } from "./formula.js" */

/** Tolerance for rounding in comparisons with a bound. */
export const SLACK = 1e-12;

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

/**
 * Look at the size of a ranking, and return it.
 * @param {number[]} labels
 * @param {string} what
 * @param {{positives?: number, negatives?: number, longest?: number}} [sizes]
 */
export function ranked(labels, what, { positives, negatives, longest = 60 } = {}) {
  if (!labels.length || labels.length > longest) wrong(`${what} must have 1 to ${longest} cases`);
  const count = sum(labels);
  if (positives !== undefined && count !== positives) wrong(`${what} must have ${positives} positives, not ${count}`);
  if (negatives !== undefined && labels.length - count !== negatives)
    wrong(`${what} must have ${negatives} negatives, not ${labels.length - count}`);
  return labels;
}

/** The sweep of a ranking, the highest score first. @param {number[]} labels */
export const sweepOfRanking = (labels) =>
  sweepOf(
    sorted(
      labels,
      labels.map((_, k) => -k),
    ),
  );

/**
 * Look at labels and scores, and return their sweep.
 * @param {number[]} labels
 * @param {number[]} scores
 * @param {string} what
 * @param {{shortest?: number, longest?: number}} [sizes]
 */
export function sampled(labels, scores, what, { shortest = 1, longest = 200 } = {}) {
  if (labels.length < shortest || labels.length > longest)
    wrong(`labels of ${what} must have ${shortest} to ${longest} entries, not ${labels.length}`);
  const strange = labels.findIndex((one) => one !== 0 && one !== 1);
  if (strange >= 0) wrong(`label ${strange + 1} of ${what} must lie between 0 and 1, not ${labels[strange]}`);
  if (labels.length !== scores.length) wrong(`${what} has ${labels.length} labels and ${scores.length} scores`);
  if (new Set(labels).size < 2) wrong(`${what} must have positives and negatives`);
  return sweepOf(sorted(labels, scores));
}

/**
 * Look at four counts, and return them.
 * @type {(counts: number[], what: string, high?: number, low?: number) => Outcomes}
 */
export function four(counts, what, high = 1000, low = 0) {
  if (counts.length !== 4) wrong(`${what} must have 4 entries, not ${counts.length}`);
  const strange = counts.find((one) => one < low || one > high);
  if (strange !== undefined) wrong(`Counts of ${what} must lie between ${low} and ${high}, not ${strange}`);
  const [tn, fp, fn, tp] = counts;
  return [tn, fp, fn, tp];
}

/** @param {Fraction} one @param {Fraction} other */
export const less = (one, other) => reduced(one.top * other.bottom - other.top * one.bottom, one.bottom * other.bottom);

/** @param {Fraction} one @param {Fraction} other */
export const plus = (one, other) => reduced(one.top * other.bottom + other.top * one.bottom, one.bottom * other.bottom);

/** @param {Fraction} one @param {Fraction} other */
export const same = (one, other) => less(one, other).top === 0n;

/**
 * Look whether fractions are so many and lie between 0 and 1; returns them.
 * @type {(all: Fraction[], what: string, count: number) => Fraction[]}
 */
export function shares(all, what, count) {
  if (all.length !== count) wrong(`${what} must have ${count} entries, not ${all.length}`);
  if (all.some((one) => float(one) < 0 || float(one) > 1)) wrong(`${what} must lie between 0 and 1`);
  return all;
}

/** The fraction of two whole numbers. @param {number} top @param {number} bottom */
export const quotient = (top, bottom) => reduced(BigInt(top), BigInt(bottom));

/** The fraction that a printed number is. @param {number | string} value */
export const exactly = (value) => fractionIn(String(value), "what is given");

/** @param {Fraction} one @param {Fraction} other */
export const times = (one, other) => reduced(one.top * other.top, one.bottom * other.bottom);

/** @param {Fraction} one */
export const toOne = ({ top, bottom }) => reduced(bottom - top, bottom);

/**
 * A number to some digits as Python prints it, a half to the even digit.
 * @param {number} value
 * @param {number} digits
 */
export function printed(value, digits) {
  const units = Number(value.toFixed(12)) * 10 ** digits;
  const below = Math.floor(units);
  const rounded = units - below === 0.5 ? below + (below % 2) : Math.round(units);
  return (rounded / 10 ** digits).toFixed(digits);
}

/** Places of negatives directly above positives. @param {number[]} labels */
export const mistakesOf = (labels) => labels.flatMap((label, k) => (!label && labels[k + 1] === 1 ? [k] : []));

/** The ranking after a place and the next have been exchanged. @param {number[]} labels @param {number} place */
export const exchangedAt = (labels, place) => labels.toSpliced(place, 2, labels[place + 1], labels[place]);

/**
 * LxCIM of right and wrong decisions, the most confident first, in parts of the square of their number.
 * @param {number[]} right
 */
export const lxcimParts = (right) => sum(right.map((one, k) => one * (2 * (right.length - k) - 1)));

/**
 * Look at two confusion matrices of the same class sizes, and return them.
 * @type {(first: number[], second: number[], most: number) => Outcomes[]}
 */
export function twoMatrices(first, second, most) {
  const both = [first, second].map((one, k) => four(one, `the ${k ? "second" : "first"} matrix`, most));
  both.forEach(([tn, fp, fn, tp], k) => {
    if (!(tn + fp) || !(fn + tp) || tn + fp + fn + tp > most)
      wrong(`the ${k ? "second" : "first"} matrix must have both classes, and ${most} cases at most: tn, fp, fn, tp`);
  });
  const [one, other] = both.map(([tn, fp, fn, tp]) => `${tn + fp} negatives, ${fn + tp} positives`);
  if (one !== other) wrong(`Both must have the same class sizes, tn + fp and fn + tp, not ${one} and ${other}`);
  return both;
}

/** The confusion matrices of some numbers of cases. @type {(fewest: number, most: number) => number[][]} */
export const matrices = (fewest, most) =>
  numerals(most + 1, 4).filter((cells) => sum(cells) >= fewest && sum(cells) <= most);

/** The finite value of a formula for four counts. @type {(of: Formula, cells: number[]) => number} */
export function valued(of, cells) {
  const value = of(...cells);
  return Number.isFinite(value) ? value : wrong(`On (${cells.join(", ")}) the formula has no finite value`);
}
