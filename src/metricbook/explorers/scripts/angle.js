/* The angle between two metrics: how often they prefer different ones of two models. */
import { el, set, shown } from "./dom.js";
import { define } from "./explorer.js";
import { Plot, figure } from "./plot.js";
import { normalDensity, normalQuantile, normalShare } from "./special.js";
import { randoms } from "./uncertain.js";

/** @import { ScoreExplorer } from "./explorer.js" */
/**
 * Two metrics; the AUROC of both models, the prevalence, and the correlation of their noise; by how many standard
 * errors of AUROC A is ahead; and whether test sets are drawn: then 1.
 * @typedef {Record<"auroc" | "prevalence" | "correlation" | "lead" | "drawn", number>} Setting
 * @typedef {{first: string, second: string} & Setting} State
 */
/** The correlation of two metrics, by how many standard errors A is ahead, their angle, and how often they disagree. */
/** @typedef {Record<"correlation" | "first" | "second" | "degrees" | "share", number>} Angle */
/** Mean products of influences, and their coefficients by class and metric. */
/** @typedef {{products: number[][], coefficients: Float64Array[][]}} Series */

/** @type {Record<string, string>} */
const NAMES = {
  auroc: "AUROC",
  average_precision: "average precision",
  h_measure: "H measure",
  brier: "Brier score",
  lxcim: "LxCIM",
  accuracy: "accuracy",
  f1_score: "F1",
};
const METRICS = Object.keys(NAMES);
/** How far the noise is followed, steps on either side of the threshold, and the highest polynomial. */
const [REACH, STEPS, TERMS] = [8.5, 200, 60];
/** Test sets that are drawn, and the seed of their normal numbers. */
const [TEST_SETS, SEED] = [200, 1];

/** Simpson's rule: places and weights. @type {(low: number, high: number, steps: number) => [number[], number[]]} */
function rule(low, high, steps) {
  const step = (high - low) / steps;
  const places = Array.from({ length: steps + 1 }, (_, k) => low + k * step);
  return [places, places.map((_, k) => (step / 3) * (k % steps ? (k % 2 ? 4 : 2) : 1))];
}

/**
 * The integral of f up to each place x of the rules below and above the threshold.
 * @type {(f: number[], x: number[]) => number[]}
 */
function upTo(f, x) {
  const found = [0];
  for (const begin of [0, STEPS + 1]) {
    found[begin] = found[begin - 1] ?? 0;
    for (let k = begin + 2; k <= begin + STEPS; k += 2) {
      const [a, b, c, step] = [f[k - 2], f[k - 1], f[k], x[k - 1] - x[k - 2]];
      found[k - 1] = found[k - 2] + (step / 12) * (5 * a + 8 * b - c);
      found[k] = found[k - 2] + (step / 3) * (a + 4 * b + c);
    }
  }
  return found;
}

/** The last series that was computed. @type {{key: string, series: Series}} */
let last = { key: "", series: { products: [], coefficients: [] } };

/**
 * The metrics' influences at places x of normal scores, but for a factor, and for a constant of each class.
 *
 * Noise is e, and x = e + d for a positive; the score is the log-odds of x, decided at 0. The correlation of two
 * models' noise enters by Mehler's formula, a sum over Hermite's polynomials.
 * @param {Setting} setting
 */
function seriesOf({ auroc, prevalence: p }) {
  const key = `${auroc},${p}`;
  if (last.key === key) return last.series;
  const d = Math.SQRT2 * normalQuantile(auroc);
  const logit = Math.log(p / (1 - p));
  const threshold = d / 2 - logit / d;
  const parts = [rule(-REACH, threshold, STEPS), rule(threshold, REACH + d, STEPS)];
  const [x, weights] = [0, 1].map((k) => parts.flatMap((part) => part[k]));
  const higher = x.map((v) => p * normalShare(d - v));
  const all = x.map((v, k) => higher[k] + (1 - p) * normalShare(-v));
  const precision = all.map((share, k) => higher[k] / share);
  const density = x.map((v, k) => normalDensity(v - d) / all[k]);
  const ofOwn = upTo(density, x);
  const ofOthers = upTo(
    density.map((f, k) => f * precision[k]),
    x,
  );
  const far = x.map((v) => Math.abs(v - threshold));
  const surely = far.map((v) => p * normalShare(d - threshold - v) + (1 - p) * normalShare(threshold - v));
  const wrong = far.map((v) => p * normalShare(threshold - v - d) + (1 - p) * normalShare(-threshold - v));
  const f1 = (2 * higher[STEPS]) / (all[STEPS] + p);
  const products = METRICS.map(() => METRICS.map(() => 0));
  const roots = Array.from({ length: TERMS + 2 }, (_, j) => Math.sqrt(j));
  const coefficients = [0, 1].map((label) => {
    const share = label ? p : 1 - p;
    const weight = x.map((v, k) => weights[k] * normalDensity(v - label * d));
    const rows = x.map((v, k) => {
      const isFlagged = k > STEPS;
      const isRight = isFlagged === (label === 1);
      const missing = Math.abs(label - 1 / (1 + Math.exp((d * d) / 2 - d * v - logit)));
      return [
        label ? normalShare(v) / p : normalShare(d - v) / (1 - p),
        label * (precision[k] / p + ofOwn[k]) - ofOthers[k],
        missing ** 4 / 4 - missing ** 3 / 3,
        -(missing ** 2),
        (isRight ? 1 - surely[k] - wrong[k] : 0) + surely[k],
        isRight ? 1 : 0,
        isFlagged ? 2 * label - f1 : 0,
      ];
    });
    const means = METRICS.map((_, i) => rows.reduce((sum, row, k) => sum + row[i] * weight[k], 0));
    const found = METRICS.map(() => new Float64Array(TERMS + 1));
    const polynomials = new Float64Array(TERMS + 2);
    rows.forEach((row, k) => {
      const noise = x[k] - label * d;
      polynomials.set([1, noise]);
      for (let j = 1; j <= TERMS; j += 1)
        polynomials[j + 1] = (noise * polynomials[j] - roots[j] * polynomials[j - 1]) / roots[j + 1];
      const apart = row.map((value, i) => value - means[i]); // the class's mean goes out where models are compared
      apart.forEach((value, i) => {
        const part = share * weight[k] * value;
        for (let j = 0; j <= TERMS; j += 1) found[i][j] += part * polynomials[j];
        apart.forEach((other, j) => (products[i][j] += part * other));
      });
    });
    return found.map((row) => row.map((value) => value / Math.sqrt(share)));
  });
  last = { key, series: { products, coefficients } };
  return last.series;
}

/**
 * How often two normal variables of variance 1 and these means have opposite signs, by Plackett's integral.
 * @type {(correlation: number, first: number, second: number) => number}
 */
function opposite(correlation, first, second) {
  if (correlation === 1) return Math.abs(normalShare(first) - normalShare(second));
  // Places are dense at the end, where the integrand of almost equal metrics is steep.
  const [[places, weights], end] = [rule(0, 1, 4000), Math.asin(correlation)];
  const squares = (first * first + second * second) / 2;
  const both = places.reduce((sum, v, k) => {
    const t = end * (1 - v * v);
    return sum + 2 * end * v * weights[k] * Math.exp((first * second * Math.sin(t) - squares) / Math.cos(t) ** 2);
  }, 0);
  const [one, other] = [normalShare(first), normalShare(second)];
  return one + other - 2 * one * other - both / Math.PI;
}

/** The angle of two metrics in a setting. @type {(setting: Setting, one: string, other: string) => Angle} */
export function angleOf(setting, one, other) {
  const { products, coefficients } = seriesOf(setting);
  /** @type {(i: number, j: number) => number} */
  const covariance = (i, j) =>
    coefficients.reduce(
      (rest, found) => rest - found[i].reduce((sum, c, k) => sum + setting.correlation ** k * c * found[j][k], 0),
      products[i][j],
    );
  const [i, j] = [METRICS.indexOf(one), METRICS.indexOf(other)];
  // What a metric gains if A's positives score a little higher is the first coefficient of theirs.
  /** @param {number} k */
  const gain = (k) => coefficients[1][k][1] / Math.sqrt(covariance(k, k));
  const found = covariance(i, j) / Math.sqrt(covariance(i, i) * covariance(j, j));
  const correlation = found > 1 - 1e-12 ? 1 : found;
  const [first, second] = [i, j].map((k) => (setting.lead * gain(k)) / gain(0));
  const degrees = (Math.acos(correlation) * 180) / Math.PI;
  return { correlation, first, second, degrees, share: opposite(correlation, first, second) };
}

/** Normal numbers, two for each test set. @type {[number, number][]} */
const noise = [];
{
  const next = randoms(SEED);
  const share = () => (next() + 0.5) / 2 ** 32;
  while (noise.length < TEST_SETS) {
    const length = Math.sqrt(-2 * Math.log(share()));
    const turn = 2 * Math.PI * share();
    noise.push([length * Math.cos(turn), length * Math.sin(turn)]);
  }
}

/** The differences of A and B in each test set, by both metrics. @param {Angle} angle @returns {[number, number][]} */
export function pointsOf({ correlation, first, second }) {
  const across = Math.sqrt(1 - correlation ** 2);
  return noise.map(([one, other]) => [first + one, second + correlation * one + across * other]);
}

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  /** @type {(title: string, height: number, ticks?: number[]) => Plot} */
  const plotOf = (title, height, ticks) => {
    const axis = { label: "", from: -4, to: 4, ticks };
    return new Plot({ title, width: 300, height, x: axis, y: axis });
  };
  const cloud = plotOf("Test sets by both metrics", explorer.wide < 480 ? 200 : 220);
  const circle = plotOf("The two metrics as directions", 290, []); // as wide as high between the axes
  const quadrants = [0, 1].map(() => cloud.mark("rect", { class: "x-undecided" }));
  const sectors = [0, 1].map(() => circle.mark("path", { class: "x-undecided" }));
  const corners = ["end", "start"].map((anchor) => cloud.words({ "text-anchor": anchor }));
  const [ofCloud, ofCircle] = [cloud, circle].map((plot) => plot.mark("g"));
  const arrows = ["x-curve", "x-second"].map((name) => circle.mark("path", { class: name }));
  const names = [0, 1, 2].map(() => circle.words({ "text-anchor": "middle" }));
  const press = explorer.button(`Draw ${TEST_SETS} test sets`, () => explorer.change({ drawn: 1 }));
  set(press, { "data-hand": "drawn" });
  explorer.follow(press, ({ drawn }) => set(press, { disabled: drawn === 1 }));

  /** A point so far from the middle, in this direction. @type {(far: number, way: number) => number[]} */
  const point = (far, way) => [far * Math.cos(way), far * Math.sin(way)];
  /** @param {number[][]} points */
  const through = (points) => {
    const [xs, ys] = [0, 1].map((axis) => points.map((each) => each[axis]));
    return circle.outline(xs, ys);
  };
  /**
   * Test sets, as squares where the metrics disagree.
   * @type {(plot: Plot, at: number[][], apart: boolean[]) => Element[]}
   */
  const marked = (plot, at, apart) =>
    at.map(([x, y], k) => {
      const [cx, cy] = [plot.px(x), plot.py(y)];
      return apart[k]
        ? el("rect", { x: cx - 2.2, y: cy - 2.2, width: 4.4, height: 4.4, class: "x-point" })
        : el("circle", { cx, cy, r: 1.8, class: "x-ink" });
    });

  /** The directions, and the sectors in which they differ in sign. @type {(turn: number, most: number) => void} */
  function drawDirections(turn, most) {
    sectors.forEach((path, k) => {
      const arc = Array.from({ length: 61 }, (_, i) => point(most, Math.PI * (k - 0.5) + (turn * i) / 60));
      set(path, { d: `${through([[0, 0], ...arc])}Z` });
    });
    [0, turn].forEach((way, k) => {
      const [tip, left, right] = [0, -0.05, 0.05].map((by) => point((by ? 0.87 : 0.94) * most, way + by));
      set(arrows[k], { d: through([[0, 0], tip, left, tip, right]) });
    });
  }

  /** @param {State} state */
  function draw(state) {
    explorer.controls(state);
    const [one, other] = [NAMES[state.first], NAMES[state.second]];
    const angle = angleOf(state, state.first, state.second);
    const turn = (angle.degrees / 180) * Math.PI;
    const at = pointsOf(angle);
    const apart = at.map(([x, y]) => x * y < 0);
    // The same points where both metrics are directions: the first to the right, the second a turn away.
    const aside = turn ? (angle.second - angle.correlation * angle.first) / Math.sin(turn) : 0;
    const turned = noise.map(([x, y]) => [angle.first + x, aside + y]);
    const most = Math.max(4, Math.ceil(Math.max(...[...at, ...turned].flat().map(Math.abs))));
    const ends = { from: -most, to: most };
    cloud.frame({ x: { ...ends, label: `A ahead by ${one}, standard errors` }, y: { ...ends, label: `by ${other}` } });
    circle.frame({ x: ends, y: ends });
    const [x, y] = [cloud.px(0), cloud.py(0)];
    const [width, height] = [cloud.px(most) - x, cloud.py(-most) - y];
    set(quadrants[0], { x, y, width, height });
    set(quadrants[1], { x: x - width, y: y - height, width, height });
    corners[0]("both prefer A", 0.97 * most, 0.86 * most);
    corners[1]("both prefer B", -0.97 * most, -0.94 * most);
    drawDirections(turn, most);
    const degrees = `${shown(angle.degrees, 1)}°`;
    names[0](one, 0.6 * most, -0.1 * most);
    const [across, up] = point(0.6 * most, turn + 0.12);
    names[1](other, across, up);
    names[2](degrees, 0.3 * most, 0.03 * most);
    ofCloud.replaceChildren(...(state.drawn ? marked(cloud, at, apart) : []));
    ofCircle.replaceChildren(...(state.drawn ? marked(circle, turned, apart) : []));
    const odds = apart.filter(Boolean).length;
    const often = `${shown(100 * angle.share, 1)}\u00a0%`;
    const models = state.lead
      ? `A is ahead by ${shown(angle.first, 1)} standard errors of ${one} and ${shown(angle.second, 1)} of ${other}.`
      : "The models are equally good.";
    return {
      values: { ...angle, degrees, odds, often, drawn: state.drawn },
      sentence:
        `${models} The metrics are ${degrees} apart and disagree in ${often} of large test sets` +
        `${state.drawn ? `, and in ${odds} of the ${TEST_SETS} drawn` : ""}.`,
      table: () => ({
        head: ["metric", `degrees from ${one}`, `%, disagrees with ${one}`],
        rows: METRICS.map((metric) => {
          const each = angleOf(state, state.first, metric);
          return [NAMES[metric], ...[each.degrees, 100 * each.share].map((value) => Number(value.toPrecision(4)))];
        }),
      }),
    };
  }

  return {
    hands: [
      el("p", {}, press),
      el(
        "div",
        { class: "x-sliders" },
        explorer.slider("prevalence", { label: "prevalence" }),
        explorer.slider("lead", { label: "lead of A" }),
      ),
    ],
    asked: [figure("A test set is a point; in grey the metrics prefer different models", cloud, "x-half")],
    seen: [figure("The same points, turned: each metric is a direction", circle, "x-half")],
    more: [
      el(
        "div",
        { class: "x-sliders" },
        explorer.choice("first", { label: "first metric", options: NAMES }),
        explorer.choice("second", { label: "second metric", options: NAMES }),
        explorer.slider("auroc", { label: "AUROC of both models" }),
        explorer.slider("correlation", { label: "correlation of their noise" }),
      ),
    ],
    draw,
  };
}

define("metric-angle", {
  title: "The angle between two metrics",
  state: {
    first: "auroc",
    second: "average_precision",
    auroc: 0.8,
    prevalence: 0.5,
    correlation: 0.7,
    lead: 0,
    drawn: 0,
  },
  allowed: {
    first: METRICS,
    second: METRICS,
    auroc: [0.7, 0.95, 0.01],
    prevalence: [0.1, 0.9, 0.05],
    correlation: [0, 0.9, 0.05],
    lead: [0, 4, 0.1],
    drawn: [0, 1, 1],
  },
  challenges: [
    {
      ask:
        "Two models are equally good on many cases, half of them positive. " +
        "In how many test sets does average precision prefer another model than AUROC?",
      options: ["In about 1 of 100.", "In about 20 of 100.", "In about 50 of 100: each tosses a coin."],
      answer: 1,
      move: "press the button, and see how many points are squares.",
      hand: "drawn",
      made: ({ drawn }) => drawn === 1,
      told: ({ odds, often, degrees }) => [
        `In ${odds} of these ${TEST_SETS}, and in ${often} of all. A metric is a direction, and prefers A if the `,
        `point is on its side. These two are ${degrees} apart, and points lie evenly all around: the metrics disagree `,
        `in two sectors of ${degrees}, `,
        ["out of a full turn", "angle-of-metrics"],
        ".",
      ],
    },
    {
      ask: "Now one case in ten is positive. The models are as good as before. How often do the two metrics disagree?",
      options: ["As often as before.", "More often.", "Less often."],
      answer: 1,
      from: { drawn: 1 },
      move: "bring the prevalence down to 0.1.",
      hand: "prevalence",
      made: ({ prevalence }) => prevalence < 0.11,
      told: (now, first) => [
        `In ${now.often} of test sets; with even classes it was ${first.often}. Average precision looks at the top `,
        `of the list, where now few cases are: the metrics are ${now.degrees} apart, no longer ${first.degrees}.`,
      ],
    },
    {
      ask: "Now A is truly better: by two standard errors of AUROC. How often do the two metrics disagree?",
      options: ["As often as before: the angle is the same.", "About one time in 20.", "Never: both see it."],
      answer: 1,
      from: { drawn: 1, prevalence: 0.1 },
      move: "bring the lead of A to 2.",
      hand: "lead",
      made: ({ lead }) => Math.abs(lead - 2) < 0.05,
      told: (now, first) => [
        `In ${now.often} of test sets; it was ${first.often}. The angle is the same, but the points have moved to `,
        `where both metrics prefer A: by 2 standard errors of AUROC and ${shown(now.second, 1)} of average precision. `,
        "Metrics disagree often about models that are close.",
      ],
    },
  ],
  build,
});
