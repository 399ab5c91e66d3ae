/** Which puzzle comes next. */

import { ask, games, puzzlesOf } from "../base/api.js";
import { journalOf } from "./journal.js";

/**
 * @typedef {import("../base/types.js").GameSummary} GameSummary
 * @typedef {import("../base/types.js").Puzzle} Puzzle
 * @typedef {import("../base/types.js").PuzzleShelf} PuzzleShelf
 */

/** As many of the nearest are drawn from, so that the next one is no certainty. */
const NEAREST = 6;
const DRILLS = 2 ** 31;
/** Spreads the days over the puzzles. */
const STEP = 2_654_435_761;

/** @param {PuzzleShelf} shelf @param {string} kind */
const isDrill = (shelf, kind) => shelf.drills.includes(kind);

/**
 * A puzzle or a drill by its id.
 * @param {string} game
 * @param {string} id
 * @returns {Promise<Puzzle>}
 */
export function puzzleOf(game, id) {
  const [kind, number] = id.split("-");
  const path = number === undefined ? `puzzles/${id}` : `drills/${kind}?number=${number}`;
  return ask(`/api/games/${game}/${path}`);
}

/**
 * The id of a puzzle about as hard as somebody is good, one not tried yet where there is any.
 * @param {string} game
 * @param {PuzzleShelf} shelf
 * @param {string|null} kind
 * @param {number} [rating] wanted instead of one's own
 */
export function nextPuzzle(game, shelf, kind, rating) {
  const { skill, tried } = journalOf(game);
  const wanted = rating ?? skill.rating;
  if (shelf.drills.length && (kind === null || isDrill(shelf, kind))) {
    return `${kind ?? drawn(shelf.drills)}-${Math.floor(Math.random() * DRILLS)}`;
  }
  const all = shelf.puzzles.filter(([, theme]) => kind === null || theme === kind);
  const fresh = all.filter(([id]) => !(id in tried));
  const far = (/** @type {PuzzleShelf["puzzles"][number]} */ [, , rated]) =>
    Math.abs(rated - wanted);
  const near = (fresh.length ? fresh : all).toSorted((a, b) => far(a) - far(b)).slice(0, NEAREST);
  return near.length ? drawn(near)[0] : null;
}

/**
 * The puzzle of a day, the same for everybody who has the same puzzles.
 * @param {number} day
 * @returns {Promise<{game: GameSummary, shelf: PuzzleShelf, id: string, kind: string}|null>}
 */
export async function puzzleOfDay(day) {
  const some = (await games()).filter(({ puzzles }) => puzzles > 0);
  if (!some.length) return null;
  const game = some[day % some.length];
  const shelf = await puzzlesOf(game.name);
  const [id, kind] = shelf.puzzles[(Math.imul(day, STEP) >>> 0) % shelf.puzzles.length];
  return { game, shelf, id, kind };
}

/**
 * @template Thing
 * @param {Thing[]} things
 */
function drawn(things) {
  return things[Math.floor(Math.random() * things.length)];
}
