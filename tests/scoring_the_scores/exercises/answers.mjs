/* What the pages say of answers, by their scripts in Node: reads exercises and texts, and writes verdicts. */
import { readFileSync } from "node:fs";

const { rooms, asked, answers, hashed, written } = JSON.parse(readFileSync(0, "utf8"));
const scripts = "../../../src/scoring_the_scores/exercises/scripts";
const { checks, judged } = await import(`${scripts}/verdict.js`);
const { read } = await import(`${scripts}/forms.js`);
const { digest, sha256 } = await import(`${scripts}/seal.js`);
await Promise.all(rooms.map((path) => import(path)));

/** What is read in a text: the text that all its forms have in common, or why there is nothing. */
function readingOf([form, text]) {
  try {
    const { value, canonical } = read(form, text, "the answer");
    return Array.isArray(value) && !canonical([]) ? value : canonical([]);
  } catch (error) {
    return { message: error.message };
  }
}

const hex = (bytes) => Buffer.from(bytes).toString("hex");
process.stdout.write(
  JSON.stringify({
    checked: [...checks.keys()],
    verdicts: answers.map(([id, texts]) => judged(id, asked[id], texts)),
    readings: written.map(readingOf),
    hashed: hashed.map((text) => hex(sha256(new TextEncoder().encode(text)))),
    slow: hashed.map((text) => hex(digest("salt", text, 20))),
  }),
);
