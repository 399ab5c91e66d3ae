/** A position of a record, in the form of a table's view. */

import { earlierPaths } from "../table/game_history.js";
import { stillView } from "../table/still_view.js";

const BOT = /^Level (\d)$/;
const NOBODY = "Anonymous";

/**
 * What a record calls its players, seat by seat; "" where it has no name.
 * @param {Pick<import("../base/types.js").GameRecord, "headers"|"colours">} record
 * @param {import("../base/types.js").Texts} levels
 */
export function playerNames({ headers, colours }, levels) {
  const given = (headers.Players ?? "").split(",").map((name) => name.trim());
  if (given.length !== colours.length) return colours.map(() => "");
  const names = given.map((name) => {
    const level = name.match(BOT)?.[1];
    return level ? (levels[level] ?? name) : name === NOBODY ? "" : name;
  });
  return names.map((name, seat) => {
    const alike = names.flatMap((other, index) => (other === name ? [index] : []));
    return name && alike.length > 1 ? `${name} ${alike.indexOf(seat) + 1}` : name;
  });
}

/**
 * @param {import("../base/types.js").GameRecord} record
 * @param {number} ply
 * @param {string[]} names of the players
 */
export function viewAt({ frames, result }, ply, names) {
  const { scene, text, seat, turn, path } = frames[ply];
  const earlier = earlierPaths(frames, ply);
  const last = text === null || seat === null ? null : { seat, text, path, earlier };
  const shown = { ply, turn, scene, last, actors: [], legal: {} };
  return stillView(shown, names, ply === frames.length - 1 ? result : null);
}

/**
 * The same of a position in a tree.
 * @param {import("../variations/game_tree.js").TreeNode} node
 * @param {string[]} names of the players
 */
export function viewOf(node, names) {
  const { scene, text, seat, turn, path } = node.frame;
  const earlier = pathsBefore(node);
  const last = text === null || seat === null ? null : { seat, text, path, earlier };
  const ply = node.path.length - 1;
  return stillView({ ply, turn, scene, last, actors: [], legal: {} }, names, node.result);
}

/**
 * The paths of what the same seat did before, in the same turn.
 * @param {import("../variations/game_tree.js").TreeNode} node
 */
export function pathsBefore({ frame: { seat, turn }, parent }) {
  const paths = [];
  let node = parent;
  while (node && node.frame.text !== null && node.frame.seat === seat && node.frame.turn === turn) {
    paths.push(node.frame.path);
    node = node.parent;
  }
  return paths;
}
