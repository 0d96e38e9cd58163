/* Shows what search_order.js finds: first the book, then its packages, each result with an excerpt. */
"use strict";
{
  const AT_ONCE = 10;
  const LENGTH = 240;

  /**
   * An element with a class and contents.
   * @type {<K extends keyof HTMLElementTagNameMap>(tag: K, name: string, ...inside: (Node | string)[]) =>
   *   HTMLElementTagNameMap[K]}
   */
  const element = (tag, name, ...inside) => {
    const made = document.createElement(tag);
    if (name) made.className = name;
    made.append(...inside);
    return made;
  };

  /** Some words of a text about what is first found in it. @type {(text: string, marks: RegExp[]) => string} */
  const excerptOf = (text, marks) => {
    const places = marks.map((mark) => text.search(mark)).filter((at) => at >= 0);
    const about = Math.min(text.length, ...places) - 100;
    const start = about > 0 && about + 100 < text.length ? text.indexOf(" ", about) + 1 : 0;
    return `${start ? "…" : ""}${text.slice(start, start + LENGTH).trim()}${start + LENGTH < text.length ? "…" : ""}`;
  };

  /** A text in which what was found is marked. @type {(text: string, marks: RegExp[]) => (Node | string)[]} */
  const marked = (text, marks) => {
    if (!marks.length) return [text];
    const parts = text.split(new RegExp(`(${marks.map((mark) => mark.source).join("|")})`, "giu"));
    return parts.map((part, place) => (place % 2 ? element("mark", "", part) : part));
  };

  /** A link. @type {(address: string, ...inside: (Node | string)[]) => HTMLAnchorElement} */
  const link = (address, ...inside) => {
    const made = element("a", "", ...inside);
    made.href = address;
    return made;
  };

  /** A result. @type {(one: FoundInBook, marks: RegExp[]) => HTMLLIElement} */
  const item = ({ page, title, section: [id, head, text], inside }, marks) => {
    const address = `${page}.html`;
    const named = head === title;
    const made = element("li", "", link(named ? `${address}#${id}` : address, ...marked(title, marks)));
    if (inside && !named) made.append(" › ", link(`${address}#${id}`, ...marked(head, marks)));
    if (text) made.append(element("p", "context", ...marked(excerptOf(text, marks), marks)));
    return made;
  };

  /**
   * A group of results under its heading, the first few at once.
   * @type {(id: string, head: string, found: FoundInBook[], marks: RegExp[]) => HTMLElement}
   */
  const group = (id, head, found, marks) => {
    const list = element("ol", "search", ...found.slice(0, AT_ONCE).map((one) => item(one, marks)));
    const made = element("section", "", element("h2", "", head), list);
    made.id = id;
    if (found.length > AT_ONCE) {
      const more = element("button", "search-more", `Show ${found.length - AT_ONCE} more`);
      more.type = "button";
      more.addEventListener("click", () => {
        const rest = found.slice(AT_ONCE).map((one) => item(one, marks));
        list.append(...rest);
        more.remove();
        rest[0].querySelector("a")?.focus();
      });
      made.append(more);
    }
    return made;
  };

  const query = new URLSearchParams(location.search).get("q")?.trim() ?? "";
  const place = /** @type {HTMLElement} */ (document.getElementById("search-results"));
  if (query) {
    /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[name="q"]')).forEach((field) => {
      field.value = query;
    });
    document.title = `${query} - ${document.title}`;
    const { book, packages, marks } = window.searchBook(query);
    const summary = element("p", "search-summary");
    summary.setAttribute("role", "status");
    if (book.length) summary.append(link("#in-book", `${book.length} in the book`));
    if (book.length && packages.length) summary.append(", ");
    if (packages.length) summary.append(link("#in-packages", `${packages.length} in its packages`));
    if (!summary.hasChildNodes()) summary.append("Nothing was found. Try fewer words, or another name for it.");
    place.append(summary);
    if (book.length) place.append(group("in-book", "In the book", book, marks));
    if (packages.length) place.append(group("in-packages", "In the packages", packages, marks));
  }
}
