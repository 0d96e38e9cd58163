/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { float, shownFraction } from "../../exercises/scripts/forms.js";
import { isKnown } from "../../exercises/scripts/seal.js";
import { lxcimParts, quotient, same, sum } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("lxcim.below-one-half", ({ decisions, turned }, { known }) => {
  /** @type {number[]} */
  const right = decisions;
  if (right.length !== 10 || sum(right) < 6)
    wrong(`There must be ten decisions, at least six of them right, not ${sum(right)} of ${right.length}`);
  const parts = lxcimParts(right);
  if (parts > 45) {
    const hint =
      lxcimParts(right.toReversed()) <= 45
        ? ". Read from the other end it would do: the first letter is the most confident"
        : "";
    wrong(`LxCIM is ${shown(parts / 100)}, more than 0.45${hint}`);
  }
  if (isKnown(`${right.join("")} ${shownFraction(turned)}`, known))
    return `LxCIM ${shown(parts / 100)} at an accuracy of ${sum(right) / 10}; turned, ${shown(float(turned))}`;
  if (same(turned, quotient(parts, 100)))
    wrong("Turning all signs is no exchange of classes: the labels stay, and right decisions become wrong ones");
  return wrong(`LxCIM of the turned scores is not ${shownFraction(turned)}: right decisions become wrong ones`);
});

answeredIf("lxcim.a-unit-in-the-last-place", ({ 0: k, 1: n, 2: m }) => {
  if (!(n >= 3 && n <= 30 && n !== 19 && k > 0 && k < n && m >= 10 && m <= 2000))
    wrong(`n must be from 3 to 30 and not 19, k between 0 and n, m from 10 to 2000: not ${k}, ${n}, ${m}`);
  if (((m - 1) * k) % n) wrong(`The ${k}/${n} quantile of ${m} values is between two of them`);
  // As NumPy does: the share from a grid, its place among the values, and a mean of two neighbours.
  const place = (m - 1) * (k * (1 / n));
  const below = Math.floor(place);
  const part = place - below;
  const cut = part < 0.5 ? below + part : below + 1 - (1 - part);
  const value = ((m - 1) * k) / n;
  if (cut < value) return `The cut is ${cut}, and ${value} is on the other side of it`;
  if (cut > value) wrong(`The cut is ${cut}, above ${value}: here rounding goes the other way`);
  return wrong(`The cut is ${value}, on the value itself: try another m, or another n`);
});
