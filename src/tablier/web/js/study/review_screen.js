/** The screen for looking at a game. */

import { gameNamed, sharedWords, wordsOf } from "../base/api.js";
import { el } from "../base/dom.js";
import { t } from "../base/language.js";
import { openedRecord } from "./opened_record.js";
import { RecordForm } from "./record_form.js";
import { Review } from "./review.js";

/** @type {import("../base/router.js").Show} */
export async function show(place) {
  const record = await openedRecord().catch(() => null);
  if (!record) return empty(place);
  const name = record.game.game;
  const asked = Promise.all([wordsOf(name), sharedWords(), gameNamed(name)]);
  const [words, { levels }, { module }] = await asked;
  place.classList.replace("view", "table");
  place.dataset.game = name;
  const review = new Review(record, words, levels);
  await review.open(place, module);
  return {
    title: t("review.title"),
    destroy() {
      review.destroy();
      delete place.dataset.game;
    },
  };
}

/** @param {HTMLElement} place */
function empty(place) {
  const form = new RecordForm(place);
  place.append(el("h1", {}, t("review.title")), form.element);
  return { title: t("review.title"), destroy: () => form.destroy() };
}
