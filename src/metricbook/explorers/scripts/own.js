/* A reader's own scores: read once, for all explorers of the page and, if the reader agrees, of the site. */
import { readCsv } from "./csv.js";
import { el, say, set } from "./dom.js";
import { sorted } from "./sweep.js";

/** @import { Columns, Read } from "./csv.js" */
/** @import { ScoreExplorer } from "./explorer.js" */
/** Labels and scores in any order. @typedef {{labels: number[], scores: number[], weights?: number[] | null}} Rows */
/** A model's scores, and the threshold to begin at. @typedef {Rows & {name: string, threshold: number}} Model */

/** Key of the browser's storage, which is emptied when its tab is closed. */
const PLACE = "metricbook-own";
/** The event by which the explorers of a page learn that there are other own scores. */
export const CHANGED = "explorer-own";
/** A longer pasted text is read at once, not shown in the field, which would block the page. */
const LONG = 20000;

/**
 * Initial threshold of a sample: 1/2 for probabilities, 0 for scores of both signs, else the one that predicts as many
 * positives as there are.
 * @param {Rows} rows
 */
export function beginning({ labels, scores, weights }) {
  const sample = sorted(labels, scores, weights);
  const [high, low] = [sample.scores[0], sample.scores[scores.length - 1]];
  const usual = low >= 0 && high <= 1 ? 0.5 : 0;
  if (low < usual && usual < high) return usual;
  const positives = sample.weights.reduce((sum, weight, k) => sum + weight * sample.labels[k], 0);
  let above = 0;
  return sample.scores.find((_, k) => (above += sample.weights[k]) >= positives) ?? low;
}

/**
 * Models that an element has counted by score: positives and negatives are weights there.
 * @type {(text: string) => Model[]}
 */
export function countedModels(text) {
  /** @type {{name: string, scores: number[], positives: number[], negatives: number[], threshold?: number}[]} */
  const counted = JSON.parse(text);
  return counted.map(({ name, scores, positives, negatives, threshold }) => {
    const cases = scores
      .flatMap((score, k) => [
        { label: 1, score, weight: positives[k] },
        { label: 0, score, weight: negatives[k] },
      ])
      .filter(({ weight }) => weight);
    const rows = {
      labels: cases.map(({ label }) => label),
      scores: cases.map(({ score }) => score),
      weights: cases.map(({ weight }) => weight),
    };
    return { name, threshold: threshold ?? beginning(rows), ...rows };
  });
}

/** The models of a table that was read. @param {Read} table @returns {Model[]} */
function modelsOf({ labels, scores, second, weights, names, columns }) {
  return [scores, second].flatMap((list, k) => {
    if (!list) return [];
    const name = names[k ? columns.second : columns.score].replace(/^“|”$/g, "");
    const rows = { labels, scores: list, weights };
    return [{ name, threshold: beginning(rows), ...rows }];
  });
}

/** The models kept in the browser's tab; null if there are none. @returns {Model[] | null} */
function stored() {
  try {
    const { labels, weights, models } = JSON.parse(sessionStorage.getItem(PLACE) ?? "");
    return models.map((/** @type {Model} */ model) => ({ ...model, labels, weights }));
  } catch {
    return null;
  }
}

/** The page's models; undefined until somebody asks. @type {Model[] | null | undefined} */
let page;
/** Whether the reader agreed to keep them. */
let agreed = false;

/** The reader's models, one or two of the same cases: of the page, or kept in the tab; null if there are none. */
export function ownModels() {
  if (page !== undefined) return page;
  page = stored();
  agreed = page !== null;
  return page;
}

/** Keep the page's models in the tab if the reader agreed; whether that is as it should be. */
function store() {
  try {
    sessionStorage.removeItem(PLACE);
    if (!agreed || !page) return true;
    const [{ labels, weights }] = page;
    const models = page.map(({ name, threshold, scores }) => ({ name, threshold, scores }));
    sessionStorage.setItem(PLACE, JSON.stringify({ labels, weights, models }));
    return true;
  } catch {
    agreed = false;
    return false;
  }
}

/** Let the page have these models, and tell its explorers. @param {Model[]} models */
function publish(models) {
  page = models;
  const isKept = store();
  document.dispatchEvent(new Event(CHANGED));
  return isKept;
}

/** Uses of columns, in words. @type {Record<keyof Columns, string>} */
const USES = { label: "labels", score: "scores", second: "scores of a second model", weight: "weights" };

/**
 * Lists to choose the columns of a table by; hidden for a table of two.
 * @param {string} own prefix of ids
 * @param {(chosen: Partial<Columns>) => void} choose
 */
function chooser(own, choose) {
  const node = el("p", { class: "x-columns", hidden: true });
  /** @param {{names: string[], columns: Columns} | undefined} table */
  const show = (table) => {
    const shows = table !== undefined && table.names.length > 2;
    set(node, { hidden: !shows });
    if (!shows || node.contains(document.activeElement)) return; // the reader's own choice stands there
    const lists = /** @type {(keyof Columns)[]} */ (Object.keys(USES)).map((use) => {
      const options = table.names.map((name, k) => el("option", { value: k }, name));
      const input = el("select", { id: `${own}-${use}` }, el("option", { value: -1 }, "none"), options);
      input.value = String(table.columns[use]);
      set(input, { change: () => choose({ [use]: Number(input.value) }) });
      return el("span", {}, el("label", { for: input.id }, USES[use]), " ", input, " ");
    });
    node.replaceChildren(...lists);
  };
  return { node, show };
}

/**
 * Input for a reader's own scores; `take` uses them and returns what else is to be said.
 * @param {ScoreExplorer<any>} explorer
 * @param {(models: Model[]) => string} take
 */
export function ownScores(explorer, take) {
  const problem = el("p", { class: "x-problem", role: "alert" });
  let last = { text: "", how: "", chosen: /** @type {Partial<Columns>} */ ({}) };
  const read = () => {
    const { text, how, chosen } = last;
    try {
      const table = readCsv(text, chosen);
      columns.show(table);
      const models = modelsOf(table);
      const kept = publish(models) ? "" : " They are too many to be kept.";
      say(problem, `${how}${table.read}${kept}${take(models)}`);
    } catch (error) {
      const { message, cause } = /** @type {Error} */ (error);
      columns.show(/** @type {{names: string[], columns: Columns} | undefined} */ (cause));
      say(problem, how + message);
    }
  };
  /** @param {string} text */
  const begin = (text, how = "") => {
    last = { text, how, chosen: {} };
    read();
  };
  const columns = chooser(explorer.own, (chosen) => {
    last.chosen = { ...last.chosen, ...chosen };
    read();
  });
  /** @param {File | undefined} file */
  const readFile = (file) =>
    file?.text().then(
      (text) => begin(text, `${file.name}: `),
      () => say(problem, `${file.name} cannot be read.`),
    );
  /** @param {ClipboardEvent} event */
  const paste = (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.length <= LONG) return;
    event.preventDefault();
    area.value = "";
    begin(text, "Read from what you pasted, without showing it: ");
  };
  /** @param {DragEvent} event */
  const drop = (event) => {
    event.preventDefault();
    readFile(event.dataTransfer?.files[0]);
  };
  const placeholder = "label,score\n1,0.87\n0,0.35";
  const area = el("textarea", { id: `${explorer.own}-own`, rows: 5, spellcheck: "false", placeholder, paste });
  const file = el("input", { type: "file", accept: ".csv,.tsv,.txt", id: `${explorer.own}-file` });
  set(file, {
    change: () => {
      readFile(file.files?.[0]);
      file.value = ""; // or the same file, changed meanwhile, could not be chosen again
    },
  });
  const consent = el("input", { type: "checkbox" });
  set(consent, {
    change: () => {
      agreed = consent.checked;
      if (!store())
        say(problem, "The browser does not keep them: they are too many, or it keeps nothing of this page.");
      document.dispatchEvent(new Event(CHANGED));
    },
  });
  const words =
    "Rows of a label (0 or 1) and a score, or a table with more columns. They are read here and sent nowhere.";
  const node = el(
    "details",
    { class: "x-own", dragover: (event) => event.preventDefault(), drop },
    el("summary", {}, "Use your own scores"),
    el("p", {}, el("label", { for: area.id }, words), area),
    el(
      "p",
      {},
      explorer.button("Read these rows", () => begin(area.value)),
      " or ",
      el("label", { for: file.id }, "a file: "),
      file,
    ),
    columns.node,
    problem,
    el("p", {}, el("label", {}, consent, " Keep them for the other pages, until this tab is closed")),
  );
  const follow = () => {
    ownModels();
    consent.checked = agreed;
  };
  document.addEventListener(CHANGED, follow);
  follow();
  const open = () => {
    for (let at = node.parentElement; at && at !== explorer; at = at.parentElement)
      if (at instanceof HTMLDetailsElement) at.open = true;
    node.open = true;
    area.focus();
  };
  return { node, open };
}

/**
 * A model's cases one by one: those that Python has counted by score are repeated.
 * @param {Rows} rows
 * @returns {Rows}
 */
export function oneByOne({ labels, scores, weights }) {
  const repeat = (/** @type {number[]} */ list) =>
    weights ? list.flatMap((value, k) => Array.from({ length: weights[k] }, () => value)) : list;
  return { labels: repeat(labels), scores: repeat(scores) };
}

/** What a link to a state cannot hold, of models that were read in the page. @param {ScoreExplorer<any>} explorer */
export const unlinked = ({ models, dataset }) => (models && !dataset.counts ? "your scores" : null);

/**
 * Let an explorer show the reader's own scores instead of its made-up sample: what it shows then is `explorer.models`.
 *
 * The foot gets a button to go there and back as soon as the page has scores that fit.
 * @param {ScoreExplorer<any>} explorer
 * @param {object} options
 * @param {1 | 2} options.models how many it shows
 * @param {HTMLElement[]} [options.made] controls of the made-up sample, which are hidden meanwhile
 * @param {(models: Model[]) => string} [options.misfit] why it cannot show these; the empty text if it can
 * @returns {Element[]} the input, for `more`
 */
export function takesOwn(explorer, { models: number, made = [], misfit = () => "" }) {
  const hide = () => made.forEach((control) => set(control, { hidden: explorer.models !== null }));
  hide();
  if (explorer.dataset.counts) return [];
  /** Why it cannot show the page's models. @param {Model[]} models */
  const why = (models) =>
    models.length < number ? "Two models are compared here: choose a column of a second one." : misfit(models);
  /** @param {Model[] | null} models */
  const use = (models) => {
    explorer.models = models && models.slice(0, number);
    hide();
    label();
    explorer.loop.free(); // no question is of the reader's own models
    explorer.change({});
  };
  const toggle = explorer.button("", () => use(explorer.models ? null : ownModels()));
  toggle.classList.add("x-whose");
  const label = () => {
    const models = ownModels();
    set(toggle, { hidden: !explorer.models && (!models || why(models) !== "") });
    say(toggle, explorer.models ? "Show the made-up sample" : "Show your own scores");
  };
  document.addEventListener(CHANGED, () => {
    if (!explorer.foot.contains(toggle)) return; // the explorer was made anew
    const models = ownModels();
    if (explorer.models && models && models[0] !== explorer.models[0]) use(why(models) ? null : models);
    label();
  });
  label();
  explorer.foot.querySelector(".x-whose")?.remove();
  explorer.foot.append(toggle);
  const asked = ownScores(explorer, (models) => {
    const reason = why(models);
    if (!reason) use(models);
    return reason && ` ${reason}`;
  });
  return [asked.node];
}
