/* The normal and the Beta distribution, to about fifteen digits. */

/** The complement of the error function. @type {(x: number) => number} */
export function erfc(x) {
  if (x < 0) return 2 - erfc(-x);
  if (x < 2) {
    let term = x;
    let sum = x;
    for (let k = 1; term > sum * 1e-17; k += 1) {
      term *= (2 * x * x) / (2 * k + 1);
      sum += term;
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
  }
  // The continued fraction from its end; the farther out, the fewer terms matter.
  let tail = 0;
  for (let k = Math.ceil(40 + 300 / (x * x)); k > 0; k -= 1) tail = k / 2 / (x + tail);
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * (x + tail));
}

/** The share of a standard normal distribution below x. @param {number} x */
export const normalShare = (x) => erfc(-x / Math.SQRT2) / 2;

/** The density of a standard normal distribution. @param {number} x */
export const normalDensity = (x) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);

/** Quantile of the standard normal distribution. @type {(share: number) => number} */
export function normalQuantile(share) {
  if (!(share > 0 && share < 1)) return share === 0 ? -Infinity : share === 1 ? Infinity : NaN;
  if (share > 0.5) return -normalQuantile(1 - share);
  // A rough start in the tail, then Halley's steps, each of which triples the digits.
  const t = Math.sqrt(-2 * Math.log(share));
  let x = (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3) - t;
  for (let step = 0; step < 3; step += 1) {
    const error = (normalShare(x) - share) / normalDensity(x);
    x -= error / (1 + (x * error) / 2);
  }
  return x;
}

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** The logarithm of the gamma function, for x > 0. @type {(x: number) => number} */
export function logGamma(x) {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  let sum = LANCZOS[0];
  for (let k = 1; k < LANCZOS.length; k += 1) sum += LANCZOS[k] / (x - 1 + k);
  const t = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

/** The share of a Beta(a, b) distribution below x. @type {(a: number, b: number, x: number) => number} */
export function betaShare(a, b, x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2) + 1e-12) return 1 - betaShare(b, a, 1 - x);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  // The continued fraction by the method of Lentz.
  const tiny = 1e-300;
  let c = 1;
  let d = 1 - ((a + b) * x) / (a + 1);
  d = 1 / (Math.abs(d) < tiny ? tiny : d);
  let fraction = d;
  for (let m = 1; m < 500; m += 1) {
    for (const numerator of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 + numerator * d;
      c = 1 + numerator / c;
      d = 1 / (Math.abs(d) < tiny ? tiny : d);
      c = Math.abs(c) < tiny ? tiny : c;
      fraction *= d * c;
    }
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return front * fraction;
}

/** The density of a Beta(a, b) distribution. @type {(a: number, b: number, x: number) => number} */
export const betaDensity = (a, b, x) =>
  Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b)) * x ** (a - 1) * (1 - x) ** (b - 1);
