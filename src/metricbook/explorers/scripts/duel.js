/* Where two metrics disagree: of all rankings of a few cases, the pair that they put in opposite order most clearly. */
import { brief, el, say, set, shown } from "./dom.js";
import { Meters, define } from "./explorer.js";
import { Plot, figure } from "./plot.js";
import { metricsOf } from "./strip.js";

/** @import { ScoreExplorer } from "./explorer.js" */
/**
 * Two metrics, the size of the rankings, and whether the pair that they judge most differently is asked for: then 1.
 * @typedef {{first: string, second: string, positives: number, negatives: number, found: number}} State
 */
/** A ranking, with its metrics. @typedef {{text: string} & Record<string, any>} Ranking */

/** @type {Record<string, string>} */
const NAMES = {
  auroc: "AUROC",
  average_precision: "average precision",
  h_measure: "H measure",
  c_rb: "C(r_b)",
  lxcim: "LxCIM",
  audrc: "AUDRC",
};

/**
 * All rankings of these numbers of positives and negatives, as strings.
 * @type {(positives: number, negatives: number) => string[]}
 */
export function rankings(positives, negatives) {
  if (!positives) return ["0".repeat(negatives)];
  if (!negatives) return ["1".repeat(positives)];
  return [
    ...rankings(positives - 1, negatives).map((rest) => `1${rest}`),
    ...rankings(positives, negatives - 1).map((rest) => `0${rest}`),
  ];
}

/** Smallest difference of two values that is not rounding. */
const ROUNDING = 1e-9;

/**
 * The pair of rankings that two metrics order most clearly in opposite ways, and the share of such pairs.
 *
 * Of all pairs in opposite order, the first whose smaller gap is the largest; null if there is none.
 * @param {Ranking[]} values
 * @param {string} first
 * @param {string} second
 * @returns {{pair: Ranking[] | null, share: number}}
 */
export function duel(values, first, second) {
  const known = values.filter((value) => Number.isFinite(value[first]) && Number.isFinite(value[second]));
  /** @type {{gap: number, pair: Ranking[] | null}} */
  let best = { gap: 0, pair: null };
  let [opposite, pairs] = [0, 0];
  for (let i = 0; i < known.length; i += 1)
    for (let j = i + 1; j < known.length; j += 1) {
      const one = known[i][first] - known[j][first];
      const other = known[i][second] - known[j][second];
      pairs += 1;
      const gap = Math.min(Math.abs(one), Math.abs(other));
      if (one > 0 === other > 0 || gap <= ROUNDING) continue;
      opposite += 1;
      if (gap > best.gap + ROUNDING) best = { gap, pair: one > 0 ? [known[i], known[j]] : [known[j], known[i]] };
    }
  return { pair: best.pair, share: opposite / pairs };
}

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  /** Rankings by size. @type {Map<string, Ranking[]>} */
  const listed = new Map();
  /** Pairs by size and metrics. @type {Map<string, ReturnType<typeof duel>>} */
  const duels = new Map();
  const roc = new Plot({
    title: "ROC curves of the two rankings",
    width: 300,
    height: explorer.wide < 480 ? 200 : 260,
    x: { label: "false positive rate", from: 0, to: 1, ticks: [0, 0.5, 1] },
    y: { label: "true positive rate", from: 0, to: 1, ticks: [0, 0.5, 1] },
  });
  const curves = ["x-curve", "x-second"].map((name) => roc.mark("path", { class: name }));
  const strips = ["A", "B"].map((name) => {
    const cases = el("span", { class: "x-strip", role: "img" });
    return { name, cases, node: el("p", { class: "x-control" }, el("strong", {}, name), cases) };
  });
  const judged = el("table", { class: "x-judged" });
  const pair = el("div", { class: "x-pair" }, ...strips.map(({ node }) => node), judged);
  const [sample, caption] = [el("span", { class: "x-strip", role: "img" }), el("figcaption")];
  const example = el("figure", { class: "x-wide x-pair" }, caption, sample);
  const drawing = figure("ROC curves: A solid, B dashed", roc);
  const meters = ["A", "B"].map(
    (name) => new Meters(NAMES, { caption: `Metrics of ${name}${name === "B" ? "; change against A" : ""}` }),
  );
  const find = explorer.button("Find the pair they judge most differently", () => explorer.change({ found: 1 }));
  set(find, { "data-hand": "find" });

  /** Show a ranking as a strip. @type {(strip: Element, name: string, text: string) => void} */
  function drawStrip(strip, name, text) {
    const marks = [...text].map((mark) => mark === "1");
    strip.replaceChildren(
      ...marks.map((plus) => el("span", { class: `x-case ${plus ? "x-plus" : "x-minus"}` }, plus ? "+" : "−")),
    );
    const words = marks.map((plus) => (plus ? "plus" : "minus")).join(" ");
    set(strip, { "aria-label": `${name}, highest score first: ${words}` });
  }

  /** Show one of the two rankings. @type {(text: string, k: number, state: State) => void} */
  function drawRanking(text, k, { positives, negatives }) {
    const { cases, name } = strips[k];
    drawStrip(cases, name, text);
    const [x, y] = [[0], [0]];
    for (const mark of text) {
      const plus = mark === "1";
      x.push(x[x.length - 1] + (plus ? 0 : 1 / negatives));
      y.push(y[y.length - 1] + (plus ? 1 / positives : 0));
    }
    set(curves[k], { d: roc.outline(x, y) });
  }

  /** What the two metrics say of A and B; the better is marked. @type {(both: Ranking[], metrics: string[]) => void} */
  function drawJudged(both, metrics) {
    const head = el("tr", {}, el("td", {}), el("th", { scope: "col" }, "A"), el("th", { scope: "col" }, "B"));
    const rows = metrics.map((metric) => {
      const values = both.map((each) => each[metric]);
      const cells = values.map((value, k) =>
        el("td", {}, value > values[1 - k] + ROUNDING ? el("strong", {}, `${shown(value)} ◂`) : shown(value)),
      );
      return el("tr", {}, el("th", { scope: "row" }, NAMES[metric]), cells);
    });
    judged.replaceChildren(el("caption", {}, "The better of the two: ◂"), el("tbody", {}, head, rows));
  }

  /** @param {State} state */
  function draw(state) {
    explorer.controls(state);
    const { first, second, positives, negatives } = state;
    const size = `${positives},${negatives}`;
    /** @type {Ranking[]} */
    const all = listed.get(size) ?? rankings(positives, negatives).map((text) => ({ text, ...metricsOf(text) }));
    listed.set(size, all);
    const key = [size, first, second].join();
    const found = duels.get(key) ?? duel(all, first, second);
    duels.set(key, found);
    const { pair: apart, share } = found;
    const isShown = Boolean(apart) && state.found === 1;
    for (const node of [pair, drawing]) node.hidden = !isShown;
    example.hidden = isShown && explorer.loop.phase !== "asked";
    say(caption, `One of the ${brief(all.length)} rankings, highest score first`);
    drawStrip(sample, "A ranking", all[Math.floor(all.length / 3)].text);
    const both = apart ?? [all[0], all[0]];
    both.forEach((values, k) => {
      drawRanking(values.text, k, state);
      meters[k].show(values, k ? both[0] : null);
    });
    drawJudged(both, [first, second]);
    const [one, other, count] = [NAMES[first], NAMES[second], brief(all.length)];
    const sentence = apart
      ? `${one} prefers A, ${other} prefers B. Of all pairs of the ${count} rankings the two put ` +
        `${shown(100 * share, 1)}\u00a0% in opposite order; no pair is further apart than this one.`
      : `Of the ${count} rankings of these sizes ${one} and ${other} put no pair in opposite order.`;
    return {
      values: {
        rate: share,
        share: share ? `${shown(100 * share, 1)}\u00a0%` : "none",
        pairs: ((all.length * (all.length - 1)) / 2).toLocaleString("en"),
        both,
      },
      sentence: isShown || !apart ? sentence : `${one} and ${other} are to judge all pairs of the ${count} rankings.`,
      table: () => ({
        head: ["metric", "A", "B"],
        rows: Object.entries(NAMES).map(([name, text]) => [
          text,
          ...both.map((values) => Number(values[name].toPrecision(4))),
        ]),
      }),
    };
  }

  return {
    hands: [
      el(
        "div",
        { class: "x-sliders" },
        explorer.choice("first", { label: "first metric", options: NAMES }),
        explorer.choice("second", { label: "second metric", options: NAMES }),
      ),
      el("p", {}, find),
    ],
    asked: [example],
    seen: [pair, drawing],
    more: [
      el(
        "div",
        { class: "x-sliders" },
        explorer.slider("positives", { label: "positives" }),
        explorer.slider("negatives", { label: "negatives" }),
      ),
      el(
        "div",
        { class: "x-tables x-grid" },
        meters.map(({ node }) => node),
      ),
    ],
    draw,
  };
}

define("metric-duel", {
  title: "Where two metrics disagree",
  state: { first: "auroc", second: "average_precision", positives: 5, negatives: 5, found: 0 },
  allowed: {
    first: Object.keys(NAMES),
    second: Object.keys(NAMES),
    positives: [1, 6, 1],
    negatives: [1, 6, 1],
    found: [0, 1, 1],
  },
  challenges: [
    {
      ask:
        "There are 252 rankings of five positives and five negatives. " +
        "In how many of all pairs do AUROC and average precision name different winners?",
      options: [
        "They do so in fewer than 2 of 100.",
        "They do so in about 10 of 100.",
        "They do so in about 50 of 100.",
      ],
      answer: 1,
      move: "press the button, and see the pair on which they differ most.",
      hand: "find",
      made: ({ found }) => found === 1,
      told: ({ share, pairs, both: [a, b] }) => [
        `In ${share} of the ${pairs} pairs. Here AUROC prefers A, by ${shown(a.auroc)} to ${shown(b.auroc)}, and `,
        `average precision B, by ${shown(b.average_precision)} to ${shown(a.average_precision)}: B is better at the `,
        "top, A further down. A curve that is nowhere below another ",
        ["cannot lose by either", "never-below"],
        ".",
      ],
    },
    {
      ask:
        "In how many pairs do AUROC and the H measure name different winners, compared with AUROC and average " +
        "precision?",
      options: ["They do so in more pairs.", "They do so in fewer pairs.", "They never do."],
      answer: 1,
      from: { found: 1 },
      move: "choose the H measure as the second metric.",
      hand: "second",
      made: ({ first, second }) => first === "auroc" && second === "h_measure",
      told: (now, first) => [
        `In ${now.share} of the pairs; with average precision it was ${first.share}. H, too, weighs the places of the `,
        "curve, but by what mistakes cost, and only on the hull.",
      ],
    },
    {
      ask:
        "LxCIM reads the same marks as right and wrong decisions, the surest first. " +
        "How often does it name another winner than AUROC?",
      options: ["It does so as often as average precision.", "It does so half as often.", "It never does."],
      answer: 2,
      from: { found: 1 },
      move: "choose LxCIM as the second metric.",
      hand: "second",
      made: ({ first, second }) => first === "auroc" && second === "lxcim",
      told: (now, first) => [
        `In ${now.share} of the ${now.pairs} pairs, against ${first.share} with average precision. Both give every `,
        "swap of two neighbours the same worth, so that on rankings of one size they agree on every order.",
      ],
    },
  ],
  build,
});
