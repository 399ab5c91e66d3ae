/** What somebody has set up: pieces, what lies beside the board, whose turn it is. */

/**
 * @typedef {import("../base/types.js").Piece} Piece
 * @typedef {Pick<Piece, "seat"|"kind">} Brush
 */

export class Setting {
  /**
   * @param {import("../base/types.js").Scene} start
   * @param {{kinds: string[], counts: Record<string, number>}} arranging
   * @param {number} players
   */
  constructor(start, { kinds, counts }, players) {
    this.kinds = kinds;
    this.players = players;
    this.seat = 0;
    /** @type {Piece[]} */
    this.pieces = [...start.pieces];
    /** Of what a seat has only one, that one moves. */
    this.single = new Set(
      this.brushes.filter((brush) =>
        start.pieces.filter((piece) => alike(piece, brush)).length === 1
      )
        .map(({ seat, kind }) => `${seat} ${kind}`),
    );
    this.counts = start.counts.map((held) =>
      Object.fromEntries(Object.keys(counts).map((name) => [name, held[name] ?? 0]))
    );
  }

  /** Everything that can be put on a board. */
  get brushes() {
    return Array.from(
      { length: this.players },
      (_, seat) => this.kinds.map((kind) => ({ seat, kind })),
    ).flat();
  }

  /**
   * Puts a piece on a point, or takes the same one away, and whatever lies on it.
   * @param {number} point
   * @param {Brush|null} brush nothing takes away what lies on top
   */
  press(point, brush) {
    const there = this.#on(point);
    const same = brush ? there.findIndex((piece) => alike(piece, brush)) : there.length - 1;
    if (!brush || same >= 0) {
      this.#drop(there.slice(Math.max(same, 0)));
      return;
    }
    const only = this.single.has(`${brush.seat} ${brush.kind}`);
    const moved = only ? this.pieces.filter((piece) => alike(piece, brush)) : [];
    this.#drop([...there.filter(({ kind }) => kind === brush.kind), ...moved]);
    this.#supply(brush.seat, -1);
    this.#lay([...this.pieces, { ...brush, point }]);
  }

  /**
   * Carries whatever lies on one point to another.
   * @param {number} from
   * @param {number} to
   */
  carry(from, to) {
    const carried = this.#on(from);
    if (!carried.length) return;
    this.#drop(this.#on(to));
    const left = this.pieces.filter(({ point }) => point !== from);
    this.#lay([...left, ...carried.map(({ seat, kind }) => ({ seat, kind, point: to }))]);
  }

  clear() {
    this.#drop(this.pieces);
  }

  /** @param {Piece[]} gone */
  #drop(gone) {
    for (const { seat } of gone) this.#supply(seat, 1);
    this.pieces = this.pieces.filter((piece) => !gone.includes(piece));
  }

  /**
   * What is put on the board comes from beside it, where pieces wait there, and goes back.
   * @param {number} seat
   * @param {number} more
   */
  #supply(seat, more) {
    const [name] = Object.keys(this.counts[seat]);
    if (name && this.counts[seat][name] + more >= 0) this.counts[seat][name] += more;
  }

  /** @param {number} point */
  #on(point) {
    return this.pieces.filter((piece) => piece.point === point);
  }

  /**
   * Upper pieces come last.
   * @param {Piece[]} pieces
   */
  #lay(pieces) {
    const height = (/** @type {Piece} */ { kind }) => this.kinds.indexOf(kind);
    this.pieces = pieces.toSorted((one, other) => height(one) - height(other));
  }
}

/**
 * @param {Brush} one
 * @param {Brush} other
 */
function alike(one, other) {
  return one.seat === other.seat && one.kind === other.kind;
}
