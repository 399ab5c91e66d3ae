/** Coordinates of squares: what the names of a row or a column share; as core/board/coordinates.py. */

/**
 * What stands beside each row and below each column, by where these lie; null where a name is not
 * that of its column and that of its row, in either order.
 * @param {string[]} names
 * @param {import("../layout.js").Place[]} places
 */
export function rimOf(names, places) {
  const at = names.map((name, point) => {
    return { name, x: round(places[point].x), y: round(places[point].y) };
  });
  const along = (/** @type {"x"|"y"} */ axis) => {
    const sides = new Set(at.map((place) => place[axis]));
    const alike = (/** @type {number} */ side) => at.filter((place) => place[axis] === side);
    const entries = [...sides].map((side) => [side, common(alike(side).map(({ name }) => name))]);
    return new Map(/** @type {[number, string][]} */ (entries));
  };
  const [ranks, files] = [along("y"), along("x")];
  for (const { name, x, y } of at) {
    const [file, rank] = [files.get(x) ?? "", ranks.get(y) ?? ""];
    if (file === name && rank !== name) files.set(x, without(name, rank));
    else if (rank === name && file !== name) ranks.set(y, without(name, file));
  }
  const fits = at.every(({ name, x, y }) => {
    const [file, rank] = [files.get(x) ?? "", ranks.get(y) ?? ""];
    return file && rank && [file + rank, rank + file].includes(name);
  });
  return fits ? { ranks, files } : null;
}

/** @param {number} side */
function round(side) {
  return Math.round(side * 1000) / 1000 + 0;
}

/**
 * The beginning or the end that names share; half a word or number is nothing shared.
 * @param {string[]} names
 */
function common(names) {
  return beginning(names) || reversed(beginning(names.map(reversed)));
}

/** @param {string[]} names */
function beginning(names) {
  const [first] = names;
  let cut = 0;
  while (cut < first.length && names.every((name) => name[cut] === first[cut])) cut += 1;
  while (cut && names.some((name) => goesOn(name, cut))) cut -= 1;
  return first.slice(0, cut);
}

/**
 * Whether a cut goes through a word or a number.
 * @param {string} name
 * @param {number} cut
 */
function goesOn(name, cut) {
  return /^(?:\p{L}{2}|\p{Nd}{2})$/u.test(name.slice(cut - 1, cut + 1));
}

/** @param {string} name */
function reversed(name) {
  return [...name].toReversed().join("");
}

/**
 * @param {string} name
 * @param {string} part
 */
function without(name, part) {
  return name.endsWith(part) ? name.slice(0, name.length - part.length) : name.slice(part.length);
}
