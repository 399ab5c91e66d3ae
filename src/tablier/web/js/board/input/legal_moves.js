/**
 * What can be touched: legal actions with their points, as the server tells them. One point is a
 * click; the first and the last of several are a pair. docs/contract.md says how that is decided.
 *
 * @typedef {{text: string, points: number[], path: number[]}} Move
 * `path` has every touch-down on the way
 */

/** What says more than a place: a digit, or two letters side by side. */
const MIXED = /\p{Nd}|\p{L}{2}/u;

export class LegalMoves {
  /**
   * @param {string[]} names of the points
   * @param {string} [examples] a sentence of the game with a text of every kind in it
   */
  constructor(names, examples = "") {
    this.names = names;
    const longestFirst = [...names].sort((one, other) => other.length - one.length);
    this.pattern = new RegExp(longestFirst.map(escaped).join("|"), "g");
    this.index = new Map(names.map((name, point) => [name, point]));
    /** @type {Move[]} */
    this.legal = [];
    /** @type {Move[]} what can be tried though it is not legal */
    this.tries = [];
    this.examples = examples.split(/[\s,;:]+/).map((word) => this.read(word));
  }

  /**
   * A text of which the server has told no points: what it names, unless it says more than where.
   * @param {string} text
   * @returns {Move}
   */
  read(text) {
    const mixed = text.split(this.pattern).some((part) => MIXED.test(part));
    const found = mixed ? [] : (text.match(this.pattern) ?? []);
    const points = found.map((name) => this.index.get(name) ?? 0);
    return { text, points, path: points };
  }

  /**
   * @param {Move[]} legal
   * @param {string[]} [tries]
   */
  set(legal, tries = []) {
    this.legal = legal;
    this.tries = tries.map((text) => this.read(text));
  }

  /**
   * Moves that lead away from a point.
   * @param {number} point
   */
  from(point) {
    return this.legal.filter((move) => move.points.length > 1 && move.points[0] === point);
  }

  /**
   * Moves that lead to a point.
   * @param {number} point
   */
  to(point) {
    return this.legal.filter((move) => move.points.length > 1 && move.points.at(-1) === point);
  }

  /**
   * Moves that happen at one point.
   * @param {number} point
   */
  at(point) {
    return this.legal.filter((move) => move.points.length === 1 && move.points[0] === point);
  }

  /**
   * @param {number} start
   * @param {number} end
   */
  between(start, end) {
    const tried = this.tries.filter((move) => move.points.length > 1 && move.points[0] === start);
    return [...this.from(start), ...tried].filter((move) => move.points.at(-1) === end);
  }

  /** Whether anything is done at single points now. */
  get single() {
    return this.legal.some((move) => move.points.length === 1);
  }

  /**
   * The text of something that is not legal, written as what is legal is written, so that the
   * server can tell what speaks against it; null where no example shows how.
   * @param {number[]} points one, or a start and an end
   * @param {(start: number) => boolean} alike whether a move from there is of the same kind
   */
  attempt(points, alike) {
    const [start] = points;
    const fitting = [...this.legal, ...this.examples].filter(
      ({ text, points: own }) =>
        Math.min(own.length, 2) === points.length && this.read(text).points.length === own.length,
    );
    const model =
      fitting.find((move) => move.points[0] === start) ??
      fitting.find((move) => alike(move.points[0])) ??
      fitting[0];
    if (!model) return null;
    const parts = model.text.split(this.pattern);
    const between = points.length > 1 ? parts[1] + this.names[points[1]] : "";
    return parts[0] + this.names[start] + between + parts.at(-1);
  }
}

/** @param {string} name */
function escaped(name) {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
