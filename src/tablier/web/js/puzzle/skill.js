/** How well somebody solves puzzles: Glicko ratings, where every puzzle is an opponent. */

/**
 * @typedef {{rating: number, deviation: number}} Skill
 */

/** @type {Skill} */
export const BEGINNER = { rating: 900, deviation: 200 };
/** What the levels' tries leave open of a puzzle's rating. */
const PUZZLE_DEVIATION = 80;
/** A deviation never gets smaller, so that people can get better. */
const LEAST = 60;
const Q = Math.LN10 / 400;

/** @param {number} deviation */
function damping(deviation) {
  return 1 / Math.sqrt(1 + (3 * Q * Q * deviation * deviation) / Math.PI ** 2);
}

/**
 * The chance to solve a puzzle.
 * @param {Skill} skill
 * @param {number} puzzle its rating
 */
function expected({ rating }, puzzle) {
  return 1 / (1 + 10 ** ((-damping(PUZZLE_DEVIATION) * (rating - puzzle)) / 400));
}

/**
 * The skill after a puzzle was solved at the first go, or not.
 * @param {Skill} skill
 * @param {number} puzzle its rating
 * @param {boolean} solved
 * @returns {Skill}
 */
export function after(skill, puzzle, solved) {
  const chance = expected(skill, puzzle);
  const g = damping(PUZZLE_DEVIATION);
  const told = Q * Q * g * g * chance * (1 - chance);
  const precision = 1 / skill.deviation ** 2 + told;
  const rating = skill.rating + ((Q * g) / precision) * ((solved ? 1 : 0) - chance);
  return { rating: Math.round(rating), deviation: Math.max(LEAST, 1 / Math.sqrt(precision)) };
}
