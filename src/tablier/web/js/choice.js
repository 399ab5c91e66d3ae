/** What a person is about to do: the piece taken up, the point pointed at, and what follows. */

/**
 * @typedef {object} Consequences
 * @property {(move: import("./moves.js").Move) => void} perform
 * @property {(points: number[]) => void} attempt something that is not legal
 * @property {(point: number, taken: boolean) => void} announce a piece was taken up or put back
 * @property {() => void} changed another piece is taken up, or none
 * @property {() => void} aimed another point is pointed at
 */

export class Choice {
  /**
   * @param {import("./moves.js").Moves} moves
   * @param {(point: number) => boolean} own whether a piece of the person stands there
   * @param {Consequences} consequences
   */
  constructor(moves, own, consequences) {
    this.moves = moves;
    this.own = own;
    this.consequences = consequences;
    /** @type {number|null} */
    this.taken = null;
    /** @type {number|null} */
    this.pointed = null;
  }

  /**
   * A click, a tap or Enter.
   * @param {number} point or -1 beside all of them
   */
  press(point) {
    if (point < 0) this.drop();
    else if (this.taken === null) this.#begin(point);
    else this.#finish(this.taken, point);
  }

  /** @param {number} point */
  #begin(point) {
    const single = this.moves.at(point);
    if (this.movable(point)) this.take(point);
    else if (single) this.perform(single);
    else if (this.moves.single) this.consequences.attempt([point]);
  }

  /**
   * @param {number} start
   * @param {number} point
   */
  #finish(start, point) {
    const move = start === point ? this.moves.at(point) : this.moves.between(start, point);
    if (move) this.perform(move);
    else if (start === point) this.drop();
    else if (this.movable(point)) this.take(point);
    else this.consequences.attempt([start, point]);
  }

  /**
   * Whether the piece there can be taken up: it has somewhere to go, or it is one's own and the
   * server shall say why it has not.
   * @param {number} point
   */
  movable(point) {
    return this.moves.from(point).length > 0 || (this.own(point) && !this.moves.single);
  }

  /**
   * Whether pressing there leads to something legal.
   * @param {number} point
   */
  promising(point) {
    if (this.moves.from(point).length > 0) return true;
    if (this.taken === null) return this.moves.at(point) !== null;
    return point === this.taken || this.moves.between(this.taken, point) !== null;
  }

  /** @param {number} point */
  take(point) {
    if (this.taken === point) return;
    this.taken = point;
    this.consequences.announce(point, true);
    this.consequences.changed();
  }

  drop() {
    if (this.taken === null) return;
    const point = this.taken;
    this.taken = null;
    this.consequences.announce(point, false);
    this.consequences.changed();
  }

  /** Forgets everything, silently: the position has changed. */
  clear() {
    this.taken = null;
  }

  /** @param {import("./moves.js").Move} move */
  perform(move) {
    this.taken = null;
    this.consequences.perform(move);
    this.consequences.changed();
  }

  /** @param {number|null} point */
  point(point) {
    if (this.pointed === point) return;
    this.pointed = point;
    this.consequences.aimed();
  }

  /** The point whose targets are to be seen: of the piece taken up, or of the one pointed at. */
  get shown() {
    return this.taken ?? this.pointed;
  }

  /** The legal move from the piece taken up to the point that is pointed at. */
  get aimed() {
    if (this.taken === null || this.pointed === null) return null;
    return this.moves.between(this.taken, this.pointed);
  }
}
