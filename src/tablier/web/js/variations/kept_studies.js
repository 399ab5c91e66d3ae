/** What was tried in reviews: kept in this browser, each with the game that it belongs to. */

import { keep, recall } from "../base/browser_storage.js";

/**
 * @typedef {object} Study
 * @property {string} origin the game that it was made of
 * @property {string} text the record, with all that was tried
 * @property {number} near the seat at the near side
 * @property {string} [table] at which the game was played
 * @property {string} game
 * @property {number} at when something was last tried
 */

const NAME = "studies";
const MOST = 40;
/** Characters, of one study and of all: a browser keeps some millions. */
const LARGEST = 60_000;
const ALL = 600_000;

/**
 * What a study is found again by. The record of a table tells its players' names of today, so that
 * only its moves count.
 * @param {string} record
 * @param {string} [table]
 */
export function originOf(record, table) {
  return table ? `${table} ${record.split("\n\n").slice(1).join(" ").trim()}` : record;
}

/**
 * The newest first.
 * @returns {Study[]}
 */
export function studies() {
  return recall(NAME, []);
}

/** @param {string} origin */
export function studyOf(origin) {
  return studies().find((study) => study.origin === origin);
}

/**
 * Keeps one in place of what was kept of it before; the oldest go where there are too many.
 * @param {Study} study
 * @returns {boolean} whether there is room for it
 */
export function keepStudy(study) {
  const size = (/** @type {Study} */ { origin, text }) => origin.length + text.length;
  const others = studies().filter(({ origin }) => origin !== study.origin);
  if (size(study) > LARGEST) return false;
  let left = ALL;
  const kept = [study, ...others].slice(0, MOST).filter((one) => (left -= size(one)) >= 0);
  keep(NAME, kept);
  return true;
}

/** @param {string} origin */
export function dropStudy(origin) {
  keep(NAME, studies().filter((study) => study.origin !== origin));
}

/**
 * Games are deleted, and their studies with them; all of them unless tables are named.
 * @param {string[]|null} tables
 */
export function dropStudiesOf(tables) {
  keep(NAME, tables ? studies().filter(({ table }) => !table || !tables.includes(table)) : []);
}
