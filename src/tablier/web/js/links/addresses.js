/** Addresses that are worth sending: they hold no key. */

import { ROOT } from "../house/root.js";
import { isAlone } from "../house/house.js";
import { packed } from "./packed_record.js";

/**
 * Of a game that was shared, perhaps after some actions.
 * @param {string} address
 * @param {number} [ply]
 */
export function gameAddress(address, ply) {
  return `${location.origin}${ROOT}g/${address}${ply === undefined ? "" : `/${ply}`}`;
}

/**
 * The same for frames of other sites.
 * @param {string} address
 */
export function frameAddress(address) {
  return `${location.origin}${ROOT}embed/${address}`;
}

/**
 * Of a position: it says itself what stands there. Without a server it stays behind the `#`.
 * @param {string} position
 */
export function positionAddress(position) {
  const behind = `#/p/${encodeURIComponent(position)}`;
  return `${location.origin}${ROOT}${isAlone ? behind : `p/${encodeURI(position)}`}`;
}

/**
 * Of a game that no server keeps: the address carries all of it.
 * @param {string} record
 */
export async function carryingAddress(record) {
  return `${location.origin}${ROOT}#/r/${await packed(record)}`;
}
