/** A game that somebody sent, on the page: to step through, to play on from, to send on. */

import { gameNamed, sharedWords, wordsOf } from "../base/api.js";
import { el, icon } from "../base/dom.js";
import { t } from "../base/language.js";
import { originOf } from "../variations/kept_studies.js";
import { withStudy } from "../study/opened_record.js";
import { Review } from "../study/review.js";
import { openPlayOn } from "./play_on.js";
import { openShare } from "./share_dialog.js";

/**
 * @param {HTMLElement} place
 * @param {string} text of its record
 * @param {object} [known]
 * @param {string} [known.address] that it was shared at
 * @param {string} [known.ply] where to begin
 */
export async function openSharedGame(place, text, { address, ply } = {}) {
  const record = await withStudy({ text, near: 0, origin: originOf(text), sent: true });
  const name = record.game.game;
  const asked = Promise.all([wordsOf(name), sharedWords(), gameNamed(name)]);
  const [words, { levels }, summary] = await asked;
  place.className = "screen table";
  place.dataset.game = name;
  const review = new Review(record, words, levels, summary.module);
  await review.open(place);
  const played = () => review.tree.game;
  if (/^\d+$/.test(ply ?? "")) review.goTo(played()[Number(ply)] ?? played().at(-1));
  const here = () => review.node.frame.position ?? "";
  const acts = el(
    "div",
    { class: "row" },
    act("play", "links.playOn", () => openPlayOn(summary, record.game.players, here())),
    act("share", "links.send", () => {
      const at = played().indexOf(review.node);
      const before = at >= 0 && at < played().length - 1 ? at : undefined;
      openShare({ title: words.title, text, address, ply: before, position: here() });
    }),
  );
  review.statusLine.element.after(acts);
  return {
    title: words.title,
    destroy() {
      review.destroy();
      delete place.dataset.game;
    },
  };
}

/**
 * @param {string} drawing
 * @param {string} key of its text
 * @param {() => void} onclick
 */
function act(drawing, key, onclick) {
  return el("button", { type: "button", onclick }, icon(drawing), t(key));
}
