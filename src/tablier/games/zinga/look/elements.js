/** Elements, and the small drawings that the table is made of. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with classes and text.
 * @param {string} tag
 * @param {string} [classes]
 * @param {string} [text]
 * @returns {HTMLElement}
 */
export function make(tag, classes = "", text = "") {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  if (text) element.textContent = text;
  return element;
}

/**
 * @param {string} classes
 * @param {string} [text]
 * @returns {HTMLButtonElement}
 */
export function makeButton(classes, text = "") {
  const button = /** @type {HTMLButtonElement} */ (make("button", classes, text));
  button.type = "button";
  return button;
}

/**
 * One of the style sheets beside this file.
 * @param {string} name
 * @returns {Promise<void>}
 */
export function loadStyle(name) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(`${name}.css`, import.meta.url).href;
  document.body.append(link);
  return new Promise((done) => link.addEventListener("load", () => done(), { once: true }));
}

/**
 * The drawings of symbols.svg, to be put into the page so that they can be styled and moved.
 * @returns {Promise<Symbols>}
 *
 * @typedef {object} Symbols
 * @property {() => SVGElement} shared the gradients that the drawings refer to
 * @property {(name: string) => SVGElement} draw
 */
export async function loadSymbols() {
  const answer = await fetch(new URL("symbols.svg", import.meta.url));
  const parsed = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  const copy = (/** @type {Element} */ node) => document.importNode(node, true);
  return {
    shared() {
      const holder = svg("0 0 0 0", "zinga-shared");
      holder.append(...[...parsed.querySelectorAll("defs")].map(copy));
      return holder;
    },
    draw(name) {
      const symbol = parsed.getElementById(name);
      const drawing = svg(symbol?.getAttribute("viewBox") ?? "", `zinga-${name}-drawing`);
      drawing.append(...[...(symbol?.children ?? [])].map(copy));
      return drawing;
    },
  };
}

/**
 * @param {string} viewBox
 * @param {string} classes
 * @returns {SVGElement}
 */
function svg(viewBox, classes) {
  const element = document.createElementNS(SVG, "svg");
  element.setAttribute("viewBox", viewBox);
  element.setAttribute("class", classes);
  element.setAttribute("aria-hidden", "true");
  return element;
}

/**
 * A pencil stroke in a square of 40 by 40; no two neighbours look the same.
 * @param {string[]} paths
 * @param {number} variant
 * @param {string} classes
 */
function stroke(paths, variant, classes) {
  const drawing = svg("0 0 40 40", classes);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", paths[variant % paths.length]);
  path.setAttribute("pathLength", "1");
  drawing.append(path);
  return drawing;
}

const TICKS = [
  "M7 21c3 3 6 7 8 12C19 22 26 12 36 4",
  "M6 19c4 4 7 8 9 14C20 21 27 13 35 7",
  "M8 23c2 2 5 6 7 11C18 21 28 9 37 5",
  "M5 22c4 2 8 7 10 12C19 24 25 11 34 3",
];
const RINGS = [
  "M22 4C10 3 3 11 3 20s8 17 18 16 17-8 16-17S28 2 16 6",
  "M17 4C8 6 2 14 4 23s12 15 20 12 14-11 12-19S27 3 13 7",
];
const SCRIBBLES = [
  "M6 8l28-3L7 14l27-3L6 20l28-3L7 26l27-3L6 32l28-3L8 36l25-2",
  "M8 6l-3 26L13 5l-2 29L19 5l-2 30L25 6l-2 29L31 6l-2 28L35 8l-2 25",
  "M5 12L13 5 5 22 22 5 5 32 31 5 8 36 35 8 17 36 35 18 26 36 35 27",
];

export const drawTick = (/** @type {number} */ variant) =>
  stroke(TICKS, variant, "zinga-stroke zinga-tick");
export const drawRing = (/** @type {number} */ variant) =>
  stroke(RINGS, variant, "zinga-stroke zinga-ring");
export const drawScribble = (/** @type {number} */ variant) =>
  stroke(SCRIBBLES, variant, "zinga-stroke zinga-scribble");

/**
 * A line through five cells of a grid, from the first to the last.
 * @param {number[]} cells
 * @param {number} side
 */
export function drawLine(cells, side) {
  const drawing = svg(`0 0 ${side * 10} ${side * 10}`, "zinga-stroke zinga-five");
  const place = (
    /** @type {number} */ cell,
  ) => [(cell % side) * 10 + 5, Math.floor(cell / side) * 10 + 5];
  const [fromX, fromY] = place(cells[0]);
  const [toX, toY] = place(cells[cells.length - 1]);
  const path = document.createElementNS(SVG, "path");
  const out = (/** @type {number} */ from, /** @type {number} */ to) =>
    from + Math.sign(from - to) * 4;
  const middle = `${(fromX + toX) / 2 + 0.8} ${(fromY + toY) / 2 - 0.8}`;
  path.setAttribute(
    "d",
    `M${out(fromX, toX)} ${out(fromY, toY)}Q${middle} ${out(toX, fromX)} ${out(toY, fromY)}`,
  );
  path.setAttribute("pathLength", "1");
  drawing.append(path);
  return drawing;
}
