/**
 * What never changes is not asked of a house in the browser: it lies beside the page, as `tablier
 * export-site` wrote it there.
 */

const FOLDER = new URL("../../api/", import.meta.url);
const TEXT =
  /^\/api\/(games|words|games\/[^/]+\/(?:words|rules|lessons|strategy|puzzles))\?language=(\w+)$/;
const BOARD = /^\/api\/(games\/[^/]+\/board)\?players=(\d+)$/;
const SOLVED = /^\/api\/(games\/[^/]+\/solved)$/;
const DIAGRAM = /^\/api\/(games\/[^/]+\/diagrams\/[^/?]+)\.svg\?board=(\w+)&dark=(true|false)$/;

/**
 * The file that holds the answer to a path; null where a house has to be asked.
 * @param {string} path
 */
export function prerendered(path) {
  const [, text, which = ""] = TEXT.exec(path) ?? BOARD.exec(path) ?? SOLVED.exec(path) ?? [];
  if (text) return new URL(`${text}${which && `.${which}`}.json`, FOLDER);
  const [, picture, board, dark] = DIAGRAM.exec(path) ?? [];
  if (!picture) return null;
  return new URL(`${picture}.${board}.${dark === "true" ? "dark" : "light"}.svg`, FOLDER);
}
