/* States, samples and numbers of all explorers, computed by their scripts in Node: written to stdout as JSON. */
import { readFileSync } from "node:fs";

globalThis.HTMLElement = Object;
const load = (name) => import(`../../../src/metricbook/explorers/scripts/${name}.js`);
const names = ["costs", "csv", "duel", "easy", "exchange", "explorer", "groups", "implied", "samples", "strip", "tile"];
const [costs, csv, duel, easy, exchange, explorer, groups, implied, samples, strip, tile] = await Promise.all(
  names.map(load),
);
await load("bench");
const [calibration, game, ranges, uncertain] = await Promise.all(
  ["calibration", "rb_game", "ranges", "uncertain"].map(load),
);
const played = game.prepared(game.madeUp({ separation: 1.5, prevalence: 0.3 }));
const known = Object.fromEntries([...explorer.known].map(([name, { state }]) => [name, state]));
const questions = [...explorer.known.values()].map(({ challenges }) => challenges);
/** Keys of the proofs that a verdict links to, out of its text. */
const keysOf = ({ told }) => [...String(told).matchAll(/\[\s*"[^"]*",\s*"([^"]*)",?\s*\]/g)].map(([, key]) => key);

const PLACES = [0.1, 0.5, 0.9];
const three = [tile.performance(0.05, 0.5, 0.3), tile.performance(0.2, 0.8, 0.3), tile.performance(0.45, 0.95, 0.3)];
const PATTERNS = (_, value) => (value instanceof RegExp ? value.source : value);
/** What the explorer of swaps says of every ranking of the size at first, for the metric that can be undefined. */
const first = known["price-of-a-swap"].ranking;
const positives = [...first].filter((mark) => mark === "1").length;
const swaps = duel.rankings(positives, first.length - positives).map((ranking) => {
  const found = strip.gainsOf(ranking, "c_rb");
  return { ranking, ...found, said: strip.sentenceOf("C(r_b)", found) };
});

const quarrel = (size) =>
  duel.duel(
    duel.rankings(size, size).map((text) => ({ text, ...strip.metricsOf(text) })),
    "auroc",
    "average_precision",
  );
const verdict = (text) => {
  try {
    const { labels, scores, read } = csv.readCsv(text);
    return { labels, scores, read };
  } catch (error) {
    return { error: error.message };
  }
};
const { texts, addressed } = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(
  JSON.stringify(
    {
      states: known,
      allowed: Object.fromEntries([...explorer.known].map(([name, { allowed }]) => [name, allowed])),
      proofs: questions.map((challenges) => challenges.flatMap(keysOf)),
      questions: questions
        .flat()
        .filter(({ options }) => options)
        .map(({ ask, options, answer }) => ({ ask, options, answer })),
      normal: samples.normalSample({ separation: 1.5, spread: 2, prevalence: 0.3, size: 50, easy: 7 }),
      twelve: samples.twelve,
      strip: strip.metricsOf("110100101000"),
      groups: groups.groupMetrics(groups.twoGroups({ ...known["two-groups"], lift: 0.7 })),
      easy: easy.withEasy(easy.madeUp(known["easy-negatives"]))(1000),
      exchange: exchange.exchangedMetrics("0110000001"),
      bent: [0.65, 0.7, 0.98].map((share) =>
        calibration.bentMetrics({ ...known.calibration, share, shift: 0.3, threshold: 0.35 }),
      ),
      randoms: [1, 77].map((seed) => Array.from({ length: 5 }, uncertain.randoms(seed))),
      drawn: [50, 5000].map((cases) =>
        [1, 2].map((draw) =>
          uncertain.drawn(draw, { ...known.uncertainty, cases, models: "two" }).map((found) => {
            const [low, high] = uncertain.intervalOf(found);
            return { auroc: found.auroc, error: found.error, low, high, tpr: found.tpr };
          }),
        ),
      ),
      apart: [-4, 0.3, 4].map((threshold) => game.oddsAt(played, threshold)),
      rounds: [-4, 0.3].map((threshold) => [1, 2, 3].map((round) => game.roundOf(played, threshold, round))),
      winners: PLACES.flatMap((a) => PLACES.map((b) => tile.winner(three, a, b))),
      duels: [3, 4, 5].map(quarrel),
      swaps,
      atFirst: strip.sentenceOf("average precision", strip.gainsOf(first, "average_precision")),
      flat: [
        [0.5, 0.01],
        [0.6, 0.01],
        [4, 0.9],
      ].map((at) => implied.optimum("accuracy", ...at)),
      addressed: addressed.map(
        ([name, entry, word]) => explorer.allowedValue(explorer.known.get(name), entry, word) ?? null,
      ),
      implied: ["f1_score", "cohen_kappa", "accuracy"].map((metric) => implied.optimum(metric, 1.5, 0.1)),
      ranges: explorer.known.get("auroc-ranges").allowed.metric.flatMap((metric) =>
        [0.5, 0.51, 0.6, 0.75, 0.8, 0.9, 0.97, 0.99].flatMap((auroc) =>
          [0.01, 0.1, 0.3, 0.5].map((prevalence) => ({
            metric,
            auroc,
            prevalence,
            ...ranges.rangeOf(metric, auroc, prevalence),
          })),
        ),
      ),
      beta: costs.betaOf(0.3, 10),
      csv: texts.map(verdict),
    },
    PATTERNS,
  ),
);
