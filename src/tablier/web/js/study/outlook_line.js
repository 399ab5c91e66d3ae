/** What the engine makes of the position that one looks at: each seat's chance, and the best line. */

import { hundredths } from "./hundredths.js";
import { el, fill } from "../base/dom.js";
import { t } from "../base/language.js";

/** Actions of a line that are shown. */
const FOLLOWED = 6;

export class OutlookLine {
  /** @param {{colour: (seat: number) => string}} names */
  constructor(names) {
    this.names = names;
    this.bar = el("div", { class: "worth-bar", "aria-hidden": "true" });
    this.said = el("p", { class: "soft small odds" });
    this.best = el("p", { class: "soft small best-line" });
    this.element = el("div", { class: "outlook", hidden: true }, this.bar, this.said, this.best);
  }

  /** @param {import("../base/types.js").Outlook|null} found nothing where nothing is known yet */
  show(found) {
    this.element.hidden = false;
    if (!found) {
      fill(this.bar);
      fill(this.said);
      fill(this.best);
      return;
    }
    const { chances, line, known } = found;
    const told = hundredths(chances).map((n, seat) =>
      t("graph.chance", { player: this.names.colour(seat), n })
    );
    const parts = chances.map((chance, seat) => {
      const part = el("span", { data: { seat } });
      part.style.flexGrow = String(chance);
      return part;
    });
    fill(this.bar, ...parts);
    const sure = known ? ` ${knownText(known, this.names)}` : "";
    fill(this.said, t("review.worth", { chances: told.join(", ") }) + sure);
    const moves = line.slice(0, FOLLOWED).join(" ");
    fill(this.best, moves && t("review.line", { moves }));
  }
}

/**
 * What best play leads to from here.
 * @param {import("../base/types.js").KnownOutcome} known
 * @param {{colour: (seat: number) => string}} names
 */
export function knownText({ winner, turns, sure }, names) {
  if (winner === null) return t("known.draws");
  const player = names.colour(winner);
  if (!sure) return t("known.winsUnlessCounted", { player });
  return turns === null ? t("known.wins", { player }) : t("known.winsIn", { player, n: turns });
}
