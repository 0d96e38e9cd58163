/* A checker of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { four } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

/** The rates that a matrix does not give as they are printed. @type {(cells: number[], given: any) => string[]} */
function missed([tn, fp, fn, tp], given) {
  /** @type {[name: string, part: number, of: number][]} */
  const rates = [
    ["accuracy", tn + tp, tn + fp + fn + tp],
    ["precision", tp, tp + fp],
    ["recall", tp, tp + fn],
  ];
  return rates.flatMap(([name, part, of]) => {
    const digits = given[name].split(".")[1];
    const scale = 10 ** digits.length;
    const off = 2 * Math.abs(part * scale - Math.round(Number(given[name]) * scale) * of) > of;
    return off ? [`its ${name} is ${shown(part / of, 4)}`] : [];
  });
}

answeredIf("foundations.matrix-behind-the-numbers", ({ "": answer }, given) => {
  const [tn, fp, fn, tp] = four(answer, "the matrix", given.n);
  const n = tn + fp + fn + tp;
  if (n !== given.n) wrong(`The four counts must add up to ${given.n}, not ${n}`);
  if (!(tp + fp) || !(tp + fn)) wrong("With these counts precision or recall is not defined");
  const misses = missed([tn, fp, fn, tp], given);
  if (misses.length && !missed([tn, fn, fp, tp], given).length)
    wrong(
      "The matrix does not give what is printed; with fp and fn exchanged it would: precision is about false positives",
    );
  if (misses.length && !missed([tp, fn, fp, tn], given).length)
    wrong("The matrix does not give what is printed; from the other end it would: the counts go tn, fp, fn, tp");
  if (misses.length) wrong(`The matrix does not give what is printed: ${misses.join(", ")}`);
  return `All three agree to their last digit, and the paper's prevalence is ${shown((100 * (tp + fn)) / n, 1)} %`;
});
