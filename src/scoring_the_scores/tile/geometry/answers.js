/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { outcomes } from "../../../metricbook/explorers/scripts/metrics.js";
import { float } from "../../exercises/scripts/forms.js";
import { SLACK, exactly, four, less, plus, same, shares, times, toOne } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

/** @import { Fraction } from "../../exercises/scripts/forms.js" */

answeredIf("tile.mcc-and-the-coin", ({ 0: first, 1: second }) => {
  const both = [first, second].map((one, k) => four(one, `performance ${k + 1}`, 100));
  both.forEach(([tn, fp, fn, tp], k) => {
    if (tn + fp !== 7 || fn + tp !== 3)
      wrong(`Performance ${k + 1} has ${fn + tp} positives and ${tn + fp} negatives, not three and seven`);
    if (!(tn + fn) || !(fp + tp)) wrong(`MCC of performance ${k + 1} is undefined: it always says the same`);
  });
  const [a, b, c, d] = both[0].map((one, k) => one + both[1][k]);
  const [one, other, mixture] = [...both, /** @type {const} */ ([a, b, c, d])].map((cells) =>
    outcomes.matthews_correlation([...cells]),
  );
  const said = `MCC is ${shown(one, 4)} and ${shown(other, 4)}, that of the mixture ${shown(mixture, 4)}`;
  const least = Math.min(one, other);
  if (mixture >= least - SLACK) wrong(`${said}: not worse than both`);
  if (least - mixture < 0.05 - SLACK) wrong(`${said}: worse than both, but by less than 0.05`);
  return said;
});

/**
 * Top and bottom of how much the denominator of a score grows with tn - tp, in parts of what it is without.
 * @type {(place: Fraction[], prevalence: Fraction) => Fraction[]}
 */
const steepness = ([a, b], prevalence) => [less(b, a), plus(times(toOne(prevalence), toOne(b)), times(prevalence, b))];

/** @param {Fraction[]} one @param {Fraction[]} other */
const alike = ([top, bottom], [otherTop, otherBottom]) => same(times(top, otherBottom), times(otherTop, bottom));

answeredIf("tile.means-that-rank", ({ "": answer }, given) => {
  const place = shares(answer, "the place", 2);
  const first = [exactly(given.a), exactly(given.b)];
  const prevalence = exactly(given.prevalence);
  const far = place.map((one, k) => Math.abs(float(less(one, first[k]))));
  if (Math.min(...far) < 0.1 - SLACK)
    wrong(`Both coordinates must differ from those of (${given.a}, ${given.b}) by at least 1/10`);
  if (alike(steepness(place, prevalence), steepness(first, prevalence)))
    return "The two denominators are proportional, so the mean is a quotient of two linear functions again";
  const half = exactly(0.5);
  if (alike(steepness(place, half), steepness(first, half)))
    wrong("A parallel to the rising diagonal is right for equal priors, which these are not");
  if (alike(steepness(place, toOne(prevalence)), steepness(first, toOne(prevalence))))
    wrong("This would be right if the shares of the two classes were exchanged");
  if (same(place[0], place[1])) wrong("The diagonal goes with the diagonal only");
  return wrong("The two denominators are not proportional");
});
