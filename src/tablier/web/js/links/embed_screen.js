/** A game in a frame of another site: it can be looked at, and nothing else. */

import { ask, gameNamed, sharedWords, wordsOf } from "../base/api.js";
import { el, fill, icon } from "../base/dom.js";
import { t } from "../base/language.js";
import { settings } from "../base/settings.js";
import { playerNames, viewAt } from "../study/record_view.js";
import { seatNames } from "../table/aside/seat_names.js";
import { resultText } from "../table/aside/status_line.js";
import { loadOwnTable, NO_CLOCK } from "../table/own_table.js";
import { stillBoard } from "../table/play_board.js";
import { stillTable } from "../table/still_view.js";
import { gameAddress } from "./addresses.js";

/**
 * @typedef {import("../base/types.js").GameRecord} GameRecord
 * @typedef {import("../base/types.js").View} View
 */

const NOBODY = { seats: [] };

/** What the buttons lead to: from a move, with the number of the last one. */
const STEPS = /** @type {[string, (ply: number, last: number) => number][]} */ ([
  ["first", () => 0],
  ["back", (ply) => Math.max(0, ply - 1)],
  ["forward", (ply, last) => Math.min(last, ply + 1)],
  ["last", (_, last) => last],
]);

/** @type {import("../base/router.js").Show} */
export async function show(place, address, begin) {
  const { record } = await ask(`/api/shared/${encodeURIComponent(address)}`, undefined, []);
  /** @type {GameRecord} */
  const game = await ask("/api/records", { record }, []);
  const asked = Promise.all([wordsOf(game.game), sharedWords(), gameNamed(game.game)]);
  const [words, { levels }, { module }] = await asked;
  const framed = new FramedGame(game, words, levels);
  place.dataset.game = game.game;
  const home = { href: gameAddress(address), target: "_blank", rel: "noopener" };
  place.append(
    el("h1", { class: "small" }, el("a", home, `${words.title} · Tablier`)),
    framed.stage,
    framed.bar,
  );
  await framed.open(module);
  framed.goTo(/^\d+$/.test(begin ?? "") ? Math.min(Number(begin), framed.last) : framed.last);
  return { title: words.title, destroy: () => framed.picture?.destroy() };
}

class FramedGame {
  /**
   * @param {GameRecord} game
   * @param {import("../base/types.js").Words} words
   * @param {import("../base/types.js").Texts} levels
   */
  constructor(game, words, levels) {
    this.game = game;
    this.words = words;
    this.players = playerNames(game, levels);
    this.names = seatNames(stillTable(game), words, levels);
    this.last = game.frames.length - 1;
    this.ply = this.last;
    this.stage = el("div", { class: "stage" });
    this.told = el("p", { class: "small", role: "status" });
    this.buttons = STEPS.map(([name, where]) => this.#button(name, where));
    const steps = el("div", { class: "row" }, ...this.buttons);
    this.bar = el("div", { class: "row apart" }, steps, this.told);
    /** @type {{show: (view: View) => void, destroy: () => void}|null} */
    this.picture = null;
  }

  /** @param {boolean} module whether the game draws its table itself */
  async open(module) {
    this.stage.classList.toggle("own", module);
    this.picture = module ? await this.#ownPicture() : this.#boardPicture();
  }

  /** @param {number} ply */
  goTo(ply) {
    this.ply = ply;
    const view = viewAt(this.game, ply, this.players);
    this.picture?.show(view);
    const over = view.result && resultText(this, view, NOBODY);
    fill(this.told, over || t("links.step", { n: ply, of: this.last }));
    for (const [at, button] of this.buttons.entries()) {
      button.disabled = ply === (at < 2 ? 0 : this.last);
    }
  }

  #boardPicture() {
    const board = stillBoard(this.stage, this.game, this.words);
    return {
      /** @param {View} view */
      show: ({ scene, last }) => board.update({ scene, last, near: 0 }),
      destroy: () => board.destroy(),
    };
  }

  async #ownPicture() {
    const { game, words, names, players } = this;
    const createTable = await loadOwnTable(game.game);
    const own = createTable(this.stage, {
      table: stillTable(game),
      view: viewAt(game, this.ply, players),
      you: NOBODY,
      words,
      nameOf: (seat) => players[seat] || names.colour(seat),
      send: async () => ({ type: "refused", cmd: "" }),
      clock: NO_CLOCK,
      record: game.frames,
    });
    return {
      /** @param {View} view */
      show: (view) => own.update(view, [], settings()),
      destroy: () => own.destroy(),
    };
  }

  /**
   * @param {string} name
   * @param {(ply: number, last: number) => number} where
   */
  #button(name, where) {
    const label = t(`moves.${name}`);
    const traits = { type: "button", class: "quiet square", "aria-label": label, title: label };
    const onclick = () => this.goTo(where(this.ply, this.last));
    return el("button", { ...traits, onclick }, icon(name));
  }
}
