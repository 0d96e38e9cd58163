/* Answers and progress, in the reader's own browser and nowhere else; a file of them for who grades. */

/**
 * What is kept of an exercise: how often it was checked, when it was first right, what stands in the entries, and the
 * last answer, or the first that was right, as it is handed in; of some, a second example, whose last text is a
 * sentence.
 * @typedef {{tries: number, solved: string | null, texts: string[], answer: any, second?: Second}} Kept
 * @typedef {{texts: string[], answer: any}} Second
 */

/** Key of the browser's storage. */
const PLACE = "metricbook-answers";

/** Whether this is what is kept of an exercise. @param {any} one */
const isKept = (one) => Array.isArray(one?.texts) && Number.isInteger(one.tries);

/** What is kept, by exercise; empty if the browser keeps nothing for this page. @returns {Record<string, Kept>} */
export function kept() {
  try {
    const entries = Object.entries(Object(JSON.parse(localStorage.getItem(PLACE) ?? "null")));
    return Object.fromEntries(entries.filter(([, one]) => isKept(one)));
  } catch {
    return {};
  }
}

/** Keep this and nothing else; whether the browser does. @param {Record<string, Kept>} all */
function keep(all) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(all));
    return true;
  } catch {
    return false; // Without storage everything else works.
  }
}

/**
 * Keep an answer that was checked; of a solved exercise the right answer stays. Whether the browser does.
 * @param {string} id
 * @param {string[]} texts
 * @param {{right: boolean, answer?: any}} verdict
 */
export function record(id, texts, { right, answer }) {
  const all = kept();
  const before = all[id] ?? { tries: 0, solved: null, texts, answer };
  const after = { ...before, tries: before.tries + 1 };
  if (right && !before.solved) after.solved = `${new Date().toISOString().slice(0, 19)}+00:00`;
  if (right || !before.solved) Object.assign(after, { texts, answer });
  return keep({ ...all, [id]: after });
}

/** Keep a right second example beside the first; whether the browser does. @param {string} id @param {Second} second */
export function recordSecond(id, second) {
  const all = kept();
  return keep({ ...all, [id]: { ...all[id], second } });
}

/** Forget an exercise, or all of them. @param {string} [id] */
export function forget(id) {
  const { [id ?? ""]: _, ...others } = kept();
  keep(id === undefined ? {} : others);
}

/** Exercises that were solved in an explorer, which keeps an address of a solution. @returns {Set<string>} */
export function solvedInExplorers() {
  try {
    return new Set(
      Object.keys(JSON.parse(localStorage.getItem("metricbook-solved") ?? "{}")).map((key) => key.split(" ")[0]),
    );
  } catch {
    return new Set();
  }
}

/** What the file has under this name, at its beginning, by which it is known. */
const [ABOUT, ANSWERS] = ["scoring-the-scores", "answers"];

/** The file for who grades, and for another browser: all answers that were given. */
export function file() {
  const answers = Object.fromEntries(
    Object.entries(kept()).map(([id, { answer, ...rest }]) => [id, { answer: answer ?? null, ...rest }]),
  );
  return `${JSON.stringify({ [ABOUT]: ANSWERS, answers }, null, 1)}\n`;
}

/**
 * Take in what such a file has; what is right here already stays. How many exercises it has, or null if it is another
 * file or the browser keeps nothing.
 * @param {string} text
 * @param {string[]} ids the exercises that there are
 */
export function takeIn(text, ids) {
  try {
    const read = JSON.parse(text);
    if (read[ABOUT] !== ANSWERS) return null;
    const there = Object.entries(/** @type {Record<string, Kept>} */ (Object(read.answers)))
      .filter(([id, one]) => ids.includes(id) && isKept(one))
      .map(([id, { tries, solved, texts, answer, second }]) => [
        id,
        {
          tries,
          solved: typeof solved === "string" ? solved : null,
          texts: texts.map(String),
          answer,
          ...(Array.isArray(second?.texts) ? { second: { ...second, texts: second.texts.map(String) } } : {}),
        },
      ]);
    const all = kept();
    const added = there.filter(([id]) => !all[/** @type {string} */ (id)]?.solved);
    return keep({ ...all, ...Object.fromEntries(added) }) ? there.length : null;
  } catch {
    return null;
  }
}
