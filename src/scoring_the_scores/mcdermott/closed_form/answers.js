/* A checker of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { auroc } from "../../../metricbook/explorers/scripts/metrics.js";
import { sorted, sweepOf } from "../../../metricbook/explorers/scripts/sweep.js";
import { SLACK, sampled } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("mcdermott.no-mean", ({ 0: labels, 1: scores, 2: groups }) => {
  const pooled = auroc(sampled(labels, scores, "the data", { longest: 12 }));
  if (groups.length !== labels.length) wrong(`There are ${labels.length} labels and ${groups.length} groups`);
  if (groups.some((/** @type {number} */ one) => one !== 0 && one !== 1)) wrong("A group must be 0 or 1");
  const areas = [0, 1].map((group) => {
    const own = (/** @type {number[]} */ column) => column.filter((_, k) => groups[k] === group);
    const area = auroc(sweepOf(sorted(own(labels), own(scores))));
    return Number.isNaN(area) ? wrong(`Group ${group} must have positives and negatives, or it has no AUROC`) : area;
  });
  const said = `AUROC is ${shown(areas[0])} in group 0, ${shown(areas[1])} in group 1, ${shown(pooled)} over all cases`;
  if (Math.max(...areas) > 0.5 + SLACK) wrong(`${said}: neither group may have more than 1/2`);
  if (pooled < 0.8 - SLACK) wrong(`${said}: over all cases at least 4/5 are asked for`);
  return `${said}: it lies beyond both`;
});
