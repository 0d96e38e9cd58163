/*
 * The guide: from answers the paragraph, the command and, of scores that a reader gives, the numbers. All words are in
 * the table that guide.py writes into the page.
 */
import { readCsv } from "../../../metricbook/explorers/scripts/csv.js";
import * as m from "../../../metricbook/explorers/scripts/metrics.js";
import { confidenceSweepOf, confusionAt, sorted, sweepOf } from "../../../metricbook/explorers/scripts/sweep.js";

/** @import { Sweep } from "../../../metricbook/explorers/scripts/sweep.js" */
/** @typedef {{key: string, needsNames: boolean, options: string[]}} Question */
/**
 * What a reader puts into brackets: a number between two ends, or a word; `entries` are the brackets that depend on it.
 * @typedef {object} Parameter
 * @property {string} key
 * @property {number | string} default
 * @property {string[]} entries
 * @property {number | null} low
 * @property {number | null} high
 * @property {boolean} whole
 */
/**
 * What answers of the kind `when` add.
 * @typedef {{words: string, when: Record<string, string[]>, report: string[], avoid: string[], flags: string[]}} Rule
 */
/** Answers to the questions, by their keys. @typedef {Record<string, string>} Answers */
/** What is in the brackets, by the keys of the parameters. @typedef {Record<string, number | string>} Parameters */
/**
 * The table of guide.py.
 * @typedef {object} Table
 * @property {Question[]} questions
 * @property {Parameter[]} parameters
 * @property {Record<string, [name: string, ofValue: string]>} numbers
 * @property {Rule[]} rules
 * @property {string} command
 * @property {Record<string, {answers: Answers, parameters: Parameters}>} examples
 */

/** A number of at most so many decimals, without zeros at its end. @type {(value: number, digits: number) => string} */
const shown = (value, digits) => {
  const text = value.toFixed(digits);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
};

/** Mean average precision over all orders, without ties. @type {(cases: number, positives: number) => number} */
export function randomPrecision(cases, positives) {
  let sum = 0;
  for (let rank = cases; rank > 1; rank -= 1) sum += 1 / rank;
  const share = positives / cases;
  return share + ((1 - share) * sum) / (cases - 1);
}

/**
 * Every parameter: what is given, brought between its ends, or the default.
 * @type {(table: Table, given: Parameters) => Parameters}
 */
export function settle({ parameters }, given) {
  /** @type {Parameters} */
  const settled = {};
  for (const { key, default: usual, low, high, whole } of parameters) {
    const value = given[key] ?? usual;
    if (low === null || high === null) {
      const text = String(value);
      settled[key] = text.length <= 30 && /^[A-Za-z0-9_.]+(?: [A-Za-z0-9_.]+)*$/.test(text) ? text : usual;
    } else if (value === "" || !Number.isFinite(Number(value))) settled[key] = usual;
    else {
      const most = key === "m" || key === "k" ? Number(settled.n) - 1 : high;
      const between = Math.min(Math.max(Number(value), low), most);
      settled[key] = whole ? Math.floor(between + 0.5) : between;
    }
  }
  return settled;
}

/** The text of every bracket. @type {(settled: Parameters) => Record<string, string>} */
function fill(settled) {
  const [n, positives, fp, fn, f1, share] = ["n", "m", "fp", "fn", "f1", "in_use"].map((key) => Number(settled[key]));
  /** @param {string | number} word */
  const quoted = (word) => (String(word).includes(" ") ? `'${word}'` : String(word));
  const plain = Object.entries(settled).map(([key, value]) => [
    key,
    typeof value === "number" ? shown(value, 4) : value,
  ]);
  return {
    ...Object.fromEntries(plain),
    f1: shown(f1, 3),
    threshold: shown(Number(settled.threshold), 6),
    c: shown(fp / (fp + fn), 4),
    price: shown((2 - f1) / f1, 2),
    random: shown(randomPrecision(n, positives), 4),
    share: shown(positives / n, 4),
    percent: shown(100 * share, 2),
    group_flag: quoted(settled.group),
    unit_flag: quoted(settled.unit),
  };
}

/** The questions that arise. @type {(table: Table, answers: Answers) => Question[]} */
const arising = ({ questions }, answers) => questions.filter(({ needsNames }) => answers.names !== "no" || !needsNames);

/**
 * An answer: numbers to report (keys) and not to (names), a paragraph, a command, and the parameters that are `used`.
 * @typedef {object} Answer
 * @property {string} title
 * @property {string[]} report
 * @property {string[]} avoid
 * @property {string} words
 * @property {string[]} command
 * @property {string[]} used
 */

/**
 * The answer of the guide; open questions are answered cautiously.
 * @type {(table: Table, answers: Answers, parameters?: Parameters) => Answer}
 */
export function compose(table, answers, parameters = {}) {
  const arises = arising(table, answers).map(({ key }) => key);
  /** @param {string} key */
  const given = (key) => (arises.includes(key) ? (answers[key] ?? "") : "");
  const entries = fill(settle(table, parameters));
  const rules = table.rules.filter(({ when }) =>
    Object.entries(when).every(([key, allowed]) => allowed.includes(given(key))),
  );
  const texts = rules.flatMap(({ words, flags }) => [words, ...flags]).join();
  /** @param {string} text */
  const filled = (text) => text.replace(/\{(\w+)\}/g, (_, key) => entries[key]);
  const left = arises.filter((key) => !given(key)).length;
  return {
    title: left ? `Report this (${left} of ${arises.length} questions open: the cautious answer)` : "Report this",
    report: [...new Set(rules.flatMap(({ report }) => report))],
    avoid: rules.flatMap(({ avoid }) => avoid),
    words: rules.map(({ words }) => filled(words)).join(" "),
    command: [table.command, ...rules.flatMap(({ flags }) => flags.map(filled))],
    used: table.parameters
      .filter(({ entries: own }) => own.some((entry) => texts.includes(`{${entry}}`)))
      .map(({ key }) => key),
  };
}

/**
 * Weight of the positives in the first so much of the ranking; ties at its end count in part.
 * @type {(sweep: Sweep, end: number) => number}
 */
function positivesWithin({ truePositives, falsePositives }, end) {
  let [reached, found] = [0, 0];
  for (const [k, tp] of truePositives.entries()) {
    const next = tp + falsePositives[k];
    if (next >= end) return found + ((tp - found) * (end - reached)) / (next - reached);
    [reached, found] = [next, tp];
  }
  return found;
}

/**
 * The threshold that scores speak of: 1/2 for those between 0 and 1, 0 for those of both signs; else NaN.
 * @param {number[]} scores
 */
function ownThreshold(scores) {
  const low = scores.reduce((a, b) => Math.min(a, b));
  const high = scores.reduce((a, b) => Math.max(a, b));
  return low >= 0 && high <= 1 ? 0.5 : low < 0 && high > 0 ? 0 : NaN;
}

/**
 * The values of the numbers to report that have one, of a reader's scores; NaN where undefined.
 * @type {(report: string[], settled: Parameters, labels: number[], scores: number[]) => Record<string, number>}
 */
export function values(report, settled, labels, scores) {
  const positives = labels.reduce((a, b) => a + b, 0);
  const negatives = labels.length - positives;
  const moves = report.includes("in_use");
  const share = moves ? Number(settled.in_use) : positives / labels.length;
  const [ofPositive, ofNegative] = moves
    ? [(share * labels.length) / positives, ((1 - share) * labels.length) / negatives]
    : [1, 1];
  const weights = labels.map((label) => (label ? ofPositive : ofNegative));
  const sample = sorted(labels, scores, weights);
  const sweep = sweepOf(sample);
  const total = sweep.positives + sweep.negatives;
  const [fp, fn] = [Number(settled.fp), Number(settled.fn)];
  /** @type {(cells: import("../../../metricbook/explorers/scripts/sweep.js").Outcomes) => number} */
  const cost = (cells) => (fp * cells[1] + fn * cells[2]) / total;
  const best = m.bestThreshold(sweep, m.outcomes.f1_score);
  let threshold = ownThreshold(scores);
  if (report.includes("cost")) {
    // Scores are probabilities where the data come from: for another prevalence the odds change.
    const [alarm, miss] = [fp * ofNegative, fn * ofPositive];
    threshold = threshold === 0.5 ? alarm / (alarm + miss) : NaN;
  }
  // Whoever uses a threshold flags a score at it.
  const flagged = scores.map((score) => (score >= threshold ? 1 : -1));
  const cells = confusionAt(sorted(labels, flagged, weights), 0);
  const tried = Number.isFinite(threshold);
  const rates = report.includes("f1")
    ? [
        (sweep.truePositives[best.flagged - 1] ?? 0) / sweep.positives,
        (sweep.falsePositives[best.flagged - 1] ?? 0) / sweep.negatives,
      ]
    : tried
      ? [m.outcomes.recall(cells), 1 - m.outcomes.specificity(cells)]
      : [NaN, NaN];
  const end = (Number(settled.k) / labels.length) * total;
  const mean = scores.reduce((a, b) => a + b, 0) / scores.length;
  /** @type {Record<string, () => number>} */
  const all = {
    accuracy: () => (tried ? m.outcomes.accuracy(cells) : NaN),
    lxcim: () => (tried ? m.lxcim(confidenceSweepOf(sample, threshold)) : NaN),
    cost: () => (tried ? cost(cells) : NaN),
    least_cost: () => -m.bestThreshold(sweep, (each) => -cost(each)).value,
    calibration: () => (tried ? mean - positives / labels.length : NaN),
    h: () => m.hMeasure(sweep),
    threshold: () => {
      const [above, below] = [sweep.thresholds[best.flagged - 1], sweep.thresholds[best.flagged]];
      return below === undefined ? above - 1 : (above + below) / 2;
    },
    f1: () => best.value,
    price: () => (2 - best.value) / best.value,
    precision_at_k: () => positivesWithin(sweep, end) / end,
    recall_at_k: () => positivesWithin(sweep, end) / sweep.positives,
    ap: () => m.averagePrecision(sweep),
    ap_random: () => randomPrecision(labels.length, positives),
    auroc: () => m.auroc(sweep),
    tpr: () => rates[0],
    fpr: () => rates[1],
  };
  // A random order of the cases as they are says nothing of AP at another prevalence.
  const given = report.filter((key) => Object.hasOwn(all, key) && !(moves && key === "ap_random"));
  return Object.fromEntries(given.map((key) => [key, all[key]()]));
}

/**
 * The notes that values need.
 * @type {(found: Record<string, number>, settled: Parameters, moves: boolean) => string}
 */
function notesOn(found, settled, moves) {
  const notes = [];
  if (Object.values(found).some(Number.isNaN)) {
    const where =
      "cost" in found ? "Scores between 0 and 1 do." : "Scores between 0 and 1 do, and scores of both signs.";
    notes.push(`“Undefined” means that these scores do not say where they decide. ${where}`);
  }
  if (moves) {
    const percent = shown(100 * Number(settled.in_use), 2);
    notes.push(`What depends on the prevalence is computed for ${percent} % of positives.`);
  }
  notes.push("The command gives the interval of each, and the curves.");
  return notes.join(" ");
}

/** The elements of the form. @param {HTMLFormElement} form */
function parts(form) {
  /** @type {(name: string) => HTMLElement} */
  const part = (name) => /** @type {HTMLElement} */ (form.querySelector(`.guide-${name}`));
  return {
    title: part("title"),
    numbers: part("numbers"),
    words: part("words"),
    call: part("call"),
    notes: part("notes"),
    read: part("read"),
    status: part("status"),
    rows: /** @type {HTMLTextAreaElement} */ (part("rows")),
    file: /** @type {HTMLInputElement} */ (part("file")),
    own: part("own"),
  };
}

/** A paragraph with what stands in brackets marked. @param {string} words */
const marked = (words) =>
  words.split(/(\[[^\]]*\])/).map((text) => {
    if (!text.startsWith("[")) return text;
    const mark = document.createElement("mark");
    mark.textContent = text;
    return mark;
  });

/** Make the form alive. @type {(form: HTMLFormElement, table: Table) => void} */
function enliven(form, table) {
  const at = parts(form);
  const keys = table.questions.map(({ key }) => key);
  /** @type {{labels: number[], scores: number[]} | null} */
  let own = null;
  /** @param {string} key */
  const control = (key) => /** @type {RadioNodeList & HTMLInputElement} */ (form.elements.namedItem(key));
  const answers = () => Object.fromEntries(keys.map((key) => [key, control(key).value]).filter(([, value]) => value));
  const entries = () => Object.fromEntries(table.parameters.map(({ key }) => [key, control(key).value]));

  /** @type {(name: string, value: number | undefined, isAvoided?: boolean) => HTMLElement} */
  const chip = (name, value, isAvoided = false) => {
    const item = document.createElement("li");
    if (isAvoided) {
      item.className = "not";
      item.innerHTML = '<span class="guide-hidden">not </span>';
    }
    item.append(name);
    if (value !== undefined) {
      const number = document.createElement("b");
      number.textContent = Number.isNaN(value) ? "undefined" : value.toFixed(3).replace("-", "−");
      item.append(" ", number);
    }
    return item;
  };

  /** Show the answer; return the parameters that it depends on. */
  const show = () => {
    const chosen = answers();
    if (own) {
      control("n").value = String(own.labels.length);
      control("m").value = String(own.labels.reduce((a, b) => a + b, 0));
    }
    let settled = settle(table, entries());
    let found = compose(table, chosen, settled);
    const reached = own ? values(found.report, settled, own.labels, own.scores) : {};
    if (reached.f1) {
      control("f1").value = shown(reached.f1, 3);
      control("threshold").value = shown(reached.threshold, 6);
      settled = settle(table, entries());
      found = compose(table, chosen, settled);
    }
    at.title.textContent = found.title;
    at.numbers.replaceChildren(
      ...found.report.map((key) => chip(table.numbers[key][key in reached ? 1 : 0], reached[key])),
      ...found.avoid.map((name) => chip(name, undefined, true)),
    );
    at.words.replaceChildren(...marked(found.words));
    at.call.replaceChildren(
      ...found.command.flatMap((text, k) => {
        const whole = document.createElement("span");
        whole.textContent = text;
        return k ? [" ", whole] : [whole];
      }),
    );
    at.notes.textContent = own ? notesOn(reached, settled, found.report.includes("in_use")) : "";
    at.status.textContent = `${found.title}: ${[...at.numbers.children].map((item) => item.textContent).join(", ")}.`;
    const arises = new Set(arising(table, chosen));
    for (const question of table.questions) {
      const set = /** @type {HTMLFieldSetElement} */ (form.querySelector(`fieldset[data-question=${question.key}]`));
      set.disabled = !arises.has(question);
      set.classList.toggle("is-answered", question.key in chosen && !set.disabled);
    }
    for (const { key } of table.parameters)
      /** @type {HTMLElement} */ (control(key).closest("label")).hidden = !found.used.includes(key);
    return found.used;
  };

  /** Take answers and entries, which replace all others. @type {(given: Answers, parameters: Parameters) => void} */
  const take = (given, parameters) => {
    for (const { key, options } of table.questions)
      for (const option of options)
        /** @type {HTMLInputElement} */ (form.querySelector(`[name=${key}][value=${option}]`)).checked =
          given[key] === option;
    for (const { key, default: usual } of table.parameters) control(key).value = String(parameters[key] ?? usual);
  };
  /** Show the answer, and keep it in the address. */
  const keep = () => {
    const used = show();
    const settled = settle(table, entries());
    const said = new URLSearchParams(answers());
    for (const { key, default: usual } of table.parameters)
      if (used.includes(key) && settled[key] !== usual) said.set(key, String(settled[key]));
    const hash = said.toString();
    history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
  };
  /** Take what the address says, if it says anything of the guide. */
  const fromAddress = () => {
    const said = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    if (!keys.some((key) => key in said)) return;
    take(said, settle(table, said));
    show();
  };

  /** Read rows of a label and a score. @type {(text: string, from?: string) => void} */
  const read = (text, from = "") => {
    try {
      // It judges one model, unweighted.
      const { labels, scores, read: said } = readCsv(text, { second: -1, weight: -1 });
      own = { labels, scores };
      at.read.textContent = `${from}${said}`;
      keep();
    } catch (error) {
      own = null;
      at.read.textContent = from + /** @type {Error} */ (error).message;
      show();
    }
  };
  /** @param {File | undefined} file */
  const readFile = (file) =>
    file?.text().then(
      (text) => read(text, `${file.name}: `),
      () => {
        at.read.textContent = `${file.name} cannot be read.`;
      },
    );

  /** @param {HTMLElement} button */
  const copy = (button) => {
    const source = /** @type {HTMLElement} */ (document.getElementById(button.dataset.copies ?? ""));
    const before = button.textContent;
    const done = () => {
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = before), 1500);
    };
    const select = () => getSelection()?.selectAllChildren(source);
    (navigator.clipboard?.writeText(source.textContent ?? "") ?? Promise.reject()).then(done, select);
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", ({ target }) => {
    if (target !== at.rows && target !== at.file) keep();
  });
  form.addEventListener("click", ({ target }) => {
    const button = /** @type {Element} */ (target).closest("button");
    const { example, copies, does } = button?.dataset ?? {};
    if (button && copies) copy(button);
    if (does === "read") read(at.rows.value);
    if (example === undefined) return;
    own = null;
    at.read.textContent = "";
    const { answers: given, parameters } = table.examples[example] ?? { answers: {}, parameters: {} };
    take(given, parameters);
    keep();
  });
  at.file.addEventListener("change", () => {
    readFile(at.file.files?.[0]);
    at.file.value = ""; // or the same file, changed meanwhile, could not be chosen again
  });
  at.own.addEventListener("dragover", (event) => event.preventDefault());
  at.own.addEventListener("drop", (event) => {
    event.preventDefault();
    readFile(event.dataTransfer?.files[0]);
  });
  addEventListener("hashchange", fromAddress);
  form.parentElement?.removeAttribute("hidden");
  show();
  fromAddress();
}

/** @type {HTMLFormElement | null | undefined} */
const form = globalThis.document?.querySelector(".guide form");
if (form) enliven(form, JSON.parse(document.getElementById("guide-table")?.textContent ?? "null"));
