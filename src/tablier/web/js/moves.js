/**
 * Legal texts, read as the points that they touch. The rules stay on the server: a text with
 * two points leads from the first to the last, one with a single point happens there.
 *
 * @typedef {{text: string, points: number[], path: number[]}} Move
 * `path` has every touch-down where the server told it, otherwise it is `points`
 */

export class Moves {
  /**
   * @param {string[]} names of the points
   * @param {string} [examples] a sentence of the game with a text of every kind in it
   */
  constructor(names, examples = "") {
    this.names = names;
    const longestFirst = [...names].sort((one, other) => other.length - one.length);
    this.pattern = new RegExp(`(?:${longestFirst.map(escaped).join("|")})(?!\\d)`, "g");
    this.index = new Map(names.map((name, point) => [name, point]));
    /** @type {Move[]} */
    this.legal = [];
    /** @type {Move[]} what can be tried though it is not legal */
    this.tries = [];
    this.examples = examples.split(/[\s,;:]+/).map((word) => this.read(word));
  }

  /**
   * @param {string} text
   * @param {string[]} [path]
   * @returns {Move}
   */
  read(text, path) {
    const points = (text.match(this.pattern) ?? []).map((name) => this.index.get(name) ?? 0);
    return { text, points, path: path?.map((name) => this.index.get(name) ?? 0) ?? points };
  }

  /**
   * @param {string[]} texts
   * @param {Object<string, string[]>} paths
   * @param {string[]} [tries]
   */
  set(texts, paths, tries = []) {
    this.legal = texts.map((text) => this.read(text, paths[text])).filter((m) => m.points.length);
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
   * The move that happens at one point, if there is one.
   * @param {number} point
   */
  at(point) {
    return shortest(this.legal.filter((m) => m.points.length === 1 && m.points[0] === point));
  }

  /**
   * @param {number} start
   * @param {number} end
   */
  between(start, end) {
    const tried = this.tries.filter((move) => move.points.length > 1 && move.points[0] === start);
    return shortest([...this.from(start), ...tried].filter((move) => move.points.at(-1) === end));
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
      (move) => Math.min(move.points.length, 2) === points.length,
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

/** @param {Move[]} moves */
function shortest(moves) {
  return moves.toSorted((one, other) => one.text.length - other.text.length).at(0) ?? null;
}

/** @param {string} name */
function escaped(name) {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
