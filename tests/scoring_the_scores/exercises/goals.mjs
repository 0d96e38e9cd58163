/* Whether states solve exercises, by the explorers' scripts in Node: reads [id, state, given] and writes verdicts. */
import { readFileSync } from "node:fs";

globalThis.HTMLElement = class {};
globalThis.customElements = { get: () => null, define: () => {} };
const at = (name) => import(`../../../src/metricbook/explorers/scripts/${name}.js`);
const [{ judged, solvable }, { shares }, { performance }] = await Promise.all(["goal", "goals", "tile"].map(at));

const { states, points } = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(
  JSON.stringify({
    solvable: solvable(),
    verdicts: states.map(([id, state, given]) => judged(id, state, given)),
    shares: points.map((each) => shares(each.map(([fpr, tpr]) => performance(fpr, tpr, 0.5)))),
  }),
);
