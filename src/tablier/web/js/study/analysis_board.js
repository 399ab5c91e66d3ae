/** A board on which any position of a tree is shown, judged, drawn on, and left for other moves. */

import { ask, ServerRefused } from "../base/api.js";
import { t } from "../base/language.js";
import { announce } from "../base/live_region.js";
import { sound } from "../base/sound.js";
import { createBoard } from "../board/board.js";
import { Drawer } from "../board/input/drawer.js";
import { actionButtons } from "../table/action_buttons.js";
import { pathsBefore } from "./record_view.js";

/**
 * @typedef {import("../variations/game_tree.js").TreeNode} TreeNode
 * @typedef {import("../base/types.js").Drawing["kind"]} Kind
 */

/** Milliseconds that somebody stays at a position before it is asked about: not while they run past. */
const STAYS = 150;
/** Nodes that are thought about a position: soon, then better, as long as somebody looks. */
const NODES = [20_000, 200_000];

export class AnalysisBoard {
  /**
   * @param {HTMLElement} place
   * @param {import("./review.js").Review} review
   */
  constructor(place, review) {
    this.review = review;
    const { game, words } = review;
    const play = (/** @type {string} */ text) => this.play(text);
    this.board = createBoard(place, {
      topology: game.board,
      colours: game.colours,
      game: game.game,
      words,
      texts: t,
      announce,
      onAction: play,
      onAttempt: play,
      onDraw: (points) => this.#draw(points),
      Drawer,
    });
    /** @type {TreeNode} */
    this.node = review.tree.root;
    /** @type {Kind|null} what is drawn now */
    this.kind = null;
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
   * @param {TreeNode} node
   * @param {number[]} [way] along which a piece comes there
   */
  show(node, way) {
    clearTimeout(this.waiting);
    this.valuing.abort();
    this.node = node;
    this.review.outlook(node.outlook);
    this.redraw(way);
    if (node.result) return;
    this.waiting = setTimeout(() => {
      this.#askWhatNow(node);
      if (!node.outlook) this.#value(node);
    }, STAYS);
  }

  /**
   * Points out an action.
   * @param {number[]} path
   */
  point(path) {
    this.board.arrow(path, "best");
  }

  /** @param {Kind|null} kind of what is to be drawn; null to play again */
  pencil(kind) {
    this.kind = kind;
    this.redraw();
  }

  destroy() {
    clearTimeout(this.waiting);
    this.valuing.abort();
    this.board.destroy();
  }

  /** @param {TreeNode} node */
  async #askWhatNow(node) {
    const { position } = node.frame;
    node.standing ??= await ask("/api/positions", { position }).catch(() => null);
    if (node === this.node) this.redraw();
  }

  /**
   * What the position is worth, and what is best there: again and again, always a little better.
   * @param {TreeNode} node
   */
  async #value(node) {
    this.valuing = new AbortController();
    const { signal } = this.valuing;
    const { position } = node.frame;
    let found = /** @type {import("../base/types.js").Outlook|null} */ (null);
    for (const nodes of NODES) {
      found = await ask("/api/values", { position, nodes }, undefined, signal)
        .catch(() => null);
      if (signal.aborted || !found) return;
      this.review.outlook(found);
      if (found.known) break;
    }
    node.outlook = found;
  }

  /** @param {number[]} [way] */
  redraw(way) {
    const { frame, standing, result, drawings } = this.node;
    const { legal = {}, moves = {}, actors = [] } = (!result && standing) || {};
    const { words, statusLine, near } = this.review;
    const { text, seat, path } = frame;
    this.board.update({
      scene: frame.scene,
      last: text === null || seat === null ? null : { path, earlier: pathsBefore(this.node) },
      way,
      legal: Object.values(moves).flat(),
      seat: actors[0] ?? null,
      near,
      drawings,
      drawing: this.kind !== null,
      interactive: Object.keys(legal).length > 0,
    });
    const play = (/** @type {string} */ one) => this.play(one);
    statusLine.acts(...actionButtons({ legal, moves }, words, play));
  }

  /** @param {number[]} points */
  #draw(points) {
    const { tree } = this.review;
    if (tree.draw(this.node, { kind: this.kind ?? "good", points })) this.review.changed();
    this.redraw();
  }

  /**
   * Goes on with an action, or says why it can't be.
   * @param {string} text
   */
  async play(text) {
    const { node, review } = this;
    const { legal = {}, actors = [] } = node.standing ?? {};
    const seat = Number(Object.keys(legal).find((one) => legal[one].includes(text)) ?? actors[0]);
    const known = review.tree.known(node, text, seat);
    if (known) {
      review.goTo(known);
      return { type: "ack" };
    }
    if (!review.tree.hasRoom(node)) {
      review.statusLine.explain(t("lines.deep"));
      return { type: "refused" };
    }
    try {
      const [start, ...before] = node.path.map(({ frame }) => frame);
      const line = before.map((frame) => [frame.seat, frame.text]);
      const asked = { position: start.position, line, text, seat };
      const made = review.tree.add(node, await ask("/api/positions/play", asked));
      sound("wood");
      review.changed();
      if (node === this.node) review.goTo(made);
      return { type: "ack" };
    } catch (error) {
      if (!(error instanceof ServerRefused)) throw error;
      const { code, rule, details, message } = error;
      review.statusLine.refuse({ code, rule, details, text: message });
      return { type: "refused" };
    }
  }
}
