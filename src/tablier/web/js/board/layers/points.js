/** The points as things to touch: hit areas, what may be done there, the keyboard's focus. */

import { svg } from "../svg.js";

/**
 * @typedef {object} Signs what is to be seen at a point
 * @property {boolean} source something can begin there
 * @property {boolean} target the piece in question can go there
 * @property {boolean} single something can be done right there
 * @property {boolean} occupied
 * @property {boolean} taken its piece is taken up
 * @property {boolean} aimed something is to end there
 * @property {boolean} pointed
 */

export class Points {
  /**
   * @param {SVGElement} layer
   * @param {number} count
   */
  constructor(layer, count) {
    this.layer = layer;
    this.elements = Array.from({ length: count }, (_, point) => {
      const attributes = { class: "point", role: "button", tabindex: "-1", "data-point": point };
      const element = svg("g", attributes, layer);
      for (const part of ["hit", "sign", "focus"]) svg("circle", { class: part }, element);
      return element;
    });
    this.focused = 0;
    this.rove(0);
  }

  /** @param {import("../layout.js").Layout} layout */
  place(layout) {
    const radii = { hit: 0.5, sign: 0.13, focus: 0.54 };
    this.elements.forEach((element, point) => {
      const { x, y } = layout.places[point];
      element.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
      for (const circle of element.children) {
        const part = /** @type {keyof radii} */ (circle.getAttribute("class"));
        circle.setAttribute("r", (layout.spacing * radii[part]).toFixed(2));
      }
    });
  }

  /**
   * @param {number} point
   * @param {Signs} signs
   */
  show(point, signs) {
    const { classList } = this.elements[point];
    for (const [name, on] of Object.entries(signs)) classList.toggle(name, on);
  }

  /**
   * @param {number} point
   * @param {string} label
   * @param {boolean} pressed
   */
  name(point, label, pressed) {
    this.elements[point].setAttribute("aria-label", label);
    this.elements[point].setAttribute("aria-pressed", String(pressed));
  }

  /** @param {number} point */
  focus(point) {
    this.rove(point);
    this.elements[point].focus({ preventScroll: true });
  }

  /**
   * The point that an event happened at, or -1.
   * @param {Event} event
   */
  of(event) {
    const element = event.target instanceof Element ? event.target.closest(".point") : null;
    return element ? Number(element.getAttribute("data-point")) : -1;
  }

  /**
   * Makes a point the one that the tab key reaches.
   * @param {number} point
   */
  rove(point) {
    this.elements[this.focused].setAttribute("tabindex", "-1");
    this.elements[point].setAttribute("tabindex", "0");
    this.focused = point;
  }
}
