/* What a reader writes into an entry of an answer, read as `exercises/reading.py` reads answers. */
import { formulaOf, valuesAt } from "./formula.js";

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

/** @param {bigint} top @param {bigint} bottom @returns {Fraction} */
export function reduced(top, bottom) {
  let [common, rest] = [top < 0n ? -top : top, bottom];
  while (rest) [common, rest] = [rest, common % rest];
  return { top: top / common, bottom: bottom / common };
}

/** @param {Fraction} fraction */
export const shownFraction = ({ top, bottom }) => (bottom === 1n ? `${top}` : `${top}/${bottom}`);

/** What stands between the digits of a large number, three by three: 12,000 or 12 000 or 12_000. */
const WHOLE = "[1-9][0-9]{0,2}(?<gap>[ ,_])[0-9]{3}(?:\\k<gap>[0-9]{3})*|[0-9]+";
const DECIMAL = new RegExp(
  `^([+-]?) ?(?=\\.?[0-9])(?<whole>${WHOLE})?(?:\\.(?<part>[0-9]*))?(?:e(?<power>[+-]?[0-9]{1,3}))? ?(?<percent>%?)$`,
  "i",
);
const RATIO = /^([+-]?) ?([0-9]+) ?\/ ?([0-9]+)$/;
/** A text that is longer is no number that somebody meant. */
const LONGEST = 200;

/** A text without marks of a language around it, and with one space where there are several. @param {string} text */
const plain = (text) => text.replace(/["'`]/g, "").split(/\s+/).filter(Boolean).join(" ");

/**
 * The number that a text is: whole, with a decimal point, a ratio of whole numbers, a percentage, or `1e-05`.
 * @param {string} text
 * @returns {Fraction | null}
 */
export function number(text) {
  if (text.length > LONGEST) return null;
  const signed = plain(text.replace(/[−–]/g, "-").replace(/[⁄∕÷]/g, "/"));
  const ratio = RATIO.exec(signed);
  if (ratio)
    return BigInt(ratio[3]) ? reduced(BigInt(ratio[1] === "-" ? `-${ratio[2]}` : ratio[2]), BigInt(ratio[3])) : null;
  const decimal = DECIMAL.exec(signed);
  if (!decimal) return null;
  const { whole = "0", part = "", power = "0", percent } = /** @type {Record<string, string>} */ (decimal.groups);
  const size = BigInt(whole.replace(/[ ,_]/g, "") + part);
  const shift = Number(power) - part.length - (percent ? 2 : 0);
  const signedSize = decimal[1] === "-" ? -size : size;
  return shift < 0 ? reduced(signedSize, 10n ** BigInt(-shift)) : reduced(signedSize * 10n ** BigInt(shift), 1n);
}

/** The size of a whole number. @param {bigint} one */
const size = (one) => (one < 0n ? -one : one);

/**
 * Whether two fractions are no farther apart than a third.
 * @type {(one: Fraction, other: Fraction, most: Fraction) => boolean}
 */
const within = (one, other, most) =>
  size(one.top * other.bottom - other.top * one.bottom) * most.bottom <= most.top * one.bottom * other.bottom;

/**
 * The simplest fraction near another: of its convergents and what lies between, the last whose bottom is not larger.
 * @param {Fraction} fraction
 * @param {bigint} most
 * @returns {Fraction}
 */
function limited({ top, bottom }, most) {
  if (bottom <= most) return { top, bottom };
  let [a, b, c, d, n, m] = [0n, 1n, 1n, 0n, top, bottom];
  for (;;) {
    const whole = n / m - (n % m < 0n ? 1n : 0n);
    if (b + whole * d > most) break;
    [a, b, c, d, n, m] = [c, d, a + whole * c, b + whole * d, m, n - whole * m];
  }
  const steps = (most - b) / d;
  const between = { top: a + steps * c, bottom: b + steps * d };
  const apart = (/** @type {Fraction} */ one) => size(one.top * bottom - top * one.bottom);
  // As Python's: of two that are equally near, the convergent.
  return apart({ top: c, bottom: d }) * between.bottom <= apart(between) * d ? { top: c, bottom: d } : between;
}

/** The fraction that a decimal with all digits of a float stands for; any other as it is. @param {Fraction} exact */
function meant(exact) {
  if (exact.bottom < 10n ** 12n || 10n ** 99n % exact.bottom) return exact;
  const near = limited(exact, 10n ** 5n);
  const scale = near.bottom * 10n ** 13n;
  if (within(near, exact, { top: near.bottom + size(near.top), bottom: scale })) return near;
  // A fraction of larger terms is known by its float, too.
  const large = limited(exact, 10n ** 7n);
  return within(large, exact, { top: size(large.top), bottom: large.bottom * 10n ** 14n }) ? large : exact;
}

/** @type {(text: string, expected: string) => Fraction} */
function parsed(text, expected) {
  const comma = /^\s*[+-]?\d+,\d+\s*$/.test(text) ? "; decimals are written with a point" : "";
  return number(text) ?? unread(`${expected}, not '${text.slice(0, 40)}'${comma}`);
}

/** The float that is nearest to a fraction. @param {Fraction} fraction */
export function float({ top, bottom }) {
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  if (size(top) <= most && bottom <= most) return Number(top) / Number(bottom);
  const bits = (/** @type {bigint} */ one) => size(one).toString(2).length;
  const shift = 66 + bits(bottom) - bits(top);
  const [n, m] = shift > 0 ? [top << BigInt(shift), bottom] : [top, bottom << BigInt(-shift)];
  // The last bit says whether something is left, so that halves round as they should.
  const quotient = (n / m) | (n % m ? 1n : 0n);
  const half = Math.trunc(shift / 2);
  return Number(quotient) / 2 ** half / 2 ** (shift - half);
}

/** @param {Fraction} fraction @param {string} what */
function finite(fraction, what) {
  if (!Number.isFinite(float(fraction))) unread(`${what} must be a finite number`);
  return fraction;
}

/** @param {string} text @param {string} what */
export const fractionIn = (text, what) =>
  meant(finite(parsed(text, `${what} must be a fraction, such as "3/8"`), what));

/** @param {string} text @param {string} what */
export const numberIn = (text, what) => float(finite(parsed(text, `${what} must be a number`), what));

/** A number in some digits, as Python's format `g` has it. @type {(value: number, digits: number) => string} */
function general(value, digits) {
  const [shown, power] = value.toExponential(digits - 1).split("e");
  if (Number(power) >= -4 && Number(power) < digits) return `${Number(value.toPrecision(digits))}`;
  return `${Number(shown)}e${power[0]}${power.slice(1).padStart(2, "0")}`;
}

/** A number in six digits, or in as many as it takes to differ. @type {(value: number, others: number[]) => string} */
const told = (value, others) =>
  Array.from({ length: 12 }, (_, k) => general(value, 6 + k)).find((text) => !others.includes(Number(text))) ??
  `${value}`;

/** The largest whole number that somebody may mean. */
const LARGEST = 1e9;

/** @param {string} text @param {string} what */
export function wholeIn(text, what) {
  const value = numberIn(text, what);
  const nearest = Math.round(value) || 0;
  if (Math.abs(value - nearest) > 1e-6) unread(`${what} must be a whole number, not ${told(value, [nearest])}`);
  if (Math.abs(nearest) <= LARGEST) return nearest;
  return unread(`${what} must lie between -1e+09 and 1e+09, not ${told(nearest, [-LARGEST, LARGEST])}`);
}

/** The entries of a list, with or without brackets and marks around them. @param {string} text */
export function listed(text) {
  return text
    .replace(/[[\](){}"'`]/g, " ")
    .replace(/\s*([/⁄∕÷])\s*/g, "$1")
    .replace(/\s+%/g, "%")
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

/** @param {Fraction[]} fractions @returns {(lattices: Lattice[]) => string} */
const cells = (fractions) => (lattices) =>
  fractions.map((one, k) => (lattices.length ? cell(float(one), lattices[k]) : shownFraction(one))).join(" ");

/** Letters of a ranking, and of decisions, and the label that each stands for. @type {Record<string, number>} */
const CLASSES = { P: 1, "+": 1, 1: 1, N: 0, "-": 0, "−": 0, 0: 0 };
/** @type {Record<string, number>} */
const DECISIONS = { R: 1, 1: 1, W: 0, 0: 0 };

/**
 * The labels that letters stand for, in upper or lower case, with or without what stands between; or one that is none.
 * @param {string} text
 * @param {Record<string, number>} signs
 */
export function letters(text, signs = CLASSES) {
  const all = [...text.toUpperCase().replace(/[\s,;>]|[[\](){}"'`]/g, "")];
  return all.find((letter) => !(letter in signs)) ?? all.map((letter) => signs[letter]);
}

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

/** @type {(text: string, what: string, signs?: Record<string, number>, example?: string) => Part} */
function ranking(text, what, signs = CLASSES, example = 'P and N, such as "PNNP", highest score first') {
  const value = letters(text, signs);
  if (typeof value === "string") return unread(`${what} is written with ${example}: '${value}' is neither`);
  const [zero, one] = signs === CLASSES ? "NP" : "WR";
  return { value, answer: value.map((label) => (label ? one : zero)).join(""), canonical: () => "" };
}

/** The function in a text, and its values at points. @type {(form: string, text: string, what: string) => Part} */
function formula(form, text, what) {
  const names = form.slice("formula of ".length).split(", ");
  const of = formulaOf(text, names);
  if (!of)
    return unread(`${what} must be a formula of ${names.join(", ")}, with + - * / ^ ( ) and sqrt, log2, abs, min, max`);
  return { value: of, answer: text.trim(), canonical: () => valuesAt(of, names.length) };
}

/** Readers of entries by form. @type {Record<string, (text: string, what: string) => Part>} */
const READERS = {
  fraction(text, what) {
    const value = fractionIn(text, what);
    return { value, answer: plain(text), canonical: () => shownFraction(value) };
  },
  fractions(text, what) {
    const value = fractionsIn(text, what);
    return { value, answer: listed(text), canonical: () => value.map(shownFraction).join(" ") };
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
    return { value, answer: listed(text), canonical: () => "" };
  },
  sentence: (text) => ({ value: text, answer: text, canonical: () => "" }),
  ranking,
  decisions: (text, what) => ranking(text, what, DECISIONS, "R (right) and W (wrong)"),
};

/** The form of an entry, whether a seal or a script checks it. @param {string} form */
const bare = (form) => form.replace(/^sealed |^column of /, "");

/** Whether an entry has lines: a column that is pasted, or text. @param {string} form */
export const hasLines = (form) => form.startsWith("column of ") || form === "sentence";

/** The words that an entry lets its reader choose from. @param {string} form */
export const words = (form) => (bare(form).startsWith("one of ") ? bare(form).slice(7).split(", ") : []);

/** A word as it is compared: without what nobody means by it. @param {string} word */
const folded = (word) => plain(word.normalize("NFKC").toLowerCase().replaceAll("_", " "));

/**
 * Read what stands in an entry; throws `Unread` if it cannot be read.
 * @param {string} form
 * @param {string} text
 * @param {string} what the entry's name
 * @returns {Part}
 */
export function read(form, text, what) {
  const [own, among] = [bare(form), words(form)];
  if (among.length) {
    const word = among.find((one) => folded(one) === folded(text));
    if (word === undefined)
      return unread(`${what} must be one of ${among.map((one) => `'${one}'`).join(", ")}, not '${text.slice(0, 40)}'`);
    return { value: word, answer: word, canonical: () => word };
  }
  if (own.startsWith("formula of ")) return formula(own, text, what);
  if (own.startsWith("two numbers ")) {
    const exact = listed(text).map((one, k) => fractionIn(one, `entry ${k + 1} of ${what}`));
    if (exact.length !== 2) unread(`${what} must have 2 entries, not ${exact.length}`);
    const value = exact.toSorted((a, b) => float(a) - float(b));
    return { value: value.map(float), answer: listed(text), canonical: cells(value) };
  }
  if (own.startsWith("within ") || own === "number") {
    const value = numberIn(text, what);
    return { value, answer: plain(text), canonical: cells([fractionIn(text, what)]) };
  }
  return READERS[own](text, what);
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
    sentence: "a sentence",
    ranking: "with P and N, highest score first",
    decisions: "with R and W, most confident first",
  };
  const own = bare(form);
  if (own.startsWith("formula of "))
    return `a formula of ${own.slice(11)}, with + - * / ^ ( ) and sqrt, log2, abs, min, max`;
  if (form.startsWith("column of ")) return `${own.replace("wholes", "whole numbers")}, one a line or with commas`;
  return hints[own] ?? (own.startsWith("two ") ? "two numbers, such as 0.2, 0.7" : "a number, such as 0.25 or 1/4");
}
