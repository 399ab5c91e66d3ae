/** A record within an address, so that whoever has the link has all of it. */

import { packed, unpacked } from "../links/packed_record.js";

const BEGINS = "#/view/";
/** Characters of a link that messengers and browsers take. */
const LONGEST = 8000;

/**
 * The link to a record; nothing where it would be too long.
 * @param {string} record
 */
export async function linkTo(record) {
  const link = `${location.origin}${location.pathname}${BEGINS}${await packed(record)}`;
  return link.length > LONGEST ? null : link;
}

/**
 * The record in a link; nothing where there is none. What unpacks to more than any record has is left.
 * @param {string} text
 * @returns {Promise<string|null>}
 */
export function recordOf(text) {
  return unpacked(text).catch(() => null);
}
