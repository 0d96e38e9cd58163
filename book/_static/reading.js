/* What the theme and MathJax leave undone for readers who use the keyboard, and for paper; and what unfolds. */
"use strict";
{
  /* The theme takes the focus from a button of its header when it is pressed; pressed by key, it gets it back. */
  document.addEventListener(
    "click",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      /** @type {HTMLElement | null} */
      const button = target.closest?.(".bd-header-article button");
      if (button && event.detail === 0)
        setTimeout(() => {
          if (document.activeElement === document.body) button.focus();
        });
    },
    true,
  );

  /* The formulas' fonts are asked for before the first is typeset. */
  const own = /** @type {HTMLScriptElement} */ (document.currentScript);
  const fonts = new URL("mathjax/output/chtml/fonts/woff-v2/", own.src);
  if (document.querySelector(".math"))
    for (const name of ["Zero", "Main-Regular", "Math-Italic"])
      new FontFace(name, `url("${fonts}MathJax_${name}.woff")`).load().catch(() => {});

  /*
   * A formula too wide for its line can be scrolled, by keys too; no other formula is a tab stop. One too wide for a
   * line on paper is set small there. What is folded is measured when it opens: before, each fold would be laid out by
   * itself.
   */
  const ON_PAPER = 640; // pixels
  const FOLDED = "details:not([open]) > :not(summary)";
  const paper = window.matchMedia("print");
  let planned = 0;
  const look = () => {
    planned = 0;
    /** @type {NodeListOf<HTMLElement>} */
    const found = document.querySelectorAll("span.math, div.math > mjx-container");
    const formulas = [...found].filter((formula) => !formula.closest(FOLDED));
    // A rounded pixel is no excess.
    const wide = formulas.map((formula) => formula.scrollWidth > formula.clientWidth + 1);
    const scale = formulas.map((formula, k) => {
      const width = formula.querySelector("mjx-math")?.getBoundingClientRect().width;
      return width ? String(Math.min(1, ON_PAPER / width, wide[k] ? formula.clientWidth / width : 1)) : "";
    });
    formulas.forEach((formula, k) => {
      if (!paper.matches || !formula.style.getPropertyValue("--on-paper"))
        formula.style.setProperty("--on-paper", scale[k]);
      if (wide[k] === formula.hasAttribute("tabindex") || (paper.matches && !wide[k])) return; // on paper it is small
      for (const [name, value] of [
        ["tabindex", "0"],
        ["role", "group"],
        ["aria-label", "wide formula"],
      ]) {
        if (wide[k]) formula.setAttribute(name, value);
        else formula.removeAttribute(name);
      }
    });
  };
  const plan = () => {
    planned ||= requestAnimationFrame(look);
  };
  const main = /** @type {HTMLElement} */ (document.getElementById("main-content"));
  new MutationObserver(plan).observe(main, { childList: true, subtree: true });
  window.addEventListener("resize", plan);
  // To which the theme listens.
  document.addEventListener("toggle", () => window.dispatchEvent(new Event("resize")), true);
  document.fonts.addEventListener("loadingdone", plan); // the formulas' fonts change their width

  /* On paper the theme is light and what is folded is open, but for evidence and code that the reader left closed. */
  const root = document.documentElement;
  /** The theme on the screen, while something is printed. @type {string | null} */
  let screenTheme = null;
  /** What was opened for paper. @type {HTMLDetailsElement[]} */
  let opened = [];
  /** Begin or end to print. @param {boolean} starts */
  const print = (starts) => {
    if (starts === (screenTheme !== null)) return;
    [screenTheme, root.dataset.theme] = starts ? [root.dataset.theme ?? "", "light"] : [null, screenTheme ?? ""];
    /** @type {NodeListOf<HTMLDetailsElement>} */
    const folds = document.querySelectorAll("details:not([open], .evidence, .above-input, .beside-rest)");
    if (starts) opened = [...folds];
    for (const folded of opened) folded.open = starts;
    if (!starts) return;
    window.MathJax?.startup?.document?.lazyTypesetAll();
    look();
  };
  window.addEventListener("beforeprint", () => print(true));
  window.addEventListener("afterprint", () => print(false));
  paper.addEventListener("change", ({ matches }) => print(matches));

  /* One switch for all code of all pages, remembered; each cell's own fold stays free. */
  const CODE = "metricbook-code";
  /** @param {string} name @returns {HTMLElement | null} */
  const find = (name) => document.querySelector(`.r-switch[data-switch=${name}]`);
  /** Open or close all that a switch stands for. @param {string} name @param {string} folds @param {boolean} open */
  const turn = (name, folds, open) => {
    find(name)?.setAttribute("aria-pressed", String(open));
    /** @type {NodeListOf<HTMLDetailsElement>} */
    const all = document.querySelectorAll(folds);
    for (const fold of all) fold.open = open;
  };
  const remembered = () => {
    try {
      return localStorage.getItem(CODE) === "shown";
    } catch {
      return false; // a private window
    }
  };
  for (const [name, folds] of [
    ["code", "details.above-input"],
    ["marks", "details.beside, details.beside-rest"],
    ["proofs", "details.proof-fold"],
  ])
    find(name)?.addEventListener("click", ({ currentTarget }) => {
      const open = /** @type {HTMLElement} */ (currentTarget).getAttribute("aria-pressed") !== "true";
      turn(name, folds, open);
      if (name !== "code") return;
      try {
        localStorage.setItem(CODE, open ? "shown" : "hidden");
      } catch {
        // not remembered
      }
    });
  if (remembered()) turn("code", "details.above-input", true);

  /* A link to a claim, or into a proof, opens what it stands in; Escape closes a claim and goes back to its mark. */
  const reveal = () => {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    /** @type {HTMLDetailsElement | null | false} */
    const fold = target && target.closest("details.beside, details.beside-rest, details.proof-fold");
    if (!fold || !target) return;
    fold.open = true;
    target.scrollIntoView({ block: "center" });
  };
  window.addEventListener("hashchange", reveal);
  reveal();
  document.addEventListener("keydown", ({ key }) => {
    /** @type {HTMLDetailsElement | null | undefined} */
    const fold =
      key === "Escape" ? document.activeElement?.closest("details.beside[open], details.beside-rest[open]") : null;
    if (!fold) return;
    fold.open = false;
    fold.querySelector("summary")?.focus();
  });

  /* Copy; or select, where the browser does not let pages copy. */
  document.addEventListener("click", ({ target }) => {
    /** @type {HTMLElement | null} */
    const button = /** @type {Element} */ (target).closest(".r-copy");
    const source = button && document.getElementById(button.dataset.copies ?? "");
    if (!button || !source) return;
    const label = button.textContent;
    const done = () => {
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = label), 1500);
    };
    (navigator.clipboard?.writeText((source.textContent ?? "").trim()) ?? Promise.reject()).then(done, () =>
      getSelection()?.selectAllChildren(source),
    );
  });
}
