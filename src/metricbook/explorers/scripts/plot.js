/* A plot with two axes, marks, and handles that are moved by mouse, touch and keyboard. */
import { brief, clamp, el, set } from "./dom.js";

/** @import { Attributes, Drawn } from "./dom.js" */

const [LEFT, RIGHT, TOP, BOTTOM] = [44, 8, 8, 34];

/** Number of steps of each key. @type {Record<string, number>} */
const KEYS = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
  Home: -Infinity,
  End: Infinity,
};

/**
 * An axis: its label, its ends, and its ticks if not at round numbers.
 * @typedef {{label: string, from: number, to: number, ticks?: number[]}} Axis
 */
/**
 * Position of a handle in the axes' units, and its value, ends and text for screen readers.
 * @typedef {{x: number, y: number, now: number, min: number, max: number, text: string}} Position
 */
/**
 * @typedef {object} HandleOptions
 * @property {string} name what it moves
 * @property {(x: number, y: number) => void} move takes a place of the pointer, in the axes' units
 * @property {(k: number) => void} step takes so many steps of a key, -Infinity and Infinity to the ends
 * @property {"point" | "line"} [shape]
 * @property {boolean} [vertical] it goes up and down
 * @property {boolean} [everywhere] one may press anywhere in the drawing
 * @property {((k: number) => void) | null} [across] takes the keys to the left and right, if it also moves sideways
 * @property {string | null} [hand] its `data-hand`, by which a challenge asks for it
 */

/** Round ticks of an axis, `about` so many. @param {number} from @param {number} to */
export function ticks(from, to, about = 5) {
  const rough = (to - from) / about;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5].map((k) => k * unit).find((s) => s >= rough * 0.999) ?? 10 * unit;
  const values = [];
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + step * 1e-9; k += 1) values.push(k * step);
  return values;
}

/** A drawing below its title. @type {(title: string, plot: {node: Element}, name?: string) => HTMLElement} */
export const figure = (title, plot, name = "") =>
  el("figure", { class: name || null }, el("figcaption", {}, title), plot.node);

/** A share of an axis in its units. @type {(axis: Axis, share: number) => number} */
const along = ({ from, to }, share) => from + clamp(share, 0, 1) * (to - from);

/** Whether a value lies between an axis's ends, but for rounding. @type {(axis: Axis, value: number) => boolean} */
const within = ({ from, to }, value) => value >= from - 1e-9 && value <= to + 1e-9;

/** Whether an axis has these ends. @type {(axis: Axis, ends: Partial<Axis>) => boolean} */
const has = (axis, ends) =>
  Object.entries(ends).every(([key, value]) => axis[/** @type {keyof Axis} */ (key)] === value);

/** A plot with the axes x and y, in three layers: axes, marks, handles. */
export class Plot {
  /** @param {{title: string, x: Axis, y: Axis, width?: number, height?: number}} options */
  constructor({ title, x, y, width = 260, height = 240 }) {
    this.x = x;
    this.y = y;
    this.width = width;
    this.height = height;
    this.axes = el("g", { class: "x-axes", "aria-hidden": "true" });
    this.marks = el("g", { "aria-hidden": "true" });
    this.handles = el("g");
    this.node = el(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": title, class: "x-plot" },
      this.axes,
      this.marks,
      this.handles,
    );
    this.frame();
  }

  /** Horizontal position of a value in the drawing. @param {number} value */
  px(value) {
    return LEFT + ((value - this.x.from) / (this.x.to - this.x.from)) * (this.width - LEFT - RIGHT);
  }

  /** Vertical position of a value in the drawing. @param {number} value */
  py(value) {
    return this.height - BOTTOM - ((value - this.y.from) / (this.y.to - this.y.from)) * (this.height - TOP - BOTTOM);
  }

  /**
   * Position of a pointer in the axes' units.
   * @param {MouseEvent} event
   * @returns {[x: number, y: number]}
   */
  at(event) {
    const box = this.node.getBoundingClientRect();
    const [h, v] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    const across = (h * this.width - LEFT) / (this.width - LEFT - RIGHT);
    const up = (this.height - BOTTOM - v * this.height) / (this.height - TOP - BOTTOM);
    return [along(this.x, across), along(this.y, up)];
  }

  /**
   * Redraw the axes, with new ends if given.
   * @param {{x?: Partial<Axis>, y?: Partial<Axis>}} ends
   */
  frame({ x = {}, y = {} } = {}) {
    if (this.axes.childNodes.length && has(this.x, x) && has(this.y, y)) return;
    this.x = { ...this.x, ...x };
    this.y = { ...this.y, ...y };
    const [bottom, left] = [this.height - BOTTOM, LEFT];
    const parts = [];
    for (const value of this.x.ticks ?? ticks(this.x.from, this.x.to)) {
      const at = this.px(value);
      parts.push(el("line", { x1: at, x2: at, y1: TOP, y2: bottom, class: "x-rulings" }));
      parts.push(el("text", { x: at, y: bottom + 13, "text-anchor": "middle" }, brief(value)));
    }
    for (const value of this.y.ticks ?? ticks(this.y.from, this.y.to)) {
      const at = this.py(value);
      parts.push(el("line", { x1: left, x2: this.width - RIGHT, y1: at, y2: at, class: "x-rulings" }));
      parts.push(el("text", { x: left - 4, y: at + 3.5, "text-anchor": "end" }, brief(value)));
    }
    const [middle, across] = [(left + this.width - RIGHT) / 2, (TOP + bottom) / 2];
    parts.push(el("text", { x: middle, y: this.height - 5, "text-anchor": "middle", class: "x-label" }, this.x.label));
    const turn = `translate(9 ${across}) rotate(-90)`;
    parts.push(el("text", { transform: turn, "text-anchor": "middle", class: "x-label" }, this.y.label ?? ""));
    this.axes.replaceChildren(...parts);
  }

  /**
   * Add a mark.
   * @template {Drawn} K
   * @param {K} tag
   * @param {Attributes} attributes
   */
  mark(tag, attributes = {}) {
    const node = el(tag, attributes);
    this.marks.append(node);
    return node;
  }

  /**
   * Add a text; returns a function that places it.
   * @param {Attributes} attributes
   * @returns {(text: string, x: number, y: number) => void}
   */
  words(attributes = {}) {
    const node = this.mark("text", { class: "x-words", ...attributes });
    return (text, x, y) => {
      node.textContent = text;
      set(node, { x: this.px(x).toFixed(1), y: this.py(y).toFixed(1) });
    };
  }

  /**
   * The outline through points, without points closer than a pixel; with a height it is closed there.
   * @param {ArrayLike<number>} xs
   * @param {ArrayLike<number>} ys
   * @param {{close?: number | null}} options
   */
  outline(xs, ys, { close = null } = {}) {
    /** @type {string[]} */
    const parts = [];
    let [lastX, lastY] = [NaN, NaN];
    for (let k = 0; k < xs.length; k += 1) {
      const [x, y] = [this.px(xs[k]), this.py(ys[k])];
      if (Math.abs(x - lastX) + Math.abs(y - lastY) < 0.4 && k < xs.length - 1) continue;
      parts.push(`${parts.length ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`);
      [lastX, lastY] = [x, y];
    }
    if (close !== null && parts.length) {
      const base = this.py(close).toFixed(1);
      parts.push(`V${base}H${this.px(xs[0]).toFixed(1)}Z`);
    }
    return parts.join("");
  }

  /**
   * The part between the axes' ends of the line ofX x + ofY y + rest = 0; null if there is none.
   * @param {number} ofX
   * @param {number} ofY
   * @param {number} rest
   */
  chord(ofX, ofY, rest) {
    /** @type {[x: number, y: number][]} */
    const ends = [];
    /** @type {(x: number, y: number) => void} */
    const add = (x, y) => {
      if (within(this.x, x) && within(this.y, y)) ends.push([x, y]);
    };
    if (Math.abs(ofY) > 1e-12) for (const x of [this.x.from, this.x.to]) add(x, -(ofX * x + rest) / ofY);
    if (Math.abs(ofX) > 1e-12) for (const y of [this.y.from, this.y.to]) add(-(ofY * y + rest) / ofX, y);
    ends.sort(([x0, y0], [x1, y1]) => x0 - x1 || y0 - y1);
    const [first, last] = [ends[0], ends[ends.length - 1]];
    return ends.length < 2 ? null : this.outline([first[0], last[0]], [first[1], last[1]]);
  }

  /**
   * Add a handle to drag, or move by arrow keys, page keys, home and end; returns a function that places it.
   * @param {HandleOptions} options
   * @returns {(position: Position) => void}
   */
  handle({ name, move, step, shape = "point", vertical = false, everywhere = true, across = null, hand = null }) {
    const mark =
      shape === "line"
        ? el(
            "g",
            {},
            el("line", { y1: TOP, y2: this.height - BOTTOM, class: "x-rule" }),
            el("circle", { cy: TOP + 7, r: 7 }),
          )
        : el("circle", { r: 7 });
    const node = el(
      "g",
      { role: "slider", tabindex: 0, "aria-label": name, "data-hand": hand, class: "x-handle" },
      mark,
    );
    if (vertical) set(node, { "aria-orientation": "vertical" });
    node.prepend(el("circle", { r: 14, cy: shape === "line" ? TOP + 7 : 0, class: "x-hit" }));
    this.handles.append(node);
    node.addEventListener("keydown", (event) => {
      if (!Object.hasOwn(KEYS, event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const sideways = across && (event.key === "ArrowLeft" || event.key === "ArrowRight");
      (sideways ? across : step)(KEYS[event.key] * (event.shiftKey ? 5 : 1));
    });
    // A finger that goes sideways moves the handle; one that goes up or down scrolls the page, unless it took hold of
    // a handle that goes up and down itself. Two fingers enlarge the page.
    const target = everywhere ? this.node : node;
    target.style.touchAction = everywhere || !vertical ? "pan-y pinch-zoom" : "none";
    // No touch-action where display is inline.
    if (vertical) Object.assign(node.style, { touchAction: "none", display: "block" });
    /** @param {PointerEvent} event */
    const press = (event) => {
      if (event.button || !event.isPrimary) return;
      // Until a finger has gone sideways, or left without a move, it may be about to scroll: nothing moves for it.
      let waits = event.pointerType === "touch" && !(vertical && node.contains(/** @type {Node} */ (event.target)));
      const begin = () => {
        waits = false;
        node.focus({ preventScroll: true });
      };
      /** @param {PointerEvent} moved */
      const go = (moved) => {
        if (waits && Math.abs(moved.clientX - event.clientX) <= Math.abs(moved.clientY - event.clientY)) return;
        if (waits) begin();
        move(...this.at(moved));
      };
      /** @param {Event} event */
      const stop = ({ type }) => {
        if (waits && type === "pointerup") {
          begin();
          move(...this.at(event));
        }
        target.removeEventListener("pointermove", go);
        target.removeEventListener("pointerup", stop);
        target.removeEventListener("pointercancel", stop);
      };
      target.setPointerCapture(event.pointerId);
      set(target, { pointermove: go, pointerup: stop, pointercancel: stop });
      event.stopPropagation();
      if (waits) return;
      begin();
      move(...this.at(event));
    };
    set(target, { pointerdown: press });
    return ({ x, y, now, min, max, text }) => {
      set(node, { transform: `translate(${this.px(x).toFixed(1)} ${shape === "line" ? 0 : this.py(y).toFixed(1)})` });
      set(node, { "aria-valuenow": now, "aria-valuemin": min, "aria-valuemax": max, "aria-valuetext": text });
    };
  }
}
