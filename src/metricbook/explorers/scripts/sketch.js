/* A curve that the reader draws before the true one is shown: knots that go up and down. */
import { clamp, set, shown } from "./dom.js";

/** @import { Plot } from "./plot.js" */

/**
 * What a drawn curve is judged by: the places of its knots, its height where it begins, the height of the true curve at
 * a place, and the verdict, whether the guess is right and what it was in words.
 * @typedef {object} Curve
 * @property {number[]} places
 * @property {number} start
 * @property {(place: number) => string} label of a knot, for screen readers
 * @property {(guessed: number[]) => {right: boolean, text: string}} judge
 */

/** A curve over a plot, drawn by its knots; pressing anywhere moves the nearest one. */
export class Sketch {
  /** Height of each knot. @type {number[]} */
  heights = [];
  /** Whether it is being drawn. */
  open = false;

  /** @param {Plot} plot @param {Curve} curve */
  constructor(plot, curve) {
    this.plot = plot;
    this.curve = curve;
    this.line = plot.mark("path", { class: "x-sketch" });
    this.touched = () => {};
    this.knots = curve.places.map((place, k) => {
      /** @param {number} height */
      const move = (height) => {
        this.heights[k] = clamp(height, plot.y.from, plot.y.to);
        this.touched();
        this.draw();
      };
      return plot.handle({
        name: `your guess ${curve.label(place)}`,
        vertical: true,
        everywhere: false,
        hand: "sketch",
        move: (_, y) => move(y),
        step: (by) => move(this.heights[k] + (by * (plot.y.to - plot.y.from)) / 100),
      });
    });
    plot.node.addEventListener("pointerdown", (event) => this.press(event));
    this.show(false);
  }

  /**
   * Let a mouse or a pen draw across the plot; a finger, which may be about to scroll, takes hold of the knots.
   * @param {PointerEvent} event
   */
  press(event) {
    if (!this.open || event.button || event.pointerType === "touch") return;
    const { plot, curve } = this;
    /** @param {PointerEvent} moved */
    const go = (moved) => {
      const [x, y] = plot.at(moved);
      const gaps = curve.places.map((place) => Math.abs(place - x));
      this.heights[gaps.indexOf(Math.min(...gaps))] = y;
      this.touched();
      this.draw();
    };
    const stop = () => plot.node.removeEventListener("pointermove", go);
    plot.node.setPointerCapture(event.pointerId);
    plot.node.addEventListener("pointermove", go);
    for (const end of ["pointerup", "pointercancel"]) plot.node.addEventListener(end, stop, { once: true });
    go(event);
  }

  /** Begin with a level line. @param {() => void} touched is called at every change */
  begin(touched) {
    this.touched = touched;
    this.heights = this.curve.places.map(() => this.curve.start);
    this.draw();
    this.show(true);
  }

  /** Take the knots away, leave the line, and judge it. */
  commit() {
    this.show(false);
    return this.curve.judge(this.heights);
  }

  /** Take the line away, for another question. */
  clear() {
    this.show(false);
    set(this.line, { d: null });
  }

  /** @param {boolean} shows */
  show(shows) {
    this.open = shows;
    for (const knot of this.plot.handles.querySelectorAll("[data-hand=sketch]")) set(knot, { hidden: !shows });
  }

  draw() {
    const { places } = this.curve;
    set(this.line, { d: this.plot.outline(places, this.heights) });
    places.forEach((x, k) => {
      const y = this.heights[k];
      const { from: min, to: max } = this.plot.y;
      this.knots[k]({ x, y, now: y, min, max, text: shown(y, 2) });
    });
  }
}
