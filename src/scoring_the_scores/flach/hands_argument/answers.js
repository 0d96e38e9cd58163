/* A checker of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { auch, auroc, expectedMinLoss } from "../../../metricbook/explorers/scripts/metrics.js";
import { SLACK, sampled } from "../../exercises/scripts/shapes.js";
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
