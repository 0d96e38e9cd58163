/*
 * The loop of an explorer: a question, the reader's guess, the move that answers it, the verdict; then the next one.
 *
 * What would answer a question is in the page only after its guess.
 */
import { el, set } from "./dom.js";

/** @import { ScoreExplorer, State } from "./explorer.js" */
/** @import { Child } from "./dom.js" */
/** @import { Sketch } from "./sketch.js" */
/**
 * A piece of text, or a link to a proof if the page has its address.
 * @typedef {string | [text: string, proof: string]} Piece
 */
/**
 * A challenge: a question, its options and the index of the right one, or a curve to draw; where it begins; the move
 * that answers it, which starts at an element's `data-hand`; when that move is made; and what it has shown then.
 *
 * `values` are those of the drawing, `first` those of the drawing in which the move began.
 * @template {State} [S=any]
 * @template [V=any]
 * @typedef {object} Challenge
 * @property {string} ask
 * @property {string[]} [options]
 * @property {number} [answer]
 * @property {string} [sketch] name of a curve to draw
 * @property {Partial<S>} [from]
 * @property {string} move
 * @property {string} hand
 * @property {(state: S, begun: S) => boolean} made
 * @property {(values: V, first: V) => Piece[]} told
 */

/** Addresses of proofs by key, from the page or its scripts; without them, sentences have no links. */
function proofs() {
  const { explorerProofs = {} } = /** @type {{explorerProofs?: Record<string, string>}} */ (globalThis);
  const ofPage = document.getElementById("explorer-proofs")?.textContent;
  return /** @type {Record<string, string>} */ (ofPage ? JSON.parse(ofPage) : explorerProofs);
}

/** Pieces as text and links. @param {Piece[]} pieces @returns {Child[]} */
function linked(pieces) {
  const addresses = proofs();
  return pieces.map((piece) => {
    if (typeof piece === "string") return piece;
    const [words, proof] = piece;
    return Object.hasOwn(addresses, proof) ? el("a", { href: addresses[proof] }, words) : words;
  });
}

/** The panel above what is moved, and the phase of the loop. */
export class Loop {
  /** @type {"asked" | "moving" | "told" | "free"} */
  phase = "free";
  /** The challenge's place in the list. */
  place = 0;
  /** What was guessed, and whether that is right; null if nothing was. @type {{right: boolean, text: string} | null} */
  guess = null;
  /** The state in which the move began, and the drawing's values there. @type {{state: State, values: any} | null} */
  begun = null;
  node = el("div", { class: "x-step", role: "group", "aria-label": "Question", tabindex: -1 });

  /** Curves to draw, by name. @type {Record<string, Sketch>} */
  sketches = {};

  /** @param {ScoreExplorer<any>} explorer @param {Challenge[]} challenges */
  constructor(explorer, challenges) {
    this.explorer = explorer;
    this.challenges = challenges;
  }

  get challenge() {
    return this.challenges[this.place];
  }

  /** The curve that the challenge asks for, if any. */
  get sketch() {
    return this.challenge.sketch === undefined ? undefined : this.sketches[this.challenge.sketch];
  }

  /** Ask the challenge at a place. @param {number} place */
  ask(place) {
    const { explorer } = this;
    this.place = place;
    this.begun = null;
    this.guess = null;
    const { ask, options = [], from = {} } = this.challenge;
    this.phase = "asked";
    for (const sketch of Object.values(this.sketches)) sketch.clear();
    explorer.begin(from);
    const enable = () => set(commit, { disabled: false });
    const choices = options.map((text, k) =>
      el("label", {}, el("input", { type: "radio", name: explorer.own, value: k, change: enable }), ` ${text}`),
    );
    const commit = el(
      "button",
      { type: "button", disabled: true, click: () => this.commit(choices) },
      "That is my guess",
    );
    const skip = el("button", { type: "button", class: "x-skip", click: () => this.commit(null) }, "Skip");
    this.sketch?.begin(enable);
    const form = el("fieldset", { class: "x-guess" }, el("legend", {}, ask), choices);
    this.say(form, el("p", {}, commit, " ", skip));
  }

  /** Take the guess, if there is one, and ask for the move. @param {HTMLElement[] | null} choices */
  commit(choices) {
    const { explorer, challenge, sketch } = this;
    const { options = [], answer, move } = challenge;
    const chosen = (choices ?? []).findIndex((choice) => choice.querySelector("input:checked"));
    if (chosen >= 0) this.guess = { right: chosen === answer, text: options[chosen] };
    if (sketch && choices) this.guess = sketch.commit();
    else sketch?.clear();
    this.phase = "moving";
    explorer.reveal();
    this.begun = { state: { ...explorer.state }, values: explorer.values };
    this.say(el("p", { class: "x-move" }, el("strong", {}, "Now: "), move));
    this.point();
  }

  /** Point at the hand that the challenge asks for. */
  point() {
    /** @type {HTMLElement | null} */
    const handle = this.explorer.querySelector(`[data-hand="${this.challenge.hand}"]`);
    handle?.classList.add("x-asked");
    handle?.focus({ preventScroll: true });
  }

  /** Go on where it was, with parts that were made anew. */
  again() {
    if (this.phase === "asked") return this.ask(this.place);
    this.explorer.reveal();
    if (this.phase === "moving") this.point();
  }

  /** Look at a new drawing: once the move is made, and stands still, it is told what it has shown. */
  follow() {
    if (this.phase !== "moving" || !this.begun) return;
    const { explorer, challenge, begun, guess } = this;
    if (!challenge.made(explorer.state, begun.state)) return;
    this.phase = "told";
    for (const each of explorer.querySelectorAll(".x-asked")) each.classList.remove("x-asked");
    const { options = [], answer = 0 } = challenge;
    const right = options[answer];
    const verdict = !guess ? "" : guess.right ? "As you guessed. " : "Not what you guessed. ";
    const truth = guess && !guess.right && right ? `${right} ` : "";
    const told = linked(challenge.told(explorer.values, begun.values));
    const next = this.place + 1 < this.challenges.length;
    const button = next && el("button", { type: "button", click: () => this.next() }, "Next question");
    this.say(
      el("p", { class: "x-verdict-said", role: "status" }, el("strong", {}, verdict + truth), ...told),
      button ? el("p", {}, button) : null,
    );
  }

  next() {
    this.ask(this.place + 1);
    this.node.focus({ preventScroll: true });
  }

  /** Ask nothing, for a state that came by an address, an exercise or a report. */
  free() {
    const { explorer } = this;
    this.phase = "free";
    this.begun = null;
    for (const sketch of Object.values(this.sketches)) sketch.clear();
    if (!explorer.classList.contains("x-open")) explorer.reveal();
    for (const each of explorer.querySelectorAll(".x-asked")) each.classList.remove("x-asked");
    this.node.remove();
  }

  /** @param {...(Child)} parts */
  say(...parts) {
    this.node.dataset.phase = this.phase;
    this.node.replaceChildren(...parts.filter((part) => part !== null).map((part) => /** @type {Node} */ (part)));
  }
}
