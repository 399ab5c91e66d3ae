/** A table as a line of a list. */

import { el } from "../base/dom.js";
import { ago, isolated, t } from "../base/language.js";

/**
 * @typedef {import("../base/types.js").TableSummary} TableSummary
 *
 * @typedef {object} Known
 * @property {import("../base/types.js").GameSummary[]} games
 * @property {import("../base/types.js").Texts} levels
 */

/**
 * @param {TableSummary} table
 * @param {Known} known
 */
export function titleOf(table, known) {
  return known.games.find(({ name }) => name === table.game)?.title ?? table.game;
}

/**
 * Whether somebody here is to act.
 * @param {TableSummary} table
 */
export function isYourTurn({ phase, actors, yours = [] }) {
  return phase === "playing" && actors.some((seat) => yours.includes(seat));
}

/**
 * The opponents' names, with commas between.
 * @param {TableSummary} table
 * @param {Known} known
 */
export function opponents({ seats, yours }, known) {
  const others = seats.filter((_, seat) => !yours?.includes(seat));
  const names = others.map((seat) =>
    seat.kind === "bot" ? known.levels[seat.level ?? 0] : seatName(seat, known, false)
  );
  return names.join(", ");
}

/**
 * @param {TableSummary} table
 * @param {Known} known
 * @param {string} verb
 * @param {...import("../base/dom.js").Child} more
 */
export function tableRow(table, known, verb, ...more) {
  const { seats, yours = [] } = table;
  const names = seats.map((seat, number) => seatName(seat, known, yours.includes(number)));
  const who = yours.length === seats.length ? t("home.way.here") : names.join(" – ");
  const mark = isYourTurn(table) && yours.length < seats.length;
  return el(
    "li",
    { class: mark ? "turn" : null },
    el(
      "a",
      { href: `#/table/${table.id}` },
      el("strong", {}, titleOf(table, known)),
      el("span", {}, who, mark && el("em", { class: "mark" }, t("table.yourTurn"))),
      el("span", { class: "soft small" }, table.at ? ago(table.at) : ""),
      el("span", { class: "verb" }, verb),
    ),
    ...more,
  );
}

/**
 * @param {TableSummary["seats"][number]} seat
 * @param {Known} known
 * @param {boolean} mine
 */
function seatName({ kind, name, level }, { levels }, mine) {
  if (mine) return t("seat.you");
  if (kind === "bot") return t("seat.computer", { level: levels[level ?? 0] ?? level });
  if (kind === "open") return t("seat.free");
  return name ? isolated(name) : t("seat.someone");
}
