/** What a game that is solved comes to: its value, shares, first turns, and the longest win. */

import { gameNamed, solvedOf, wordsOf } from "../base/api.js";
import { el } from "../base/dom.js";
import { t } from "../base/language.js";
import { firstTurns } from "./first_turns.js";
import { LongestWin } from "./longest_win.js";
import { shares } from "./shares.js";

const VALUES = { 0: "draw", 1: "win", "-1": "loss" };

/**
 * @param {HTMLElement} place
 * @param {string} name of the game
 */
export async function showSolved(place, name) {
  const [game, solved, words] = await Promise.all([gameNamed(name), solvedOf(name), wordsOf(name)]);
  const { value, states, shares: share } = solved;
  const title = t("solved.title", { game: game.title });
  const win = new LongestWin(name, solved, words);
  place.append(
    el(
      "article",
      { class: "solved" },
      el(
        "header",
        { class: "prose" },
        el("h1", {}, title),
        el("p", { class: "verdict" }, t(`solved.${VALUES[value.outcome]}`, { n: value.in })),
        el("p", { class: "soft" }, t("solved.how", states)),
      ),
      section(
        "shares",
        shares([
          { label: t("solved.placing"), share: share.placing },
          { label: t("solved.moving"), share: share.moving },
          { label: t("solved.equal"), share: share.equal },
        ]),
        "sharesNote",
      ),
      share.more.length > 0 && section("more", shares(ahead(share), true), "moreNote"),
      section("openings", firstTurns(name, solved, words)),
      section("longest", win.element),
      el(
        "p",
        { class: "row" },
        el("a", { class: "button", href: `#/learn/${name}` }, t("lesson.rules")),
        el("a", { class: "button primary", href: `#/new/${name}` }, t("learn.play")),
      ),
    ),
  );
  await win.open();
  return { title, destroy: () => win.destroy() };
}

/**
 * @param {string} key of its heading
 * @param {HTMLElement} content
 * @param {string} [note]
 */
function section(key, content, note) {
  return el(
    "section",
    {},
    el("h2", {}, t(`solved.${key}`)),
    note && el("p", { class: "soft" }, t(`solved.${note}`)),
    content,
  );
}

/**
 * What positions are worth to whoever has more pieces, the player to move or the other.
 * @param {import("../base/types.js").SolvedShares} share
 */
function ahead({ more, fewer }) {
  return more.flatMap((own, index) => {
    const { won, drawn, lost } = fewer[index];
    const n = index + 1;
    return [
      { label: t("solved.onMove", { n }), share: own },
      { label: t("solved.offMove", { n }), share: { won: lost, drawn, lost: won } },
    ];
  });
}
