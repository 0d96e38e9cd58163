/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { auroc } from "../../../metricbook/explorers/scripts/metrics.js";
import { sorted, sweepOf } from "../../../metricbook/explorers/scripts/sweep.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("lxcim.orientations", ({ 0: first, 1: second }, given) => {
  const [one, other] = [first, second].map((/** @type {number[]} */ turned) => {
    if (turned.some((pair) => pair < 1 || pair > 8)) wrong("pairs are counted from 1 to 8");
    const labels = given.scores.map((/** @type {number} */ _, /** @type {number} */ k) => +!turned.includes(k + 1));
    const scores = given.scores.map((/** @type {number} */ score, /** @type {number} */ k) =>
      labels[k] ? score : -score,
    );
    const area = auroc(sweepOf(sorted(labels, scores)));
    if (Number.isNaN(area)) wrong(`With ${turned.length} pairs turned all labels are equal: AUROC is undefined`);
    return area;
  });
  const said = `AUROC is ${shown(one)} and ${shown(other)}`;
  if (other - one >= given.gap - 1e-9) wrong(`${said}: the list with the higher one comes first`);
  if (one - other < given.gap - 1e-9) wrong(`${said}: ${shown(one - other)} apart, and ${given.gap} are asked for`);
  return said;
});

answeredIf("lxcim.between-two-rates", ({ 0: low, 1: high, 2: between }) => {
  if (Math.abs(between - (high - low) / 0.4) <= 0.006)
    return "The slope between the two points: what a curve of averages hides";
  if (Math.abs(between - (high - low)) <= 0.006)
    wrong("This is the rise between the two rates: divide it by the share of decisions made there");
  if (Math.abs(between - high / 0.8) <= 0.02)
    wrong("This is the accuracy among all decisions up to 0.8, not among those after 0.4");
  return wrong(
    `The curve rises by ${shown(high - low)} while four tenths of the weight are decided: how many are right? ` +
      "What is read too roundly moves the quotient",
  );
});
