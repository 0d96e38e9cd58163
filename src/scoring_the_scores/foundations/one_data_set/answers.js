/* A checker of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { auroc } from "../../../metricbook/explorers/scripts/metrics.js";
import { SLACK, ranked, sum, sweepOfRanking } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("foundations.clinic-cuts", ({ 0: first, 1: second }) => {
  const both = [first, second].map((one, k) =>
    ranked(one, k ? "the second ranking" : "the first ranking", { positives: 4, negatives: 6 }),
  );
  const areas = both.map((one) => auroc(sweepOfRanking(one)));
  const leads = both[0].map((_, k) => {
    const [one, other] = both.map((labels) => sum(labels.slice(0, k + 1)));
    return (other * (other + 1) - one * (one + 1)) / (8 * (k + 1) * (k + 2));
  });
  const [total, rest] = [sum(leads), sum(leads.slice(2))];
  if (areas[0] < areas[1] - SLACK && total < -SLACK) wrong("The rankings are swapped: AUROC must prefer the first");
  if (areas[0] <= areas[1] + SLACK)
    wrong(`AUROC must prefer the first: it is ${shown(areas[0])} and ${shown(areas[1])}`);
  if (total <= SLACK) wrong(`AP must prefer the second, which is behind by ${shown(-total, 4)}`);
  if (rest >= -SLACK)
    wrong(`AP prefers the second by ${shown(total, 4)}, but without the first two cuts it is not behind`);
  return `The second leads in AP by ${shown(total, 4)}; without the first two cuts it is behind by ${shown(-rest, 4)}`;
});
