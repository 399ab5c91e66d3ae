/** The mistakes of a game that one has played, one after the other, each as a task. */

import { allKeys } from "../base/access_keys.js";
import { ask, gameNamed, messageOf, sharedWords, wordsOf } from "../base/api.js";
import { el, fill, homeward } from "../base/dom.js";
import { t } from "../base/language.js";
import { seatNames } from "../table/aside/seat_names.js";
import { stillTable } from "../table/still_view.js";
import { MistakeTask } from "./mistake_task.js";
import { reviewOf, storedReview } from "./stored_review.js";

/**
 * @typedef {import("../base/types.js").GameRecord} GameRecord
 * @typedef {import("../base/types.js").Verdict} Verdict
 */

const WORTH_LEARNING = new Set(["mistake", "blunder"]);

/** @type {import("../base/router.js").Show} */
export async function show(place, table) {
  const leaving = new AbortController();
  const at = `/api/tables/${encodeURIComponent(table)}`;
  const record = await ask(`${at}/record`, undefined, allKeys(table));
  /** @type {[GameRecord, import("./stored_review.js").Kept]} */
  const [game, kept] = await Promise.all([
    ask("/api/records", { record }),
    storedReview(table, leaving.signal),
  ]);
  const asked = Promise.all([wordsOf(game.game), sharedWords(), gameNamed(game.game)]);
  const [words, { levels }, { module }] = await asked;
  place.className = "screen table lesson";
  place.dataset.game = game.game;
  const stage = el("div", { class: "stage" });
  const side = el("aside", { class: "side" });
  fill(place, el("h1", { class: "unseen" }, t("mistakes.title")), stage, side);
  const names = seatNames(stillTable(game), words, levels);
  const walk = new Mistakes({ stage, side, game, words, names, table });
  const begin = async () => {
    walk.tell(t("review.judging"));
    const moves = kept.moves ?? (await reviewOf(record, table, leaving.signal));
    walk.begin(module ? [] : mistakesIn(moves, kept.yours), moves);
  };
  begin().catch((error) => leaving.signal.aborted || walk.tell(messageOf(error)));
  return {
    title: t("mistakes.title"),
    destroy() {
      leaving.abort();
      walk.destroy();
      delete place.dataset.game;
    },
  };
}

/**
 * The numbers of the moves that one's own seats should have played otherwise; of all, where nobody
 * knows which are one's own.
 * @param {Verdict[]} moves
 * @param {number[]} yours
 */
function mistakesIn(moves, yours) {
  return [...moves.entries()]
    .filter(([, { mark, decider, best, text }]) =>
      WORTH_LEARNING.has(mark) && decider !== null && best !== text &&
      (!yours.length || yours.includes(decider))
    )
    .map(([index]) => index);
}

/**
 * @typedef {object} Surroundings
 * @property {HTMLElement} stage
 * @property {HTMLElement} side
 * @property {GameRecord} game
 * @property {import("../base/types.js").Words} words
 * @property {ReturnType<typeof seatNames>} names
 * @property {string} table
 */

class Mistakes {
  /** @param {Surroundings} around */
  constructor(around) {
    this.around = around;
    /** @type {number[]} */
    this.all = [];
    /** @type {Verdict[]} */
    this.moves = [];
    this.at = 0;
    /** @type {MistakeTask|null} */
    this.task = null;
  }

  /**
   * @param {string} text instead of a task
   * @param {...HTMLElement} more
   */
  tell(text, ...more) {
    const { side, game, words, table } = this.around;
    const back = el("a", { class: "button quiet", href: `#/table/${table}` }, t("mistakes.game"));
    fill(
      side,
      el("div", { class: "plate" }, homeward(t("table.home")), el("h2", {}, words.title)),
      el("p", { role: "status" }, text),
      el("div", { class: "row" }, ...more, game.frames.length > 0 && back),
    );
  }

  /**
   * @param {number[]} all
   * @param {Verdict[]} moves
   */
  begin(all, moves) {
    this.all = all;
    this.moves = moves;
    if (all.length) this.#open(0);
    else this.tell(t("mistakes.none"));
  }

  /** @param {number} at */
  #open(at) {
    const { stage, side, game, words, names, table } = this.around;
    this.at = at;
    this.task?.destroy();
    fill(stage);
    const index = this.all[at];
    const task = new MistakeTask(stage, { game, words, names }, this.moves, index, () => {
      if (at + 1 < this.all.length) this.#open(at + 1);
      else this.#end();
    });
    this.task = task;
    const place = t("mistakes.place", { n: at + 1, of: this.all.length });
    fill(
      side,
      el("div", { class: "plate" }, homeward(t("table.home")), el("h2", {}, words.title)),
      el("p", { class: "soft small" }, place),
      task.element,
      el("a", { class: "button quiet", href: `#/table/${table}` }, t("mistakes.game")),
    );
    task.open().catch((error) => this.tell(messageOf(error)));
  }

  #end() {
    const again = el(
      "button",
      { type: "button", onclick: () => this.#open(0) },
      t("mistakes.again"),
    );
    this.tell(t("mistakes.end", { n: this.all.length }), again);
  }

  destroy() {
    this.task?.destroy();
  }
}
