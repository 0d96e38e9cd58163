/* What the pages say of answers, by their scripts in Node: reads exercises and texts, and writes verdicts. */
import { readFileSync } from "node:fs";

const { rooms, asked, answers, hashed, written } = JSON.parse(readFileSync(0, "utf8"));
const scripts = "../../../src/scoring_the_scores/exercises/scripts";
const { checks, judged } = await import(`${scripts}/verdict.js`);
const { fractionIn, shownFraction } = await import(`${scripts}/forms.js`);
const { digest, sha256 } = await import(`${scripts}/seal.js`);
await Promise.all(rooms.map((path) => import(path)));

/** The fraction in a text, or null if there is none. */
function fractionOf(text) {
  try {
    return shownFraction(fractionIn(text, "the answer"));
  } catch {
    return null;
  }
}

const hex = (bytes) => Buffer.from(bytes).toString("hex");
process.stdout.write(
  JSON.stringify({
    checked: [...checks.keys()],
    verdicts: answers.map(([id, texts]) => judged(id, asked[id], texts)),
    fractions: written.map(fractionOf),
    hashed: hashed.map((text) => hex(sha256(new TextEncoder().encode(text)))),
    slow: hashed.map((text) => hex(digest("salt", text))),
  }),
);
