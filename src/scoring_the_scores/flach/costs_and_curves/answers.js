/* A checker of this room for answers on its page. */
import { costCurve, hullOf } from "../../../metricbook/explorers/scripts/metrics.js";
import { sampled } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("flach.miscounted", ({ 0: labels, 1: scores }) => {
  const sweep = sampled(labels, scores, "the sample", { longest: 10 });
  const hull = hullOf(sweep);
  const inner = hull.truePositives.length - 1;
  const pieces = costCurve(sweep).conditions.length - 1;
  const said = `the hull has ${inner} inner ${inner === 1 ? "corner" : "corners"}, the cost curve ${pieces} segments`;
  if (inner !== 2) wrong(`The hull must have two inner corners, but ${said}`);
  if (pieces !== 4) {
    const upright = hull.falsePositives[0] ? [] : ["the hull starts upright, as only positives are on top"];
    const level =
      hull.truePositives[inner - 1] < sweep.positives
        ? []
        : ["the hull ends level, as only negatives are at the bottom"];
    wrong(`The cost curve must have four segments, but ${said}: ${[...upright, ...level].join(" and ")}`);
  }
  return `In this sample ${said}; the printed count says ${inner}`;
});
