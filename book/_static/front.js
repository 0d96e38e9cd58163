/* The strip of the front page: whatever stop is chosen, what Python computed of it is shown. */
"use strict";
{
  const strip = /** @type {HTMLElement} */ (document.querySelector(".strip"));
  const slider = /** @type {HTMLInputElement} */ (strip.querySelector("input"));
  const says = /** @type {HTMLElement} */ (strip.querySelector(".strip-says"));
  const cases = [...strip.querySelectorAll(".strip-cases li")];
  /** @type {NodeListOf<HTMLElement>} */
  const reads = strip.querySelectorAll("[data-read]");
  /** The metrics as they are printed, in the order of `reads`, and the sentence, by the stop. @type {string[][]} */
  const stops = JSON.parse(/** @type {string} */ (strip.dataset.stops));

  const show = () => {
    const stop = slider.valueAsNumber;
    const printed = stops[stop];
    cases.forEach((one, place) => one.classList.toggle("in", place < stop));
    reads.forEach((read, k) => {
      read.textContent = printed[k];
      read.style.setProperty("--v", String(Number(printed[k]) || 0)); // a dash where nothing is flagged
    });
    says.textContent = printed[reads.length];
    slider.setAttribute("aria-valuetext", `${stop} of ${cases.length}`);
  };

  slider.addEventListener("input", show);
  strip.addEventListener("click", ({ target }) => {
    const stop = /** @type {HTMLElement} */ (target).dataset.stop;
    if (stop === undefined) return;
    slider.value = stop;
    show();
  });
  show(); // the browser may have kept the slider where it was left
}
