/* A checker of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { precisionAtIndistinguishability } from "../../../metricbook/explorers/scripts/metrics.js";
import { SLACK, ranked, sweepOfRanking } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("sumpter.a-negative-that-helps", ({ 0: first, 1: second }) => {
  const names = ["without the negative", "with it"];
  const both = [first, second].map((one, k) => ranked(one, `the ranking ${names[k]}`, { longest: k ? 10 : 9 }));
  both.forEach((one, k) => {
    if (new Set(one).size < 2) wrong(`The ranking ${names[k]} must have positives and negatives`);
  });
  const [without, added] = both;
  if (!added.some((label, k) => !label && added.toSpliced(k, 1).join() === without.join()))
    wrong("The second ranking must be the first with one negative inserted, with all others in their order");
  const [was, is] = both.map((one) => precisionAtIndistinguishability(sweepOfRanking(one)));
  if (Number.isNaN(was) || Number.isNaN(is))
    wrong(`There is no r_b ${Number.isNaN(was) ? "without" : "with"} the negative: the AUROC must be at least 1/2`);
  const said = `C(r_b) goes from ${shown(was)} to ${shown(is)}`;
  if (Math.abs(is - was) < SLACK)
    wrong(`${said}: nothing changes${added[added.length - 1] ? "" : "; a negative below r_b never counts"}`);
  if (is < was) wrong(`${said}: it falls, as it mostly does`);
  return `${said}: r_b moves down, and takes a positive in`;
});
