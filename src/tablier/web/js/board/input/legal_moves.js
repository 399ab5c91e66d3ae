/**
 * What can be touched: legal actions with their points, as the server tells them. One point is a
 * click; the first and the last of several are a pair. docs/contract.md says how that is decided.
 */

/** @typedef {import("../../base/types.js").Move} Move */

export class LegalMoves {
  /**
   * @param {string[]} names of the points
   * @param {Move[]} examples of how actions are written
   */
  constructor(names, examples) {
    this.names = names;
    this.examples = examples;
    /** @type {Move[]} */
    this.legal = [];
    /** @type {Move[]} what can be tried though it is not legal */
    this.tries = [];
  }

  /**
   * @param {Move[]} legal
   * @param {Move[]} tries
   */
  set(legal, tries) {
    this.legal = legal;
    this.tries = tries;
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
    const [start, end] = points.map((point) => this.names[point]);
    const fitting = [...this.legal, ...this.examples].flatMap((move) => {
      const parts = this.#around(move);
      const fits = parts && Math.min(move.points.length, 2) === points.length;
      return fits ? [{ first: move.points[0], parts }] : [];
    });
    const model = fitting.find(({ first }) => first === points[0]) ??
      fitting.find(({ first }) => alike(first)) ??
      fitting[0];
    if (!model) return null;
    const [before, between] = model.parts;
    return before + start + (end === undefined ? "" : between + end) + model.parts.at(-1);
  }

  /**
   * What stands before, between and after the names of a move's points; null where its text does
   * not name them.
   * @param {Move} move
   */
  #around({ text, points }) {
    const parts = [];
    let rest = text;
    for (const point of points) {
      const at = rest.indexOf(this.names[point]);
      if (at < 0) return null;
      parts.push(rest.slice(0, at));
      rest = rest.slice(at + this.names[point].length);
    }
    return [...parts, rest];
  }
}
