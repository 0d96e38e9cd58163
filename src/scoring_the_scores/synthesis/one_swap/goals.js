/* A checker of this room for states of an explorer: whether one is right, and what is true or still wrong of it. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { SLACK, no, solvedIf, yes } from "../../../metricbook/explorers/scripts/goal.js";
import { metricsOf, mistakes } from "../../../metricbook/explorers/scripts/strip.js";

/** @param {{ranking: string}} state */
function swapUnseen({ ranking }) {
  const found = mistakes(ranking, "h_measure");
  const { auroc } = metricsOf(ranking);
  const count = found.length;
  if (count < 3)
    return no(`There must be at least three mistakes, a negative directly above a positive, not ${count}.`);
  if (auroc < 0.6 - SLACK) return no(`AUROC is ${shown(auroc)}, less than 0.6.`);
  const seen = found.find(({ gain }) => gain > SLACK);
  if (!seen)
    return yes(`AUROC is ${shown(auroc)}, and none of the ${count} mistakes is worth anything to the H measure.`);
  const { place, gain } = seen;
  return no(`Fixing places ${place} and ${place + 1} is worth ${shown(gain, 4)} to the H measure.`);
}

solvedIf("synthesis.swap-unseen", swapUnseen);
