/* The guide in Node: reads the table, asked answers and samples; writes what the page's script makes of them. */
import { readFileSync } from "node:fs";
import { compose, settle, values } from "../../../../src/scoring_the_scores/foundations/which_metric/guide.js";

const { table, asked, samples } = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(
  JSON.stringify({
    composed: asked.map(([answers, parameters]) => compose(table, answers, parameters)),
    settled: asked.map(([, parameters]) => settle(table, parameters)),
    values: samples.map(([report, settled, labels, scores]) =>
      Object.entries(values(report, settled, labels, scores)).map(([key, value]) => [key, String(value)]),
    ),
  }),
);
