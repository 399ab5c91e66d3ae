/** The record that is being looked at; it stays until the tab is closed. */

import { ask } from "../base/api.js";
import { originOf, studyOf } from "../variations/kept_studies.js";

/**
 * @typedef {object} OpenedRecord
 * @property {string} text
 * @property {import("../base/types.js").GameRecord} game
 * @property {number} near the seat at the near side: one's own, where one has played
 * @property {string} origin what a study of it is kept by
 * @property {boolean} [sent] whether it stands at an address that can be sent on
 * @property {string} [table] at which it was played
 */

/** @typedef {Omit<OpenedRecord, "game">} WrittenRecord */

const NAME = "tablier.record";
export const HERE = "#/view";
let open = /** @type {OpenedRecord|null} */ (null);

/**
 * Reads a record and goes to look at it; what is wrong with it is thrown.
 * @param {string} text
 * @param {number} [near]
 * @param {string} [table] that it was played at
 * @param {string} [origin] of a study
 */
export async function openRecord(text, near = 0, table = undefined, origin = undefined) {
  open = await readRecord(text, near, table, origin);
  if (location.hash === HERE) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = HERE;
}

/**
 * A record, with what was tried in it here before; it is open from then on.
 * @param {string} text
 * @param {number} [near]
 * @param {string} [table] that it was played at
 * @param {string} [origin] of a study
 */
export async function readRecord(text, near = 0, table = undefined, origin = undefined) {
  open = await withStudy({ text, near, table, origin: origin ?? originOf(text, table) });
  keepOpen(open);
  return open;
}

/**
 * @param {WrittenRecord} written
 * @returns {Promise<OpenedRecord>}
 */
export async function withStudy(written) {
  const study = studyOf(written.origin);
  if (study && study.text !== written.text) {
    const game = await ask("/api/records", { record: study.text }).catch(() => null);
    if (game) return { ...written, text: study.text, game };
  }
  return { ...written, game: await ask("/api/records", { record: written.text }) };
}

/**
 * Keeps what somebody has made of a record until the tab is closed.
 * @param {WrittenRecord} written
 */
export function keepOpen({ text, near, table, origin }) {
  if (open && open.text !== text) open = null;
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ text, near, table, origin }));
  } catch {
    /* it is open all the same */
  }
}

/** The record that was opened last, or null. */
export async function openedRecord() {
  if (open) return open;
  const kept = sessionStorage.getItem(NAME);
  if (!kept) return null;
  const written = JSON.parse(kept);
  open = { ...written, game: await ask("/api/records", { record: written.text }) };
  return open;
}
