/* A checker of this room for states of an explorer: whether one is right, and what is true or still wrong of it. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { SLACK, no, solvedIf, yes } from "../../../metricbook/explorers/scripts/goal.js";
import { metricsOf, mistakes } from "../../../metricbook/explorers/scripts/strip.js";

/** @param {{ranking: string}} state */
function betterGetsLess({ ranking }) {
  if (ranking.length > 9) return no(`Nine cases are allowed, not ${ranking.length}.`);
  if (Number.isNaN(metricsOf(ranking).c_rb)) return no("AUROC must be at least 1/2, or there is no C(r_b).");
  const found = mistakes(ranking, "c_rb");
  if (!found.length) return no("There is no mistake to fix: no negative directly above a positive.");
  const { place, gain } = found.reduce((a, b) => (b.gain < a.gain ? b : a));
  const taken = shown(Math.max(-gain, 0));
  const said = `Of all mistakes, fixing that of places ${place} and ${place + 1} takes most off C(r_b), ${taken}`;
  return gain <= -0.1 + SLACK ? yes(`${said}, although AUROC rises.`) : no(`${said}; at least 0.1 is asked for.`);
}

solvedIf("sumpter.better-gets-less", betterGetsLess);
