/* A checker of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { auch, auroc } from "../../../metricbook/explorers/scripts/metrics.js";
import { SLACK, sampled } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("synthesis.means-same-draws", (parts) => {
  const both = ["first", "second"].map((place, k) => {
    const sweep = sampled(parts[`${k}.0`], parts[`${k}.1`], `the ${place} sample`, { shortest: 8, longest: 8 });
    if (sweep.positives !== 4) wrong(`The ${place} sample has ${sweep.positives} positives, not four`);
    return sweep;
  });
  const [area, other] = both.map(auroc);
  const [hull, otherHull] = both.map(auch);
  const said = `AUROC is ${shown(area)} and ${shown(other)}, AUCH ${shown(hull)} and ${shown(otherHull)}`;
  if (Math.abs(area - other) > SLACK) wrong(`Both must have one AUROC: ${said}`);
  if (area <= 0.5 + SLACK || area >= 1 - SLACK) wrong(`AUROC must lie between 1/2 and 1: ${said}`);
  if (hull >= area + 1 / 8 - SLACK && otherHull < other + SLACK)
    wrong(`The samples are swapped: ${said}. The first is the one whose curve is concave`);
  const stairs = "Without ties the curve is a staircase, below its hull unless the ranking is perfect";
  if (hull > area + SLACK)
    wrong(`In the first, AUCH must be AUROC: ${said}${both[0].thresholds.length < 8 ? "" : `. ${stairs}`}`);
  if (otherHull < other + 1 / 8 - SLACK) wrong(`In the second, AUCH must be larger than AUROC by 1/8: ${said}`);
  return `${said}: at the thresholds drawn both lose the same, at the best ones they do not`;
});
