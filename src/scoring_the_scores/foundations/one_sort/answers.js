/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { auroc, brierScore, logLoss } from "../../../metricbook/explorers/scripts/metrics.js";
import { SLACK, four, sampled } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

const SIX = [1, 1, 1, 0, 0, 0];

answeredIf("foundations.rank-well-forecast-badly", ({ 0: first, 1: second }) => {
  const lists = [first, second];
  lists.forEach((one, k) => {
    if (one.length !== 6) wrong(`the ${k ? "second" : "first"} list must have 6 entries, not ${one.length}`);
  });
  if (lists.flat().some((/** @type {number} */ one) => one <= 0 || one >= 1))
    wrong("All twelve numbers are probabilities, larger than 0 and smaller than 1");
  const sweeps = lists.map((one) => sampled(SIX, one, "a list"));
  const [areas, briers, logs] = [auroc, brierScore, logLoss].map((of) => sweeps.map((one) => of(one)));
  if (areas[0] < 1 - SLACK)
    wrong(`The first list must put every positive above every negative, without ties: its AUROC is ${shown(areas[0])}`);
  if (areas[1] > 2 / 3 + SLACK) wrong(`The second list must have an AUROC of at most 2/3, not ${shown(areas[1])}`);
  for (const [name, [one, other]] of /** @type {const} */ ([
    ["Brier score", briers],
    ["log loss", logs],
  ]))
    if (other >= one - 1e-9)
      wrong(`The second list must have the smaller ${name}: it has ${shown(other, 4)}, the first ${shown(one, 4)}`);
  const [a, b, c] = [areas, briers, logs].map((two) => two.map((one) => shown(one)).join(" and "));
  return `AUROC ${a}, Brier score ${b}, log loss ${c}`;
});

/** Kappa as it was misprinted. @type {(cells: number[]) => number} */
function misprinted([tn, fp, fn, tp]) {
  const n = tn + fp + fn + tp;
  const chance = ((tn + fp) * (tn + fn) + (tp + fn) ** 2) / n ** 2;
  return ((tn + tp) / n - chance) / (1 - chance);
}

answeredIf("foundations.misprinted-kappa", ({ "": answer }) => {
  const [tn, fp, fn, tp] = four(answer, "the matrix");
  if ([tn + fp, fn + tp, tn + fn, fp + tp].includes(0))
    wrong("The matrix must have positives and negatives, and decisions of both kinds");
  const printed = misprinted([tn, fp, fn, tp]);
  const lead = tn * tp - fp * fn;
  const said = `the printed formula gives ${shown(printed)}`;
  if (lead) wrong(`These decisions must have no skill, which is a kappa of exactly 0: tn tp less fp fn is ${lead}`);
  if (printed < 0.2 - SLACK && misprinted([tp, fn, fp, tn]) >= 0.2 - SLACK)
    wrong(`These counts would do from the other end, but they go tn, fp, fn, tp: ${said}`);
  if (printed < 0) wrong(`The printed formula must praise these decisions, but it blames them: ${said}`);
  if (printed < 0.2 - SLACK) wrong(`The printed formula must give at least 0.2, but ${said}`);
  return `No skill, and praise for it: ${said}`;
});
