/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { auroc } from "../../../metricbook/explorers/scripts/metrics.js";
import { float, shownFraction } from "../../exercises/scripts/forms.js";
import { SLACK, plus, quotient, same, sampled, shares, sum, times } from "../../exercises/scripts/shapes.js";
import { isKnown } from "../../exercises/scripts/seal.js";
import { pairedDifference } from "../../exercises/scripts/paired.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

/** @import { Fraction } from "../../exercises/scripts/forms.js" */

answeredIf("mcdermott.mean-is-not-enough", ({ 0: labels, 1: scores }) => {
  /** @type {Fraction[]} */
  const exact = shares(scores, "scores", scores.length);
  if (exact.length < 2 || exact.length > 8) wrong(`scores must have 2 to 8 entries, not ${exact.length}`);
  const area = auroc(sampled(labels, exact.map(float), "the answer", { longest: 8 }));
  const mean = times(exact.reduce(plus), quotient(1, exact.length));
  const prevalence = quotient(sum(labels), labels.length);
  if (!same(mean, prevalence))
    wrong(`The mean score is ${shownFraction(mean)}, and the share of positives is ${shownFraction(prevalence)}`);
  if (area > 0.25 + SLACK)
    wrong(`The mean is right, but AUROC is ${shown(area)}: the positives do not score low enough`);
  const said = `The mean score and the prevalence are ${shownFraction(mean)}, and AUROC is ${shown(area)}`;
  return `${said}: the right mean, and misleading scores`;
});

const REACH = 2;

/** @param {number[]} permutation @param {string} what */
function permuted(permutation, what) {
  if (permutation.length !== 6) wrong(`${what} must have 6 entries, not ${permutation.length}`);
  if (permutation.toSorted().join() !== "0,1,2,3,4,5") wrong(`${what} must hold each of 0 to 5 once`);
  const far = permutation.findIndex((one, place) => Math.abs(one - place) > REACH);
  if (far >= 0) wrong(`In ${what} place ${far} has number ${permutation[far]}, which moves it farther than ${REACH}`);
  return permutation.join(" ");
}

answeredIf("mcdermott.filled-from-the-left", ({ often, seldom, probabilities }, { known }) => {
  const both = [permuted(often, "often"), permuted(seldom, "seldom")];
  const exact = shares(probabilities, "probabilities", 2);
  exact.forEach((one, k) => {
    if (same(one, quotient(1, 73))) wrong("1/73 is the probability in a fair draw, of 73; this draw is not fair");
    if (!isKnown(`${both[k]} ${shownFraction(one)}`, known))
      wrong(`Probability ${k + 1} is not ${shownFraction(one)}: count the candidates at each place, from 0 on`);
  });
  const ratio = float(exact[0]) / float(exact[1]);
  const turned = ratio < 1 / 6 + SLACK ? ". They stand the wrong way round" : "";
  if (ratio < 6 - SLACK)
    wrong(`The probabilities are right, but their ratio is ${shown(ratio)}, and 6 are asked for${turned}`);
  const comes = `The first comes out ${shown(ratio, 1)} times as often as the second`;
  return `${comes}; in a fair draw both would have probability 1/73`;
});

/**
 * Look at the difference of both models, the second less the first, and at its interval; returns its ends.
 * @type {(answer: number[], name: string, cases: {labels: number[], first: number[], second: number[]}) => number[]}
 */
function differing(answer, name, { labels, first, second }) {
  if (answer.length !== 3) wrong(`entry '${name}' must have 3 entries, not ${answer.length}`);
  const [value, low, high] = answer;
  const right = pairedDifference(labels, second, first);
  if (!right.error) wrong(`In ${name} both models rank the cases alike: hand in two models that differ`);
  const turned = Math.abs(value + right.value) <= 6e-4 ? ": it is the second model less the first" : "";
  if (Math.abs(value - right.value) > 6e-4)
    wrong(
      `The difference in AUROC in ${name} is ${shown(right.value, 4)} by the cases handed in, not ${value}${turned}`,
    );
  if (!(low < value && value < high))
    wrong(`The interval of ${name} must contain the difference: ${low}, ${value}, ${high} do not rise`);
  const wide = right.high - right.low;
  const ratio = (high - low) / wide;
  if (!(ratio >= 0.75 && ratio <= 1.33))
    wrong(
      `The interval of ${name} is ${shown(high - low, 4)} wide, and cases drawn again give about ${shown(wide, 4)}`,
    );
  if (Math.abs((low + high) / 2 - right.value) > 0.25 * (high - low))
    wrong(`The interval of ${name} is not centred near the difference`);
  return [low, high];
}

answeredIf("mcdermott.two-models-two-groups", (answer) => {
  const { labels, groups, first, second } = answer;
  const sizes = [labels, groups, first, second].map((column) => column.length);
  if (new Set(sizes).size > 1) wrong("labels, groups, first and second must be of equal length");
  if (sizes[0] < 200 || sizes[0] > 20_000) wrong(`labels must have 200 to 20000 entries, not ${sizes[0]}`);
  if (labels.some((/** @type {number} */ one) => one !== 0 && one !== 1)) wrong("labels must be 0 or 1");
  if (groups.some((/** @type {number} */ one) => one !== 1 && one !== 2)) wrong("groups must be 1 or 2");
  /** @type {string[]} */
  const said = [];
  /** @type {Record<string, number[]>} */
  const clear = { better: [], worse: [] };
  ["all", "group 1", "group 2"].forEach((name, group) => {
    const inside = (/** @type {number[]} */ column) => column.filter((_, k) => !group || groups[k] === group);
    const cases = { labels: inside(labels), first: inside(first), second: inside(second) };
    const positives = sum(cases.labels);
    const negatives = cases.labels.length - positives;
    if (Math.min(positives, negatives) < 20)
      wrong(`${name} has ${positives} positives and ${negatives} negatives: at least 20 of each are needed`);
    const [low, high] = differing(answer[name], name, cases);
    said.push(`${name}: ${shown(low)} to ${shown(high)}`);
    if (group && low > 0) clear.better.push(group);
    if (group && high < 0) clear.worse.push(group);
  });
  for (const name of ["better", "worse"])
    if (answer[name].join() !== clear[name].join())
      wrong(`'${name}' must hold the groups whose interval lies on that side of 0, by your own: ${said.join("; ")}`);
  return `The differences and their intervals are borne out by the cases handed in: ${said.join("; ")}`;
});
