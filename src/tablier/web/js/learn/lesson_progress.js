/** How far somebody has come in the lessons of a game. */

import { keep, recall } from "../base/browser_storage.js";

/**
 * @typedef {{at?: number, solved?: string[]}} Progress
 * @typedef {import("../base/types.js").Course} Course
 */

/**
 * @param {string} game
 * @param {Course} course
 */
function named(game, course) {
  return course === "lessons" ? `progress.${game}` : `progress.${game}.${course}`;
}

/**
 * @param {string} game
 * @param {Course} course
 * @returns {Progress}
 */
function progressIn(game, course) {
  return recall(named(game, course), {});
}

/**
 * The ids of the steps that were solved.
 * @param {string} game
 * @param {Course} course
 */
export function solvedSteps(game, course) {
  return new Set(progressIn(game, course).solved ?? []);
}

/**
 * The address of a step.
 * @param {string} game
 * @param {Course} course
 * @param {number} number from 1
 */
export function stepAddress(game, course, number) {
  return `#/learn/${game}/${course === "lessons" ? number : `${course}/${number}`}`;
}

/**
 * The address at which a game's lessons go on.
 * @param {string} game
 * @param {Course} [course]
 */
export function lessonAddress(game, course = "lessons") {
  return stepAddress(game, course, progressIn(game, course).at ?? 1);
}

/**
 * Remembers which step is looked at; after the last one it begins anew.
 * @param {string} game
 * @param {Course} course
 * @param {number} number from 1
 * @param {number} of
 */
export function rememberStep(game, course, number, of) {
  keep(named(game, course), { ...progressIn(game, course), at: number > of ? 1 : number });
}

/**
 * @param {string} game
 * @param {Course} course
 * @param {string} id of the step
 */
export function rememberSolved(game, course, id) {
  const solved = [...solvedSteps(game, course).add(id)];
  keep(named(game, course), { ...progressIn(game, course), solved });
}
