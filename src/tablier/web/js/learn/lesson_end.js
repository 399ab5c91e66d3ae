/** After the last step of a lesson. */

import { messageOf } from "../base/api.js";
import { el } from "../base/dom.js";
import { t } from "../base/language.js";
import { notice } from "../base/notice.js";
import { drawStart } from "../board/still_board.js";
import { startAtOnce } from "../home/start_table.js";
import { lessonAddress, solvedSteps, stepAddress } from "./lesson_progress.js";

/** The level that loses to somebody who has just learned the game, and to who has learned more. */
const LEVELS = { lessons: 1, strategy: 3 };

/**
 * @param {HTMLElement} place
 * @param {import("../base/types.js").GameSummary} game
 * @param {import("../base/types.js").Course} course
 * @param {{id: string}[]} steps
 */
export async function showEnd(place, game, course, steps) {
  const solved = solvedSteps(game.name, course);
  const left = steps.findIndex(({ id }) => !solved.has(id)) + 1;
  const picture = el("div", { class: "picture", inert: true });
  const done = course === "lessons" ? "lesson.end" : "strategy.end";
  place.append(
    el(
      "div",
      { class: "lesson-end" },
      picture,
      el("h1", {}, t(left ? "lesson.almost" : done, { game: game.title })),
      el("p", { class: "soft" }, t("lesson.endNote", { n: solved.size, of: steps.length })),
      el("div", { class: "row" }, ...waysOn(game, course, left)),
    ),
  );
  await drawStart(picture, game, game.players[0]);
  return { title: t("lesson.title", { game: game.title }) };
}

/**
 * @param {import("../base/types.js").GameSummary} game
 * @param {import("../base/types.js").Course} course
 * @param {number} left the first step that is not solved; 0 where all are
 */
function waysOn(game, course, left) {
  const play = el("button", { type: "button", class: "primary", onclick: begin }, t("lesson.play"));

  async function begin() {
    play.disabled = true;
    const asked = startAtOnce(game, { way: "computer", level: LEVELS[course] });
    await asked.catch((error) => notice(messageOf(error)));
    play.disabled = false;
  }

  const link = (
    /** @type {string} */ look,
    /** @type {string} */ href,
    /** @type {string} */ key,
  ) => el("a", { class: look, href }, t(key));
  const more = course === "lessons" && game.strategy;
  return [
    play,
    left > 0 && link("button", stepAddress(game.name, course, left), "lesson.open"),
    !left && more && link("button", lessonAddress(game.name, "strategy"), "strategy.go"),
    link("button quiet", `#/learn/${game.name}`, "lesson.rules"),
    !left && link("button quiet", stepAddress(game.name, course, 1), "lesson.again"),
  ];
}
