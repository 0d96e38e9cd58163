/* An exercise in an explorer: the task, the check of a state, and the storage of solved ones in the browser. */
import { el, set } from "./dom.js";

/** @import { ScoreExplorer, State } from "./explorer.js" */
/**
 * Whether a state solves the exercise, and a message about it.
 * @typedef {{right: boolean, message: string}} Verdict
 */
/**
 * Checks a state; `given` are the parameters of the task, which differ between students.
 * @template {State} [S=any]
 * @typedef {(state: S, given: Record<string, any>) => Verdict} Check
 */

/** The checks of exercises, by id. @type {Map<string, Check>} */
export const checks = new Map();

/** The verdict on a state that does not solve the exercise. @type {(message: string) => Verdict} */
export const no = (message) => ({ right: false, message });

/** The verdict on a state that solves the exercise. @type {(message: string) => Verdict} */
export const yes = (message) => ({ right: true, message });

/** Tolerance for rounding in comparisons with a bound. */
export const SLACK = 1e-12;

/**
 * Register the check of an exercise, also for explorers that already wait for it.
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

/** Key of the browser's storage: an address of a solution for each exercise and its parameters. */
const PLACE = "metricbook-solved";

/** Solved exercises; empty if the browser stores nothing for this page. @returns {Record<string, string>} */
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
    // Without storage everything else works.
  }
}

/** The task of an explorer, its verdict, and the solution stored. */
export class Goal {
  /** Whether the state shown last solved the exercise. */
  right = false;
  sign = el("span", { class: "x-sign", "aria-hidden": "true" });
  word = el("strong");
  message = el("span");
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
   * @param {string | undefined} given the parameters of the task, as JSON
   * @param {Element} asked the task, in words
   */
  constructor(exercise, check, given, asked) {
    this.exercise = exercise;
    this.check = check;
    this.given = JSON.parse(given ?? "{}");
    this.key = `${exercise} ${given ?? ""}`.trim();
    this.node = /** @type {Element} */ (asked.cloneNode(true));
    this.node.append(el("p", { class: "x-verdict" }, this.sign, " ", this.word, " ", this.message), this.memory);
    this.recall();
  }

  /** Show whether a state solves the exercise; returns the same as text. @param {State} state */
  judge(state) {
    const { right, message } = this.check(state, this.given);
    this.right = right;
    set(this.node, { class: right ? "x-goal x-solved" : "x-goal" });
    this.sign.textContent = right ? "✓" : "○";
    this.word.textContent = right ? "Solved." : "Not yet.";
    this.message.textContent = message;
    return `${this.word.textContent} ${message}`;
  }

  /** Store the address of a state that solves the exercise. @param {string} address */
  keep(address) {
    if (!this.right) return;
    remember({ ...remembered(), [this.key]: address });
    this.recall();
  }

  /** Show the solution stored, if there is one. */
  recall() {
    const address = remembered()[this.key];
    const there = typeof address === "string" && address.startsWith("#explore:");
    if (there) set(this.answer, { href: address });
    set(this.memory, { hidden: !there });
  }

  forget() {
    const { [this.key]: _, ...others } = remembered();
    remember(others);
    this.recall();
  }
}
