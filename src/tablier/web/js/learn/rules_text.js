/** The rules of a game as the server has rendered them. */

import { rulesOf } from "../base/api.js";

/**
 * The rules as elements, for this document; reading them so runs nothing that they might hold.
 * @param {string} game
 */
export async function rulesText(game) {
  const { html } = await rulesOf(game);
  return [...new DOMParser().parseFromString(html, "text/html").body.children];
}
