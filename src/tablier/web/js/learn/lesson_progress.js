/** How far somebody has come in the lessons of a game. */

import { keep, recall } from "../base/browser_storage.js";

const nameOf = (game) => `progress.${game}`;

/** The ids of the steps that were solved. */
export function solvedSteps(game) {
  return new Set(recall(nameOf(game), {}).solved ?? []);
}

/** Where to go on: the number of a step, from 1. */
export function nextStep(game) {
  return recall(nameOf(game), {}).at ?? 1;
}

/** The address at which a game's lesson goes on. */
export function lessonAddress(game) {
  return `#/learn/${game}/${nextStep(game)}`;
}

/** Remembers which step is looked at; after the last one it begins anew. */
export function rememberStep(game, number, of) {
  keep(nameOf(game), { ...recall(nameOf(game), {}), at: number > of ? 1 : number });
}

export function rememberSolved(game, id) {
  keep(nameOf(game), { ...recall(nameOf(game), {}), solved: [...solvedSteps(game).add(id)] });
}
