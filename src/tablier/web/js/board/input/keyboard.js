/** A board by keyboard: arrows go from point to point, Enter acts, Escape puts back. */

import { nextPoint } from "../layout.js";

const DIRECTIONS = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

export class Keyboard {
  /**
   * @param {SVGElement} surface
   * @param {import("../layers/points.js").Points} points
   * @param {import("./selection.js").Selection} selection
   * @param {() => import("../layout.js").Layout} layout
   * @param {() => boolean} open whether anything may be done now
   */
  constructor(surface, points, selection, layout, open) {
    this.points = points;
    this.selection = selection;
    this.layout = layout;
    this.open = open;
    surface.addEventListener("keydown", (event) => this.#press(event));
    surface.addEventListener("focusin", (event) => this.#enter(event));
    surface.addEventListener("focusout", () => selection.point(null));
    surface.addEventListener("click", (event) => this.#assisted(event));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (!this.#act(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Whether the key meant something.
   * @param {string} key
   */
  #act(key) {
    const { points, selection } = this;
    const direction = DIRECTIONS[/** @type {keyof DIRECTIONS} */ (key)];
    if (direction) points.focus(nextPoint(this.layout(), points.focused, direction));
    else if (key === "Enter" || key === " ") this.#choose(points.focused);
    else if (key === "Escape" && selection.held !== null) selection.drop();
    else return false;
    return true;
  }

  /** @param {number} point */
  #choose(point) {
    if (this.open()) this.selection.press(point);
  }

  /** @param {FocusEvent} event */
  #enter(event) {
    const point = this.points.of(event);
    if (point < 0) return;
    this.points.rove(point);
    if (this.points.elements[point].matches(":focus-visible")) this.selection.point(point);
  }

  /**
   * A click that no pointer made: a screen reader's, or speech control's.
   * @param {MouseEvent} event
   */
  #assisted(event) {
    if (event.detail === 0) this.#choose(this.points.of(event));
  }
}
