/** Buttons for actions that have no place on the board. */

import { el } from "../base/dom.js";

/**
 * @typedef {import("../base/types.js").Words} Words
 * @typedef {Pick<import("../base/types.js").View, "legal"|"moves">} Possible
 */

/**
 * What stands on the button of an action.
 * @param {Words} words
 * @param {string} text
 */
export function labelOf(words, text) {
  return words.labels?.[text] ?? text;
}

/**
 * The action of a text, where it is touched on the board.
 * @param {Possible} possible
 * @param {string|undefined} text
 */
export function touched({ moves }, text) {
  return Object.values(moves)
    .flat()
    .find((move) => move.text === text);
}

/**
 * A button for each legal action that is not touched on the board. It can be pressed once, and
 * again where the action was refused.
 * @param {Possible} possible
 * @param {Words} words
 * @param {(text: string, seat: number) => Promise<{type: string}>} play
 */
export function actionButtons(possible, words, play) {
  return Object.entries(possible.legal).flatMap(([seat, texts]) =>
    texts
      .filter((text) => !touched(possible, text))
      .map((text) => button(labelOf(words, text), text, () => play(text, Number(seat))))
  );
}

/**
 * @param {string} label
 * @param {string} act
 * @param {() => Promise<{type: string}>} play
 */
function button(label, act, play) {
  const node = el("button", { type: "button", data: { act } }, label);
  node.addEventListener("click", async () => {
    node.disabled = true;
    const { type } = await play();
    node.disabled = type !== "refused";
  });
  return node;
}
