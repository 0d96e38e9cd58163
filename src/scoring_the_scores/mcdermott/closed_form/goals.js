/* A checker of this room for states of an explorer: whether one is right, and what is true or still wrong of it. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { SLACK, no, solvedIf, yes } from "../../../metricbook/explorers/scripts/goal.js";
import { groupMetrics, twoGroups } from "../../../metricbook/explorers/scripts/groups.js";

/** @param {Parameters<typeof twoGroups>[0]} state */
function noMean(state) {
  const { auroc, auroc_a, auroc_b } = groupMetrics(twoGroups(state));
  const said = `AUROC is ${shown(auroc_a)} in A, ${shown(auroc_b)} in B and ${shown(auroc)} over all cases`;
  if (Math.max(auroc_a, auroc_b) > 0.5 + SLACK) return no(`${said}: neither group may have more than 1/2.`);
  return auroc >= 0.8 - SLACK ? yes(`${said}: beyond both.`) : no(`${said}: over all cases at least 0.8 is asked for.`);
}

solvedIf("mcdermott.no-mean", noMean);
