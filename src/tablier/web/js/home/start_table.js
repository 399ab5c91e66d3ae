/** From a choice to a table. */

import { ask } from "../base/api.js";
import { addKeys } from "../base/access_keys.js";
import { keep, recall } from "../base/browser_storage.js";
import { settings } from "../base/settings.js";

/**
 * @typedef {object} Wish what a person wants of a new table
 * @property {number} players
 * @property {Object<string, any>} options
 * @property {{kind: string, level?: number, name?: string}[]} seats
 * @property {"toss"|"me"|"other"} first
 * @property {string|null} [colour] the seat that one takes, where any of them may begin
 * @property {null|object} clock
 * @property {boolean} public
 * @property {boolean} hints
 */

/** Whom one can play with one click, and the seats that makes of all the others. */
export const WAYS = { computer: "bot", here: "here", friend: "open" };

const FIRST_LEVEL = 2;

let fresh = /** @type {string|null} */ (null);

/** Whether a table was made just now; true once. */
export function isFresh(table) {
  const now = fresh === table;
  if (now) fresh = null;
  return now;
}

/** The way and the level that were chosen last. */
export function lastWay() {
  return { way: "computer", level: FIRST_LEVEL, ...recall("way", {}) };
}

export function rememberWay(way, level) {
  keep("way", { way, level });
}

/** What was wished for this game last time, else what suits most. */
export function lastWish(game) {
  const plain = {
    players: game.players[0],
    options: {},
    first: "toss",
    clock: null,
    public: false,
    hints: true,
  };
  return { ...plain, ...recall(`wish.${game.name}`, {}) };
}

export function rememberWish(game, wish) {
  const { seats, ...rest } = wish;
  keep(`wish.${game.name}`, rest);
}

/** The person's own chair, and all the others of one kind. */
export function seatsFor(players, way, level) {
  const other = way === "computer" ? { kind: "bot", level } : { kind: WAYS[way] };
  return [{ kind: "me" }, ...Array.from({ length: players - 1 }, () => ({ ...other }))];
}

/** Makes the table and goes there. */
export async function startTable(game, wish) {
  const seats = wish.seats.map((seat) =>
    seat.kind === "me" && settings().name ? { ...seat, name: settings().name } : seat,
  );
  const made = await ask("/api/tables", { game: game.name, ...wish, seats });
  addKeys(made.table, {
    seats: Object.fromEntries(made.seats.map(({ seat, key }) => [seat, key])),
    join: made.join,
    watch: made.watch,
  });
  fresh = made.table;
  location.hash = `#/table/${made.table}`;
}
