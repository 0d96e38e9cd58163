/* A checker of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { auroc, hMeasure, hullOf } from "../../../metricbook/explorers/scripts/metrics.js";
import { SLACK, ranked, sum, sweepOfRanking } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("synthesis.axioms-one-hull", ({ 0: first, 1: second }) => {
  const both = [first, second].map((one, k) =>
    ranked(one, k ? "the second ranking" : "the first ranking", { longest: 14 }),
  );
  if (both.some((labels) => new Set(labels).size < 2)) wrong("Both rankings must have positives and negatives");
  if (both[0].length !== both[1].length || sum(both[0]) !== sum(both[1]))
    wrong("Both rankings must have the same numbers of positives and of negatives");
  const sweeps = both.map(sweepOfRanking);
  const hulls = sweeps.map(hullOf);
  const areas = sweeps.map(auroc);
  const said = `AUROC is ${shown(areas[0])} and ${shown(areas[1])}`;
  const corners = hulls.map((hull) => hull.truePositives.length + 1);
  if (JSON.stringify(hulls[0]) !== JSON.stringify(hulls[1]))
    wrong(`The hulls differ: the first has ${corners[0]} corners, the second ${corners[1]}, not all the same`);
  if (corners[0] === 2) wrong("Their hull is the diagonal: let the first case be a positive");
  if (areas[1] - areas[0] >= 0.2 - SLACK) wrong("The rankings are swapped: the one of larger AUROC comes first");
  if (areas[0] - areas[1] < 0.2 - SLACK) wrong(`The areas must differ by 0.2 at least: ${said}`);
  return `${said}, and H of both is ${shown(hMeasure(sweeps[0]))}`;
});
