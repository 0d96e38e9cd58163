/* The page that shows what a reader has answered, from the reader's own browser, and saves it as a file. */
import { el, say, set } from "../../../metricbook/explorers/scripts/dom.js";
import { file, forget, kept, solvedInExplorers } from "./kept.js";

/**
 * A part's name and its exercises: id, title, address.
 * @typedef {[part: string, exercises: [string, string, string][]]} Part
 */

/** @param {number} tries */
const times = (tries) => (tries === 1 ? "once" : `${tries} times`);

/** Progress as lists, one for each part. */
class Progress {
  count = el("p", { role: "status" });
  lists = el("div");
  save = el("button", { type: "button", click: () => this.download() }, "Save my answers as a file");
  clear = el("button", { type: "button", click: () => this.forget() }, "Forget all of it");
  /** Whether the next press of the button forgets. */
  asked = false;

  /** @param {Part[]} parts */
  constructor(parts) {
    this.parts = parts;
    this.node = el(
      "div",
      { class: "answer" },
      this.count,
      this.lists,
      el("p", { class: "a-tools" }, this.save, " ", this.clear),
    );
    this.show();
  }

  show() {
    const all = kept();
    const explored = solvedInExplorers();
    let [solved, tried] = [0, 0];
    const sections = this.parts.map(([part, exercises]) => {
      const items = exercises.map(([id, title, address]) => {
        const one = all[id];
        const right = Boolean(one?.solved) || explored.has(id);
        solved += right ? 1 : 0;
        tried += right || one ? 1 : 0;
        const when = one?.solved ? `right since ${one.solved.slice(0, 10)}` : "solved in its explorer";
        const state = right ? when : one ? `tried ${times(one.tries)}` : "not tried";
        return el(
          "li",
          {},
          el("span", { class: "a-sign", "aria-hidden": "true" }, right ? "✓ " : one ? "○ " : "· "),
          el("a", { href: address }, title),
          `, ${state}`,
        );
      });
      return el("section", {}, el("h2", {}, part), el("ul", { class: "a-progress" }, items));
    });
    this.lists.replaceChildren(...sections);
    const number = this.parts.reduce((sum, [, exercises]) => sum + exercises.length, 0);
    say(this.count, `${solved} of ${number} exercises are right, ${tried} were tried, in this browser.`);
    set(this.save, { disabled: !Object.keys(all).length });
    set(this.clear, { disabled: !Object.keys(all).length });
  }

  download() {
    const link = el("a", {
      href: URL.createObjectURL(new Blob([file()], { type: "application/json" })),
      download: "my-answers.json",
    });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  /** Forget at the second press. */
  forget() {
    this.asked = !this.asked;
    say(this.clear, this.asked ? "Press again to forget all answers" : "Forget all of it");
    if (this.asked) return;
    forget();
    this.show();
  }
}

/** Show progress at its place. @param {Part[]} parts */
export function start(parts) {
  document.querySelector("#progress")?.replaceChildren(new Progress(parts).node);
}
