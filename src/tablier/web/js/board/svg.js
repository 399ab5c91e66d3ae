/** Making SVG elements. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Object<string, string|number>} [attributes]
 * @param {Element} [parent]
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, parent) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, typeof value === "number" ? String(round(value)) : value);
  }
  parent?.append(element);
  return /** @type {SVGElement} */ (element);
}

/**
 * A number short enough for an attribute.
 * @param {number} value
 */
export function round(value) {
  return Math.round(value * 100) / 100;
}
