// @ts-check
/** Elements in one line: `el("p", {class: "quiet", onclick}, "text", child)`. */

/** @typedef {string | number | Node | null | undefined | false} Leaf */
/** @typedef {Leaf | Leaf[]} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

/** Null, undefined and false leave an attribute out; true gives it no value; a function listens to `on…`.
 * @template {Element} T @param {T} element @param {Attributes} attributes @returns {T} */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  return element;
}

/** @template {Element} T @param {T} element @param {Attributes} attributes @param {Child[]} children @returns {T} */
function fill(element, attributes, children) {
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : String(child));
  }
  return set(element, attributes);
}

/** @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Attributes} [attributes] @param {...Child} children @returns {HTMLElementTagNameMap[K]} */
export const el = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

/** @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Attributes} [attributes] @param {...Child} children @returns {SVGElementTagNameMap[K]} */
export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
