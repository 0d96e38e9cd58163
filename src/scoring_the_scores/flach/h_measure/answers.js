/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { auroc, hMeasure } from "../../../metricbook/explorers/scripts/metrics.js";
import { float } from "../../exercises/scripts/forms.js";
import { SLACK, less, ranked, same, shares, sweepOfRanking } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

/** The two rankings that the chapter prints. */
const PRINTED = "1,0,1,0,1,0,0,1,0 1,0,0,0,1,1,1,0,0";

answeredIf("flach.crossing-rankings", ({ 0: first, 1: second }) => {
  const both = [first, second].map((one, k) =>
    ranked(one, k ? "the second ranking" : "the first ranking", { positives: 4, negatives: 5 }),
  );
  const areas = both.map((one) => auroc(sweepOfRanking(one)));
  const hs = both.map((one) => hMeasure(sweepOfRanking(one)));
  const [one, other] = [areas, hs].map((two) => two.map((value) => shown(value, 4)).join(" and "));
  const said = `AUROC gives ${one}, H gives ${other}`;
  if (areas[0] <= areas[1] + SLACK) wrong(`AUROC must prefer the first ranking: ${said}`);
  if (hs[1] <= hs[0] + SLACK) wrong(`H must prefer the second ranking: ${said}`);
  if (both.join(" ") === PRINTED) wrong("These two are the chapter's own: find two others");
  return said;
});

/** H under Beta(2, 2) of a ROC curve with one corner. @type {(corner: number[], prior: number) => number} */
function ofCorner([x, y], prior) {
  let loss = 0;
  for (const [width, height] of [
    [x, y],
    [1 - x, 1 - y],
  ]) {
    const [negatives, positives] = [(1 - prior) * width, prior * height];
    if (!(negatives * positives)) continue;
    const product = (negatives * positives) / (negatives + positives) ** 2;
    loss += (negatives + positives) * product * (1 + product);
  }
  const most = prior * (1 - prior);
  return 1 - loss / (most * (1 + most));
}

answeredIf("flach.h-changes-sides", ({ 0: first, 1: second }) => {
  const both = [shares(first, "the first point", 2), shares(second, "the second point", 2)];
  both.forEach(([x, y], k) => {
    if (float(less(y, x)) <= 0)
      wrong(`The ${k ? "second" : "first"} point is not above the diagonal: FPR comes first, then TPR`);
  });
  const [one, other] = both.map(([x, y]) => less(y, x));
  if (!same(one, other)) wrong("Both must have the same AUROC, and so the same TPR less FPR");
  const said = [0.1, 0.5].map((prior, better) => {
    const hs = both.map((point) => ofCorner(point.map(float), prior));
    const now = `at ${100 * prior} % positives H is ${shown(hs[0], 4)} and ${shown(hs[1], 4)}`;
    if (hs[better] - hs[1 - better] < 0.01 - SLACK)
      wrong(`The ${better ? "second" : "first"} must be ahead by 0.01 at least, but ${now}`);
    return now;
  });
  return `Both have the same AUROC, and ${said.join("; ")}`;
});
