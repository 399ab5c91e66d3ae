/** A game as a tree: what was played, and what has been tried beside it. */

import { recordText } from "./record_text.js";

/**
 * @typedef {import("../base/types.js").Frame} Frame
 * @typedef {import("../base/types.js").Drawing} Drawing
 * @typedef {import("../base/types.js").Verdict} Verdict
 */

/** Variations within each other, as records have them. */
const DEEPEST = 12;
/** Marks and arrows beside one action, likewise. */
const MOST_DRAWN = 64;

/** A position, and the action that led to it. */
export class TreeNode {
  /**
   * @param {Frame} frame
   * @param {TreeNode|null} parent
   */
  constructor(frame, parent) {
    this.frame = frame;
    this.parent = parent;
    /** @type {TreeNode[]} the first goes on with the line */
    this.children = [];
    this.name = frame.name ?? "";
    this.comments = frame.comments ?? [];
    /** @type {Drawing[]} */
    this.drawings = frame.drawings ?? [];
    this.result = frame.result ?? null;
    /** @type {import("../base/types.js").PositionShown|null} what can be done here, once it is known */
    this.standing = null;
    /** @type {import("../base/types.js").Outlook|null} once the engine has looked at it for long */
    this.outlook = null;
    /** @type {Verdict|null} on the action */
    this.verdict = null;
  }

  /** The positions that led here, this one at the end. */
  get path() {
    /** @type {TreeNode[]} */
    const path = [];
    for (let node = /** @type {TreeNode|null} */ (this); node; node = node.parent) path.push(node);
    return path.toReversed();
  }

  /** The path, and how it goes on. */
  get line() {
    const line = this.path;
    for (let [node] = this.children; node; [node] = node.children) line.push(node);
    return line;
  }

  /**
   * Where the variation begins that this is in; null in the game itself.
   * @returns {TreeNode|null}
   */
  get branch() {
    for (let node = /** @type {TreeNode} */ (this); node.parent; node = node.parent) {
      if (node.parent.children[0] !== node) return node;
    }
    return null;
  }

  /** How many variations this is within. */
  get depth() {
    return this.path.filter(({ parent }, index, path) =>
      parent?.children[0] !== path[index] && index
    )
      .length;
  }

  /** Other actions in place of this one, and itself. */
  get siblings() {
    return this.parent?.children ?? [this];
  }
}

export class GameTree {
  /** @param {import("../base/types.js").GameRecord} record */
  constructor({ frames, branches = [], result, record }) {
    /** @type {TreeNode[]} as the record has them */
    const nodes = [];
    for (const [number, frame] of [...frames, ...branches].entries()) {
      const before = nodes[frame.parent ?? number - 1] ?? null;
      const node = new TreeNode(frame, before);
      before?.children.push(node);
      nodes.push(node);
    }
    this.root = nodes[0];
    nodes[frames.length - 1].result = result;
    this.head = record.split("\n\n")[0];
  }

  /**
   * The game itself, from its first position on.
   * @returns {TreeNode[]}
   */
  get game() {
    return this.root.line;
  }

  /**
   * What was played from a position on already, if it was.
   * @param {TreeNode} node
   * @param {string} text
   * @param {number} seat
   */
  known(node, text, seat) {
    return node.children.find(({ frame }) => frame.text === text && frame.seat === seat);
  }

  /**
   * Whether a record has room for another action there.
   * @param {TreeNode} node
   */
  hasRoom(node) {
    return node.children.length === 0 || node.depth < DEEPEST;
  }

  /**
   * @param {TreeNode} node
   * @param {import("../base/types.js").PositionShown} standing where an action has led to
   */
  add(node, standing) {
    const { scene, position, last, result } = standing;
    const turn = node.standing?.turn ?? 0;
    const { text = null, seat = null, path = [] } = last ?? {};
    const made = new TreeNode({ text, seat, turn, path, scene, position, result }, node);
    made.standing = standing;
    node.children.push(made);
    return made;
  }

  /**
   * Takes an action away and all that follows; where it stood is given.
   * @param {TreeNode} node
   */
  remove(node) {
    const parent = /** @type {TreeNode} */ (node.parent);
    parent.children = parent.children.filter((other) => other !== node);
    return parent;
  }

  /**
   * Puts the variation that somebody is in before what it replaces.
   * @param {TreeNode} node
   */
  promote(node) {
    const { branch } = node;
    if (!branch?.parent) return;
    const others = branch.parent.children.filter((other) => other !== branch);
    branch.parent.children = [branch, ...others];
    branch.name = "";
  }

  /**
   * Draws a mark or an arrow, or takes it away where it is; whether there is room for it.
   * @param {TreeNode} node
   * @param {Drawing} drawn
   */
  draw(node, { kind, points }) {
    const there = (/** @type {Drawing} */ one) => String(one.points) === String(points);
    const same = node.drawings.find(there);
    const left = node.drawings.filter((one) => one !== same);
    if (left.length >= MOST_DRAWN) return false;
    node.drawings = same?.kind === kind ? left : [...left, { kind, points }];
    return true;
  }

  /**
   * The record of all this.
   * @param {string[]} names of the points
   */
  text(names) {
    return recordText(this, names);
  }
}
