/* The page of all cards as slides: one card at a time, turned by arrow keys, swipes or the buttons of a presenter. */
"use strict";
{
  const root = document.documentElement;
  const button = /** @type {HTMLButtonElement} */ (document.querySelector("[data-switch=slides]"));
  /** @type {NodeListOf<HTMLElement>} */
  const found = document.querySelectorAll(".closing");
  const slides = [...found];
  let place = 0;
  /** Show a slide; the first comes after the last. @param {number} wanted */
  const show = (wanted) => {
    place = (wanted + slides.length) % slides.length;
    slides.forEach((slide, k) => slide.classList.toggle("is-shown", k === place));
    slides[place].focus();
  };
  /** Begin or end. @param {boolean} begin */
  const present = (begin) => {
    root.classList.toggle("r-slides", begin);
    button.setAttribute("aria-pressed", String(begin));
    for (const slide of slides)
      if (begin) slide.tabIndex = -1;
      else slide.removeAttribute("tabindex");
    if (!begin) {
      if (document.fullscreenElement) document.exitFullscreen();
      button.focus();
      return;
    }
    root.requestFullscreen?.().catch(() => {}); // where a page may not, the slides fill the window
    // The first that is on the screen, or the first of all.
    show(
      Math.max(
        0,
        slides.findIndex((slide) => slide.getBoundingClientRect().bottom > 0),
      ),
    );
  };
  button.addEventListener("click", () => present(true));
  document.addEventListener("fullscreenchange", () => {
    if (!document.fullscreenElement && root.classList.contains("r-slides")) present(false);
  });
  document.addEventListener("keydown", (event) => {
    if (!root.classList.contains("r-slides")) return;
    const step = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 }[event.key];
    if (event.key === "Escape") present(false);
    else if (event.key === "Home") show(0);
    else if (event.key === "End") show(-1);
    else if (step) show(place + step);
    else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (root.classList.contains("r-slides") && !target.closest("a, button"))
      show(place + (event.clientX < window.innerWidth / 3 ? -1 : 1));
  });
}
