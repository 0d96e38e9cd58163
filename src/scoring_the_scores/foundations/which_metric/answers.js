/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { outcomes } from "../../../metricbook/explorers/scripts/metrics.js";
import { SLACK, four } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

/** @type {[name: string, of: string][]} */
const JUDGES = [
  ["accuracy", "accuracy"],
  ["balanced accuracy", "balanced_accuracy"],
  ["F1", "f1_score"],
];

answeredIf("foundations.three-judges", ({ 0: first, 1: second, 2: third }, { positives, negatives }) => {
  const found = [first, second, third].map((one, k) => four(one, `the ${["first", "second", "third"][k]} matrix`));
  found.forEach(([tn, fp, fn, tp], k) => {
    if (fn + tp !== positives || tn + fp !== negatives)
      wrong(`Matrix ${k + 1} has ${fn + tp} positives and ${tn + fp} negatives; the counts go tn, fp, fn, tp`);
  });
  const winners = JUDGES.map(([name, of]) => {
    const marks = found.map((one) => outcomes[of](one));
    const best = Math.max(...marks);
    if (marks.filter((mark) => mark > best - SLACK).length > 1) wrong(`By ${name} two of them are equally good`);
    return marks.indexOf(best) + 1;
  });
  const said = JUDGES.map(([name], k) => `${name} prefers matrix ${winners[k]}`).join(", ");
  if (winners.join() !== "1,2,3") {
    const order = new Set(winners).size === 3 ? "each wins once, but in another order" : "somebody wins twice";
    wrong(`The judges must prefer the first, the second and the third: ${said}; ${order}`);
  }
  return `All three differ: ${said}`;
});

/** @type {[name: string, of: string][]} */
const TURNED = [
  ["balanced accuracy", "balanced_accuracy"],
  ["kappa", "cohen_kappa"],
  ["MCC", "matthews_correlation"],
];

answeredIf("foundations.easy-negatives-flip", ({ first, second, added }) => {
  const both = [four(first, "the first matrix"), four(second, "the second matrix")];
  if (added < 1 || added > 100_000) wrong(`added must lie between 1 and 100000, not ${added}`);
  const sizes = both.map(([tn, fp, fn, tp]) => [fn + tp, tn + fp]);
  if (sizes[0].join() !== sizes[1].join() || sizes[0].includes(0))
    wrong("Both must classify the same cases of both classes");
  if (both.some(([tn, fp, fn, tp]) => !(tn + fn) || !(fp + tp)))
    wrong("Each classifier must flag some cases and not others, or MCC is not defined");
  const said = TURNED.map(([name, of]) => {
    const before = both.map((one) => outcomes[of](one));
    const after = both.map(([tn, fp, fn, tp]) => outcomes[of]([tn + added, fp, fn, tp]));
    const [one, other] = [before, after].map((two) => two.map((value) => shown(value, 4)).join(" and "));
    if (before[0] <= before[1] + 1e-9) wrong(`At first the first must be ahead by ${name}: ${one}`);
    if (after[0] >= after[1] - 1e-9)
      wrong(`With ${added} easy negatives more the second must be ahead by ${name}: ${one}, then ${other}`);
    return `${name} ${one}, then ${other}`;
  });
  return `${said.join("; ")}. Accuracy keeps its order: both got the same number of right decisions`;
});
