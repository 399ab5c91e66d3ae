/** What the players of a table are called. */

import { t } from "../base/language.js";

const told = (...parts) => parts.filter(Boolean).join(" · ");

/**
 * @param {import("../base/types.js").Table} table
 * @param {import("../base/types.js").Words} words
 * @param {Object<string, string>} levels
 */
export function seatNames(table, words, levels) {
  const colour = (seat) => words.seats[table.colours[seat]] ?? t("seat.table");
  const legend = (seat) => words.legends?.[table.colours[seat]] ?? "";
  return {
    colour,
    /** A name to show beside the colour. */
    name(view, you, seat) {
      const { kind, name, level } = view.seats[seat];
      if (kind === "bot") return levels[level] ?? String(level);
      if (kind === "open") return t("seat.free");
      if (you.seats.includes(seat) && you.seats.length === 1) return t("seat.you");
      return name || colour(seat);
    },
    /** What stands smaller beside the name. */
    beside(view, you, seat) {
      const { kind } = view.seats[seat];
      if (kind === "bot") return told(t("seat.bot", { colour: colour(seat) }), legend(seat));
      const beside = this.name(view, you, seat) === colour(seat) ? "" : colour(seat);
      return told(beside, legend(seat));
    },
    /** A name that can stand alone in a sentence. */
    alone(view, you, seat) {
      const { kind, name } = view.seats[seat] ?? {};
      if (kind === "person" && name && !(you.seats.includes(seat) && you.seats.length > 1))
        return name;
      return colour(seat);
    },
  };
}
