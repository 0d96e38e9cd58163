/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { outcomes, rankingScore } from "../../../metricbook/explorers/scripts/metrics.js";
import { float, shownFraction } from "../../exercises/scripts/forms.js";
import { isKnown } from "../../exercises/scripts/seal.js";
import { SLACK, four, plus, same, shares } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("tile.interpolation", ({ performance, middle }, { known }) => {
  const counts = four(performance, "the performance", 9, 1);
  const [tn, fp, fn, tp] = counts;
  const [left, right] = [0, 1].map((a) => rankingScore(counts, a, 0.5));
  const [harmonic, value] = [2 / (1 / left + 1 / right), float(middle)];
  const apart = Math.abs(harmonic - value);
  if (isKnown(`${tn} ${fp + fn} ${tp} ${shownFraction(middle)}`, known))
    return `The harmonic mean of the ends is ${shown(harmonic)}, the score ${shown(value)}`;
  if (apart < SLACK) wrong("Your value in the middle is the harmonic mean itself, which is what the printed rule says");
  if (Math.abs(value - (left + right) / 2) < SLACK)
    wrong("Your value in the middle is the mean of the two ends; the score is not linear along a row");
  if (apart < 0.1 - SLACK)
    wrong(`The harmonic mean of the ends is ${shown(harmonic)}, and misses your value by ${shown(apart)} only`);
  return wrong("At (1/2, 1/2) the score is another: all four outcomes count alike there");
});

answeredIf("tile.kappa-changes-its-mind", ({ 0: first, 1: second }) => {
  const both = [shares(first, "the first classifier", 2), shares(second, "the second classifier", 2)];
  const sums = both.map(([tnr, tpr]) => plus(tnr, tpr));
  sums.forEach((one, k) => {
    if (float(one) <= 1) wrong(`Classifier ${k + 1} is no better than guessing: TNR + TPR is ${shown(float(one))}`);
  });
  if (!same(sums[0], sums[1])) wrong("The balanced accuracy must see no difference: TNR + TPR must be the same");
  const kappas = [0.1, 0.9].map((prior) =>
    both.map(([tnr, tpr]) => {
      const [n, p] = [float(tnr), float(tpr)];
      return outcomes.cohen_kappa([(1 - prior) * n, (1 - prior) * (1 - n), prior * (1 - p), prior * p]);
    }),
  );
  const said = kappas
    .map(([one, other], k) => `at ${k ? "9/10" : "1/10"} κ is ${shown(one)} and ${shown(other)}`)
    .join("; ");
  if (Math.abs(kappas[0][0] - kappas[0][1]) < SLACK) wrong(`Your classifiers are the same: ${said}`);
  if (kappas[0][0] < kappas[0][1]) wrong(`This is the other way round: ${said}`);
  if (kappas[1][0] >= kappas[1][1] - SLACK) wrong(`κ does not change its mind: ${said}`);
  return said;
});
