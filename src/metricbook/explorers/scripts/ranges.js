/* What an AUROC says of other metrics: the least and the greatest value of each, and the ROC curves that have them. */
import { el, shown } from "./dom.js";
import { define } from "./explorer.js";
import { Plot, figure } from "./plot.js";

/** @import { ScoreExplorer } from "./explorer.js" */
/** @typedef {{metric: string, auroc: number, prevalence: number}} State */
/** A point of a ROC curve: FPR and TPR. @typedef {[number, number]} Point */
/**
 * Both ends, and the curves that reach them.
 *
 * @typedef {{ low: number; high: number; lowest: Point[]; highest: Point[] }} Range
 */

/** @type {Record<string, string>} */
const NAMES = {
  average_precision: "average precision",
  best_f1_score: "best F1",
  h_measure: "H measure",
  lxcim: "LxCIM, any threshold",
  best_accuracy: "best accuracy",
  kolmogorov_smirnov: "KS",
};
const { log, max, min, sqrt } = Math;
/** Shares along a curve that is not made of straight pieces. */
const ALONG = Array.from({ length: 65 }, (_, k) => k / 64);
/** Nodes and weights of Gauss's quadrature from 0 to 1, for polynomials of degree 7. */
const GAUSS = [-0.8611363115940526, -0.33998104358485626, 0.33998104358485626, 0.8611363115940526].map((x, k) => [
  0.5 + x / 2,
  k % 3 ? 0.32607257743127305 : 0.1739274225687269,
]);

/** Where something becomes true. @type {(low: number, high: number, is: (x: number) => boolean) => number} */
function turning(low, high, is) {
  for (let k = 0; k < 100; k += 1) {
    const middle = (low + high) / 2;
    if (is(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** @type {(...points: Point[]) => Point[]} */
const curve = (...points) => [[0, 0], ...points, [1, 1]];
/** Up to TPR `start`, straight to TPR 1 at FPR `end`. @param {number} start @param {number} end */
const line = (start, end) => curve([0, start], [end, 1]);

/**
 * A curve of this area below the line that leaves out a corner.
 *
 * @type {(auroc: number, miss: number, alarm: number) => Point[]}
 */
function belowLine(auroc, miss, alarm) {
  if (1 - (miss * alarm) / 2 <= auroc + 1e-12) return line(1 - miss, alarm);
  const from = turning(0, 1, (x) => 1 - x - ((max(alarm - x, 0) / alarm) ** 2 * miss * alarm) / 2 <= auroc);
  return curve([from, 0], [from, min(1, 1 - miss * (1 - from / alarm))], [max(alarm, from), 1]);
}

/**
 * The TPR at which the curve of the least average precision turns up, and the odds times its FPR there.
 *
 * @param {number} lost
 */
function turnOf(lost) {
  if (lost >= 5 / 6) return [1, 1.5 * (lost + 0.5) - 1];
  /** @param {number} ln */
  const at = (ln) => {
    const over = Math.exp(ln) - 1;
    const q = ln > 1e-3 ? (ln * (over + 1) - over) / over ** 2 : 0.5 - over / 6 + over ** 2 / 12 - over ** 3 / 20;
    return [q / (over + q), (1 - q) / (over + q)];
  };
  return at(
    turning(0, 2 - log(lost), (ln) => {
      const [turn, last] = at(ln);
      return turn * ((2 / 3) * (turn + last) - turn / 2) + (1 - turn) * last < lost;
    }),
  );
}

/** Probability of a cost below c, and the mean of the costs there: Beta(2, 2). */
const below = (/** @type {number} */ c) => c * c * (3 - 2 * c);
const moment = (/** @type {number} */ c) => c * c * c * (2 - 1.5 * c);

/** Expected least loss of a curve with one corner. @param {number} positive @param {number} negative */
const lossOf = (positive, negative) => {
  const at = negative / (positive + negative);
  return positive * moment(at) + negative * moment(1 - at);
};

/**
 * The greatest expected least loss of a concave curve, and the curve.
 *
 * @type {(lost: number, p: number) => [number, Point[]]}
 */
function mostLoss(lost, p) {
  const q = 1 - p;
  const energy = 2 * p * q * lost;
  /** @param {number} left */
  const bending = (left) => {
    const [share, mean] = [below(left), moment(left)];
    const meets = 0.5 - mean <= q * (1 - share);
    const right = meets ? 1 : turning(q, 1, (c) => moment(c) - mean > q * (below(c) - share));
    const rate = right === 1 ? p / (0.5 - share + mean) : 1 / (below(right) - share);
    const squared = GAUSS.reduce((sum, [node, weight]) => {
      const c = left + (right - left) * node;
      const bent = c ** 3 * (1 - c / 2) - left ** 3 * (1 - left / 2) - share * (c - left);
      return sum + weight * (p * c - rate * bent) * 6 * c * (1 - c);
    }, 0);
    return { right, rate, energy: rate * (right - left) * squared };
  };
  const free = sqrt((energy * 140) / 17);
  const isFree = free <= 2 * p;
  const left = isFree ? 0 : turning(0, q, (c) => bending(c).energy >= energy);
  const { right, rate } = isFree ? { right: 1, rate: free } : bending(left);
  const points = ALONG.map((share) => {
    const c = left + (right - left) * share;
    const [above, mean] = [below(c) - below(left), moment(c) - moment(left)];
    return /** @type {Point} */ ([(rate * mean) / q, 1 - (isFree ? rate / 2 / p : 1) + (rate * (above - mean)) / p]);
  });
  return [p * moment(left) + q * moment(1 - right) + energy / rate, curve(...points)];
}

/**
 * The range of a metric beside an AUROC of at least one half, at even classes or with fewer positives.
 * @type {(metric: string, auroc: number, prevalence: number) => Range}
 */
export function rangeOf(metric, auroc, prevalence) {
  const [lost, p, q] = [1 - auroc, prevalence, 1 - prevalence];
  const odds = q / p;
  const up = curve([0, auroc], [1, auroc]);
  const right = curve([lost, 0], [lost, 1]);
  if (metric === "average_precision") {
    const [turn, last] = turnOf(odds * lost);
    const rising = ALONG.slice(1).map((share) => {
      const tpr = turn * share ** 2;
      return /** @type {Point} */ ([((turn + last) * share - tpr) / odds, tpr]);
    });
    return {
      low: ((2 / 3) * turn * turn) / (turn + last) + (1 - turn) - last * log((1 + last) / (turn + last)),
      high: 1 - odds * Math.log1p(lost / (auroc + odds)),
      lowest: curve(...rising, [last / odds, 1]),
      highest: up,
    };
  }
  if (metric === "best_f1_score") {
    const start = max(p, 1 / (1 + odds * lost + sqrt(odds * lost * (2 + odds * lost))));
    const [first, last] = [(2 * auroc) / (1 + auroc), 2 / (2 + odds * lost)];
    const lowest = belowLine(auroc, 1 - start, (1 / start - 1) / odds);
    return { low: (2 * start) / (1 + start), high: max(first, last), lowest, highest: first < last ? right : up };
  }
  if (metric === "best_accuracy") {
    const most = min(p, sqrt(2 * p * q * lost));
    return { low: 1 - most, high: 1 - p * lost, lowest: belowLine(auroc, most / p, most / q), highest: up };
  }
  if (metric === "h_measure") {
    const [most, ends] = [lossOf(p, q), [lossOf(p * lost, q), lossOf(p, q * lost)]];
    const [loss, lowest] = auroc > 0.5 ? mostLoss(lost, p) : [most, curve()];
    const high = 1 - min(...ends) / most;
    return { low: max(1 - loss / most, 0), high, lowest, highest: ends[0] > ends[1] ? right : up };
  }
  if (metric === "lxcim") {
    const low = 2 * p * q * auroc + (p * auroc) ** 2;
    return { low, high: 1 - 2 * p * q * lost - (p * lost) ** 2, lowest: up, highest: up };
  }
  const least = 1 - sqrt(2 * lost);
  return { low: least, high: auroc, lowest: line(least, 1 - least), highest: up };
}

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  const unit = { from: 0, to: 1, ticks: [0, 0.5, 1] };
  const [x, y] = [
    { label: "false positive rate", ...unit },
    { label: "true positive rate", ...unit },
  ];
  const roc = new Plot({ title: "ROC curves of both ends", width: 300, height: 250, x, y });
  const [greatest, least] = ["x-curve", "x-second"].map((name) => roc.mark("path", { class: name }));
  const all = new Plot({
    title: "Ranges of all metrics",
    width: 300,
    height: 250,
    x: { label: "from the least to the greatest value", ...unit },
    y: { label: "", from: 0, to: 6, ticks: [] },
  });
  const strips = Object.values(NAMES).map((name, k) => {
    const path = all.mark("path", { class: "x-curve" });
    return { path, words: all.words(), name, place: 5.3 - k };
  });
  const drawings = [
    figure("Curves of this AUROC: greatest solid, least dashed", roc, "x-narrow"),
    figure("What AUROC leaves open", all, "x-narrow"),
  ];

  /** @param {State} state */
  function draw(state) {
    explorer.controls(state);
    const { metric, auroc, prevalence } = state;
    const ranges = Object.keys(NAMES).map((name) => rangeOf(name, auroc, prevalence));
    const now = ranges[Object.keys(NAMES).indexOf(metric)];
    /** @type {[Element, Point[]][]} */
    const paths = [
      [greatest, now.highest],
      [least, explorer.loop.phase === "asked" ? [] : now.lowest],
    ];
    for (const [path, points] of paths) path.setAttribute("d", roc.outline(...both(points)));
    strips.forEach(({ path, words, name, place }, k) => {
      const { low, high } = ranges[k];
      path.setAttribute("d", all.outline([low, max(high, low + 0.005)], [place, place]));
      words(`${name}: ${shown(low, 2)} to ${shown(high, 2)}`, 0.02, place + 0.25);
    });
    return {
      values: { low: now.low, high: now.high, ranges },
      sentence:
        `Of many cases with AUROC ${shown(auroc, 2)} and a share ${shown(prevalence, 2)} positive, ` +
        `${NAMES[metric]} is from ${shown(now.low)} to ${shown(now.high)}.`,
      table: () => ({
        head: ["metric", "least", "greatest"],
        rows: ranges.map(({ low, high }, k) => [
          Object.values(NAMES)[k],
          ...[low, high].map((value) => Number(value.toPrecision(4))),
        ]),
      }),
    };
  }

  return {
    hands: [
      el(
        "div",
        { class: "x-sliders" },
        explorer.slider("auroc", { label: "AUROC" }),
        explorer.slider("prevalence", { label: "prevalence" }),
      ),
    ],
    asked: [drawings[0]],
    seen: [drawings[1]],
    more: [explorer.choice("metric", { label: "curves of", options: NAMES })],
    draw,
  };
}

/** The points' FPR and TPR. @param {Point[]} points @returns {[number[], number[]]} */
const both = (points) => [points.map(([fpr]) => fpr), points.map(([, tpr]) => tpr)];

define("auroc-ranges", {
  title: "One AUROC, two curves",
  state: { metric: "average_precision", auroc: 0.8, prevalence: 0.5 },
  allowed: { metric: Object.keys(NAMES), auroc: [0.5, 0.99, 0.01], prevalence: [0.01, 0.5, 0.01] },
  challenges: [
    {
      ask:
        "Two models have an AUROC of 0.8 on very many cases, of which one in a hundred is positive. " +
        "How far apart can their average precisions be?",
      options: ["By 0.1 at most.", "By about 0.3.", "By more than 0.7."],
      answer: 2,
      move: "lower the prevalence to 0.01.",
      hand: "prevalence",
      made: ({ prevalence }) => prevalence <= 0.01,
      told: ({ low, high }) => [
        `It can be ${shown(low)} and ${shown(high)}. The area is the same; but where nearly all cases are negative, `,
        "a few of them at the top leave hardly any precision. H is as open, and it is ",
        ["known why", "range-of-h"],
        ".",
      ],
    },
    {
      ask: "With one positive in a hundred, from which AUROC on is the average precision at least one half?",
      options: ["From 0.9 on.", "From 0.97 on.", "Not even from the slider's highest on."],
      answer: 2,
      from: { prevalence: 0.01 },
      move: "raise the AUROC to 0.99.",
      hand: "auroc",
      made: ({ auroc, prevalence }) => auroc >= 0.99 && prevalence <= 0.01,
      told: ({ low }, first) => [
        `Even there it need not be more than ${shown(low)}; before, ${shown(first.low)}. `,
        "A hundredth of so many negatives is as many cases as there are positives.",
      ],
    },
  ],
  build,
});
