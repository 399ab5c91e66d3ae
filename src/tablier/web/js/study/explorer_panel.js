/** How often each move was played from the position that one looks at, and what came of it. */

import { ask } from "../base/api.js";
import { el, fill, icon } from "../base/dom.js";
import { t } from "../base/language.js";

/**
 * @typedef {import("../variations/game_tree.js").TreeNode} TreeNode
 * @typedef {import("../base/types.js").ExploredMove} ExploredMove
 * @typedef {import("../base/types.js").KnownMove} KnownMove
 */

/** Milliseconds that somebody stays at a position before it is asked about. */
const STAYS = 150;
const KEPT = "tablier.explorer";

export class ExplorerPanel {
  /** @param {(text: string) => void} play */
  constructor(play) {
    this.play = play;
    /** @type {TreeNode|null} */
    this.node = null;
    /** @type {KnownMove[]} */
    this.known = [];
    /** @type {ExploredMove[]} */
    this.moves = [];
    this.waiting = 0;
    this.rows = el("tbody");
    this.none = el("p", { class: "soft small" });
    const heads = ["explorer.move", "explorer.played", "explorer.came"];
    this.table = el(
      "table",
      { class: "explored", hidden: true },
      el("thead", { class: "unseen" }, el("tr", {}, ...heads.map((key) => el("th", {}, t(key))))),
      this.rows,
    );
    this.element = el(
      "details",
      { class: "remarks", open: localStorage.getItem(KEPT) !== null },
      el("summary", {}, icon("book"), t("explorer.title")),
      this.table,
      this.none,
    );
    this.element.addEventListener("toggle", () => {
      if (this.element.open) localStorage.setItem(KEPT, "open");
      else localStorage.removeItem(KEPT);
      if (this.node) this.show(this.node);
    });
  }

  /** @param {TreeNode} node */
  show(node) {
    if (node !== this.node) [this.known, this.moves] = [[], []];
    this.node = node;
    clearTimeout(this.waiting);
    if (!this.element.open) return;
    this.waiting = setTimeout(() => this.#ask(node), STAYS);
  }

  /**
   * What moves lead to for certain, where that is known.
   * @param {KnownMove[]} moves
   */
  tell(moves) {
    this.known = moves;
    if (this.element.open) this.#draw();
  }

  destroy() {
    clearTimeout(this.waiting);
  }

  /** @param {TreeNode} node */
  async #ask(node) {
    const { position } = node.frame;
    const found = await ask("/api/positions/explored", { position }).catch(() => ({ moves: [] }));
    if (node !== this.node) return;
    this.moves = found.moves;
    this.#draw();
  }

  #draw() {
    const listed = new Set(this.moves.flatMap(({ text, alike }) => [text, ...alike]));
    const more = this.known.filter(({ text }) => !listed.has(text));
    const best = more.toSorted((one, other) => other.outcome - one.outcome);
    const unplayed = best.map(({ text }) => ({ text, alike: [] }));
    const rows = [...this.moves, ...unplayed].map((move) => this.#row(move));
    fill(this.rows, ...rows);
    this.table.hidden = rows.length === 0;
    fill(this.none, rows.length === 0 && t("explorer.none"));
  }

  /** @param {Pick<ExploredMove, "text"|"alike"|"house"|"book">} move */
  #row({ text, alike, house, book }) {
    const sum = (/** @type {"played"|"won"|"drawn"} */ name) =>
      (house?.[name] ?? 0) + (book?.[name] ?? 0);
    const [played, won, drawn] = [sum("played"), sum("won"), sum("drawn")];
    const known = this.known.find((one) => one.text === text);
    const onclick = () => this.play(text);
    const button = el("button", { type: "button", class: "quiet", onclick }, text);
    const others = alike.length > 0 &&
      el("span", { class: "soft small", title: alike.join(", ") }, ` +${alike.length}`);
    const counted = t("explorer.counts", { house: house?.played ?? 0, book: book?.played ?? 0 });
    return el(
      "tr",
      {},
      el("td", {}, button, others),
      el("td", { class: "figures", title: counted }, played || ""),
      el("td", {}, played > 0 && this.#bar(played, won, drawn), known && this.#sure(known)),
    );
  }

  /**
   * @param {number} played
   * @param {number} won
   * @param {number} drawn
   */
  #bar(played, won, drawn) {
    const shares = { won, drawn, lost: played - won - drawn };
    const told = t("explorer.shares", shares);
    const parts = Object.entries(shares).map(([name, count]) => {
      const part = el("span", { class: name });
      part.style.flexGrow = String(count);
      return part;
    });
    return el(
      "div",
      { class: "share-bar", role: "img", "aria-label": told, title: told },
      ...parts,
    );
  }

  /** @param {KnownMove} known */
  #sure({ outcome, turns }) {
    const kind = { 1: "won", 0: "drawn", [-1]: "lost" }[outcome];
    const key = turns === null ? `explorer.${kind}` : `explorer.${kind}In`;
    return el("span", { class: `small sure ${kind}` }, t(key, { n: turns ?? 0 }));
  }
}
