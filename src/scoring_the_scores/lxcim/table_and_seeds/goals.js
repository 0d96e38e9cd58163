/* A checker of this room for states of an explorer: whether one is right, and what is true or still wrong of it. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { SLACK, no, solvedIf, yes } from "../../../metricbook/explorers/scripts/goal.js";
import { metricsOf } from "../../../metricbook/explorers/scripts/strip.js";

/** @param {{ranking: string}} state */
function belowOneHalf({ ranking }) {
  const right = [...ranking].filter((mark) => mark === "1").length;
  if (ranking.length !== 10 || right < 6)
    return no(`There must be ten decisions, at least six of them right, not ${right} of ${ranking.length}.`);
  const { lxcim } = metricsOf(ranking);
  const said = `LxCIM is ${shown(lxcim)}`;
  return lxcim <= 0.45 + SLACK
    ? yes(`${said} though ${right} of ten decisions are right.`)
    : no(`${said}, more than 0.45.`);
}

solvedIf("lxcim.below-one-half", belowOneHalf);
