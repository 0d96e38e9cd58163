/* An exercise solved in an explorer: what to reach, whether a state reaches it, and a browser that remembers. */
import { el, set } from "./dom.js";

/** @import { ScoreExplorer, State } from "./explorer.js" */
/**
 * Whether a state is right, and what is true or still wrong of it.
 * @typedef {{right: boolean, said: string}} Verdict
 */
/**
 * Judges a state; `given` is what differs from one student to the next.
 * @template {State} [S=any]
 * @typedef {(state: S, given: Record<string, any>) => Verdict} Check
 */

/** The checks of exercises, by id. @type {Map<string, Check>} */
export const checks = new Map();

/** The verdict that a state is not right. @type {(said: string) => Verdict} */
export const no = (said) => ({ right: false, said });

/** The verdict that a state is right. @type {(said: string) => Verdict} */
export const yes = (said) => ({ right: true, said });

/** By how much a value that rounding has moved may miss a bound. */
export const SLACK = 1e-12;

/**
 * Make the check of an exercise known, also to explorers that have waited for it.
 * @template {State} S
 * @param {string} exercise
 * @param {Check<S>} check
 */
export function solvedIf(exercise, check) {
  checks.set(exercise, check);
  /** @type {NodeListOf<ScoreExplorer> | undefined} */
  const waiting = globalThis.document?.querySelectorAll("score-explorer[data-goal]");
  waiting?.forEach((explorer) => explorer.connectedCallback?.());
}

/** Where the browser keeps what was solved: the address of an answer for each exercise and what was given. */
const PLACE = "metricbook-solved";

/** What was solved; nothing where a browser keeps nothing for this page. @returns {Record<string, string>} */
function remembered() {
  try {
    return Object(JSON.parse(localStorage.getItem(PLACE) ?? "null"));
  } catch {
    return {};
  }
}

/** @param {Record<string, string>} solved */
function remember(solved) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(solved));
  } catch {
    // A page that may keep nothing is as good otherwise.
  }
}

/** What is to be reached in an explorer, as it stands there. */
export class Goal {
  /** Whether the state shown last was right. */
  right = false;
  sign = el("span", { class: "x-sign", "aria-hidden": "true" });
  word = el("strong");
  said = el("span");
  answer = el("a", { href: "#" }, "Show that answer");
  memory = el(
    "p",
    { class: "x-memory", hidden: true },
    "This browser remembers that you solved it. ",
    this.answer,
    " ",
    el("button", { type: "button", click: () => this.forget() }, "Forget it"),
  );

  /** The goal that an explorer's element names; null if it has none. @param {HTMLElement} host */
  static of(host) {
    const { goal = "", given } = host.dataset;
    const check = checks.get(goal);
    const asked = host.querySelector(".x-goal");
    return check && asked ? new Goal(goal, check, given, asked) : null;
  }

  /**
   * @param {string} exercise
   * @param {Check} check
   * @param {string | undefined} given what differs from one student to the next, as JSON
   * @param {Element} asked what to reach, in words
   */
  constructor(exercise, check, given, asked) {
    this.exercise = exercise;
    this.check = check;
    this.given = JSON.parse(given ?? "{}");
    this.kept = `${exercise} ${given ?? ""}`.trim();
    this.node = /** @type {Element} */ (asked.cloneNode(true));
    this.node.append(el("p", { class: "x-verdict" }, this.sign, " ", this.word, " ", this.said), this.memory);
    this.recall();
  }

  /** Show whether a state is right; the same in words. @param {State} state */
  judge(state) {
    const { right, said } = this.check(state, this.given);
    this.right = right;
    set(this.node, { class: right ? "x-goal x-solved" : "x-goal" });
    this.sign.textContent = right ? "✓" : "○";
    this.word.textContent = right ? "Solved." : "Not yet.";
    this.said.textContent = said;
    return `${this.word.textContent} ${said}`;
  }

  /** Remember the address of a state that is right. @param {string} address */
  keep(address) {
    if (!this.right) return;
    remember({ ...remembered(), [this.kept]: address });
    this.recall();
  }

  /** Show the answer that is remembered, if one is. */
  recall() {
    const address = remembered()[this.kept];
    const there = typeof address === "string" && address.startsWith("#explore:");
    if (there) set(this.answer, { href: address });
    set(this.memory, { hidden: !there });
  }

  forget() {
    const { [this.kept]: _, ...others } = remembered();
    remember(others);
    this.recall();
  }
}
