/** A table that a game draws itself: `look/table.js`, with what the page hands to it. */

import { ServerRefused } from "../base/api.js";
import { phrase, t } from "../base/language.js";
import { announce } from "../base/live_region.js";
import { settings } from "../base/settings.js";
import { sound } from "../base/sound.js";

/**
 * @typedef {import("../base/types.js").TableContext} TableContext
 * @typedef {"texts"|"fill"|"announce"|"settings"|"sound"} Given what every table gets alike
 */

/** Where no time runs. */
export const NO_CLOCK = { left: () => 0, seat: () => null, since: () => 0 };

/**
 * @param {string} game
 * @returns {Promise<(place: HTMLElement, context: Omit<TableContext, Given>) => import("../base/types.js").TableModule>}
 */
export async function loadOwnTable(game) {
  const { createTable } = await import(`../../games/${game}/look/table.js`).catch(() => {
    throw new ServerRefused(0, { code: "away" });
  });
  const given = { texts: t, fill: phrase, announce, sound };
  return (place, context) => createTable(place, { ...given, settings: settings(), ...context });
}
