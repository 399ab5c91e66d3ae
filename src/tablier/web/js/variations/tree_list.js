/** The moves of a tree: the game turn by turn, below each what was tried instead. */

import { el, fill } from "../base/dom.js";
import { t } from "../base/language.js";
import { Stepper } from "../table/aside/stepper.js";

/** @typedef {import("./game_tree.js").TreeNode} TreeNode */

/** @type {Record<string, number>} */
const KEYS = { ArrowUp: -1, ArrowDown: 1 };
const BUSY = "input, select, textarea, dialog, [role=grid], [role=application], .board, .moves";

export class TreeList {
  /**
   * @param {{colour: (seat: number) => string}} names
   * @param {(node: TreeNode) => void} onStep the person wants to see another position
   */
  constructor(names, onStep) {
    this.names = names;
    this.onStep = onStep;
    /** @type {TreeNode[]} the line that is looked at */
    this.line = [];
    /** @type {TreeNode|null} */
    this.now = null;
    /** @type {Map<Element, TreeNode>} */
    this.nodes = new Map();
    this.stepper = new Stepper((ply) => onStep(this.line[ply]));
    const label = { "aria-label": t("moves.label") };
    this.list = el("ol", { class: "moves tree", tabindex: 0, ...label });
    this.element = el("section", { class: "history", ...label }, this.list, this.stepper.element);
    this.list.addEventListener("click", ({ target }) => {
      const move = /** @type {Element} */ (target).closest(".move");
      const node = move && this.nodes.get(move);
      if (node) onStep(node);
    });
    document.addEventListener("keydown", this.#press);
    this.resized = new ResizeObserver(() => this.#reveal());
    this.resized.observe(this.list);
  }

  /**
   * Draws the tree anew.
   * @param {import("./game_tree.js").GameTree} tree
   */
  set(tree) {
    this.nodes.clear();
    const [first] = tree.root.children;
    fill(
      this.list,
      ...tree.root.comments.map((comment) => el("li", { class: "remark" }, comment)),
      ...(first ? this.#rows(first) : []),
    );
    if (this.now) this.point(this.now);
  }

  /**
   * Marks the action after which the game is shown.
   * @param {TreeNode} node
   */
  point(node) {
    this.now = node;
    this.line = node.line;
    this.stepper.set(this.line.length - 1);
    this.stepper.point(this.line.indexOf(node), node.frame.text ?? t("moves.start"));
    for (const [move, one] of this.nodes) {
      move.classList.toggle("now", one === node);
      if (one === node) move.setAttribute("aria-current", "true");
      else move.removeAttribute("aria-current");
    }
    this.#reveal();
  }

  destroy() {
    document.removeEventListener("keydown", this.#press);
    this.stepper.destroy();
    this.resized.disconnect();
  }

  /**
   * Up and down go to what was tried instead.
   * @param {KeyboardEvent} event
   */
  #press = (event) => {
    const way = KEYS[event.key];
    const at = /** @type {Element} */ (event.target);
    if (!way || !this.now || event.altKey || event.ctrlKey || event.metaKey) return;
    if (at.closest?.(BUSY) && at !== this.list) return;
    const { siblings } = this.now;
    const other = siblings[siblings.indexOf(this.now) + way];
    if (!other) return;
    event.preventDefault();
    this.onStep(other);
  };

  /** Brings the move that is shown into view, and nothing else of the page. */
  #reveal() {
    const now = /** @type {HTMLElement|null} */ (this.list.querySelector(".now"));
    if (!now) {
      this.list.scrollTop = 0;
      return;
    }
    const [box, room] = [now.getBoundingClientRect(), this.list.getBoundingClientRect()];
    this.list.scrollTop += box.top - room.top - (room.height - box.height) / 2;
  }

  /**
   * A line, turn by turn, with what was tried in place of its actions.
   * @param {TreeNode} start
   */
  #rows(start) {
    /** @type {HTMLElement[]} */
    const rows = [];
    /** @type {TreeNode[]} */
    let turn = [];
    const close = () => {
      if (turn.length) rows.push(this.#turn(turn));
      const tried = turn.flatMap((node) =>
        node === start && node !== node.siblings[0] ? [] : node.siblings.slice(1)
      );
      rows.push(...tried.map((node) => this.#variation(node)));
      turn = [];
    };
    for (let node = start; node; [node] = node.children) {
      const before = turn.at(-1)?.frame;
      const { turn: number, seat } = node.frame;
      if (before && (before.turn !== number || before.seat !== seat)) close();
      turn.push(node);
    }
    close();
    return rows;
  }

  /** @param {TreeNode} start */
  #variation(start) {
    const called = start.name ? t("lines.named", { name: start.name }) : t("lines.variation");
    return el(
      "li",
      { class: "variation" },
      start.name && el("p", { class: "small called" }, start.name),
      el("ol", { "aria-label": called }, ...this.#rows(start)),
    );
  }

  /** @param {TreeNode[]} turn */
  #turn(turn) {
    const [{ frame }] = turn;
    const whose = frame.seat === null ? "" : this.names.colour(frame.seat);
    const said = turn.flatMap(({ comments }) => comments);
    return el(
      "li",
      { class: said.length > 0 && "remarked", data: { seat: frame.seat ?? "" } },
      el("span", { class: "number figures soft" }, `${frame.turn}`),
      el("span", { class: "unseen" }, whose),
      ...turn.map((node) => this.#move(node)),
      ...said.map((comment) => el("p", { class: "remark" }, comment)),
    );
  }

  /** @param {TreeNode} node */
  #move(node) {
    const mark = node.verdict?.mark;
    const drawn = node.drawings.length > 0;
    const move = el(
      "button",
      { class: `move ${mark ?? ""} ${drawn ? "drawn" : ""}`, type: "button", tabindex: -1 },
      node.frame.text,
      mark && el("span", { class: "unseen" }, ` ${t(`mark.${mark}`)}`),
    );
    this.nodes.set(move, node);
    return move;
  }
}
