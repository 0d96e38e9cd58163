/* Labels and scores from text that is pasted or dropped, with errors by row. */

const LABELS = ["label", "y", "y_true", "target", "class", "truth", "outcome", "actual"];
/** Scores and chances before predictions, which may be decisions: the first name that a column bears is taken. */
const SCORES = (
  "score scores y_score y_scores prob probability proba y_prob y_proba p p_hat y_hat logit risk " +
  "prediction predicted pred y_pred"
).split(" ");
const POSITIVE = new Set(["1", "true", "yes", "positive", "pos", "t", "y"]);
const NEGATIVE = new Set(["0", "-1", "false", "no", "negative", "neg", "f", "n"]);
/** Most rows that a page can redraw smoothly. */
const MOST = 100000;

/** The number in a text, else NaN. @param {string} text */
const number = (text) => (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN);

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
function named(head, names) {
  const words = head.map((text) => text.toLowerCase());
  const name = names.find((each) => words.includes(each));
  return name === undefined ? -1 : words.indexOf(name);
}

/** The error of a cell that should be a score. @param {string} text */
const noNumber = (text) => `“${text}” is no number${/^[+-]?\d*,\d+$/.test(text) ? ": write it with a point" : ""}`;

/** A row, with its number in the text. @typedef {{k: number, values: string[]}} Row */

/**
 * The rows of a text, with or without a head, separated by comma, semicolon, tab or space.
 * @param {string} text
 * @returns {{head: string[] | null, rows: Row[], width: number}}
 */
function tableOf(text) {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .map((line, k) => ({ line: line.trim(), k: k + 1 }))
    .filter(({ line }) => line);
  if (!lines.length) throw new Error("There is nothing to read: paste rows such as 1,0.87.");
  const separator = ["\t", ";", ",", " "].find((mark) => lines[0].line.includes(mark));
  if (!separator) throw new Error("Row 1 has one column: a label and a score are needed, separated by a comma.");
  const rows = lines.map(({ line, k }) => ({ k, values: line.split(separator === " " ? / +/ : separator).map(bare) }));
  const first = rows[0].values;
  // One of two cells of a row is a score.
  const hasHead = first.every((value) => Number.isNaN(number(value.replace(",", "."))));
  return { head: hasHead ? first : null, rows: hasHead ? rows.slice(1) : rows, width: first.length };
}

/**
 * The columns of the labels and of the scores.
 * @param {ReturnType<typeof tableOf>} table
 * @returns {[label: number, score: number]}
 */
function columnsOf({ head, rows, width }) {
  const [label, score] = head ? [named(head, LABELS), named(head, SCORES)] : [-1, -1];
  if (label >= 0 && score >= 0) return [label, score];
  if (width > 2 && head) throw new Error(`The columns are ${head.join(", ")}: call one “label” and one “score”.`);
  if (width > 2)
    throw new Error(`Row 1 has ${width} columns and no head: put names on top, one “label” and one “score”.`);
  if (label >= 0) return [label, 1 - label];
  if (score >= 0) return [1 - score, score];
  // Without names, the column in which every value is a label is the label; if both are, the first.
  const [one, other] = [0, 1].map((column) => rows.every(({ values }) => meaning(values[column] ?? "") !== undefined));
  return one || !other ? [0, 1] : [1, 0];
}

/**
 * The error of a row; the empty text if there is none.
 * @type {(row: Row, label: string, score: string, width: number) => string}
 */
function fault({ k, values }, label, score, width) {
  if (meaning(label) === undefined) return `row ${k}: “${label}” is no label (0 or 1, no or yes)`;
  if (!Number.isFinite(number(score))) return `row ${k}: ${noNumber(score)}`;
  return values.length > width ? `row ${k} has ${values.length} cells, not ${width}` : "";
}

/**
 * Read rows of a label and a score.
 *
 * The result has a sentence on the columns used; throws an Error that names the first bad rows.
 * @param {string} text
 */
export function readCsv(text) {
  const table = tableOf(text);
  const [label, score] = columnsOf(table);
  if (!table.rows.length) throw new Error("There is a head, but no row below it.");
  if (table.rows.length > MOST)
    throw new Error(`${table.rows.length} rows are more than the ${MOST} that a page can move smoothly.`);
  const cells = table.rows.map((row) => ({ row, label: row.values[label] ?? "", score: row.values[score] ?? "" }));
  const faults = cells.map((each) => fault(each.row, each.label, each.score, table.width)).filter(Boolean);
  if (faults.length) {
    const more = faults.length > 3 ? `, and ${faults.length - 3} more rows` : "";
    throw new Error(`Nothing was read. ${faults.slice(0, 3).join("; ")}${more}.`);
  }
  const labels = cells.map((each) => Number(meaning(each.label)));
  const scores = cells.map((each) => number(each.score));
  const positives = labels.reduce((a, b) => a + b, 0);
  if (!positives || positives === labels.length) {
    const all = positives ? "positive" : "negative";
    throw new Error(`All ${labels.length} labels are ${all}: the curves need both classes.`);
  }
  /** @param {number} column */
  const name = (column) => (table.head ? `“${table.head[column]}”` : `column ${column + 1}`);
  const values = [...new Set(scores)].slice(0, 3).sort().join(" and ");
  if (["0", "1", "-1", "0 and 1", "-1 and 1"].includes(values))
    throw new Error(
      `Nothing was read. The scores, from ${name(score)}, are only ${values}, which are decisions: ` +
        "give the scores they were made by.",
    );
  const columns = Array.from({ length: table.width }, (_, column) => column);
  const others = columns.filter((column) => column !== label && column !== score);
  const unused = others.length ? ` Not used: ${others.map(name).join(", ")}.` : "";
  const read =
    `${labels.length} rows, ${positives} positive: labels from ${name(label)}, scores from ${name(score)}.` + unused;
  return { labels, scores, read };
}
