/** A record on the table: stepped through, judged, and left for other moves from any moment. */

import { ask } from "../base/api.js";
import { createBoard } from "../board/board.js";
import { copy, download, el, fill, homeward, icon } from "../base/dom.js";
import { createChancesGraph } from "./chances_graph.js";
import { phrase, t } from "../base/language.js";
import { viewAt } from "./record_view.js";
import { createMoveList } from "../table/move_list.js";
import { notice } from "../base/notice.js";
import { createPlayers } from "../table/players.js";
import { createStatusLine, resultText } from "../table/status_line.js";
import { seatNames } from "../table/seat_names.js";
import { settings } from "../base/settings.js";
import { sound } from "../base/sound.js";
import { createVariation } from "./variation.js";
import { announce } from "../base/live_region.js";

const NOBODY = { seats: [], person: false };

export class Review {
  /**
   * @param {{text: string, game: any}} record
   * @param {import("../base/types.js").Words} words
   * @param {Object<string, string>} levels
   */
  constructor({ text, game }, words, levels) {
    this.text = text;
    this.game = game;
    this.words = words;
    this.table = { ...game, id: "", options: {}, actions: "turns" };
    this.names = seatNames(this.table, words, levels);
    this.players = createPlayers(this);
    this.statusLine = createStatusLine(this);
    const onStep = (ply) => this.goTo(ply);
    this.history = createMoveList({ colour: this.names.colour, onStep });
    this.graph = createChancesGraph({ players: game.players, names: this.names, onStep });
    /** @type {any[]} */
    this.verdicts = [];
    this.cursor = game.frames.length - 1;
  }

  /**
   * @param {HTMLElement} place
   * @param {boolean} module whether the game draws its table itself
   */
  async open(place, module) {
    const { game, players, statusLine, graph, history } = this;
    const stage = el("div", { class: module ? "stage own" : "stage" });
    this.picture = module ? await this.#ownPicture(stage) : this.#boardPicture(stage);
    this.judge = el("button", { type: "button", class: "primary", onclick: () => this.#judge() });
    fill(this.judge, icon("graph"), t("review.judge"));
    const heading = el("h2", {}, game.title);
    const what = el("span", { class: "soft small" }, t("review.title"));
    fill(
      place,
      el("h1", { class: "unseen" }, game.title),
      stage,
      el(
        "aside",
        { class: "side" },
        el("div", { class: "plate" }, homeward(t("table.home")), heading, what),
        !module && players.element,
        statusLine.element,
        graph.element,
        game.frames.length > 1 && this.judge,
        history.element,
        el("div", { class: "row" }, this.#save(), this.#share()),
      ),
    );
    history.set(game.frames);
    this.goTo(this.cursor);
  }

  goTo(ply) {
    this.cursor = ply;
    const { seat, text: move } = this.game.frames[ply];
    this.history.point(ply);
    this.graph.point(ply);
    this.picture.show(ply);
    this.players.draw(viewAt(this.game, ply), NOBODY);
    this.statusLine.quiet();
    this.statusLine.tell(this.#momentText(ply));
    announce(
      move ? t("moves.played", { player: this.names.colour(seat), move }) : t("moves.start"),
    );
  }

  destroy() {
    this.picture.destroy();
    this.players.destroy();
    this.history.destroy();
  }

  /** The move, what the judge says of it, and the move that the arrow shows. */
  #momentText(ply) {
    const view = viewAt(this.game, ply);
    if (view.result) return resultText(this, view, NOBODY);
    const { seat, text: move } = this.game.frames[ply];
    const { mark } = this.verdicts[ply - 1] ?? {};
    const pointed = this.#pointed(ply);
    const told = [
      move && t("moves.played", { player: this.names.colour(seat), move }),
      mark && t(`mark.${mark}`),
      pointed && t(`review.${pointed.key}`, pointed),
    ];
    return told.filter(Boolean).join(" ") || t("moves.start");
  }

  /** What would have been better, or else what is best now; nothing before there are verdicts. */
  #pointed(ply) {
    const { mark, best: better } = this.verdicts[ply - 1] ?? {};
    if (mark && better && better !== this.game.frames[ply].text) return { key: "better", best: better };
    const { best } = this.verdicts[ply] ?? {};
    return best ? { key: "best", best } : null;
  }

  #boardPicture(stage) {
    const { game, words, statusLine, names } = this;
    const board = createBoard(stage, {
      topology: game.board,
      colours: game.colours,
      game: game.game,
      words,
      texts: t,
      announce,
      onAction: (move) => variation.play(move),
      onAttempt: (move) => variation.play(move),
    });
    const onLeave = () => this.goTo(this.cursor);
    const variation = createVariation({ board, statusLine, names, words, onLeave });
    return {
      show: (ply) => {
        const { scene, last, phase } = viewAt(game, ply);
        board.arrow((phase !== "over" && this.#pointed(ply)?.best) || null, "best");
        variation.from(game.frames[ply].position, { scene, last, over: phase === "over" });
      },
      destroy() {
        variation.destroy();
        board.destroy();
      },
    };
  }

  async #ownPicture(stage) {
    const { game, table, words, names } = this;
    const { createTable } = await import(`/games/${game.game}/look/table.js`);
    const own = createTable(stage, {
      table,
      view: viewAt(game, 0),
      you: NOBODY,
      words,
      texts: t,
      fill: phrase,
      nameOf: names.colour,
      send: async () => ({ type: "refused", cmd: "" }),
      announce,
      settings: settings(),
      clock: { left: () => 0, seat: () => null, since: () => 0 },
      sound,
      replay: true,
    });
    return {
      show: (ply) => own.update(viewAt(game, ply), [], settings()),
      destroy: () => own.destroy(),
    };
  }

  async #judge() {
    this.judge.disabled = true;
    fill(this.judge, t("review.judging"));
    try {
      this.verdicts = (await ask("/api/analysis", { record: this.text })).moves;
    } catch (error) {
      notice(error.message);
      this.judge.disabled = false;
      fill(this.judge, icon("graph"), t("review.judge"));
      return;
    }
    const marks = new Map();
    this.verdicts.forEach(({ mark }, index) => mark && marks.set(index + 1, mark));
    this.history.set(this.game.frames, marks);
    this.graph.draw(this.verdicts);
    this.judge.remove();
    this.goTo(this.cursor);
  }

  #save() {
    const act = () => download(`${this.game.game}.txt`, this.text);
    const traits = { type: "button", class: "quiet", onclick: act };
    return el("button", traits, icon("download"), t("after.download"));
  }

  #share() {
    const { text, game } = this;
    const act = async () => {
      if (navigator.share) navigator.share({ title: game.title, text }).catch(() => {});
      else notice(t((await copy(text)) ? "review.copied" : "review.byHand"));
    };
    return el(
      "button",
      { type: "button", class: "quiet", onclick: act },
      icon("share"),
      t("review.share"),
    );
  }
}
