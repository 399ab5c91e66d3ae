/** How the games went: by game and opponent, what to try next, and over time. */

import { games as allGames, messageOf } from "../base/api.js";
import { el } from "../base/dom.js";
import { t } from "../base/language.js";
import { notice } from "../base/notice.js";
import { startAtOnce } from "../home/start_table.js";
import { resultsGraph } from "./results_graph.js";

/**
 * @typedef {import("../base/types.js").Results} Results
 * @typedef {import("../home/table_row.js").Known} Known
 */

const SCORES = /** @type {const} */ (["won", "drawn", "lost"]);

/**
 * @param {Results} went
 * @param {Known} known
 */
export function resultsOf(went, known) {
  const played = known.games.filter(({ name }) => went.levels.some(({ game }) => game === name));
  if (!played.length) return [];
  return [
    el("h2", {}, t("mine.results")),
    el("div", { class: "boards" }, ...played.map((game) => ofGame(game, went, known))),
    resultsGraph(went.days),
  ];
}

/**
 * @param {import("../base/types.js").GameSummary} game
 * @param {Results} went
 * @param {Known} known
 */
function ofGame(game, { levels, next, here }, known) {
  const rows = levels.filter((row) => row.game === game.name);
  const heads = SCORES.map((score) => el("th", { scope: "col" }, t(`mine.score.${score}`)));
  const body = rows.map((row) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, opponent(row, known)),
      ...SCORES.map((score) => el("td", { class: "figures" }, row[score])),
    )
  );
  const empty = el("td", { class: "unseen" }, t("mine.opponent"));
  return el(
    "section",
    { class: "stack tight" },
    el(
      "table",
      {},
      el("caption", {}, game.title),
      el("thead", {}, el("tr", {}, empty, ...heads)),
      el("tbody", {}, ...body),
    ),
    here[game.name] && el("p", { class: "soft small" }, t("mine.here", { n: here[game.name] })),
    next[game.name] && suggestion(game.name, next[game.name], known),
  );
}

/**
 * @param {Results["levels"][number]} row
 * @param {Known} known
 */
function opponent({ against, level }, { levels }) {
  return against === "computer" ? levels[level ?? 0] ?? String(level) : t("mine.people");
}

/**
 * The next level up, one click away.
 * @param {string} name of the game
 * @param {number} level
 * @param {Known} known
 */
function suggestion(name, level, { levels }) {
  const beaten = { beaten: levels[level - 1], next: levels[level] };
  const onclick = async () => {
    try {
      const game = (await allGames()).find((one) => one.name === name);
      if (game) await startAtOnce(game, { way: "computer", level });
    } catch (error) {
      notice(messageOf(error));
    }
  };
  const begin = el("button", { type: "button", onclick }, t("mine.nextYes", beaten));
  return el("div", { class: "stack tight" }, el("p", {}, t("mine.next", beaten)), begin);
}
