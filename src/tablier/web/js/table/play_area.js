/** The middle of a table: a board with its players and moves, or the game's own table. */

import { allKeys } from "../base/access_keys.js";
import { ask, gameNamed } from "../base/api.js";
import { el } from "../base/dom.js";
import { t } from "../base/language.js";
import { announce } from "../base/live_region.js";
import { settings } from "../base/settings.js";
import { sound } from "../base/sound.js";
import { thinksHere } from "../house/house.js";
import { actionButtons, labelOf, touched } from "./action_buttons.js";
import { MoveList } from "./aside/move_list.js";
import { Players } from "./aside/players.js";
import { createGameHistory, earlierPaths, wayBack } from "./game_history.js";
import { loadOwnTable } from "./own_table.js";
import { createPlayBoard } from "./play_board.js";

/**
 * @typedef {import("./live_table.js").LiveTable} LiveTable
 * @typedef {import("../base/types.js").View} View
 * @typedef {import("../base/types.js").GameEvent} GameEvent
 *
 * @typedef {object} PlayArea
 * @property {HTMLElement} element
 * @property {Players|null} players
 * @property {{element: HTMLElement}} history
 * @property {() => HTMLElement[]} acts buttons for what has no place on the board
 * @property {() => void} flip
 * @property {() => unknown} hint
 * @property {(view: View, events: GameEvent[], live: boolean) => void} update
 * @property {() => void} destroy
 */

/**
 * What makes the middle of a game's tables.
 * @param {string} game
 * @returns {Promise<(live: LiveTable) => PlayArea>}
 */
export async function loadPlayArea(game) {
  const { module } = await gameNamed(game);
  const createTable = module ? await loadOwnTable(game) : null;
  return (live) => (createTable ? new OwnArea(live, createTable) : new BoardArea(live));
}

/** Where a game draws everything itself. */
class OwnArea {
  /**
   * @param {LiveTable} live
   * @param {Awaited<ReturnType<typeof loadOwnTable>>} createTable
   */
  constructor(live, createTable) {
    this.live = live;
    this.createTable = createTable;
    this.element = el("div", { class: "stage own" });
    this.history = { element: el("div", { class: "beside" }) };
    /** @type {Players|null} */
    this.players = null;
    /** @type {import("../base/types.js").TableModule|null} */
    this.own = null;
    this.seated = "";
  }

  acts() {
    return [];
  }

  flip() {}

  hint() {}

  /**
   * @param {View} view
   * @param {GameEvent[]} events
   */
  update(view, events) {
    const seated = String(this.live.you.seats);
    if (this.own && seated !== this.seated) this.destroy();
    this.seated = seated;
    const context = { ...this.live.context(), beside: this.history.element };
    this.own ??= this.createTable(this.element, context);
    this.own.update(view, events, settings());
  }

  destroy() {
    this.own?.destroy();
    this.own = null;
  }
}

/** A board, its players, and every position so far. */
class BoardArea {
  /** @param {LiveTable} live */
  constructor(live) {
    const { table, words, names, send } = live;
    this.live = live;
    this.element = el("div", { class: "stage" });
    this.players = new Players(live);
    this.frames = createGameHistory((ply) => send("history", { ply }));
    this.history = new MoveList(names, (ply) => this.#lookAt(ply));
    this.board = createPlayBoard(
      this.element,
      table,
      words,
      (text) => this.#play(text),
      (why) => live.statusLine.explain(why ?? t("board.elsewhere")),
      () => live.statusLine.quiet(),
    );
    /** @type {number|null} the position of the past that is shown; null is now */
    this.past = null;
    this.turned = 0;
    /** The turn in which the last action was played. */
    this.turn = 0;
    this.running = 0;
  }

  acts() {
    const { view, words, send } = this.live;
    return actionButtons(view, words, (text, seat) => send("play", { text, seat }));
  }

  flip() {
    this.turned = (this.turned + 2) % 4;
    this.board.flip(this.turned);
  }

  async hint() {
    const { view, words, statusLine } = this.live;
    const text = (await this.#thoughtHere()) ?? (await this.#hintOfHouse());
    if (text === undefined || view.ply !== this.live.view.ply) return;
    const path = touched(view, text)?.path;
    this.board.arrow(path ?? [], "hint");
    announce(t("hint.text", { move: text }));
    if (!path) statusLine.tell(t("hint.text", { move: labelOf(words, text) }));
  }

  async #hintOfHouse() {
    const { type, text } = await this.live.send("hint");
    return type === "hint" ? text : undefined;
  }

  /** The same, thought in this browser where the house leaves it to the page. */
  async #thoughtHere() {
    const { id, view, you } = this.live;
    const seat = view.actors.find((one) => you.seats.includes(one));
    if (!thinksHere || seat === undefined) return null;
    const { hintHere } = await import("../thinking/page_thoughts.js");
    const record = ask(`/api/tables/${id}/record`, undefined, allKeys(id));
    return record.then((text) => hintHere(text, seat)).catch(() => null);
  }

  /**
   * @param {View} view
   * @param {GameEvent[]} events
   * @param {boolean} live they happened just now
   */
  update(view, events, live) {
    if (live) tellMoves(this.live, events, this.board.sound);
    if (events.some(({ kind }) => kind === "played")) this.turn = this.running;
    this.running = view.turn;
    if (this.past === null || view.phase === "over") {
      this.past = null;
      this.#draw(wayBack(this.frames.all(), this.frames.all().length - 1, view.ply));
    }
    this.#follow(view, events, live);
  }

  destroy() {
    this.board.destroy();
    this.players.destroy();
    this.history.destroy();
  }

  /** @param {string} text */
  #play(text) {
    const { view, statusLine, send } = this.live;
    const legal = Object.entries(view.legal);
    const [seat] = legal.find(([, texts]) => texts.includes(text)) ?? legal[0] ?? [];
    this.board.arrow([]);
    statusLine.quiet();
    return send("play", seat === undefined ? { text } : { text, seat: Number(seat) });
  }

  /** @param {number[]} [way] of a piece that comes here, where it is not that of the last action */
  #draw(way) {
    const { view, you } = this.live;
    const frame = this.past === null ? null : this.frames.all()[this.past];
    const own = view.actors.find((seat) => you.seats.includes(seat)) ?? you.seats[0] ?? null;
    const scene = frame ? frame.scene : view.scene;
    const last = frame ? { path: frame.text === null ? [] : frame.path } : view.last;
    this.board.update({
      scene,
      way,
      legal: frame ? [] : Object.values(view.moves).flat(),
      last: last && { ...last, earlier: this.#earlier() },
      seat: own,
      near: you.seats[0] ?? null,
      interactive: !frame && view.phase === "playing" && Object.keys(view.legal).length > 0,
    });
    this.players.draw(view, you, scene);
  }

  /** What was done before in the same turn; the last action may have no frame yet. */
  #earlier() {
    const { view } = this.live;
    const [frames, ply] = [this.frames.all(), this.past ?? view.ply];
    const unknown = ply === frames.length && view.last;
    return earlierPaths(frames, ply, unknown ? { ...unknown, turn: this.turn } : frames[ply]);
  }

  /** @param {number} ply */
  #lookAt(ply) {
    const { live, history, board } = this;
    const frames = this.frames.all();
    const last = frames.length - 1;
    const before = this.past ?? last;
    this.past = ply >= last ? null : ply;
    history.point(ply);
    board.arrow([]);
    this.#draw(wayBack(frames, before, ply));
    if (this.past === null) live.redraw();
    else live.statusLine.tell(t("moves.past", { n: ply, of: last }));
    announce(frames[ply].text ?? t("moves.start"));
  }

  /**
   * @param {View} view
   * @param {GameEvent[]} events
   * @param {boolean} live
   */
  async #follow(view, events, live) {
    const { frames, history } = this;
    const changed = await frames.follow(view, events);
    if (changed) history.set(frames.all());
    if (this.past !== null && this.past >= frames.all().length - 1) this.past = null;
    if (changed || !live) history.point(this.past ?? frames.all().length - 1);
    if (changed && !live) this.#draw();
  }
}

/**
 * Sounds and spoken words for what happened just now.
 * @param {LiveTable} live
 * @param {GameEvent[]} events
 * @param {import("../base/types.js").SoundName} move what a move sounds like
 */
function tellMoves({ view, you, names }, events, move) {
  for (const { kind, seat, body } of events) {
    if (kind !== "played") continue;
    const byTable = seat === null || seat >= view.seats.length;
    sound(byTable && view.scene.extras.dice ? "dice" : move);
    if (!byTable && !you.seats.includes(seat)) {
      announce(t("moves.played", { player: names.colour(seat), move: body.text }));
    }
  }
  if (view.phase === "over" && events.some(({ kind }) => kind === "played")) sound("over");
}
