/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { float, shownFraction } from "../../exercises/scripts/forms.js";
import { SLACK, exactly, less, plus, same, shares, times, toOne, twoMatrices } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

/** @import { Fraction } from "../../exercises/scripts/forms.js" */

/** The tilt of a ruler, as top and bottom. @type {(place: Fraction[], positive: Fraction) => Fraction[]} */
const tilt = ([a, b], positive) => [less(b, a), plus(times(toOne(positive), toOne(b)), times(positive, b))];

answeredIf("synthesis.diagonal-parallel", ({ "": answer }, given) => {
  const place = shares(answer, "the place", 2);
  const prior = exactly(given.prior);
  const ofF1 = [exactly(1), exactly(0.5)];
  if (place.every((one, k) => same(one, ofF1[k]))) wrong("That is the place of F1 itself");
  const parallel = (/** @type {Fraction} */ positive) => {
    const [[top, bottom], [otherTop, otherBottom]] = [tilt(place, positive), tilt(ofF1, positive)];
    return bottom.top !== 0n && same(times(top, otherBottom), times(otherTop, bottom));
  };
  const [a, b] = place.map(shownFraction);
  if (parallel(prior)) return `The ruler of (${a}, ${b}) is parallel to that of F1 at the prevalence ${given.prior}`;
  if (parallel(toOne(prior))) wrong("The classes are swapped: the two rulers are parallel at one less the prevalence");
  if (same(place[0], place[1])) wrong("On the diagonal rulers are upright, at every prevalence; that of F1 is slanted");
  if (float(less(place[1], place[0])) === -0.5)
    wrong("The prices of saving and of paying are as far apart as those of F1, but the ruler is not parallel");
  return wrong("The ruler is not parallel to that of F1");
});

answeredIf("synthesis.diagonal-toss", ({ 0: first, 1: second }) => {
  const both = twoMatrices(first, second, 100);
  const toss = both[0].map((one, k) => one + both[1][k]);
  const rated = [...both, toss].map(([, fp, fn, tp], k) => {
    if (!(tp + fp))
      wrong(`The precision of ${["the first", "the second", "the toss"][k]} is not defined: it flags nothing`);
    return (tp / (tp + fp) + tp / (tp + fn)) / 2;
  });
  const least = Math.min(rated[0], rated[1]);
  const said = `the two are rated ${shown(rated[0])} and ${shown(rated[1])}, their toss ${shown(rated[2])}`;
  if (rated[2] >= least - SLACK) wrong(`The toss lies between the two: ${said}`);
  if (rated[2] > least - 0.05 + SLACK) wrong(`The toss must be lower than both by at least 0.05: ${said}`);
  return `For this mean ${said}, though accuracy finds it as good as the mean of both`;
});
