/** The puzzle of the day, for the first page: small, and out of the way when it is done. */

import { wordsOf } from "../base/api.js";
import { el, fill } from "../base/dom.js";
import { t } from "../base/language.js";
import { createBoard } from "../board/board.js";
import { puzzleOf, puzzleOfDay } from "./choice.js";
import { isDone, streak, today } from "./journal.js";

/**
 * An element that fills itself; it stays hidden where there are no puzzles.
 * @param {boolean} [more] whether it leads to all puzzles, too
 */
export function dailyPuzzle(more = true) {
  const element = el("section", { class: "daily", hidden: true, "aria-label": t("puzzle.daily") });
  draw(element, more).catch(() => element.remove());
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {boolean} more
 */
async function draw(element, more) {
  const found = await puzzleOfDay(today());
  if (!found) return;
  const { game, shelf, id, kind } = found;
  const title = shelf.kinds.find(({ name }) => name === kind)?.title ?? "";
  const days = streak();
  const picture = el("div", { class: "picture", inert: true });
  const about = t(isDone() ? "puzzle.dailyDone" : "puzzle.dailyOf", { game: game.title, title });
  fill(
    element,
    picture,
    el(
      "div",
      {},
      el("h2", {}, el("a", { class: "cover", href: "#/puzzle/daily" }, t("puzzle.daily"))),
      el("p", { class: "soft" }, about),
      days > 0 && el("p", { class: "small" }, t("puzzle.streak", { n: days })),
      more && el("a", { class: "small", href: "#/puzzle" }, t("puzzle.all")),
    ),
  );
  element.hidden = false;
  const { start, seat } = await puzzleOf(game.name, id);
  const words = await wordsOf(game.name);
  const { board: topology, colours, scene } = start;
  createBoard(picture, { topology, colours, game: game.name, words }).update({ scene, near: seat });
}
