/** The server's plain HTTP side. */

import { personKey } from "./access_keys.js";
import { settings } from "./settings.js";
import { known, sentence, t } from "./language.js";

const kept = new Map();

/** What the server refused, with a sentence to show. */
export class ServerRefused extends Error {
  /**
   * @param {number} status of the HTTP answer; 0 where there was none
   * @param {{code?: string, rule?: string, details?: object, text?: string}} refusal
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
 * @param {string} path
 * @param {any} [body] makes it a POST
 * @param {string[]} [keys] opened with; the person's key unless told
 */
export async function ask(path, body, keys = [personKey()]) {
  const headers = { Authorization: `Bearer ${keys.join(" ")}` };
  const wish = { headers };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    Object.assign(wish, { method: "POST", body: JSON.stringify(body) });
  }
  let answer;
  try {
    answer = await fetch(path, wish);
  } catch {
    throw new ServerRefused(0, { code: "away" });
  }
  const isJson = (answer.headers.get("Content-Type") ?? "").startsWith("application/json");
  const content = isJson ? await answer.json() : await answer.text();
  if (!answer.ok) throw new ServerRefused(answer.status, isJson ? content : {});
  return content;
}

/** The same, asked once for as long as the page is open. */
function askOnce(path) {
  if (!kept.has(path)) {
    kept.set(
      path,
      ask(path).catch((error) => {
        kept.delete(path);
        throw error;
      }),
    );
  }
  return kept.get(path);
}

/** @returns {Promise<import("./types.js").GameSummary[]>} */
export const games = () => askOnce("/api/games");

/** @returns {Promise<import("./types.js").GameSummary>} */
export async function gameNamed(name) {
  const found = (await games()).find((game) => game.name === name);
  if (!found) throw new ServerRefused(404, { code: "no_game" });
  return found;
}

export const wordsOf = (game) =>
  askOnce(`/api/games/${game}/words?language=${settings().language}`);

export const rulesOf = (game) =>
  askOnce(`/api/games/${game}/rules?language=${settings().language}`);

export const lessonsOf = (game) =>
  askOnce(`/api/games/${game}/lessons?language=${settings().language}`);

export const sharedWords = () => askOnce(`/api/words?language=${settings().language}`);

/** The start position of a game, for pictures; options as the form has them. */
export function startOf(game, players, options = {}) {
  const query = new URLSearchParams({ players: String(players) });
  for (const [name, value] of Object.entries(options)) query.set(name, String(value));
  return askOnce(`/api/games/${game}/board?${query}`);
}

/** A QR code as an SVG element. */
export async function qrCode(text) {
  const drawing = await ask("/api/qr", { text });
  const parsed = new DOMParser().parseFromString(drawing, "image/svg+xml");
  const code = parsed.documentElement;
  if (!code.hasAttribute("viewBox")) {
    code.setAttribute(
      "viewBox",
      `0 0 ${code.getAttribute("width")} ${code.getAttribute("height")}`,
    );
  }
  return document.importNode(code, true);
}
