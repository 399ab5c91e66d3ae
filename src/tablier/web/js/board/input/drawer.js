/**
 * Marks and arrows: with the right button of a mouse at any time, and with everything else while the
 * board is drawn on. A point is marked by pressing it twice, or joined with the next one.
 */

const RIGHT = 2;

export class Drawer {
  /**
   * @param {SVGElement} surface
   * @param {import("../layers/points.js").Points} points
   * @param {import("./pointer.js").Pointer} pointer
   * @param {() => boolean} drawing
   * @param {object} told
   * @param {(points: number[]) => void} told.draw
   * @param {(point: number) => void} told.say an arrow begins there
   * @param {boolean} told.joins whether a point that is pressed waits for another
   */
  constructor(surface, points, pointer, drawing, { draw, say, joins }) {
    this.points = points;
    this.pointer = pointer;
    this.drawing = drawing;
    this.draw = draw;
    this.say = say;
    this.joins = joins;
    /** @type {number|null} where a pointer went down */
    this.down = null;
    /** @type {number|null} what was pressed first */
    this.first = null;
    surface.addEventListener("pointerdown", (event) => this.#down(event));
    surface.addEventListener("pointerup", (event) => this.#up(event));
    surface.addEventListener("pointercancel", () => this.forget());
    surface.addEventListener("contextmenu", (event) => event.preventDefault());
    surface.addEventListener("touchstart", (event) => drawing() && event.preventDefault(), {
      passive: false,
    });
    surface.addEventListener("keydown", (event) => this.#key(event));
    surface.addEventListener("click", (event) => this.#assisted(event));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== RIGHT && !(this.drawing() && event.isPrimary)) return;
    const point = this.pointer.pointAt(event);
    this.down = point < 0 ? null : point;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { down } = this;
    this.down = null;
    const point = this.pointer.pointAt(event);
    if (down === null || point < 0) return;
    if (down !== point) this.#join(down, point);
    else if (event.button === RIGHT) this.draw([point]);
    else this.#press(point);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.drawing() || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape" && this.first !== null) this.forget();
    else if (event.key === "Enter" || event.key === " ") this.#press(this.points.focused);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * A click that no pointer made.
   * @param {MouseEvent} event
   */
  #assisted(event) {
    const point = this.points.of(event);
    if (event.detail === 0 && point >= 0 && this.drawing()) this.#press(point);
  }

  /** @param {number} point */
  #press(point) {
    const { first } = this;
    if (!this.joins) this.draw([point]);
    else if (first === null) {
      this.first = point;
      this.points.elements[point].classList.add("begun");
      this.say(point);
    } else this.#join(first, point);
  }

  /**
   * @param {number} first
   * @param {number} point
   */
  #join(first, point) {
    this.forget();
    this.draw(first === point ? [point] : [first, point]);
  }

  /** Begins no arrow any more. */
  forget() {
    if (this.first !== null) this.points.elements[this.first].classList.remove("begun");
    [this.first, this.down] = [null, null];
  }
}
