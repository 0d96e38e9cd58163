/*
 * The frame of every explorer: a loop of questions or an exercise, what is moved, what it moves, a sentence, a table,
 * and a state in the page's address.
 */
import { brief, clamp, el, say, set, shown } from "./dom.js";
import { Goal, checks } from "./goal.js";
import { Loop } from "./loop.js";
import { countedModels } from "./own.js";
import { share } from "./share.js";

/** @import { Child } from "./dom.js" */
/** @import { Challenge } from "./loop.js" */
/** @import { Model } from "./own.js" */
/** @import { Sketch } from "./sketch.js" */
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
 * Text for a state: a sentence, a table of the numbers drawn, values that challenges tell of, and the part of the state
 * that no address can hold.
 * @typedef {{sentence: string, table: () => Table, values?: any, unlinked?: string | null}} Drawing
 */
/**
 * The parts of an explorer: controls and views that its questions are about, of which `asked` are there before a guess
 * and `seen` after it; all the others, which are folded; curves to draw as a guess; and what draws a state.
 * @template {State} S
 * @typedef {object} Parts
 * @property {Child[]} [hands]
 * @property {Child[]} asked
 * @property {Child[]} [seen]
 * @property {Child[]} [more]
 * @property {Record<string, Sketch>} [sketches]
 * @property {(state: S) => Drawing} draw
 */
/**
 * An explorer: its initial state, the allowed values of its entries (by default any number), its challenges, and a
 * function that makes its parts.
 * @template {State} S
 * @typedef {object} Spec
 * @property {string} title
 * @property {S} state
 * @property {Record<string, Allowed>} allowed
 * @property {Challenge<S>[]} challenges
 * @property {(explorer: ScoreExplorer<S>) => Parts<S>} build
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
  /** Whether all views and controls are shown. */
  isUnfolded = false;
  /** @type {Goal | null} */
  goal = null;
  /** @type {Loop} */
  loop;
  /** @type {(state: S) => Drawing} */
  drawState;
  /** The reader's own models, shown instead of a made-up sample; null if that is shown. @type {Model[] | null} */
  models = null;
  /** Values of the last drawing that challenges tell of. @type {any} */
  values = null;
  /** @type {(() => Table) | null} */
  table = null;
  /** @type {((state: S) => void)[]} */
  followers = [];
  /** What is in the page only after a guess, with where it belongs. @type {[place: Element, nodes: Child[]][]} */
  hiddenParts = [];
  /** Ids of the pending frame and of the timer after the last change, if any. */
  waiting = 0;
  resting = 0;

  bench = el("div", { class: "x-bench" });
  sentence = el("p", { class: "x-said" });
  status = el("p", { class: "x-status", role: "status" });
  numbers = el("table", { class: "x-numbers table" });
  folded = el(
    "details",
    { toggle: () => this.tabulate() },
    el("summary", {}, "The numbers drawn, as a table"),
    el("div", { class: "x-scroll", tabindex: 0, role: "region", "aria-label": "Numbers" }, this.numbers),
  );
  /** What is done with a state: to begin again, to link to it, to take away what is seen. */
  foot = el("p", { class: "x-foot" });
  link = el("a", { class: "x-link", href: "#" }, "Link to this state");

  connectedCallback() {
    const name = this.getAttribute("name") ?? "";
    const spec = known.get(name);
    const isWaiting = this.dataset.goal && !checks.has(this.dataset.goal);
    if (!spec || this.spec || isWaiting) return;
    this.spec = spec;
    this.goal = Goal.of(this);
    this.key = this.goal?.exercise ?? name;
    this.first = { ...this.spec.state, ...this.read(this.dataset.state ?? "") };
    const still = el("div", { class: "x-still" }, ...this.childNodes);
    this.replaceChildren(this.frame());
    this.state = { ...this.first };
    if (this.dataset.counts) this.models = countedModels(this.dataset.counts);
    this.loop = new Loop(this, this.spec.challenges);
    this.isUnfolded = Boolean(this.goal);
    this.make();
    this.state = { ...this.first }; // which an explorer of own models has changed
    this.classList.add("x-ready");
    const isLinked = this.fromAddress();
    if (isLinked || this.goal || this.dataset.counts) this.loop.free(); // no question of the reader's own models
    else this.loop.ask(0);
    this.render();
    this.listen(still);
    if (isLinked) this.scrollIntoView();
  }

  /** Make its parts, as wide as the page. */
  make() {
    this.wide = this.clientWidth < 480 ? 300 : 640;
    this.followers = [];
    const { hands = [], asked, seen = [], more = [], sketches = {}, draw } = this.spec.build(this);
    this.drawState = draw;
    this.loop.sketches = sketches;
    const views = el("div", { class: "x-views" }, asked);
    this.bench.replaceChildren(el("div", { class: "x-controls" }, hands), views);
    const live = /** @type {HTMLElement} */ (this.firstElementChild);
    this.hiddenParts = [
      [views, seen],
      [live, [this.sentence, this.foot, ...this.folding(more), this.folded]],
    ];
  }

  /** The views and controls that no question is about, folded. @param {Child[]} more */
  folding(more) {
    if (!more.length) return [];
    const summary = el("summary", {}, "All views and controls");
    const fold = el("details", { class: "x-more", open: this.isUnfolded }, summary, more);
    set(fold, { toggle: () => (this.isUnfolded = fold.open) });
    return [fold];
  }

  /** Make the parts anew if the page has become narrow or wide, as when a phone is turned. */
  turn() {
    if (!this.clientWidth || this.clientWidth < 480 === this.wide < 480) return;
    this.hide();
    const { state } = this;
    this.make();
    this.state = state;
    this.loop.again();
  }

  /** Take away what is in the page only after a guess. */
  hide() {
    for (const [, nodes] of this.hiddenParts) for (const node of nodes) /** @type {Element} */ (node).remove();
  }

  /**
   * Follow the page's width and its address; and paper, which before a guess has the drawing for pages without scripts.
   * @param {Element} still
   */
  listen(still) {
    new ResizeObserver(() => requestAnimationFrame(() => this.turn())).observe(this);
    addEventListener("hashchange", () => {
      if (!this.fromAddress()) return;
      this.loop.free();
      this.draw();
    });
    matchMedia("print").addEventListener("change", ({ matches }) => {
      if (matches && this.loop.phase === "asked") this.append(still);
      else still.remove();
    });
  }

  /** The frame, without what is there only after a guess. */
  frame() {
    const title = `${this.own}-title`;
    this.foot.append(
      this.button("Reset", () => this.change({ ...this.first })),
      this.link,
      ...share(this),
    );
    return el(
      "div",
      { class: "x-live", role: "group", "aria-labelledby": title },
      el("p", { class: "x-title", id: title }, this.spec.title),
      this.goal?.node,
      this.bench,
      this.status,
    );
  }

  /** Show a challenge's state, with nothing that answers it. @param {Partial<S>} from */
  begin(from) {
    this.state = { ...this.first, ...from };
    this.moved = false;
    clearTimeout(this.resting);
    say(this.status, ""); // which may tell of the question before
    this.bench.before(this.loop.node);
    this.hide();
    set(this.bench, { inert: this.loop.sketch === undefined });
    this.classList.remove("x-open");
    this.render();
  }

  /** Show all of it. */
  reveal() {
    set(this.bench, { inert: false });
    for (const [place, nodes] of this.hiddenParts) place.append(.../** @type {Element[]} */ (nodes));
    this.classList.add("x-open");
    this.render();
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
    const { sentence, table, values, unlinked } = this.drawState(this.state);
    this.sentence.textContent = sentence;
    this.table = table;
    this.values = values;
    const verdict = this.goal?.judge(this.state);
    this.tabulate();
    set(this.link, { href: this.address() });
    say(this.link, `Link to this state${unlinked ? `, without ${unlinked}` : ""}`);
    if (!this.moved) return;
    this.loop.follow();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.status.textContent = verdict ?? sentence;
      this.goal?.keep(this.address());
      if (location.protocol !== "about:") history.replaceState(null, "", this.address()); // a frame may have no address
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
    const output = el("span", { class: "x-value", "aria-hidden": "true" });
    const input = el("input", { type: "range", min, max, step, id: `${this.own}-${entry}`, "data-hand": entry });
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
    const change = () => this.change(chosen(input.value));
    const input = el("select", { id: `${this.own}-${entry}`, "data-hand": entry, change }, items);
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

/** The explorer that an address asks for alone, by `?embed=` and its name: all else of the page is hidden. */
function embed() {
  const name = new URLSearchParams(location.search).get("embed");
  const asked = [...document.querySelectorAll("score-explorer:not([data-goal])")];
  const alone = asked.find((each) => each.getAttribute("name") === name);
  if (!alone) return;
  document.body.append(alone);
  document.documentElement.classList.add("x-embed");
  document.head.append(el("base", { target: "_top" })); // a proof takes the place of the page, not of the frame
}

/** Make all explorers of the page interactive, once it is parsed: before, an element may lack its content. */
export function start() {
  const live = () => {
    if (customElements.get("score-explorer")) return;
    embed();
    customElements.define("score-explorer", ScoreExplorer);
    dispatchEvent(new Event("score-explorers"));
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", live);
  else live();
}
