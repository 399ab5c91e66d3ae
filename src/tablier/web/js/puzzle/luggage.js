/** What somebody has made of the puzzles, to be taken along: out of this browser, and into another. */

import { games, puzzlesOf } from "../base/api.js";
import { forget } from "../base/browser_storage.js";
import { packed, unpacked } from "../links/packed_record.js";
import { daysOf, journalOf, keepDays, keepJournal, today } from "./journal.js";
import { BEGINNER } from "./skill.js";

/**
 * @typedef {import("./journal.js").Journal} Journal
 * @typedef {import("./journal.js").Days} Days
 * @typedef {{days: Days, games: Record<string, Journal>}} Luggage
 *
 * @typedef {object} PackedJournal for an address, where every letter counts
 * @property {Journal["skill"]} skill
 * @property {number} best
 * @property {number} of all puzzles that there are
 * @property {string} tried a digit for each four of them, in the shelf's order
 * @property {string} solved likewise
 */

const BEST_RATING = 4000;
const MOST_IN_A_RUN = 1000;
const ID = /^[\w-]{1,40}$/;

async function names() {
  return (await games()).map(({ name }) => name);
}

/**
 * All of it; null where there is nothing.
 * @returns {Promise<Luggage|null>}
 */
export async function luggage() {
  /** @type {[string, Journal][]} */
  const known = (await names()).map((name) => [name, journalOf(name)]);
  const begun = known.filter(([, { tried, best }]) => best > 0 || Object.keys(tried).length > 0);
  const days = daysOf();
  return begun.length || days.last ? { days, games: Object.fromEntries(begun) } : null;
}

/**
 * Puts what was brought to what is here: no rating falls by it, and what was solved stays solved.
 * @param {any} brought whoever wrote it
 */
export async function unpackInto(brought) {
  for (const name of await names()) {
    const { skill, tried, best } = brought?.games?.[name] ?? {};
    if (!tried && !skill && !best) continue;
    const own = journalOf(name);
    const theirs = {
      rating: within(skill?.rating, 0, BEST_RATING),
      deviation: within(skill?.deviation, 1, BEGINNER.deviation) || BEGINNER.deviation,
    };
    const all = { ...own.tried };
    for (const [id, solved] of Object.entries(tried ?? {})) {
      if (ID.test(id)) all[id] = all[id] || solved === 1 ? 1 : 0;
    }
    keepJournal(name, {
      skill: theirs.rating > own.skill.rating ? theirs : own.skill,
      tried: all,
      best: Math.max(own.best, Math.floor(within(best, 0, MOST_IN_A_RUN))),
    });
  }
  const { last, streak } = brought?.days ?? {};
  const theirs = { last: whole(last, today() + 1), streak: whole(streak, today()) };
  keepDays(joined(daysOf(), theirs));
}

/** Nothing of it is left here. */
export async function leaveLuggage() {
  for (const name of [...await names(), "days"]) forget(`puzzles.${name}`);
}

/** All of it in letters for an address, none where there is nothing. */
export async function packedLuggage() {
  const all = await luggage();
  if (!all) return "";
  /** @type {[string, PackedJournal][]} */
  const small = [];
  for (const [name, { skill, tried, best }] of Object.entries(all.games)) {
    const ids = (await puzzlesOf(name)).puzzles.map(([id]) => id);
    small.push([name, {
      skill: { rating: skill.rating, deviation: Math.round(skill.deviation) },
      best,
      of: ids.length,
      tried: digits(ids.map((id) => id in tried)),
      solved: digits(ids.map((id) => tried[id] === 1)),
    }]);
  }
  return packed(JSON.stringify({ days: all.days, games: Object.fromEntries(small) }));
}

/**
 * What an address brought. A house that has other puzzles by now takes the rating alone.
 * @param {string} text
 */
export async function unpackAddress(text) {
  const brought = JSON.parse(await unpacked(text));
  for (const name of await names()) {
    const journal = brought?.games?.[name];
    if (!journal) continue;
    const ids = (await puzzlesOf(name)).puzzles.map(([id]) => id);
    const [tried, solved] = [read(journal.tried), read(journal.solved)];
    const some = ids.filter((_, place) => journal.of === ids.length && tried(place));
    journal.tried = Object.fromEntries(some.map((id) => [id, solved(ids.indexOf(id)) ? 1 : 0]));
  }
  await unpackInto(brought);
}

/**
 * Days in a row: two rows that touch are one, and otherwise the later one counts.
 * @param {Days} one
 * @param {Days} other
 */
function joined(one, other) {
  const [early, late] = one.last < other.last ? [one, other] : [other, one];
  const begins = (/** @type {Days} */ { last, streak }) => last - streak + 1;
  if (early.last < begins(late) - 1) return late;
  return { last: late.last, streak: late.last - Math.min(begins(early), begins(late)) + 1 };
}

/** @param {boolean[]} signs */
function digits(signs) {
  const four = (/** @type {number} */ at) =>
    [0, 1, 2, 3].reduce((sum, bit) => sum + (signs[at + bit] ? 1 << bit : 0), 0);
  return signs.map((_, at) => at % 4 ? "" : four(at).toString(16)).join("");
}

/**
 * @param {unknown} written
 * @returns {(place: number) => boolean}
 */
function read(written) {
  const digit = (/** @type {number} */ at) => parseInt(String(written ?? "").charAt(at), 16) || 0;
  return (place) => ((digit(place >> 2) >> (place & 3)) & 1) === 1;
}

/**
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 */
function within(value, least, most) {
  const fits = typeof value === "number" && value >= least && value <= most;
  return fits ? value : 0;
}

/**
 * @param {unknown} value
 * @param {number} most
 */
const whole = (value, most) => Math.floor(within(value, 0, most));
