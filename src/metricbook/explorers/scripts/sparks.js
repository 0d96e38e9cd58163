/* Small curves of all metrics over one axis, each with its value where one stands. */
import { clamp, el, set, shown } from "./dom.js";

/** Size of a curve's drawing. */
const [WIDTH, HEIGHT, MARGIN] = [96, 22, 3];

/** Rows of a metric's name, curve and value. */
export class Sparks {
  /** @param {Record<string, string>} names of the metrics, by key @param {{caption: string, by?: string}} options */
  constructor(names, { caption, by = "by threshold" }) {
    this.rows = Object.entries(names).map(([key, name]) => {
      const curve = el("path", { class: "x-curve" });
      const point = el("circle", { r: 3, class: "x-point" });
      const value = el("td");
      const drawing = el(
        "svg",
        { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "x-spark", "aria-hidden": "true" },
        curve,
        point,
      );
      const row = el("tr", {}, el("th", { scope: "row" }, name), el("td", { class: "x-drawn" }, drawing), value);
      return { key, curve, point, value, row };
    });
    const head = ["metric", by, "here"].map((text) => el("th", { scope: "col" }, text));
    this.node = el(
      "table",
      { class: "x-sparks" },
      el("caption", {}, caption),
      el("thead", {}, el("tr", {}, head)),
      el("tbody", {}, ...this.rows.map(({ row }) => row)),
    );
  }

  /**
   * Draw the curves: the metrics at places from 0 to 1.
   * @param {{at: number, values: Record<string, number>}[]} series
   */
  draw(series) {
    for (const { key, curve } of this.rows) {
      const points = series.filter(({ values }) => Number.isFinite(values[key]));
      const path = points.map(({ at, values }, k) => `${k ? "L" : "M"}${place(at)} ${height(values[key])}`);
      set(curve, { d: path.join("") || null });
    }
  }

  /** Show the values at a place. @type {(at: number, values: Record<string, number>) => void} */
  show(at, values) {
    for (const { key, point, value } of this.rows) {
      const known = Number.isFinite(values[key]);
      set(point, { hidden: !known, cx: place(at), cy: height(known ? values[key] : 0) });
      value.textContent = shown(values[key]);
    }
  }
}

/** @param {number} at */
const place = (at) => (MARGIN + clamp(at, 0, 1) * (WIDTH - 2 * MARGIN)).toFixed(1);

/** A value between 0 and 1; what is below, as κ and MCC may be, stands at the foot. @param {number} value */
const height = (value) => (HEIGHT - MARGIN - clamp(value, 0, 1) * (HEIGHT - 2 * MARGIN)).toFixed(1);
