/** How a game went for whoever looks, in a word or two. */

import { t } from "../base/language.js";

/** @param {import("../base/types.js").TableSummary} table that is over */
export function scoreText({ result, yours = [], seats, series }) {
  if (!result || yours.length !== 1) return t("mine.score.over");
  const [own] = yours;
  const first = result.ranks.filter((rank) => rank === 1).length;
  const score = result.ranks[own] !== 1 ? "lost" : first === 1 ? "won" : "drawn";
  const told = t(`mine.score.${score}`);
  if (!series || seats.length !== 2) return told;
  return `${told} · ${seriesScore(series.points, own, result.ranks)}`;
}

/**
 * What two have of a series, this game with the others once it is over.
 * @param {number[]} points of the games before
 * @param {number} own seat, which is told first
 * @param {number[]} ranks none before the end
 */
export function seriesScore(points, own, ranks) {
  const first = ranks.filter((rank) => rank === 1).length;
  const now = (/** @type {number} */ seat) => ranks[seat] === 1 ? 1 / first : 0;
  return [own, 1 - own].map((seat) => halves(points[seat] + now(seat))).join(" : ");
}

/** @param {number} points */
function halves(points) {
  const whole = Math.floor(points);
  return points === whole ? String(whole) : `${whole || ""}½`;
}
