/**
 * The keys of this browser: one for the person, and those that open seats and tables.
 * They are sent to the server in a header or in the first frame, never in an address.
 */

import { keep, recall } from "./browser_storage.js";
import { ROOT } from "../house/root.js";

/**
 * @typedef {object} Keys what is known of a table
 * @property {Record<string, string>} seats keys by seat
 * @property {string|null} join
 * @property {string|null} watch
 * @property {string|null} resume the key of an own seat
 * @property {string[]} links keys from links
 */

const MOST = 16;

/** A key that can't be guessed: 128 bits. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The person's key; made on first use.
 * @returns {string}
 */
export function personKey() {
  let key = recall("person", null);
  if (!key) {
    key = newKey();
    keep("person", key);
  }
  return key;
}

/**
 * @param {string} table
 * @returns {Keys}
 */
export function keysOf(table) {
  return {
    seats: {},
    join: null,
    watch: null,
    resume: null,
    links: [],
    ...recall("keys", {})[table],
  };
}

/**
 * Everything that might open something at a table, the person's key first.
 * @param {string} table
 */
export function allKeys(table) {
  const { seats, join, watch, links } = keysOf(table);
  const all = [personKey(), ...Object.values(seats), join, watch, ...links];
  return [...new Set(all.filter((key) => key !== null))].slice(0, MOST);
}

/**
 * Remembers keys of a table, beside those that are known.
 * @param {string} table
 * @param {Partial<Keys>} more
 */
export function addKeys(table, more) {
  const known = keysOf(table);
  const all = recall("keys", {});
  all[table] = {
    ...known,
    ...more,
    seats: { ...known.seats, ...more.seats },
    links: [...new Set([...known.links, ...(more.links ?? [])])],
  };
  keep("keys", all);
}

/**
 * An own seat has a new key, and the old one opens nothing any more.
 * @param {string} table
 * @param {number} seat
 * @param {string} key
 */
export function replaceKey(table, seat, key) {
  const { seats, resume, links, ...known } = keysOf(table);
  const old = seats[seat] ?? resume;
  const all = recall("keys", {});
  all[table] = {
    ...known,
    seats: { ...seats, [seat]: key },
    resume: resume && key,
    links: links.filter((one) => one !== old && one !== key),
  };
  keep("keys", all);
}

/**
 * A rematch is opened by the keys of the table before.
 * @param {string} table
 * @param {string} from
 */
export function inherit(table, from) {
  const { seats, resume } = keysOf(from);
  addKeys(table, { links: allKeys(from).slice(1), resume: Object.values(seats)[0] ?? resume });
}

/**
 * The address that opens a table with a key; the key stays behind the `#`.
 * @param {string} table
 * @param {string} [key]
 */
export function linkTo(table, key) {
  return `${location.origin}${ROOT}#/table/${table}${key ? `/${key}` : ""}`;
}
