/** The longest win of a solved game, to be stepped through or played by itself. */

import { ask } from "../base/api.js";
import { el, fill, icon } from "../base/dom.js";
import { t } from "../base/language.js";
import { announce } from "../base/live_region.js";
import { openRecord } from "../study/opened_record.js";
import { viewAt } from "../study/record_view.js";
import { MoveList } from "../table/aside/move_list.js";
import { seatNames } from "../table/aside/seat_names.js";
import { resultText } from "../table/aside/status_line.js";
import { wayBack } from "../table/game_history.js";
import { stillBoard } from "../table/play_board.js";
import { stillTable } from "../table/still_view.js";

/** Milliseconds that a moment is shown while it plays by itself. */
const PAUSE = 900;
const NOBODY = { seats: [] };

export class LongestWin {
  /**
   * @param {string} game
   * @param {import("../base/types.js").Solved} solved
   * @param {import("../base/types.js").Words} words
   */
  constructor(game, { longest, board, colours }, words) {
    this.win = longest;
    this.words = words;
    const shown = { game, title: words.title, players: colours.length, colours, board };
    this.table = stillTable(shown);
    this.names = seatNames(this.table, words, {});
    this.stage = el("div");
    this.board = stillBoard(this.stage, this.table, words);
    this.moves = new MoveList(this.names, (ply) => {
      this.#stop();
      this.goTo(ply);
    });
    this.told = el("p", { class: "what" });
    const onclick = () => (this.running ? this.#stop() : this.#run());
    this.button = el("button", { type: "button", class: "primary", onclick });
    this.running = 0;
    this.cursor = -1;
    /** @type {import("../base/types.js").GameRecord|null} */
    this.record = null;
    const player = this.names.colour(longest.winner);
    this.element = el(
      "div",
      { class: "stack" },
      el("p", {}, t("solved.longestNote", { n: longest.in, player })),
      el(
        "div",
        { class: "beside-board" },
        this.stage,
        el(
          "div",
          { class: "side" },
          this.told,
          el("div", { class: "row" }, this.button, this.#look()),
          this.moves.element,
        ),
      ),
    );
    this.#label();
  }

  /** Fetches the game, and shows where the win begins. */
  async open() {
    const record = await ask("/api/records", { record: this.win.record });
    this.record = record;
    this.moves.set(record.frames);
    this.goTo(this.win.begins);
  }

  /** @param {number} ply */
  goTo(ply) {
    if (!this.record) return;
    const { frames } = this.record;
    const before = this.cursor;
    this.cursor = ply;
    this.moves.point(ply);
    const { scene, last } = this.#view(ply);
    const way = wayBack(frames, before, ply);
    this.board.update({ scene, last, way, near: 0 });
    const text = this.#momentText(ply);
    fill(this.told, text);
    if (before >= 0) announce(text);
    if (ply === frames.length - 1) this.#stop();
  }

  destroy() {
    this.#stop();
    this.moves.destroy();
    this.board.destroy();
  }

  /** @param {number} ply */
  #view(ply) {
    const record = /** @type {import("../base/types.js").GameRecord} */ (this.record);
    return viewAt(record, ply, this.table.colours.map(() => ""));
  }

  /** @param {number} ply */
  #momentText(ply) {
    const view = this.#view(ply);
    if (view.result) return resultText(this, view, NOBODY);
    const { last } = view;
    if (!last) return t("moves.start");
    const played = { player: this.names.colour(last.seat), move: last.text };
    if (ply < this.win.begins) return t("solved.before", played);
    const told = ply === this.win.begins ? t("solved.begins") : t("moves.played", played);
    return `${told} ${t("solved.left", { n: this.#left(ply) })}`;
  }

  /**
   * The turns to the end; one that is not finished counts.
   * @param {number} ply
   */
  #left(ply) {
    const frames = this.record?.frames ?? [];
    return frames[frames.length - 1].turn - (frames[ply + 1]?.turn ?? 0) + 1;
  }

  #run() {
    const { record, win } = this;
    if (!record) return;
    if (this.cursor === record.frames.length - 1) this.goTo(win.begins);
    this.running = setInterval(() => this.goTo(this.cursor + 1), PAUSE);
    this.#label();
  }

  #stop() {
    clearInterval(this.running);
    this.running = 0;
    this.#label();
  }

  #label() {
    const [name, key] = this.running ? ["pause", "solved.pause"] : ["play", "solved.play"];
    fill(this.button, icon(name), t(key));
  }

  /** Leads to where other moves can be tried. */
  #look() {
    const onclick = () => openRecord(this.win.record);
    return el("button", { type: "button", class: "quiet", onclick }, t("solved.look"));
  }
}
