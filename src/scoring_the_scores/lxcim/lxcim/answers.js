/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { audrcIntegral, audrcSum } from "../../../metricbook/explorers/scripts/metrics.js";
import { SLACK, lxcimParts, sum } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

/**
 * Look at how many decisions there are, and return them.
 * @type {(right: number[], what: string, longest: number) => number[]}
 */
function decided(right, what, longest) {
  if (!right.length || right.length > longest) wrong(`${what} must have 1 to ${longest} decisions`);
  return right;
}

/** The sweep of decisions, the most confident first. @param {number[]} right */
const sweepOfDecisions = (right) => ({
  confidences: right.map((_, k) => right.length - k),
  coverage: right.map((_, k) => k + 1),
  correct: right.map((_, k) => sum(right.slice(0, k + 1))),
  total: right.length,
});

answeredIf("lxcim.against-audrc", ({ 0: first, 1: second }) => {
  const both = [first, second].map((one, k) => decided(one, `order ${k + 1}`, 8));
  const [one, other] = both;
  const counts = both.map((right) => `${sum(right)} of ${right.length}`).join(" and ");
  if (one.length !== other.length || sum(one) !== sum(other))
    wrong(`Both must decide equally many cases and be right equally often: they are right in ${counts}`);
  const areas = both.map((right) => lxcimParts(right) / right.length ** 2);
  const audrcs = both.map((right) => audrcSum(sweepOfDecisions(right)));
  const [lx, audrc] = [areas, audrcs].map((two) => two.map((value) => shown(value, 4)).join(" and "));
  const said = `LxCIM gives ${lx}, AUDRC ${audrc}`;
  if (areas[0] < areas[1] - SLACK && audrcs[0] > audrcs[1] + SLACK) wrong(`This is the other way round: ${said}`);
  if (areas[0] <= areas[1] + SLACK) wrong(`LxCIM must prefer the first: ${said}`);
  if (audrcs[0] >= audrcs[1] - SLACK) wrong(`AUDRC must prefer the second: ${said}`);
  return said;
});

answeredIf("lxcim.sum-and-integral", ({ "": answer }) => {
  const right = decided(answer, "the order", 100);
  const sweep = sweepOfDecisions(right);
  const [total, integral] = [audrcSum(sweep), audrcIntegral(sweep)];
  const apart = Math.abs(total - integral) * right.length;
  const said = `The sum is ${shown(total, 5)}, the integral ${shown(integral, 5)}: they differ by ${shown(apart, 4)}/N`;
  if (apart >= 0.45) return said;
  const runs = 1 + right.filter((one, k) => k && one !== right[k - 1]).length;
  if (runs === 1) wrong(`${said}. If all decisions are alike, both are the same`);
  if (runs > 2) wrong(`${said}. Between right and wrong there are ${runs - 1} changes; the extreme orders have one`);
  return wrong(
    `${said}. One change is right, but ${right.length < 80 ? "N is small for such a k" : "k is not the best one"}`,
  );
});

answeredIf("lxcim.printed-weight", ({ decisions: right }) => {
  const n = right.length;
  const printed =
    sum(right.map((/** @type {number} */ one, /** @type {number} */ k) => (one * (n - k - 1)) / (k + 1))) / n;
  if (!(printed > 1 + SLACK)) wrong(`For these decisions the printed sum is ${shown(printed)}, which a share may be`);
  if (n > 4) wrong(`For these decisions the printed sum is ${shown(printed)}, more than 1; fewer decisions do as well`);
  return `The printed sum is ${shown(printed)}, and the weight is right`;
});
