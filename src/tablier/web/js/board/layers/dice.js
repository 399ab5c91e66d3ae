/** The dice of any game, in a tray below the board; core/drawing/dice.py draws the same. */

import { calm, pace } from "../motion.js";
import { svg } from "../svg.js";

/** Half the width of a board, in the units of this drawing: dice are as large on any board. */
const HALF = 110;
/** The side of a die. */
const SIZE = 15;
const STEP = SIZE * 1.3;
const GAP = 4;
/** The height of it all, with the letters below the dice. */
const ROOM = GAP + SIZE * 1.5;
const ROLL_MS = 260;
const PLAIN = "white";
/** Which of nine spots, row by row, a face has. */
const PIPS = {
  1: [4],
  2: [0, 8],
  3: [0, 4, 8],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
};

/** @typedef {import("../../base/types.js").Die} Die */

export class Dice {
  /**
   * @param {HTMLElement} frame of the board; it makes room where the game has dice
   * @param {(dice: Die[]) => string} describe
   */
  constructor(frame, describe) {
    this.frame = frame;
    this.describe = describe;
    /** @type {SVGElement|null} */
    this.tray = null;
    this.shown = "";
  }

  /**
   * @param {Die[]|undefined} dice none before a roll; undefined where a game has no dice
   * @param {boolean} animate
   * @returns {boolean} whether they have been rolled, in the sight of whoever looks
   */
  show(dice, animate) {
    if (!dice) return false;
    const viewBox = `${-HALF} 0 ${2 * HALF} ${ROOM}`;
    this.tray ??= svg("svg", { class: "dice-tray", role: "img", viewBox }, this.frame);
    this.frame.classList.add("diced");
    const now = JSON.stringify(dice);
    if (now === this.shown) return false;
    const rolled = animate && dice.length > 0 &&
      faces(dice) !== faces(JSON.parse(this.shown || "[]"));
    this.shown = now;
    this.tray.replaceChildren();
    this.tray.setAttribute("aria-label", this.describe(dice));
    const row = svg("g", { class: "dice" }, this.tray);
    dice.forEach((die, index) => {
      const x = STEP * (index - (dice.length - 1) / 2);
      const element = drawDie(die, x, row);
      if (rolled) roll(element, x);
    });
    return rolled;
  }
}

/** @param {Die[]} dice */
function faces(dice) {
  return dice.map(({ face }) => face).join(" ");
}

/**
 * A face with pips, or with its number where dice have none; colours have their letter.
 * @param {Die} die
 * @param {number} x
 * @param {SVGElement} row
 */
function drawDie({ face, colour, spent }, x, row) {
  const attributes = { class: spent ? "die spent" : "die", "data-colour": colour };
  const element = svg("g", { ...attributes, transform: `translate(${x} ${GAP + SIZE / 2})` }, row);
  const side = { x: -SIZE / 2, y: -SIZE / 2, width: SIZE, height: SIZE };
  svg("rect", { class: "die-face", rx: 2.4, ...side }, element);
  const third = SIZE * 0.27;
  const pips = PIPS[/** @type {keyof PIPS} */ (face)] ?? [];
  for (const pip of pips) {
    const [cx, cy] = [((pip % 3) - 1) * third, (Math.floor(pip / 3) - 1) * third];
    svg("circle", { class: "pip", cx, cy, r: 1.4 }, element);
  }
  if (!pips.length) write(String(face), "die-number", SIZE * 0.2, SIZE * 0.6, element);
  if (colour !== PLAIN) write(colour[0].toUpperCase(), "die-letter", SIZE * 0.85, 4.5, element);
  return element;
}

/**
 * @param {string} text
 * @param {string} name
 * @param {number} y
 * @param {number} size
 * @param {SVGElement} die
 */
function write(text, name, y, size, die) {
  const attributes = { class: name, y, "font-size": size, "text-anchor": "middle" };
  svg("text", attributes, die).textContent = text;
}

/**
 * @param {SVGElement} die
 * @param {number} x where it comes to rest
 */
function roll(die, x) {
  if (!pace() || calm()) return;
  const rest = `translate(${x}px, ${GAP + SIZE / 2}px)`;
  const steps = [{ transform: `${rest} rotate(-170deg) scale(0.5)` }, { transform: rest }];
  die.animate(steps, { duration: ROLL_MS * pace(), easing: "cubic-bezier(0.2, 0.7, 0.25, 1)" });
}
