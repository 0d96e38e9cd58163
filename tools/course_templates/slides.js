/* Slides turn by keys, by buttons and by the address, one at a time; T changes between light and dark. */
"use strict";
{
  /** The element of an id. @type {(id: string) => HTMLElement} */
  const the = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  /** @type {NodeListOf<HTMLElement>} */
  const found = document.querySelectorAll(".slide");
  const slides = [...found];
  /** The place of the slide that the address names, -1 if it names none. */
  const asked = () => slides.findIndex((slide) => `#${slide.id}` === location.hash);
  let now = Math.max(0, asked());

  /** Show the slide at a place, the last for all beyond. @param {number} place */
  const turn = (place, focus = true) => {
    now = Math.min(slides.length - 1, Math.max(0, place));
    slides.forEach((slide, k) => slide.classList.toggle("now", k === now));
    the("place").textContent = `${now + 1} of ${slides.length}`;
    history.replaceState(null, "", `#${slides[now].id}`);
    if (focus) slides[now].focus({ preventScroll: true });
  };
  const flip = () => {
    const root = document.documentElement;
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  };
  const [back, on] = [() => turn(now - 1), () => turn(now + 1)];
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowRight: on,
    PageDown: on,
    " ": on,
    ArrowLeft: back,
    PageUp: back,
    Home: () => turn(0),
    End: () => turn(slides.length - 1),
    t: flip,
    T: flip,
  };
  addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    const pressing = event.key === " " && target.closest("button, a");
    if (event.ctrlKey || event.metaKey || event.altKey || pressing || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  addEventListener("hashchange", () => turn(asked()));
  the("back").addEventListener("click", () => turn(now - 1, false));
  the("on").addEventListener("click", () => turn(now + 1, false));
  the("theme").addEventListener("click", flip);
  turn(now, false);
}
