/* Metrics of a sweep, the same as metricbook's functions of these names. NaN where one is undefined. */
import { betaShare } from "./special.js";

/** @import { ConfidenceSweep, Outcomes, Sweep } from "./sweep.js" */
/** @typedef {"cost" | "skew"} Over */
/** @typedef {{positives: number[], negatives: number[]}} Blocks */

/** @param {number} value */
const bounded = (value) => Math.min(Math.max(value, 0), 1);

/** @param {Sweep} sweep */
const bothClasses = (sweep) => sweep.positives > 0 && sweep.negatives > 0;

/** Area under the polygon from (0, 0) through the points. @type {(x: number[], y: number[]) => number} */
function area(x, y) {
  let doubled = x[0] * y[0];
  for (let k = 1; k < x.length; k += 1) doubled += (x[k] - x[k - 1]) * (y[k] + y[k - 1]);
  return doubled / 2;
}

/** Area under the ROC curve. @param {Sweep} sweep */
export function auroc(sweep) {
  if (!bothClasses(sweep)) return NaN;
  return bounded(area(sweep.falsePositives, sweep.truePositives) / (sweep.positives * sweep.negatives));
}

/** Mean over positives of the precision at their scores. @param {Sweep} sweep */
export function averagePrecision(sweep) {
  if (!(sweep.positives > 0)) return NaN;
  let sum = 0;
  let before = 0;
  sweep.truePositives.forEach((tp, k) => {
    if (tp > before) sum += (tp - before) * (tp / (tp + sweep.falsePositives[k]));
    before = tp;
  });
  return bounded(sum / sweep.positives);
}

/** Vertices of the ROC convex hull in weights, (0, 0) left out. @param {Sweep} sweep */
export function hullOf(sweep) {
  const x = [0];
  const y = [0];
  sweep.falsePositives.forEach((fp, k) => {
    const tp = sweep.truePositives[k];
    while (x.length > 1) {
      const m = x.length - 1;
      const turn = (y[m] - y[m - 1]) * (fp - x[m]) - (x[m] - x[m - 1]) * (tp - y[m]);
      if (turn > 0) break;
      x.pop();
      y.pop();
    }
    if (fp > x[x.length - 1] || tp > y[y.length - 1]) {
      x.push(fp);
      y.push(tp);
    }
  });
  return { falsePositives: x.slice(1), truePositives: y.slice(1) };
}

/**
 * Weight of each class on the segments of the hull, highest scores first.
 * @param {Sweep} sweep
 * @returns {Blocks}
 */
export function blocksOf(sweep) {
  const { falsePositives, truePositives } = hullOf(sweep);
  /** @param {number[]} values */
  const steps = (values) => values.map((value, k) => value - (values[k - 1] ?? 0));
  return { positives: steps(truePositives), negatives: steps(falsePositives) };
}

/**
 * Calibrated probabilities of being positive about a threshold that flags so many distinct scores: of the last one
 * flagged, and of the first that is not; NaN if there is none. They are the shares of positives in the hull's segments.
 * @param {Sweep} sweep
 * @param {number} flagged
 */
export function probabilitiesAbout(sweep, flagged) {
  const hull = hullOf(sweep);
  const { positives, negatives } = blocksOf(sweep);
  const ends = hull.truePositives.map((tp, k) => tp + hull.falsePositives[k]);
  const above = flagged ? sweep.truePositives[flagged - 1] + sweep.falsePositives[flagged - 1] : 0;
  /** @param {number} block */
  const share = (block) => positives[block] / (positives[block] + negatives[block]);
  return {
    last: above > 0 ? share(ends.findIndex((end) => end >= above)) : NaN,
    next: share(ends.findIndex((end) => end > above)),
  };
}

/** Area under the ROC convex hull. @param {Sweep} sweep */
export function auch(sweep) {
  if (!bothClasses(sweep)) return NaN;
  const hull = hullOf(sweep);
  return bounded(area(hull.falsePositives, hull.truePositives) / (sweep.positives * sweep.negatives));
}

/**
 * Loss per unit of false negatives at condition 0, and of false positives at condition 1.
 * @param {{positives: number, negatives: number}} totals
 * @param {Over} over
 */
function errorPrices({ positives, negatives }, over) {
  const each = 2 / (positives + negatives);
  return over === "skew" ? [1 / positives, 1 / negatives] : [each, each];
}

/**
 * Least loss of segments of the hull, its mean over conditions that are Beta(alpha, beta).
 * @type {(positives: number[], negatives: number[], alpha: number, beta: number) => number}
 */
function totalLoss(positives, negatives, alpha, beta) {
  const mean = alpha / (alpha + beta);
  let sum = 0;
  positives.forEach((p, k) => {
    const weight = p + negatives[k];
    const share = p / weight;
    const below = betaShare(alpha + 1, beta, share);
    const above = betaShare(beta + 1, alpha, negatives[k] / weight);
    sum += weight * ((negatives[k] / weight) * mean * below + share * (1 - mean) * above);
  });
  return sum;
}

/**
 * Mean over conditions of the least loss of any threshold.
 * @param {Sweep} sweep
 * @param {{over?: Over, alpha?: number, beta?: number}} [options]
 */
export function expectedMinLoss(sweep, { over = "skew", alpha = 1, beta = 1 } = {}) {
  if (!bothClasses(sweep)) return NaN;
  const [perPositive, perNegative] = errorPrices(sweep, over);
  const { positives, negatives } = blocksOf(sweep);
  return totalLoss(
    positives.map((p) => perPositive * p),
    negatives.map((n) => perNegative * n),
    alpha,
    beta,
  );
}

/**
 * The H measure, for costs that are Beta(alpha, beta).
 * @param {Sweep} sweep
 * @param {{alpha?: number, beta?: number}} [options]
 */
export function hMeasure(sweep, { alpha = 2, beta = 2 } = {}) {
  if (!bothClasses(sweep)) return NaN;
  const { positives, negatives } = blocksOf(sweep);
  const most = totalLoss([sweep.positives], [sweep.negatives], alpha, beta);
  return bounded(1 - totalLoss(positives, negatives, alpha, beta) / most);
}

/**
 * Corners of the least loss of any threshold over conditions.
 * @param {Sweep} sweep
 * @param {Over} over
 */
export function costCurve(sweep, over = "skew") {
  const [perPositive, perNegative] = errorPrices(sweep, over);
  const { positives, negatives } = blocksOf(sweep);
  const conditions = [0];
  const losses = [0];
  let missed = 0;
  let flagged = negatives.reduce((a, b) => a + b, 0);
  for (let k = positives.length - 1; k >= 0; k -= 1) {
    const gained = perPositive * positives[k];
    const lost = perNegative * negatives[k];
    const condition = gained / (gained + lost);
    if (condition > 0 && condition < 1) {
      conditions.push(condition);
      losses.push((1 - condition) * perPositive * missed + condition * perNegative * flagged);
    }
    missed += positives[k];
    flagged -= negatives[k];
  }
  return { conditions: [...conditions, 1], losses: [...losses, 0] };
}

/**
 * Mean loss over uniform conditions and over thresholds at random cases, the default classifier counted as one.
 * @param {Sweep} sweep
 * @param {{over?: Over}} [options]
 */
export function expectedLoss(sweep, { over = "skew" } = {}) {
  if (!bothClasses(sweep)) return NaN;
  const [perPositive, perNegative] = errorPrices(sweep, over);
  let [tp, fp, missed, flagged] = [0, 0, 0, 0];
  sweep.truePositives.forEach((nextTp, k) => {
    const nextFp = sweep.falsePositives[k];
    const weight = nextTp - tp + nextFp - fp;
    missed += weight * (sweep.positives - (tp + nextTp) / 2);
    flagged += (weight * (fp + nextFp)) / 2;
    [tp, fp] = [nextTp, nextFp];
  });
  // The default classifier predicts all or none positive, each half of the time.
  missed += sweep.positives / 2;
  flagged += sweep.negatives / 2;
  return (perPositive * missed + perNegative * flagged) / (2 * (sweep.positives + sweep.negatives + 1));
}

/** Twice the area under what is decided correctly, over the share decided. @param {ConfidenceSweep} sweep */
export function lxcim(sweep) {
  return bounded((2 * area(sweep.coverage, sweep.correct)) / (sweep.total * sweep.total));
}

/** Mean over decisions of the share that is correct down to each. @param {ConfidenceSweep} sweep */
export function audrcSum(sweep) {
  let sum = 0;
  sweep.coverage.forEach((v, k) => {
    sum += (v - (sweep.coverage[k - 1] ?? 0)) * (sweep.correct[k] / v);
  });
  return bounded(sum / sweep.total);
}

/** Mean over decision rates of the share that is correct. @param {ConfidenceSweep} sweep */
export function audrcIntegral({ coverage, correct, total }) {
  let sum = correct[correct.length - 1];
  for (let k = 1; k < coverage.length; k += 1) {
    const step = coverage[k] - coverage[k - 1];
    const offset = correct[k - 1] - ((correct[k] - correct[k - 1]) / step) * coverage[k - 1];
    sum += offset * Math.log1p(step / coverage[k - 1]);
  }
  return bounded(sum / total);
}

/**
 * B and precision at every distinct score of some weight as the threshold, and the place of r_b among them.
 * @param {Sweep} sweep
 */
export function indistinguishability(sweep) {
  /** @type {{thresholds: number[], winRate: number[], precision: number[], place: number}} */
  const curves = { thresholds: [], winRate: [], precision: [], place: -1 };
  let [tp, fp, wins] = [0, 0, 0];
  sweep.truePositives.forEach((nextTp, k) => {
    const nextFp = sweep.falsePositives[k];
    if (nextTp === tp && nextFp === fp) return; // without weight it cannot be drawn
    curves.thresholds.push(sweep.thresholds[k]);
    wins += (nextFp - fp) * ((tp + nextTp) / 2);
    [tp, fp] = [nextTp, nextFp];
    curves.winRate.push(((tp * tp) / 2 + wins) / (sweep.positives * (tp + fp)));
    curves.precision.push(tp / (tp + fp));
  });
  // The lowest threshold at which B is at most 1/2, if B ever passes 1/2.
  const slack = 1e-13;
  if (bothClasses(sweep) && curves.winRate[curves.winRate.length - 1] >= 0.5 - slack)
    curves.place = curves.winRate.findLastIndex((rate) => rate <= 0.5 + slack);
  return curves;
}

/** C(r_b), the precision at r_b. @param {Sweep} sweep */
export function precisionAtIndistinguishability(sweep) {
  const { precision, place } = indistinguishability(sweep);
  return place < 0 ? NaN : precision[place];
}

/** Metrics of the four outcomes. @type {Record<string, (cells: Outcomes) => number>} */
export const outcomes = {
  accuracy: ([tn, fp, fn, tp]) => (tp + tn) / (tp + fp + fn + tn),
  recall: ([_tn, _fp, fn, tp]) => tp / (tp + fn),
  specificity: ([tn, fp]) => tn / (tn + fp),
  precision: ([_tn, fp, _fn, tp]) => tp / (tp + fp),
  balanced_accuracy: (c) => (outcomes.recall(c) + outcomes.specificity(c)) / 2,
  youden_index: (c) => outcomes.recall(c) + outcomes.specificity(c) - 1,
  f1_score: ([_tn, fp, fn, tp]) => (2 * tp) / (2 * tp + fp + fn),
  jaccard_index: ([_tn, fp, fn, tp]) => tp / (tp + fp + fn),
  cohen_kappa: ([tn, fp, fn, tp]) => (2 * (tp * tn - fp * fn)) / ((tp + fp) * (fp + tn) + (tp + fn) * (fn + tn)),
  matthews_correlation: ([tn, fp, fn, tp]) =>
    (tp * tn - fp * fn) / Math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)),
};

/** The ranking score R_{a,b} of the four outcomes. @type {(cells: Outcomes, a: number, b: number) => number} */
export function rankingScore([tn, fp, fn, tp], a, b) {
  const right = (1 - a) * tn + a * tp;
  return right / (right + (1 - b) * fp + b * fn);
}

/**
 * The line of the ROC square on which a ranking score has a value: where ofX x + ofY y + rest = 0.
 * @type {(value: number, a: number, b: number, prevalence: number) => [ofX: number, ofY: number, rest: number]}
 */
export function scoreLevel(value, a, b, prevalence) {
  // (1 - R) {(1-a)(1-p)(1-x) + a p y} = R {(1-b)(1-p) x + b p (1-y)} is linear in x and y.
  const [p, n] = [prevalence, 1 - prevalence];
  return [
    -(1 - value) * (1 - a) * n - value * (1 - b) * n,
    (1 - value) * a * p + value * b * p,
    (1 - value) * (1 - a) * n - value * b * p,
  ];
}

/** The loss of four outcomes at a skew. @type {(cells: Outcomes, skew: number) => number} */
export const lossAt = ([tn, fp, fn, tp], skew) => ((1 - skew) * fn) / (fn + tp) + (skew * fp) / (fp + tn);

/**
 * The threshold at which a function of the four outcomes is largest: number of distinct scores above it, and the value.
 * @param {Sweep} sweep
 * @param {(cells: Outcomes) => number} worth
 */
export function bestThreshold({ thresholds, truePositives, falsePositives, positives, negatives }, worth) {
  let best = { flagged: 0, value: NaN };
  for (let k = 0; k <= thresholds.length; k += 1) {
    const [tp, fp] = [truePositives[k - 1] ?? 0, falsePositives[k - 1] ?? 0];
    const value = worth([negatives - fp, fp, positives - tp, tp]);
    if (value > best.value || (Number.isNaN(best.value) && Number.isFinite(value))) best = { flagged: k, value };
  }
  return best;
}

/**
 * Index of the lowest confidence decided if this much weight is decided.
 * @type {(sweep: ConfidenceSweep, decided: number) => number}
 */
export const downTo = ({ coverage }, decided) => {
  const k = coverage.findIndex((covered) => covered >= decided * (1 - 1e-12));
  return k < 0 ? coverage.length - 1 : k;
};

/**
 * Weight decided correctly if this much is decided, the most confident first; ties count in proportion.
 * @param {ConfidenceSweep} sweep
 * @param {number} decided
 */
export function rightAt(sweep, decided) {
  const k = downTo(sweep, decided);
  const [from, right] = [sweep.coverage[k - 1] ?? 0, sweep.correct[k - 1] ?? 0];
  return right + ((decided - from) / (sweep.coverage[k] - from)) * (sweep.correct[k] - right);
}

/** Mean squared difference of scores that are probabilities and the labels. @param {Sweep} sweep */
export function brierScore({ thresholds, truePositives, falsePositives, positives, negatives }) {
  let sum = 0;
  thresholds.forEach((p, k) => {
    sum += (truePositives[k] - (truePositives[k - 1] ?? 0)) * (1 - p) ** 2;
    sum += (falsePositives[k] - (falsePositives[k - 1] ?? 0)) * p ** 2;
  });
  return sum / (positives + negatives);
}

/** Mean negative logarithm of the probability that scores give to the true label. @param {Sweep} sweep */
export function logLoss({ thresholds, truePositives, falsePositives, positives, negatives }) {
  let sum = 0;
  thresholds.forEach((p, k) => {
    const up = truePositives[k] - (truePositives[k - 1] ?? 0);
    const down = falsePositives[k] - (falsePositives[k - 1] ?? 0);
    if (up > 0) sum -= up * Math.log(p);
    if (down > 0) sum -= down * Math.log(1 - p);
  });
  return sum / (positives + negatives);
}
