/** A score sheet: paper, 25 coloured cells, pencil marks, PLUS and BLUNDER boxes. */

import { drawLine, drawRing, drawScribble, drawTick, make, makeButton } from "../elements.js";

const SIDE = 5;
const BOXES = 3;
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -SIDE, ArrowDown: SIDE };

/**
 * @typedef {import("../story/phrases.js").Claim & {ticked: boolean, declared: boolean}} Cell
 *
 * @typedef {object} Standing what one sheet shows
 * @property {Cell[]} cells
 * @property {number} number in the corner of the paper
 * @property {Record<string, number>} counts `plus` and `blunder`
 * @property {number[][]} fives
 * @property {boolean} active
 * @property {boolean} out
 * @property {"" | "rang" | "done"} said
 * @property {string} spoken what `said` means now
 * @property {boolean} online
 * @property {(cell: Cell) => boolean} touchable
 * @property {number} named the place of the cell whose announcement hangs in the air, or -1
 */

/**
 * @param {number} seat
 * @param {import("../story/phrases.js").Phrases} phrases
 * @param {((cell: Cell) => void)|null} touch what a touched cell does; null on others' sheets
 */
export function createSheet(seat, phrases, touch) {
  const element = make("article", touch ? "zinga-sheet zinga-large" : "zinga-sheet zinga-small");
  const head = createHead(phrases);
  const grid = make("div", "zinga-grid");
  const plus = createBoxes(phrases.label("plus"), "plus");
  const blunder = createBoxes(phrases.label("blunder"), "blunder");
  const boxes = make("div", "zinga-boxes");
  boxes.append(plus.element, blunder.element);
  element.append(head.element, grid, boxes);
  element.dataset.seat = String(seat);
  grid.setAttribute("role", "group");
  /** @type {ReturnType<typeof createCell>[]} */
  let cells = [];

  /** @param {Standing} standing */
  function update(standing) {
    const name = phrases.name(seat);
    if (!cells.length) {
      cells = standing.cells.map((cell, index) => createCell(cell, index, phrases, touch));
      grid.append(...cells.map((cell) => cell.element));
      if (touch) rove(grid, cells.map((cell) => cell.element));
    }
    const { number } = standing;
    grid.setAttribute("aria-label", phrases.label("sheet", { number, name }));
    standing.cells.forEach((cell, index) => cells[index].update(cell, standing));
    head.update(name, standing);
    plus.update(standing.counts.plus);
    blunder.update(standing.counts.blunder);
    element.dataset.active = String(standing.active);
    element.dataset.out = String(standing.out);
    element.dataset.said = standing.said;
    strike(grid, standing.fives);
  }

  function focus() {
    /** @type {HTMLElement|null} */ (grid.querySelector('[tabindex="0"]'))?.focus();
  }

  return { element, seat, update, hold: head.hold, focus };
}

/**
 * Draws lines through what was won.
 * @param {HTMLElement} grid
 * @param {number[][]} fives
 */
function strike(grid, fives) {
  const drawn = JSON.stringify(fives);
  if (drawn === grid.dataset.fives) return;
  grid.dataset.fives = drawn;
  grid.querySelectorAll(".zinga-five").forEach((line) => line.remove());
  grid.append(...fives.map((line) => drawLine(line, SIDE)));
}

/**
 * Name, pawn, whose dice these are, what the player has said, and the sheet's number.
 * @param {import("../story/phrases.js").Phrases} phrases
 */
function createHead(phrases) {
  const element = make("header", "zinga-head");
  const name = make("span", "zinga-name");
  const said = make("span", "zinga-said");
  const spot = make("span", "zinga-spot");
  const corner = make("span", "zinga-corner");
  corner.setAttribute("aria-hidden", "true");
  element.append(spot, name, said, corner);
  return {
    element,
    /**
     * @param {string} text
     * @param {Standing} standing
     */
    update(text, standing) {
      name.textContent = text;
      name.title = text;
      element.dataset.online = String(standing.online);
      said.textContent = standing.spoken;
      corner.textContent = String(standing.number);
    },
    /** @param {SVGElement|null} pawn */
    hold(pawn) {
      spot.replaceChildren(...(pawn ? [pawn] : []));
      spot.setAttribute("role", pawn ? "img" : "none");
      spot.ariaLabel = pawn ? phrases.label("pawn") : "";
    },
  };
}

/**
 * Three boxes that are blackened one after the other.
 * @param {string} title
 * @param {string} kind
 */
function createBoxes(title, kind) {
  const element = make("div", "zinga-box-row");
  const boxes = Array.from({ length: BOXES }, () => make("span", "zinga-box"));
  element.dataset.kind = kind;
  element.setAttribute("role", "img");
  element.append(make("span", "zinga-box-title", title), ...boxes);
  return {
    element,
    /** @param {number} filled */
    update(filled) {
      element.ariaLabel = `${title} ${filled} / ${BOXES}`;
      boxes.forEach((box, index) => {
        const full = index < filled;
        if (full === (box.dataset.full === "true")) return;
        box.dataset.full = String(full);
        box.replaceChildren(...(full ? [drawScribble(index + (kind === "plus" ? 0 : 1))] : []));
      });
    },
  };
}

/**
 * A cell; on an own sheet it is a button, disabled or not, that the arrow keys reach.
 * @param {Cell} printed
 * @param {number} index
 * @param {import("../story/phrases.js").Phrases} phrases
 * @param {((cell: Cell) => void)|null} touch
 */
function createCell(printed, index, phrases, touch) {
  const element = touch ? makeButton("zinga-cell") : make("div", "zinga-cell");
  const letter = make("span", "zinga-letter", phrases.letter(printed.colour));
  const marks = make("span", "zinga-marks");
  const claim = phrases.claim(printed);
  let now = printed;
  let open = false;
  element.dataset.colour = printed.colour;
  element.append(make("b", "", String(printed.number)), letter, marks);
  if (touch) element.addEventListener("click", () => open && touch(now));
  else element.setAttribute("role", "img");

  /**
   * @param {Cell} cell
   * @param {Standing} standing
   */
  function update(cell, standing) {
    const state = cell.ticked ? "ticked" : cell.declared ? "declared" : "open";
    now = cell;
    open = touch !== null && standing.touchable(cell);
    element.ariaLabel = state === "open" ? claim : `${claim}, ${phrases.label(state)}`;
    element.classList.toggle("zinga-named", standing.named === index);
    if (touch) {
      element.setAttribute("aria-disabled", String(!open));
      element.dataset.touchable = String(open);
    }
    if (element.dataset.state === state) return;
    const drawn = { ticked: [drawTick], declared: [drawRing], open: [] }[state];
    marks.replaceChildren(...drawn.map((draw) => draw(index)));
    marks.classList.toggle("zinga-fresh", element.dataset.state !== undefined);
    element.dataset.state = state;
  }

  return { element, update };
}

/**
 * One tab stop for the grid; the arrow keys go from cell to cell.
 * @param {HTMLElement} grid
 * @param {HTMLElement[]} cells
 */
function rove(grid, cells) {
  const middle = Math.floor(cells.length / 2);
  cells.forEach((cell, index) => (cell.tabIndex = index === middle ? 0 : -1));
  grid.addEventListener("keydown", (event) => {
    const from = cells.indexOf(/** @type {HTMLElement} */ (event.target));
    const to = from + (STEPS[event.key] ?? 0);
    const sideways = event.key === "ArrowLeft" || event.key === "ArrowRight";
    const wraps = sideways && Math.floor(from / SIDE) !== Math.floor(to / SIDE);
    if (from < 0 || to === from || wraps || !cells[to]) return;
    event.preventDefault();
    cells[from].tabIndex = -1;
    cells[to].tabIndex = 0;
    cells[to].focus();
  });
  grid.addEventListener("focusin", (event) => {
    cells.forEach((cell) => (cell.tabIndex = cell === event.target ? 0 : -1));
  });
}
