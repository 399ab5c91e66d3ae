/** What somebody has made of the puzzles, as this browser keeps it. */

import { keep, recall } from "../base/browser_storage.js";
import { after, BEGINNER } from "./skill.js";

/**
 * @typedef {object} Journal
 * @property {import("./skill.js").Skill} skill
 * @property {Record<string, 0|1>} tried ids, and whether they were solved at the first go
 * @property {number} best of the runs
 *
 * @typedef {{last: number, streak: number}} Days the last day on which the day's puzzle was solved
 */

/** Puzzles that are remembered; after that the oldest may come again. */
const MOST = 2000;
const DAYS = "puzzles.days";

/**
 * @param {string} game
 * @returns {Journal}
 */
export function journalOf(game) {
  return { skill: BEGINNER, tried: {}, best: 0, ...recall(`puzzles.${game}`, {}) };
}

/**
 * @param {string} game
 * @param {Journal} journal
 */
export function keepJournal(game, { skill, tried, best }) {
  const newest = Object.entries(tried).slice(-MOST);
  keep(`puzzles.${game}`, { skill, tried: Object.fromEntries(newest), best });
}

/**
 * @param {string} game
 * @param {{id: string, rating: number|null}} puzzle
 * @param {boolean} solved at the first go
 * @returns {{before: number, now: number}} the rating; the same where nothing counted
 */
export function noteTry(game, { id, rating }, solved) {
  const journal = journalOf(game);
  const before = journal.skill.rating;
  if (rating === null || id in journal.tried) return { before, now: before };
  const skill = after(journal.skill, rating, solved);
  keepJournal(game, { ...journal, skill, tried: { ...journal.tried, [id]: solved ? 1 : 0 } });
  return { before, now: skill.rating };
}

/**
 * @param {string} game
 * @param {number} solved in a run
 */
export function noteRun(game, solved) {
  const journal = journalOf(game);
  if (solved > journal.best) keepJournal(game, { ...journal, best: solved });
}

/** The number of this day, by this calendar: it changes at midnight. */
export function today(now = new Date()) {
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000;
}

/** @returns {Days} */
export function daysOf() {
  return { last: 0, streak: 0, ...recall(DAYS, {}) };
}

/** @param {Days} days */
export function keepDays(days) {
  keep(DAYS, days);
}

/** On how many days in a row the day's puzzle was solved, up to today or yesterday. */
export function streak(day = today()) {
  const { last, streak: so } = daysOf();
  return last >= day - 1 ? so : 0;
}

/** Whether the day's puzzle was solved. */
export function isDone(day = today()) {
  return daysOf().last === day;
}

/** The day's puzzle was solved. */
export function noteDay(day = today()) {
  if (!isDone(day)) keepDays({ last: day, streak: streak(day) + 1 });
}
