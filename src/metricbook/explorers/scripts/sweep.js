/* A scored sample sorted once, ties grouped: as in metricbook.metrics.sweep and metricbook.metrics.selective. */

/**
 * A scored sample, from the highest score down; labels are 1 for positive, 0 for negative.
 * @typedef {{labels: Uint8Array, scores: Float64Array, weights: Float64Array}} Sample
 */
/**
 * Weight of each class at or above every distinct score, from the highest down.
 * @typedef {object} Sweep
 * @property {number[]} thresholds
 * @property {number[]} truePositives
 * @property {number[]} falsePositives
 * @property {number} positives weight of all positives
 * @property {number} negatives weight of all negatives
 */
/**
 * Weight decided on, and decided correctly, at every distinct confidence, from the highest down.
 * @typedef {{confidences: number[], coverage: number[], correct: number[], total: number}} ConfidenceSweep
 */
/** Weights of the four outcomes: true negatives, false positives, false negatives, true positives.
 * @typedef {[tn: number, fp: number, fn: number, tp: number]} Outcomes
 */

/**
 * The sample from the highest score down; weights are 1 unless given.
 * @param {number[]} labels
 * @param {number[]} scores
 * @param {number[] | null} [weights]
 * @returns {Sample}
 */
export function sorted(labels, scores, weights = null) {
  const n = scores.length;
  // A list, for its sort is quick where runs are in order already, as in made-up samples.
  const order = Array.from({ length: n }, (_, k) => k).sort((i, j) => scores[j] - scores[i]);
  const sample = { labels: new Uint8Array(n), scores: new Float64Array(n), weights: new Float64Array(n).fill(1) };
  for (let k = 0; k < n; k += 1) {
    sample.labels[k] = labels[order[k]] ? 1 : 0;
    sample.scores[k] = scores[order[k]];
    if (weights) sample.weights[k] = weights[order[k]];
  }
  return sample;
}

/**
 * Weight of each class at or above every distinct score.
 * @param {Sample} sample
 * @returns {Sweep}
 */
export function sweepOf({ labels, scores, weights }) {
  const thresholds = [];
  const truePositives = [];
  const falsePositives = [];
  let tp = 0;
  let fp = 0;
  for (let k = 0; k < scores.length; k += 1) {
    if (labels[k]) tp += weights[k];
    else fp += weights[k];
    if (k + 1 < scores.length && scores[k + 1] === scores[k]) continue;
    thresholds.push(scores[k]);
    truePositives.push(tp);
    falsePositives.push(fp);
  }
  return { thresholds, truePositives, falsePositives, positives: tp, negatives: fp };
}

/**
 * The outcomes at a threshold; a score at the threshold is half predicted positive.
 * @param {Sample} sample
 * @param {number} threshold
 */
export function confusionAt({ labels, scores, weights }, threshold) {
  /** @type {Outcomes} */
  const cells = [0, 0, 0, 0];
  for (let k = 0; k < scores.length; k += 1) {
    const flagged = scores[k] > threshold ? 1 : scores[k] === threshold ? 0.5 : 0;
    cells[2 * labels[k]] += weights[k] * (1 - flagged);
    cells[2 * labels[k] + 1] += weights[k] * flagged;
  }
  return cells;
}

/**
 * Weight decided on, and decided correctly, at every distinct confidence |s - s*|.
 * @param {Sample} sample
 * @returns {ConfidenceSweep}
 */
export function confidenceSweepOf({ labels, scores, weights }, threshold = 0) {
  /** @type {number[]} */
  const confidences = [];
  /** @type {number[]} */
  const coverage = [];
  /** @type {number[]} */
  const correct = [];
  let [low, high] = [scores.length - 1, 0];
  let [covered, right, last] = [0, 0, -1];
  // From both ends of the scores inwards: a merge of two runs that are in order already.
  while (high <= low) {
    const [above, below] = [Math.abs(scores[high] - threshold), Math.abs(scores[low] - threshold)];
    const confidence = Math.max(above, below);
    const k = above >= below ? high : low;
    if (k === high) high += 1;
    else low -= 1;
    const weight = weights[k];
    covered += weight;
    if (confidence === 0) right += weight / 2;
    else if (scores[k] > threshold === (labels[k] === 1)) right += weight;
    if (last >= 0 && confidences[last] === confidence) {
      coverage[last] = covered;
      correct[last] = right;
    } else if (weight > 0) {
      last += 1;
      confidences[last] = confidence;
      coverage[last] = covered;
      correct[last] = right;
    }
  }
  return { confidences, coverage, correct, total: covered };
}
