/** A game as a moving picture, to be sent to somebody who has no board at hand. */

import { ask, messageOf } from "../base/api.js";
import { download, el, fill, icon } from "../base/dom.js";
import { t } from "../base/language.js";
import { announce } from "../base/live_region.js";
import { notice } from "../base/notice.js";
import { settings } from "../base/settings.js";

/**
 * A button that has the picture made, and hands it over.
 * @param {string} game
 * @param {string} record
 * @param {number} near the seat whose side is to be near
 * @param {AbortSignal} leaving given when nobody waits for it any more
 */
export function movingPicture(game, record, near, leaving) {
  const label = () => [icon("film"), t("film.make")];
  const button = el("button", { type: "button", class: "quiet", onclick: make }, ...label());

  async function make() {
    button.disabled = true;
    fill(button, t("film.making"));
    announce(t("film.making"));
    try {
      const { board } = settings();
      const dark = document.documentElement.dataset.theme === "dark";
      const wish = { record, near, dark, board };
      const answer = await ask("/api/animations", wish, undefined, leaving);
      const picture = answer instanceof Blob ? answer : await put(answer.frames);
      if (picture) download(`${game}.webp`, picture);
      else notice(t("film.none"));
    } catch (error) {
      if (!leaving.aborted) notice(messageOf(error));
    }
    button.disabled = false;
    fill(button, ...label());
  }

  return button;
}

/**
 * Puts together what a house without a server has drawn.
 * @param {import("./film.js").Drawing[]} frames
 */
async function put(frames) {
  const { film } = await import("./film.js");
  return film(frames, getComputedStyle(document.body).backgroundColor);
}
