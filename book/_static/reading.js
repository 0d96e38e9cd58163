/* What the theme and MathJax leave undone for readers who use the keyboard, and for paper. */
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

  /* On paper the theme is light, and what is folded is open but for evidence, which the reader opens or leaves out. */
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
    const folds = document.querySelectorAll("details:not([open], .evidence)");
    if (starts) opened = [...folds];
    for (const folded of opened) folded.open = starts;
    if (!starts) return;
    window.MathJax?.startup?.document?.lazyTypesetAll();
    look();
  };
  window.addEventListener("beforeprint", () => print(true));
  window.addEventListener("afterprint", () => print(false));
  paper.addEventListener("change", ({ matches }) => print(matches));
}
