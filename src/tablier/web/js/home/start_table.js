/** From a choice to a table. */

import { addKeys } from "../base/access_keys.js";
import { ask } from "../base/api.js";
import { keep, recall } from "../base/browser_storage.js";
import { settings } from "../base/settings.js";
import { isAlone } from "../house/house.js";

/**
 * @typedef {import("../base/types.js").GameSummary} GameSummary
 * @typedef {{kind: string, level?: number, name?: string}} SeatWish
 * @typedef {{way: keyof typeof WAYS, level: number}} Way whom one plays, and how strong the computer is
 *
 * @typedef {object} Wish what a person wants of a new table
 * @property {number} players
 * @property {Record<string, any>} options
 * @property {SeatWish[]} seats
 * @property {string} first who begins: `toss`, `me` or `other`
 * @property {string|null} [colour] the seat that one takes, where any of them may begin
 * @property {import("../base/types.js").Clock} clock
 * @property {boolean} public
 * @property {boolean} [hints] left out, only where nobody plays from elsewhere
 * @property {string} [position] to begin at, if not where the game begins
 */

/** Whom one can play with one click, and the seats that makes of all the others. */
const WAYS = { computer: "bot", here: "here", friend: "open" };

export const FIRST_LEVEL = 2;

let fresh = /** @type {string|null} */ (null);

/**
 * Whether a table was made just now; true once.
 * @param {string} table
 */
export function isFresh(table) {
  const now = fresh === table;
  if (now) fresh = null;
  return now;
}

/**
 * The way and the level that were chosen last.
 * @returns {Way}
 */
export function lastWay() {
  const last = { way: "computer", level: FIRST_LEVEL, ...recall("way", {}) };
  return isAlone && last.way === "friend" ? { ...last, way: "computer" } : last;
}

/** @param {Way} way */
export function rememberWay(way) {
  keep("way", way);
}

/**
 * What suits most.
 * @param {GameSummary} game
 * @returns {Omit<Wish, "seats">}
 */
function plainWish(game) {
  return { players: game.players[0], options: {}, first: "toss", clock: null, public: false };
}

/**
 * What was wished for this game last time, else what suits most.
 * @param {GameSummary} game
 */
export function lastWish(game) {
  return { ...plainWish(game), ...recall(`wish.${game.name}`, {}) };
}

/**
 * @param {GameSummary} game
 * @param {Wish} wish
 */
export function rememberWish(game, wish) {
  keep(`wish.${game.name}`, { ...wish, seats: undefined, hints: undefined });
}

/**
 * The person's own chair, and all the others of one kind. A level that the game has not becomes
 * the first one.
 * @param {GameSummary} game
 * @param {number} players
 * @param {Way} way
 * @returns {SeatWish[]}
 */
export function seatsFor(game, players, { way, level: asked }) {
  const level = [...game.levels, game.adaptive].includes(asked) ? asked : FIRST_LEVEL;
  const other = way === "computer" ? { kind: "bot", level } : { kind: WAYS[way] };
  return [{ kind: "me" }, ...Array.from({ length: players - 1 }, () => ({ ...other }))];
}

/**
 * A table at once, as the card shows it: what was wished under "options" is remembered there.
 * @param {GameSummary} game
 * @param {Way} way
 */
export function startAtOnce(game, way) {
  const wish = plainWish(game);
  return startTable(game, { ...wish, seats: seatsFor(game, wish.players, way) });
}

/**
 * Makes the table and goes there.
 * @param {GameSummary} game
 * @param {Wish} wish
 */
export async function startTable(game, wish) {
  const { name } = settings();
  const seats = wish.seats.map((seat) => (seat.kind === "me" && name ? { ...seat, name } : seat));
  /** @type {{table: string, seats: {seat: number, key: string}[], join: string, watch: string}} */
  const made = await ask("/api/tables", { game: game.name, ...wish, seats });
  addKeys(made.table, {
    seats: Object.fromEntries(made.seats.map(({ seat, key }) => [seat, key])),
    join: made.join,
    watch: made.watch,
  });
  fresh = made.table;
  location.hash = `#/table/${made.table}`;
}
