/** The board itself, before anything stands on it: base, areas, lines, points, names. */

import { belongs, distance, symmetry } from "../layout.js";
import { round, svg } from "../svg.js";
import { rimOf } from "./coordinates.js";

/** How far to the right of its point and below it a name stands: between lines that leave it. */
const ASIDE = [1.3, 0.6];

/**
 * @param {SVGElement} root
 * @param {import("../../base/types.js").Topology} topology
 * @param {import("../layout.js").Layout} layout
 * @param {import("../look.js").Look} look
 * @param {string[]} colours the seats' tokens
 */
export function drawGround(root, topology, layout, look, colours) {
  root.replaceChildren();
  drawAreas(svg("g", { class: "areas" }, root), topology, layout, colours);
  if (!look.box("ground")) drawCells(root, topology, layout);
  drawLines(svg("g", { class: "lines" }, root), topology, layout);
  drawPoints(svg("g", { class: "spots" }, root), topology, layout, look);
  drawNames(svg("g", { class: "coordinates" }, root), topology, layout);
}

/**
 * What everything is drawn on. After a turn that leaves the board in its shape it stays as it is,
 * so that the light keeps falling from above; and its grain is costly to paint.
 * @param {SVGElement} root
 * @param {import("../../base/types.js").Topology} topology
 * @param {import("../layout.js").Layout} layout
 * @param {import("../look.js").Look} look
 */
export function drawBase(root, topology, layout, look) {
  const transform = `rotate(${layout.angle % symmetry(topology)})`;
  if (root.firstElementChild?.getAttribute("transform") === transform) return;
  const box = look.box("ground");
  if (box) {
    const [x, y, width, height] = box;
    const href = look.symbol("ground") ?? "";
    root.replaceChildren(svg("use", { href, x, y, width, height, transform }));
    return;
  }
  const [half, side] = [layout.half, 2 * layout.half];
  const slab = { class: "slab", x: -half, y: -half, width: side, height: side, rx: 5, transform };
  root.replaceChildren(svg("rect", slab));
}

/**
 * @param {SVGElement} layer
 * @param {import("../../base/types.js").Topology} topology
 * @param {import("../layout.js").Layout} layout
 * @param {string[]} colours
 */
function drawAreas(layer, topology, layout, colours) {
  for (const [name, points] of Object.entries(topology.areas)) {
    if (!points.length) continue;
    const attributes = { class: `area area-${name}`, d: outline(points, topology.cells, layout) };
    const area = svg("path", attributes, layer);
    const home = colours.find((token) => belongs(name, token));
    if (home) area.dataset.home = home;
  }
}

/**
 * The outline of an area: its squares, one shape around points that hang together, or a
 * circle around each.
 * @param {number[]} points
 * @param {boolean} cells
 * @param {import("../layout.js").Layout} layout
 */
function outline(points, cells, layout) {
  const radius = layout.spacing * (cells ? 0.5 : 0.46);
  const places = points.map((point) => layout.places[point]);
  if (cells) return places.map((place) => square(place, radius)).join("");
  const together = points.every((one) => points.some((two) => layout.near(one, two)));
  if (!together || points.length < 3) return places.map((place) => disc(place, radius)).join("");
  return around(hull(places), radius);
}

/**
 * @param {import("../layout.js").Place} place
 * @param {number} radius
 */
function square({ x, y }, radius) {
  const side = round(2 * radius);
  return `M${round(x - radius)} ${round(y - radius)}h${side}v${side}h-${side}z`;
}

/**
 * @param {import("../layout.js").Place} place
 * @param {number} radius
 */
function disc({ x, y }, radius) {
  const [r, d] = [round(radius), round(2 * radius)];
  return `M${round(x - radius)} ${round(y)}a${r} ${r} 0 1 0 ${d} 0a${r} ${r} 0 1 0 -${d} 0z`;
}

/**
 * The convex hull, clockwise as it is seen.
 * @param {import("../layout.js").Place[]} places
 */
function hull(places) {
  const sorted = places.toSorted((one, two) => one.x - two.x || one.y - two.y);
  const chain = (/** @type {import("../layout.js").Place[]} */ way) => {
    /** @type {import("../layout.js").Place[]} */
    const found = [];
    for (const place of way) {
      while (
        found.length > 1 &&
        turn(found[found.length - 2], found[found.length - 1], place) <= 0.01
      ) {
        found.pop();
      }
      found.push(place);
    }
    return found.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.toReversed())];
}

/**
 * @param {import("../layout.js").Place} a
 * @param {import("../layout.js").Place} b
 * @param {import("../layout.js").Place} c
 */
function turn(a, b, c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/**
 * A rounded path at some distance around a convex shape.
 * @param {import("../layout.js").Place[]} corners
 * @param {number} radius
 */
function around(corners, radius) {
  const r = round(radius);
  const parts = corners.map((corner, index) => {
    const next = corners[(index + 1) % corners.length];
    const length = distance(corner, next);
    const [dx, dy] = [
      ((next.y - corner.y) / length) * radius,
      ((corner.x - next.x) / length) * radius,
    ];
    const from = `${round(corner.x + dx)} ${round(corner.y + dy)}`;
    const to = `${round(next.x + dx)} ${round(next.y + dy)}`;
    return index ? `A${r} ${r} 0 0 1 ${from}L${to}` : `M${from}L${to}`;
  });
  const first = parts[0].slice(1).split("L")[0];
  return `${parts.join("")}A${r} ${r} 0 0 1 ${first}z`;
}

/**
 * @param {SVGElement} root
 * @param {import("../../base/types.js").Topology} topology
 * @param {import("../layout.js").Layout} layout
 */
function drawCells(root, topology, layout) {
  if (!topology.cells) return;
  const d = layout.places.map((place) => square(place, layout.spacing / 2)).join("");
  svg("path", { class: "cells", d }, root);
}

/**
 * @param {SVGElement} layer
 * @param {import("../../base/types.js").Topology} topology
 * @param {import("../layout.js").Layout} layout
 */
function drawLines(layer, topology, layout) {
  if (topology.cells) return;
  for (const [one, other] of topology.edges) {
    svg("path", { class: "line", d: layout.line(one, other) }, layer);
  }
}

/**
 * Each point as the look draws it: by its area's name, or as any point.
 * @param {SVGElement} layer
 * @param {import("../../base/types.js").Topology} topology
 * @param {import("../layout.js").Layout} layout
 * @param {import("../look.js").Look} look
 */
function drawPoints(layer, topology, layout, look) {
  const areas = Object.entries(topology.areas);
  layout.places.forEach(({ x, y }, point) => {
    const names = areas
      .filter(([, points]) => points.includes(point))
      .map(([name]) => `point-${name}`);
    const symbol = [...names, "point"].find((name) => look.symbol(name));
    if (symbol) {
      const size = layout.spacing * ((look.box(symbol)?.[2] ?? 100) / 100);
      const href = look.symbol(symbol) ?? "";
      svg("use", { href, x: x - size / 2, y: y - size / 2, width: size, height: size }, layer);
    } else if (!topology.cells) {
      svg("circle", { class: "spot", cx: x, cy: y, r: Math.min(layout.spacing * 0.1, 2.2) }, layer);
    }
  });
}

/**
 * Names beside the points; on squares along two edges, where rows and columns share a part.
 * @param {SVGElement} layer
 * @param {import("../../base/types.js").Topology} topology
 * @param {import("../layout.js").Layout} layout
 */
function drawNames(layer, topology, layout) {
  const rim = topology.cells ? rimOf(topology.names, layout.places) : null;
  const size = round(
    rim ? Math.min(layout.spacing * 0.2, 6) : Math.min(layout.spacing * 0.17, 3.8),
  );
  layer.setAttribute("font-size", String(size));
  const write = (/** @type {string} */ name, /** @type {number} */ x, /** @type {number} */ y) => {
    svg("text", { x, y: y + size * 0.35, "text-anchor": "middle" }, layer).textContent = name;
  };
  if (rim) {
    const [left, below] = [-beyond(layout, "x", size), beyond(layout, "y", size)];
    for (const [y, name] of rim.ranks) write(name, left, y);
    for (const [x, name] of rim.files) write(name, x, below);
    return;
  }
  const [right, down] = ASIDE.map((share) => share * layout.names);
  layout.places.forEach(({ x, y }, point) => write(topology.names[point], x + right, y + down));
}

/**
 * How far from the middle the names at the rim stand: between the squares and the edge.
 * @param {import("../layout.js").Layout} layout
 * @param {"x"|"y"} axis
 * @param {number} size
 */
function beyond({ places, half, spacing }, axis, size) {
  const reach = Math.max(...places.map((place) => Math.abs(place[axis])));
  return Math.min((half + reach + spacing / 2) / 2, half - size * 0.8);
}
