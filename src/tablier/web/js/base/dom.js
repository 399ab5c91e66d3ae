/** Elements, built without markup in strings. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes, listeners (`onclick: …`) and children; nothing is read as markup.
 * @param {string} tag
 * @param {Object<string, any>} [traits] `class`, `data` (an object) and any attribute; false and
 * null leave an attribute out, true leaves it without a value
 * @param {...(Node|string|number|null|false|undefined)} children
 * @returns {HTMLElement & Record<string, any>}
 */
export function el(tag, traits = {}, ...children) {
  const node = document.createElement(tag);
  dress(node, traits);
  node.append(...present(children));
  return /** @type {any} */ (node);
}

/** The same for SVG. */
export function svg(tag, traits = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  dress(node, traits);
  node.append(...present(children));
  return /** @type {any} */ (node);
}

/** A drawing from the page's own set; silent for screen readers. */
export function icon(name) {
  const use = svg("use", { href: `/icons/icons.svg#${name}` });
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, use);
}

/** The way home on small screens, where a table leaves no room for the page's head. */
export function homeward(label) {
  return el("a", { class: "homeward square", href: "#/", "aria-label": label }, icon("back"));
}

/** Puts something else into an element. */
export function fill(node, ...children) {
  node.replaceChildren(...present(children));
  return node;
}

/** Copies a text, where the browser allows it. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Hands a text to the person as a file. */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const anchor = el("a", { href: address, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function present(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== false && child !== undefined);
}

function dress(node, traits) {
  for (const [name, value] of Object.entries(traits)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "data") Object.assign(node.dataset, value);
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
}
