/** The middle of a lesson: the game's board, or its own table with one learner at it. */

import { el } from "../base/dom.js";
import { t } from "../base/language.js";
import { settings } from "../base/settings.js";
import { actionButtons, touched } from "../table/action_buttons.js";
import { loadOwnTable, NO_CLOCK } from "../table/own_table.js";
import { createPlayBoard } from "../table/play_board.js";
import { stillTable, stillView } from "../table/still_view.js";

/** The learner's seat, in every lesson. */
export const LEARNER = 0;

/**
 * @typedef {import("../base/types.js").GameSummary} GameSummary
 * @typedef {import("../base/types.js").Words} Words
 * @typedef {import("../base/types.js").PositionShown} PositionShown
 * @typedef {import("../base/types.js").Move} Move
 * @typedef {(text: string) => Promise<{type: string, cmd: string}>} Play
 *
 * @typedef {object} LessonArea
 * @property {HTMLElement} element
 * @property {(text: string) => boolean} touches whether a text touches the board
 * @property {(now: PositionShown, last: string|null, open: boolean, tries?: Move[]) => void} show
 * `tries` shall be tried though they are not legal
 * @property {(text: string) => void} point points an action out, as far as there is a board
 * @property {(now: PositionShown) => HTMLElement[]} acts buttons for what has no place on the board
 * @property {() => void} destroy
 */

/**
 * What makes the middle of a game's lessons, or of its puzzles, where any seat is the learner's.
 * @param {GameSummary} game
 * @param {number} [seat]
 * @returns {Promise<(words: Words, start: PositionShown, play: Play, miss: () => void) => LessonArea>}
 */
export async function loadLessonArea(game, seat = LEARNER) {
  if (!game.module) return (...parts) => new BoardLesson(...parts, seat);
  const createTable = await loadOwnTable(game.name);
  return (words, start, play) => new OwnTableLesson(game, words, start, play, createTable);
}

class BoardLesson {
  /**
   * @param {Words} words
   * @param {PositionShown} start
   * @param {Play} play
   * @param {() => void} miss nothing can be done with what was touched
   * @param {number} seat
   */
  constructor(words, start, play, miss, seat) {
    this.seat = seat;
    this.words = words;
    this.play = play;
    this.now = start;
    /** @type {Move[]} */
    this.tries = [];
    this.element = el("div", { class: "stage" });
    this.board = createPlayBoard(this.element, start, words, play, miss);
  }

  /** @param {string} text */
  touches = (text) => touched(this.now, text) !== undefined;

  /**
   * @param {PositionShown} now
   * @param {string|null} last
   * @param {boolean} open
   * @param {Move[]} [tries]
   */
  show(now, last, open, tries = []) {
    this.now = now;
    this.tries = tries;
    this.board.arrow([]);
    this.board.update({
      scene: now.scene,
      legal: open ? (now.moves[this.seat] ?? []) : [],
      last: last === null ? null : now.last,
      seat: this.seat,
      tries,
      interactive: open,
    });
  }

  /** @param {string} text */
  point(text) {
    const tried = this.tries.find((move) => move.text === text);
    this.board.arrow((touched(this.now, text) ?? tried)?.path ?? [], "hint");
  }

  /** @param {PositionShown} now */
  acts(now) {
    const legal = { [this.seat]: now.legal[this.seat] ?? [] };
    return actionButtons({ legal, moves: now.moves }, this.words, this.play);
  }

  destroy() {
    this.board.destroy();
  }
}

class OwnTableLesson {
  /**
   * @param {GameSummary} game
   * @param {Words} words
   * @param {PositionShown} start
   * @param {Play} play
   * @param {Awaited<ReturnType<typeof loadOwnTable>>} createTable
   */
  constructor(game, words, start, play, createTable) {
    this.element = el("div", { class: "stage own" });
    this.names = start.colours.map((_, seat) =>
      t(seat === LEARNER ? "lesson.you" : "lesson.other")
    );
    this.played = 0;
    this.own = createTable(this.element, {
      table: stillTable({ ...game, ...start, players: start.colours.length }),
      view: this.#view(start, true),
      you: { seats: [LEARNER] },
      words,
      nameOf: (seat) => this.names[seat] ?? "",
      send: (_, fields) => play(fields?.text),
      clock: NO_CLOCK,
      record: null,
    });
  }

  touches() {
    return false;
  }

  /**
   * @param {PositionShown} now
   * @param {string|null} last
   * @param {boolean} open
   */
  show(now, last, open) {
    if (last !== null) this.played += 1;
    const event = { seq: this.played, kind: "played", seat: LEARNER, at: Date.now(), hash: "" };
    const events = last === null ? [] : [{ ...event, body: { text: last } }];
    this.own.update(this.#view(now, open), events, settings());
  }

  point() {}

  acts() {
    return [];
  }

  destroy() {
    this.own.destroy();
  }

  /**
   * @param {PositionShown} now
   * @param {boolean} open
   */
  #view({ scene, actors, legal: all, result }, open) {
    /** @type {Record<string, string[]>} */
    const legal = open ? { [LEARNER]: all[LEARNER] ?? [] } : {};
    return stillView(
      { ply: this.played, turn: 1, scene, last: null, actors, legal },
      this.names,
      result,
    );
  }
}
