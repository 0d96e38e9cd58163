/* A checker of this room for answers on its page. */
import { quotient, sampled, sum } from "../../exercises/scripts/shapes.js";
import { shownFraction } from "../../exercises/scripts/forms.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("flach.ties-that-hide", (parts) => {
  /** @type {[number[], number[]]} */
  const [labels, scores] = [parts[0], parts[1]];
  const { positives, negatives } = sampled(labels, scores, "the answer", { longest: 7 });
  /** How many others of a class score the same as a case. @type {(k: number, label: number) => number} */
  const ties = (k, label) => sum(labels.map((one, j) => +(j !== k && one === label && scores[j] === scores[k])));
  const both = scores.find((_, k) => ties(k, 1 - labels[k]));
  if (both !== undefined) wrong(`No positive may tie with a negative, but both score ${both}`);
  // A case at its own threshold is missed in one direction and flagged in the other, and so are those that tie with it;
  // the cases themselves cancel with the default classifier, which flags all in one direction and none in the other.
  const [missed, flagged] = [1, 0].map((label) => sum(labels.map((one, k) => (one === label ? ties(k, label) : 0))));
  const n = positives + negatives;
  const skew = quotient(missed * negatives - flagged * positives, 2 * (n + 1) * positives * negatives);
  const cost = quotient(missed - flagged, n * (n + 1));
  const [bySkew, byCost] = [skew, cost].map(shownFraction);
  const said = `over skews the directions differ by ${bySkew}, over cost proportions by ${byCost}`;
  if (new Set(scores).size === n) wrong(`Without any tie nothing depends on the direction: ${said}`);
  if (!skew.top) wrong(`Over skews the directions must differ, but ${said}`);
  if (cost.top) wrong(`Over cost proportions the directions must agree, but ${said}`);
  return `With half credit nothing of this is seen: ${said}`;
});
