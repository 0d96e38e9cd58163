/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { precisionAtIndistinguishability } from "../../../metricbook/explorers/scripts/metrics.js";
import { float, shownFraction } from "../../exercises/scripts/forms.js";
import { isKnown } from "../../exercises/scripts/seal.js";
import { SLACK, ranked, shares, sum, sweepOfRanking } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("sumpter.same-rates", ({ first, second, B }, { known }) => {
  const both = [first, second].map((one, k) =>
    ranked(one, k ? "the second ranking" : "the first ranking", { positives: 4, negatives: 4 }),
  );
  const [one, other] = both.map((labels) => sum(labels.slice(0, 6)));
  if (one !== other)
    wrong(`Among the first six stand ${one} positives in the first ranking and ${other} in the second`);
  const expected = shares(B, "B", 2);
  both.forEach((labels, k) => {
    if (!isKnown(`${labels.join("")} ${shownFraction(expected[k])}`, known))
      wrong(`B of the ${k ? "second" : "first"} ranking with six flagged is another number`);
  });
  const apart = Math.abs(float(expected[0]) - float(expected[1]));
  if (apart < 1 / 3 - SLACK) wrong(`Both values are right, but they differ by ${shown(apart)}, and 1/3 is asked for`);
  return `P, N, u and v agree, and B is ${shown(apart)} apart`;
});

/** Two rankings of both classes. @type {(first: number[], second: number[], names: string[]) => number[][]} */
function twoRankings(first, second, names) {
  const both = [first, second].map((one, k) => ranked(one, `the ranking ${names[k]}`, { longest: 10 - (k ? 0 : 1) }));
  both.forEach((one, k) => {
    if (new Set(one).size < 2) wrong(`The ranking ${names[k]} must have positives and negatives`);
  });
  return both;
}

answeredIf("sumpter.better-gets-less", ({ 0: first, 1: second }) => {
  const [before, after] = twoRankings(first, second, ["before", "after"]);
  const places = before.flatMap((label, k) => (label === after[k] ? [] : [k]));
  if (before.length !== after.length || places.length !== 2 || places[1] !== places[0] + 1)
    wrong("The rankings must differ by an exchange of two neighbours, and in nothing else");
  if (before[places[0]])
    wrong("This exchange moves the negative up: a negative and the positive directly below it are to be exchanged");
  const [was, is] = [before, after].map((one) => precisionAtIndistinguishability(sweepOfRanking(one)));
  if (Number.isNaN(was) || Number.isNaN(is))
    wrong("The AUROC before the exchange must be at least 1/2, or there is no threshold r_b");
  const said = `C(r_b) goes from ${shown(was)} to ${shown(is)}`;
  if (is >= was - SLACK) wrong(`${said}: it does not fall`);
  if (was - is < 0.1 - SLACK) wrong(`${said}: a fall of at least 1/10 is asked for`);
  return `${said}, although the AUROC rises`;
});
