/* Below each result of a search, an excerpt of the section it was found in (SECTION_TEXTS: tools/search_texts.py). */
"use strict";
{
  /**
   * How far into a text the first of some words stands; infinity if none does.
   * @type {(text: string, terms: string[]) => number}
   */
  const place = (text, terms) =>
    Math.min(...terms.map((term) => text.toLowerCase().indexOf(term)).filter((at) => at >= 0));

  /** The text of the section of a page that a result leads to. @type {(address: string, terms: string[]) => string} */
  const textOf = (address, terms) => {
    const [page, anchor] = address.split(".html");
    const sections = SECTION_TEXTS[page] ?? [];
    const found = sections.find(([id, text]) => (anchor ? anchor === `#${id}` : place(text, terms) < Infinity));
    return (found ?? sections[0])?.[1] ?? "";
  };

  /** Some words of a text about the first of the terms. @type {(text: string, terms: string[]) => string} */
  const excerptOf = (text, terms) => {
    const about = Math.min(place(text, terms), text.length) - 100;
    const start = about > 0 && about + 100 < text.length ? text.indexOf(" ", about) + 1 : 0;
    return `${start ? "…" : ""}${text.slice(start, start + 240).trim()}${start + 240 < text.length ? "…" : ""}`;
  };

  new MutationObserver((changes) => {
    const [, , , found] = Search._parseQuery(new URLSearchParams(location.search).get("q") ?? "");
    const terms = [...found];
    for (const item of changes.flatMap((change) => [...change.addedNodes])) {
      if (!(item instanceof HTMLElement && item.matches("ul.search > li"))) continue;
      const text = textOf(item.querySelector("a")?.getAttribute("href") ?? "", terms);
      if (item.querySelector("span") || !text) continue; // an entry of the API has its kind and module there
      const excerpt = document.createElement("p");
      excerpt.className = "context";
      excerpt.textContent = excerptOf(text, terms);
      item.append(excerpt);
      terms.forEach((term) => _highlightText(item, term, "highlighted"));
    }
  }).observe(/** @type {Element} */ (document.getElementById("search-results")), { childList: true, subtree: true });
}
