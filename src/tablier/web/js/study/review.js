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
import { loadOwnTable, NO_CLOCK } from "../table/own_table.js";
import { stillTable } from "../table/still_view.js";
import { AnalysisBoard } from "./analysis_board.js";
import { ChancesGraph } from "./chances_graph.js";
import { ExplorerPanel } from "./explorer_panel.js";
import { GameTree } from "../variations/game_tree.js";
import { movingPicture } from "./moving_picture.js";
import { keepStudy } from "../variations/kept_studies.js";
import { keepOpen } from "./opened_record.js";
import { knownText, OutlookLine } from "./outlook_line.js";
import { linkTo } from "../variations/record_link.js";
import { playerNames, viewOf } from "./record_view.js";
import { RemarkForm } from "../variations/remark_form.js";
import { reviewOf, storedReview } from "./stored_review.js";
import { TreeList } from "../variations/tree_list.js";

/** @typedef {import("../variations/game_tree.js").TreeNode} TreeNode */

const NOBODY = { seats: [] };

const nothing = () => ({ moves: null });

export class Review {
  /**
   * @param {import("./opened_record.js").OpenedRecord} record
   * @param {import("../base/types.js").Words} words
   * @param {import("../base/types.js").Texts} levels
   * @param {boolean} module whether the game draws its table itself, and with it the players
   */
  constructor(record, words, levels, module) {
    const { text, game, near, sent = false, table: played } = record;
    this.text = text;
    this.origin = record.origin;
    this.played = played;
    this.sent = sent;
    this.near = near;
    this.fits = true;
    this.module = module;
    this.game = { ...game, title: words.title };
    this.tree = new GameTree(game);
    this.words = words;
    this.table = stillTable(this.game);
    this.called = playerNames(game, levels);
    const seats = seatNames(this.table, words, levels);
    const colour = (/** @type {number} */ seat) => this.called[seat] || seats.colour(seat);
    this.names = { ...seats, colour };
    this.players = new Players(this);
    this.statusLine = new StatusLine(this);
    const onStep = (/** @type {number} */ ply) => this.goTo(this.tree.game[ply]);
    this.moves = module ? new MoveList(this.names, onStep) : null;
    this.list = module ? null : new TreeList(this.names, (node) => this.goTo(node));
    this.graph = new ChancesGraph(game.players, this.names, onStep);
    this.worth = new OutlookLine(this.names);
    this.explorer = new ExplorerPanel((move) => this.board?.play(move));
    this.remarks = new RemarkForm({
      changed: () => this.changed(),
      draw: (kind) => this.board?.pencil(kind),
      promote: () => this.#promote(),
      remove: () => this.goTo(this.tree.remove(this.node), true),
    });
    this.leaving = new AbortController();
    this.judge = el("button", { type: "button", class: "primary", onclick: () => this.#judge() });
    /** @type {AnalysisBoard|null} */
    this.board = null;
    /** @type {import("../base/types.js").TableModule|null} */
    this.own = null;
    this.node = /** @type {TreeNode} */ (this.tree.game.at(-1));
  }

  /** @param {HTMLElement} place */
  async open(place) {
    const { game, module, players, statusLine, graph } = this;
    const stage = el("div", { class: module ? "stage own" : "stage" });
    if (module) this.own = await this.#ownTable(stage);
    else this.board = new AnalysisBoard(stage, this);
    fill(this.judge, icon("graph"), t("review.judge"));
    const heading = el("h2", {}, game.title);
    const what = el("span", { class: "soft small" }, t("review.title"));
    const history = /** @type {MoveList|TreeList} */ (this.moves ?? this.list);
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
        !module && this.worth.element,
        graph.element,
        game.frames.length > 1 && this.judge,
        history.element,
        !module && this.explorer.element,
        !module && this.remarks.element,
        el(
          "div",
          { class: "row" },
          !module && this.#flip(),
          this.#save(),
          !this.sent && this.#share(),
          movingPicture(game.game, this.text, this.near, this.leaving.signal),
        ),
      ),
    );
    if (this.moves) this.moves.named = true;
    this.#listMoves();
    this.goTo(this.node);
    const { moves } = this.played ? await storedReview(this.played).catch(nothing) : nothing();
    if (moves) this.#judged(moves);
  }

  /**
   * @param {TreeNode} node
   * @param {boolean} [changed] whether the tree is another one now
   */
  goTo(node, changed = false) {
    const back = this.node.parent === node ? this.node.frame.path.toReversed() : undefined;
    this.node = node;
    if (changed) this.changed();
    const ply = this.tree.game.indexOf(node);
    this.moves?.point(ply);
    this.list?.point(node);
    this.graph.point(Math.max(ply, 0));
    const view = this.#view(node);
    this.own?.update(view, [], settings());
    if (!this.module) this.players.draw(view, NOBODY);
    this.statusLine.quiet();
    this.statusLine.tell(this.#momentText(node));
    this.board?.show(node, back);
    this.board?.point(node.result ? [] : (this.#pointed(node)?.path ?? []));
    this.remarks.show(node);
    if (!this.module) this.explorer.show(node);
    announce([this.#played(node) ?? t("moves.start"), ...node.comments].join(" "));
  }

  /** What is told of the position: somebody has played, written or drawn something. */
  changed() {
    this.text = this.tree.text(this.game.board.names);
    this.#keep();
    this.#listMoves();
    this.list?.point(this.node);
    this.remarks.show(this.node);
  }

  /** @param {import("../base/types.js").Outlook|null} found */
  outlook(found) {
    this.worth.show(found);
    this.explorer.tell(found?.moves ?? []);
    if (found && !this.#pointed(this.node)) this.board?.point(found.path);
  }

  destroy() {
    this.leaving.abort();
    this.board?.destroy();
    this.own?.destroy();
    this.players.destroy();
    this.explorer.destroy();
    this.moves?.destroy();
    this.list?.destroy();
  }

  /** What was tried stays when the tab is closed. */
  #keep() {
    const { text, near, played: table, origin, game } = this;
    keepOpen({ text, near, table, origin });
    const study = { origin, text, near, table, game: game.game, at: Date.now() };
    const fits = keepStudy(study);
    if (!fits && this.fits) notice(t("study.tooLarge"));
    this.fits = fits;
  }

  #promote() {
    this.tree.promote(this.node);
    this.goTo(this.node, true);
  }

  #listMoves() {
    const { game } = this.tree;
    const marks = new Map();
    game.forEach(({ verdict }, ply) => verdict?.mark && marks.set(ply, verdict.mark));
    this.moves?.set(this.game.frames, marks);
    this.list?.set(this.tree);
  }

  /** @param {TreeNode} node */
  #view(node) {
    return viewOf(node, this.called);
  }

  /** @param {TreeNode} node */
  #played(node) {
    const { last } = this.#view(node);
    return last && t("moves.played", { player: this.names.colour(last.seat), move: last.text });
  }

  /**
   * The move, what the judge says of it, and the move that the arrow shows.
   * @param {TreeNode} node
   */
  #momentText(node) {
    const view = this.#view(node);
    if (view.result) return resultText(this, view, NOBODY);
    const { mark, known } = node.verdict ?? {};
    const pointed = this.#pointed(node);
    const sentences = [
      this.#played(node),
      mark && t(`mark.${mark}`),
      known && knownText(known, this.names),
      pointed && t(`review.${pointed.key}`, pointed),
    ];
    return sentences.filter(Boolean).join(" ") || t("moves.start");
  }

  /**
   * What would have been better, or else what is best now; nothing before there are verdicts.
   * @param {TreeNode} node
   */
  #pointed({ verdict, frame, children }) {
    const { mark, best: better, path } = verdict ?? {};
    if (mark && better && better !== frame.text) return { key: "better", best: better, path };
    const { best, path: next } = children[0]?.verdict ?? {};
    return best ? { key: "best", best, path: next } : null;
  }

  /** @param {HTMLElement} place */
  async #ownTable(place) {
    const { game, table, words, names } = this;
    const createTable = await loadOwnTable(game.game);
    return createTable(place, {
      table,
      view: this.#view(this.tree.root),
      you: NOBODY,
      words,
      nameOf: names.colour,
      send: async () => ({ type: "refused", cmd: "" }),
      clock: NO_CLOCK,
      record: game.frames,
    });
  }

  async #judge() {
    this.judge.disabled = true;
    fill(this.judge, t("review.judging"));
    try {
      this.#judged(await reviewOf(this.text, this.played, this.leaving.signal));
    } catch (error) {
      if (this.leaving.signal.aborted) return;
      notice(messageOf(error));
      this.judge.disabled = false;
      fill(this.judge, icon("graph"), t("review.judge"));
    }
  }

  /** @param {import("../base/types.js").Verdict[]} verdicts of the game, whatever else was tried */
  #judged(verdicts) {
    let node = /** @type {TreeNode|undefined} */ (this.tree.root);
    for (const verdict of verdicts) {
      node = node?.children.find(({ frame }) => frame.text === verdict.text);
      if (node) node.verdict = verdict;
    }
    this.graph.draw(verdicts);
    this.#listMoves();
    this.judge.remove();
    this.goTo(this.node);
  }

  #flip() {
    const label = t("tool.flip");
    const traits = { type: "button", class: "quiet square", title: label, "aria-label": label };
    const act = () => this.board?.flip();
    return el("button", { ...traits, data: { tool: "flip" }, onclick: act }, icon("flip"));
  }

  #save() {
    const act = async () => download(`${this.game.game}.txt`, await this.#written());
    const traits = { type: "button", class: "quiet", onclick: act };
    return el("button", traits, icon("download"), t("after.download"));
  }

  /** The record as the house writes it; as it is here, where that can't be had. */
  async #written() {
    const asked = { record: this.text };
    const read = await ask("/api/records", asked).catch((error) => notice(messageOf(error)));
    return read?.record ?? this.text;
  }

  /** A link with everything in it, or the record where that would be too long. */
  #share() {
    const act = async () => {
      const record = await this.#written();
      const url = await linkTo(record);
      if (navigator.share) {
        const shared = url ? { url } : { text: record };
        navigator.share({ title: this.game.title, ...shared }).catch(() => {});
        return;
      }
      const copied = await copy(url ?? record);
      notice(t(!copied ? "review.byHand" : url ? "review.linkCopied" : "review.copied"));
    };
    return el(
      "button",
      { type: "button", class: "quiet", onclick: act },
      icon("share"),
      t("review.share"),
    );
  }
}
