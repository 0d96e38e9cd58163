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

  /** The part between the axes' ends of the line ofX x + ofY y + rest = 0; null if there is none. */
  chord(ofX, ofY, rest) {
    const ends = [];
    const add = (x, y) => {
      const inside = [[x, this.x], [y, this.y]].every(([v, { from, to }]) => v >= from - 1e-9 && v <= to + 1e-9);
      if (inside) ends.push([x, y]);
    };
    if (Math.abs(ofY) > 1e-12) for (const x of [this.x.from, this.x.to]) add(x, -(ofX * x + rest) / ofY);
    if (Math.abs(ofX) > 1e-12) for (const y of [this.y.from, this.y.to]) add(-(ofY * y + rest) / ofX, y);
    ends.sort(([x0, y0], [x1, y1]) => x0 - x1 || y0 - y1);
    const [first, last] = [ends[0], ends[ends.length - 1]];
    return ends.length < 2 ? null : this.outline([first[0], last[0]], [first[1], last[1]]);
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
    node.prepend(el("circle", { r: 14, cy: shape === "line" ? TOP + 7 : 0, class: "x-hit" }));
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
    // A finger that goes sideways moves the handle; one that goes up or down scrolls the page, unless it took hold of
    // a handle that goes up and down itself. Two fingers enlarge the page.
    const target = everywhere ? this.node : node;
    target.style.touchAction = everywhere || !vertical ? "pan-y pinch-zoom" : "none";
    if (vertical) Object.assign(node.style, { touchAction: "none", display: "block" }); // no touch-action where display is inline
    target.addEventListener("pointerdown", (event) => {
      if (event.button || !event.isPrimary) return;
      // Until a finger has gone sideways, or left without a move, it may be about to scroll: nothing moves for it.
      let waits = event.pointerType === "touch" && !(vertical && node.contains(event.target));
      const begin = () => {
        waits = false;
        node.focus({ preventScroll: true });
      };
      const go = (moved) => {
        if (waits && Math.abs(moved.clientX - event.clientX) <= Math.abs(moved.clientY - event.clientY)) return;
        if (waits) begin();
        move(...this.at(moved));
      };
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
    });
    return ({ x, y, now, min, max, text }) => {
      set(node, { transform: `translate(${this.px(x).toFixed(1)} ${shape === "line" ? 0 : this.py(y).toFixed(1)})` });
      set(node, { "aria-valuenow": now, "aria-valuemin": min, "aria-valuemax": max, "aria-valuetext": text });
    };
  }
}
