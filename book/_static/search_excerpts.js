/* Below each result of a search, an excerpt of the section it was found in (SECTION_TEXTS: tools/search_texts.py). */
"use strict";

new MutationObserver((changes) => {
  const [, , , terms] = Search._parseQuery(new URLSearchParams(location.search).get("q"));
  const place = (text) => Math.min(...[...terms].map((term) => text.toLowerCase().indexOf(term)).filter((at) => at >= 0));
  for (const item of changes.flatMap((change) => [...change.addedNodes]).filter((node) => node.matches?.("ul.search > li"))) {
    const [page, anchor] = item.querySelector("a").getAttribute("href").split(".html");
    const sections = SECTION_TEXTS[page] || [];
    const [, text] =
      sections.find(([id, text]) => (anchor ? anchor === `#${id}` : place(text) < Infinity)) || sections[0] || [, ""];
    if (item.querySelector("span") || !text) continue; // an entry of the API has its kind and module there
    const about = Math.min(place(text), text.length) - 100;
    const start = about > 0 && about + 100 < text.length ? text.indexOf(" ", about) + 1 : 0;
    const excerpt = document.createElement("p");
    excerpt.className = "context";
    excerpt.textContent = `${start ? "…" : ""}${text.slice(start, start + 240).trim()}${start + 240 < text.length ? "…" : ""}`;
    item.append(excerpt);
    terms.forEach((term) => _highlightText(item, term, "highlighted"));
  }
}).observe(document.getElementById("search-results"), { childList: true, subtree: true });
