/* A checker of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { outcomes } from "../../../metricbook/explorers/scripts/metrics.js";
import { twoMatrices } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

/** @import { Outcomes } from "../../../metricbook/explorers/scripts/sweep.js" */

/** @type {[name: string, of: string][]} */
const RATED = [
  ["balanced accuracy", "balanced_accuracy"],
  ["κ", "cohen_kappa"],
  ["MCC", "matthews_correlation"],
];
/** Differences that are smaller come of rounding. */
const NONE = 1e-14;

answeredIf("synthesis.ignores-order", ({ 0: first, 1: second, 2: extra }) => {
  const both = twoMatrices(first, second, 200);
  if (extra < 0 || extra > 10_000) wrong(`the number of easy negatives must lie between 0 and 10000, not ${extra}`);
  if (Math.min(both[0][0] + both[0][1], both[0][2] + both[0][3]) < 5)
    wrong("There must be at least five cases of either class");
  if (both.some(([, fp, , tp]) => !(fp + tp))) wrong("One of the two flags nothing, so that MCC is not defined");
  const rated = [0, extra].map((more) =>
    RATED.map(([, of]) =>
      both.map(([tn, fp, fn, tp]) => outcomes[of](/** @type {Outcomes} */ ([tn + more, fp, fn, tp])) || 0),
    ),
  );
  const leads = rated.map((marks) => marks.map(([one, other]) => one - other));
  if (leads[0].every((lead) => lead < -NONE) && leads[1].every((lead) => lead > NONE))
    wrong("The classifiers are swapped: the second must be ahead with the easy negatives");
  leads.forEach((each, beside) =>
    each.forEach((lead, k) => {
      if (beside ? lead < -NONE : lead > NONE) return;
      const said = rated[beside][k].map((mark) => shown(mark, 4)).join(" and ");
      const [when, who] = beside ? [`With ${extra}`, "second"] : ["Without", "first"];
      wrong(`${when} easy negatives ${RATED[k][0]} must prefer the ${who}; it is ${said}`);
    }),
  );
  return `With ${extra} easy negatives, which both decide rightly, all three change sides`;
});
