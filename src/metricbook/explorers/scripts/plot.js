/* A drawing with two axes, what is drawn in it, and handles that mouse, finger and keyboard move. */
import { brief, clamp, el, set } from "./dom.js";

const [LEFT, RIGHT, TOP, BOTTOM] = [44, 8, 8, 34];

/** Round ticks of an axis, about so many. */
export function ticks(from, to, about = 5) {
  const rough = (to - from) / about;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((k) => k * unit).find((s) => s >= rough * 0.999);
  const found = [];
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + step * 1e-9; k += 1) found.push(k * step);
  return found;
}

export class Plot {
  /** Axes are {label, from, to}, and {ticks} where others than round ones are wanted. */
  constructor({ title, x, y, width = 260, height = 240 }) {
    Object.assign(this, { x, y, width, height });
    this.axes = el("g", { class: "x-axes", "aria-hidden": "true" });
    this.marks = el("g", { "aria-hidden": "true" });
    this.handles = el("g");
    this.node = el(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": title, class: "x-plot" },
      this.axes, this.marks, this.handles,
    );
    this.frame();
  }

  px(value) {
    return LEFT + ((value - this.x.from) / (this.x.to - this.x.from)) * (this.width - LEFT - RIGHT);
  }

  py(value) {
    return this.height - BOTTOM - ((value - this.y.from) / (this.y.to - this.y.from)) * (this.height - TOP - BOTTOM);
  }

  /** Where in the axes' units a pointer is. */
  at(event) {
    const box = this.node.getBoundingClientRect();
    const [h, v] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    const across = (h * this.width - LEFT) / (this.width - LEFT - RIGHT);
    const up = (this.height - BOTTOM - v * this.height) / (this.height - TOP - BOTTOM);
    const place = (share, { from, to }) => from + clamp(share, 0, 1) * (to - from);
    return [place(across, this.x), place(up, this.y)];
  }

  /** Draw the axes anew, which may have new ends. */
  frame(ends = {}) {
    const same = Object.entries(ends).every(([name, end]) => Object.entries(end).every(([key, v]) => this[name][key] === v));
    if (this.axes.childNodes.length && same) return;
    for (const name of ["x", "y"]) this[name] = { ...this[name], ...ends[name] };
    const [bottom, left] = [this.height - BOTTOM, LEFT];
    const parts = [];
    for (const value of this.x.ticks ?? ticks(this.x.from, this.x.to)) {
      const at = this.px(value);
      parts.push(el("line", { x1: at, x2: at, y1: TOP, y2: bottom, class: "x-grid" }));
      parts.push(el("text", { x: at, y: bottom + 13, "text-anchor": "middle" }, brief(value)));
    }
    for (const value of this.y.ticks ?? ticks(this.y.from, this.y.to)) {
      const at = this.py(value);
      parts.push(el("line", { x1: left, x2: this.width - RIGHT, y1: at, y2: at, class: "x-grid" }));
      parts.push(el("text", { x: left - 4, y: at + 3.5, "text-anchor": "end" }, brief(value)));
    }
    const [middle, across] = [(left + this.width - RIGHT) / 2, (TOP + bottom) / 2];
    parts.push(el("text", { x: middle, y: this.height - 5, "text-anchor": "middle", class: "x-label" }, this.x.label));
    const turn = `translate(11 ${across}) rotate(-90)`;
    parts.push(el("text", { transform: turn, "text-anchor": "middle", class: "x-label" }, this.y.label ?? ""));
    this.axes.replaceChildren(...parts);
  }

  /** Add a mark of a class; what it returns sets the mark's attributes. */
  mark(tag, attributes = {}, to = this.marks) {
    const node = el(tag, attributes);
    to.append(node);
    return node;
  }

  /** Add words; what it returns puts them at a place of the axes. */
  words(attributes = {}) {
    const node = this.mark("text", { class: "x-words", ...attributes });
    return (text, x, y) => {
      node.textContent = text;
      set(node, { x: this.px(x).toFixed(1), y: this.py(y).toFixed(1) });
    };
  }

  /** The outline through points, without those that no pixel would show; `step` goes right first, then up. */
  outline(xs, ys, { step = false, close = null } = {}) {
    const parts = [];
    let [lastX, lastY] = [NaN, NaN];
    for (let k = 0; k < xs.length; k += 1) {
      const [x, y] = [this.px(xs[k]), this.py(ys[k])];
      if (Math.abs(x - lastX) + Math.abs(y - lastY) < 0.4 && k < xs.length - 1) continue;
      if (!parts.length) parts.push(`M${x.toFixed(1)} ${y.toFixed(1)}`);
      else parts.push(step ? `H${x.toFixed(1)}V${y.toFixed(1)}` : `L${x.toFixed(1)} ${y.toFixed(1)}`);
      [lastX, lastY] = [x, y];
    }
    if (close !== null && parts.length) {
      const base = this.py(close).toFixed(1);
      parts.push(`V${base}H${this.px(xs[0]).toFixed(1)}Z`);
    }
    return parts.join("");
  }

  /**
   * A handle that one can drag, and move with arrow keys, page keys, home and end.
   *
   * `everywhere` lets one press anywhere in the drawing. `move(x, y)` takes a place of the
   * pointer, `step(k)` so many steps of a key, -Infinity and Infinity to the ends; `across` takes
   * the keys to the left and right of a handle that also moves sideways. What it returns takes
   * {x, y, now, min, max, text} and puts the handle there.
   */
  handle({ name, move, step, shape = "point", vertical = false, everywhere = true, across = null }) {
    const mark =
      shape === "line"
        ? el("g", {}, el("line", { y1: TOP, y2: this.height - BOTTOM, class: "x-rule" }), el("circle", { cy: TOP + 7, r: 7 }))
        : el("circle", { r: 7 });
    const node = el("g", { role: "slider", tabindex: 0, "aria-label": name, class: "x-handle" }, mark);
    if (vertical) set(node, { "aria-orientation": "vertical" });
    this.handles.append(node);
    const keys = {
      ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity,
    };
    node.addEventListener("keydown", (event) => {
      if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const sideways = across && (event.key === "ArrowLeft" || event.key === "ArrowRight");
      (sideways ? across : step)(keys[event.key] * (event.shiftKey ? 5 : 1));
    });
    // A finger that goes along moves the handle; one that goes up or down scrolls the page.
    const target = everywhere ? this.node : node;
    target.style.touchAction = vertical ? "none" : "pan-y";
    target.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      target.setPointerCapture(event.pointerId);
      node.focus({ preventScroll: true });
      move(...this.at(event));
      const go = (moved) => move(...this.at(moved));
      const stop = () => {
        target.removeEventListener("pointermove", go);
        target.removeEventListener("pointerup", stop);
        target.removeEventListener("pointercancel", stop);
      };
      set(target, { pointermove: go, pointerup: stop, pointercancel: stop });
      event.stopPropagation();
    });
    return ({ x, y, now, min, max, text }) => {
      if (shape === "line") set(mark, { transform: `translate(${this.px(x).toFixed(1)} 0)` });
      else set(mark, { cx: this.px(x).toFixed(1), cy: this.py(y).toFixed(1) });
      set(node, { "aria-valuenow": now, "aria-valuemin": min, "aria-valuemax": max, "aria-valuetext": text });
    };
  }
}
