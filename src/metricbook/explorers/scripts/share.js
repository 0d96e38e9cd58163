/* What a reader takes away: the address copied, and what is seen as SVG, PNG and CSV. */
import { el } from "./dom.js";

/** @import { ScoreExplorer } from "./explorer.js" */

/** Properties of what is drawn that a file must carry itself, since it has no style sheet. */
const LOOKS = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "paint-order",
  "opacity",
  "font-size",
  "font-weight",
];

/** The first plot on the screen as a file of its own. @param {ScoreExplorer<any>} explorer */
export function drawing(explorer) {
  const plots = /** @type {SVGSVGElement[]} */ ([...explorer.querySelectorAll(".x-views .x-plot")]);
  const seen = plots.find((plot) => plot.getClientRects().length) ?? plots[0];
  const copy = /** @type {SVGSVGElement} */ (seen.cloneNode(true));
  const copies = [copy, ...copy.querySelectorAll("*")];
  [seen, ...seen.querySelectorAll("*")].forEach((node, k) => {
    const look = getComputedStyle(node);
    const style = LOOKS.map((name) => `${name}:${look.getPropertyValue(name)}`);
    copies[k].setAttribute("style", [...style, "font-family:sans-serif"].join(";"));
    copies[k].removeAttribute("tabindex");
  });
  for (const hit of copy.querySelectorAll(".x-hit")) hit.remove();
  const { width, height } = seen.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return new XMLSerializer().serializeToString(copy);
}

/** The table of the numbers drawn, as CSV. @param {ScoreExplorer<any>} explorer */
export function csv(explorer) {
  if (!explorer.table) return "";
  const { head, rows } = explorer.table();
  /** @param {string | number} value */
  const cell = (value) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value);
  return [head, ...rows].map((row) => `${row.map(cell).join(",")}\n`).join("");
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The drawing as pixels, three for one. @param {ScoreExplorer<any>} explorer */
async function pixels(explorer) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing(explorer))}`;
  await image.decode();
  const canvas = el("canvas", { width: 3 * image.width, height: 3 * image.height });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return /** @type {Promise<Blob>} */ (
    new Promise((done) => canvas.toBlob((blob) => done(/** @type {Blob} */ (blob))))
  );
}

/** The buttons that do it. @param {ScoreExplorer<any>} explorer */
export function share(explorer) {
  const copy = explorer.button("Copy link", () => {
    navigator.clipboard.writeText(explorer.link.href).then(
      () => (explorer.status.textContent = copy.textContent = "Copied"),
      () => (explorer.status.textContent = copy.textContent = "Not copied: use the link"),
    );
    setTimeout(() => (copy.textContent = "Copy link"), 3000);
  });
  const svg = () => save(new Blob([drawing(explorer)], { type: "image/svg+xml" }), `${explorer.key}.svg`);
  const png = () => void pixels(explorer).then((blob) => save(blob, `${explorer.key}.png`));
  const table = () => save(new Blob([csv(explorer)], { type: "text/csv" }), `${explorer.key}.csv`);
  return [copy, explorer.button("SVG", svg), explorer.button("PNG", png), explorer.button("CSV", table)];
}
