/** A board on which other moves are tried from any position of a game; the server plays them. */

import { ask, ServerRefused } from "../base/api.js";
import { el } from "../base/dom.js";
import { t } from "../base/language.js";
import { sound } from "../base/sound.js";
import { actionButtons } from "../table/action_buttons.js";
import { resultText } from "../table/aside/status_line.js";
import { createPlayBoard } from "../table/play_board.js";
import { stillView } from "../table/still_view.js";

/**
 * @typedef {import("../base/types.js").PositionShown} PositionShown
 * @typedef {Pick<PositionShown, "scene"|"last"> & Partial<PositionShown>} Standing `legal` and what
 * else can be done there is left out until the server has told it
 */

/** Milliseconds that somebody stays at a position before it is asked about: not while they run past. */
const STAYS = 150;

export class Variation {
  /**
   * @param {HTMLElement} place
   * @param {import("./review.js").Review} review
   */
  constructor(place, review) {
    this.review = review;
    this.board = createPlayBoard(place, review.game, review.words, (text) => this.#play(text));
    /** @type {Standing[]} what has been tried, what stood in the game first */
    this.line = [];
    this.asked = 0;
    /** Takes back the question for a value that nobody waits for any more. */
    this.valuing = new AbortController();
    this.waiting = 0;
    this.turned = 0;
  }

  /** Looks at the board from the other side. */
  flip() {
    this.turned = (this.turned + 2) % 4;
    this.board.flip(this.turned);
  }

  /**
   * Starts from a position of the game.
   * @param {Standing} standing
   * @param {object} how
   * @param {boolean} how.over nothing can be tried there
   * @param {number[]} [how.way] along which a piece comes there
   * @param {number[]} how.arrow the path of a better move
   */
  from(standing, { over, way, arrow }) {
    clearTimeout(this.waiting);
    this.asked += 1;
    this.line = [standing];
    this.board.arrow(arrow, "best");
    this.#draw(way);
    this.#forgetValue();
    if (over) return;
    this.waiting = setTimeout(() => {
      this.#askWhatNow();
      this.#value();
    }, STAYS);
  }

  destroy() {
    clearTimeout(this.waiting);
    this.valuing.abort();
    this.board.destroy();
  }

  async #askWhatNow() {
    const mine = this.asked;
    const [standing] = this.line;
    /** @type {PositionShown|null} */
    const known = await ask("/api/positions", { position: standing.position }).catch(() => null);
    if (!known || mine !== this.asked || this.line.length !== 1) return;
    this.line = [{ ...known, scene: standing.scene, last: standing.last }];
    this.#draw();
  }

  #forgetValue() {
    this.valuing.abort();
    this.valuing = new AbortController();
    this.review.value([]);
  }

  /** What the position is worth that stands there now. */
  async #value() {
    this.#forgetValue();
    const { signal } = this.valuing;
    const { position, result } = this.#now;
    if (!position || result) return;
    const found = await ask("/api/values", { position }, undefined, signal).catch(() => null);
    if (found && !signal.aborted) this.review.value(found.chances);
  }

  get #now() {
    return this.line[this.line.length - 1];
  }

  /** @param {number[]} [way] */
  #draw(way) {
    const { scene, last, legal = {}, moves = {}, actors = [] } = this.#now;
    const { words, statusLine } = this.review;
    this.board.update({
      scene,
      last,
      way,
      legal: Object.values(moves).flat(),
      seat: actors[0] ?? null,
      near: this.review.near,
      interactive: Object.keys(legal).length > 0,
    });
    const tried = this.line.slice(1);
    if (tried.length) statusLine.tell(this.#sentence(tried));
    const leave = () => this.review.goTo(this.review.cursor);
    statusLine.acts(
      ...actionButtons({ legal, moves }, words, (text) => this.#play(text)),
      tried.length > 0 && button("trial.undo", () => this.#undo()),
      tried.length > 0 && button("trial.leave", leave),
    );
  }

  /** @param {Standing[]} tried */
  #sentence(tried) {
    const { review } = this;
    const { result, scene, last } = this.#now;
    if (!result) return t("trial.line", { moves: tried.map((one) => one.last?.text).join(" ") });
    const shown = { ply: 0, turn: 0, scene, last, actors: [], legal: {} };
    const view = stillView(shown, result.ranks.map(() => ""), result);
    return resultText(review, view, { seats: [] });
  }

  #undo() {
    const way = this.#now.last?.path.toReversed();
    this.line = this.line.slice(0, -1);
    this.board.arrow([]);
    this.#draw(way);
    this.#value();
    if (this.line.length === 1) this.review.goTo(this.review.cursor);
  }

  /** @param {string} text */
  async #play(text) {
    const { position, actors = [], legal = {} } = this.#now;
    const seat = Number(Object.keys(legal).find((one) => legal[one].includes(text)) ?? actors[0]);
    try {
      const next = await ask("/api/positions/play", { position, text, seat });
      this.board.arrow([]);
      this.line = [...this.line, next];
      sound("wood");
      this.#draw();
      this.#value();
      return { type: "ack" };
    } catch (error) {
      if (!(error instanceof ServerRefused)) throw error;
      const { code, rule, details, message } = error;
      this.review.statusLine.refuse({ code, rule, details, text: message });
      return { type: "refused" };
    }
  }
}

/**
 * @param {string} key of its text
 * @param {() => void} onclick
 */
function button(key, onclick) {
  return el("button", { type: "button", onclick }, t(key));
}
