/** What the house is asked for that is not live. */

import * as house from "../house/house.js";
import { NoHouse } from "../house/no_house.js";
import { personKeys } from "./access_keys.js";
import { known, sentence, t } from "./language.js";
import { settings } from "./settings.js";

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/** What the server refused, with a sentence to show. */
export class ServerRefused extends Error {
  /**
   * @param {number} status of the HTTP answer; 0 where there was none
   * @param {import("./types.js").Refusal} refusal
   */
  constructor(status, { code = "", rule, details, text }) {
    super(explained(code, { ...details, rule }, text));
    this.name = "ServerRefused";
    this.status = status;
    this.code = code;
    this.rule = rule;
    this.details = details;
  }
}

/**
 * A refusal in the page's language. Of what somebody wrote wrong the server knows more than
 * its code says, in English.
 * @param {string} code
 * @param {Record<string, any>} details
 * @param {string} [text]
 */
function explained(code, details, text) {
  const bad = code.startsWith("bad_");
  if (text && bad && settings().language === "en") return sentence(text).replace(/[^.!?)]$/, "$&.");
  const refused = details.rule ? `error.${code}_rule` : `error.${code}`;
  const empty = Object.values(details).includes("") ? `error.${code}_somewhere` : refused;
  const key = [empty, refused, `error.${code}`].find(known);
  return key ? t(key, details) : text || t("error.server");
}

/**
 * A sentence for what went wrong; only what the server refused is known to people.
 * @param {unknown} error
 */
export function messageOf(error) {
  if (error instanceof ServerRefused) return error.message;
  console.error(error);
  return t("error.server");
}

/**
 * @param {string} path
 * @param {any} [body] for what changes something, or is long
 * @param {string[]} [keys] opened with; the person's unless told
 * @param {AbortSignal} [signal] given when nobody waits for it any more
 */
export async function ask(path, body, keys = personKeys(), signal = undefined) {
  let answer;
  try {
    answer = await house.ask(path, body, keys, signal);
  } catch (error) {
    throw new ServerRefused(0, { code: error instanceof NoHouse ? error.code : "away" });
  }
  const { status, content } = answer;
  if (status >= 400) throw new ServerRefused(status, typeof content === "string" ? {} : content);
  return content;
}

/**
 * The same, asked once for as long as the page is open.
 * @param {string} path
 */
function askOnce(path) {
  let asked = kept.get(path);
  if (!asked) {
    asked = ask(path).catch((error) => {
      kept.delete(path);
      throw error;
    });
    kept.set(path, asked);
  }
  return asked;
}

/** @returns {Promise<import("./types.js").GameSummary[]>} */
export const games = () => askOnce(`/api/games?language=${settings().language}`);

/**
 * @param {string} name
 * @returns {Promise<import("./types.js").GameSummary>}
 */
export async function gameNamed(name) {
  const found = (await games()).find((game) => game.name === name);
  if (!found) throw new ServerRefused(404, { code: "no_game" });
  return found;
}

/**
 * @param {string} what
 * @param {string} game
 */
function textsOf(what, game) {
  return askOnce(`/api/games/${game}/${what}?language=${settings().language}`);
}

/** @type {(game: string) => Promise<import("./types.js").Words>} */
export const wordsOf = (game) => textsOf("words", game);

/** @type {(game: string) => Promise<{html: string}>} */
export const rulesOf = (game) => textsOf("rules", game);

/** @type {(game: string, course: import("./types.js").Course) => Promise<import("./types.js").LessonStep[]>} */
export const lessonsOf = (game, course) => textsOf(course, game);

/** @type {(game: string) => Promise<import("./types.js").PuzzleShelf>} */
export const puzzlesOf = (game) => textsOf("puzzles", game);

/** @type {(game: string) => Promise<import("./types.js").Solved>} */
export const solvedOf = (game) => askOnce(`/api/games/${game}/solved`);

/** @type {() => Promise<{levels: import("./types.js").Texts}>} */
export const sharedWords = () => askOnce(`/api/words?language=${settings().language}`);

/**
 * The start position of a game, for pictures; options as the form has them.
 * @param {string} game
 * @param {number} players
 * @param {Record<string, any>} options
 * @returns {Promise<Pick<import("./types.js").PositionShown, "board"|"scene">>}
 */
export function startOf(game, players, options) {
  const query = new URLSearchParams({ players: String(players) });
  for (const [name, value] of Object.entries(options)) query.set(name, String(value));
  return askOnce(`/api/games/${game}/board?${query}`);
}
