/** The record that is being looked at; it stays until the tab is closed. */

import { ask } from "../base/api.js";

/**
 * @typedef {object} OpenedRecord
 * @property {string} text
 * @property {import("../base/types.js").GameRecord} game
 * @property {number} near the seat at the near side: one's own, where one has played
 */

const NAME = "tablier.record";
const HERE = "#/view";
let open = /** @type {OpenedRecord|null} */ (null);

/**
 * Reads a record and goes to look at it; what is wrong with it is thrown.
 * @param {string} text
 * @param {number} [near]
 */
export async function openRecord(text, near = 0) {
  open = { text, near, game: await ask("/api/records", { record: text }) };
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ text, near }));
  } catch {
    /* it is open all the same */
  }
  if (location.hash === HERE) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = HERE;
}

/** The record that was opened last, or null. */
export async function openedRecord() {
  if (open) return open;
  const kept = sessionStorage.getItem(NAME);
  if (!kept) return null;
  const { text, near } = JSON.parse(kept);
  open = { text, near, game: await ask("/api/records", { record: text }) };
  return open;
}
