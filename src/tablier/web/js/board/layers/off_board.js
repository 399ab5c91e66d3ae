/**
 * What lies beside the board: for a count of a seat that the look has a symbol for, such as
 * `hand-white`, as many of them at the rim, on the seat's side.
 */

import { svg } from "../svg.js";

/** Degrees to both sides of a corner that a row along a round board takes. */
const REACH = 16;
/** Of one of them, in spacings. */
const SIZE = 0.37;

export class OffBoard {
  /**
   * @param {SVGElement} layer
   * @param {import("../look.js").Look} look
   * @param {string[]} colours
   */
  constructor(layer, look, colours) {
    this.layer = layer;
    this.look = look;
    this.colours = colours;
    /** @type {Object<string, number>[]} */
    this.counts = [];
    /** @type {import("../layout.js").Layout|null} */
    this.layout = null;
    this.near = 0;
  }

  /**
   * @param {import("../layout.js").Layout} layout
   * @param {number} near the seat on whose side one looks from
   */
  place(layout, near) {
    this.layout = layout;
    this.near = near;
    this.show(this.counts);
  }

  /** @param {Object<string, number>[]} counts */
  show(counts) {
    this.counts = counts;
    this.layer.replaceChildren();
    counts.forEach((held, seat) => {
      for (const [name, count] of Object.entries(held)) {
        const href = this.look.symbol(`${name}-${this.colours[seat]}`);
        if (!href) continue;
        for (let index = 0; index < count; index += 1) {
          const { x, y, size } = this.#spot(seat, name, index);
          const box = { x: x - size / 2, y: y - size / 2, width: size, height: size };
          svg("use", { href, ...box, class: `rim rim-${name}` }, this.layer);
        }
      }
    });
  }

  /**
   * Where a seat's new pieces come from: the end of its first row; null where none is drawn.
   * @param {number} seat
   */
  source(seat) {
    return this.#end(seat, Object.keys(this.counts[seat] ?? {})[0]);
  }

  /**
   * Where a piece goes that is taken off: to the row that will be longer than now, if any.
   * @param {Object<string, number>[]} counts what will lie there
   */
  destination(counts) {
    for (const [seat, held] of this.counts.entries()) {
      const [, ...rows] = Object.keys(held);
      const row = rows.find((name) => counts[seat][name] > held[name]);
      if (row) return this.#end(seat, row);
    }
    return null;
  }

  /**
   * @param {number} seat
   * @param {string} name
   */
  #end(seat, name) {
    if (!this.look.symbol(`${name}-${this.colours[seat]}`)) return null;
    return this.#spot(seat, name, this.counts[seat][name]);
  }

  /**
   * A place in one of the four corners: the near seat's below, the others' above; what is in
   * the hand on the right of whoever sits there, everything else on the left.
   * @param {number} seat
   * @param {string} name
   * @param {number} index
   */
  #spot(seat, name, index) {
    const layout = this.layout ?? { spacing: 20, half: 120 };
    const first = Object.keys(this.counts[seat] ?? {}).indexOf(name) === 0;
    const corner = (seat === this.near ? 45 : 225) + (first ? 0 : 90);
    const size = layout.spacing * SIZE;
    const radius = layout.half * 1.06;
    const step = REACH / 4;
    const towards = first ? 1 : -1;
    const angle = ((corner + towards * (index * step - 4 * step)) * Math.PI) / 180;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle), size };
  }
}
