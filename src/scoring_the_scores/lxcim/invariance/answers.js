/* A checker of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { auroc } from "../../../metricbook/explorers/scripts/metrics.js";
import { sorted, sweepOf } from "../../../metricbook/explorers/scripts/sweep.js";
import { SLACK, sampled } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("lxcim.one-exchange", ({ 0: labels, 1: scores, 2: which }) => {
  const before = auroc(sampled(labels, scores, "the sample", { shortest: 2, longest: 6 }));
  if (which < 1 || which > labels.length)
    wrong(`cases are counted from 1: there is no case ${which} among ${labels.length}`);
  if (scores.includes(0)) wrong("No score may be 0, which is the threshold");
  const [label, score] = [1 - labels[which - 1], -scores[which - 1]];
  const after = auroc(sweepOf(sorted(labels.toSpliced(which - 1, 1, label), scores.toSpliced(which - 1, 1, score))));
  if (Number.isNaN(after)) wrong("After the exchange all cases are of one class, and AUROC is undefined");
  const moved = `from ${shown(before)} to ${shown(after)}`;
  if (Math.abs(after - before) < 0.5 - SLACK)
    wrong(`Case ${which} gets label ${label} and score ${score}, and AUROC goes ${moved}: not by one half`);
  return `AUROC goes ${moved}; LxCIM stays as it is`;
});
