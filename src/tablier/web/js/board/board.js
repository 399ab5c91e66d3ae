/**
 * A board: told points, pieces and legal texts, it draws them and lets people touch them. It
 * knows no rules and no game; what is special comes from the game's look (see look.js).
 *
 * @typedef {object} BoardOptions
 * @property {import("../base/types.js").Topology} topology
 * @property {string[]} colours the seats' tokens, in the order of play
 * @property {string} game the game's name, for its look
 * @property {import("../base/types.js").Words} words
 * @property {(key: string, details?: Object<string, any>) => string} [texts] the page's own texts;
 * left out for a picture that nobody touches
 * @property {(text: string) => unknown} [onAction] an action is complete; where it gives a promise
 * of an answer that says `refused`, the piece goes back
 * @property {(text: string) => unknown} [onAttempt] something was tried that is not legal
 * @property {(why?: string) => void} [onMiss] something was touched with which nothing can be done
 * @property {() => void} [onTaken] a piece was taken up that can be moved
 * @property {typeof import("./input/drawer.js").Drawer} [Drawer] for a board that is drawn on
 * @property {(points: number[]) => void} [onDraw] a point was marked, or two were joined
 * @property {boolean} [joins] false where a point that is pressed does not wait for another
 * @property {(text: string) => void} [announce] for the live region
 *
 * @typedef {object} BoardState
 * @property {import("../base/types.js").Scene} scene
 * @property {import("../base/types.js").Move[]} [legal] what the viewer may do now by touching the board
 * @property {{path: number[], earlier?: number[][]}|null} [last] and what led there in the same turn
 * @property {number|null} [seat] the viewer's seat: whose pieces are "yours"
 * @property {number|null} [near] the seat that sits at the near side; the first `seat` if left out
 * @property {boolean} [interactive]
 * @property {import("../base/types.js").Move[]} [tries] what can be tried though it is not legal;
 * nothing points at it
 * @property {number[]} [way] along which a piece comes here, where that is not the path of `last`:
 * back, after something was undone
 * @property {boolean} [animate] false to show the scene at once
 * @property {import("../base/types.js").Drawing[]} [drawings] that somebody has made
 * @property {boolean} [drawing] points are marked and joined, and nothing else is done
 * @property {Worth[]} [worth] what turns on some points are known to be worth
 *
 * @typedef {{kind: "wins"|"holds"|"loses", points: number[]}} Worth
 */

import { symmetry } from "./layout.js";
import { loadLook } from "./look.js";
import { Surface } from "./surface.js";

/**
 * @param {HTMLElement} container
 * @param {BoardOptions} options
 */
export function createBoard(container, options) {
  return new Board(container, options);
}

class Board {
  /**
   * @param {HTMLElement} container
   * @param {BoardOptions} options
   */
  constructor(container, options) {
    this.frame = document.createElement("div");
    this.frame.className = options.texts ? "board" : "board picture";
    this.frame.dataset.game = options.game;
    container.append(this.frame);
    /** Degrees of the smallest turn after which the board has the same shape. */
    this.step = symmetry(options.topology);
    /** Degrees that the board was turned by hand, from where the own home is near. */
    this.angle = 0;
    /** @type {BoardState|null} */
    this.state = null;
    /** @type {number|null} */
    this.near = null;
    /** @type {Surface|null} */
    this.surface = null;
    /** Resolves when the board is drawn. */
    this.ready = loadLook(options.game).then((look) => {
      this.surface = new Surface(this.frame, options, look);
      this.surface.turn(this.near, this.angle);
      if (this.state) this.surface.show(this.state, false);
    });
  }

  /** @param {BoardState} state */
  update(state) {
    const before = this.state;
    const near = state.near ?? this.near ?? state.seat ?? null;
    const turned = near !== this.near;
    this.state = state;
    this.near = near;
    if (!this.surface) return;
    if (turned) this.surface.turn(near, this.angle);
    if (before && !this.surface.waiting && same(before, state)) return;
    this.surface.show(state, before !== null && state.animate !== false);
  }

  /**
   * What a move on it sounds like, as the look says in `--sound`.
   * @returns {import("../base/types.js").SoundName}
   */
  get sound() {
    const own = getComputedStyle(this.frame).getPropertyValue("--sound").trim();
    return /** @type {import("../base/types.js").SoundName} */ (own || "wood");
  }

  /** Shows the last state again, after an action that was refused. */
  reset() {
    this.surface?.reset();
  }

  /**
   * Turns the board by quarters, as far as its shape allows.
   * @param {number} quarterTurns
   */
  flip(quarterTurns) {
    this.rotate(Math.round((quarterTurns * 90) / this.step) * this.step);
  }

  /** @param {number} angle degrees clockwise, from the view in which the own home is near */
  rotate(angle) {
    this.angle = angle;
    this.surface?.turn(this.near, angle);
  }

  /** @param {number} point */
  focusPoint(point) {
    this.surface?.points?.focus(point);
  }

  /**
   * Points out an action, as a hint does; `kind` is for the style.
   * @param {number[]} path every point on the way; none takes the arrow away
   * @param {string} [kind]
   */
  arrow(path, kind = "hint") {
    if (this.surface) this.surface.arrow(path, kind);
    else this.ready.then(() => this.arrow(path, kind));
  }

  destroy() {
    this.frame.remove();
  }
}

/**
 * Whether nothing is to be shown that was not shown before; what is taken up stays so.
 * @param {BoardState} one
 * @param {BoardState} other
 */
function same(one, other) {
  const shown = (/** @type {BoardState} */ state) => JSON.stringify({ ...state, way: null });
  return shown(one) === shown(other);
}
