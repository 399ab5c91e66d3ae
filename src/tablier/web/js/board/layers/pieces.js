/**
 * The pieces on the board. A new scene is compared with what stands there: what is the same
 * stays, the rest travels, comes or leaves.
 */

import { at, enter, leave, travel, whereabouts } from "../motion.js";
import { svg } from "../svg.js";

/**
 * @typedef {import("../../base/types.js").Scene["pieces"][number]} Piece
 * @typedef {{element: SVGElement, piece: Piece}} Token
 * @typedef {import("../layout.js").Place} Place
 * @typedef {object} Journey what is known of the action that led here
 * @property {number[]} path
 * @property {(seat: number) => Place|null} origin where a seat's new pieces come from
 * @property {() => Place|null} exit where a piece goes that is taken off
 */

export class Pieces {
  /**
   * @param {SVGElement} layer
   * @param {import("../look.js").Look} look
   * @param {string[]} colours
   */
  constructor(layer, look, colours) {
    this.layer = layer;
    this.look = look;
    this.colours = colours;
    /** @type {Token[]} */
    this.tokens = [];
    /** @type {import("../layout.js").Layout|null} */
    this.layout = null;
  }

  /**
   * Puts every piece where it belongs on a board that was turned.
   * @param {import("../layout.js").Layout} layout
   */
  place(layout) {
    this.layout = layout;
    this.layer.style.setProperty("--spacing", String(layout.spacing));
    for (const { element, piece } of this.tokens) {
      element.style.transform = at(layout.places[piece.point]);
    }
  }

  /**
   * The topmost piece on a point.
   * @param {number} point
   */
  on(point) {
    return this.tokens.findLast((token) => token.piece.point === point);
  }

  /**
   * Everything on a point, from below.
   * @param {number} point
   */
  all(point) {
    return this.tokens.filter((token) => token.piece.point === point).map((token) => token.piece);
  }

  /**
   * @param {Piece[]} wanted
   * @param {Journey} journey
   * @param {boolean} animate
   */
  show(wanted, journey, animate) {
    const pairs = matched(this.tokens, wanted, journey.path, this.layout?.places ?? []);
    const kept = new Set(pairs.values());
    for (const token of this.tokens) {
      if (kept.has(token)) continue;
      if (animate) leave(token.element, journey.exit());
      else token.element.remove();
    }
    this.tokens = wanted.map((piece) => {
      const token = pairs.get(piece);
      return token
        ? this.#moved(token, piece, journey.path, animate)
        : this.#new(piece, journey, animate);
    });
    this.#order();
  }

  /**
   * Moves a piece before the server has agreed; the next scene puts it right.
   * @param {number} start
   * @param {number[]} path
   */
  anticipate(start, path) {
    const token = this.on(start);
    if (!token) return;
    const piece = { ...token.piece, point: path[path.length - 1] };
    const others = this.tokens.filter((other) => other !== token);
    this.tokens = [...others, this.#moved(token, piece, path, true)];
  }

  /**
   * @param {Token} token
   * @param {Piece} piece
   * @param {number[]} path
   * @param {boolean} animate
   * @returns {Token}
   */
  #moved(token, piece, path, animate) {
    const { element } = token;
    const places = this.layout?.places ?? [];
    const held = element.classList.contains("held");
    element.classList.remove("held");
    if (token.piece.point !== piece.point || held) {
      const onPath = path[0] === token.piece.point && path[path.length - 1] === piece.point;
      const between = onPath && !held ? path.slice(1, -1).map((point) => places[point]) : [];
      const hopping = between.length > 0 || this.#hops(element, token.piece.point, piece.point);
      const way = [whereabouts(element), ...between, places[piece.point]];
      if (animate) travel(element, way, hopping && !held);
      else element.style.transform = at(places[piece.point]);
    }
    return { element, piece };
  }

  /**
   * Whether the piece on a point leaps on its way between two others.
   * @param {number} point
   * @param {number[]} path
   */
  leaps(point, path) {
    const element = this.on(point)?.element;
    return (
      path.length > 2 || Boolean(element && this.#hops(element, path[0], path[path.length - 1]))
    );
  }

  /**
   * A look's `--gait` says how a piece goes: `slide`, `hop`, or `jump`, which is to slide to a
   * neighbour and to hop farther.
   * @param {SVGElement} element
   * @param {number} from
   * @param {number} to
   */
  #hops(element, from, to) {
    const gait = getComputedStyle(element).getPropertyValue("--gait").trim();
    return gait === "hop" || (gait === "jump" && !this.layout?.near(from, to));
  }

  /**
   * @param {Piece} piece
   * @param {Journey} journey
   * @param {boolean} animate
   * @returns {Token}
   */
  #new(piece, journey, animate) {
    const place = this.layout?.places[piece.point] ?? { x: 0, y: 0 };
    const element = this.draw(piece, this.layer);
    if (animate) enter(element, place, journey.origin(piece.seat));
    else element.style.transform = at(place);
    return { element, piece };
  }

  /**
   * @param {Pick<Piece, "kind"|"seat">} piece
   * @param {SVGElement} layer
   */
  draw(piece, layer) {
    const size = this.layout?.spacing ?? 20;
    const colour = this.colours[piece.seat];
    const element = svg(
      "g",
      { class: "piece", "data-kind": piece.kind, "data-colour": colour },
      layer,
    );
    element.dataset.seat = String(piece.seat);
    const body = svg("g", { class: "body" }, element);
    const href = this.look.symbol(`${piece.kind}-${colour}`);
    if (href) {
      svg("use", { href, x: -size / 2, y: -size / 2, width: size, height: size }, body);
    } else {
      drawPlainly(colour, size, body);
    }
    return element;
  }

  /** Upper pieces are drawn last. */
  #order() {
    let last = null;
    for (const { element } of this.tokens) {
      if (element.previousElementSibling !== last) {
        if (last) last.after(element);
        else this.layer.prepend(element);
      }
      last = element;
    }
  }
}

/**
 * A disc with a letter, so that nobody depends on the colour.
 * @param {string} colour
 * @param {number} size
 * @param {SVGElement} body
 */
export function drawPlainly(colour, size, body) {
  svg("circle", { class: "plain-shadow", cx: size * 0.03, cy: size * 0.05, r: size * 0.42 }, body);
  svg("circle", { class: "plain", r: size * 0.4 }, body);
  svg("circle", { class: "plain-edge", r: size * 0.32 }, body);
  const text = svg(
    "text",
    { class: "plain-letter", y: size * 0.12, "font-size": size * 0.34 },
    body,
  );
  text.textContent = colour[0].toUpperCase();
}

/**
 * Which piece of before each piece of now is.
 * @param {Token[]} tokens
 * @param {Piece[]} wanted
 * @param {number[]} path of the action between
 * @param {Place[]} places
 * @returns {Map<Piece, Token>}
 */
function matched(tokens, wanted, path, places) {
  /** @type {Map<Piece, Token>} */
  const pairs = new Map();
  const left = new Set(tokens);
  const pair = (/** @type {(token: Token, piece: Piece) => boolean} */ fits) => {
    for (const piece of wanted) {
      if (pairs.has(piece)) continue;
      const candidates = [...left].filter(
        (token) => alike(token.piece, piece) && fits(token, piece),
      );
      const away = (/** @type {Token} */ token) =>
        gap(places[token.piece.point], places[piece.point]);
      const best = candidates.toSorted((one, other) => away(one) - away(other))[0];
      if (!best) continue;
      pairs.set(piece, best);
      left.delete(best);
    }
  };
  pair((token, piece) => token.piece.point === piece.point);
  pair((token, piece) => token.piece.point === path[0] && piece.point === path[path.length - 1]);
  pair(() => true);
  return pairs;
}

/**
 * @param {Place|undefined} one
 * @param {Place|undefined} other
 */
function gap(one, other) {
  return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
}

/**
 * @param {Piece} one
 * @param {Piece} other
 */
function alike(one, other) {
  return one.kind === other.kind && one.seat === other.seat;
}
