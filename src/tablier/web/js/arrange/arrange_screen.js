/** The screen on which a position is set up. */

import { games, startOf, wordsOf } from "../base/api.js";
import { el, fill } from "../base/dom.js";
import { t } from "../base/language.js";
import { drawStart } from "../board/still_board.js";
import { PositionEditor } from "./position_editor.js";

/** @type {import("../base/router.js").Show} */
export async function show(place, name = "") {
  const known = (await games()).filter(({ arranging }) => arranging);
  const game = known.find((one) => one.name === name);
  return game ? arrange(place, game) : choose(place, known);
}

/**
 * @param {HTMLElement} place
 * @param {import("../base/types.js").GameSummary} game
 */
async function arrange(place, game) {
  const { name } = game;
  const words = await wordsOf(name);
  place.classList.replace("arrange", "table");
  place.dataset.game = name;
  const wish = { players: game.players[0], options: {} };
  let editor = /** @type {PositionEditor|null} */ (null);

  /** The start position, after another game or other options were chosen. */
  async function begin() {
    const { board, scene } = await startOf(name, wish.players, wish.options);
    editor?.destroy();
    editor = new PositionEditor(place, { game, words, wish, board, scene, begin });
  }
  await begin();
  return {
    title: t("arrange.title"),
    destroy() {
      editor?.destroy();
      delete place.dataset.game;
    },
  };
}

/**
 * @param {HTMLElement} place
 * @param {import("../base/types.js").GameSummary[]} known
 */
async function choose(place, known) {
  place.classList.replace("arrange", "learn");
  const pictures = known.map(() => el("div", { class: "picture", inert: true }));
  const cards = known.map(({ name, title }, index) => {
    const link = el("a", { class: "cover", href: `#/arrange/${name}` }, title);
    return el("li", { class: "card" }, pictures[index], el("h2", {}, link));
  });
  fill(
    place,
    el("h1", {}, t("arrange.title")),
    el("p", { class: "soft" }, t("arrange.which")),
    el("ul", { class: "shelf" }, ...cards),
  );
  await Promise.all(
    known.map((game, index) => drawStart(pictures[index], game, game.players[0])),
  );
  return { title: t("arrange.title") };
}
