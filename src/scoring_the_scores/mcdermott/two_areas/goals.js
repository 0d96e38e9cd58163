/* A checker of this room for states of an explorer: whether one is right, and what is true or still wrong of it. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { SLACK, no, solvedIf, yes } from "../../../metricbook/explorers/scripts/goal.js";
import { mistakes } from "../../../metricbook/explorers/scripts/strip.js";

/** @param {{ranking: string}} state */
function dearerBelow({ ranking }) {
  if (ranking[0] !== "1") return no("The first place must be a positive.");
  const found = mistakes(ranking, "average_precision");
  const there = found.length ? "is one" : "is none";
  if (found.length < 2)
    return no(`Two mistakes are needed, each a negative directly above a positive; there ${there}.`);
  const [top, low] = [found[0], found[found.length - 1]];
  const ratio = low.gain / top.gain;
  /** @param {{place: number, gain: number}} mistake */
  const adds = ({ place, gain }) => `places ${place} and ${place + 1} adds ${shown(gain, 4)}`;
  const said = `Fixing ${adds(top)}, fixing ${adds(low)}: ${shown(ratio)} times as much`;
  return ratio >= 4 / 3 - SLACK ? yes(`${said}.`) : no(`${said}; at least 1.333 times is asked for.`);
}

solvedIf("mcdermott.dearer-below", dearerBelow);
