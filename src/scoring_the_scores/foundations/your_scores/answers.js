/* A checker of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { auroc, averagePrecision, hMeasure } from "../../../metricbook/explorers/scripts/metrics.js";
import { ranked, sweepOfRanking } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

/** @type {[name: string, of: typeof auroc][]} */
const METRICS = [
  ["AUROC", auroc],
  ["average precision", averagePrecision],
  ["H", hMeasure],
];

answeredIf("foundations.three-winners", ({ 0: first, 1: second, 2: third }) => {
  const sweeps = [first, second, third].map((one, k) =>
    sweepOfRanking(ranked(one, `ranking ${k + 1}`, { positives: 4, negatives: 6 })),
  );
  const said = METRICS.map(([name, of], place) => {
    const measured = sweeps.map((one) => of(one));
    const all = measured.map((one) => shown(one)).join(", ");
    if (Math.max(...measured.toSpliced(place, 1)) > measured[place] - 1e-9)
      wrong(`${name} must be highest for ranking ${place + 1}, alone; the three have ${all}`);
    return `${name} ${all}`;
  });
  return said.join("; ");
});
