/** What one tries to do, in one line, at the first tables of a game that somebody sits at. */

import { keep, recall } from "../../base/browser_storage.js";
import { el } from "../../base/dom.js";
import { t } from "../../base/language.js";

const FIRST = 3;

/**
 * @param {import("../../base/types.js").Table} table
 * @param {import("../../base/types.js").Words} words
 */
export function goalLine({ id, game }, { goal }) {
  /** @type {string[]} */
  const seen = recall(`goal.${game}`, []);
  if (!goal || (seen.length >= FIRST && !seen.includes(id))) return null;
  if (!seen.includes(id)) keep(`goal.${game}`, [...seen, id]);
  return el("p", { class: "goal small" }, el("strong", {}, t("table.goal")), " ", goal);
}
