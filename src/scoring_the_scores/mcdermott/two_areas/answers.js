/* Checkers of this room for answers on its page. */
import { shown } from "../../../metricbook/explorers/scripts/dom.js";
import { auroc, averagePrecision } from "../../../metricbook/explorers/scripts/metrics.js";
import { SLACK, exchangedAt, mistakesOf, ranked, sum, sweepOfRanking } from "../../exercises/scripts/shapes.js";
import { answeredIf, wrong } from "../../exercises/scripts/verdict.js";

answeredIf("mcdermott.dearer-below", ({ "": answer }) => {
  const labels = ranked(answer, "the ranking", { longest: 20 });
  if (!labels[0])
    wrong("The ranking must have a positive on top; with P the first letter stands for the highest score");
  const places = mistakesOf(labels);
  if (places.length < 2)
    wrong(`2 atomic mistakes are needed, each a negative directly above a positive: the ranking has ${places.length}`);
  const before = averagePrecision(sweepOfRanking(labels));
  const [first, last] = [places[0], places[places.length - 1]];
  const [top, low] = [first, last].map(
    (place) => averagePrecision(sweepOfRanking(exchangedAt(labels, place))) - before,
  );
  const adds = (/** @type {number} */ at, /** @type {number} */ gain) =>
    `at ranks ${at + 1} and ${at + 2} adds ${shown(gain, 4)}`;
  const said = `Fixing the mistake ${adds(first, top)}, that ${adds(last, low)}`;
  if (low < (4 / 3) * top - SLACK) wrong(`${said}: ${shown(low / top)} times as much, and 4/3 are asked for`);
  return `${said}, ${shown(low / top)} times as much`;
});

answeredIf("mcdermott.better-than-a-coin", ({ "": answer }) => {
  const labels = ranked(answer, "the ranking", { longest: 40 });
  const [n, m] = [labels.length, sum(labels)];
  if (m < 2 || m === n) wrong(`The ranking must have two positives or more, and negatives: it has ${m} and ${n - m}`);
  const sweep = sweepOfRanking(labels);
  const [area, precision] = [auroc(sweep), averagePrecision(sweep)];
  const harmonic = sum(labels.map((_, k) => 1 / (k + 1)));
  const mean = m / n + ((1 - m / n) * (harmonic - 1)) / (n - 1);
  const said = `AUROC is ${shown(area, 4)}, average precision ${shown(precision, 4)}, a coin's ${shown(mean, 4)}`;
  const turned = area <= 0.3 ? ". It would be reached the other way round: is the highest score first?" : "";
  if (area < 0.7 - SLACK) wrong(`${said}: AUROC must be at least 0.7${turned}`);
  if (precision >= mean - SLACK) wrong(`${said}: a coin does not do better than this ranking yet`);
  return `${said}: it is ${precision < m / n ? "below" : "still above"} the prevalence, ${shown(m / n, 4)}`;
});
