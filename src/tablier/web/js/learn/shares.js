/** Shares of won, drawn and lost positions: a bar for each, and its numbers below. */

import { el } from "../base/dom.js";
import { percent, t } from "../base/language.js";

const OUTCOMES = /** @type {const} */ (["won", "drawn", "lost"]);

/**
 * @param {{label: string, share: import("../base/types.js").Share}[]} rows
 * @param {boolean} [pairs] whether two and two belong together
 */
export function shares(rows, pairs = false) {
  return el("ul", { class: pairs ? "shares pairs" : "shares" }, ...rows.map(row));
}

/** @param {{label: string, share: import("../base/types.js").Share}} row */
function row({ label, share }) {
  const parts = OUTCOMES.map((outcome) => {
    const part = el("span", { class: outcome });
    part.style.flexGrow = String(share[outcome]);
    return part;
  });
  const told = OUTCOMES.map((outcome) =>
    el("span", { class: outcome }, t(`solved.${outcome}`, { n: percent(share[outcome]) }))
  );
  return el(
    "li",
    {},
    el("h3", {}, label),
    el("div", { class: "bar", "aria-hidden": "true" }, ...parts),
    el("p", { class: "told small figures" }, ...told),
  );
}
