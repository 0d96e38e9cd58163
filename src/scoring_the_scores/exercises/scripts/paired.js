/* The difference of two models' AUROCs on the same cases, as `metricbook.paired_difference` has it. */
import { betaShare } from "../../../metricbook/explorers/scripts/special.js";
import { sum } from "./shapes.js";

/**
 * How many of rising numbers lie below a value, of equals the half.
 * @type {(rising: number[], value: number) => number}
 */
function below(rising, value) {
  const first = (/** @type {(one: number) => boolean} */ is) => {
    let [low, high] = [0, rising.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (is(rising[middle])) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return (first((one) => one >= value) + first((one) => one > value)) / 2;
}

/**
 * AUROC, and how much each case moves it.
 * @type {(labels: number[], scores: number[]) => {area: number, of: number[]}}
 */
function influence(labels, scores) {
  const [negatives, positives] = [0, 1].map((label) =>
    scores.filter((_, k) => labels[k] === label).toSorted((a, b) => a - b),
  );
  const [n, m] = [negatives.length, positives.length];
  const wins = scores.map((score, k) => (labels[k] ? below(negatives, score) / n : 1 - below(positives, score) / m));
  const area = sum(wins.filter((_, k) => labels[k])) / m;
  return { area, of: wins.map((share, k) => (share - area) / (labels[k] ? m : n)) };
}

/** The quantile of Student's t that leaves out a twentieth in both tails together. @param {number} freedom */
function student(freedom) {
  let [low, high] = [1.9, 13];
  for (let k = 0; k < 60; k += 1) {
    const middle = (low + high) / 2;
    if (betaShare(freedom / 2, 0.5, freedom / (freedom + middle ** 2)) > 0.05) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Both AUROCs, the first less the second, its standard error, and the ends of its 95 % interval.
 * @type {(labels: number[], first: number[], second: number[]) =>
 *   {areas: number[], value: number, error: number, low: number, high: number}}
 */
export function pairedDifference(labels, first, second) {
  const both = [first, second].map((scores) => influence(labels, scores));
  const each = both[0].of.map((one, k) => one - both[1].of[k]);
  const size = each.length;
  const error = Math.sqrt((size / (size - 1)) * sum(each.map((one) => one ** 2)));
  // Satterthwaite's degrees of freedom, at most two for each case that contributes.
  const parts = [0, 1].map((label) => sum(each.map((one, k) => (labels[k] === label ? one ** 2 : 0))));
  const counts = [0, 1].map((label) => labels.filter((one) => one === label).length);
  const total = parts[0] + parts[1];
  const freedom = total ** 2 / sum(parts.map((part, k) => part ** 2 / Math.max(counts[k] - 1, 1)));
  const contributing = total ** 2 / sum(each.map((one) => one ** 4));
  const half = error && student(Math.max(Math.min(freedom, size - 1, 2 * contributing), 1)) * error;
  const areas = both.map(({ area }) => area);
  const value = areas[0] - areas[1];
  return { areas, value, error, low: value - half, high: value + half };
}

/**
 * Whether a decimal in a text is a number to its digits.
 * @type {(decimals: string[], number: number) => boolean}
 */
export const isIn = (decimals, number) =>
  decimals.some((text) => Math.abs(Number(text) - number) <= 0.51 * 10 ** -text.split(".")[1].length);
