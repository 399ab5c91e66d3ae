/** Short messages at the foot of the page that leave by themselves. */

import { el, fill } from "./dom.js";
import { announce } from "./live_region.js";

const STAYS = 5000;
let leaving = 0;

/**
 * Shows a sentence, with something beside it where there is something to do.
 * @param {string} text
 * @param {...Node} beside
 */
export function notice(text, ...beside) {
  const place = /** @type {HTMLElement} */ (document.getElementById("notice"));
  fill(place, el("div", { class: "notice" }, el("p", {}, text), ...beside));
  announce(text);
  clearTimeout(leaving);
  leaving = setTimeout(() => fill(place), STAYS + text.length * 40);
}
