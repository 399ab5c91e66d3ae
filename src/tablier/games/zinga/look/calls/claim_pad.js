/** Saying a number and a colour: by two touches, or typed as `y4` or `4y`. */

import { make, makeButton } from "../elements.js";
import { COLOURS } from "../story/phrases.js";

const NUMBERS = Array.from({ length: 12 }, (_, index) => index + 1);
const SPOKEN = COLOURS.filter((colour) => colour !== "white");

/**
 * @param {import("../story/phrases.js").Phrases} phrases
 * @param {(claim: import("../story/phrases.js").Claim) => void} say
 */
export function createPad(phrases, say) {
  const element = make("div", "zinga-pad");
  const numbers = new Map(NUMBERS.map((each) => [each, makeButton("zinga-number", String(each))]));
  const colours = new Map(SPOKEN.map((colour) => [colour, createColour(colour, phrases)]));
  const numberRow = make("div", "zinga-pad-numbers");
  const colourRow = make("div", "zinga-pad-colours");
  let [number, colour] = [0, ""];
  numberRow.append(...numbers.values());
  colourRow.append(...colours.values());
  element.setAttribute("role", "group");
  element.ariaLabel = phrases.label("pad");
  element.append(numberRow, colourRow);
  numbers.forEach((button, each) => button.addEventListener("click", () => choose(each, colour)));
  colours.forEach((button, each) => button.addEventListener("click", () => choose(number, each)));

  /**
   * @param {number} chosenNumber
   * @param {string} chosenColour
   */
  function choose(chosenNumber, chosenColour) {
    [number, colour] = [chosenNumber, chosenColour];
    numbers.forEach((button, each) => button.setAttribute("aria-pressed", String(each === number)));
    colours.forEach((button, each) => button.setAttribute("aria-pressed", String(each === colour)));
    if (number && colour) say({ colour, number });
  }

  return {
    element,
    clear: () => choose(0, ""),
    focus: () => numbers.get(1)?.focus(),
  };
}

/**
 * @param {string} colour
 * @param {import("../story/phrases.js").Phrases} phrases
 */
function createColour(colour, phrases) {
  const button = makeButton("zinga-colour", phrases.letter(colour));
  button.dataset.colour = colour;
  button.ariaLabel = phrases.label(colour);
  return button;
}

/**
 * Typing without a field: letters that begin one colour only, and a number.
 * A number that could go on (1 of 12) waits for a colour or for Enter.
 * @param {import("../story/phrases.js").Phrases} phrases
 * @param {(claim: import("../story/phrases.js").Claim) => void} say
 * @param {(typed: string) => void} show
 */
export function createTyping(phrases, say, show) {
  let [letters, digits] = ["", ""];

  function clear() {
    [letters, digits] = ["", ""];
    show("");
  }

  function meant() {
    const begun = (/** @type {string} */ colour) =>
      phrases.label(colour).toLowerCase().startsWith(letters);
    const found = letters ? SPOKEN.filter(begun) : [];
    return { colour: found.length === 1 ? found[0] : "", number: Number(digits) };
  }

  /** @param {string} key @returns {boolean} whether the key meant something here */
  function press(key) {
    if (key === "Backspace") clear();
    else if (/^\d$/.test(key)) digits = NUMBERS.includes(Number(digits + key)) ? digits + key : key;
    else if (/^\p{L}$/u.test(key)) letters += key.toLowerCase();
    else if (key !== "Enter" || !digits) return false;
    const { colour, number } = meant();
    const final = key === "Enter" || /^\p{L}$/u.test(key) || number > 1;
    if (colour && number && final) {
      clear();
      say({ colour, number });
    } else show(`${letters} ${digits}`.trim());
    return true;
  }

  return { press, clear };
}
