/* Labels and scores from text that is pasted or dropped, with errors by row. */

const LABELS = ["label", "y", "y_true", "target", "class", "truth", "outcome", "actual"];
/** Scores and probabilities before predictions, which may be decisions: the first name that a column bears is taken. */
const SCORES = (
  "score scores y_score y_scores prob probability proba y_prob y_proba p p_hat y_hat logit risk " +
  "prediction predicted pred y_pred"
).split(" ");
const POSITIVE = new Set(["1", "true", "yes", "positive", "pos", "t", "y"]);
const NEGATIVE = new Set(["0", "-1", "false", "no", "negative", "neg", "f", "n"]);
/** Most rows that a page can redraw smoothly. */
const MOST = 100000;

/** Names of columns that are neither scores nor labels. */
const WEIGHTS = ["weight", "weights", "sample_weight", "sample_weights"];
const INDEX = new Set(["", "index", "id", "row", "unnamed: 0"]);

/** The number in a text, else NaN. @param {string} text */
const number = (text) => (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN);

/** A number with a decimal comma. */
const COMMA = /^[+-]?\d*,\d+(e[+-]?\d+)?$/i;

/** 1 or 0 for a label, undefined for what is none; 1.0 and +1 are 1. @param {string} text */
function meaning(text) {
  const word = text
    .toLowerCase()
    .replace(/^([+-]?\d+)\.0+$/, "$1")
    .replace(/^\+/, "");
  return POSITIVE.has(word) ? 1 : NEGATIVE.has(word) ? 0 : undefined;
}

/** A cell without blanks and quotes around it. @param {string} text */
const bare = (text) => {
  const value = text.trim();
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
};

/**
 * The column of the first row that bears the first of these names that any does; -1 if none does.
 * @type {(head: string[], names: string[]) => number}
 */
function nameIn(head, names) {
  const words = head.map((text) => text.toLowerCase());
  const name = names.find((each) => words.includes(each));
  return name === undefined ? -1 : words.indexOf(name);
}

/** A row, with its number in the text. @typedef {{k: number, values: string[]}} Row */
/**
 * Columns by their use; -1 if there is none.
 * @typedef {{label: number, score: number, second: number, weight: number}} Columns
 */
/** @typedef {{head: string[] | null, rows: Row[], width: number, commas: boolean}} Table */
/**
 * What is read: scores, those of a second model and weights if there are any, a sentence on the columns used, their
 * names, and which is which.
 * @typedef {object} Read
 * @property {number[]} labels
 * @property {number[]} scores
 * @property {number[] | null} second
 * @property {number[] | null} weights
 * @property {string} read
 * @property {string[]} names
 * @property {Columns} columns
 */

/**
 * The rows of a text, with or without a head, separated by comma, semicolon, tab or space.
 * @param {string} text
 * @returns {Table}
 */
function tableOf(text) {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .map((line, k) => ({ line: line.replace(/^ +| +$/g, ""), k: k + 1 }))
    .filter(({ line }) => line.trim());
  if (!lines.length) throw new Error("There is nothing to read: paste rows such as 1,0.87.");
  const separator = ["\t", ";", ",", " "].find((mark) => lines[0].line.includes(mark));
  if (!separator) throw new Error("Row 1 has one column: a label and a score are needed, separated by a comma.");
  let commas = false;
  /** @param {string} cell */
  const read = (cell) => {
    const value = bare(cell);
    if (separator === "," || !COMMA.test(value)) return value;
    commas = true;
    return value.replace(",", ".");
  };
  const rows = lines.map(({ line, k }) => ({ k, values: line.split(separator === " " ? / +/ : separator).map(read) }));
  const first = rows[0].values;
  // One of two cells of a row is a score.
  const hasHead = first.every((value) => Number.isNaN(number(value)));
  return { head: hasHead ? first : null, rows: hasHead ? rows.slice(1) : rows, width: first.length, commas };
}

/** The score in a cell, else undefined. @param {string} text */
const scoreOf = (text) => (Number.isFinite(number(text)) ? number(text) : undefined);
/** The weight in a cell, else undefined. @param {string} text */
const weightOf = (text) => (number(text) >= 0 && Number.isFinite(number(text)) ? number(text) : undefined);

/**
 * Whether a column only tells rows apart: by its name or, without names, because it counts them.
 * @param {Table} table
 * @param {number} column
 */
function isIndex({ head, rows, width }, column) {
  if (head) return INDEX.has(head[column].toLowerCase());
  const counts = [0, 1].some((start) => rows.every(({ values }, row) => number(values[0]) === row + start));
  return width > 2 && column === 0 && counts;
}

/**
 * The columns of a table by what their names or, without names, their cells say.
 * @param {Table} table
 * @returns {Columns}
 */
function guessed(table) {
  const { head, rows, width } = table;
  const named = [LABELS, SCORES, WEIGHTS].map((names) => (head ? nameIn(head, names) : -1));
  const columns = Array.from({ length: width }, (_, column) => column);
  const free = columns.filter((column) => !named.includes(column) && !isIndex(table, column));
  /**
   * How many cells of a column can be read.
   * @type {(column: number, read: (text: string) => number | undefined) => number}
   */
  const readable = (column, read) => rows.filter(({ values }) => read(values[column] ?? "") !== undefined).length;
  const binary = free.filter((column) => rows.length && readable(column, meaning) === rows.length);
  let [label, score] = named;
  const weight = named[2];
  // Where every value of two columns is a label, the first is the label.
  if (label < 0) label = binary[0] ?? (width === 2 ? free[0] : -1);
  // A column of numbers may have cells that are none, which are named as faults. Decisions are scores only if need be.
  const others = free.filter((column) => column !== label);
  const numbers = others.filter((column) => width === 2 || 2 * readable(column, scoreOf) > rows.length);
  const scores = [
    ...numbers.filter((column) => !binary.includes(column)),
    ...binary.filter((each) => numbers.includes(each)),
  ];
  if (score >= 0) return { label, score, second: -1, weight };
  score = scores[0] ?? -1;
  const second = binary.includes(scores[1]) ? -1 : (scores[1] ?? -1);
  return { label, score, second, weight };
}

/** What the cells of a column must be: how they are read, and what is said of one that is none. */
const KINDS = {
  label: { value: meaning, none: "is no label (0 or 1, no or yes)" },
  score: { value: scoreOf, none: "is no number" },
  second: { value: scoreOf, none: "is no number" },
  weight: { value: weightOf, none: "is no weight (a number, 0 or more)" },
};
/** @type {(keyof Columns)[]} */
const USES = ["label", "score", "second", "weight"];

/**
 * The error of a row; the empty text if there is none.
 * @type {(row: Row, columns: Columns, width: number) => string}
 */
function fault({ k, values }, columns, width) {
  for (const use of USES) {
    const text = values[columns[use]] ?? "";
    if (columns[use] >= 0 && KINDS[use].value(text) === undefined) return `row ${k}: “${text}” ${KINDS[use].none}`;
  }
  return values.length > width ? `row ${k} has ${values.length} cells, not ${width}` : "";
}

/** What is wrong with labels and weights, of which both classes need some; the empty text if nothing is. */
const oneClass = (/** @type {number[]} */ labels, /** @type {number[] | null} */ weights) => {
  const positives = labels.reduce((a, b) => a + b, 0);
  if (!positives || positives === labels.length)
    return `All ${labels.length} labels are ${positives ? "positive" : "negative"}: the curves need both classes.`;
  const isEmpty = [0, 1].some((side) => weights && !weights.some((each, k) => each > 0 && labels[k] === side));
  return isEmpty ? "All weights of one class are 0: the curves need both classes." : "";
};

/**
 * What is wrong with scores that are decisions; the empty text if they are none.
 * @type {(scores: number[], name: string) => string}
 */
function decided(scores, name) {
  const values = [...new Set(scores)].slice(0, 3).sort().join(" and ");
  return ["0", "1", "-1", "0 and 1", "-1 and 1"].includes(values)
    ? `Nothing was read. The scores, from ${name}, are only ${values}, which are decisions: ` +
        "give the scores they were made by."
    : "";
}

/**
 * What is wrong with a table and its columns; the empty text if nothing is.
 * @type {(table: Table, columns: Columns, names: string[]) => string}
 */
function faultOf({ rows, width }, columns, names) {
  if (!rows.length) return "There is a head, but no row below it.";
  if (rows.length > MOST) return `${rows.length} rows are more than the ${MOST} that a page can move smoothly.`;
  if (columns.label < 0 || columns.score < 0 || columns.label === columns.score)
    return `The columns are ${names.join(", ")}: choose the labels (0 or 1, no or yes) and the scores.`;
  const faults = rows.map((row) => fault(row, columns, width)).filter(Boolean);
  if (!faults.length) return "";
  const more = faults.length > 3 ? `, and ${faults.length - 3} more rows` : "";
  return `Nothing was read. ${faults.slice(0, 3).join("; ")}${more}.`;
}

/**
 * Read rows of a label and a score, and of a table with more columns those that are known or chosen.
 *
 * Throws an Error that names the first bad rows; its `cause` has the columns' names and uses.
 * @param {string} text
 * @param {Partial<Columns>} [chosen] columns that the reader has chosen
 * @returns {Read}
 */
export function readCsv(text, chosen = {}) {
  const table = tableOf(text);
  const { head, rows, width, commas } = table;
  const columns = { ...guessed(table), ...chosen };
  const names = Array.from({ length: width }, (_, k) =>
    !head ? `column ${k + 1}` : head[k] ? `“${head[k]}”` : "the index",
  );
  /** @param {string} message */
  const refuse = (message) => {
    if (message) throw new Error(message, { cause: { names, columns } });
  };
  refuse(faultOf(table, columns, names));
  /** @param {keyof Columns} use */
  const read = (use) => rows.map(({ values }) => /** @type {number} */ (KINDS[use].value(values[columns[use]])));
  const [labels, scores] = [read("label"), read("score")];
  const second = columns.second < 0 ? null : read("second");
  const weights = columns.weight < 0 ? null : read("weight");
  refuse(oneClass(labels, weights));
  refuse(decided(scores, names[columns.score]) || decided(second ?? [], names[columns.second]));
  const used = USES.map((use) => columns[use]);
  const others = names.filter((_, column) => !used.includes(column));
  const parts = [
    `labels from ${names[columns.label]}`,
    `scores from ${names[columns.score]}${second ? ` and ${names[columns.second]}` : ""}`,
    ...(weights ? [`weights from ${names[columns.weight]}`] : []),
  ];
  const unused = others.length ? ` Not used: ${others.join(", ")}.` : "";
  const points = commas ? " Commas are read as decimal points." : "";
  const positives = labels.reduce((a, b) => a + b, 0);
  const said = `${labels.length} rows, ${positives} positive: ${parts.join(", ")}.${unused}${points}`;
  return { labels, scores, second, weights, read: said, names, columns };
}
