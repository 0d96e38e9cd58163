/* A checker of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { outcomes } from "../../../metricbook/explorers/scripts/metrics.js";
import { SLACK, four } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("tile.opposite-orders", ({ 0: first, 1: second, 2: third }) => {
  const three = [first, second, third].map((one, k) => four(one, `performance ${k + 1}`, 10));
  three.forEach(([tn, fp, fn, tp], k) => {
    if (tn + fp !== 10 || fn + tp !== 10)
      wrong(`Performance ${k + 1} has ${tn + fp} negatives and ${fn + tp} positives, not ten of each`);
    if (tn + tp <= 10)
      wrong(`Performance ${k + 1} is no better than guessing: TNR + TPR is ${shown((tn + tp) / 10, 1)}`);
  });
  const [accuracy, f1] = ["accuracy", "f1_score"].map((of) => three.map((one) => outcomes[of](one)));
  const [shares, means] = [accuracy, f1].map((all) => all.map((one) => shown(one)).join(", "));
  const said = `The accuracies are ${shares}, F1 ${means}`;
  for (const [i, j] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ]) {
    const [one, other] = [accuracy[i] - accuracy[j], f1[i] - f1[j]];
    if (Math.min(Math.abs(one), Math.abs(other)) < SLACK) wrong(`Performances ${i + 1} and ${j + 1} tie: ${said}`);
    if (one * other > 0) wrong(`Both scores put performances ${i + 1} and ${j + 1} in the same order: ${said}`);
  }
  return `${said}: opposite in all three pairs`;
});
