/* Elements, and numbers as readers see them. */

/** @typedef {"svg" | "g" | "path" | "line" | "rect" | "circle" | "text" | "polygon"} Drawn */
/** @typedef {HTMLElementTagNameMap & Pick<SVGElementTagNameMap, Drawn>} Elements */
/**
 * Attributes by name. A function listens to the event of that name; null and false take an attribute away.
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes
 */
/** @typedef {Node | string | number | null | undefined} Child */

const DRAWN = new Set(["svg", "g", "path", "line", "rect", "circle", "text", "polygon"]);

/**
 * Give a node its attributes.
 * @template {Element} N
 * @param {N} node
 * @param {Attributes} attributes
 */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === null || value === false) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value === true ? "" : String(value));
  }
  return node;
}

/**
 * Make an element with attributes and children.
 * @template {keyof Elements} K
 * @param {K} tag
 * @param {Attributes} attributes
 * @param {...(Child | Child[])} children
 */
export function el(tag, attributes = {}, ...children) {
  const made = DRAWN.has(tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", tag)
    : document.createElement(tag);
  const node = /** @type {Elements[K]} */ (made);
  for (const child of children.flat())
    if (child !== null && child !== undefined) node.append(/** @type {string} */ (child));
  return set(node, attributes);
}

/** A number to so many decimals, with a true minus; "undefined" if it is none. @param {number} value */
export function shown(value, decimals = 3) {
  if (!Number.isFinite(value)) return value === Infinity ? "∞" : value === -Infinity ? "−∞" : "undefined";
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}

/** A number with its sign. @param {number} value */
export const signed = (value, decimals = 3) =>
  (value > 0 && Number(value.toFixed(decimals)) > 0 ? "+" : "") + shown(value, decimals);

/**
 * Set the text of a node only if it differs: a screen reader would read it again.
 * @type {(node: Node, text: string) => void}
 */
export const say = (node, text) => {
  if (node.textContent !== text) node.textContent = text;
};

/**
 * The value between two ends that is nearest to a value.
 * @type {(value: number, low: number, high: number) => number}
 */
export const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/** A number in few characters. @param {number} value */
export const brief = (value) => shown(value, 6).replace(/\.?0+$/, "");

/** A number of cases, with its thousands apart. @param {number} value */
export const many = (value) => value.toLocaleString("en", { maximumFractionDigits: 6 });

/** No motion, please. */
const STILL = "(prefers-reduced-motion: reduce)";

/**
 * Let what stands in a new place of a drawing come from its old one, so far away, unless its reader wants no motion.
 * @param {Element} node
 * @param {number} dx
 * @param {number} dy
 * @param {number} rise how far it goes up on its way
 */
export function glide(node, dx, dy, rise = 0) {
  if (matchMedia(STILL).matches) return;
  /** @type {(share: number, up: number) => Keyframe} */
  const at = (share, up) => ({ transform: `translate(${dx * share}px, ${dy * share - up}px)` });
  node.animate([at(1, 0), at(0.5, rise), at(0, 0)], { duration: 500, easing: "ease-in-out" });
}
