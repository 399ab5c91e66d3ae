/** Tables that nobody plays at on a server, and what stands there: records, lessons. */

/**
 * @typedef {import("../base/types.js").Table} Table
 * @typedef {import("../base/types.js").View} View
 */

/**
 * @param {Pick<Table, "game"|"title"|"players"|"colours"|"board"> & Partial<Pick<Table, "actions">>} shown
 * @returns {Table}
 */
export function stillTable({ game, title, players, colours, board, actions = "turns" }) {
  const without = { clock: null, public: false, hints: false, commitment: null, series: null };
  const made = { id: "", version: 1, options: {}, ...without };
  return { game, title, players, colours, board, actions, ...made };
}

/**
 * @param {Pick<View, "ply"|"turn"|"scene"|"last"|"actors"|"legal">} shown
 * @param {string[]} names of whoever sits there
 * @param {import("../base/types.js").Result|null} result
 * @returns {View}
 */
export function stillView(shown, names, result) {
  return {
    seq: shown.ply,
    phase: result ? "over" : "playing",
    seats: names.map((name) => ({ kind: "person", name, level: null, online: true, away: null })),
    moves: {},
    deadline: null,
    clocks: null,
    offers: { draw: [], takeback: [], rematch: [], play_on: [] },
    undo: false,
    takeback: false,
    claim: [],
    rung: [],
    rematch: null,
    resumers: [],
    compiling: null,
    paused: null,
    room: null,
    result: result && { ...result, cause: null },
    ...shown,
  };
}
