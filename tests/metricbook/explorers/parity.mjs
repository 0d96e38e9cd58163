/* Computes by the explorers' scripts what the Python tests expect: reads cases from stdin, writes values to stdout. */
import { readFileSync } from "node:fs";
import * as metrics from "../../../src/metricbook/explorers/scripts/metrics.js";
import * as special from "../../../src/metricbook/explorers/scripts/special.js";
import { confidenceSweepOf, confusionAt, sorted, sweepOf } from "../../../src/metricbook/explorers/scripts/sweep.js";
import { computed } from "./computed.mjs";

const { cases, shares } = JSON.parse(readFileSync(0, "utf8"));
const modules = { ...metrics, ...special, confidenceSweepOf, confusionAt, sorted, sweepOf };
process.stdout.write(
  JSON.stringify({
    cases: cases.map((one) => computed(modules, one)),
    normal: shares.map((p) => special.normalQuantile(p)),
    normalShare: shares.map((p) => special.normalShare(20 * p - 10)),
    beta: shares.map((p) => [
      special.betaShare(2, 2, p),
      special.betaShare(3, 2, p),
      special.betaShare(0.5, 7.5, p),
      special.betaShare(40, 9, p),
    ]),
  }),
);
