/* Whether an answer on a page is right, and what is said of it. */
import { Unread, read } from "./forms.js";
import { ROUNDED, opened } from "./seal.js";

/** @import { Part } from "./forms.js" */
/** @import { Group } from "./seal.js" */
/**
 * An exercise on its page: its entries as where, form and name; the seals of its answer, made with so many rounds of a
 * digest, what its task gives, and which second example an assignment may ask for, in a word and in more.
 * @typedef {{title: string, entries: [at: string, form: string, label: string][], groups?: Group[], rounds?: number,
 *   given?: any, second?: [kind: string, said: string]}} Asked
 */
/** @typedef {{right: boolean, message: string, answer?: any}} Verdict */
/**
 * Checks the entries of a construction by their places.
 * @typedef {(parts: Record<string, any>, given: any) => string} Check
 */

/** The checks of constructions, by exercise. @type {Map<string, Check>} */
export const checks = new Map();

/**
 * Register the check of an exercise; it returns what is true of a right answer.
 * @type {(id: string, check: Check) => void}
 */
export const answeredIf = (id, check) => void checks.set(id, check);

/** A construction is not what was asked for; the message says why. */
export class Wrong extends Error {}

/** @type {(message: string) => never} */
export const wrong = (message) => {
  throw new Wrong(message);
};

/** A message with a full stop at its end. @param {string} text */
const ended = (text) => (/[.!?$`]$/.test(text) ? text : `${text}.`);

/** A list in words. @param {string[]} names */
const and = (names) => [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");

/** @param {string[]} names */
const are = (names) => `${and(names)} ${names.length > 1 ? "are" : "is"}`;

/**
 * Put a part into an answer at its place: keys and numbers with dots between.
 * @param {any} answer
 * @param {string[]} keys
 * @param {any} part
 * @returns {any}
 */
function placed(answer, [key, ...keys], part) {
  if (!key) return part;
  const whole = answer ?? (/^\d+$/.test(key) ? [] : {});
  whole[key] = placed(whole[key], keys, part);
  return whole;
}

/** @param {string} id @param {Asked} asked @param {Part[]} parts @returns {Verdict} */
function bySeals(id, { entries, groups = [], rounds = 0 }, parts) {
  const found = opened(id, groups, parts, rounds);
  const whole = found.find(({ right }) => right);
  if (whole) return { right: true, message: whole.message };
  const names = (/** @type {number[]} */ places) => places.map((place) => entries[place][2]);
  const right = found.filter(({ message }) => !message).flatMap(({ at }) => at);
  const others = entries.map((_, place) => place).filter((place) => !right.includes(place));
  const rounded = found.filter(({ message }) => message === ROUNDED).flatMap(({ at }) => at);
  if (rounded.length) {
    const exact = rounded.every((place) => entries[place][1].endsWith("fraction"));
    const more = exact ? "the fraction, which is exact" : "more digits";
    return { right: false, message: `${are(names(rounded))} right only when rounded: hand in ${more}.` };
  }
  // What is said of a slip was said where all else was right: it may say so.
  const slips = found.filter(({ message }) => message);
  const slip =
    slips.find(({ at }) => at.join() === others.join()) ?? slips.find(({ message }) => !/\bright\b/.test(message));
  if (slip) return { right: false, message: slip.message };
  if (!right.length) return { right: false, message: "The hints lead on." };
  return { right: false, message: `${are(names(right))} right, ${are(names(others))} not.` };
}

/**
 * The verdict on a construction: seals check what must not stand in the script, and then hide what its check needs.
 * @param {string} id
 * @param {Asked} asked
 * @param {Part[]} parts
 * @param {Check} check
 * @returns {Verdict}
 */
function byCheck(id, asked, parts, check) {
  const places = asked.entries.flatMap(([, form], k) => (form.startsWith("sealed ") ? [k] : []));
  const values = Object.fromEntries(asked.entries.map(([at], k) => [at, parts[k].value]));
  let given = asked.given;
  if (places.length) {
    const entries = places.map((place) => asked.entries[place]);
    const sealed = bySeals(
      id,
      { ...asked, entries },
      places.map((place) => parts[place]),
    );
    if (!sealed.right) return sealed;
    given = { ...given, ...JSON.parse(sealed.message) };
  }
  try {
    return { right: true, message: check(values, given) };
  } catch (error) {
    if (error instanceof Wrong) return { right: false, message: error.message };
    throw error;
  }
}

/**
 * The verdict on what was written into the entries of an exercise.
 * @param {string} id
 * @param {Asked} asked
 * @param {string[]} texts
 * @returns {Verdict}
 */
export function judged(id, asked, texts) {
  try {
    const parts = asked.entries.map(([, form, label], k) => read(form, texts[k], label));
    const answer = asked.entries.reduce(
      (whole, [at], k) => placed(whole, at ? at.split(".") : [], parts[k].answer),
      /** @type {any} */ (undefined),
    );
    const check = checks.get(id);
    const { right, message } = check ? byCheck(id, asked, parts, check) : bySeals(id, asked, parts);
    return { right, message: ended(message), answer };
  } catch (error) {
    if (error instanceof Unread) return { right: false, message: ended(error.message) };
    throw error;
  }
}
