/* The explorers' samples. */
import { normalQuantile } from "./special.js";

/**
 * Quantiles of the standard normal distribution by their number: a slider that moves them asks anew each time.
 * @type {Map<number, number[]>}
 */
const known = new Map();

/** Quantiles of the standard normal distribution at equal shares. @param {number} n */
function standard(n) {
  const found = known.get(n) ?? Array.from({ length: n }, (_, k) => normalQuantile((k + 0.5) / n));
  if (known.size > 20) known.clear();
  known.set(n, found);
  return found;
}

/**
 * Quantiles of a normal distribution at equal shares, rounded to ten decimals so that ties are exact.
 * @type {(n: number, mean: number, deviation: number) => number[]}
 */
export const quantiles = (n, mean, deviation) =>
  standard(n).map((quantile) => Math.round((mean + deviation * quantile) * 1e10) / 1e10);

/**
 * Normal scores of two classes, as quantiles; `easy` negatives lie far below all others.
 * @param {{separation: number, spread: number, prevalence: number, size: number, easy?: number}} parameters
 * @returns {{labels: number[], scores: number[]}}
 */
export function normalSample({ separation, spread, prevalence, size, easy = 0 }) {
  const positives = Math.min(Math.max(Math.round(size * prevalence), 1), size - 1);
  const scores = [
    ...quantiles(positives, separation / 2, spread),
    ...quantiles(size - positives, -separation / 2, 1),
    ...quantiles(easy, -separation / 2 - 6, 0.5),
  ];
  return { labels: scores.map((_, k) => (k < positives ? 1 : 0)), scores };
}

/** The twelve scores of Flach et al.'s Figure 1, with the class that its caption lacks. */
export const twelve = {
  labels: [1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 0, 0],
  scores: [0.95, 0.9, 0.8, 0.7, 0.65, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05],
};
