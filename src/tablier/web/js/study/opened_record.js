/** The record that is being looked at; it stays until the tab is closed. */

import { ask } from "../base/api.js";

/** @typedef {{text: string, game: import("../base/types.js").GameRecord}} OpenedRecord */

const NAME = "tablier.record";
const HERE = "#/view";
let open = /** @type {OpenedRecord|null} */ (null);

/**
 * Reads a record and goes to look at it; what is wrong with it is thrown.
 * @param {string} text
 */
export async function openRecord(text) {
  open = { text, game: await ask("/api/records", { record: text }) };
  try {
    sessionStorage.setItem(NAME, text);
  } catch {
    /* it is open all the same */
  }
  if (location.hash === HERE) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = HERE;
}

/** The record that was opened last, or null. */
export async function openedRecord() {
  const text = open?.text ?? sessionStorage.getItem(NAME);
  if (!text) return null;
  open ??= { text, game: await ask("/api/records", { record: text }) };
  return open;
}
