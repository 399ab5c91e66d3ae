/** What the engine said of a game that is over: kept with it, so that it is thought of only once. */

import { allKeys } from "../base/access_keys.js";
import { ask } from "../base/api.js";
import { isAlone, thinksHere } from "../house/house.js";

/**
 * @typedef {import("../base/types.js").Verdict} Verdict
 * @typedef {{moves: Verdict[]|null, yours: number[]}} Kept
 */

/**
 * The review that is stored of a table's game, and the seats there that are one's own.
 * @param {string} table
 * @param {AbortSignal} [signal]
 * @returns {Promise<Kept>}
 */
export function storedReview(table, signal) {
  return ask(`/api/tables/${table}/review`, undefined, allKeys(table), signal);
}

/**
 * The judgement of every move, made where there is none yet. A host that leaves thinking to the page
 * stores nothing of it.
 * @param {string} record
 * @param {string|undefined} table that it was played at, if any
 * @param {AbortSignal} signal
 * @returns {Promise<Verdict[]>}
 */
export async function reviewOf(record, table, signal) {
  const stays = table && (isAlone || !thinksHere);
  const { moves } = stays
    ? await ask(`/api/tables/${table}/review`, {}, allKeys(table), signal)
    : await ask("/api/analysis", { record }, undefined, signal);
  return moves;
}
