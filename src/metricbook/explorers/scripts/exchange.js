/* Exchange of classes: a case changes its class, and its score changes sign. */
import { el, glide, set, shown } from "./dom.js";
import { decisionMetrics, rankingMetrics } from "./bench.js";
import { Meters, define } from "./explorer.js";
import { Plot, figure } from "./plot.js";
import { confidenceSweepOf, confusionAt, sorted, sweepOf } from "./sweep.js";

/** @import { ScoreExplorer } from "./explorer.js" */
/** Which of the ten cases are exchanged: "1" for each that is. @typedef {{marks: string}} State */

/** @type {Record<string, string>} */
const NAMES = {
  lxcim: "LxCIM",
  audrc: "AUDRC",
  accuracy: "accuracy",
  auroc: "AUROC",
  average_precision: "average precision",
  h_measure: "H measure",
  f1_score: "F1",
  balanced_accuracy: "balanced accuracy",
  cohen_kappa: "Cohen's κ",
  matthews_correlation: "MCC",
};
const SCORES = [2.6, 2.1, -1.8, 1.5, -1.3, 1.1, 0.9, -0.7, 0.5, -0.3];
const LABELS = [1, 0, 0, 1, 1, 1, 0, 0, 1, 0];
const NONE = "0".repeat(SCORES.length);

/** The sample with the cases marked "1" exchanged. @param {string} marks */
export const exchanged = (marks) => ({
  labels: LABELS.map((label, k) => (marks[k] === "1" ? 1 - label : label)),
  scores: SCORES.map((score, k) => (marks[k] === "1" ? -score : score)),
});

/** Metrics of the sample with the cases marked "1" exchanged. @type {(marks: string) => Record<string, number>} */
export function exchangedMetrics(marks) {
  const { labels, scores } = exchanged(marks);
  const sample = sorted(labels, scores);
  const sweep = sweepOf(sample);
  return { ...rankingMetrics(sweep), ...decisionMetrics(confusionAt(sample, 0), confidenceSweepOf(sample, 0)) };
}

/** The other mark. @param {string} mark */
const flipped = (mark) => (mark === "1" ? "0" : "1");

/** @param {ScoreExplorer<State>} explorer */
function build(explorer) {
  const plot = new Plot({
    title: "Ten cases by score and class",
    width: explorer.wide,
    height: explorer.wide < 480 ? 160 : 180,
    x: { label: "score", from: -3, to: 3 },
    y: { label: "", from: 0, to: 1, ticks: [] },
  });
  plot.mark("line", { x1: plot.px(0), x2: plot.px(0), y1: plot.py(0), y2: plot.py(1), class: "x-rule" });
  plot.words({ "text-anchor": "end" })("called negative", -0.1, 0.94);
  plot.words()("called positive", 0.1, 0.94);
  const meters = new Meters(NAMES, { caption: "Metrics; change against the sample as it was" });
  /** Exchange the cases that are chosen. @param {(k: number) => boolean} chosen */
  const exchange = (chosen) => {
    const marks = [...explorer.state.marks].map((mark, k) => (chosen(k) ? flipped(mark) : mark));
    explorer.change({ marks: marks.join("") });
  };
  const cases = SCORES.map((_, k) => {
    const flip = () => exchange((each) => each === k);
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      flip();
    };
    const own = { role: "button", tabindex: 0, class: "x-handle x-flip", "data-hand": `case-${k + 1}` };
    const node = el("g", { ...own, click: flip, keydown: press });
    plot.handles.append(node);
    return node;
  });
  const first = exchangedMetrics(NONE);
  /** The scores drawn last: from there a case flies to its new one. */
  let drawn = SCORES;

  /** @param {State} state */
  function draw(state) {
    explorer.controls(state);
    const { labels, scores } = exchanged(state.marks);
    const decisions = scores.map((score, k) => (score > 0 === Boolean(labels[k]) ? "right" : "wrong"));
    const classes = labels.map((label) => (label ? "positive" : "negative"));
    cases.forEach((node, k) => {
      const [x, y] = [plot.px(scores[k]), plot.py(0.88 - k * 0.09)];
      const square = { x: x - 6.5, y: y - 6.5, width: 13, height: 13 };
      node.replaceChildren(
        el("circle", { cx: x, cy: y, r: 11, class: "x-hit" }),
        labels[k]
          ? el("circle", { cx: x, cy: y, r: 7, class: "x-positive" })
          : el("rect", { ...square, class: "x-negative x-hollow" }),
        el("text", { x: x + 11, y: y + 4, "aria-hidden": "true" }, decisions[k] === "right" ? "✓" : "✗"),
      );
      if (scores[k] !== drawn[k]) glide(node, plot.px(drawn[k]) - x, 0, 24);
      set(node, {
        "aria-pressed": String(state.marks[k] === "1"),
        "aria-label": `case ${k + 1}: ${classes[k]}, score ${shown(scores[k], 1)}, ${decisions[k]}`,
      });
    });
    drawn = scores;
    const now = exchangedMetrics(state.marks);
    meters.show(now, first);
    const moved = Object.keys(NAMES).filter((name) => Math.abs(now[name] - first[name]) >= 0.0005);
    const names = moved.map((name) => NAMES[name]).join(", ") || "nothing";
    const count = [...state.marks].filter((mark) => mark === "1").length;
    const changes = count ? `Moved: ${names}.` : "Nothing has moved yet.";
    return {
      values: now,
      sentence: `${count} of ${SCORES.length} cases exchanged. ${changes}`,
      table: () => ({
        head: ["case", "class", "score", "decision"],
        rows: scores.map((score, k) => [k + 1, classes[k], score, decisions[k]]),
      }),
    };
  }

  const all = explorer.button("Exchange all", () => exchange(() => true));
  set(all, { "data-hand": "all" });
  return {
    hands: [
      el(
        "p",
        {},
        all,
        " ",
        explorer.button("None", () => explorer.change({ marks: NONE })),
      ),
    ],
    asked: [
      figure("Press a case to exchange it. Circles are positive, squares negative; ✓ right, ✗ wrong", plot, "x-wide"),
    ],
    seen: [el("div", { class: "x-wide" }, meters.node)],
    draw,
  };
}

define("class-exchange", {
  title: "Exchange of classes",
  state: { marks: NONE },
  allowed: { marks: /^[01]{10}$/ },
  challenges: [
    {
      ask:
        "One case changes its class, and its score its sign: it is as right as before, and as sure. " +
        "Which metrics can change?",
      options: [
        "None: no decision became better or worse.",
        "Most of them, but not accuracy.",
        "Only accuracy, which counts decisions.",
      ],
      answer: 1,
      move: "press the surest case, at the top right: it flies across the line.",
      hand: "case-1",
      made: ({ marks }) => marks === flipped(NONE[0]) + NONE.slice(1),
      told: (now, before) => [
        `AUROC went from ${shown(before.auroc)} to ${shown(now.auroc)} and F1 from ${shown(before.f1_score)} to `,
        `${shown(now.f1_score)}; accuracy is still ${shown(now.accuracy)} and LxCIM ${shown(now.lxcim)}. `,
        "What looks at right and wrong alone stays; ",
        ["nearly all others can move", "metrics-that-move"],
        ".",
      ],
    },
    {
      ask: "Now all ten cases are exchanged at once. What does AUROC do?",
      options: ["It turns into 1 minus what it was.", "It stays what it was.", "It falls to about one half."],
      answer: 1,
      move: "press “Exchange all”.",
      hand: "all",
      made: ({ marks }) => !marks.includes("0"),
      told: (now, before) => [
        `AUROC is still ${shown(now.auroc)}: the order is reversed, and so are the classes. F1 went from `,
        `${shown(before.f1_score)} to ${shown(now.f1_score)}: it asks for one class by name. So does average `,
        "precision, which stays only because this order reads alike from both ends.",
      ],
    },
    {
      ask: "Can AUROC be brought above 0.8 by exchanges alone, which make no decision better?",
      options: ["No: without better decisions it stays low.", "Yes.", "Only by exchanging all cases."],
      answer: 1,
      move: "press the fourth, the fifth and the sixth case from the top.",
      hand: "case-4",
      made: ({ marks }) => exchangedMetrics(marks).auroc > 0.8,
      told: (now, before) => [
        `AUROC went from ${shown(before.auroc)} to ${shown(now.auroc)}, while accuracy (${shown(now.accuracy)}) and `,
        `LxCIM (${shown(now.lxcim)}) stood still. Where classes are names without meaning, such as cause and effect, `,
        ["that is a fault", "classes-without-meaning"],
        "; where positive means ill, it is the point.",
      ],
    },
  ],
  build,
});
