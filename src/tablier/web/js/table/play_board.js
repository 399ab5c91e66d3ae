/** A board that people play on: it speaks the page's language, and says what happens aloud. */

import { t } from "../base/language.js";
import { announce } from "../base/live_region.js";
import { createBoard } from "../board/board.js";

/**
 * @param {HTMLElement} place
 * @param {Pick<import("../base/types.js").Table, "game"|"board"|"colours">} table
 * @param {import("../base/types.js").Words} words
 * @param {(text: string) => Promise<{type: string}>} play tries an action, legal or not
 * @param {(why?: string) => void} [onMiss] something was touched with which nothing can be done
 * @param {() => void} [onTaken] a piece was taken up that can be moved
 */
export function createPlayBoard(place, { game, board, colours }, words, play, onMiss, onTaken) {
  const given = { texts: t, announce, onAction: play, onAttempt: play, onMiss, onTaken };
  return createBoard(place, { topology: board, colours, game, words, ...given });
}

/**
 * A board that speaks likewise, and on which nothing can be done.
 * @param {HTMLElement} place
 * @param {Pick<import("../base/types.js").Table, "game"|"board"|"colours">} table
 * @param {import("../base/types.js").Words} words
 */
export function stillBoard(place, { game, board, colours }, words) {
  return createBoard(place, { topology: board, colours, game, words, texts: t });
}
