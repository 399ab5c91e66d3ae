/**
 * Where everything lies on the drawn board, in units of a hundredth of the topology's.
 *
 * @typedef {{x: number, y: number}} Place
 * @typedef {object} Layout
 * @property {Place[]} places the points as they lie after turning
 * @property {number} spacing the least distance between two points
 * @property {number} half half the width of the drawing
 * @property {number} names how far from a point its name stands
 * @property {number} angle degrees that the board is turned by, clockwise
 * @property {(one: number, other: number) => string} line the line between two points, as a path
 * @property {(one: number, other: number) => boolean} near whether two points touch on the board
 */

const SCALE = 100;

/**
 * @param {import("../base/types.js").Topology} topology
 * @param {number} angle degrees
 * @param {{margin: number, sag: number, names: number}} style from the game's look: the margin
 * around the points in spacings; how far the threads of a circle hang towards the centre, in parts
 * of its radius; how far to the right and below a point its name stands, in spacings
 * @returns {Layout}
 */
export function layOut(topology, angle, style) {
  const places = topology.places.map((place) => turned(place, angle));
  const spacing = leastDistance(places);
  const joined = new Set(topology.edges.map(([one, other]) => key(one, other)));
  const reach = Math.max(...places.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]));
  return {
    places,
    spacing,
    angle,
    names: style.names * spacing,
    half: reach + style.margin * spacing,
    line: (one, other) => line(places[one], places[other], topology.circles, style.sag),
    near: (one, other) =>
      joined.has(key(one, other)) ||
      (topology.cells && distance(places[one], places[other]) < spacing * 1.5),
  };
}

/**
 * @param {number} one
 * @param {number} other
 */
function key(one, other) {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/**
 * @param {[number, number]} place
 * @param {number} angle
 * @returns {Place}
 */
function turned([x, y], angle) {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return { x: SCALE * (x * cos - y * sin), y: SCALE * (x * sin + y * cos) };
}

/** @param {Place[]} places */
function leastDistance(places) {
  let least = 2 * SCALE;
  places.forEach((place, index) => {
    for (const other of places.slice(index + 1)) least = Math.min(least, distance(place, other));
  });
  return least;
}

/**
 * @param {Place} one
 * @param {Place} other
 */
export function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/**
 * @param {Place} one
 * @param {Place} other
 * @param {number[]} circles
 * @param {number} sag
 */
function line(one, other, circles, sag) {
  const radius = Math.hypot(one.x, one.y);
  const round = circles.some((circle) => Math.abs(circle * SCALE - radius) < 0.5);
  const start = `M${one.x.toFixed(2)} ${one.y.toFixed(2)}`;
  const end = `${other.x.toFixed(2)} ${other.y.toFixed(2)}`;
  if (!round || Math.abs(Math.hypot(other.x, other.y) - radius) > 0.5) return `${start}L${end}`;
  if (!sag) {
    const clockwise = one.x * other.y - one.y * other.x > 0 ? 1 : 0;
    return `${start}A${radius} ${radius} 0 0 ${clockwise} ${end}`;
  }
  const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  const chord = Math.hypot(middle.x, middle.y);
  const pull = (2 * radius * (1 - sag) - chord) / chord;
  return `${start}Q${(middle.x * pull).toFixed(2)} ${(middle.y * pull).toFixed(2)} ${end}`;
}

/**
 * The point nearest to a place, or -1 where none lies within reach.
 * @param {Layout} layout
 * @param {Place} place
 * @param {number} reach
 * @param {(point: number) => boolean} [wanted]
 */
export function nearest(layout, place, reach, wanted = () => true) {
  let [best, least] = [-1, reach];
  layout.places.forEach((candidate, point) => {
    const away = distance(candidate, place);
    if (away <= least && wanted(point)) [best, least] = [point, away];
  });
  return best;
}

/**
 * The next point in a direction, as an arrow key means it; the same point at the board's edge.
 * @param {Layout} layout
 * @param {number} from
 * @param {Place} direction of length one
 */
export function nextPoint(layout, from, direction) {
  const { x, y } = layout.places[from];
  let [best, least] = [from, Infinity];
  layout.places.forEach((place, point) => {
    const along = (place.x - x) * direction.x + (place.y - y) * direction.y;
    const across = Math.abs((place.x - x) * direction.y - (place.y - y) * direction.x);
    if (along < 0.5 || across > along * 2) return;
    const cost = along + across * 1.5;
    if (cost < least - 0.01) [best, least] = [point, cost];
  });
  return best;
}

/**
 * The smallest turn, in degrees, that brings points to lie where points lay.
 * @param {import("../base/types.js").Topology} topology
 */
export function symmetry(topology) {
  const places = topology.places.map((place) => turned(place, 0));
  const steps = [45, 60, 90, 120, 180];
  return steps.find((step) => matches(places, topology.places, step)) ?? 360;
}

/**
 * @param {Place[]} places
 * @param {[number, number][]} original
 * @param {number} step
 */
function matches(places, original, step) {
  return original.every((place) => {
    const there = turned(place, step);
    return places.some((other) => distance(other, there) < 1);
  });
}

/**
 * The turn that brings a seat's home to the near side; none where no area is its home.
 * @param {import("../base/types.js").Topology} topology
 * @param {string|undefined} token the seat's token
 */
export function homeAngle(topology, token) {
  const home = Object.keys(topology.areas).find((area) => belongs(area, token));
  if (home === undefined) return 0;
  const points = topology.areas[home];
  const x = points.reduce((sum, point) => sum + topology.places[point][0], 0);
  const y = points.reduce((sum, point) => sum + topology.places[point][1], 0);
  const angle = Math.round(90 - (Math.atan2(y, x) * 180) / Math.PI);
  return ((angle % 360) + 360) % 360;
}

/**
 * Whether an area is named after a seat: `green-start` after `green`, `SE` after `south-east`.
 * @param {string} area
 * @param {string|undefined} token
 */
export function belongs(area, token) {
  if (!token) return false;
  const initials = token
    .split("-")
    .map((word) => word[0])
    .join("");
  return area === token || area.startsWith(`${token}-`) || area.toLowerCase() === initials;
}
