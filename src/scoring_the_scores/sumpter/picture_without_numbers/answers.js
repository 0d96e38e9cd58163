/* A checker of this room for answers on its page. */
import { printed, ranked, sum } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

/** B with draws of an image against itself thrown away. @type {(labels: number[], flagged: number) => number} */
function discarding(labels, flagged) {
  const there = labels.slice(0, flagged);
  return sum(there.map((_, k) => sum(labels.slice(0, k)))) / (flagged * sum(labels) - sum(there));
}

answeredIf("sumpter.the-order", ({ "": answer }, given) => {
  const labels = ranked(answer, "the ranking", { positives: given.cats, negatives: 9 - given.cats });
  const text = labels.map((label) => "NP"[label]).join("");
  const sizes = [given.k1, given.k2, 9];
  /** @type {[name: string, flagged: number, is: string, should: string][]} */
  const values = [
    ...sizes
      .slice(0, 2)
      .map((k, at) => /** @type {const} */ (["C", k, `${sum(labels.slice(0, k))}/${k}`, given[`c${at + 1}`]])),
    ...sizes.map((k, at) => /** @type {const} */ (["B", k, printed(discarding(labels, k), 2), given[`b${at + 1}`]])),
  ].map(([name, flagged, is, should]) => [name, flagged, is, should]);
  for (const [name, flagged, is, should] of values)
    if (is !== should) wrong(`In ${text} ${name} with ${flagged} flagged is ${is}, not ${should}`);
  return `${text} has every printed value`;
});
