/** The screen for looking at a game. */

import { gameNamed, sharedWords, wordsOf } from "../base/api.js";
import { el } from "../base/dom.js";
import { t } from "../base/language.js";
import { openedRecord } from "./record.js";
import { recordCorner } from "./recordcorner.js";
import { Study } from "./study.js";

/** @type {import("../base/router.js").Show} */
export async function show(place) {
  const record = await openedRecord().catch(() => null);
  if (!record) return empty(place);
  const name = record.game.game;
  const asked = Promise.all([wordsOf(name), sharedWords(), gameNamed(name)]);
  const [words, { levels }, { module }] = await asked;
  place.classList.replace("view", "table");
  place.dataset.game = name;
  const study = new Study(record, words, levels);
  await study.open(place, module);
  return {
    title: t("review.title"),
    destroy() {
      study.destroy();
      delete place.dataset.game;
    },
  };
}

function empty(place) {
  const corner = recordCorner(place);
  corner.element.open = true;
  place.append(el("h1", {}, t("review.title")), corner.element);
  return { title: t("review.title"), destroy: corner.destroy };
}
