/* What the theme and MathJax leave undone for readers who use the keyboard, and for paper. */
"use strict";

/* The theme takes the focus from a button of its header when it is pressed; pressed by key, it gets it back. */
document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.(".bd-header-article button");
    if (button && event.detail === 0)
      setTimeout(() => document.activeElement === document.body && button.focus());
  },
  true,
);

/* A formula too wide for its line can be scrolled, by keys too; no other formula is a tab stop. */
let planned = 0;
const look = () => {
  planned = 0;
  const formulas = [...document.querySelectorAll("span.math, div.math > mjx-container")];
  const excess = formulas.map((formula) => formula.scrollWidth - formula.clientWidth);
  const wide = excess.map((pixels) => pixels > 1);
  formulas.forEach((formula, k) => {
    if (excess[k] === 1) formula.style.paddingInlineEnd = "1px"; // a rounded pixel is nothing to scroll
    if (wide[k] === formula.hasAttribute("tabindex")) return;
    const change = wide[k] ? (name, value) => formula.setAttribute(name, value) : (name) => formula.removeAttribute(name);
    change("tabindex", 0);
    change("role", "group");
    change("aria-label", "wide formula");
  });
};
const plan = () => (planned ||= requestAnimationFrame(look));
new MutationObserver(plan).observe(document.getElementById("main-content"), { childList: true, subtree: true });
window.addEventListener("resize", plan);
document.addEventListener("toggle", plan, true);
document.fonts.addEventListener("loadingdone", plan); // the formulas' fonts change their width

/* On paper the theme is light, and what is folded is open. */
const root = document.documentElement;
let screenTheme = null;
let opened = [];
const print = (starts) => {
  if (starts === (screenTheme !== null)) return;
  [screenTheme, root.dataset.theme] = starts ? [root.dataset.theme, "light"] : [null, screenTheme];
  opened = starts ? [...document.querySelectorAll("details:not([open])")] : opened;
  opened.forEach((folded) => (folded.open = starts));
};
window.addEventListener("beforeprint", () => print(true));
window.addEventListener("afterprint", () => print(false));
window.matchMedia("print").addEventListener("change", ({ matches }) => print(matches));
