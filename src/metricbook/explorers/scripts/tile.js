/* The Tile and the ROC square: who wins at every place, and where. */
import { clamp, el, set, shown } from "./dom.js";
import { define } from "./explorer.js";
import * as m from "./metrics.js";
import { Plot } from "./plot.js";

const LETTERS = ["A", "B", "C", "D"];
const CELLS = 20;
const UNIT = [0, 1];

/** The four outcomes, as shares, of a point of the ROC square at a prevalence. */
export const performance = (fpr, tpr, prevalence) => [
  (1 - prevalence) * (1 - fpr), (1 - prevalence) * fpr, prevalence * (1 - tpr), prevalence * tpr,
];

/** The best of some performances at a place, by number; -1 where no score is defined or two are level. */
export function winner(performances, a, b) {
  const scores = performances.map((cells) => m.rankingScore(cells, a, b));
  const best = Math.max(...scores.filter(Number.isFinite));
  const at = scores.map((score, k) => (score > best - 1e-12 ? k : -1)).filter((k) => k >= 0);
  return at.length === 1 ? at[0] : -1;
}

function build(explorer) {
  const rate = (label) => ({ label, from: 0, to: 1, ticks: [0, 0.5, 1] });
  const roc = new Plot({ title: "Four classifiers in the ROC square", width: 300, height: 290, x: rate("false positive rate"), y: rate("true positive rate") });
  const tile = new Plot({ title: "Who is best at every place of the Tile", width: 300, height: 290, x: rate("a: what a true positive is worth"), y: rate("b: what a miss costs") });
  roc.mark("path", { class: "x-guide", d: roc.outline([0, 1], [0, 1]) });
  const lines = roc.mark("path", { class: "x-second" });
  const size = [tile.px(1 / CELLS) - tile.px(0), tile.py(0) - tile.py(1 / CELLS)];
  const cells = [];
  for (let i = 0; i < CELLS; i += 1)
    for (let j = 0; j < CELLS; j += 1)
      cells.push({
        a: (i + 0.5) / CELLS, b: (j + 0.5) / CELLS,
        node: tile.mark("rect", { x: tile.px(i / CELLS), y: tile.py((j + 1) / CELLS), width: size[0] + 0.2, height: size[1] + 0.2 }),
      });
  const words = LETTERS.map(() => tile.words({ "text-anchor": "middle", class: "x-words x-big" }));
  const names = LETTERS.map(() => roc.words({ class: "x-words x-big" }));
  const to = (k, fpr, tpr) => explorer.change({ [`fpr_${LETTERS[k]}`]: Number(clamp(fpr, 0, 1).toFixed(3)), [`tpr_${LETTERS[k]}`]: Number(clamp(tpr, 0, 1).toFixed(3)) });
  const point = (k) => [explorer.state[`fpr_${LETTERS[k]}`], explorer.state[`tpr_${LETTERS[k]}`]];
  const handles = LETTERS.map((name, k) => {
    const place = roc.handle({
      name: `${name}, true positive rate; left and right change the false positive rate`, everywhere: false, vertical: true,
      move: (x, y) => to(k, x, y),
      step: (by) => to(k, point(k)[0], by === Infinity ? 1 : by === -Infinity ? 0 : point(k)[1] + by / 100),
      across: (by) => to(k, point(k)[0] + by / 100, point(k)[1]),
    });
    return place;
  });

  function draw(state) {
    explorer.controls(state);
    const points = LETTERS.map((_, k) => point(k));
    const performances = points.map(([fpr, tpr]) => performance(fpr, tpr, state.prevalence));
    points.forEach(([fpr, tpr], k) => {
      handles[k]({ x: fpr, y: tpr, now: tpr, min: 0, max: 1, text: `${LETTERS[k]}: false positive rate ${shown(fpr, 2)}, true positive rate ${shown(tpr, 2)}` });
      names[k](LETTERS[k], Math.min(fpr + 0.035, 0.95), Math.max(tpr - 0.07, 0.02));
    });
    const shares = LETTERS.map(() => ({ count: 0, a: 0, b: 0 }));
    for (const { a, b, node } of cells) {
      const best = winner(performances, a, b);
      set(node, { class: best < 0 ? "x-nobody" : `x-zone-${best}` });
      if (best < 0) continue;
      shares[best].count += 1;
      shares[best].a += a;
      shares[best].b += b;
    }
    shares.forEach(({ count, a, b }, k) => words[k](count > 6 ? LETTERS[k] : "", count ? a / count : 0, count ? b / count - 0.02 : 0));
    const chosen = performances.map((cell) => m.rankingScore(cell, state.a, state.b));
    const best = Math.max(...chosen.filter(Number.isFinite));
    set(lines, { d: roc.chord(...m.scoreLevel(best, state.a, state.b, state.prevalence)) });
    place({ x: state.a, y: state.b, now: state.b, min: 0, max: 1, text: `a ${shown(state.a, 2)}, b ${shown(state.b, 2)}` });
    const won = shares.map(({ count }, k) => `${LETTERS[k]} ${Math.round((100 * count) / cells.length)} %`).join(", ");
    const at = winner(performances, state.a, state.b);
    const said = `Of the Tile's area ${won}. At the chosen place, a = ${shown(state.a, 2)} and b = ${shown(state.b, 2)}, ${at < 0 ? "nobody is alone in front" : `${LETTERS[at]} is best`} with ${shown(best)}.`;
    return {
      said,
      table: () => ({
        head: ["classifier", "false positive rate", "true positive rate", "score at the place", "share of the Tile"],
        rows: LETTERS.map((name, k) => [name, ...points[k], Number(chosen[k].toPrecision(4)), shares[k].count / cells.length]),
      }),
    };
  }

  const put = (a, b) => explorer.change({ a: Number(clamp(a, 0, 1).toFixed(3)), b: Number(clamp(b, 0, 1).toFixed(3)) });
  const place = tile.handle({
    name: "place on the Tile, b; left and right change a", vertical: true, move: put,
    step: (by) => put(explorer.state.a, by === Infinity ? 1 : by === -Infinity ? 0 : explorer.state.b + by / 100),
    across: (by) => put(explorer.state.a + by / 100, explorer.state.b),
  });
  const named = { "": "choose a score", "0.5,0.5": "accuracy", "1,0.5": "F1", "1,0": "precision", "1,1": "recall", "0,0": "specificity", "0,1": "negative predictive value" };
  const list = el("select", { id: `${explorer.own}-score`, change: () => { if (list.value) put(...list.value.split(",").map(Number)); } },
    Object.entries(named).map(([value, text]) => el("option", { value }, text)));
  return {
    controls: [
      el("p", { class: "x-control" }, el("label", { for: list.id }, "go to"), list),
      el("div", { class: "x-sliders" }, explorer.slider("prevalence", { label: "prevalence" })),
    ],
    views: [
      el("figure", {}, el("figcaption", {}, "Move A, B, C or D. Dashed: all points as good as the best, by the chosen score"), roc.node),
      el("figure", {}, el("figcaption", {}, "Who is best where; move the place of the score"), tile.node),
    ],
    draw,
  };
}

define("tile-winners", {
  title: "Who wins where",
  state: { prevalence: 0.3, a: 0.5, b: 0.5, fpr_A: 0.05, tpr_A: 0.5, fpr_B: 0.2, tpr_B: 0.8, fpr_C: 0.45, tpr_C: 0.95, fpr_D: 0.3, tpr_D: 0.72 },
  allowed: { prevalence: [0.01, 0.99, 0.01], a: UNIT, b: UNIT, ...Object.fromEntries(LETTERS.flatMap((k) => [[`fpr_${k}`, UNIT], [`tpr_${k}`, UNIT]])) },
  question: {
    ask: "A is careful, C is bold, B stands between them, and D is beaten by B on both rates. Which of them can be best at some place of the Tile?",
    options: ["Only B, which has the best balance.", "A, B and C.", "All four."],
    answer: 1,
    happened: [
      "D has fewer hits and more false alarms than B, so that no score of the square prefers it. The three others each have a zone; the prevalence moves the borders. A score's level lines in the ROC square all pass ",
      ["through one point", "../tile/geometry.html#claim-tile-vertex-location"],
      ", and ",
      ["who is best where", "../tile/rankings.html#claim-tile-rank-zones"],
      " can be read off them.",
    ],
  },
  build,
});
