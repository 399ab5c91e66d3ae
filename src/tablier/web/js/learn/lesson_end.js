/** After the last step of a lesson. */

import { messageOf } from "../base/api.js";
import { el } from "../base/dom.js";
import { t } from "../base/language.js";
import { notice } from "../base/notice.js";
import { drawStart } from "../board/still_board.js";
import { startAtOnce } from "../home/start_table.js";
import { solvedSteps } from "./lesson_progress.js";

/** The level that loses to somebody who has just learned the game. */
const GENTLE = 1;

/**
 * @param {HTMLElement} place
 * @param {import("../base/types.js").GameSummary} game
 * @param {{id: string}[]} steps
 */
export async function showEnd(place, game, steps) {
  const solved = solvedSteps(game.name);
  const left = steps.findIndex(({ id }) => !solved.has(id)) + 1;
  const picture = el("div", { class: "picture", inert: true });
  const play = el("button", { type: "button", class: "primary", onclick: begin }, t("lesson.play"));

  async function begin() {
    play.disabled = true;
    const asked = startAtOnce(game, { way: "computer", level: GENTLE });
    await asked.catch((error) => notice(messageOf(error)));
    play.disabled = false;
  }

  place.append(
    el(
      "div",
      { class: "lesson-end" },
      picture,
      el("h1", {}, t(left ? "lesson.almost" : "lesson.end", { game: game.title })),
      el("p", { class: "soft" }, t("lesson.endNote", { n: solved.size, of: steps.length })),
      el(
        "div",
        { class: "row" },
        play,
        left > 0 &&
          el("a", { class: "button", href: `#/learn/${game.name}/${left}` }, t("lesson.open")),
        el("a", { class: "button quiet", href: `#/learn/${game.name}` }, t("lesson.rules")),
        !left &&
          el("a", { class: "button quiet", href: `#/learn/${game.name}/1` }, t("lesson.again")),
      ),
    ),
  );
  await drawStart(picture, game, game.players[0]);
  return { title: t("lesson.title", { game: game.title }) };
}
