/* The box below an exercise: entries for its answer, a verdict, and what the browser keeps of it. */
import { el, set } from "../../../metricbook/explorers/scripts/dom.js";
import { hasLines, howTo, words } from "./forms.js";
import { forget, kept, record, recordSecond } from "./kept.js";
import { judged } from "./verdict.js";

/** @import { Asked, Verdict } from "./verdict.js" */

/** A sentence has so many words. */
const WORDS = 8;

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

  /** @param {string} id @param {Asked} asked @param {string} name @param {Asked["entries"]} more */
  constructor(id, asked, name = "Your answer", more = []) {
    this.id = id;
    this.asked = asked;
    const own = `answer-${id.replace(".", "-")}${more.length ? "-second" : ""}`;
    this.entries = [...asked.entries, ...more].map(([, form, label], k) => entryOf(`${own}-${k}`, form, label));
    const legend = el("legend", {}, name);
    this.node = el(
      "form",
      {
        class: "a-box",
        "aria-label": `${name}: ${asked.title}`,
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
      const verdict = this.judged();
      this.say(verdict.right ? "✓" : "○", verdict.right ? "Right." : "Not yet.", verdict.message);
      set(this.node, { class: verdict.right ? "a-box a-solved" : "a-box" });
      set(this.memory, { hidden: !this.keep(verdict) });
    });
  }

  judged() {
    return judged(this.id, this.asked, this.texts);
  }

  /** Keep what was checked; whether the browser does. @param {Verdict} verdict */
  keep(verdict) {
    return record(this.id, this.texts, verdict);
  }

  /** What is kept of what stands in the entries. @returns {{texts: string[], solved?: any} | undefined} */
  get kept() {
    return kept()[this.id];
  }

  /** @param {string} sign @param {string} word @param {string} message */
  say(sign, word, message) {
    this.sign.textContent = sign;
    this.word.textContent = word;
    this.message.textContent = message;
  }

  /** Put what is kept into the entries. */
  recall() {
    const one = this.kept;
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

/** A box for a second example and a sentence on why it is right, which assignments ask for. */
class SecondBox extends Box {
  /** @param {string} id @param {Asked} asked */
  constructor(id, asked) {
    super(id, asked, "Your second example", [["why", "sentence", "why it has to be right"]]);
  }

  /** @returns {Verdict} */
  judged() {
    const texts = this.texts.slice(0, -1);
    const verdict = judged(this.id, this.asked, texts);
    const fault = verdict.right && this.fault(verdict.message);
    return fault ? { ...verdict, right: false, message: fault } : verdict;
  }

  /** What is wrong with an example that is right by itself, as `course/seconds.py` says it. @param {string} said */
  fault(said) {
    const first = kept()[this.id];
    if (!first?.solved) return "The first example, above, has to be right before the second.";
    if (this.asked.second?.[0] === "another" && judged(this.id, this.asked, first.texts).message === said)
      return "The second example is the first in another form: of both the check says the same.";
    const written = this.texts.slice(-1).join().split(/\s+/).filter(Boolean);
    return written.length < WORDS ? `A sentence on why it is right is missing, of ${WORDS} words or more.` : "";
  }

  /** @param {Verdict} verdict */
  keep({ right, answer }) {
    return right && recordSecond(this.id, { texts: this.texts, answer });
  }

  get kept() {
    const second = kept()[this.id]?.second;
    return second && { ...second, solved: true };
  }
}

/** The second box, folded. @param {string} id @param {Asked} asked */
const folded = (id, asked) =>
  el(
    "details",
    { class: "a-second" },
    el("summary", {}, "A second example, for an assignment that asks for it"),
    el(
      "p",
      {},
      `${asked.second?.[1]}. Then one sentence on why what you hand in has to be right; your teacher reads it.`,
    ),
    new SecondBox(id, asked).node,
  );

/** Put boxes below the exercises of a page. @param {Record<string, Asked>} page */
export function start(page) {
  for (const [id, asked] of Object.entries(page)) {
    const boxes = [new Box(id, asked).node, ...(asked.second ? [folded(id, asked)] : [])];
    document.querySelector(`.answer[data-exercise="${id}"]`)?.append(...boxes);
  }
}
