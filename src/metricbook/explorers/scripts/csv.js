/* Labels and scores out of text that somebody pastes or drops: what is read, and what is wrong, row by row. */

const LABELS = ["label", "y", "y_true", "target", "class", "truth", "outcome", "actual"];
/** Scores and chances before predictions, which may be decisions: the first name that a column bears is taken. */
const SCORES = [
  ...["score", "scores", "y_score", "y_scores", "prob", "probability", "proba", "y_prob", "y_proba", "p", "p_hat", "y_hat", "logit", "risk"],
  ...["prediction", "predicted", "pred", "y_pred"],
];
/** What a label says: 1 for positive, 0 for negative. */
const MEANINGS = new Map([
  ...["1", "true", "yes", "positive", "pos", "t", "y"].map((word) => [word, 1]),
  ...["0", "-1", "false", "no", "negative", "neg", "f", "n"].map((word) => [word, 0]),
]);
const MOST = 100000;

const number = (text) => (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN);

/** 1 or 0 for a label, undefined for what is none; 1.0 and +1 are 1. */
const meaning = (text) =>
  MEANINGS.get(text) ?? MEANINGS.get(text.toLowerCase().replace(/^([+-]?\d+)\.0+$/, "$1").replace(/^\+/, ""));

/** A cell without blanks and quotes around it. */
const bare = (text) => {
  const value = text.trim();
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
};

/** The column of the first row that bears the first of these names that any does; -1 if none does. */
function named(head, names) {
  const words = head.map((text) => text.toLowerCase());
  return words.indexOf(names.find((name) => words.includes(name)));
}

/** What is wrong with a cell that should be a score. */
const noNumber = (text) => `“${text}” is no number${/^[+-]?\d*,\d+$/.test(text) ? ": write it with a point" : ""}`;

/**
 * Read rows of a label and a score, with or without a head, separated by comma, semicolon, tab or space.
 *
 * Returns {labels, scores, read}, where `read` says what was taken for what; throws an Error that names the first bad rows.
 */
export function readCsv(text) {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/).map((line, k) => ({ line: line.trim(), k: k + 1 })).filter(({ line }) => line);
  if (!lines.length) throw new Error("There is nothing to read: paste rows such as 1,0.87.");
  const separator = ["\t", ";", ",", " "].find((mark) => lines[0].line.includes(mark));
  if (!separator) throw new Error("Row 1 has one column: a label and a score are needed, separated by a comma.");
  const cells = lines.map(({ line, k }) => ({
    k,
    values: line.split(separator === " " ? / +/ : separator).map(bare),
  }));
  const first = cells[0].values;
  const width = first.length;
  const hasHead = first.every((value) => Number.isNaN(number(value.replace(",", ".")))); // one of two cells of a row is a score
  let [label, score] = hasHead ? [named(first, LABELS), named(first, SCORES)] : [-1, -1];
  if (hasHead && first.length > 2 && (label < 0 || score < 0))
    throw new Error(`The columns are ${first.join(", ")}: call one “label” and one “score”.`);
  if (!hasHead && width > 2)
    throw new Error(`Row 1 has ${width} columns and no head: put names on top, one “label” and one “score”.`);
  const rows = hasHead ? cells.slice(1) : cells;
  if (!rows.length) throw new Error("There is a head, but no row below it.");
  if (rows.length > MOST) throw new Error(`${rows.length} rows are more than the ${MOST} that a page can move smoothly.`);
  if (label < 0 || score < 0) {
    // Without names, the column in which every value is a label is the label; if both are, the first.
    const labelled = (column) => rows.every(({ values }) => meaning(values[column] ?? "") !== undefined);
    label = label >= 0 ? label : score >= 0 ? 1 - score : labelled(0) || !labelled(1) ? 0 : 1;
    score = score >= 0 ? score : label === 0 ? 1 : 0;
  }
  const bad = [];
  const found = { labels: [], scores: [] };
  for (const { k, values } of rows) {
    const truth = meaning(values[label] ?? "");
    const value = number(values[score] ?? "");
    if (truth === undefined) bad.push(`row ${k}: “${values[label] ?? ""}” is no label (0 or 1, no or yes)`);
    else if (!Number.isFinite(value)) bad.push(`row ${k}: ${noNumber(values[score] ?? "")}`);
    else if (values.length > width) bad.push(`row ${k} has ${values.length} cells, not ${width}`);
    else {
      found.labels.push(truth);
      found.scores.push(value);
    }
  }
  if (bad.length) {
    const more = bad.length > 3 ? `, and ${bad.length - 3} more rows` : "";
    throw new Error(`Nothing was read. ${bad.slice(0, 3).join("; ")}${more}.`);
  }
  const positives = found.labels.reduce((a, b) => a + b, 0);
  if (!positives || positives === found.labels.length)
    throw new Error(`All ${found.labels.length} labels are ${positives ? "positive" : "negative"}: the curves need both classes.`);
  const name = (column) => (hasHead ? `“${first[column]}”` : `column ${column + 1}`);
  if ([[0, 1], [-1, 1]].some((two) => found.scores.every((value) => two.includes(value))))
    throw new Error(`Nothing was read. The scores, from ${name(score)}, are only ${[...new Set(found.scores)].sort().join(" and ")}, which are decisions: give the scores they were made by.`);
  const others = first.map((_, column) => column).filter((column) => column !== label && column !== score);
  const unused = others.length ? ` Not used: ${others.map(name).join(", ")}.` : "";
  found.read = `${found.labels.length} rows, ${positives} positive: labels from ${name(label)}, scores from ${name(score)}.${unused}`;
  return found;
}
