/* Exchange of classes: a case changes its class, and its score changes sign. */
import { el, set, shown } from "./dom.js";
import { decisionMetrics, rankingMetrics } from "./bench.js";
import { Meters, define } from "./explorer.js";
import { Plot } from "./plot.js";
import { confidenceSweepOf, confusionAt, sorted, sweepOf } from "./sweep.js";

const NAMES = {
  lxcim: "LxCIM", audrc: "AUDRC", accuracy: "accuracy", auroc: "AUROC", average_precision: "average precision", h_measure: "H measure",
  f1_score: "F1", balanced_accuracy: "balanced accuracy", cohen_kappa: "Cohen's κ", matthews_correlation: "MCC",
};
const SCORES = [2.6, 2.1, -1.8, 1.5, -1.3, 1.1, 0.9, -0.7, 0.5, -0.3];
const LABELS = [1, 0, 0, 1, 1, 1, 0, 0, 1, 0];

/** The sample with the cases marked "1" exchanged. */
export const exchanged = (marks) => ({
  labels: LABELS.map((label, k) => (marks[k] === "1" ? 1 - label : label)),
  scores: SCORES.map((score, k) => (marks[k] === "1" ? -score : score)),
});

export function exchangedMetrics(marks) {
  const { labels, scores } = exchanged(marks);
  const sample = sorted(labels, scores);
  return { ...rankingMetrics(sweepOf(sample)), ...decisionMetrics(confusionAt(sample, 0), confidenceSweepOf(sample, 0)) };
}

function build(explorer) {
  const plot = new Plot({ title: "Ten cases by score and class", width: explorer.wide, height: 190, x: { label: "score (above 0: called positive)", from: -3, to: 3 }, y: { label: "", from: 0, to: 1, ticks: [] } });
  plot.mark("line", { x1: plot.px(0), x2: plot.px(0), y1: plot.py(0), y2: plot.py(1), class: "x-rule" });
  const meters = new Meters(NAMES, { caption: "Metrics; change against the sample as it was" });
  const flip = (k) => explorer.change({ marks: [...explorer.state.marks].map((mark, i) => (i === k ? String(1 - Number(mark)) : mark)).join("") });
  const cases = SCORES.map((_, k) => {
    const node = el("g", { role: "button", tabindex: 0, class: "x-handle x-flip", click: () => flip(k), keydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      flip(k);
    } });
    plot.handles.append(node);
    return node;
  });
  const first = exchangedMetrics("0".repeat(SCORES.length));

  function draw(state) {
    explorer.controls(state);
    const { labels, scores } = exchanged(state.marks);
    cases.forEach((node, k) => {
      const [x, y] = [plot.px(scores[k]), plot.py(0.92 - k * 0.09)];
      node.replaceChildren(
        el("circle", { cx: x, cy: y, r: 11, class: "x-hit" }),
        labels[k] ? el("circle", { cx: x, cy: y, r: 7, class: "x-positive" }) : el("rect", { x: x - 6.5, y: y - 6.5, width: 13, height: 13, class: "x-negative x-hollow" }),
      );
      set(node, { "aria-pressed": state.marks[k] === "1", "aria-label": `case ${k + 1}: ${labels[k] ? "positive" : "negative"}, score ${shown(scores[k], 1)}, ${scores[k] > 0 === Boolean(labels[k]) ? "right" : "wrong"}` });
    });
    const now = exchangedMetrics(state.marks);
    meters.show(now, first);
    const moved = Object.keys(NAMES).filter((name) => Math.abs(now[name] - first[name]) >= 0.0005).map((name) => NAMES[name]);
    const count = [...state.marks].filter((mark) => mark === "1").length;
    const said = `${count} of ${SCORES.length} cases exchanged. ${count ? `Moved: ${moved.join(", ") || "nothing"}.` : "Nothing has moved yet."}`;
    return { said, table: () => ({ head: ["case", "class", "score", "decision"], rows: scores.map((score, k) => [k + 1, labels[k] ? "positive" : "negative", score, score > 0 === Boolean(labels[k]) ? "right" : "wrong"]) }) };
  }

  return {
    controls: [el("p", {},
      explorer.button("Exchange all", () => explorer.change({ marks: [...explorer.state.marks].map((mark) => String(1 - Number(mark))).join("") })), " ",
      explorer.button("None", () => explorer.change({ marks: "0".repeat(SCORES.length) })))],
    views: [
      el("figure", { class: "x-wide" }, el("figcaption", {}, "Press a case to exchange it: circles are positive, squares negative"), plot.node),
      el("div", { class: "x-wide" }, meters.node),
    ],
    draw,
  };
}

define("class-exchange", {
  title: "Exchange of classes",
  state: { marks: "0".repeat(SCORES.length) },
  allowed: { marks: /^[01]{10}$/ },
  question: {
    ask: "One case changes its class, and its score its sign: it is as right as before, and as confident. Which of these metrics can change?",
    options: ["None: no decision became better or worse.", "AUROC, F1 and most others, but not accuracy and LxCIM.", "Only accuracy."],
    answer: 1,
    happened: [
      "An exchanged case is decided as rightly and as surely as before, so whatever looks at right and wrong alone stays: accuracy, LxCIM, AUDRC. Metrics that ask for the class by name move, and ",
      ["nearly all of them do", "../lxcim/invariance.html#claim-lxcim-accuracy-only-metric"],
      ". Where classes are names without meaning, such as cause and effect, ",
      ["that is a fault", "../lxcim/lxcim.html#claim-lxcim-eq18-invariance"],
      "; where positive means ill, it is the point.",
    ],
  },
  build,
});
