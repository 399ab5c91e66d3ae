/** What the players of a table are called. */

import { t } from "../../base/language.js";

/**
 * @typedef {import("../../base/types.js").View} View
 * @typedef {import("../../base/types.js").You} You
 */

/**
 * @param {Pick<import("../../base/types.js").Table, "colours"> & {actions?: string}} table
 * @param {import("../../base/types.js").Words} words
 * @param {import("../../base/types.js").Texts} levels
 */
export function seatNames(table, words, levels) {
  const colour = (/** @type {number} */ seat) =>
    words.seats[table.colours[seat]] ?? t("seat.table");

  /**
   * A name to show beside the colour.
   * @param {View} view
   * @param {You} you
   * @param {number} seat
   */
  function name(view, you, seat) {
    const { kind, name: own } = view.seats[seat];
    if (kind === "bot") return botName(view, seat);
    if (kind === "open") return t("seat.free");
    if (you.seats.includes(seat) && you.seats.length === 1) return t("seat.you");
    return own || colour(seat);
  }

  /**
   * Bots of one level at one table have numbers.
   * @param {View} view
   * @param {number} seat
   */
  function botName({ seats }, seat) {
    const { level } = seats[seat];
    const alike = [...seats.keys()].filter((one) => seats[one].level === level);
    const named = levels[level ?? 0] ?? String(level);
    return alike.length > 1 ? `${named} ${alike.indexOf(seat) + 1}` : named;
  }

  /**
   * What stands smaller beside the name.
   * @param {View} view
   * @param {You} you
   * @param {number} seat
   */
  function beside(view, you, seat) {
    const shown = name(view, you, seat) === colour(seat) ? "" : colour(seat);
    const bot = view.seats[seat].kind === "bot";
    const first = bot ? t("seat.bot", { colour: colour(seat) }) : shown;
    return [first, words.legends?.[table.colours[seat]]].filter(Boolean).join(" · ");
  }

  /**
   * A name that can stand alone in a sentence: of those at one screen the colour, where there are any.
   * @param {View} view
   * @param {You} you
   * @param {number} seat
   */
  function alone(view, you, seat) {
    const { kind, name: own } = view.seats[seat] ?? {};
    const several = table.actions !== "race" && you.seats.includes(seat) && you.seats.length > 1;
    return kind === "person" && own && !several ? own : colour(seat);
  }

  return { colour, name, beside, alone };
}
