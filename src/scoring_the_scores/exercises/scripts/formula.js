/* A formula that a reader writes, such as `2 * tp / (2 * tp + fp + fn)`, read as `exercises/formulas.py` reads it. */

/**
 * Its value for those of its names; NaN where it has no finite one.
 * @typedef {(...values: number[]) => number} Formula
 */

/** @type {Record<string, [of: (...values: number[]) => number, fewest: number, most: number]>} */
const FUNCTIONS = {
  abs: [Math.abs, 1, 1],
  sqrt: [Math.sqrt, 1, 1],
  exp: [Math.exp, 1, 1],
  log: [Math.log, 1, 1],
  log2: [Math.log2, 1, 1],
  log10: [Math.log10, 1, 1],
  min: [Math.min, 2, 9],
  max: [Math.max, 2, 9],
};
const TOKEN =
  /\s*(?:((?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?(?![\w.]))|([A-Za-z]\w*)|(\*\*|[-+*/(),]))/iy;
const SIGNS = { "−": "-", "–": "-", "×": "*", "·": "*", "÷": "/", "^": "**" };
/** A text that is longer is no formula that somebody meant. */
const LONGEST = 500;

/** Nothing that can be computed. */
class None extends Error {}

/** @type {() => never} */
const none = () => {
  throw new None();
};

/** Nothing infinite goes on into what is computed with it. @param {number} value */
const finite = (value) => (Number.isFinite(value) ? value : none());

/** The tokens of a text; null if something in it is none. @param {string} text */
function tokens(text) {
  const signs = text.replace(/[−–×·÷^]/g, (sign) => SIGNS[/** @type {keyof typeof SIGNS} */ (sign)]).trim();
  /** @type {string[]} */
  const found = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < signs.length) {
    const match = TOKEN.exec(signs);
    if (!match) return null;
    found.push(match[1] ?? match[2] ?? match[3]);
  }
  return found;
}

/** Reads tokens from left to right; what it returns computes a value from those of the names. */
class Reader {
  /** @typedef {(values: number[]) => number} Part */

  /** @param {string[]} found @param {string[]} names */
  constructor(found, names) {
    this.left = found;
    this.names = names;
  }

  /** Whether the next token is one of these, which is taken then. @param {string[]} among */
  takes(...among) {
    return among.includes(this.left[0]) ? this.left.shift() : undefined;
  }

  /** @returns {Part} */
  sum() {
    let before = this.product();
    for (let sign = this.takes("+", "-"); sign; sign = this.takes("+", "-")) {
      const [one, other, by] = [before, this.product(), sign === "+" ? 1 : -1];
      before = (values) => finite(one(values) + by * other(values));
    }
    return before;
  }

  /** @returns {Part} */
  product() {
    let before = this.signed();
    for (let sign = this.takes("*", "/"); sign; sign = this.takes("*", "/")) {
      const [one, other, divided] = [before, this.signed(), sign === "/"];
      before = (values) => finite(divided ? one(values) / other(values) : one(values) * other(values));
    }
    return before;
  }

  /** @returns {Part} */
  signed() {
    const sign = this.takes("+", "-");
    if (!sign) return this.power();
    const of = this.signed();
    return sign === "-" ? (values) => -of(values) : of;
  }

  /** @returns {Part} */
  power() {
    const base = this.atom();
    if (!this.takes("**")) return base;
    const exponent = this.signed();
    return (values) => finite(base(values) ** exponent(values));
  }

  /** @returns {Part} */
  atom() {
    const token = this.left.shift() ?? none();
    if (/^[0-9.]/.test(token)) {
      const value = finite(Number(token));
      return () => value;
    }
    if (token === "(") {
      const inner = this.sum();
      return this.takes(")") ? inner : none();
    }
    const place = this.names.indexOf(token);
    if (place >= 0) return (values) => values[place];
    const [of, fewest, most] = (Object.hasOwn(FUNCTIONS, token) && this.takes("(") && FUNCTIONS[token]) || none();
    const inner = [this.sum()];
    while (this.takes(",")) inner.push(this.sum());
    if (!this.takes(")") || inner.length < fewest || inner.length > most) none();
    return (values) => finite(of(...inner.map((one) => one(values))));
  }
}

/**
 * The function that a formula is of its names, or null if it is none.
 * @param {string} text
 * @param {string[]} names
 * @returns {Formula | null}
 */
export function formulaOf(text, names) {
  const found = text.length > LONGEST ? null : tokens(text);
  if (!found) return null;
  const reader = new Reader(found, names);
  try {
    const of = reader.sum();
    if (reader.left.length) return null;
    return (...values) => {
      try {
        return of(values);
      } catch (error) {
        if (error instanceof None) return NaN;
        throw error;
      }
    };
  } catch (error) {
    if (error instanceof None) return null;
    throw error;
  }
}

/** All ways to write so many digits, the first digit first. @type {(base: number, count: number) => number[][]} */
export const numerals = (base, count) =>
  Array.from({ length: base ** count }, (_, number_) =>
    Array.from({ length: count }, (_place, at) => Math.floor(number_ / base ** (count - 1 - at)) % base),
  );

/**
 * The values of a function at small whole numbers: of four names at the matrices of two to six cases of both classes.
 * @param {Formula} of
 * @param {number} count of its names
 */
export function valuesAt(of, count) {
  const points =
    count === 4
      ? numerals(7, 4).filter(([tn, fp, fn, tp]) => tn + fp && fn + tp && tn + fp + fn + tp <= 6)
      : numerals(6, count).map((point) => point.map((one) => one + 1));
  return points
    .map((point) => of(...point))
    .map((value) => (Number.isFinite(value) ? `${Math.floor(value * 1e8 + 0.5)}` : "none"))
    .join(" ");
}
