/* Whether states solve exercises, by the rooms' scripts in Node: reads [id, state, given] and writes verdicts. */
import { readFileSync } from "node:fs";

globalThis.HTMLElement = Object;
const { goals, states, points } = JSON.parse(readFileSync(0, "utf8"));
const { checks } = await import("../../../src/metricbook/explorers/scripts/goal.js");
const { performance, zoneShares } = await import("../../../src/metricbook/explorers/scripts/tile.js");
await Promise.all(goals.map((path) => import(path)));

process.stdout.write(
  JSON.stringify({
    solvable: [...checks.keys()],
    verdicts: states.map(([id, state, given]) => checks.get(id)(state, given)),
    shares: points.map((each) => zoneShares(each.map(([fpr, tpr]) => performance(fpr, tpr, 0.5)))),
  }),
);
