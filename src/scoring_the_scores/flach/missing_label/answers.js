/* A checker of this room for answers on its page. */
import { auch, auroc } from "../../../metricbook/explorers/scripts/metrics.js";
import { printed, ranked, sum, sweepOfRanking } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("flach.lost-label", ({ "": answer }, given) => {
  const labels = ranked(answer, "the ranking");
  const text = labels.map((label) => "NP"[label]).join("");
  if (labels.length !== given.printed.length + 1)
    wrong(`One label is lost, so there are ${given.printed.length + 1}, not ${labels.length}`);
  if (!labels.some((_, k) => text.slice(0, k) + text.slice(k + 1) === given.printed))
    wrong("The list must become the printed one when a label is deleted from it: only one was lost, none changed");
  if (!sum(labels) || sum(labels) === labels.length) wrong("The list must have positives and negatives");
  const [area, hull] = [auroc, auch].map((of) => printed(of(sweepOfRanking(labels)), 4));
  if (hull !== given.auch) wrong(`Its AUCH is ${hull}, and ${given.auch} is printed`);
  if (area !== given.auroc) wrong(`Its AUCH fits, but its AUROC is ${area}, and ${given.auroc} is printed`);
  return "The only completion that gives both numbers: AUCH alone would not have decided";
});
