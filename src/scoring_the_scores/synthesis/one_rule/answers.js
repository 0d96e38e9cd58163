/* A checker of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { SLACK, ranked, sum } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("synthesis.rule-no-price", ({ "": answer }, given) => {
  const labels = ranked(answer, "the ranking", given);
  const points = [0, ...labels].map((_, flagged) => {
    const tp = sum(labels.slice(0, flagged));
    return [flagged - tp, tp];
  });
  const means = points.map(([fp, tp]) => tp * (given.negatives - fp));
  const most = Math.max(...means);
  const best = means.flatMap((mean, flagged) => (mean === most ? [flagged] : []));
  if (best.length > 1)
    wrong(
      `The geometric mean is largest with ${best.slice(0, 3).join(" and with ")} flagged: it must be one threshold`,
    );
  let [low, high] = [0, 1];
  const [fp, tp] = points[best[0]];
  for (const [otherFp, otherTp] of points) {
    const more = fp - otherFp + (tp - otherTp);
    if (more > 0) high = Math.min(high, (tp - otherTp) / more);
    else if (more < 0) low = Math.max(low, (tp - otherTp) / more);
  }
  const said = `The geometric mean is largest with ${best[0]} flagged`;
  if (low <= high + SLACK) wrong(`${said}. That costs least at prices from ${shown(low)} to ${shown(high)}`);
  return `${said}, and at every price another threshold costs less`;
});
