/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { outcomes } from "../../../metricbook/explorers/scripts/metrics.js";
import { matrices, twoMatrices, valued } from "../../exercises/scripts/shapes.js";
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

/** @type {[name: string, change: (cells: number[]) => number[]][]} */
const CHANGES = [
  ["Global exchange", ([tn, fp, fn, tp]) => [tp, fn, fp, tn]],
  ["One more true negative", ([tn, fp, fn, tp]) => [tn + 1, fp, fn, tp]],
  ["A second copy of all cases", (cells) => cells.map((one) => 2 * one)],
];

answeredIf("synthesis.ignores-two-wishes", ({ "": of }) => {
  const values = new Set();
  for (const cells of matrices(1, 5)) {
    const before = valued(of, cells);
    values.add(Math.round(before * 1e9));
    for (const [name, change] of CHANGES) {
      const after = valued(of, change(cells));
      if (Math.abs(before - after) > 1e-9)
        wrong(
          `${name} changes it: at (${cells.join(", ")}) it is ${shown(before, 4)}, ` +
            `at (${change(cells).join(", ")}) it is ${shown(after, 4)}`,
        );
    }
  }
  if (values.size === 1) wrong("It is the same for all classifiers");
  if (values.size === 2)
    wrong("It takes two values only, such as whether there is a mistake at all; a third can be had");
  return `It ignores all three, and takes ${values.size} values on all matrices of up to five cases`;
});
