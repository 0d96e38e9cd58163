/* The ledger's table: what it shows and in which order follows from the form, and the form from the address. */
"use strict";
{
  /** The one element that there is. @type {(selector: string) => HTMLElement} */
  const the = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
  const form = /** @type {HTMLFormElement} */ (the(".ledger-form"));
  const count = the(".ledger-count");
  const table = /** @type {HTMLTableElement} */ (the("table.ledger"));
  const body = table.tBodies[0];
  const selects = [...form.querySelectorAll("select")];
  const words = /** @type {HTMLInputElement} */ (form.elements.namedItem("words"));
  // The text as it is before formulas are typeset, so that their TeX can be searched.
  const rows = [...body.rows].map((row, place) => ({ row, place, text: row.textContent.toLowerCase() }));
  /** @type {HTMLElement[]} */
  const heads = [...table.querySelectorAll("th")].filter((head) => head.dataset.sort !== undefined);
  let sorted = "";

  /** How far down each row stands: by the order of the form's choices, at the end without one. @param {string} by */
  const rank = (by) => {
    const select = /** @type {HTMLSelectElement} */ (form.elements.namedItem(by));
    /** @type {Map<string | undefined, number>} */
    const order = new Map([...select.options].map((option, k) => [option.value, k]));
    return rows.map(({ row }) => order.get(row.dataset[by]) ?? order.size);
  };
  /** Sort the rows by a column, with a minus downwards; by none they stand as at first. @param {string} by */
  const sort = (by) => {
    if (by === sorted) return;
    sorted = by;
    const key = by.replace("-", "");
    const down = by.startsWith("-") ? -1 : 1;
    const ranks = key ? rank(key) : rows.map(() => 0);
    const order = [...rows].sort((a, b) => down * (ranks[a.place] - ranks[b.place]) || a.place - b.place);
    body.append(...order.map(({ row }) => row));
    for (const head of heads)
      head.ariaSort = head.dataset.sort !== key ? "none" : down > 0 ? "ascending" : "descending";
  };

  const apply = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    for (const select of selects) {
      select.value = asked.get(select.name) ?? "";
      if (select.selectedIndex < 0) select.value = "";
    }
    if (document.activeElement !== words) words.value = asked.get("words") ?? "";
    const wanted = selects.filter((select) => select.value);
    const parts = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    /** @param {typeof rows[number]} entry */
    const fits = ({ row, text }) =>
      wanted.every(({ name, value }) => row.dataset[name] === value) && parts.every((part) => text.includes(part));
    let shown = 0;
    for (const entry of rows) {
      const hidden = !fits(entry);
      if (!hidden) shown += 1;
      if (hidden !== entry.row.hidden) entry.row.hidden = hidden;
    }
    const by = asked.get("sort") ?? "";
    sort(heads.some((head) => head.dataset.sort === by.replace("-", "")) ? by : "");
    const chosen = wanted.map((select) => `${select.name} ${select.selectedOptions[0].text.split(":")[0]}`);
    if (parts.length) chosen.push(`with “${parts.join("” and “")}”`);
    count.textContent = `${shown} of ${rows.length} claims${chosen.length ? `: ${chosen.join("; ")}` : ""}`;
  };

  let typing = false;
  /**
   * Ask for something else: a step that the back button undoes, or none if it is the same again.
   * @param {Record<string, string | undefined>} change
   */
  const go = (change, again = false) => {
    const asked = new URLSearchParams(location.hash.slice(1));
    for (const [name, value] of Object.entries(change)) {
      if (value) asked.set(name, value);
      else asked.delete(name);
    }
    const address = location.href.split("#")[0] + (asked.size ? `#${asked}` : "");
    if (address !== location.href) history[again ? "replaceState" : "pushState"](null, "", address);
    apply();
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    const target = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
    go({ [target.name]: target.value.trim() }, target === words && typing); // while one types, it is one step
    typing = target === words;
  });
  words.addEventListener("blur", () => {
    typing = false;
  });
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    words.value = "";
    go(Object.fromEntries([...selects, words].map(({ name }) => [name, ""])));
  });
  window.addEventListener("popstate", () => {
    words.value = new URLSearchParams(location.hash.slice(1)).get("words") ?? "";
    apply();
  });

  for (const head of heads) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () =>
      go({ sort: head.ariaSort === "ascending" ? `-${head.dataset.sort}` : head.dataset.sort }),
    );
    head.append(button);
    head.ariaSort = "none";
  }
  // On a narrow screen the style makes a row a block, and some browsers then take the table for none.
  table.role = "table";
  for (const group of table.querySelectorAll("thead, tbody")) group.role = "rowgroup";
  for (const row of table.rows) row.role = "row";
  for (const cell of table.querySelectorAll("td")) cell.role = "cell";
  for (const cell of table.querySelectorAll("th")) cell.role = cell.scope === "row" ? "rowheader" : "columnheader";
  words.value = new URLSearchParams(location.hash.slice(1)).get("words") ?? "";
  apply();
}
