/** A moment of a record, in the form of a table's view. */

/**
 * @param {any} game what /api/records answers
 * @param {number} ply
 * @returns {import("../base/types.js").View}
 */
export function viewAt(game, ply) {
  const { headers = {}, colours, frames } = game;
  const result = ply === frames.length - 1 ? game.result : null;
  const { scene, text, seat, turn, path } = frames[ply];
  return {
    seq: ply,
    ply,
    turn,
    phase: result ? "over" : "playing",
    seats: colours.map((token) => person(headers[token])),
    actors: [],
    legal: {},
    moves: {},
    scene,
    last: text ? { seat, text, path } : null,
    deadline: null,
    clocks: null,
    offers: { draw: [], takeback: [], rematch: [], play_on: [] },
    resumers: [],
    undo: false,
    takeback: false,
    claim: [],
    rung: [],
    rematch: null,
    result: result ? { ...result, cause: null } : null,
  };
}

/** @returns {import("../base/types.js").Seat} */
function person(name = "") {
  return { kind: "person", name, level: null, online: true };
}
