/* Right answers and known slips, sealed as `exercises/sealing.py` does: the answer alone opens what is said of it. */

/** @import { Lattice, Part } from "./forms.js" */
/**
 * Places of entries, the lattices of each, and a seal for each answer that these entries may have.
 * @typedef {{at: number[], lattices: Lattice[][], seals: string[]}} Group
 */
/**
 * What opened: the places of entries, what is said of them, and whether all of the answer is right, the first seal.
 * @typedef {{at: number[], message: string, right: boolean}} Opened
 */

const ROUNDS = 2000;
const HEAD = 6;
/** What is said of an answer that is right but rounded. */
export const ROUNDED = "~";

/** Digits behind the point of roots of the first primes, in 32 bits. @type {(root: number) => number[]} */
const ofPrimes = (root) => {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
  return primes.map((prime) => ((prime ** (1 / root) % 1) * 2 ** 32) | 0);
};
const START = ofPrimes(2).slice(0, 8);
const EACH = ofPrimes(3);

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * The SHA-256 of bytes: of our own, as a page from a file or over plain http may have no other.
 * @param {Uint8Array} bytes
 */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const state = [...START];
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let k = 0; k < 16; k += 1) words[k] = view.getInt32(block + 4 * k);
    for (let k = 16; k < 64; k += 1) {
      const [early, late] = [words[k - 15], words[k - 2]];
      words[k] =
        words[k - 16] +
        words[k - 7] +
        (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) +
        (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let k = 0; k < 64; k += 1) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + EACH[k] + words[k]) | 0;
      const other = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + other) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, k) => (state[k] = (state[k] + word) | 0));
  }
  const whole = new Uint8Array(32);
  const out = new DataView(whole.buffer);
  state.forEach((word, k) => out.setInt32(4 * k, word));
  return whole;
}

/** Digests of what was tried, for a check takes several and most entries stay. @type {Map<string, Uint8Array>} */
const tried = new Map();

/** The slow digest of an answer. @param {string} salt @param {string} answer */
export function digest(salt, answer) {
  const text = `${salt}\n${answer}`;
  let value = tried.get(text);
  if (value) return value;
  value = sha256(new TextEncoder().encode(text));
  for (let k = 0; k < ROUNDS; k += 1) value = sha256(value);
  tried.set(text, value);
  return value;
}

/** The message of a seal, or null if another digest opens it. @param {Uint8Array} key @param {string} seal */
function unsealed(key, seal) {
  const bytes = Uint8Array.from(atob(seal), (sign) => sign.charCodeAt(0));
  if (bytes.subarray(0, HEAD).some((byte, k) => byte !== key[k])) return null;
  const text = bytes.slice(HEAD);
  for (let block = 0; 32 * block < text.length; block += 1) {
    const stream = sha256(Uint8Array.of(...key, block));
    for (let k = 32 * block; k < Math.min(text.length, 32 * block + 32); k += 1) text[k] ^= stream[k % 32];
  }
  return new TextDecoder().decode(text);
}

/**
 * What an answer opens.
 * @param {string} exercise
 * @param {Group[]} groups
 * @param {Part[]} parts the entries that were read
 */
export function opened(exercise, groups, parts) {
  /** @type {Opened[]} */
  const found = [];
  for (const { at, lattices, seals } of groups) {
    const answer = at.map((place, k) => parts[place].canonical(lattices[k])).join("\n");
    const key = digest(`${exercise}\n${at.join(",")}`, answer);
    seals.forEach((seal, k) => {
      const message = unsealed(key, seal);
      if (message !== null) found.push({ at, message, right: seals === groups[0].seals && k === 0 });
    });
  }
  return found;
}
