/* The exercises that can be solved in an explorer: twins of their checkers in scoring_the_scores.exercises. */
import { shown } from "./dom.js";
import { solvedIf } from "./goal.js";
import { groupMetrics, twoGroups } from "./groups.js";
import { aurocOf, optimum } from "./implied.js";
import { metricsOf, swapped } from "./strip.js";
import { performance } from "./tile.js";

const SLACK = 1e-12;
const no = (said) => ({ right: false, said });
const yes = (said) => ({ right: true, said });

/** The places of a ranking's mistakes, a negative directly above a positive, and what mending each adds to a metric. */
function mistakes(ranking, metric) {
  const now = metricsOf(ranking)[metric];
  const at = [...ranking].map((_, k) => k).filter((k) => ranking.slice(k, k + 2) === "01");
  return at.map((k) => ({ place: k + 1, gain: metricsOf(swapped(ranking, k))[metric] - now }));
}

solvedIf("mcdermott.dearer-below", ({ ranking }) => {
  if (ranking[0] !== "1") return no("The first place must be a positive.");
  const found = mistakes(ranking, "average_precision");
  if (found.length < 2) return no(`Two mistakes are needed, each a negative directly above a positive; there ${found.length ? "is one" : "is none"}.`);
  const [top, low] = [found[0], found[found.length - 1]];
  const ratio = low.gain / top.gain;
  const said = `Mending places ${top.place} and ${top.place + 1} adds ${shown(top.gain, 4)}, mending places ${low.place} and ${low.place + 1} adds ${shown(low.gain, 4)}: ${shown(ratio)} times as much`;
  return ratio >= 4 / 3 - SLACK ? yes(`${said}.`) : no(`${said}; at least 1.333 times is asked for.`);
});

solvedIf("synthesis.swap-unseen", ({ ranking }) => {
  const found = mistakes(ranking, "h_measure");
  const { auroc } = metricsOf(ranking);
  if (found.length < 3) return no(`There must be at least three mistakes, a negative directly above a positive, not ${found.length}.`);
  if (auroc < 0.6 - SLACK) return no(`AUROC is ${shown(auroc)}, less than 0.6.`);
  const seen = found.find(({ gain }) => gain > SLACK);
  if (seen) return no(`Mending places ${seen.place} and ${seen.place + 1} is worth ${shown(seen.gain, 4)} to the H measure.`);
  return yes(`AUROC is ${shown(auroc)}, and none of the ${found.length} mistakes is worth anything to the H measure.`);
});

solvedIf("sumpter.better-gets-less", ({ ranking }) => {
  if (ranking.length > 9) return no(`Nine cases are allowed, not ${ranking.length}.`);
  if (Number.isNaN(metricsOf(ranking).c_rb)) return no("AUROC must be at least 1/2, or there is no C(r_b).");
  const found = mistakes(ranking, "c_rb");
  if (!found.length) return no("There is no mistake to mend, no negative directly above a positive.");
  const { place, gain } = found.reduce((a, b) => (b.gain < a.gain ? b : a));
  const said = `Of all mistakes, mending that of places ${place} and ${place + 1} takes most off C(r_b), ${shown(Math.max(-gain, 0))}`;
  return gain <= -0.1 + SLACK ? yes(`${said}, although AUROC rises.`) : no(`${said}; at least 0.1 is asked for.`);
});

solvedIf("lxcim.below-one-half", ({ ranking }) => {
  const right = [...ranking].filter((mark) => mark === "1").length;
  if (ranking.length !== 10 || right < 6) return no(`There must be ten decisions, at least six of them right, not ${right} of ${ranking.length}.`);
  const { lxcim } = metricsOf(ranking);
  return lxcim <= 0.45 + SLACK ? yes(`LxCIM is ${shown(lxcim)} though ${right} of ten decisions are right.`) : no(`LxCIM is ${shown(lxcim)}, more than 0.45.`);
});

solvedIf("mcdermott.no-mean", (state) => {
  const { auroc, auroc_a, auroc_b } = groupMetrics(twoGroups(state));
  const said = `AUROC is ${shown(auroc_a)} in A, ${shown(auroc_b)} in B and ${shown(auroc)} over all cases`;
  if (Math.max(auroc_a, auroc_b) > 0.5 + SLACK) return no(`${said}: neither group may have more than 1/2.`);
  return auroc >= 0.8 - SLACK ? yes(`${said}: beyond both.`) : no(`${said}: over all cases at least 0.8 is asked for.`);
});

/** Columns of the Tile over which zones are summed: their error is far below a thousandth. */
const COLUMNS = 400;

/** Shares of the Tile on which each performance is best. Along a column wrong / right is linear in b: the least line wins. */
export function shares(performances) {
  const found = performances.map(() => 0);
  for (let column = 0; column < COLUMNS; column += 1) {
    const a = (column + 0.5) / COLUMNS;
    const lines = performances.map(([tn, fp, fn, tp]) => [fp, fn - fp].map((wrong) => wrong / ((1 - a) * tn + a * tp)));
    const above = (b) => lines.reduce((best, [start, slope], k) => (start + slope * b < lines[best][0] + lines[best][1] * b ? k : best), 0);
    const crossings = lines.flatMap(([start, slope], k) => lines.slice(k + 1).map(([other, rise]) => (other - start) / (slope - rise)));
    const stops = [0, ...crossings.filter((b) => b > 0 && b < 1).sort((x, y) => x - y), 1];
    stops.slice(1).forEach((stop, k) => {
      found[above((stops[k] + stop) / 2)] += (stop - stops[k]) / COLUMNS;
    });
  }
  return found;
}

solvedIf("tile.four-quarters", (state) => {
  const at = (name) => [state[`fpr_${name}`], state[`tpr_${name}`]];
  if (state.prevalence !== 0.5) return no("Both classes must be equally frequent: set the prevalence to 0.5.");
  if (String([at("C"), at("D")]) !== "0,0,1,1") return no("C must stay in the corner of always negative, and D in that of always positive: only A and B are yours.");
  const poor = ["A", "B"].find((name) => at(name)[1] - at(name)[0] <= SLACK);
  if (poor) return no(`${poor} is no better than guessing: its true positive rate must exceed its false positive rate.`);
  if (String(at("A")) === String(at("B"))) return no("A and B are one: they tie everywhere.");
  const names = ["A", "B", "C", "D"];
  const found = shares(names.map((name) => performance(...at(name), 0.5)));
  const said = `Of the square ${names.map((name, k) => `${name} has ${shown(100 * found[k], 1)} %`).join(", ")}`;
  const far = Math.max(...found.map((share) => Math.abs(share - 0.25)));
  return far <= 0.01 + SLACK ? yes(`${said}.`) : no(`${said}: each should have 24 to 26 %.`);
});

/** The AUROC at which the best F1 is a value, by halving. */
function aurocFor(value, prevalence) {
  let [low, high] = [0.01, 6];
  for (let k = 0; k < 40; k += 1) {
    const middle = (low + high) / 2;
    if (optimum("f1_score", middle, prevalence).value < value) low = middle;
    else high = middle;
  }
  return aurocOf(low);
}

solvedIf("synthesis.rule-read-price", ({ metric, separation, prevalence }, { price, prevalence: asked }) => {
  if (metric !== "f1_score") return no("The threshold is to be chosen by F1.");
  const { value } = optimum(metric, separation, prevalence);
  const said = `At AUROC ${shown(aurocOf(separation))} and prevalence ${shown(prevalence, 2)} a false alarm is priced at ${shown(value / 2)}`;
  if (Math.abs(value - 2 * price) > 0.005) return no(`${said}, not at ${shown(price, 2)}.`);
  if (Math.abs(aurocOf(separation) - aurocFor(2 * price, asked)) > 0.02) return no(`${said}, but the prevalence should be ${shown(asked, 2)}.`);
  return yes(`${said}: twice that, ${shown(value)}, is the best F1.`);
});
