/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { sum } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("synthesis.sure-luck", ({ population, mean, error }, { mean: drawn, deviation, draws }) => {
  if (Math.abs(error - deviation) <= 0.3 * deviation)
    wrong("That is the standard deviation of KS from one test set to the next; the error of a mean is smaller");
  if (!(error > 0 && error <= (1.2 * deviation) / Math.sqrt(2000)))
    wrong(`The error of a mean of 2,000 or more test sets is above 0 and smaller than ${error}`);
  const why = Math.abs(mean - population) <= 0.01 ? ". Is the threshold chosen anew on each test set?" : "";
  if (!(Math.abs(mean - drawn) <= 4 * Math.hypot(error, deviation / Math.sqrt(draws))))
    wrong(`The mean of KS over such test sets is not ${shown(mean, 4)}${why}`);
  return `KS is ${shown(mean - population)} too high on average, from luck alone; AUROC, a mean over pairs, is not`;
});

/** The mean of numbers, and their standard deviation. @param {number[]} numbers */
function spread(numbers) {
  const mean = sum(numbers) / numbers.length;
  return [mean, Math.sqrt(sum(numbers.map((one) => (one - mean) ** 2)) / (numbers.length - 1))];
}

/** What each case costs. @type {(labels: number[], scores: number[], cut: number, price: number) => number[]} */
const costsOf = (labels, scores, cut, price) =>
  labels.map((label, k) => (label ? 2 * (1 - price) * +(scores[k] <= cut) : 2 * price * +(scores[k] > cut)));

/**
 * Look at the cases of both models.
 * @type {(labels: number[], both: number[][]) => void}
 */
function looked(labels, both) {
  if (labels.some((one) => one !== 0 && one !== 1)) wrong("A label must be 0 or 1");
  if (labels.length < 100 || labels.length > 20_000)
    wrong(`labels must have 100 to 20000 entries, not ${labels.length}`);
  const positives = sum(labels);
  if (Math.min(positives, labels.length - positives) < 30)
    wrong(
      `There must be 30 cases of each class, not ${positives} positives and ${labels.length - positives} negatives`,
    );
  both.forEach((scores, k) => {
    const name = k ? "second" : "first";
    if (scores.length !== labels.length)
      wrong(`The ${name} model has ${labels.length} labels and ${scores.length} scores`);
    if (new Set(scores).size < 10)
      wrong(`The scores of the ${name} model have fewer than ten values: hand in scores, not decisions`);
  });
  if (both[0].join() === both[1].join())
    wrong("Both models give every case the same score: that is one model at two thresholds");
}

/** How far a loss may be off; a thousandth stays one when it is computed in another order. */
const OFF = 0.001 + 1e-9;

answeredIf("synthesis.clinic-own", ({ labels, first, second, price, thresholds, losses, interval, verdict }) => {
  if (!(price >= 0.001 && price <= 0.999)) wrong(`the price must lie between 0.001 and 0.999, not ${price}`);
  for (const [name, pair] of Object.entries({ thresholds, losses, interval }))
    if (pair.length !== 2) wrong(`${name} must have 2 entries, not ${pair.length}`);
  const both = [first, second];
  looked(labels, both);
  const costs = both.map((scores, k) => costsOf(labels, scores, thresholds[k], price));
  const means = costs.map((one) => spread(one)[0]);
  const near = (/** @type {number[]} */ one, /** @type {number[]} */ other, /** @type {number} */ by) =>
    one.every((value, k) => Math.abs(value - other[k]) <= by);
  if (!near(losses, means, OFF)) {
    if (near(losses, means.toReversed(), OFF)) wrong("The two losses are swapped");
    if (near(losses, [means[0] / 2, means[1] / 2], OFF))
      wrong("The factor 2 is missing: a false alarm costs 2c and a miss 2(1 - c)");
    const said = losses.map((/** @type {number} */ one) => shown(one, 4)).join(" and ");
    wrong(`At these thresholds the losses are not ${said}`);
  }
  const gaps = costs[0].map((one, k) => one - costs[1][k]);
  if (gaps.every((gap) => !gap))
    wrong("Both models decide every case alike at these thresholds: there is nothing to compare");
  const [middle, deviation] = spread(gaps);
  const reach = (1.96 * deviation) / Math.sqrt(gaps.length);
  const [low, high] = [middle - reach, middle + reach];
  if (!near(interval, [low, high], 0.1 * reach)) {
    if (near(interval, [-high, -low], 0.1 * reach)) wrong("That is the interval of second minus first");
    wrong(`The interval is not from ${shown(interval[0], 4)} to ${shown(interval[1], 4)}`);
  }
  const ends = interval.map((/** @type {number} */ end) => shown(end, 4)).join(" to ");
  const allowed = interval[1] < 0 ? "first" : interval[0] > 0 ? "second" : "cannot tell";
  if (verdict !== allowed) wrong(`An interval from ${ends} does not allow the verdict '${verdict}'`);
  return `${labels.length} cases, difference of losses from ${shown(low, 4)} to ${shown(high, 4)}: ${verdict}`;
});
