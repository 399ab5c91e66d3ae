/** How far somebody has come in the lessons of a game. */

import { keep, recall } from "../base/browser_storage.js";

/**
 * @typedef {{at?: number, solved?: string[]}} Progress
 *
 * @param {string} game
 * @returns {Progress}
 */
function progressIn(game) {
  return recall(`progress.${game}`, {});
}

/**
 * The ids of the steps that were solved.
 * @param {string} game
 */
export function solvedSteps(game) {
  return new Set(progressIn(game).solved ?? []);
}

/**
 * The address at which a game's lesson goes on.
 * @param {string} game
 */
export function lessonAddress(game) {
  return `#/learn/${game}/${progressIn(game).at ?? 1}`;
}

/**
 * Remembers which step is looked at; after the last one it begins anew.
 * @param {string} game
 * @param {number} number from 1
 * @param {number} of
 */
export function rememberStep(game, number, of) {
  keep(`progress.${game}`, { ...progressIn(game), at: number > of ? 1 : number });
}

/**
 * @param {string} game
 * @param {string} id of the step
 */
export function rememberSolved(game, id) {
  const solved = [...solvedSteps(game).add(id)];
  keep(`progress.${game}`, { ...progressIn(game), solved });
}
