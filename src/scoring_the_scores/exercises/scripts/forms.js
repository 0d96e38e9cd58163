/* What a reader writes into an entry of an answer, read as `exercises/reading.py` reads answers. */

/** A fraction in lowest terms; the second is above zero. @typedef {{top: bigint, bottom: bigint}} Fraction */
/**
 * Numbers in one cell of a lattice are one answer: a shift before a logarithm, if there is one, a phase and a width.
 * @typedef {[shift: number | null, phase: number, width: number]} Lattice
 */
/**
 * An entry that was read: what a checker is given, what is handed in, and the text that all its forms have in common.
 * @typedef {{value: any, answer: any, canonical: (lattices: Lattice[]) => string}} Part
 */

/** What was written cannot be read; the message says what was expected. */
export class Unread extends Error {}

/** @type {(message: string) => never} */
const unread = (message) => {
  throw new Unread(message);
};

/** @param {bigint} one @param {bigint} other @returns {bigint} */
const divisor = (one, other) => (other ? divisor(other, one % other) : one);

/** @param {bigint} top @param {bigint} bottom @returns {Fraction} */
export function reduced(top, bottom) {
  const common = divisor(top < 0n ? -top : top, bottom);
  return { top: top / common, bottom: bottom / common };
}

/** @param {Fraction} fraction */
export const shownFraction = ({ top, bottom }) => (bottom === 1n ? `${top}` : `${top}/${bottom}`);

/** The largest bottom of a fraction for which a decimal with all digits of a float may stand. */
const SMALL = 10_000n;

/** The fraction of a small bottom that is nearest to one, if it is so near that only a float's digits differ. */
const simple = (/** @type {Fraction} */ { top, bottom }) => {
  let [a, b, c, d, n, m] = [0n, 1n, 1n, 0n, top, bottom];
  while (m) {
    const whole = n / m - (n % m < 0n ? 1n : 0n);
    if (b + whole * d > SMALL) break;
    [a, b, c, d, n, m] = [c, d, a + whole * c, b + whole * d, m, n - whole * m];
  }
  const apart = c * bottom - top * d;
  return (apart < 0n ? -apart : apart) * 10n ** 12n <= d * bottom ? { top: c, bottom: d } : null;
};

/** A number as it is written, without marks of a language around it. @param {string} text */
const plain = (text) => text.replaceAll("−", "-").replace(/["'`\s]/g, "");

/**
 * The fraction of a text such as 3/8, 0.375 or 2; of a decimal with all digits of a float, the fraction it stands for.
 * @param {string} text
 * @param {string} expected how a message begins
 * @returns {Fraction}
 */
function parsed(text, expected) {
  const found = /^([+-]?)(?:(\d+)(?:\/(\d+))?|(\d*)\.(\d*))$/.exec(plain(text).slice(0, 100));
  const [, sign, top, bottom = "1", before = "", after = ""] = found ?? [];
  if (!found || !(top ?? before + after) || !BigInt(bottom)) unread(`${expected}, not '${text.slice(0, 40)}'`);
  const size = top === undefined ? BigInt(before + after) : BigInt(top);
  const exact = reduced(sign === "-" ? -size : size, top === undefined ? 10n ** BigInt(after.length) : BigInt(bottom));
  return top === undefined && exact.bottom > SMALL ? (simple(exact) ?? exact) : exact;
}

/** @param {string} text @param {string} what */
export const fractionIn = (text, what) => parsed(text, `${what} must be a fraction, such as "3/8"`);

/** @param {Fraction} fraction */
export const float = ({ top, bottom }) => Number(top) / Number(bottom);

/** @param {string} text @param {string} what */
export function numberIn(text, what) {
  const value = float(parsed(text, `${what} must be a number`));
  return Number.isFinite(value) ? value : unread(`${what} must be a finite number`);
}

/** @param {string} text @param {string} what */
export function wholeIn(text, what) {
  const value = numberIn(text, what);
  const nearest = Math.round(value) || 0;
  return Math.abs(value - nearest) > 1e-6 ? unread(`${what} must be a whole number, not ${plain(text)}`) : nearest;
}

/** The entries of a list, with or without brackets and marks around them. @param {string} text */
export function listed(text) {
  const bare = text.replaceAll("−", "-").replace(/[[\](){}"'`]/g, " ");
  return bare
    .replace(/\s*\/\s*/g, "/")
    .split(/[\s,;]+/)
    .filter(Boolean);
}

/** @param {string} text @param {string} what */
const numbersIn = (text, what) => listed(text).map((one, k) => numberIn(one, `entry ${k + 1} of ${what}`));

/** @param {string} text @param {string} what */
const fractionsIn = (text, what) => listed(text).map((one, k) => fractionIn(one, `entry ${k + 1} of ${what}`));

/** @param {string} text @param {string} what */
const wholesIn = (text, what) => listed(text).map((one, k) => wholeIn(one, `entry ${k + 1} of ${what}`));

/** @param {string[]} texts */
const alike = (texts) => [...new Set(texts)];

/** @param {number} value @param {Lattice} lattice */
function cell(value, [shift, phase, width]) {
  if (shift === null) return `${Math.floor((value - phase) / width)}`;
  return value + shift > 0 ? `${Math.floor((Math.log(value + shift) - phase) / width)}` : "none";
}

/** @param {number[]} numbers @returns {(lattices: Lattice[]) => string} */
const cells = (numbers) => (lattices) => lattices.map((lattice, k) => cell(numbers[k], lattice)).join(" ");

/**
 * Labels written with two letters or with 1 and 0.
 * @type {(text: string, signs: Record<string, number>) => number[]}
 */
const letters = (text, signs) =>
  [...text.replace(/[\s,;[\](){}"'`]/g, "")].map((sign) => signs[sign] ?? unread(`${sign}`));

/** Signs of a ranking, of which the first is a positive. */
const CLASSES = { P: 1, p: 1, "+": 1, 1: 1, N: 0, n: 0, "-": 0, "−": 0, 0: 0 };
const DECISIONS = { R: 1, r: 1, 1: 1, W: 0, w: 0, 0: 0 };

/** @param {string} text @param {string} what @returns {Part} */
function pairs(text, what) {
  const numbers = fractionsIn(text, what);
  if (numbers.length % 2) unread(`${what} must be pairs: there are ${numbers.length} numbers`);
  const two = numbers.flatMap((one, k) => (k % 2 ? [[numbers[k - 1], one]] : []));
  const inOrder = two.toSorted(([a, b], [c, d]) => float(a) - float(c) || float(b) - float(d));
  const written = two.map((pair) => pair.map(shownFraction));
  const canonical = alike(inOrder.map((pair) => pair.map(shownFraction).join(" "))).join(" ");
  return { value: two, answer: written, canonical: () => canonical };
}

/** @param {string} text @param {string} what @returns {Part} */
function ranking(text, what, signs = /** @type {Record<string, number>} */ (CLASSES), example = "P and N") {
  const strange = [...text.replace(/[\s,;[\](){}"'`]/g, "")].find((sign) => !(sign in signs));
  if (strange !== undefined) unread(`${what} is written with ${example}: '${strange}' is neither`);
  const value = letters(text, signs);
  const [zero, one] = signs === CLASSES ? "NP" : "WR";
  return { value, answer: value.map((label) => (label ? one : zero)).join(""), canonical: () => "" };
}

/** Readers of entries by form. @type {Record<string, (text: string, what: string) => Part>} */
const READERS = {
  fraction(text, what) {
    const value = fractionIn(text, what);
    return { value, answer: shownFraction(value), canonical: () => shownFraction(value) };
  },
  fractions(text, what) {
    const value = fractionsIn(text, what);
    const answer = value.map(shownFraction);
    return { value, answer, canonical: () => answer.join(" ") };
  },
  pairs,
  whole(text, what) {
    const value = wholeIn(text, what);
    return { value, answer: value, canonical: () => `${value}` };
  },
  wholes(text, what) {
    const value = wholesIn(text, what);
    return { value, answer: value, canonical: () => value.join(" ") };
  },
  "set of wholes"(text, what) {
    const value = [...new Set(wholesIn(text, what))].toSorted((a, b) => a - b);
    return { value, answer: value, canonical: () => value.join(" ") };
  },
  text(text) {
    const value = text.trim();
    return { value, answer: value, canonical: () => value };
  },
  numbers(text, what) {
    const value = numbersIn(text, what);
    return { value, answer: listed(text), canonical: cells(value) };
  },
  ranking,
  decisions: (text, what) => ranking(text, what, DECISIONS, "R and W"),
};

/** The words that an entry lets its reader choose from. @param {string} form */
export const words = (form) => (form.startsWith("one of ") ? form.slice(7).split(", ") : []);

/**
 * Read what stands in an entry; throws `Unread` if it cannot be read.
 * @param {string} form
 * @param {string} text
 * @param {string} what the entry's name
 * @returns {Part}
 */
export function read(form, text, what) {
  const among = words(form);
  if (among.length) {
    const word = among.find((one) => one.toLowerCase() === text.trim().toLowerCase());
    if (word === undefined) return unread(`${what} must be one of ${among.map((one) => `'${one}'`).join(", ")}`);
    return { value: word, answer: word, canonical: () => word };
  }
  if (form.startsWith("two numbers ")) {
    const value = numbersIn(text, what).toSorted((a, b) => a - b);
    if (value.length !== 2) unread(`${what} must have 2 entries, not ${value.length}`);
    return { value, answer: listed(text), canonical: cells(value) };
  }
  if (form.startsWith("within ")) {
    const value = numberIn(text, what);
    return { value, answer: plain(text), canonical: cells([value]) };
  }
  return READERS[form](text, what);
}

/** How an entry is written, in words. @param {string} form */
export function howTo(form) {
  if (words(form).length) return "";
  /** @type {Record<string, string>} */
  const hints = {
    fraction: "a fraction, such as 3/8",
    fractions: "fractions, such as 1/2, 1/3",
    pairs: "pairs of fractions, such as 1/3, 1/4; 1/2, 1/5",
    whole: "a whole number",
    wholes: "whole numbers, such as 3, 1, 4",
    "set of wholes": "whole numbers, such as 3, 4, or none",
    text: "as it is written above",
    numbers: "numbers, such as 0.9, 0.5, 1/3",
    ranking: "with P and N, highest score first",
    decisions: "with R and W, most confident first",
  };
  return hints[form] ?? (form.startsWith("two ") ? "two numbers, such as 0.2, 0.7" : "a number, such as 0.25 or 1/4");
}
