/** The screen behind an address that carries a game. */

import { unpacked } from "./packed_record.js";
import { openSharedGame } from "./shared_game.js";

/** @type {import("../base/router.js").Show} */
export async function show(place, packed, ply) {
  return openSharedGame(place, await unpacked(packed), { ply });
}
