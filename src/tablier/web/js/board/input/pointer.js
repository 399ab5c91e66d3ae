/** Mouse, pen and finger: pointing, clicking, and carrying a piece from one point to another. */

import { nearest } from "../layout.js";
import { at, travel, whereabouts } from "../motion.js";

const DRAG_PX = 6;
/** Half of the least size of a target that a finger can be asked to hit. */
const FINGER_PX = 22;

/** @typedef {import("../layout.js").Place} Place */
/**
 * @typedef {object} Grip a pointer that is down
 * @property {number} point
 * @property {number} x
 * @property {number} y
 * @property {SVGElement|null} carried
 */

export class Pointer {
  /**
   * @param {SVGSVGElement} surface
   * @param {import("./selection.js").Selection} selection
   * @param {import("../layers/pieces.js").Pieces} pieces
   * @param {() => import("../layout.js").Layout} layout
   * @param {() => boolean} open whether anything may be done now
   */
  constructor(surface, selection, pieces, layout, open) {
    this.surface = surface;
    this.selection = selection;
    this.pieces = pieces;
    this.layout = layout;
    this.open = open;
    /** @type {Grip|null} */
    this.grip = null;
    surface.addEventListener("pointerdown", (event) => this.#down(event));
    surface.addEventListener("pointermove", (event) => this.#move(event));
    surface.addEventListener("pointerup", (event) => this.#up(event));
    surface.addEventListener("pointercancel", () => this.release());
    surface.addEventListener("pointerleave", () => this.selection.point(null));
    surface.addEventListener("touchstart", (event) => this.#keepFromScrolling(event), {
      passive: false,
    });
  }

  get carrying() {
    return Boolean(this.grip?.carried);
  }

  /** Lets go of whatever is held; a carried piece goes back. */
  release() {
    const grip = this.#letGo();
    if (grip?.carried) this.#putBack(grip.carried, grip);
  }

  #letGo() {
    const { grip } = this;
    this.grip = null;
    removeEventListener("keydown", this.#escape, true);
    return grip;
  }

  /** @param {KeyboardEvent} event */
  #escape = ({ key }) => {
    if (key !== "Escape") return;
    this.release();
    this.selection.drop();
  };

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || !event.isPrimary || !this.open()) return;
    const { x, y } = this.#place(event);
    this.grip = { point: this.pointAt(event), x, y, carried: null };
  }

  /**
   * A finger on a piece carries it; anywhere else it scrolls the page as usual.
   * @param {TouchEvent} event
   */
  #keepFromScrolling(event) {
    if (this.grip && this.grip.point >= 0 && this.selection.movable(this.grip.point)) {
      event.preventDefault();
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const place = this.#place(event);
    if (this.grip && !this.grip.carried) this.#tryLift(this.grip, place, event);
    if (this.grip?.carried) this.grip.carried.style.transform = at(place);
    const point = this.pointAt(event);
    this.selection.point(point < 0 || (event.pointerType === "touch" && !this.grip) ? null : point);
  }

  /**
   * @param {Grip} grip
   * @param {Place} place
   * @param {PointerEvent} event
   */
  #tryLift(grip, place, event) {
    const far = Math.hypot(place.x - grip.x, place.y - grip.y) * this.#scale() > DRAG_PX;
    if (!far || grip.point < 0 || !this.selection.movable(grip.point)) return;
    const piece = this.pieces.on(grip.point)?.element;
    if (!piece) return;
    this.surface.setPointerCapture(event.pointerId);
    grip.carried = piece;
    addEventListener("keydown", this.#escape, true);
    piece.getAnimations().forEach((animation) => animation.cancel());
    piece.classList.add("held");
    this.selection.take(grip.point);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const grip = this.#letGo();
    if (!grip) return;
    const point = this.pointAt(event);
    if (grip.carried) this.#putDown(grip, grip.carried, point);
    else if (point === grip.point) this.selection.press(point);
    if (event.pointerType === "touch") this.selection.point(null);
  }

  /**
   * @param {Grip} grip
   * @param {SVGElement} carried
   * @param {number} point
   */
  #putDown(grip, carried, point) {
    const meant = point < 0 ? [] : this.selection.moves.between(grip.point, point);
    if (meant.length === 1) {
      this.selection.perform(meant[0]);
      return;
    }
    this.#putBack(carried, grip);
    if (point < 0) this.selection.drop();
    else if (meant.length) this.selection.offer(meant);
    else if (point !== grip.point) this.selection.consequences.attempt([grip.point, point]);
  }

  /**
   * @param {SVGElement} piece
   * @param {Grip} grip
   */
  #putBack(piece, grip) {
    piece.classList.remove("held");
    travel(piece, [whereabouts(piece), this.layout().places[grip.point]], false);
  }

  /**
   * The point that a pointer is at, or -1. A finger may miss a point that leads somewhere.
   * @param {PointerEvent} event
   */
  pointAt(event) {
    const layout = this.layout();
    const place = this.#place(event);
    const finger = event.pointerType === "touch" ? FINGER_PX / this.#scale() : 0;
    const meant = finger
      ? nearest(layout, place, finger, (point) => this.selection.promising(point))
      : -1;
    return meant < 0 ? nearest(layout, place, Math.max(layout.spacing * 0.7, finger)) : meant;
  }

  /** @param {PointerEvent} event */
  #place(event) {
    const matrix = this.surface.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x, y };
  }

  /** Pixels of the screen in a unit of the drawing. */
  #scale() {
    return this.surface.getScreenCTM()?.a ?? 1;
  }
}
