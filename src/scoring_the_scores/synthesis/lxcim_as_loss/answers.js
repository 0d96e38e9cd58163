/* A checker of this room for answers on its page. */
import { shownFraction } from "../../exercises/scripts/forms.js";
import { exactly, lxcimParts, quotient, same, sum } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("synthesis.lxcim-gain", ({ 0: labels, 1: scores }, { cases: n, right, target }) => {
  if (labels.length !== n || scores.length !== n)
    wrong(`There must be ${n} labels and ${n} scores, not ${labels.length} and ${scores.length}`);
  if (labels.some((/** @type {number} */ one) => one !== 0 && one !== 1)) wrong("A label must be 0 or 1");
  if (new Set(labels).size < 2) wrong("the sample must have positives and negatives");
  if (scores.includes(0)) wrong("No case may have the score 0, which is the threshold");
  if (new Set(scores.map(Math.abs)).size < n)
    wrong("Two cases are equally confident: confidence is the distance from 0, whatever the sign");
  const order = Array.from({ length: n }, (_, k) => k).toSorted((i, j) => Math.abs(scores[j]) - Math.abs(scores[i]));
  const decisions = order.map((k) => +(scores[k] > 0 === (labels[k] === 1)));
  const count = sum(decisions);
  if (count === n - right && count !== right)
    wrong(`${count} decisions are right and ${n - count} wrong: right and wrong are swapped`);
  if (count !== right) wrong(`${count} decisions are right, not ${right}: a positive is decided rightly above 0`);
  const value = quotient(lxcimParts(decisions), n * n);
  const said = `LxCIM is ${shownFraction(value)}`;
  if (same(value, exactly(target))) return `Accuracy ${count} of ${n}, and ${said}`;
  if (same(quotient(lxcimParts(decisions.toReversed()), n * n), exactly(target)))
    wrong(`${said}: that is the order upside down, the most confident count most`);
  return wrong(`${said}, not ${target}: count the pairs that have the right decision as the surer one`);
});
