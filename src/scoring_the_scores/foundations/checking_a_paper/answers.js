/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { auch, auroc, averagePrecision } from "../../../metricbook/explorers/scripts/metrics.js";
import { SLACK, four, sampled, sum, sweepOfRanking } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

/** @import { Sweep } from "../../../metricbook/explorers/scripts/sweep.js" */

/** The rates that a matrix does not give as they are printed. @type {(cells: number[], given: any) => string[]} */
function missed([tn, fp, fn, tp], given) {
  /** @type {[name: string, part: number, of: number][]} */
  const rates = [
    ["accuracy", tn + tp, tn + fp + fn + tp],
    ["precision", tp, tp + fp],
    ["recall", tp, tp + fn],
  ];
  return rates.flatMap(([name, part, of]) => {
    const digits = given[name].split(".")[1];
    const scale = 10 ** digits.length;
    const off = 2 * Math.abs(part * scale - Math.round(Number(given[name]) * scale) * of) > of;
    return off ? [`its ${name} is ${shown(part / of, 4)}`] : [];
  });
}

answeredIf("foundations.matrix-behind-the-numbers", ({ "": answer }, given) => {
  const [tn, fp, fn, tp] = four(answer, "the matrix", given.n);
  const n = tn + fp + fn + tp;
  if (n !== given.n) wrong(`The four counts must add up to ${given.n}, not ${n}`);
  if (!(tp + fp) || !(tp + fn)) wrong("With these counts precision or recall is not defined");
  const misses = missed([tn, fp, fn, tp], given);
  if (misses.length && !missed([tn, fn, fp, tp], given).length)
    wrong(
      "The matrix does not give what is printed; with fp and fn exchanged it would: precision is about false positives",
    );
  if (misses.length && !missed([tp, fn, fp, tn], given).length)
    wrong("The matrix does not give what is printed; from the other end it would: the counts go tn, fp, fn, tp");
  if (misses.length) wrong(`The matrix does not give what is printed: ${misses.join(", ")}`);
  return `All three agree to their last digit, and the paper's prevalence is ${shown((100 * (tp + fn)) / n, 1)} %`;
});

/** The share of the pairs of both classes that are tied. @param {Sweep} sweep */
const tied = ({ truePositives, falsePositives, positives, negatives }) =>
  sum(
    truePositives.map(
      (tp, k) => (tp - (truePositives[k - 1] ?? 0)) * (falsePositives[k] - (falsePositives[k - 1] ?? 0)),
    ),
  ) /
  (positives * negatives);

/** The largest distance of the ROC curve above the diagonal. @param {Sweep} sweep */
const above = ({ truePositives, falsePositives, positives, negatives }) =>
  Math.max(0, ...truePositives.map((tp, k) => tp / positives - falsePositives[k] / negatives));

/**
 * The labels by falling scores, tied ones in the order of the file.
 * @type {(labels: number[], scores: number[]) => number[]}
 */
const inFileOrder = (labels, scores) =>
  labels
    .map((label, k) => /** @type {const} */ ([scores[k], label]))
    .toSorted(([one], [other]) => other - one)
    .map(([, label]) => label);

answeredIf("foundations.sample-that-tells-apart", ({ 0: labels, 1: scores }) => {
  const sweep = sampled(labels, scores, "the sample", { longest: 6 });
  const right = auroc(sweep);
  /** @type {[impostor: string, value: number][]} */
  const impostors = [
    ["gives ties no credit", right - tied(sweep) / 2],
    ["gives ties full credit", right + tied(sweep) / 2],
    ["leaves tied cases in the order of the file", auroc(sweepOfRanking(inFileOrder(labels, scores)))],
    ["takes small scores for positive", 1 - right],
    ["takes the area under the convex hull", auch(sweep)],
    ["returns average precision", averagePrecision(sweep)],
    ["joins (0, 0), the point farthest above the diagonal and (1, 1)", (1 + above(sweep)) / 2],
  ];
  const passing = impostors.filter(([, value]) => Math.abs(value - right) < 0.01 - SLACK);
  const more = passing.length > 1 ? `, and ${passing.length - 1} more` : "";
  if (passing.length)
    wrong(`The AUROC is ${shown(right)}, and a program that ${passing[0][0]} gives the same on your sample${more}`);
  const least = Math.min(...impostors.map(([, value]) => Math.abs(value - right)));
  return `The AUROC is ${shown(right)}, and each of the seven wrong programs is off by ${shown(least)} or more`;
});
