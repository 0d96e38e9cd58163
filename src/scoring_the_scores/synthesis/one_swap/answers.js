/* A checker of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { auroc, hMeasure } from "../../../metricbook/explorers/scripts/metrics.js";
import { SLACK, exchangedAt, mistakesOf, ranked, sweepOfRanking } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("synthesis.swap-unseen", ({ "": answer }) => {
  const labels = ranked(answer, "the ranking", { longest: 20 });
  if (new Set(labels).size < 2) wrong("The ranking must have positives and negatives");
  const area = auroc(sweepOfRanking(labels));
  const places = mistakesOf(labels);
  if (places.length < 3) wrong(`There must be at least three mistakes, N directly above P, not ${places.length}`);
  if (area < 0.6 - SLACK)
    wrong(`AUROC is ${shown(area)}, less than 0.6${area <= 0.4 ? ". Is the highest score first?" : ""}`);
  const before = hMeasure(sweepOfRanking(labels));
  for (const place of places) {
    const gained = hMeasure(sweepOfRanking(exchangedAt(labels, place))) - before;
    if (gained > SLACK)
      wrong(`The mistake at ranks ${place + 1} and ${place + 2} is worth ${shown(gained, 4)} to H, above its hull`);
  }
  return `AUROC ${shown(area)}, H ${shown(before)}: ${places.length} mistakes, and none is worth anything to H`;
});
