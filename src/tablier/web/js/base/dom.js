/** Elements, built without markup in strings. */

const SVG = "http://www.w3.org/2000/svg";
const ICONS = new URL("../../icons/icons.svg", import.meta.url).pathname;

/**
 * @typedef {Node|string|number|null|false|undefined} Child
 * @typedef {Record<string, any>} Traits `class`, `data` (an object), listeners (`onclick: …`) and any
 * attribute; false and null leave an attribute out, true leaves it without a value
 */

/**
 * An element with its traits and children; nothing is read as markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Traits} [traits]
 * @param {...Child} children
 */
export function el(tag, traits = {}, ...children) {
  const node = document.createElement(tag);
  dress(node, traits);
  node.append(...present(children));
  return node;
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Traits} [traits]
 * @param {...Child} children
 */
export function svg(tag, traits = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  dress(node, traits);
  node.append(...present(children));
  return node;
}

/**
 * A drawing from the page's own set; silent for screen readers.
 * @param {string} name
 */
export function icon(name) {
  const use = svg("use", { href: `${ICONS}#${name}` });
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, use);
}

/**
 * The way home on small screens, where a table leaves no room for the page's head.
 * @param {string} label
 */
export function homeward(label) {
  return el("a", { class: "homeward square", href: "#/", "aria-label": label }, icon("back"));
}

/**
 * Puts something else into an element.
 * @param {Element} node
 * @param {...Child} children
 */
export function fill(node, ...children) {
  node.replaceChildren(...present(children));
}

/**
 * Copies a text, where the browser allows it.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Hands something to the person as a file.
 * @param {string} name
 * @param {string|Blob} content
 */
export function download(name, content) {
  const file = typeof content === "string" ? new Blob([content], { type: "text/plain" }) : content;
  const address = URL.createObjectURL(file);
  const anchor = el("a", { href: address, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** @param {Child[]} children */
function present(children) {
  const shown = children.filter((child) =>
    child !== null && child !== false && child !== undefined
  );
  return shown.map((child) => (typeof child === "number" ? String(child) : child));
}

/**
 * @param {HTMLElement|SVGElement} node
 * @param {Traits} traits
 */
function dress(node, traits) {
  for (const [name, value] of Object.entries(traits)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "data") Object.assign(node.dataset, value);
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in node) node.value = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
}
