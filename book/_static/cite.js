/* A button "cite" at each chapter's head, theorem and row of the ledger: its entry for BibTeX, to be copied. */
"use strict";
{
  const told = document.getElementById("citation")?.textContent;
  /** @type {{ form: string, title: string }} */
  const { form, title } = told ? JSON.parse(told) : { form: "", title: "" };

  /** @type {<K extends keyof HTMLElementTagNameMap>(tag: K, text?: string) => HTMLElementTagNameMap[K]} */
  const element = (tag, text = "") => Object.assign(document.createElement(tag), { textContent: text });

  /** The words of an element, without links to itself and buttons. @type {(of: Element) => string} */
  const wordsOf = (of) => {
    const copy = /** @type {Element} */ (of.cloneNode(true));
    copy.querySelectorAll(".headerlink, button").forEach((each) => each.remove());
    return (copy.textContent ?? "").replace(/\s+/gu, " ").trim();
  };

  /** A text as TeX reads it; formulas are left to it. @type {(text: string) => string} */
  const tex = (text) =>
    text
      .split(/(\\\(.*?\\\))/u)
      .map((part, place) => (place % 2 ? `$${part.slice(2, -2)}$` : part.replace(/[&%$#_{}]/gu, "\\$&")))
      .join("");

  /** The entry of something called `name` at an anchor. @type {(name: string, anchor: string) => string} */
  const entry = (name, anchor) =>
    form
      .replace("<key>", () => (anchor ? `-${anchor}` : ""))
      .replace("<title>", () => tex(name))
      .replace("<anchor>", () => (anchor ? `\\#${anchor}` : ""));

  const dialog = element("dialog");
  dialog.className = "citation";
  const heading = element("h2");
  heading.id = "citation-of";
  dialog.setAttribute("aria-labelledby", heading.id);
  const code = element("pre");
  code.tabIndex = 0;
  const copy = element("button", "Copy");
  const close = element("button", "Close");
  const said = element("span");
  said.setAttribute("role", "status");
  const buttons = element("p");
  buttons.append(copy, close, said);
  dialog.append(heading, code, buttons);
  close.addEventListener("click", () => dialog.close());
  /** What opened it has the focus again. @type {HTMLElement | undefined} */
  let opener;
  dialog.addEventListener("close", () => opener?.focus());
  copy.addEventListener("click", () => {
    ClipboardJS.copy(code.textContent ?? "", { container: dialog });
    said.textContent = "Copied";
    copy.focus();
  });

  /** A button that shows an entry. @type {(name: () => string, anchor: string, label: string) => HTMLButtonElement} */
  const button = (name, anchor, label) => {
    const made = element("button", "cite");
    made.type = "button";
    made.className = "cite";
    made.setAttribute("aria-label", `cite ${label}`);
    made.addEventListener("click", () => {
      if (!dialog.isConnected) document.body.append(dialog);
      heading.textContent = `Cite ${label}`;
      code.textContent = entry(name(), anchor);
      said.textContent = "";
      opener = made;
      dialog.showModal();
      copy.focus();
    });
    return made;
  };

  if (form) {
    if (document.querySelector(".chapter-head")) {
      const made = button(() => title, "", "this chapter");
      const tools = document.querySelector(".r-tools");
      if (tools) tools.append(made);
      else document.querySelector("article h1")?.after(made);
    }
    // The names are read before MathJax has made other marks of their formulas.
    for (const proof of document.querySelectorAll(".proof[id]")) {
      const named = proof.querySelector(":scope > .admonition-title");
      const number = named?.querySelector(".caption-number")?.textContent?.trim();
      if (!named || !number) continue;
      const name = wordsOf(named);
      named.append(button(() => name, proof.id, number));
    }
    for (const row of document.querySelectorAll('[id^="claim-"]')) {
      const verdict = row.querySelector(".verdict")?.textContent?.trim();
      const id = row.id.slice("claim-".length);
      const made = button(() => `Claim ${id}${verdict ? `: ${verdict}` : ""}`, row.id, `claim ${id}`);
      (row.querySelector(".beside-foot") ?? row).append(made);
    }
  }
}
