/** The screen for looking at a game. */

import { gameNamed, ServerRefused, sharedWords, wordsOf } from "../base/api.js";
import { el } from "../base/dom.js";
import { t } from "../base/language.js";
import { HERE, openedRecord, readRecord } from "./opened_record.js";
import { RecordForm } from "./record_form.js";
import { recordOf } from "../variations/record_link.js";
import { Review } from "./review.js";
import { studiesList } from "../variations/studies_list.js";

/** @type {import("../base/router.js").Show} */
export async function show(place, packed = "") {
  const record = await (packed ? fromLink(packed) : openedRecord().catch(() => null));
  if (!record) return empty(place);
  const name = record.game.game;
  const asked = Promise.all([wordsOf(name), sharedWords(), gameNamed(name)]);
  const [words, { levels }, { module }] = await asked;
  place.classList.replace("view", "table");
  place.dataset.game = name;
  const review = new Review(record, words, levels, module);
  await review.open(place);
  return {
    title: t("review.title"),
    destroy() {
      review.destroy();
      delete place.dataset.game;
    },
  };
}

/**
 * The record of a link goes on as any other; the address stays short, and is left as it was made.
 * @param {string} packed
 */
async function fromLink(packed) {
  const text = await recordOf(packed);
  if (text === null) throw new ServerRefused(0, { code: "broken_link" });
  const record = await readRecord(text);
  history.replaceState(null, "", HERE);
  return record;
}

/** @param {HTMLElement} place */
async function empty(place) {
  const form = new RecordForm(place);
  place.append(el("h1", {}, t("review.title")), form.element, (await studiesList()).element);
  return { title: t("review.title"), destroy: () => form.destroy() };
}
