/** What a person is about to do: the piece taken up, the point pointed at, and what follows. */

/** @typedef {import("../../base/types.js").Move} Move */
/** @typedef {"taken"|"back"|"aimed"|"left"} Handling what was done to a point */

/**
 * @typedef {object} Consequences
 * @property {(move: Move) => void} perform
 * @property {(moves: Move[]) => void} ask which of several is meant
 * @property {(points: number[]) => void} attempt something that is not legal
 * @property {() => void} miss nothing can be done there
 * @property {(point: number, handling: Handling) => void} announce
 * @property {() => void} changed another piece is taken up, or none
 * @property {() => void} aimed another point is pointed at
 */

export class Selection {
  /**
   * @param {import("./legal_moves.js").LegalMoves} moves
   * @param {(point: number) => boolean} own whether a piece of the person stands there
   * @param {Consequences} consequences
   */
  constructor(moves, own, consequences) {
    this.moves = moves;
    this.own = own;
    this.consequences = consequences;
    /** @type {number|null} where something begins */
    this.taken = null;
    /** @type {number|null} where something is to end that has not begun */
    this.aim = null;
    /** @type {number|null} */
    this.pointed = null;
  }

  /** The point that was pressed first, whichever end of a move it is. */
  get held() {
    return this.taken ?? this.aim;
  }

  /**
   * A click, a tap or Enter.
   * @param {number} point or -1 beside all of them
   */
  press(point) {
    if (point < 0 && this.held === null) this.consequences.miss();
    else if (point < 0) this.drop();
    else if (this.taken !== null) this.#finish(this.taken, point);
    else if (this.aim !== null) this.#lead(point, this.aim);
    else this.#begin(point);
  }

  /** @param {number} point */
  #begin(point) {
    const alone = this.moves.at(point);
    if (this.movable(point)) this.take(point);
    else if (alone.length) this.offer(alone);
    else if (this.moves.to(point).length) this.#aimAt(point);
    else if (this.moves.single) this.consequences.attempt([point]);
    else this.consequences.miss();
  }

  /**
   * A point that is touched alone and as a beginning is taken up; pressed again, it is alone.
   * @param {number} start
   * @param {number} point
   */
  #finish(start, point) {
    const alone = start === point ? this.moves.at(point) : [];
    const meant = [...alone, ...this.moves.between(start, point)];
    if (meant.length) this.offer(meant);
    else if (start === point) this.drop();
    else if (this.movable(point)) this.take(point);
    else this.consequences.attempt([start, point]);
  }

  /**
   * The end came first; now something that leads there, or anything else.
   * @param {number} point
   * @param {number} end
   */
  #lead(point, end) {
    const meant = this.moves.between(point, end);
    if (meant.length) {
      this.offer(meant);
      return;
    }
    this.drop();
    if (point !== end) this.#begin(point);
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
    if (this.aim !== null) return this.moves.between(point, this.aim).length > 0;
    if (this.moves.from(point).length > 0) return true;
    if (this.taken === null) return this.moves.at(point).length > 0;
    return point === this.taken || this.moves.between(this.taken, point).length > 0;
  }

  /** @param {number} point */
  take(point) {
    if (this.taken === point) return;
    [this.taken, this.aim] = [point, null];
    this.consequences.announce(point, "taken");
    this.consequences.changed();
  }

  /** @param {number} point */
  #aimAt(point) {
    this.aim = point;
    this.consequences.announce(point, "aimed");
    this.consequences.changed();
  }

  drop() {
    const { held } = this;
    if (held === null) return;
    const handling = this.taken === null ? "left" : "back";
    this.clear();
    this.consequences.announce(held, handling);
    this.consequences.changed();
  }

  /** Forgets everything, silently: the position has changed. */
  clear() {
    [this.taken, this.aim] = [null, null];
  }

  /**
   * Does what is meant, or asks which of several.
   * @param {Move[]} moves
   */
  offer(moves) {
    if (moves.length === 1) this.perform(moves[0]);
    else this.consequences.ask(moves);
  }

  /** @param {Move} move */
  perform(move) {
    this.clear();
    this.consequences.perform(move);
    this.consequences.changed();
  }

  /** @param {number|null} point */
  point(point) {
    if (this.pointed === point) return;
    this.pointed = point;
    this.consequences.aimed();
  }

  /** Where a move can be completed, of the point held or the one pointed at. */
  get ends() {
    const { moves, aim } = this;
    if (aim !== null) return new Set(moves.to(aim).map((move) => move.points[0]));
    const shown = this.taken ?? this.pointed;
    return new Set(shown === null ? [] : moves.from(shown).map((move) => move.points.at(-1)));
  }

  /** The legal move between the point held and the point that is pointed at. */
  get prospect() {
    const { moves, taken, aim, pointed } = this;
    if (pointed === null) return null;
    if (taken !== null) return moves.between(taken, pointed)[0] ?? null;
    return aim === null ? null : (moves.between(pointed, aim)[0] ?? null);
  }
}
