/* A checker of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

/** @param {number[]} ends */
const width = ([low, high]) => high - low;

answeredIf("lxcim.two-methods", ({ difference, low, high }, { drawn, smooth, alone }) => {
  if (!(low < difference && difference < high)) wrong("low must lie below the difference, and high above");
  const own = high - low;
  const [least, most] = [width(drawn), width(smooth)].toSorted((a, b) => a - b);
  const said = `Your interval is ${shown(own)} wide`;
  const naive = Math.abs(own - width(alone)) <= 0.1 * width(alone);
  const why = naive ? "it draws pairs as if they were independent" : "it must hold at 95 %, for drawn families";
  if (own < 0.9 * least) wrong(`${said}, and that over families ${shown(least)}: ${why}`);
  if (own > 1.1 * most) wrong(`${said}, and that over families ${shown(most)}: are both drawn together?`);
  if ([low, high].some((end, k) => Math.min(Math.abs(end - drawn[k]), Math.abs(end - smooth[k])) > 0.03))
    wrong(`Your interval is as wide as it should be, but ours goes from ${shown(drawn[0])} to ${shown(drawn[1])}`);
  const [bottom, top] = drawn.map((/** @type {number} */ end) => shown(end));
  return `The difference is right, and its interval as wide as families say: ours is from ${bottom} to ${top}`;
});
