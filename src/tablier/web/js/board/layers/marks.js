/** What is lit up: the last move, the marks of the scene, the way to a target, an arrow. */

import { svg } from "../svg.js";

export class Marks {
  /**
   * @param {SVGElement} below a layer under the pieces
   * @param {SVGElement} above a layer over the pieces
   */
  constructor(below, above) {
    this.last = svg("g", { class: "last" }, below);
    this.lit = svg("g", { class: "marks" }, below);
    this.trail = svg("g", { class: "trail" }, above);
    this.rings = svg("g", { class: "rings" }, above);
    this.worth = svg("g", { class: "worth" }, above);
    this.drawn = svg("g", { class: "drawings" }, above);
    this.arrows = svg("g", { class: "arrows" }, above);
  }

  /** @param {import("../layout.js").Layout} layout */
  place(layout) {
    this.layout = layout;
  }

  /** @param {import("../../base/types.js").Scene["marks"]} marks */
  show(marks) {
    this.lit.replaceChildren();
    this.rings.replaceChildren();
    for (const { kind, points, seat } of marks) {
      const attributes = { class: `mark mark-${kind}`, "data-seat": String(seat) };
      this.#threads(points, svg("g", attributes, this.lit));
      const rings = svg("g", attributes, this.rings);
      for (const point of points) this.#ring(point, rings, 0.47);
    }
  }

  /**
   * Points by what a turn there is worth, each kind with a style of its own.
   * @param {import("../board.js").Worth[]} kinds
   */
  showWorth(kinds) {
    this.worth.replaceChildren();
    for (const { kind, points } of kinds) {
      const layer = svg("g", { class: `worth-${kind}` }, this.worth);
      for (const point of points) this.#ring(point, layer, 0.28);
    }
  }

  /**
   * @param {number[][]} paths of the last move, and of those before it in the same turn
   * @param {(path: number[]) => boolean} leaps
   */
  showLast(paths, leaps) {
    this.last.replaceChildren();
    paths.forEach((path, back) => {
      const layer = back ? svg("g", { class: "earlier" }, this.last) : this.last;
      if (path.length > 1) this.#way(path, leaps(path), layer);
      if (path.length > 1) this.#ring(path[0], layer, 0.22);
      if (path.length) this.#ring(path[path.length - 1], layer, 0.5);
    });
  }

  /**
   * @param {number[]} path of the move that one points at, or nothing
   * @param {boolean} leaping
   */
  showTrail(path, leaping) {
    this.trail.replaceChildren();
    if (path.length < 2) return;
    this.#way(path, leaping, this.trail);
    for (const point of path.slice(1, -1)) this.#ring(point, this.trail, 0.12);
  }

  /**
   * What somebody has drawn: marks on points, and arrows between two.
   * @param {import("../../base/types.js").Drawing[]} drawings
   */
  showDrawn(drawings) {
    this.drawn.replaceChildren();
    for (const { kind, points } of drawings) this.#arrow(points, `drawn-${kind}`, this.drawn);
  }

  /**
   * @param {number[]} path
   * @param {string} kind
   */
  showArrow(path, kind) {
    this.arrows.replaceChildren();
    this.#arrow(path, `arrow-${kind}`, this.arrows);
  }

  /**
   * A ring round one point, or an arrow along several.
   * @param {number[]} path
   * @param {string} name
   * @param {SVGElement} parent
   */
  #arrow(path, name, parent) {
    const layer = svg("g", { class: `arrow ${name}` }, parent);
    const { places, spacing } = this.#known();
    if (path.length === 1) this.#ring(path[0], layer, 0.5);
    if (path.length < 2) return;
    const [before, end] = [places[path[path.length - 2]], places[path[path.length - 1]]];
    const length = Math.hypot(end.x - before.x, end.y - before.y);
    const [dx, dy] = [(end.x - before.x) / length, (end.y - before.y) / length];
    const size = spacing * 0.3;
    const neck = { x: end.x - dx * size * 1.2, y: end.y - dy * size * 1.2 };
    const way = [...path.slice(0, -1).map((point) => places[point]), neck];
    svg("path", { class: "arrow-line", d: polyline(way) }, layer);
    const head = [
      { x: end.x - dx * size * 0.2, y: end.y - dy * size * 0.2 },
      { x: neck.x - dy * size * 0.65, y: neck.y + dx * size * 0.65 },
      { x: neck.x + dy * size * 0.65, y: neck.y - dx * size * 0.65 },
    ];
    svg("path", { class: "arrow-head", d: `${polyline(head)}z` }, layer);
  }

  /**
   * Lines between those points that lie side by side.
   * @param {number[]} points
   * @param {SVGElement} layer
   */
  #threads(points, layer) {
    const layout = this.#known();
    points.forEach((one, index) => {
      for (const other of points.slice(index + 1)) {
        if (layout.near(one, other)) {
          svg("path", { class: "mark-line", d: layout.line(one, other) }, layer);
        }
      }
    });
  }

  /**
   * A way over several points: along the board's lines, straight ahead, or in arcs.
   * @param {number[]} path
   * @param {boolean} leaping
   * @param {SVGElement} layer
   */
  #way(path, leaping, layer) {
    const layout = this.#known();
    path.slice(1).forEach((to, index) => {
      const from = path[index];
      const bowed = leaping && !layout.near(from, to);
      const d = bowed ? bow(layout.places[from], layout.places[to]) : layout.line(from, to);
      svg("path", { class: "way", d }, layer);
    });
  }

  /**
   * @param {number} point
   * @param {SVGElement} layer
   * @param {number} radius in spacings
   */
  #ring(point, layer, radius) {
    const { places, spacing } = this.#known();
    const { x, y } = places[point];
    svg("circle", { class: "ring", cx: x, cy: y, r: spacing * radius }, layer);
  }

  #known() {
    if (!this.layout) throw new Error("marks are shown on a board that has been laid out");
    return this.layout;
  }
}

/** @param {import("../layout.js").Place[]} places */
function polyline(places) {
  return `M${places.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}`;
}

/**
 * A thin arc between two places.
 * @param {import("../layout.js").Place} from
 * @param {import("../layout.js").Place} to
 */
function bow(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const side = dx < 0 || (dx === 0 && dy < 0) ? -0.16 : 0.16;
  const middle = { x: (from.x + to.x) / 2 + dy * side, y: (from.y + to.y) / 2 - dx * side };
  return polyline([from, middle, to]).replace("L", "Q").replace("L", " ");
}
