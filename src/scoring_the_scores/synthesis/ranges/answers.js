/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { auroc, averagePrecision } from "../../../metricbook/explorers/scripts/metrics.js";
import { SLACK, ranked, sweepOfRanking } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("synthesis.ranges-worst-precision", ({ "": answer }) => {
  const labels = ranked(answer, "the ranking", { positives: 4, negatives: 12 });
  const sweep = sweepOfRanking(labels);
  const [area, precision] = [auroc(sweep), averagePrecision(sweep)];
  if (Math.abs(area - 0.75) > SLACK)
    wrong(`AUROC is ${shown(area, 4)}, not 0.75: ${shown(48 - 48 * area, 0)} of the 48 pairs are lost`);
  if (precision > 0.44 + SLACK)
    wrong(
      `AUROC is 0.75, but average precision ${shown(precision, 4)}, more than 0.44` +
        (labels[0] ? ". The list begins with a positive, which has precision 1" : ""),
    );
  return `AUROC 0.75, average precision ${shown(precision, 4)}`;
});
