/* The page that shows what a reader has answered, from the reader's own browser, and saves it as a file. */
import { el, say, set } from "../../../metricbook/explorers/scripts/dom.js";
import { file, forget, kept, solvedInExplorers, takeIn } from "./kept.js";

/** @import { Kept } from "./kept.js" */
/** An exercise. @typedef {[id: string, title: string, address: string]} Listed */
/** A part's name and its exercises. @typedef {[part: string, exercises: Listed[]]} Part */

/** @param {number} tries */
const times = (tries) => (tries === 1 ? "once" : `${tries} times`);

/** What is said of an exercise. @type {(one: Kept | undefined, isExplored: boolean) => [sign: string, said: string]} */
function state(one, isExplored) {
  if (one?.solved) return ["✓", `right since ${one.solved.slice(0, 10)}`];
  if (isExplored) return ["✓", "solved in its explorer"];
  return one ? ["○", `tried ${times(one.tries)}`] : ["·", "not tried"];
}

/** Progress as lists, one for each part. */
class Progress {
  said = el("p", { role: "status" });
  lists = el("div");
  save = el("button", { type: "button", click: () => this.download() }, "Save my answers as a file");
  clear = el("button", { type: "button", click: () => this.forgetAll() }, "Forget all answers");
  from = el("input", { type: "file", accept: ".json", id: "progress-from", change: () => this.load() });
  /** Whether the next press of the button forgets. */
  asked = false;

  /** @param {Part[]} parts */
  constructor(parts) {
    this.parts = parts;
    this.node = el(
      "div",
      { class: "answer" },
      this.said,
      el("p", { class: "a-tools" }, this.save, " ", this.clear),
      el(
        "p",
        { class: "a-tools" },
        el("label", { for: "progress-from" }, "Load answers from such a file: "),
        this.from,
      ),
      this.lists,
    );
    this.show();
  }

  /** Show what is kept, after what has just happened. */
  show(happened = "") {
    const [all, explored] = [kept(), solvedInExplorers()];
    const [right, tried] = [new Set(explored), new Set(explored)];
    const sections = this.parts.map(([part, exercises]) => {
      const items = exercises.map((listed) => {
        const one = all[listed[0]];
        if (one) tried.add(listed[0]);
        if (one?.solved) right.add(listed[0]);
        return this.item(listed, one, explored.has(listed[0]));
      });
      const count = exercises.filter(([id]) => right.has(id)).length;
      const title = el("h2", {}, `${part} (${count} of ${exercises.length})`);
      return el("section", {}, title, el("ul", { class: "a-progress" }, items));
    });
    this.lists.replaceChildren(...sections);
    say(this.said, `${happened}Right: ${right.size} of ${this.ids.length} exercises. Tried: ${tried.size}.`);
    for (const button of [this.save, this.clear]) set(button, { disabled: !Object.keys(all).length });
  }

  get ids() {
    return this.parts.flatMap(([, exercises]) => exercises.map(([id]) => id));
  }

  /** @type {(listed: Listed, one: Kept | undefined, isExplored: boolean) => HTMLElement} */
  item([id, title, address], one, isExplored) {
    const [sign, said] = state(one, isExplored);
    const name = `Forget ${title}`;
    const press = () => this.forgetOne(id, title);
    return el(
      "li",
      {},
      el("span", { class: "a-sign", "aria-hidden": "true" }, sign, " "),
      el("a", { href: address, id }, title),
      `, ${said} `,
      one ? el("button", { type: "button", class: "a-small", "aria-label": name, click: press }, "Forget") : null,
    );
  }

  download() {
    const link = el("a", {
      href: URL.createObjectURL(new Blob([file()], { type: "application/json" })),
      download: "my-answers.json",
    });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async load() {
    const chosen = this.from.files?.[0];
    if (!chosen) return;
    const count = takeIn(await chosen.text(), this.ids);
    this.from.value = "";
    if (count === null) say(this.said, `Nothing was loaded: ${chosen.name} is no file that this page saved.`);
    else this.show(`Loaded: ${count}. `);
  }

  /** @param {string} id @param {string} title */
  forgetOne(id, title) {
    forget(id);
    this.show(`${title} is forgotten. `);
    /** @type {HTMLElement | null} */ (this.lists.querySelector(`a[id="${id}"]`))?.focus();
  }

  /** Forget all at the second press. */
  forgetAll() {
    this.asked = !this.asked;
    say(this.clear, this.asked ? "Press again to forget all answers" : "Forget all answers");
    if (this.asked) return;
    forget();
    this.show("All answers are forgotten. ");
  }
}

/** Show progress at its place. @param {Part[]} parts */
export function start(parts) {
  document.querySelector("#progress")?.replaceChildren(new Progress(parts).node);
}
