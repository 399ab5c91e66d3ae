/** Short messages at the foot of the page that leave by themselves. */

import { el, fill } from "./dom.js";
import { announce } from "./live_region.js";

const STAYS = 5000;
let leaving = 0;

/**
 * Shows a sentence, with something beside it where there is something to do.
 * @param {string} text
 * @param {...Node} beside
 * @returns {() => void} what takes it away sooner
 */
export function notice(text, ...beside) {
  const place = /** @type {HTMLElement} */ (document.getElementById("notice"));
  const shown = el("div", { class: "notice" }, el("p", {}, text), ...beside);
  fill(place, shown);
  announce(text);
  clearTimeout(leaving);
  leaving = setTimeout(() => fill(place), STAYS + text.length * 40);
  return () => shown.remove();
}
