/* Elements, and numbers as readers see them. */

const DRAWN = new Set(["svg", "g", "path", "line", "rect", "circle", "text", "polygon"]);

/** Give a node its attributes; a function listens to the event of that name, null and false take an attribute away. */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === null || value === false) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value === true ? "" : value);
  }
  return node;
}

/** Make an element with attributes and children. */
export function el(tag, attributes = {}, ...children) {
  const node = DRAWN.has(tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", tag)
    : document.createElement(tag);
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return set(node, attributes);
}

/** A number to so many decimals, with a true minus; "undefined" if it is none. */
export function shown(value, decimals = 3) {
  if (!Number.isFinite(value)) return value === Infinity ? "∞" : value === -Infinity ? "−∞" : "undefined";
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}

/** A number with its sign. */
export const signed = (value, decimals = 3) => (value > 0 && Number(value.toFixed(decimals)) > 0 ? "+" : "") + shown(value, decimals);

/** A node's words, written only if they are others: what is read aloud would be read again. */
export const say = (node, text) => {
  if (node.textContent !== text) node.textContent = text;
};

export const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/** A number as short as it can be said. */
export const brief = (value) => shown(value, 6).replace(/\.?0+$/, "");
