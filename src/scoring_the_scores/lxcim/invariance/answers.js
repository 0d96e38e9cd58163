/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { auroc } from "../../../metricbook/explorers/scripts/metrics.js";
import { sorted, sweepOf } from "../../../metricbook/explorers/scripts/sweep.js";
import { SLACK, matrices, sampled, valued } from "../../exercises/scripts/shapes.js";
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

answeredIf("lxcim.another-metric", ({ "": of }) => {
  const every = matrices(1, 6);
  const values = new Map(every.map((cells) => [cells.join(), valued(of, cells)]));
  const at = (/** @type {number[]} */ cells) => /** @type {number} */ (values.get(cells.join()));
  for (const [tn, fp, fn, tp] of every)
    // An exchange renames the classes of one case: a right one stays right, under the other name.
    for (const [was, other] of /** @type {[number, number[]][]} */ ([
      [tn, [tn - 1, fp, fn, tp + 1]],
      [tp, [tn + 1, fp, fn, tp - 1]],
      [fp, [tn, fp - 1, fn + 1, tp]],
      [fn, [tn, fp + 1, fn - 1, tp]],
    ])) {
      const now = at([tn, fp, fn, tp]);
      if (was && Math.abs(at(other) - now) > 1e-9) {
        const [one, two] = [[tn, fp, fn, tp], other].map((cells) => `(${cells.join(", ")})`);
        wrong(`${one} has ${shown(now, 4)}, and ${two}, an exchange of it, ${shown(at(other), 4)}`);
      }
    }
  const ofSix = [0, 1, 2, 3, 4, 5, 6].map((k) => at([k, 6 - k, 0, 0]));
  const equal = ofSix.flatMap((one, i) =>
    ofSix.flatMap((other, j) => (i < j && Math.abs(one - other) <= 1e-9 ? [[i, j]] : [])),
  );
  if (equal.length === 21)
    wrong(`It is constant on six cases, ${shown(ofSix[0])}: that tells no two classifiers apart`);
  if (!equal.length)
    wrong("It is invariant, but each of the seven accuracies of six cases has a value of its own: it is one-to-one");
  const [i, j] = equal[0];
  return `Invariant, and of six cases ${i} right ones and ${j} right ones have the same value, ${shown(ofSix[i])}`;
});
