/* A checker of this room for states of an explorer: whether one is right, and what is true or still wrong of it. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { SLACK, no, solvedIf, yes } from "../../../metricbook/explorers/scripts/goal.js";
import { LETTERS, performance, rates, zoneShares } from "../../../metricbook/explorers/scripts/tile.js";

/** @param {Parameters<typeof rates>[0]} state */
function fourQuarters(state) {
  const points = LETTERS.map((letter) => rates(state, letter));
  const [a, b, c, d] = points.map(String);
  if (state.prevalence !== 0.5) return no("Both classes must be equally frequent: set the prevalence to 0.5.");
  if (c !== "0,0" || d !== "1,1")
    return no(
      "C must stay in the corner of always negative, and D in that of always positive: only A and B are yours.",
    );
  const poor = points.slice(0, 2).findIndex(([fpr, tpr]) => tpr - fpr <= SLACK);
  const bound = "its true positive rate must exceed its false positive rate";
  if (poor >= 0) return no(`${LETTERS[poor]} is no better than guessing: ${bound}.`);
  if (a === b) return no("A and B are one: they tie everywhere.");
  const shares = zoneShares(points.map(([fpr, tpr]) => performance(fpr, tpr, 0.5)));
  const listed = shares.map((share, k) => `${LETTERS[k]} has ${shown(100 * share, 1)} %`).join(", ");
  const far = Math.max(...shares.map((share) => Math.abs(share - 0.25)));
  const said = `Of the square ${listed}`;
  return far <= 0.01 + SLACK ? yes(`${said}.`) : no(`${said}: each should have 24 to 26 %.`);
}

solvedIf("tile.four-quarters", fourQuarters);
