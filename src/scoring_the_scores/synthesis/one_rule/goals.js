/* A checker of this room for states of an explorer: whether one is right, and what is true or still wrong of it. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { no, solvedIf, yes } from "../../../metricbook/explorers/scripts/goal.js";
import { aurocOf, optimum } from "../../../metricbook/explorers/scripts/implied.js";

/** The AUROC at which the best F1 is a value, by halving. @type {(value: number, prevalence: number) => number} */
function aurocFor(value, prevalence) {
  let [low, high] = [0.01, 6];
  for (let k = 0; k < 40; k += 1) {
    const middle = (low + high) / 2;
    if (optimum("f1_score", middle, prevalence).value < value) low = middle;
    else high = middle;
  }
  return aurocOf(low);
}

/**
 * @param {{metric: string, separation: number, prevalence: number}} state
 * @param {Record<string, any>} given
 */
function readPrice({ metric, separation, prevalence }, { price, prevalence: asked }) {
  if (metric !== "f1_score") return no("The threshold is to be chosen by F1.");
  const { value } = optimum(metric, separation, prevalence);
  const auroc = aurocOf(separation);
  const where = `At AUROC ${shown(auroc)} and prevalence ${shown(prevalence, 2)}`;
  const said = `${where} a false alarm is priced at ${shown(value / 2)}`;
  if (Math.abs(value - 2 * price) > 0.005) return no(`${said}, not at ${shown(price, 2)}.`);
  if (Math.abs(auroc - aurocFor(2 * price, asked)) > 0.02)
    return no(`${said}, but the prevalence should be ${shown(asked, 2)}.`);
  return yes(`${said}: twice that, ${shown(value)}, is the best F1.`);
}

solvedIf("synthesis.rule-read-price", readPrice);
