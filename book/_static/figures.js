/* What figures do when they are pressed, and where what scrolls goes on. Without it a figure's link opens it. */
"use strict";
{
  const DOTS = 200 / 96; // pixels of a bitmap for each of the page, which are 200 to an inch

  /** The figure's number, as its caption says it. @param {Element} within */
  const called = (within) =>
    within.closest("figure")?.querySelector(".caption-number")?.textContent?.trim() || "Figure";

  /* A figure as large as the window, or as its own size; it scrolls, and Escape closes it. */
  const dialog = document.createElement("dialog");
  dialog.className = "enlarged";
  dialog.innerHTML =
    '<header><h2 id="enlarged-title"></h2><button type="button">Close</button></header><div tabindex="0"></div>';
  dialog.setAttribute("aria-labelledby", "enlarged-title");
  const [title, close, room] = /** @type {HTMLElement[]} */ ([...dialog.querySelectorAll("h2, button, div")]);
  /** Whence the figure was opened. @type {HTMLElement | null} */
  let whence = null;
  /** Show a figure alone. @param {HTMLAnchorElement} link */
  const enlarge = (link) => {
    const image = /** @type {HTMLImageElement} */ (link.querySelector("img"));
    const copy = document.createElement("img");
    [copy.src, copy.alt, whence] = [image.src, image.alt, link];
    copy.style.setProperty("--own", `${image.naturalWidth}px`);
    copy.style.setProperty("--shape", String(image.naturalWidth / image.naturalHeight));
    room.replaceChildren(copy);
    room.setAttribute("role", "group");
    room.setAttribute("aria-label", "the figure, which scrolls");
    title.textContent = called(link);
    document.body.append(dialog);
    dialog.showModal();
    close.focus();
  };
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    whence?.focus();
  });

  /** Save the drawing as a bitmap, light as it was drawn. @param {HTMLAnchorElement} drawing */
  const bitmap = async (drawing) => {
    const image = new Image();
    image.src = drawing.href;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight].map((side) => Math.round(side * DOTS));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const link = document.createElement("a");
    link.href = canvas.toDataURL("image/png");
    link.download = drawing.download.replace(/\.svg$/, ".png");
    link.click();
  };
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const drawings = document.querySelectorAll("a.figure-file");
  // A page that is opened as a file may not read the pixels of what it draws.
  if (location.protocol.startsWith("http"))
    for (const drawing of drawings) {
      const button = document.createElement("button");
      [button.type, button.className, button.textContent] = ["button", "figure-file", "PNG"];
      button.addEventListener("click", () => void bitmap(drawing));
      drawing.after(", ", button);
    }

  for (const link of document.querySelectorAll("a.full-size")) link.setAttribute("aria-haspopup", "dialog");
  document.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest?.("a.full-size");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    enlarge(/** @type {HTMLAnchorElement} */ (link));
  });

  /* Figures and formulas that are wider than the column say on which sides they go on. */
  const WIDE = "a.full-size, .math[tabindex], .math > mjx-container[tabindex]";
  /** @param {Element} element */
  const mark = (element) => {
    const rest = element.scrollWidth - element.clientWidth;
    const sides = [element.scrollLeft > 1 && "left", element.scrollLeft < rest - 1 && "right"]
      .filter(Boolean)
      .join(" ");
    if (sides === (element.getAttribute("data-more") ?? "")) return;
    if (sides) element.setAttribute("data-more", sides);
    else element.removeAttribute("data-more");
  };
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) mark(entry.target);
  });
  /** Mark the element in the next frame in which it is in view, when the page is laid out. @param {Element} element */
  const watch = (element) => {
    seen.unobserve(element);
    seen.observe(element);
  };
  const watchAll = () => document.querySelectorAll(WIDE).forEach(watch);
  document.addEventListener(
    "scroll",
    ({ target }) => {
      if (target instanceof Element && target.matches(WIDE)) mark(target);
    },
    true,
  );
  window.addEventListener("resize", watchAll);
  // Which formulas are wide, reading.js says by and by.
  const main = /** @type {HTMLElement} */ (document.getElementById("main-content"));
  new MutationObserver((changes) => {
    for (const { target } of changes) if (target instanceof Element && target.matches(WIDE)) watch(target);
  }).observe(main, { attributeFilter: ["tabindex"], subtree: true });
  watchAll();
}
