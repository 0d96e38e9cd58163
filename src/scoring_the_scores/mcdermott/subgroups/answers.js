/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { auroc } from "../../../metricbook/explorers/scripts/metrics.js";
import { float, shownFraction } from "../../exercises/scripts/forms.js";
import { SLACK, plus, quotient, same, sampled, shares, sum, times } from "../../exercises/scripts/shapes.js";
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

/** How many numbers each place can choose among when those before it chose so. @param {number[]} permutation */
const choices = (permutation) =>
  permutation.map((_, place) => {
    const left = permutation.slice(place);
    return left.includes(place - REACH) ? 1 : left.filter((one) => Math.abs(one - place) <= REACH).length;
  });

/** @param {number[]} permutation @param {string} what */
function permuted(permutation, what) {
  if (permutation.length !== 6) wrong(`${what} must have 6 entries, not ${permutation.length}`);
  if (permutation.toSorted().join() !== "0,1,2,3,4,5") wrong(`${what} must hold each of 0 to 5 once`);
  const far = permutation.findIndex((one, place) => Math.abs(one - place) > REACH);
  if (far >= 0) wrong(`In ${what} place ${far} has number ${permutation[far]}, which moves it farther than ${REACH}`);
  return choices(permutation).reduce((all, one) => all * one, 1);
}

answeredIf("mcdermott.filled-from-the-left", ({ often, seldom, probabilities }) => {
  const ways = [permuted(often, "often"), permuted(seldom, "seldom")];
  shares(probabilities, "probabilities", 2).forEach((one, k) => {
    if (same(one, quotient(1, 73))) wrong("1/73 is the probability in a fair draw, of 73; this draw is not fair");
    if (!same(one, quotient(1, ways[k])))
      wrong(`Probability ${k + 1} is not ${shownFraction(one)}: count the candidates at each place, from 0 on`);
  });
  const ratio = ways[1] / ways[0];
  const turned = ratio <= 1 / 6 ? ". They stand the wrong way round" : "";
  if (ratio < 6) wrong(`The probabilities are right, but their ratio is ${shown(ratio)}, and 6 are asked for${turned}`);
  return `The first comes out ${ratio} times as often as the second; in a fair draw both would have probability 1/73`;
});
