/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { outcomes } from "../../../metricbook/explorers/scripts/metrics.js";
import { SLACK, four, sum } from "../../exercises/scripts/shapes.js";
import { isIn, pairedDifference } from "../../exercises/scripts/paired.js";
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

/** Look at the cases of both models. @type {(labels: number[], both: number[][]) => void} */
function compared(labels, both) {
  if (labels.length < 60 || labels.length > 5000) wrong(`labels must have 60 to 5000 entries, not ${labels.length}`);
  if (labels.some((one) => one !== 0 && one !== 1)) wrong("A label must be 0 or 1");
  const positives = sum(labels);
  if (Math.min(positives, labels.length - positives) < 30)
    wrong(`There must be 30 cases of each class at least, not ${positives} and ${labels.length - positives}`);
  both.forEach((scores, k) => {
    if (scores.length !== labels.length)
      wrong(`scores of the ${k ? "second" : "first"} model must have ${labels.length} entries, not ${scores.length}`);
  });
}

/**
 * Look whether a sentence gives the numbers.
 * @type {(sentence: string, numbers: [what: string, all: number[]][]) => void}
 */
function told(sentence, numbers) {
  if (sentence.length < 20 || sentence.length > 1000)
    wrong("sentence must be text of 20 to 1000 characters that gives both AUROCs and the interval");
  const decimals = sentence.replaceAll("−", "-").match(/-?\d*\.\d{2,}/g) ?? [];
  if (decimals.length > 8 || (sentence.match(/\p{L}{2,}/gu) ?? []).length < 5)
    wrong("sentence must be a sentence: both AUROCs and the interval in words, with eight decimals at most");
  for (const [what, all] of numbers) {
    const missing = all.find((one) => !isIn(decimals, one));
    if (missing !== undefined)
      wrong(`The sentence does not give ${what}, to two decimals or more: ${shown(missing, 4)} is not in it`);
  }
}

answeredIf("foundations.two-models", ({ labels, first, second, areas, interval, better, sentence }) => {
  compared(labels, [first, second]);
  const right = pairedDifference(labels, first, second);
  if (right.areas.some((area) => area <= 0 || area >= 1))
    wrong("A model that ranks these cases perfectly leaves nothing to compare: take cases that are harder");
  if (right.error < 1e-9) wrong("Both models rank the cases in the same way: take two that differ");
  for (const [name, pair] of Object.entries({ areas, interval }))
    if (pair.length !== 2) wrong(`${name} must have 2 entries, not ${pair.length}`);
  right.areas.forEach((area, k) => {
    if (Math.abs(areas[k] - area) > 6e-4) wrong(`The AUROC of the ${k ? "second" : "first"} model is not ${areas[k]}`);
  });
  const slack = 0.12 * (right.high - right.low);
  const near = (/** @type {number[]} */ ends) => ends.every((end, k) => Math.abs(interval[k] - end) <= slack);
  const ends = interval.map((/** @type {number} */ end) => shown(end, 4));
  const turned = near([-right.high, -right.low]) ? ". That looks like second less first; the first comes first" : "";
  if (!near([right.low, right.high]))
    wrong(`From ${ends.join(" to ")} is no 95 % interval for the difference on the same cases${turned}`);
  const follows = interval[0] > 0 ? "first" : interval[1] < 0 ? "second" : "neither";
  if (better !== follows) wrong(`Your interval goes from ${ends.join(" to ")}: it does not say '${better}'`);
  told(sentence, [
    ["the AUROCs", areas],
    ["the ends of the interval", interval],
  ]);
  return `The difference is ${shown(right.value, 4)}, its interval and your sentence agree with your data`;
});
