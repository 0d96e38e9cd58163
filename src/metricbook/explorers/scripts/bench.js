/* The threshold bench: one sample, one threshold, every view. */
import { readCsv } from "./csv.js";
import { brief, clamp, el, say, set, shown } from "./dom.js";
import { Meters, define } from "./explorer.js";
import * as m from "./metrics.js";
import { Plot } from "./plot.js";
import { normalSample, twelve } from "./samples.js";
import { confidenceSweepOf, confusionAt, sorted, sweepOf } from "./sweep.js";

const USUAL = { separation: 1.5, spread: 1, prevalence: 0.3, size: 800, easy: 0, threshold: 0 };
const PRESETS = {
  usual: { text: "Two normal distributions", ...USUAL },
  rare: { text: "Rare positives", ...USUAL, prevalence: 0.02, threshold: 1.5 },
  easy: { text: "Easy negatives", ...USUAL, prevalence: 0.5, easy: 4000 },
  crossing: { text: "Same AUROC, crossing curves", ...USUAL, separation: 2.37, spread: 2, prevalence: 0.5 },
  twelve: { text: "Twelve scores (Flach et al., Figure 1)", ...USUAL, threshold: 0.45 },
  own: { text: "Your own scores", ...USUAL },
};
const NAMES = {
  auroc: "AUROC", average_precision: "average precision", h_measure: "H measure", c_rb: "C(r_b)", lxcim: "LxCIM",
  audrc: "AUDRC", accuracy: "accuracy", balanced_accuracy: "balanced accuracy", precision: "precision", recall: "recall",
  f1_score: "F1", cohen_kappa: "Cohen's κ", matthews_correlation: "MCC", chosen: "score chosen on the Tile",
};
const DEPENDS = ["separation", "spread", "prevalence", "size", "easy", "preset"];
/** Named places of the Tile. */
const CORNERS = [["specificity", 0, 0], ["precision", 1, 0], ["NPV", 0, 1], ["recall", 1, 1], ["accuracy", 0.5, 0.5], ["F1", 1, 0.5]];
/** Which part of the state a drag in a view changes, besides the threshold. */
const VIEWS = ["threshold", "cost", "confidence", "tile"];
const ASKED = { view: "threshold", skew: 0.5, decided: 1, a: 0.5, b: 0.5 };
/** A paste of more letters than this is read at once: a field with so many lines would make the page halt. */
const LONG = 20000;
/** A view draws no more points than this: more could not be told apart. */
const DOTS = 60;

/** The metrics of the ranking, which no threshold moves. */
export function rankingMetrics(sweep) {
  return {
    auroc: m.auroc(sweep), average_precision: m.averagePrecision(sweep), h_measure: m.hMeasure(sweep),
    c_rb: m.precisionAtIndistinguishability(sweep),
  };
}

/** The metrics of the decisions at a threshold. */
export function decisionMetrics(cells, decisions) {
  const of = (name) => m.outcomes[name](cells);
  return {
    lxcim: m.lxcim(decisions), audrc: m.audrcSum(decisions), accuracy: of("accuracy"),
    balanced_accuracy: of("balanced_accuracy"), precision: of("precision"), recall: of("recall"), f1_score: of("f1_score"),
    cohen_kappa: of("cohen_kappa"), matthews_correlation: of("matthews_correlation"),
  };
}

/** Shares of a class in bins of the scores, as heights of a histogram whose highest bar is 1. */
function histogram(sample, label, [from, to], bins) {
  const heights = new Float64Array(bins);
  sample.scores.forEach((score, k) => {
    if (sample.labels[k] === label) heights[clamp(Math.floor(((score - from) / (to - from)) * bins), 0, bins - 1)] += sample.weights[k];
  });
  const most = heights.reduce((a, b) => Math.max(a, b), 0) || 1;
  return heights.map((height) => height / most);
}

/** Where the threshold of a sample begins: at the middle of chances, at 0 of scores of both signs, else as many are flagged as are positive. */
function beginning({ labels, scores }) {
  const [low, high] = [scores.reduce((a, b) => Math.min(a, b)), scores.reduce((a, b) => Math.max(a, b))];
  const usual = low >= 0 && high <= 1 ? 0.5 : 0;
  if (low < usual && usual < high) return usual;
  return Float64Array.from(scores).sort().at(-labels.reduce((a, b) => a + b));
}

/** Samples that a page counted by score: positives and negatives are weights there. */
function countedSamples(text) {
  return JSON.parse(text).map(({ name, scores, positives, negatives, threshold }) => {
    const found = { name, threshold, labels: [], scores: [], weights: [] };
    scores.forEach((score, k) => {
      for (const [label, weight] of [[1, positives[k]], [0, negatives[k]]]) {
        if (!weight) continue;
        found.labels.push(label);
        found.scores.push(score);
        found.weights.push(weight);
      }
    });
    return found;
  });
}

function build(explorer) {
  let own = null;
  const given = explorer.dataset.counts ? countedSamples(explorer.dataset.counts) : null;
  const decided = (model) => model.threshold ?? model.scores[Math.floor(model.scores.length / 2)];
  if (given) {
    explorer.spec = { ...explorer.spec, allowed: { ...explorer.spec.allowed, preset: given.map(({ name }) => name) } };
    Object.assign(explorer.first, { preset: given[0].name, threshold: decided(given[0]) });
  }
  let missed = null; // the state that asked for scores of one's own which are not here
  let kept = null; // the sample, and what only depends on it
  let remembered = null;
  let now = null;
  const rate = (label, more = {}) => ({ label, from: 0, to: 1, ticks: [0, 0.5, 1], ...more });
  const scores = new Plot({ title: "Scores of both classes, and the threshold", width: explorer.wide, height: 190, x: { label: "score", from: -4, to: 4 }, y: { label: "", from: -1, to: 1, ticks: [] } });
  const roc = new Plot({ title: "ROC curve", x: rate("false positive rate"), y: rate("true positive rate") });
  const pr = new Plot({ title: "Precision-recall curve", x: rate("recall"), y: rate("precision") });
  const cost = new Plot({ title: "Cost curve", x: rate("skew"), y: { label: "loss", from: 0, to: 0.5, ticks: [0, 0.25, 0.5] } });
  const confidence = new Plot({ title: "Right decisions, the most confident first", x: rate("decision rate"), y: rate("decided rightly") });
  const tile = new Plot({ title: "The Tile: every ranking score of these decisions", x: rate("a"), y: rate("b") });
  const marks = {
    undecided: scores.mark("rect", { class: "x-undecided", y: scores.py(1), height: scores.py(-1) - scores.py(1) }),
    above: scores.mark("path", { class: "x-positive x-fill" }), below: scores.mark("path", { class: "x-negative x-fill" }),
    dots: scores.mark("g"), rb: scores.mark("line", { class: "x-guide" }),
    best: scores.mark("path", { class: "x-line" }), level: roc.mark("path", { class: "x-line x-dashed" }),
    chance: roc.mark("path", { class: "x-guide", d: roc.outline([0, 1], [0, 1]) }), hull: roc.mark("path", { class: "x-guide x-strong" }),
    roc: roc.mark("path", { class: "x-curve" }), pr: pr.mark("path", { class: "x-curve" }), base: pr.mark("path", { class: "x-guide" }),
    lines: cost.mark("path", { class: "x-guide" }), cost: cost.mark("path", { class: "x-curve" }), line: cost.mark("path", { class: "x-line" }),
    regret: cost.mark("line", { class: "x-rule" }),
    diagonal: confidence.mark("path", { class: "x-guide", d: confidence.outline([0, 1], [0, 1]) }),
    confidence: confidence.mark("path", { class: "x-curve" }),
  };
  const words = [scores.words({ "text-anchor": "start" }), scores.words({ "text-anchor": "start" }), scores.words({ class: "x-words x-small", "text-anchor": "end", dx: -4 }), scores.words({ class: "x-words x-small", "text-anchor": "start", dx: 7 })];
  const cells = [];
  for (let i = 0; i < 16; i += 1)
    for (let j = 0; j < 16; j += 1)
      cells.push({
        a: (i + 0.5) / 16, b: (j + 0.5) / 16,
        node: tile.mark("rect", { x: tile.px(i / 16), y: tile.py((j + 1) / 16), width: tile.px(1 / 16) - tile.px(0), height: tile.py(0) - tile.py(1 / 16), class: "x-heat" }),
      });
  const onTile = CORNERS.map(([, a, b]) => tile.words({ "text-anchor": a === 0 ? "start" : a === 1 ? "end" : "middle", dy: b === 0 ? -5 : b === 1 ? 13 : 20 }));

  /** A place on the axis of the scores, to a tenth of the digits shown. */
  const rounded = (x) => Number(x.toFixed(kept.digits + 1));
  const place = () => kept.sweep.thresholds.findIndex((t) => t < explorer.state.threshold);
  /** The middle between the last of so many distinct scores and the next. */
  const between = (k) => ((kept.sweep.thresholds[k] ?? kept.ends[0]) + (kept.sweep.thresholds[k - 1] ?? kept.ends[1])) / 2;
  /** Flag so many of the distinct scores, the threshold half way to the next. */
  const flag = (k, more = {}) =>
    explorer.change({ threshold: Number(between(clamp(k, 0, kept.sweep.thresholds.length)).toPrecision(12)), ...more });
  const flagged = () => (place() < 0 ? kept.sweep.thresholds.length : place());
  const nearest = (values, wanted) => values.reduce((best, value, k) => (Math.abs(value - wanted) < Math.abs(values[best] - wanted) ? k : best), 0);
  const along = (plot, name, rising) =>
    plot.handle({
      name,
      move: (x) => flag(nearest(rising(), x)),
      step: (k) => flag(k === Infinity ? kept.sweep.thresholds.length : k === -Infinity ? 0 : flagged() + k * Math.ceil(kept.sweep.thresholds.length / 100)),
    });
  const handles = {
    threshold: scores.handle({
      name: "threshold", shape: "line",
      move: (x) => explorer.change({ threshold: rounded(x) }),
      step: (k) => {
        const [from, to] = kept.ends;
        const unit = (to - from) / 100;
        const value = k === -Infinity ? from : k === Infinity ? to : clamp(explorer.state.threshold + k * unit, from, to);
        explorer.change({ threshold: rounded(value) });
      },
    }),
    roc: along(roc, "threshold, as a point of the ROC curve", () => [0, ...kept.sweep.falsePositives].map((v) => v / kept.sweep.negatives)),
    pr: along(pr, "threshold, as a point of the precision-recall curve", () => [0, ...kept.sweep.truePositives].map((v) => v / kept.sweep.positives)),
  };
  const share = (value) => Number(clamp(value, 0, 1).toFixed(3));
  /** The best threshold of the sample by some worth of the outcomes, found once for its parameters. */
  const bestBy = (name, worth, ...parameters) => {
    const key = parameters.join();
    if (kept.best[name]?.key !== key) kept.best[name] = { key, ...m.bestThreshold(kept.sweep, (found) => worth(found, ...parameters)) };
    return kept.best[name];
  };
  const leastLoss = (skew) => bestBy("cost", (found, at) => -m.lossAt(found, at), skew);
  const bestOnTile = ({ a, b }) => bestBy("tile", m.rankingScore, a, b);
  /** Ask for a skew: the threshold goes where the loss is least. */
  const price = (value) => {
    const skew = share(value);
    flag(leastLoss(skew).flagged, { skew, view: "cost" });
  };
  const decide = (value) => explorer.change({ decided: share(value), view: "confidence" });
  const choose = (a, b) => explorer.change({ a: share(a), b: share(b), view: "tile" });
  Object.assign(handles, {
    cost: cost.handle({ name: "skew; the threshold goes where the loss is least", move: price, step: (k) => price(explorer.state.skew + k / 100) }),
    confidence: confidence.handle({ name: "decision rate, the most confident first", move: decide, step: (k) => decide(explorer.state.decided + k / 100) }),
    tile: tile.handle({
      name: "chosen score, b on the Tile; left and right change a", vertical: true, move: choose,
      step: (k) => choose(explorer.state.a, explorer.state.b + k / 100), across: (k) => choose(explorer.state.a + k / 100, explorer.state.b),
    }),
  });
  const toBest = explorer.button("Set the threshold that is best by this score", () => flag(bestOnTile(explorer.state).flagged, { view: "tile" }));

  const outcomeNames = [["true negatives", "false positives"], ["false negatives", "true positives"]];
  const outcomeCells = outcomeNames.map((row) => row.map(() => el("td", {})));
  const outcomes = el(
    "table", { class: "x-outcomes" }, el("caption", {}, "Four outcomes"),
    el("thead", {}, el("tr", {}, ["", "not flagged", "flagged"].map((text) => el(text ? "th" : "td", text ? { scope: "col" } : {}, text)))),
    el("tbody", {}, ["negative", "positive"].map((text, i) => el("tr", {}, el("th", { scope: "row" }, text), outcomeCells[i]))),
  );
  const meters = new Meters(NAMES, { caption: "Metrics; change since the sample was chosen, or remembered" });

  const problem = el("p", { class: "x-problem", role: "alert" });
  const area = el("textarea", { id: `${explorer.own}-own`, rows: 5, spellcheck: "false", placeholder: "label,score\n1,0.87\n0,0.35" });
  const take = (text, how = "") => {
    try {
      own = readCsv(text);
      problem.textContent = how + own.read;
      own.threshold = beginning(own);
      kept = null;
      explorer.change({ preset: "own", threshold: own.threshold });
    } catch (error) {
      problem.textContent = how + error.message;
    }
  };
  area.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.length <= LONG) return;
    event.preventDefault();
    area.value = "";
    take(text, "Read from what you pasted, without showing it: ");
  });
  const readFile = (file) => file?.text().then((text) => take(text, `${file.name}: `), () => { problem.textContent = `${file.name} cannot be read.`; });
  const file = el("input", { type: "file", accept: ".csv,.tsv,.txt", id: `${explorer.own}-file`, change: () => {
    readFile(file.files[0]);
    file.value = ""; // or the same file, changed meanwhile, could not be chosen again
  } });
  const ownData = el(
    "details", { class: "x-own" }, el("summary", {}, "Use your own scores"),
    el("p", {}, el("label", { for: area.id }, "Rows of a label (0 or 1) and a score. They are read in this page and sent nowhere."), area),
    el("p", {}, explorer.button("Read these rows", () => take(area.value)), " or ", el("label", { for: file.id }, "a file: "), file),
    problem,
  );
  ownData.addEventListener("dragover", (event) => event.preventDefault());
  ownData.addEventListener("drop", (event) => {
    event.preventDefault();
    readFile(event.dataTransfer.files[0]);
  });

  const made = el(
    "div", { class: "x-sliders" },
    explorer.slider("separation", { label: "separation" }),
    explorer.slider("spread", { label: "spread of the positives" }),
    explorer.slider("prevalence", { label: "prevalence" }),
    explorer.slider("size", { label: "cases" }),
    explorer.slider("easy", { label: "easy negatives" }),
  );
  const preset = explorer.choice("preset", {
    label: "sample",
    options: Object.fromEntries(Object.entries(PRESETS).map(([name, { text }]) => [name, text])),
    chosen: (name) => {
      if (name === "own" && !own) {
        ownData.open = true;
        area.focus();
        return {};
      }
      const { text, ...values } = PRESETS[name];
      remembered = null;
      missed = null;
      return { preset: name, ...values, ...(name === "own" ? { threshold: own.threshold } : {}) };
    },
  });
  const remember = explorer.button("Remember these values", () => { remembered = now; explorer.change({}); });

  const models = el(
    "select",
    {
      id: `${explorer.own}-model`,
      change: () => {
        remembered = null;
        const model = given[Number(models.value)];
        explorer.change({ preset: model.name, threshold: decided(model) });
      },
    },
    (given ?? []).map(({ name }, k) => el("option", { value: k }, name)),
  );
  const chosenModel = el("p", { class: "x-control" }, el("label", { for: models.id }, "model"), models);

  const sampleOf = (state) => given?.find(({ name }) => name === state.preset) ?? { own, twelve }[state.preset] ?? normalSample(state);

  /** What depends on the sample alone, made anew when it is another. */
  function prepare(state) {
    const key = DEPENDS.map((name) => state[name]).join();
    if (kept?.key === key) return false;
    const { labels, scores: values, weights } = sampleOf(state);
    const sample = sorted(labels, values, weights);
    const sweep = sweepOf(sample);
    const [high, low] = [sweep.thresholds[0], sweep.thresholds[sweep.thresholds.length - 1]];
    const room = (high - low) * 0.04 || 1;
    const digits = clamp(Math.round(2 - Math.log10(high - low + 2 * room)), 2, 99); // of a hundredth of the axis
    kept = { key, sample, sweep, digits, ends: [low - room, high + room], metrics: rankingMetrics(sweep), best: {}, rb: m.indistinguishability(sweep) };
    return true;
  }

  function drawSample() {
    const { sample, sweep, ends, rb } = kept;
    const { positives, negatives } = sweep;
    scores.frame({ x: { from: ends[0], to: ends[1] } });
    const few = sample.scores.length <= DOTS;
    marks.dots.replaceChildren();
    if (few) {
      set(marks.above, { d: null });
      set(marks.below, { d: null });
      sample.scores.forEach((score, k) => {
        const [x, y] = [scores.px(score), scores.py(sample.labels[k] ? 0.25 : -0.25)];
        marks.dots.append(sample.labels[k]
          ? el("circle", { cx: x, cy: y, r: 5, class: "x-positive x-fill" })
          : el("rect", { x: x - 4.5, y: y - 4.5, width: 9, height: 9, class: "x-negative x-hollow" }));
      });
    } else {
      const bins = 60;
      for (const [mark, label, sign] of [[marks.above, 1, 1], [marks.below, 0, -1]]) {
        const heights = histogram(sample, label, ends, bins);
        const xs = [];
        const ys = [];
        heights.forEach((height, k) => {
          for (const side of [0, 1]) {
            xs.push(ends[0] + ((k + side) / bins) * (ends[1] - ends[0]));
            ys.push(sign * 0.95 * height);
          }
        });
        set(mark, { d: scores.outline(xs, ys, { close: 0 }) });
      }
    }
    words[0](`positives: ${brief(positives)}`, ends[0] + 0.01 * (ends[1] - ends[0]), 0.88);
    words[1](`negatives: ${brief(negatives)}`, ends[0] + 0.01 * (ends[1] - ends[0]), -0.95);
    const at = rb.place < 0 ? null : rb.thresholds[rb.place];
    set(marks.rb, at === null ? { x1: 0, x2: 0, y1: 0, y2: 0 } : { x1: scores.px(at), x2: scores.px(at), y1: scores.py(1), y2: scores.py(-1) });
    words[2](at === null ? "" : "r_b", at ?? 0, -0.8);
    const fpr = [0, ...sweep.falsePositives].map((v) => v / negatives);
    const tpr = [0, ...sweep.truePositives].map((v) => v / positives);
    set(marks.roc, { d: roc.outline(fpr, tpr) });
    const hull = m.hullOf(sweep);
    set(marks.hull, { d: roc.outline([0, ...hull.falsePositives.map((v) => v / negatives)], [0, ...hull.truePositives.map((v) => v / positives)]) });
    const precision = sweep.truePositives.map((tp, k) => tp / (tp + sweep.falsePositives[k]));
    set(marks.pr, { d: pr.outline(tpr.slice(1), precision) });
    const share = positives / (positives + negatives);
    set(marks.base, { d: pr.outline([0, 1], [share, share]) });
    drawCost(m.costCurve(sweep));
  }

  /** The cost curve and the lines that it lies below, on the axis as it is now. */
  function drawCost(curve) {
    kept.curve = curve;
    set(marks.lines, { d: cost.outline([0, 0.5, 1], [0, 0.5, 0]) });
    set(marks.cost, { d: cost.outline(curve.conditions, curve.losses) });
  }

  const percent = (value) => `${shown(100 * value, 1)} %`;
  const nameAt = ({ a, b }) => CORNERS.find(([, x, y]) => x === a && y === b)?.[0];
  /** What is said, and drawn in the other views, of what one asked for in the view touched last. */
  const answers = {
    threshold: () => ({ said: "" }),
    cost({ skew }, { found, fpr, tpr }) {
      const [lost, least] = [m.lossAt(found, skew), -leastLoss(skew).value];
      const against = lost - least < 0.0005 ? "no threshold has less" : `the best threshold has ${shown(least)}`;
      return { said: ` At the skew ${shown(skew, 2)} its loss is ${shown(lost)}; ${against}.`, level: [skew, skew - 1, (1 - skew) * tpr - skew * fpr] };
    },
    confidence({ decided }, { decisions, total }) {
      if (!decided) return { said: " Nothing is decided." };
      const right = m.rightAt(decisions, decided * total) / (decided * total);
      return { said: ` Of the surest ${percent(decided)} of the decisions ${percent(right)} are right${decided < 1 ? "; the grey scores are left open" : ""}.` };
    },
    tile(state, { found }) {
      const value = m.rankingScore(found, state.a, state.b);
      const { flagged, value: most } = bestOnTile(state);
      const prevalence = kept.sweep.positives / (kept.sweep.positives + kept.sweep.negatives);
      return {
        said: ` The score chosen on the Tile, ${nameAt(state) ?? `at a = ${shown(state.a, 2)} and b = ${shown(state.b, 2)}`}, is ${shown(value)}; the best threshold has ${shown(most)}.`,
        level: Number.isFinite(value) ? m.scoreLevel(value, state.a, state.b, prevalence) : null,
        ideal: between(flagged),
      };
    },
  };

  const lost = el("p", { class: "x-lost", role: "alert" });
  /** What is shown if an address asks for scores of one's own, which stay in the page that read them: said, and named. */
  function fallBack(state) {
    if (state.preset === "own" && !own && !given) {
      Object.assign(state, explorer.first, explorer.first.preset === "own" ? { preset: "usual", ...USUAL } : {});
      missed = state;
    }
    const text = PRESETS[state.preset]?.text;
    say(lost, missed === state && !own
      ? `Your own scores are not in this link: they never leave the page that read them. What you see is a made-up sample, “${text}”. To see yours, read them again below.`
      : "");
  }

  function draw(state) {
    fallBack(state);
    explorer.controls(state);
    if (given) models.value = given.findIndex(({ name }) => name === state.preset);
    made.hidden = ["own", "twelve"].includes(state.preset);
    if (prepare(state)) drawSample();
    const { sample, sweep, ends, digits, metrics } = kept;
    const threshold = clamp(state.threshold, ...ends);
    const found = confusionAt(sample, threshold);
    const decisions = confidenceSweepOf(sample, threshold);
    const [tn, fp, fn, tp] = found;
    const [fpr, tpr] = [fp / sweep.negatives, tp / sweep.positives];
    const total = tn + fp + fn + tp;
    now = { ...metrics, ...decisionMetrics(found, decisions), chosen: m.rankingScore(found, state.a, state.b) };
    remembered ??= now;
    const flaggedNow = fp + tp;
    const said = `At the threshold ${shown(threshold, digits)}, ${brief(flaggedNow)} of ${brief(total)} cases are flagged: ${brief(tp)} rightly, ${brief(fp)} wrongly, and ${brief(fn)} positives are missed.`;
    handles.threshold({ x: threshold, y: 0, now: threshold, min: ends[0], max: ends[1], text: `${shown(threshold, digits)}: ${brief(tp)} of ${brief(tp + fn)} positives and ${brief(fp)} of ${brief(fp + tn)} negatives flagged` });
    handles.roc({ x: fpr, y: tpr, now: fpr, min: 0, max: 1, text: `false positive rate ${shown(fpr)}, true positive rate ${shown(tpr)}` });
    handles.pr({ x: tpr, y: flaggedNow ? now.precision : 1, now: tpr, min: 0, max: 1, text: `recall ${shown(tpr)}, precision ${shown(now.precision)}` });
    const { said: answer, level, ideal } = answers[state.view](state, { found, fpr, tpr, total, decisions });
    set(marks.level, { d: level ? roc.chord(...level) : null });
    const at = ideal === undefined ? null : scores.px(ideal);
    set(marks.best, { d: at === null ? null : `M${at.toFixed(1)} ${scores.py(-1)}v-14m-4 6l4 -6l4 6` });
    words[3](at === null ? "" : "best", ideal ?? 0, -0.97);
    const lost = m.lossAt(found, state.skew);
    const least = -leastLoss(state.skew).value;
    const top = lost > 0.5 ? 1 : 0.5; // a threshold far from the best loses more than deciding without scores
    if (top !== cost.y.to) {
      cost.frame({ y: { to: top, ticks: [0, top / 2, top] } });
      drawCost(kept.curve);
    }
    set(marks.line, { d: cost.chord(fpr + tpr - 1, -1, 1 - tpr) });
    set(marks.regret, { x1: cost.px(state.skew), x2: cost.px(state.skew), y1: cost.py(least), y2: cost.py(lost) });
    handles.cost({ x: state.skew, y: lost, now: state.skew, min: 0, max: 1, text: `${shown(state.skew, 2)}: loss ${shown(lost)}, the least is ${shown(least)}` });
    const right = m.rightAt(decisions, state.decided * total) / total;
    handles.confidence({ x: state.decided, y: right, now: state.decided, min: 0, max: 1, text: `${percent(state.decided)} decided, ${state.decided ? `${percent(right / state.decided)} of them rightly` : "none"}` });
    const sure = state.decided < 1 ? decisions.confidences[m.downTo(decisions, state.decided * total)] : 0;
    const [from, to] = [threshold - sure, threshold + sure].map((edge) => scores.px(clamp(edge, ...ends)));
    set(marks.undecided, { x: from.toFixed(1), width: (to - from).toFixed(1) });
    handles.tile({ x: state.a, y: state.b, now: state.b, min: 0, max: 1, text: `a ${shown(state.a, 2)}, b ${shown(state.b, 2)}: ${nameAt(state) ?? "score"} ${shown(now.chosen)}` });
    set(marks.confidence, { d: confidence.outline([0, ...decisions.coverage].map((v) => v / total), [0, ...decisions.correct].map((v) => v / total)) });
    [[tn, fp], [fn, tp]].forEach((row, i) => row.forEach((value, j) => { outcomeCells[i][j].textContent = `${brief(value)} ${outcomeNames[i][j]}`; }));
    for (const { a, b, node } of cells) set(node, { "fill-opacity": (m.rankingScore(found, a, b) || 0).toFixed(3) });
    CORNERS.forEach(([name, a, b], k) => onTile[k](`${name} ${shown(m.rankingScore(found, a, b), 2)}`, a === 0 ? 0.02 : a === 1 ? 0.98 : a, b));
    meters.show(now, remembered);
    return {
      said: said + answer,
      unlinked: state.preset === "own" && own ? "your scores" : null,
      table: () => ({
        head: ["threshold", "true positive rate", "false positive rate", "precision"],
        rows: sweep.thresholds.filter((_, k) => k % Math.ceil(sweep.thresholds.length / 50) === 0).map((t) => {
          const k = sweep.thresholds.indexOf(t);
          return [Number(t.toPrecision(4)), ...[sweep.truePositives[k] / sweep.positives, sweep.falsePositives[k] / sweep.negatives, sweep.truePositives[k] / (sweep.truePositives[k] + sweep.falsePositives[k])].map((v) => Number(v.toPrecision(4)))];
        }),
      }),
    };
  }

  const figure = (title, plot, ...more) => el("figure", {}, el("figcaption", {}, title), plot.node, more);
  return {
    controls: given ? [chosenModel, el("p", {}, remember)] : [lost, preset, made, el("p", {}, remember), ownData],
    views: [
      el("figure", { class: "x-wide" }, el("figcaption", {}, "Drag the threshold, here or in the ROC and precision-recall curves"), scores.node),
      figure("ROC", roc), figure("Precision and recall", pr), figure("Cost: drag the skew, the threshold goes where the loss is least", cost),
      figure("Confidence: drag how many to decide; twice the area is LxCIM", confidence),
      figure("The Tile, more colour is better: drag to choose a score", tile, toBest), el("div", { class: "x-tables" }, outcomes), el("div", { class: "x-tables x-wide" }, meters.node),
    ],
    draw,
  };
}

define("threshold-bench", {
  title: "The threshold bench",
  state: { preset: "usual", ...USUAL, ...ASKED },
  allowed: {
    preset: Object.keys(PRESETS), separation: [0, 4, 0.01], spread: [0.3, 3, 0.05], prevalence: [0.01, 0.99, 0.01], size: [20, 2000, 20],
    easy: [0, 8000, 100], view: VIEWS, skew: [0, 1], decided: [0, 1], a: [0, 1], b: [0, 1],
  },
  question: {
    ask: "You raise the threshold, so that fewer cases are flagged. What happens to AUROC, average precision and H?",
    options: ["All three fall.", "Precision rises, and average precision with it.", "None of the three moves."],
    answer: 2,
    happened: [
      "The threshold is a point of every curve, and AUROC, average precision and H belong to the whole curve: they are ",
      ["means over thresholds", "../synthesis/means-over-thresholds.html#claim-synthesis-mean-affine-rows"],
      ". What moves are the metrics of decisions: accuracy, F1, κ, MCC, and with them LxCIM and AUDRC, whose order of confidence is counted from the threshold.",
    ],
  },
  build,
});
