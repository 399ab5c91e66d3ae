/**
 * The keys of this browser: one for the person, and those that open seats and tables.
 * They are sent to the server in a header or in the first frame, never in an address.
 */

import { keep, recall } from "./browser_storage.js";
import { isAlone } from "../house/house.js";
import { IS_FRAMED, ROOT } from "../house/root.js";

/**
 * @typedef {object} Keys what is known of a table
 * @property {Record<string, string>} seats keys by seat
 * @property {string|null} join
 * @property {string|null} watch
 * @property {string|null} resume the key of an own seat
 * @property {string[]} links keys from links
 */

const MOST = 16;
/** Keys of one person: those of tables need room as well. */
const MOST_PERSONS = 4;
/** What a key looks like; the server has the same. */
const KEY = /^[A-Za-z0-9_-]{22,128}$/;

/**
 * Whether a text can be a key.
 * @param {string} text
 */
export function isKey(text) {
  return KEY.test(text);
}

/** A key that can't be guessed: 128 bits. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The person's key; made on first use.
 * @returns {string}
 */
function personKey() {
  let key = recall("person", null);
  if (!key) {
    key = newKey();
    keep("person", key);
  }
  return key;
}

/** The person's key, and those that the same person had in this browser before. */
export function personKeys() {
  if (IS_FRAMED) return [];
  return [personKey(), ...recall("persons", [])].slice(0, MOST_PERSONS);
}

/**
 * Takes up the keys that are on disk, where there is no server: those that the page knows stay
 * beside them. To be done before anything is asked.
 */
export async function recallPerson() {
  const isNew = recall("person", null) === null;
  await be((kept) => isNew && kept.length ? kept : [...kept, ...personKeys()]);
}

/**
 * From now on one is the person of a key, and still has what was played here before.
 * @param {string} key
 */
export async function becomePerson(key) {
  const before = personKeys();
  await be(() => [key, ...before]);
}

/** From now on one is somebody who was never here. */
export async function becomeNobody() {
  const key = newKey();
  await be(() => [key]);
}

/**
 * Whoever keeps nothing on disk is told so when a game begins.
 * @param {(kept: string[]) => string[]} choose the person's keys, given those that are on disk
 */
async function be(choose) {
  const chosen = (/** @type {string[]} */ kept) =>
    [...new Set(choose(kept))].slice(0, MOST_PERSONS);
  const [person, ...before] = isAlone ? await onDisk(chosen) : chosen([]);
  keep("person", person);
  keep("persons", before);
}

/**
 * @param {(kept: string[]) => string[]} chosen
 * @returns {Promise<string[]>}
 */
function onDisk(chosen) {
  const disk = import("../house/person_on_disk.js");
  return disk.then(({ keysOnDisk }) => keysOnDisk(chosen)).catch(() => chosen([]));
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
  const all = [...personKeys(), ...Object.values(seats), join, watch, ...links];
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
  addKeys(table, {
    links: allKeys(from).slice(personKeys().length),
    resume: Object.values(seats)[0] ?? resume,
  });
}

/**
 * The address that opens a table with a key; the key stays behind the `#`.
 * @param {string} table
 * @param {string} [key]
 */
export function linkTo(table, key) {
  return `${location.origin}${ROOT}#/table/${table}${key ? `/${key}` : ""}`;
}

/** The address of one's own games. */
export function addressOfPerson() {
  return `${ROOT}#/mine`;
}

/** The address that makes another device this person's; the key stays behind the `#`. */
export function linkToPerson() {
  return `${location.origin}${addressOfPerson()}/${personKey()}`;
}
