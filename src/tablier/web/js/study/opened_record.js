/** The record that is being looked at; it stays until the tab is closed. */

import { ask } from "../base/api.js";

/**
 * @typedef {object} OpenedRecord
 * @property {string} text
 * @property {import("../base/types.js").GameRecord} game
 * @property {number} near the seat at the near side: one's own, where one has played
 * @property {boolean} [sent] whether it stands at an address that can be sent on
 * @property {string} [table] at which it was played
 */

const NAME = "tablier.record";
export const HERE = "#/view";
let open = /** @type {OpenedRecord|null} */ (null);

/**
 * Reads a record and goes to look at it; what is wrong with it is thrown.
 * @param {string} text
 * @param {number} [near]
 * @param {string} [table] that it was played at
 */
export async function openRecord(text, near = 0, table = undefined) {
  open = await readRecord(text, near, table);
  if (location.hash === HERE) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = HERE;
}

/**
 * The record in a link, which is open from then on.
 * @param {string} text
 * @param {number} [near]
 * @param {string} [table] that it was played at
 */
export async function readRecord(text, near = 0, table = undefined) {
  open = { text, near, table, game: await ask("/api/records", { record: text }) };
  keepOpen(text, near, table);
  return open;
}

/**
 * Keeps what somebody has made of a record until the tab is closed.
 * @param {string} text
 * @param {number} near
 * @param {string} [table] that it was played at
 */
export function keepOpen(text, near, table = undefined) {
  if (open && open.text !== text) open = null;
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ text, near, table }));
  } catch {
    /* it is open all the same */
  }
}

/** The record that was opened last, or null. */
export async function openedRecord() {
  if (open) return open;
  const kept = sessionStorage.getItem(NAME);
  if (!kept) return null;
  const { text, near, table } = JSON.parse(kept);
  open = { text, near, table, game: await ask("/api/records", { record: text }) };
  return open;
}
