/* Slides turn by keys, buttons and the address, step by step; N shows the notes, S a window with them, T the theme. */
"use strict";
{
  /** The element of an id. @type {(id: string) => HTMLElement} */
  const the = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const root = document.documentElement;
  /** @type {NodeListOf<HTMLElement>} */
  const found = document.querySelectorAll(".slide");
  const slides = [...found];
  const [LARGEST, SMALLEST] = [1.25, 0.6]; // that letters may be; below that a slide scrolls
  const [HIGHEST, LOWEST] = [84, 36]; // that a picture may be, in hundredths of the window's height
  /** What a slide shows step by step: its pieces after the first, and all pictures of a stack after its first. */
  const steps = slides.map((slide) => [
    .../** @type {NodeListOf<HTMLElement>} */ (
      slide.querySelectorAll(".step:not(:first-of-type), .stack img:not(:first-child)")
    ),
  ]);
  /** The place of the slide that the address names, -1 if it names none. */
  const asked = () => slides.findIndex((slide) => `#${slide.id}` === location.hash);
  let now = Math.max(0, asked());
  let shown = 0;
  /** The lecturer's window beside this one, or the audience's beside the lecturer's. @type {Window | null} */
  let other = window.opener;

  /** Make the letters and the picture of a slide as large as all of it is seen. @param {HTMLElement} slide */
  const fit = (slide) => {
    /**
     * Whether all is seen with letters and a picture of these sizes.
     * @param {number} letters @param {number} picture
     */
    const whole = (letters, picture) => {
      slide.style.setProperty("--fit", letters.toFixed(2));
      slide.style.setProperty("--picture", `${picture}vh`);
      return slide.scrollHeight <= slide.clientHeight && slide.scrollWidth <= slide.clientWidth;
    };
    for (let size = LARGEST; size > 1; size -= 0.05) if (whole(size, HIGHEST)) return;
    for (let height = HIGHEST; height >= LOWEST; height -= 2) if (whole(1, height)) return;
    for (let size = 0.95; size >= SMALLEST; size -= 0.05) if (whole(size, LOWEST)) return;
  };
  /**
   * Show the slide at a place, the last for all beyond, with so many steps.
   * @param {number} place @param {number} count
   */
  const turn = (place, count = 0, focus = true, tell = true) => {
    now = Math.min(slides.length - 1, Math.max(0, place));
    shown = Math.min(steps[now].length, count);
    slides.forEach((slide, k) => slide.classList.toggle("now", k === now));
    steps[now].forEach((step, k) => step.classList.toggle("later", k >= shown));
    fit(slides[now]);
    the("place").textContent = `${now + 1} of ${slides.length}`;
    history.replaceState(null, "", `#${slides[now].id}`);
    if (focus) slides[now].focus({ preventScroll: true });
    if (tell) other?.postMessage([now, shown], "*");
  };
  const on = (focus = true) => {
    if (shown < steps[now].length) turn(now, shown + 1, focus);
    else if (now < slides.length - 1) turn(now + 1, 0, focus);
  };
  const back = (focus = true) => {
    if (shown > 0) turn(now, shown - 1, focus);
    else if (now > 0) turn(now - 1, Infinity, focus);
  };
  const flip = () => {
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  };
  const notes = () => {
    the("notes").setAttribute("aria-pressed", String(root.classList.toggle("told")));
    fit(slides[now]);
  };
  const second = () => {
    other = window.open(location.href, "lecturer", "width=900,height=700");
  };
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowRight: on,
    PageDown: on,
    " ": on,
    ArrowLeft: back,
    PageUp: back,
    Home: () => turn(0),
    End: () => turn(slides.length - 1),
    n: notes,
    s: second,
    t: flip,
  };
  addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    const pressing = event.key === " " && target.closest("button, a");
    const asks = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || pressing || !asks) return;
    event.preventDefault();
    asks();
  });
  addEventListener("hashchange", () => turn(asked()));
  addEventListener("resize", () => fit(slides[now]));
  addEventListener("message", (event) => {
    if (event.source === other && Array.isArray(event.data)) turn(event.data[0], event.data[1], false, false);
  });
  the("back").addEventListener("click", () => back(false));
  the("on").addEventListener("click", () => on(false));
  the("notes").addEventListener("click", notes);
  the("theme").addEventListener("click", flip);
  if (other && window.name === "lecturer") notes();
  turn(now, 0, false, false);
}
