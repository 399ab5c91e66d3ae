/** The screen behind the address of a shared game. */

import { ask } from "../base/api.js";
import { openSharedGame } from "./shared_game.js";

/** @type {import("../base/router.js").Show} */
export async function show(place, address, ply) {
  /** @type {{record: string}} */
  const { record } = await ask(`/api/shared/${encodeURIComponent(address)}`, undefined, []);
  return openSharedGame(place, record, { address, ply });
}
