/** What the table says, from the game's words in the page's language. */

export const COLOURS = ["red", "orange", "yellow", "green", "blue", "white"];

/** Stands in a sentence where a tile is to be drawn. */
const HERE = "\u0001";

/**
 * @typedef {object} Claim a coloured number, as on a cell
 * @property {string} colour
 * @property {number} number
 * @property {number} [order] which of equal cells is meant, from 1 on; 0 if that was not said
 * @property {string} [name] how a cell is announced, where it is one
 *
 * @typedef {object} Phrases
 * @property {(key: string, details?: object) => string} label
 * @property {(key: string, details?: object) => string} told a sentence of the ticker
 * @property {(colour: string) => string} letter one or two letters that tell a colour
 * @property {(claim: Claim) => string} claim `yellow 4` in the page's language
 * @property {(token: string) => string} reason why a game ended
 * @property {(code: string) => string} refusal why something can't be done
 * @property {(seat: number) => string} name
 */

/**
 * @param {import("/js/base/types.js").TableContext} context
 * @returns {Phrases}
 */
export function createPhrases({ words, fill, nameOf, table }) {
  const { labels = {} } = words;
  const label = (/** @type {string} */ key, details = {}) => fill(labels[key], details);
  return {
    label,
    told: (key, details = {}) => fill(words.ticker[key], details),
    letter: (colour) => words.letters[colour],
    claim: ({ colour, number }) => label("claim", { colour: labels[colour], number }),
    reason: (token) => sentence(words.reasons[token]),
    refusal: (code) => sentence(words.refusals[code]),
    name: (seat) => toldApart(seat, table.players, nameOf),
  };
}

const sentence = (/** @type {string} */ text) =>
  `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}.`;

/**
 * A seat's name, with its number where others are called the same.
 * @param {number} seat
 * @param {number} players
 * @param {(seat: number) => string} nameOf
 */
function toldApart(seat, players, nameOf) {
  const name = nameOf(seat);
  const alike = Array.from({ length: players }, (_, other) => nameOf(other) === name);
  return alike.filter(Boolean).length > 1 ? `${name} ${seat + 1}` : name;
}

/**
 * The claim that an action's text names: `bonus green 7` and `green 7 #2` name green 7, and the
 * latter says which of equal cells is meant.
 * @param {string} text
 * @returns {Claim|null}
 */
export function readClaim(text) {
  const found = /(?:^| )([a-z]+) (\d+)(?: #(\d+))?$/.exec(text);
  if (!found || !COLOURS.includes(found[1])) return null;
  return { colour: found[1], number: Number(found[2]), order: Number(found[3] ?? 0) };
}

/** @param {Claim} claim */
export const claimText = ({ colour, number }) => `${colour} ${number}`;

/**
 * A sentence in two parts, before and after the place of its claim.
 * @param {(details: object) => string} say
 * @param {object} details
 * @returns {string[]}
 */
export const aroundClaim = (say, details) => say({ ...details, claim: HERE }).split(HERE);
