/** A record on the table: stepped through, judged, and left for other moves from any position. */

import { ask, messageOf } from "../base/api.js";
import { copy, download, el, fill, homeward, icon } from "../base/dom.js";
import { t } from "../base/language.js";
import { announce } from "../base/live_region.js";
import { notice } from "../base/notice.js";
import { settings } from "../base/settings.js";
import { MoveList } from "../table/aside/move_list.js";
import { Players } from "../table/aside/players.js";
import { seatNames } from "../table/aside/seat_names.js";
import { resultText, StatusLine } from "../table/aside/status_line.js";
import { wayBack } from "../table/game_history.js";
import { loadOwnTable, NO_CLOCK } from "../table/own_table.js";
import { stillTable } from "../table/still_view.js";
import { ChancesGraph } from "./chances_graph.js";
import { playerNames, viewAt } from "./record_view.js";
import { Variation } from "./variation.js";

const NOBODY = { seats: [] };

export class Review {
  /**
   * @param {import("./opened_record.js").OpenedRecord} record
   * @param {import("../base/types.js").Words} words
   * @param {import("../base/types.js").Texts} levels
   */
  constructor({ text, game, near }, words, levels) {
    this.text = text;
    this.near = near;
    this.game = { ...game, title: words.title };
    this.words = words;
    this.table = stillTable(this.game);
    this.called = playerNames(game, levels);
    const seats = seatNames(this.table, words, levels);
    const colour = (/** @type {number} */ seat) => this.called[seat] || seats.colour(seat);
    this.names = { ...seats, colour };
    this.players = new Players(this);
    this.statusLine = new StatusLine(this);
    const onStep = (/** @type {number} */ ply) => this.goTo(ply);
    this.history = new MoveList(this.names, onStep);
    this.graph = new ChancesGraph(game.players, this.names, onStep);
    this.leaving = new AbortController();
    /** What is known of a position that somebody looks at: each seat's chance to win. */
    this.worth = el("p", { class: "soft small odds" });
    /** Whether the game draws its table itself, and with it the players. */
    this.module = false;
    /** @type {import("../base/types.js").Verdict[]} */
    this.verdicts = [];
    this.judge = el("button", { type: "button", class: "primary", onclick: () => this.#judge() });
    /**
     * @type {{show: (ply: number, way?: number[]) => void, flip?: () => void, destroy: () => void}|null}
     */
    this.picture = null;
    this.cursor = game.frames.length - 1;
  }

  /**
   * @param {HTMLElement} place
   * @param {boolean} module whether the game draws its table itself
   */
  async open(place, module) {
    const { game, players, statusLine, graph, history } = this;
    this.module = module;
    history.named = module;
    const stage = el("div", { class: module ? "stage own" : "stage" });
    this.picture = module ? await this.#ownPicture(stage) : this.#boardPicture(stage);
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
        !module && this.worth,
        graph.element,
        game.frames.length > 1 && this.judge,
        history.element,
        el("div", { class: "row" }, !module && this.#flip(), this.#save(), this.#share()),
      ),
    );
    history.set(game.frames);
    this.goTo(this.cursor);
  }

  /** @param {number} ply */
  goTo(ply) {
    const way = wayBack(this.game.frames, this.cursor, ply);
    this.cursor = ply;
    this.history.point(ply);
    this.graph.point(ply);
    this.picture?.show(ply, way);
    if (!this.module) this.players.draw(this.#view(ply), NOBODY);
    this.statusLine.quiet();
    this.statusLine.tell(this.#momentText(ply));
    announce(this.#played(ply) ?? t("moves.start"));
  }

  /** @param {number} ply */
  #view(ply) {
    return viewAt(this.game, ply, this.called);
  }

  /** @param {number} ply */
  #played(ply) {
    const { last } = this.#view(ply);
    return last && t("moves.played", { player: this.names.colour(last.seat), move: last.text });
  }

  destroy() {
    this.leaving.abort();
    this.picture?.destroy();
    this.players.destroy();
    this.history.destroy();
  }

  /**
   * The move, what the judge says of it, and the move that the arrow shows.
   * @param {number} ply
   */
  #momentText(ply) {
    const view = this.#view(ply);
    if (view.result) return resultText(this, view, NOBODY);
    const { mark, known } = this.verdicts[ply - 1] ?? {};
    const pointed = this.#pointed(ply);
    const sentences = [
      this.#played(ply),
      mark && t(`mark.${mark}`),
      known && this.#knownText(known),
      pointed && t(`review.${pointed.key}`, pointed),
    ];
    return sentences.filter(Boolean).join(" ") || t("moves.start");
  }

  /**
   * What best play leads to from here.
   * @param {import("../base/types.js").KnownOutcome} known
   */
  #knownText({ winner, turns, sure }) {
    if (winner === null) return t("known.draws");
    const player = this.names.colour(winner);
    if (!sure) return t("known.winsUnlessCounted", { player });
    return turns === null ? t("known.wins", { player }) : t("known.winsIn", { player, n: turns });
  }

  /**
   * What would have been better, or else what is best now; nothing before there are verdicts.
   * @param {number} ply
   */
  #pointed(ply) {
    const { mark, best: better, path } = this.verdicts[ply - 1] ?? {};
    if (mark && better && better !== this.game.frames[ply].text) {
      return { key: "better", best: better, path };
    }
    const { best, path: next } = this.verdicts[ply] ?? {};
    return best ? { key: "best", best, path: next } : null;
  }

  /** @param {number[]} chances none where nothing is known yet */
  value(chances) {
    const told = chances.map((chance, seat) =>
      t("graph.chance", { player: this.names.colour(seat), n: Math.round(chance * 100) })
    );
    fill(this.worth, told.length > 0 && t("review.worth", { chances: told.join(", ") }));
  }

  /** @param {HTMLElement} place */
  #boardPicture(place) {
    const variation = new Variation(place, this);
    return {
      /** @param {number} ply @param {number[]} [way] */
      show: (ply, way) => {
        const { scene, last, phase } = this.#view(ply);
        const over = phase === "over";
        const arrow = over ? [] : (this.#pointed(ply)?.path ?? []);
        const { position } = this.game.frames[ply];
        variation.from({ position, scene, last }, { over, way, arrow });
      },
      flip: () => variation.flip(),
      destroy: () => variation.destroy(),
    };
  }

  /** @param {HTMLElement} place */
  async #ownPicture(place) {
    const { game, table, words, names } = this;
    const createTable = await loadOwnTable(game.game);
    const own = createTable(place, {
      table,
      view: this.#view(0),
      you: NOBODY,
      words,
      nameOf: names.colour,
      send: async () => ({ type: "refused", cmd: "" }),
      clock: NO_CLOCK,
      record: game.frames,
    });
    return {
      /** @param {number} ply */
      show: (ply) => own.update(this.#view(ply), [], settings()),
      destroy: () => own.destroy(),
    };
  }

  async #judge() {
    this.judge.disabled = true;
    fill(this.judge, t("review.judging"));
    try {
      const record = { record: this.text };
      const judged = await ask("/api/analysis", record, undefined, this.leaving.signal);
      this.verdicts = judged.moves;
    } catch (error) {
      if (this.leaving.signal.aborted) return;
      notice(messageOf(error));
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

  #flip() {
    const label = t("tool.flip");
    const traits = { type: "button", class: "quiet square", title: label, "aria-label": label };
    const act = () => this.picture?.flip?.();
    return el("button", { ...traits, data: { tool: "flip" }, onclick: act }, icon("flip"));
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
