/** The games over time: a bar for each week, or for each month where there are many. */

import { el, svg } from "../base/dom.js";
import { t } from "../base/language.js";
import { settings } from "../base/settings.js";

/** @typedef {import("../base/types.js").Results["days"]} Days */
/** @typedef {{at: Date, won: number, drawn: number, lost: number}} Bar */

const SCORES = /** @type {const} */ (["won", "drawn", "lost"]);
const DAY_MS = 24 * 3600 * 1000;
const MOST_WEEKS = 26;
/** So that there is room for the dates below. */
const LEAST_BARS = 12;
const HEIGHT = 100;
const WIDE = 10;
const GAP = 4;
/** Monday, the first day of 1970 that was one. */
const MONDAY = 4;

/** @param {Days} days */
export function resultsGraph(days) {
  const weeks = (days.at(-1)?.day ?? 0) - days[0].day <= 7 * MOST_WEEKS;
  const bars = barsOf(days, weeks);
  const most = Math.max(...bars.map(({ won, drawn, lost }) => won + drawn + lost));
  const width = bars.length * (WIDE + GAP) + GAP;
  const sums = sum(bars);
  const label = t("mine.graphLabel", sums);
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label },
    ...bars.flatMap((bar, index) => column(bar, index, most)),
    svg("line", { class: "ground", x1: 0, x2: width, y1: HEIGHT, y2: HEIGHT }),
  );
  const legend = SCORES.map((score) => el("li", { class: score }, t(`mine.score.${score}`)));
  return el(
    "figure",
    { class: "course-of-games" },
    el("figcaption", {}, t(weeks ? "mine.byWeek" : "mine.byMonth")),
    el("ul", { class: "small legend", "aria-hidden": "true" }, ...legend),
    el("div", { class: "plot" }, drawing, ends(bars, weeks)),
    el(
      "details",
      { class: "small" },
      el("summary", {}, t("mine.asTable")),
      table(bars.filter(({ won, drawn, lost }) => won + drawn + lost > 0), weeks),
    ),
  );
}

/**
 * The dates below the first and the last bar.
 * @param {Bar[]} bars
 * @param {boolean} weeks
 */
function ends(bars, weeks) {
  const dates = [bars[0], bars[bars.length - 1]].map(({ at }) => el("span", {}, named(at, weeks)));
  return el("p", { class: "small soft ends", "aria-hidden": "true" }, ...dates);
}

/**
 * One bar for each week or month from the first game on, the empty ones with them.
 * @param {Days} days
 * @param {boolean} weeks
 */
function barsOf(days, weeks) {
  /** @type {Map<number, Bar>} */
  const bars = new Map();
  const end = begins(days[days.length - 1].day, weeks);
  const least = begins(end - (LEAST_BARS - 1) * (weeks ? 7 : 30), weeks);
  for (let at = Math.min(begins(days[0].day, weeks), least); at <= end; at = follows(at, weeks)) {
    bars.set(at, { at: new Date(at * DAY_MS), won: 0, drawn: 0, lost: 0 });
  }
  for (const { day, won, drawn, lost } of days) {
    const bar = /** @type {Bar} */ (bars.get(begins(day, weeks)));
    bar.won += won;
    bar.drawn += drawn;
    bar.lost += lost;
  }
  return [...bars.values()];
}

/**
 * The first day of a day's week or month.
 * @param {number} day
 * @param {boolean} weeks
 */
function begins(day, weeks) {
  if (weeks) return Math.floor((day - MONDAY) / 7) * 7 + MONDAY;
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / DAY_MS;
}

/**
 * @param {number} at
 * @param {boolean} weeks
 */
function follows(at, weeks) {
  return weeks ? at + 7 : begins(at + 31, weeks);
}

/**
 * @param {Bar} bar
 * @param {number} index
 * @param {number} most games of a bar
 */
function column(bar, index, most) {
  let y = HEIGHT;
  return SCORES.map((score) => {
    const height = (bar[score] / most) * (HEIGHT - 4);
    y -= height;
    const place = { x: GAP + index * (WIDE + GAP), y, width: WIDE, height };
    return height ? svg("rect", { class: score, ...place }) : null;
  });
}

/** @param {Bar[]} bars */
function sum(bars) {
  const added = { won: 0, drawn: 0, lost: 0 };
  for (const bar of bars) for (const score of SCORES) added[score] += bar[score];
  return added;
}

/**
 * @param {Date} at
 * @param {boolean} weeks
 */
function named(at, weeks) {
  const shown = weeks
    ? { day: "numeric", month: "short", year: "numeric" }
    : { month: "short", year: "numeric" };
  const zone = { ...shown, timeZone: "UTC" };
  return new Intl.DateTimeFormat(settings().language, /** @type {any} */ (zone)).format(at);
}

/**
 * @param {Bar[]} bars
 * @param {boolean} weeks
 */
function table(bars, weeks) {
  const heads = SCORES.map((score) => el("th", { scope: "col" }, t(`mine.score.${score}`)));
  const rows = bars.map((bar) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, named(bar.at, weeks)),
      ...SCORES.map((score) => el("td", { class: "figures" }, bar[score])),
    )
  );
  const head = el("tr", {}, el("td", { class: "unseen" }, t("mine.from")), ...heads);
  return el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows));
}
