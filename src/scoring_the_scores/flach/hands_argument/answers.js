/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { auch, auroc, expectedMinLoss } from "../../../metricbook/explorers/scripts/metrics.js";
import { SLACK, sampled, sum } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

/** Costs of two users. @type {[user: string, alpha: number, beta: number][]} */
const USERS = [
  ["false alarms are cheap", 2, 5],
  ["false alarms are costly", 5, 2],
];

answeredIf("flach.two-users", (parts) => {
  const both = ["first", "second"].map((place, k) =>
    sampled(parts[`${k}.0`], parts[`${k}.1`], `the ${place} sample`, { longest: 20 }),
  );
  const sizes = new Set(both.flatMap(({ positives, negatives }) => [positives, negatives]));
  if (sizes.size > 1) wrong("Both samples must have as many positives as negatives, and the same number");
  const areas = both.map(auroc);
  if (Math.abs(areas[0] - areas[1]) > SLACK)
    wrong(`Both must have the same AUROC, not ${shown(areas[0], 4)} and ${shown(areas[1], 4)}`);
  both.forEach((one, k) => {
    if (auch(one) > areas[k] + SLACK)
      wrong(
        `The ROC curve of the ${k ? "second" : "first"} has a dent: its AUCH is ${shown(auch(one))}. Ties can fill it`,
      );
  });
  USERS.forEach(([user, alpha, beta], better) => {
    const losses = both.map((one) => expectedMinLoss(one, { over: "cost", alpha, beta }));
    const said = `where ${user} the first loses ${shown(losses[0], 4)}, the second ${shown(losses[1], 4)}`;
    if (losses[1 - better] - losses[better] < 0.01 - SLACK)
      wrong(`The ${better ? "second" : "first"} must be the better by 0.01 at least, but ${said}`);
  });
  return `One AUROC of ${shown(areas[0])}, and for each user another of the two is better`;
});

/** The mean share of cases below one of a class. @type {(rank: number[], of: number[]) => number} */
const meanRank = (rank, of) => sum(rank.filter((_, k) => of[k])) / sum(of) / rank.length;

answeredIf("flach.same-for-all", ({ labels, first, second, called, false_alarms: alarms }) => {
  const n = labels.length;
  if (n < 50 || n > 3000) wrong(`labels must have 50 to 3000 entries, not ${n}`);
  if (labels.some((/** @type {number} */ one) => one !== 0 && one !== 1)) wrong("A label must be 0 or 1");
  if (Math.min(sum(labels), n - sum(labels)) < 20) wrong("There must be 20 cases of each class at least");
  const negative = labels.map((/** @type {number} */ one) => 1 - one);
  const means = [first, second].map((/** @type {number[]} */ scores, k) => {
    const name = k ? "second" : "first";
    if (scores.length !== n) wrong(`scores of the ${name} must have ${n} entries, not ${scores.length}`);
    if (new Set(scores).size < n)
      wrong(`Scores of the ${name} have ties: the reading in question is for scores without ties`);
    const order = scores.map((_, case_) => case_).toSorted((i, j) => scores[i] - scores[j]);
    const rank = Array.from({ length: n }, () => 0);
    order.forEach((case_, below) => (rank[case_] = below));
    return { called: (n - 1) / (2 * n), alarms: meanRank(rank, negative), hits: meanRank(rank, labels) };
  });
  if (Math.abs(means[0].alarms - means[1].alarms) < 1e-3)
    wrong("Take two classifiers whose AUROCs differ more: these have nearly the same mean FPR");
  for (const [name, of, said] of /** @type {const} */ ([
    ["the mean share flagged", "called", called],
    ["the mean FPR", "alarms", alarms],
  ])) {
    if (said.length !== 2) wrong(`${name} must have 2 entries, not ${said.length}`);
    means.forEach((mean, k) => {
      const off = (/** @type {number} */ right) => Math.abs(said[k] - right) > 1e-4;
      if (!off(mean[of])) return;
      const slip = off(mean.hits) ? "" : ": that is the mean TPR";
      wrong(`${name} of the ${k ? "second" : "first"} is not ${said[k]}${slip}`);
    });
  }
  return "The same shares for everybody, and other points of the ROC curves: the claim hangs on the unit";
});
