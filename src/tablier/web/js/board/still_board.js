/** A game's board at rest, for cards and previews. */

import { startOf, wordsOf } from "../base/api.js";
import { el } from "../base/dom.js";
import { addressOf } from "../house/house.js";
import { settings } from "../base/settings.js";
import { createBoard } from "./board.js";
import { loadLook } from "./look.js";

/**
 * Draws the start position of a game into an element.
 * @param {HTMLElement} place
 * @param {import("../base/types.js").GameSummary} game
 * @param {number} players
 * @param {Record<string, any>} [options]
 * @returns {Promise<{destroy: () => void}>}
 */
export async function drawStart(place, game, players, options = {}) {
  const look = game.module ? card(game.name) : loadLook(game.name);
  const [{ board, scene }, words] = await Promise.all([
    startOf(game.name, players, options),
    wordsOf(game.name),
  ]);
  if (game.module) {
    const { createCard } = await look;
    if (createCard) {
      place.replaceChildren();
      createCard(place, { game, board, scene, words });
      return { destroy: () => place.replaceChildren() };
    }
  }
  place.replaceChildren();
  const drawn = createBoard(place, {
    topology: board,
    colours: game.colours[players],
    game: game.name,
    words,
  });
  drawn.update({ scene });
  return drawn;
}

/**
 * A diagram of a game's rules, drawn by the server; the caption beside it says what it shows.
 * @param {string} game
 * @param {string} file as the rules name it
 */
export function diagram(game, file) {
  const { board, theme } = settings();
  const address = (/** @type {boolean} */ dark) =>
    addressOf(`/api/games/${game}/${file}?board=${board}&dark=${dark}`);
  const night = { media: "(prefers-color-scheme: dark)", srcset: address(true) };
  return el(
    "picture",
    {},
    theme === "system" && el("source", night),
    el("img", { src: address(theme === "dark"), alt: "" }),
  );
}

/**
 * The picture of a game that is not a board.
 * @param {string} name
 */
function card(name) {
  return import(`../../games/${name}/look/card.js`).catch(() => ({}));
}
