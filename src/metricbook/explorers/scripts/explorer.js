/*
 * The frame of every explorer: a prediction or an exercise, controls, views, a sentence, a table, and a state in the
 * page's address.
 */
import { brief, clamp, el, say, set, shown } from "./dom.js";
import { Goal, checks } from "./goal.js";

/** @import { Child } from "./dom.js" */
/** A state: the values of its entries. @typedef {Record<string, any>} State */
/**
 * Allowed values of an entry: lowest, highest and step of a number; a list of words; or a pattern.
 * @typedef {number[] | string[] | RegExp} Allowed
 */
/**
 * Numbers as a table, with the name of each row first.
 * @typedef {{head: string[], rows: (string | number)[][]}} Table
 */
/**
 * Text for a state: a sentence, a table of the numbers drawn, and the part of the state that no address can hold.
 * @typedef {{sentence: string, table: () => Table, unlinked?: string | null}} Drawing
 */
/**
 * A prediction: the question, its options, the index of the right one, and the explanation shown after the first move;
 * [text, proof] is a link there, if the page has the address of that proof.
 * @typedef {object} Question
 * @property {string} ask
 * @property {string[]} options
 * @property {number} answer
 * @property {(string | [text: string, proof: string])[]} happened
 */
/**
 * An explorer: its initial state, the allowed values of its entries (by default any number), a prediction, and a
 * function that makes its controls and views and a function that draws a state.
 * @template {State} S
 * @typedef {object} Spec
 * @property {string} title
 * @property {S} state
 * @property {Record<string, Allowed>} allowed
 * @property {Question} question
 * @property {(explorer: ScoreExplorer<S>) => {controls: Child[], views: Child[], draw: (state: S) => Drawing}} build
 */

/** All explorers by name. @type {Map<string, Spec<any>>} */
export const known = new Map();

/**
 * Register an explorer under its name.
 * @template {State} S
 * @param {string} name
 * @param {Spec<S>} spec
 */
export const define = (name, spec) => known.set(name, spec);

/**
 * The value that an address gives an entry: a number between its ends, or a word that is allowed; else undefined.
 * @param {Pick<Spec<State>, "state" | "allowed">} spec
 * @param {string} name
 * @param {string} word
 */
export function allowedValue({ state, allowed }, name, word) {
  const may = allowed[name];
  if (typeof state[name] === "string") return allows(may, word) ? word : undefined;
  const value = word === "" ? NaN : Number(word);
  if (!Number.isFinite(value)) return undefined;
  const [low, high, step] = /** @type {number[]} */ (may ?? [-Infinity, Infinity]);
  return clamp(Number.isInteger(step) ? Math.round(value) : value, low, high);
}

/** Whether a word is allowed. @type {(may: Allowed, word: string) => boolean} */
const allows = (may, word) => (may instanceof RegExp ? may.test(word) : /** @type {string[]} */ (may).includes(word));

/** A decoded part of an address; empty if it is malformed. */
function decoded(word = "") {
  try {
    return decodeURIComponent(word);
  } catch {
    return "";
  }
}

/** Addresses of proofs by key, from the page; without them, sentences have no links. */
function proofs() {
  return /** @type {Record<string, string>} */ (
    JSON.parse(document.getElementById("explorer-proofs")?.textContent ?? "{}")
  );
}

/** Number of explorers made so far. */
let count = 0;

/**
 * The element of an explorer, made interactive when it is connected.
 * @template {State} [S=State]
 */
export class ScoreExplorer extends HTMLElement {
  /** @type {Spec<S>} */
  spec;
  /** The initial state. @type {S} */
  first;
  /** @type {S} */
  state;
  /** Its name in addresses. */
  key = "";
  /** Prefix of the ids of its elements. */
  own = `explorer-${(count += 1)}`;
  /** Width in units of a drawing that is as wide as the page. */
  wide = 640;
  /** Whether something was moved. */
  moved = false;
  /** @type {Goal | null} */
  goal = null;
  /** @type {HTMLElement | null} */
  form = null;
  /** @type {{right: boolean, text: string} | null} */
  guess = null;
  /** @type {(state: S) => Drawing} */
  drawState;
  /** @type {(() => Table) | null} */
  table = null;
  /** @type {((state: S) => void)[]} */
  followers = [];
  /** Ids of the pending frame and of the timer after the last change, if any. */
  waiting = 0;
  resting = 0;

  bench = el("div", { class: "x-bench" });
  sentence = el("p", { class: "x-said" });
  status = el("p", { class: "x-status", role: "status" });
  happened = el("div", { class: "x-happened", hidden: true });
  numbers = el("table", { class: "x-numbers table" });
  folded = el(
    "details",
    { toggle: () => this.tabulate() },
    el("summary", {}, "The numbers drawn, as a table"),
    el("div", { class: "x-scroll", tabindex: 0, role: "region", "aria-label": "Numbers" }, this.numbers),
  );
  link = el("a", { class: "x-link", href: "#" }, "Link to this state");

  connectedCallback() {
    const name = this.getAttribute("name") ?? "";
    const spec = known.get(name);
    const isWaiting = this.dataset.goal && !checks.has(this.dataset.goal);
    if (!spec || this.spec || isWaiting) return;
    this.spec = spec;
    this.goal = Goal.of(this);
    this.key = this.goal?.exercise ?? name;
    if (this.clientWidth < 480) this.wide = 300;
    this.first = { ...this.spec.state, ...this.read(this.dataset.state ?? "") };
    const still = el("div", { class: "x-still" }, ...this.childNodes);
    const live = this.frame();
    const { controls, views, draw } = this.spec.build(this);
    this.state = { ...this.first };
    const asked = this.fromAddress();
    this.drawState = draw;
    this.bench.append(el("div", { class: "x-controls" }, controls), el("div", { class: "x-views" }, views));
    this.replaceChildren(live, still);
    this.classList.add("x-ready");
    if (asked || this.goal || this.dataset.counts) this.unlock(); // no prediction for the reader's own models
    this.render();
    addEventListener("hashchange", () => {
      if (this.fromAddress()) this.draw();
    });
    if (asked) this.scrollIntoView();
  }

  /** The frame, without controls and views. */
  frame() {
    const title = `${this.own}-title`;
    return el(
      "div",
      { class: "x-live", role: "group", "aria-labelledby": title },
      el("p", { class: "x-title", id: title }, this.spec.title),
      this.goal?.node ?? this.prediction(),
      this.bench,
      this.sentence,
      this.status,
      this.happened,
      el(
        "p",
        { class: "x-foot" },
        this.button("Reset", () => this.change({ ...this.first })),
        this.link,
      ),
      this.folded,
    );
  }

  /** The prediction, which is made before the first move. */
  prediction() {
    const { ask, options, answer } = this.spec.question;
    const choices = options.map((text, k) => {
      const choose = () => set(commit, { disabled: false });
      return el("label", {}, el("input", { type: "radio", name: this.own, value: k, change: choose }), ` ${text}`);
    });
    /** @param {boolean} guessed */
    const done = (guessed) => {
      const chosen = guessed ? choices.findIndex((choice) => choice.querySelector("input:checked")) : -1;
      if (chosen >= 0) this.guess = { right: chosen === answer, text: options[chosen] };
      this.unlock();
      /** @type {HTMLElement | null} */
      const first = this.bench.querySelector("input, select, button, [tabindex='0']");
      first?.focus();
    };
    const commit = el("button", { type: "button", disabled: true, click: () => done(true) }, "That is my guess");
    const skip = el("button", { type: "button", class: "x-skip", click: () => done(false) }, "Skip");
    const buttons = el("p", {}, commit, " ", skip);
    this.form = el("fieldset", { class: "x-guess" }, el("legend", {}, ask), choices, buttons);
    set(this.bench, { inert: true });
    return this.form;
  }

  unlock() {
    this.form?.remove();
    set(this.bench, { inert: false });
    this.classList.add("x-open");
  }

  /** The explanation, shown after the first move. */
  tell() {
    if (!this.happened.hidden || this.dataset.counts) return;
    const { options, answer, happened } = this.spec.question;
    const { right, text } = this.guess ?? {};
    const guess = right ? "As you guessed. " : `You guessed: ${text} The answer is: ${options[answer]} `;
    const addresses = proofs();
    const parts = happened.map((part) => {
      if (typeof part === "string") return part;
      const [words, proof] = part;
      return Object.hasOwn(addresses, proof) ? el("a", { href: addresses[proof] }, words) : words;
    });
    this.happened.append(el("p", {}, el("strong", {}, this.guess ? guess : "What happens. "), parts));
    set(this.happened, { hidden: false });
  }

  /** Change entries of the state. @param {Partial<S>} entries */
  change(entries) {
    Object.assign(this.state, entries);
    this.moved = true;
    this.draw();
  }

  /** Draw the state at the next frame; of several changes before it only the last is drawn. */
  draw() {
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      this.render();
    });
  }

  render() {
    const { sentence, table, unlinked } = this.drawState(this.state);
    this.sentence.textContent = sentence;
    this.table = table;
    const verdict = this.goal?.judge(this.state);
    this.tabulate();
    set(this.link, { href: this.address() });
    say(this.link, `Link to this state${unlinked ? `, without ${unlinked}` : ""}`);
    if (!this.moved) return;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.status.textContent = verdict ?? sentence;
      if (this.goal) this.goal.keep(this.address());
      else this.tell();
      history.replaceState(null, "", this.address());
    }, 600);
  }

  tabulate() {
    if (!this.folded.open || !this.table) return;
    const { head, rows } = this.table();
    /** @param {string | number} value */
    const words = (value) => (typeof value === "number" ? brief(value) : value);
    const body = rows.map(([name, ...values]) => [
      el("th", { scope: "row" }, words(name)),
      ...values.map((value) => el("td", {}, words(value))),
    ]);
    this.numbers.replaceChildren(
      el("thead", {}, el("tr", {}, ...head.map((text) => el("th", { scope: "col" }, text)))),
      el("tbody", {}, ...body.map((cells) => el("tr", {}, ...cells))),
    );
  }

  /**
   * Entries of the state in a text like "separation=1.5;prevalence=0.1"; unknown entries and bad values are left out.
   * @param {string} text
   */
  read(text) {
    /** @type {State} */
    const entries = {};
    for (const part of text.split(";")) {
      const [name, word] = part.split("=");
      const isEntry = Object.hasOwn(this.spec.state, name);
      const value = isEntry ? allowedValue(this.spec, name, decoded(word)) : undefined;
      if (value !== undefined) entries[name] = value;
    }
    return /** @type {Partial<S>} */ (entries);
  }

  /** The address of this state: the entries that differ from the initial state. */
  address() {
    const parts = Object.entries(this.state)
      .filter(([name, value]) => value !== this.first[name])
      .map(([name, value]) => {
        const shortened = typeof value === "number" ? Number(value.toPrecision(12)) : value;
        return `${name}=${encodeURIComponent(shortened)}`;
      });
    return `#explore:${[this.key, ...parts].join(";")}`;
  }

  /** Take the state from the page's address; whether it is an address of this explorer. */
  fromAddress() {
    const begin = `#explore:${this.key}`;
    if (!location.hash.startsWith(begin) || ![undefined, ";"].includes(location.hash[begin.length])) return false;
    this.state = { ...this.first, ...this.read(location.hash.slice(begin.length + 1)) };
    return true;
  }

  /**
   * A native slider for an entry of the state.
   * @param {keyof S & string} entry
   * @param {{label: string, text?: (value: number) => string}} options
   */
  slider(entry, { label, text = brief }) {
    const [min, max, step] = /** @type {number[]} */ (this.spec.allowed[entry]);
    const output = el("output", {});
    const input = el("input", { type: "range", min, max, step, id: `${this.own}-${entry}` });
    set(input, { input: () => this.change(this.entry(entry, Number(input.value))) });
    const control = el("p", { class: "x-control" }, el("label", { for: input.id }, label), input, output);
    return this.follow(control, ({ [entry]: value }) => {
      if (Number(input.value) !== value) input.value = value;
      say(output, text(value));
      set(input, { "aria-valuetext": text(value) });
    });
  }

  /**
   * A list to choose an entry of the state from.
   * @param {keyof S & string} entry
   * @param {object} options
   * @param {string} options.label
   * @param {Record<string, string>} options.options texts by value
   * @param {(value: string) => Partial<S>} [options.chosen] what a choice changes, if not that entry alone
   */
  choice(entry, { label, options, chosen = (value) => this.entry(entry, value) }) {
    const items = Object.entries(options).map(([value, text]) => el("option", { value }, text));
    const input = el("select", { id: `${this.own}-${entry}`, change: () => this.change(chosen(input.value)) }, items);
    const control = el("p", { class: "x-control" }, el("label", { for: input.id }, label), input);
    return this.follow(control, (state) => {
      input.value = state[entry];
    });
  }

  /** One entry of a state. @param {keyof S & string} name @param {string | number} value */
  entry(name, value) {
    return /** @type {Partial<S>} */ ({ [name]: value });
  }

  /** @param {string} text @param {() => void} act */
  button(text, act) {
    return el("button", { type: "button", click: act }, text);
  }

  /** Let a control follow the state. @template {Node} N @param {N} node @param {(state: S) => void} update */
  follow(node, update) {
    this.followers.push(update);
    return node;
  }

  /** Let all controls follow the state; `draw` of an explorer calls it. @param {S} state */
  controls(state) {
    for (const update of this.followers) update(state);
  }
}

/** A table of metrics, each with a bar and its change since the last values stored. */
export class Meters {
  /**
   * @param {Record<string, string>} names of the metrics, by key
   * @param {{caption: string}} options
   */
  constructor(names, { caption }) {
    this.rows = Object.entries(names).map(([key, name]) => {
      const bar = el("span", { class: "x-bar" });
      const value = el("td", {});
      const gain = el("td", { class: "x-gain" });
      const track = el("td", { class: "x-track", "aria-hidden": "true" }, bar);
      return { key, bar, value, gain, node: el("tr", {}, el("th", { scope: "row" }, name), value, gain, track) };
    });
    const head = ["metric", "value", "change"].map((text) => el("th", { scope: "col" }, text));
    this.node = el(
      "table",
      { class: "x-meters" },
      el("caption", {}, caption),
      el("thead", {}, el("tr", {}, ...head, el("td", { "aria-hidden": "true" }))),
      el("tbody", {}, ...this.rows.map(({ node }) => node)),
    );
  }

  /**
   * Show values by key, and their changes from earlier ones.
   * @param {Record<string, any>} values
   * @param {Record<string, any> | null} before
   */
  show(values, before = null) {
    for (const { key, bar, value, gain } of this.rows) {
      const now = values[key];
      value.textContent = shown(now);
      const change = before ? now - before[key] : NaN;
      const isShown = Number.isFinite(change) && Math.abs(change) >= 0.0005;
      gain.textContent = isShown ? (change > 0 ? "▲ " : "▼ ") + shown(Math.abs(change)) : "";
      bar.style.width = `${Number.isFinite(now) ? 100 * clamp(now, 0, 1) : 0}%`;
    }
  }
}

/** Make all explorers of the page interactive, once it is parsed: before, an element may lack its content. */
export function start() {
  const live = () => customElements.get("score-explorer") ?? customElements.define("score-explorer", ScoreExplorer);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", live);
  else live();
}
