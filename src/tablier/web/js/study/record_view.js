/** A moment of a record, in the form of a table's view. */

import { stillView } from "../table/still_view.js";

/**
 * @param {import("../base/types.js").GameRecord} record
 * @param {number} ply
 */
export function viewAt({ headers, colours, frames, result }, ply) {
  const { scene, text, seat, turn, path } = frames[ply];
  const last = text === null || seat === null ? null : { seat, text, path };
  const names = colours.map((token) => headers[token] ?? "");
  const told = { ply, turn, scene, last, actors: [], legal: {} };
  return stillView(told, names, ply === frames.length - 1 ? result : null);
}
