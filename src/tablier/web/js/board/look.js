/**
 * A game's own style: `board.css` and the symbols of `pieces.svg`, loaded once per game.
 *
 * Ids get the game's name in front, so that several games can be on one page. What a game
 * does not bring is drawn plainly by the board.
 *
 * @typedef {object} Look
 * @property {(name: string) => string|null} symbol a reference for `<use>`, or null
 * @property {(name: string) => number[]|null} box the view box of a symbol
 */

/** @type {Map<string, Promise<Look>>} */
const looks = new Map();

/**
 * @param {string} game
 * @returns {Promise<Look>}
 */
export function loadLook(game) {
  let look = looks.get(game);
  if (!look) looks.set(game, look = load(game));
  return look;
}

/** @param {string} game */
async function load(game) {
  const folder = new URL(`../../games/${encodeURIComponent(game)}/look/`, import.meta.url);
  const [sprite] = await Promise.all([
    fetchSprite(new URL("pieces.svg", folder), game),
    loadStyle(new URL("board.css", folder)),
  ]);
  return readLook(sprite, game);
}

/** @param {URL} address */
function loadStyle(address) {
  return new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address.href;
    link.addEventListener("load", done);
    link.addEventListener("error", done);
    document.body.append(link);
  });
}

/**
 * @param {URL} address
 * @param {string} game
 * @returns {Promise<Element|null>}
 */
async function fetchSprite(address, game) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return null;
  const source = (await answer.text())
    .replaceAll(/\bid="/g, `id="${game}--`)
    .replaceAll(/url\(#/g, `url(#${game}--`)
    .replaceAll(/href="#/g, `href="#${game}--`);
  const root = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  if (root.localName !== "svg") return null;
  const sprite = document.importNode(root, true);
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("data-game", game);
  sprite.setAttribute("aria-hidden", "true");
  document.body.append(sprite);
  return sprite;
}

/**
 * @param {Element|null} sprite
 * @param {string} game
 * @returns {Look}
 */
function readLook(sprite, game) {
  /** @type {Map<string, number[]>} */
  const boxes = new Map();
  for (const symbol of sprite?.querySelectorAll("symbol") ?? []) {
    const name = symbol.id.slice(game.length + 2);
    boxes.set(name, (symbol.getAttribute("viewBox") ?? "-50 -50 100 100").split(" ").map(Number));
  }
  return {
    symbol: (name) => (boxes.has(name) ? `#${game}--${name}` : null),
    box: (name) => boxes.get(name) ?? null,
  };
}
