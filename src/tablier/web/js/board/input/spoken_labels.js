/**
 * What a point is called for those who hear it: "b3, your piece, can go to b4 and c3".
 *
 * A game's words may name its pieces and areas (`words.pieces.stone`, `words.areas.pits`), and a
 * piece of one seat by another name (`words.pieces["character-green"]`).
 */

/**
 * @typedef {(key: string, details?: Object<string, any>) => string} Texts
 * @typedef {import("../../base/types.js").Scene["pieces"][number]} Piece
 */

export class SpokenLabels {
  /**
   * @param {import("../../base/types.js").Topology} topology
   * @param {string[]} colours
   * @param {import("../../base/types.js").Words} words
   * @param {Texts} texts
   */
  constructor(topology, colours, words, texts) {
    this.names = topology.names;
    /** @type {[string, number[]][]} what parts of the board are called, and their points */
    this.areas = Object.entries(words.areas ?? {}).flatMap(([name, said]) => {
      const points = topology.areas[name];
      return points ? [[said, points]] : [];
    });
    this.colours = colours;
    this.words = words;
    this.texts = texts;
    this.lists = new Intl.ListFormat(document.documentElement.lang || "en", {
      type: "conjunction",
    });
  }

  /**
   * @param {number} point
   * @param {Piece[]} pieces on it, from below
   * @param {number|null} seat the person's
   * @param {import("./selection.js").Selection} selection
   * @param {boolean} open whether the person may act
   */
  describe(point, pieces, seat, selection, open) {
    const areas = this.areas.filter(([, points]) => points.includes(point));
    const parts = [this.names[point], ...areas.map(([said]) => said)];
    if (pieces.length) parts.push(...pieces.map((piece) => this.piece(piece, seat)));
    else parts.push(this.texts("board.free"));
    if (open) parts.push(...this.#chances(point, pieces, selection));
    return parts.join(", ");
  }

  /**
   * @param {Piece} piece
   * @param {number|null} seat
   */
  piece(piece, seat) {
    const token = this.colours[piece.seat];
    const { pieces = {} } = this.words;
    const name = pieces[`${piece.kind}-${token}`] ?? pieces[piece.kind];
    const details = { piece: name ?? "", seat: this.words.seats?.[token] ?? token };
    const own = piece.seat === seat;
    if (name) return this.texts(own ? "board.own_kind" : "board.other_kind", details);
    return this.texts(own ? "board.own" : "board.other", details);
  }

  /**
   * @param {number} point
   * @param {Piece[]} pieces
   * @param {import("./selection.js").Selection} selection
   */
  #chances(point, pieces, selection) {
    const { moves, taken, aim } = selection;
    if (selection.held === point) return [this.texts("board.taken_up")];
    if (taken !== null && moves.between(taken, point).length) {
      return [this.texts("board.target", { start: this.names[taken] })];
    }
    if (aim !== null && moves.between(point, aim).length) {
      return [this.texts("board.goes", { points: this.names[aim] })];
    }
    const [ends, starts] = [this.#ends(moves, point), this.#starts(moves, point)];
    const chances = ends.length ? [this.texts("board.goes", { points: this.list(ends) })] : [];
    if (moves.at(point).length) {
      return [...chances, this.texts(pieces.length ? "board.choose" : "board.place")];
    }
    if (ends.length || !starts.length || selection.held !== null) return chances;
    return [this.texts("board.reached", { points: this.list(starts) })];
  }

  /**
   * @param {number} point
   * @param {import("./selection.js").Handling} handling
   * @param {import("./legal_moves.js").LegalMoves} moves
   */
  handling(point, handling, moves) {
    const start = this.names[point];
    if (handling === "back") return this.texts("board.back", { start });
    if (handling === "left") return this.texts("board.left", { end: start });
    if (handling === "aimed") {
      return this.texts("board.aiming", {
        end: start,
        points: this.list(this.#starts(moves, point)),
      });
    }
    const ends = this.#ends(moves, point);
    if (!ends.length) return this.texts("board.stuck", { start });
    return this.texts("board.taking", { start, points: this.list(ends) });
  }

  /**
   * A point from which an arrow is to go.
   * @param {number} point
   */
  drawing(point) {
    return this.texts("board.drawing", { start: this.names[point] });
  }

  /**
   * @param {import("./legal_moves.js").LegalMoves} moves
   * @param {number} point
   */
  #ends(moves, point) {
    return moves.from(point).map((move) => move.points[move.points.length - 1]);
  }

  /**
   * @param {import("./legal_moves.js").LegalMoves} moves
   * @param {number} point
   */
  #starts(moves, point) {
    return moves.to(point).map((move) => move.points[0]);
  }

  /** @param {import("../../base/types.js").Die[]} dice */
  dice(dice) {
    const thrown = dice.map(({ face, colour, spent }) => {
      const die = colour === "white" ? face : `${this.words.labels?.[colour] ?? colour} ${face}`;
      return spent ? this.texts("dice.spent", { die }) : String(die);
    });
    if (!thrown.length) return this.texts("dice.none");
    return this.texts("dice.show", { dice: this.lists.format(thrown) });
  }

  /** @param {number[]} points */
  list(points) {
    const names = [...new Set(points)].map((point) => this.names[point]);
    return this.lists.format(names);
  }
}
