/* An exercise that is solved in an explorer: what to reach, whether this state reaches it, and a browser that remembers. */
import { el, set } from "./dom.js";

const checks = new Map();

/** Make the check of an exercise known: a function of the state and of what is given, which returns {right, said}. */
export const solvedIf = (exercise, check) => checks.set(exercise, check);

/** The exercises that have a check. */
export const solvable = () => [...checks.keys()];

/** Whether a state solves an exercise, and what is true or still wrong of it. */
export const judged = (exercise, state, given = {}) => checks.get(exercise)(state, given);

/** Where the browser keeps what was solved: the address of an answer for each exercise and what was given. */
const PLACE = "metricbook-solved";

/** What was solved; nothing where a browser keeps nothing for this page. */
function remembered() {
  try {
    return Object(JSON.parse(localStorage.getItem(PLACE)));
  } catch {
    return {};
  }
}

function remember(solved) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(solved));
  } catch {
    // A page that may keep nothing is as good otherwise.
  }
}

export class Goal {
  /** The goal that an explorer's element names; null if it has none. */
  static of(host) {
    return checks.has(host.dataset.goal) ? new Goal(host) : null;
  }

  constructor(host) {
    this.exercise = host.dataset.goal;
    this.given = JSON.parse(host.dataset.given ?? "{}");
    this.kept = `${this.exercise} ${host.dataset.given ?? ""}`.trim();
    const asked = host.querySelector(".x-goal").cloneNode(true);
    this.sign = el("span", { class: "x-sign", "aria-hidden": "true" });
    this.word = el("strong", {});
    this.said = el("span", {});
    this.answer = el("a", { href: "#" }, "Show that answer");
    this.memory = el("p", { class: "x-memory", hidden: true }, "This browser remembers that you solved it. ", this.answer, " ",
      el("button", { type: "button", click: () => this.forget() }, "Forget it"));
    asked.append(el("p", { class: "x-verdict" }, this.sign, " ", this.word, " ", this.said), this.memory);
    this.node = asked;
    this.recall();
  }

  /** Show whether a state is right; the same in words. */
  judge(state) {
    const { right, said } = judged(this.exercise, state, this.given);
    this.right = right;
    set(this.node, { class: right ? "x-goal x-solved" : "x-goal" });
    this.sign.textContent = right ? "✓" : "○";
    this.word.textContent = right ? "Solved." : "Not yet.";
    this.said.textContent = said;
    return `${this.word.textContent} ${said}`;
  }

  keep(address) {
    if (!this.right) return;
    remember({ ...remembered(), [this.kept]: address });
    this.recall();
  }

  recall() {
    const address = remembered()[this.kept];
    const there = typeof address === "string" && address.startsWith("#explore:");
    if (there) set(this.answer, { href: address });
    set(this.memory, { hidden: !there });
  }

  forget() {
    const { [this.kept]: gone, ...others } = remembered();
    remember(others);
    this.recall();
  }
}
