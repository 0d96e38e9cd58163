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
const START = Int32Array.from(ofPrimes(2).slice(0, 8));
const EACH = Int32Array.from(ofPrimes(3));

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

const WORDS = new Int32Array(64);

/** Mix a block of 64 bytes into a state. @type {(state: Int32Array, bytes: DataView, from: number) => void} */
function mix(state, bytes, from) {
  for (let k = 0; k < 16; k += 1) WORDS[k] = bytes.getInt32(from + 4 * k);
  for (let k = 16; k < 64; k += 1) {
    const [early, late] = [WORDS[k - 15], WORDS[k - 2]];
    WORDS[k] =
      WORDS[k - 16] +
      WORDS[k - 7] +
      (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) +
      (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let k = 0; k < 64; k += 1) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + EACH[k] + WORDS[k]) | 0;
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
  [a, b, c, d, e, f, g, h].forEach((word, k) => (state[k] += word));
}

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
  const state = Int32Array.from(START);
  for (let from = 0; from < padded.length; from += 64) mix(state, view, from);
  const whole = new DataView(new ArrayBuffer(32));
  state.forEach((word, k) => whole.setInt32(4 * k, word));
  return new Uint8Array(whole.buffer);
}

/** Digests of what was tried, for a check takes several and most entries stay. @type {Map<string, Uint8Array>} */
const tried = new Map();

/**
 * The slow digest of an answer: so often a digest of a digest.
 * @type {(salt: string, answer: string, rounds: number) => Uint8Array}
 */
export function digest(salt, answer, rounds) {
  const text = `${salt}\n${answer}`;
  const before = tried.get(text);
  if (before) return before;
  const value = sha256(new TextEncoder().encode(text));
  // Digests of 32 bytes: one block, whose end is always the same.
  const block = new DataView(new ArrayBuffer(64));
  new Uint8Array(block.buffer).set(value);
  block.setUint8(32, 0x80);
  block.setUint32(60, 8 * 32);
  for (let k = 0; k < rounds; k += 1) {
    const state = Int32Array.from(START);
    mix(state, block, 0);
    state.forEach((word, at) => block.setInt32(4 * at, word));
  }
  value.set(new Uint8Array(block.buffer, 0, 32));
  tried.set(text, value);
  return value;
}

const SHORT = 4;

/**
 * Whether a text is one of those that are known by the heads of their digests.
 * @type {(text: string, known: {id: string, heads: string, rounds: number}) => boolean}
 */
export function isKnown(text, { id, heads, rounds }) {
  const all = atob(heads);
  const head = String.fromCharCode(...digest(id, text, rounds).subarray(0, SHORT));
  for (let at = 0; at < all.length; at += SHORT) if (all.slice(at, at + SHORT) === head) return true;
  return false;
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
 * @param {number} rounds of the digest
 */
export function opened(exercise, groups, parts, rounds) {
  /** @type {Opened[]} */
  const found = [];
  for (const { at, lattices, seals } of groups) {
    const answer = at.map((place, k) => parts[place].canonical(lattices[k])).join("\n");
    const key = digest(`${exercise}\n${at.join(",")}`, answer, rounds);
    seals.forEach((seal, k) => {
      const message = unsealed(key, seal);
      if (message !== null) found.push({ at, message, right: seals === groups[0].seals && k === 0 });
    });
  }
  return found;
}
