/** The screen behind the address of a position. */

import { ask } from "../base/api.js";
import { openSharedGame } from "./shared_game.js";

/** @type {import("../base/router.js").Show} */
export async function show(place, ...parts) {
  /** @type {import("../base/types.js").PositionShown} */
  const shown = await ask("/api/positions", { position: parts.join("/") });
  const { game, rules, position } = shown;
  const headers = [["Game", game], ["Rules", rules], ["Position", position], ["Result", "*"]];
  const lines = headers.map(([name, value]) => `[${name} "${value}"]\n`);
  return openSharedGame(place, `${lines.join("")}\n`);
}
