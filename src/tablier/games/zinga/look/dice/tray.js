/** The felt tray with the six dice: tumbling, then all clear at one instant. */

import { make } from "../elements.js";
import { COLOURS } from "../story/phrases.js";

const PIPS = 9;
const FLICKER_MS = 90;
const FACES = 6;

/**
 * @typedef {{colour: string, face: number}} Face
 *
 * @typedef {object} Tray
 * @property {HTMLElement} element
 * @property {(dice: Face[]) => void} show puts the faces up, at once
 * @property {() => void} tumble the dice are in the cup: nothing can be read
 * @property {() => void} spend the turn is over; the faces stay readable
 * @property {(pawn: SVGElement|null) => void} hold the pawn in the middle of the table
 */

/**
 * @param {import("../story/phrases.js").Phrases} phrases
 * @param {() => boolean} still whether things should not move
 * @returns {Tray}
 */
export function createTray(phrases, still) {
  const element = make("section", "zinga-tray");
  const felt = make("div", "zinga-felt");
  const spot = make("div", "zinga-spot");
  const dice = COLOURS.map((colour) => createDie(colour, phrases));
  element.setAttribute("aria-label", phrases.label("dice"));
  felt.append(...dice.map((die) => die.element));
  element.append(felt, spot);
  let tumbling = 0;

  function rest() {
    clearInterval(tumbling);
    tumbling = 0;
    dice.forEach((die) => die.rest());
  }

  return {
    element,
    show(faces) {
      rest();
      element.dataset.state = "shown";
      faces.forEach(({ face }, index) => dice[index].turn(face));
    },
    tumble() {
      if (tumbling) return;
      element.dataset.state = "tumbling";
      dice.forEach((die) => die.hide());
      if (still()) return;
      dice.forEach((die, index) => die.throw(index));
      tumbling = setInterval(() => dice.forEach((die) => die.flicker()), FLICKER_MS);
    },
    spend() {
      rest();
      element.dataset.state = "spent";
    },
    hold(pawn) {
      spot.replaceChildren(...(pawn ? [pawn] : []));
    },
  };
}

/**
 * One die: a top with pips, and a front that carries the colour's letter and pattern.
 * @param {string} colour
 * @param {import("../story/phrases.js").Phrases} phrases
 */
function createDie(colour, phrases) {
  const element = make("div", "zinga-die");
  const top = make("div", "zinga-top");
  const front = make("div", "zinga-front");
  const spoken = make("span", "zinga-spoken");
  element.dataset.colour = colour;
  front.append(make("span", "", phrases.letter(colour)));
  for (let pip = 0; pip < PIPS; pip += 1) top.append(make("i"));
  top.setAttribute("aria-hidden", "true");
  front.setAttribute("aria-hidden", "true");
  element.append(front, top, spoken);
  let motion = /** @type {Animation|null} */ (null);

  return {
    element,
    /** @param {number} face */
    turn(face) {
      top.dataset.face = String(face);
      spoken.textContent = phrases.claim({ colour, number: face });
    },
    hide() {
      delete top.dataset.face;
      spoken.textContent = "";
    },
    flicker() {
      top.dataset.face = String(1 + Math.floor(Math.random() * FACES));
    },
    /** @param {number} index */
    throw(index) {
      motion = element.animate(hops(index), {
        duration: 620 + 70 * index,
        iterations: Infinity,
        easing: "ease-in-out",
      });
    },
    rest() {
      motion?.cancel();
      motion = null;
    },
  };
}

/**
 * How a die jumps about in its place, each a little differently.
 * @param {number} index
 */
function hops(index) {
  const turn = index % 2 ? 1 : -1;
  const at = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ angle,
    /** @type {number} */ size,
  ) => ({
    transform: `translate(${x}%, ${y}%) rotate(${turn * angle}deg) scale(${size})`,
  });
  return [
    at(0, 0, 0, 1),
    at(14 * turn, -30, 110, 1.06),
    at(-10, 8, 190, 0.96),
    at(-16 * turn, -18, 280, 1.04),
    at(0, 0, 360, 1),
  ];
}
