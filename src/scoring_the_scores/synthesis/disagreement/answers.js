/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { auroc, outcomes, precisionAtIndistinguishability } from "../../../metricbook/explorers/scripts/metrics.js";
import { SLACK, ranked, sum, sweepOfRanking, twoMatrices } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("synthesis.disagreement-uncrossed", ({ 0: first, 1: second }) => {
  const both = [first, second].map((one, k) =>
    ranked(one, k ? "the second ranking" : "the first ranking", { positives: 4, negatives: 5 }),
  );
  const leads = both[0].map((_, k) => sum(both[0].slice(0, k + 1)) - sum(both[1].slice(0, k + 1)));
  const below = leads.findIndex((lead) => lead < 0);
  if (below >= 0 && !leads.some((lead) => lead > 0))
    wrong("The rankings are swapped: it is the first whose curve must be nowhere below");
  if (below >= 0) wrong(`The curves cross: among ${below + 1} cases the second has more positives`);
  const sweeps = both.map(sweepOfRanking);
  const areas = sweeps.map(auroc);
  const said = `AUROC is ${shown(areas[0], 2)} and ${shown(areas[1], 2)}`;
  if (areas[0] - areas[1] < 0.15 - SLACK) wrong(`AUROC must prefer the first by 0.15: ${said}`);
  if (areas[1] < 0.5 - SLACK) wrong(`C(r_b) of the second is not defined, because its AUROC is below 1/2: ${said}`);
  const levels = sweeps.map(precisionAtIndistinguishability);
  const also = `C(r_b) is ${shown(levels[0])} and ${shown(levels[1])}`;
  if (levels[1] <= levels[0] + SLACK) wrong(`C(r_b) must prefer the second: ${also}`);
  return `${said}, ${also}`;
});

answeredIf("synthesis.disagreement-precision", ({ 0: first, 1: second }) => {
  const both = twoMatrices(first, second, 60);
  if (both.some(([, fp, , tp]) => !(tp + fp)))
    wrong("The precision of one of the two is not defined: it flags nothing");
  const [precision, f1, accuracy] = ["precision", "f1_score", "accuracy"].map((of) =>
    both.map((one) => outcomes[of](one)),
  );
  if (Math.abs(precision[0] - precision[1]) > SLACK)
    wrong(`The precisions are ${shown(precision[0])} and ${shown(precision[1])}, not the same`);
  const said = `F1 is ${shown(f1[0])} and ${shown(f1[1])}, accuracy ${shown(accuracy[0])} and ${shown(accuracy[1])}`;
  if (f1[0] < f1[1] - SLACK && accuracy[0] > accuracy[1] + SLACK)
    wrong("The matrices are swapped: F1 must prefer the first");
  if (f1[0] <= f1[1] + SLACK) wrong(`F1 must prefer the first: ${said}`);
  if (accuracy[0] >= accuracy[1] - SLACK)
    wrong(`Accuracy must prefer the second: ${said}. Of the further flags, are more right than wrong?`);
  return `Of one precision, ${shown(precision[0])}: ${said}. What must be the same is the number flagged`;
});
