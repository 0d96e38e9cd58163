/* The frame of every explorer: a prediction or an exercise, controls, views, a sentence, a table, and a state that the address keeps. */
import { brief, clamp, el, say, set, shown } from "./dom.js";
import { Goal } from "./goal.js";

export const known = new Map();

/**
 * Make an explorer known by its name.
 *
 * `spec.state` has each entry's value at first, `spec.allowed` what it may be: [lowest, highest, step] of a number, a list
 * or a pattern of words. `spec.build(explorer)` returns {controls, views, draw}. `draw(state)` draws a state and returns
 * {said, table, unlinked}: a sentence, {head, rows} of the numbers drawn, and what of them no address can carry.
 */
export const define = (name, spec) => known.set(name, spec);

/** Text with links: strings, and [text, address] pairs. */
const told = (parts) => parts.map((part) => (Array.isArray(part) ? el("a", { href: part[1] }, part[0]) : part));

/** What an address says of an entry: a number between its ends, a word that is allowed; undefined if it says nothing. */
export function allowedValue({ state, allowed }, name, word) {
  const may = allowed[name];
  if (typeof state[name] === "string") return (Array.isArray(may) ? may.includes(word) : may.test(word)) ? word : undefined;
  const value = word === "" ? NaN : Number(word);
  if (!Number.isFinite(value)) return undefined;
  const [low, high, step] = may ?? [-Infinity, Infinity];
  return clamp(Number.isInteger(step) ? Math.round(value) : value, low, high);
}

/** Words of an address as they were before they were put into it; none if that cannot be. */
function decoded(word = "") {
  try {
    return decodeURIComponent(word);
  } catch {
    return "";
  }
}

let count = 0;

class ScoreExplorer extends HTMLElement {
  connectedCallback() {
    const spec = known.get(this.getAttribute("name"));
    if (!spec || this.spec) return;
    this.spec = spec;
    this.goal = Goal.of(this);
    this.key = this.goal?.exercise ?? this.getAttribute("name");
    this.own = `explorer-${(count += 1)}`;
    this.wide = this.clientWidth < 480 ? 300 : 640; // units of a drawing as wide as the page
    this.first = { ...spec.state, ...this.read(this.dataset.state ?? "") };
    const still = el("div", { class: "x-still" }, ...this.childNodes);
    const title = el("p", { class: "x-title", id: `${this.own}-title` }, spec.title);
    this.bench = el("div", { class: "x-bench" });
    this.said = el("p", { class: "x-said" });
    this.status = el("p", { class: "x-status", role: "status" });
    this.happened = el("div", { class: "x-happened", hidden: true });
    this.numbers = el("table", { class: "x-numbers table" });
    this.folded = el("details", { toggle: () => this.tabulate() }, el("summary", {}, "The numbers drawn, as a table"), this.scroll(this.numbers));
    const link = el("a", { class: "x-link", href: "#" }, "Link to this state");
    this.link = link;
    const reset = el("button", { type: "button", click: () => this.change({ ...this.first }, "Reset.") }, "Reset");
    const live = el("div", { class: "x-live", role: "group", "aria-labelledby": `${this.own}-title` });
    live.append(title, this.goal?.node ?? this.prediction(), this.bench, this.said, this.status, this.happened, el("p", { class: "x-foot" }, reset, link), this.folded);
    const built = spec.build(this);
    this.state = { ...this.first };
    const asked = this.fromAddress();
    this.drawState = built.draw;
    this.bench.append(el("div", { class: "x-controls" }, built.controls), el("div", { class: "x-views" }, built.views));
    this.replaceChildren(live, still);
    this.classList.add("x-ready");
    if (asked || this.goal || this.dataset.counts) this.unlock(); // somebody's own models are no riddle
    this.render();
    addEventListener("hashchange", () => {
      const found = this.fromAddress();
      if (found) this.draw();
    });
    if (asked) this.scrollIntoView();
  }

  scroll(node) {
    return el("div", { class: "x-scroll", tabindex: 0, role: "region", "aria-label": "Numbers" }, node);
  }

  /** What one says before one touches anything. */
  prediction() {
    const { ask, options, answer } = this.spec.question;
    const choices = options.map((text, k) => {
      const radio = el("input", { type: "radio", name: this.own, value: k, change: () => set(commit, { disabled: false }) });
      return el("label", {}, radio, ` ${text}`);
    });
    const commit = el("button", { type: "button", disabled: true, click: () => done(true) }, "That is my guess");
    const skip = el("button", { type: "button", class: "x-skip", click: () => done(false) }, "Skip");
    const form = el("fieldset", { class: "x-guess" }, el("legend", {}, ask), choices, el("p", {}, commit, " ", skip));
    const done = (guessed) => {
      const chosen = form.querySelector("input:checked");
      this.guess = guessed && chosen ? { right: Number(chosen.value) === answer, text: options[Number(chosen.value)] } : null;
      this.unlock();
      this.bench.querySelector("input, select, button, [tabindex='0']")?.focus();
    };
    set(this.bench, { inert: true });
    this.form = form;
    return form;
  }

  unlock() {
    this.form?.remove();
    set(this.bench, { inert: false });
    this.classList.add("x-open");
  }

  /** What happened, told once something was moved. */
  tell() {
    if (!this.happened.hidden || this.dataset.counts) return;
    const { options, answer, happened } = this.spec.question;
    const first = this.guess
      ? el("strong", {}, this.guess.right ? "As you guessed. " : `You guessed: ${this.guess.text} The answer is: ${options[answer]} `)
      : el("strong", {}, "What happens. ");
    this.happened.append(el("p", {}, first, ...told(happened)));
    set(this.happened, { hidden: false });
  }

  /** Change entries of the state; `why` is said to who cannot see what moved. */
  change(entries) {
    Object.assign(this.state, entries);
    this.moved = true;
    this.draw();
  }

  /** Draw the state with the next frame: of many changes in one, the last. */
  draw() {
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      this.render();
    });
  }

  render() {
    const begun = performance.now();
    const { said, table, unlinked } = this.drawState(this.state);
    this.took = performance.now() - begun; // milliseconds
    this.said.textContent = said;
    this.table = table;
    const verdict = this.goal?.judge(this.state);
    this.tabulate();
    set(this.link, { href: this.address() });
    say(this.link, `Link to this state${unlinked ? `, without ${unlinked}` : ""}`);
    if (!this.moved) return;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.status.textContent = verdict ?? said;
      if (this.goal) this.goal.keep(this.address());
      else this.tell();
      history.replaceState(null, "", this.address());
    }, 600);
  }

  tabulate() {
    if (!this.folded.open || !this.table) return;
    const { head, rows } = this.table();
    const cell = (value) => (typeof value === "number" ? brief(value) : value);
    this.numbers.replaceChildren(
      el("thead", {}, el("tr", {}, head.map((text) => el("th", { scope: "col" }, text)))),
      el("tbody", {}, rows.map(([name, ...values]) => el("tr", {}, el("th", { scope: "row" }, cell(name)), values.map((v) => el("td", {}, cell(v)))))),
    );
  }

  /** Entries of the state in words like "separation=1.5;prevalence=0.1"; what is no entry, or not allowed, is left out. */
  read(text) {
    const found = {};
    for (const part of text.split(";")) {
      const [name, word] = part.split("=");
      const value = Object.hasOwn(this.spec.state, name) ? allowedValue(this.spec, name, decoded(word)) : undefined;
      if (value !== undefined) found[name] = value;
    }
    return found;
  }

  /** The address of this state: what differs from the first. */
  address() {
    const parts = Object.entries(this.state)
      .filter(([name, value]) => value !== this.first[name])
      .map(([name, value]) => `${name}=${encodeURIComponent(typeof value === "number" ? Number(value.toPrecision(12)) : value)}`);
    return `#explore:${[this.key, ...parts].join(";")}`;
  }

  fromAddress() {
    const begin = `#explore:${this.key}`;
    if (!location.hash.startsWith(begin) || ![undefined, ";"].includes(location.hash[begin.length])) return false;
    this.state = { ...this.first, ...this.read(location.hash.slice(begin.length + 1)) };
    return true;
  }

  /** A native slider for an entry of the state. */
  slider(entry, { label, text = (value) => brief(value) }) {
    const [min, max, step] = this.spec.allowed[entry];
    const output = el("output", {});
    const input = el("input", {
      type: "range", min, max, step, id: `${this.own}-${entry}`, input: () => this.change({ [entry]: Number(input.value) }),
    });
    return this.follow(
      el("p", { class: "x-control" }, el("label", { for: input.id }, label), input, output),
      ({ [entry]: value }) => {
        if (Number(input.value) !== value) input.value = value;
        say(output, text(value));
        set(input, { "aria-valuetext": text(value) });
      },
    );
  }

  /** A list to choose an entry of the state from: {value: text}. */
  choice(entry, { label, options, chosen = (value) => ({ [entry]: value }) }) {
    const usual = typeof this.spec.state[entry] === "number" ? Number : String;
    const input = el(
      "select",
      { id: `${this.own}-${entry}`, change: () => this.change(chosen(usual(input.value))) },
      Object.entries(options).map(([value, text]) => el("option", { value }, text)),
    );
    return this.follow(el("p", { class: "x-control" }, el("label", { for: input.id }, label), input), (state) => {
      input.value = state[entry];
    });
  }

  button(text, act) {
    return el("button", { type: "button", click: act }, text);
  }

  /** Let a control follow the state. */
  follow(node, update) {
    (this.followers ??= []).push(update);
    return node;
  }

  /** Let all controls follow the state; `draw` of an explorer calls it. */
  controls(state) {
    for (const update of this.followers ?? []) update(state);
  }
}

/** A table of metrics with a bar each, and what they gained since they were last remembered. */
export class Meters {
  constructor(names, { caption }) {
    this.names = names;
    this.rows = Object.entries(names).map(([key, name]) => {
      const parts = { bar: el("span", { class: "x-bar" }), value: el("td", {}), gain: el("td", { class: "x-gain" }) };
      const track = el("td", { class: "x-track", "aria-hidden": "true" }, parts.bar);
      return { key, ...parts, node: el("tr", {}, el("th", { scope: "row" }, name), parts.value, parts.gain, track) };
    });
    const head = ["metric", "value", "change", ""].map((text) => el(text ? "th" : "td", text ? { scope: "col" } : { "aria-hidden": "true" }, text));
    this.node = el("table", { class: "x-meters" }, el("caption", {}, caption), el("thead", {}, el("tr", {}, head)), el("tbody", {}, this.rows.map(({ node }) => node)));
  }

  show(values, before = null) {
    for (const { key, bar, value, gain } of this.rows) {
      const now = values[key];
      value.textContent = shown(now);
      const change = before ? now - before[key] : NaN;
      gain.textContent = Number.isFinite(change) && Math.abs(change) >= 0.0005 ? (change > 0 ? "▲ " : "▼ ") + shown(Math.abs(change)) : "";
      bar.style.width = `${Number.isFinite(now) ? 100 * Math.min(Math.max(now, 0), 1) : 0}%`;
    }
  }
}

/** Make all explorers of the page live, once all of it was read: before, an element may lack what stands inside it. */
export function start() {
  const live = () => customElements.define("score-explorer", ScoreExplorer);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", live);
  else live();
}
