/* The box below an exercise: entries for its answer, a verdict, and what the browser keeps of it. */
import { el, set } from "../../../metricbook/explorers/scripts/dom.js";
import { hasLines, howTo, words } from "./forms.js";
import { forget, kept, record } from "./kept.js";
import { judged } from "./verdict.js";

/** @import { Asked } from "./verdict.js" */

/**
 * An entry with its label and, if there is one, a hint of how it is written.
 * @param {string} own its id
 * @param {string} form
 * @param {string} label
 */
function entryOf(own, form, label) {
  const among = words(form);
  const hint = howTo(form);
  const looks = { id: own, "aria-describedby": hint ? `${own}-hint` : null };
  const field = among.length
    ? el("select", looks, el("option", { value: "" }, "choose"), ...among.map((word) => el("option", {}, word)))
    : el(hasLines(form) ? "textarea" : "input", {
        ...looks,
        ...(hasLines(form) ? { rows: 3 } : { type: "text" }),
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
      });
  const said = hint ? el("span", { class: "a-hint", id: `${own}-hint` }, hint) : null;
  return { field, node: el("p", { class: "a-entry" }, el("label", { for: own }, label), field, said) };
}

/** A box, beside the line that stands on paper. */
class Box {
  sign = el("span", { class: "a-sign", "aria-hidden": "true" });
  word = el("strong");
  message = el("span");
  verdict = el("p", { class: "a-verdict", role: "status" }, this.sign, " ", this.word, " ", this.message);
  memory = el(
    "p",
    { class: "a-memory", hidden: true },
    "This browser, and nobody else, keeps your answer. ",
    el("button", { type: "button", click: () => this.forget() }, "Forget it"),
    " ",
    el("a", { href: "../back/progress.html" }, "Your progress"),
  );

  /** @param {string} id @param {Asked} asked */
  constructor(id, asked) {
    this.id = id;
    this.asked = asked;
    const own = `answer-${id.replace(".", "-")}`;
    this.entries = asked.entries.map(([, form, label], k) => entryOf(`${own}-${k}`, form, label));
    const legend = el("legend", {}, "Your answer");
    this.node = el(
      "form",
      {
        class: "a-box",
        "aria-label": `Your answer: ${asked.title}`,
        submit: (/** @type {Event} */ event) => this.check(event),
      },
      el("fieldset", {}, legend, ...this.entries.map(({ node }) => node), el("button", { type: "submit" }, "Check")),
      this.verdict,
      this.memory,
    );
    this.recall();
  }

  get texts() {
    return this.entries.map(({ field }) => field.value);
  }

  /** @param {Event} event */
  check(event) {
    event.preventDefault();
    this.say("…", "Checking.", "");
    // The digests take a moment: what is said before them shows first.
    setTimeout(() => {
      const verdict = judged(this.id, this.asked, this.texts);
      this.say(verdict.right ? "✓" : "○", verdict.right ? "Right." : "Not yet.", verdict.message);
      set(this.node, { class: verdict.right ? "a-box a-solved" : "a-box" });
      set(this.memory, { hidden: !record(this.id, this.texts, verdict) });
    });
  }

  /** @param {string} sign @param {string} word @param {string} message */
  say(sign, word, message) {
    this.sign.textContent = sign;
    this.word.textContent = word;
    this.message.textContent = message;
  }

  /** Put what is kept into the entries. */
  recall() {
    const one = kept()[this.id];
    if (one?.texts.length !== this.entries.length) return;
    this.entries.forEach(({ field }, k) => (field.value = String(one.texts[k])));
    if (one.solved) {
      this.say("✓", "Right.", "You solved it here before.");
      set(this.node, { class: "a-box a-solved" });
    }
    set(this.memory, { hidden: false });
  }

  forget() {
    forget(this.id);
    for (const { field } of this.entries) field.value = "";
    this.say("", "", "");
    set(this.node, { class: "a-box" });
    set(this.memory, { hidden: true });
    this.entries[0].field.focus();
  }
}

/** Put boxes below the exercises of a page. @param {Record<string, Asked>} page */
export function start(page) {
  for (const [id, asked] of Object.entries(page)) {
    document.querySelector(`.answer[data-exercise="${id}"]`)?.append(new Box(id, asked).node);
  }
}
