/** Chances as people read them. */

/**
 * Chances in whole hundredths that add up to 100: what rounding down leaves goes to whoever lost most
 * by it. 0 and 100 are kept for what is certain.
 * @param {number[]} chances
 */
export function hundredths(chances) {
  const all = sum(chances) || 1;
  const exact = chances.map((chance) => (100 * chance) / all);
  const whole = exact.map((share) => share > 0 ? Math.max(1, Math.floor(share)) : 0);
  const lost = (/** @type {number} */ seat) => exact[seat] - whole[seat];
  const order = [...whole.keys()].toSorted((one, other) => lost(other) - lost(one));
  const left = 100 - sum(whole);
  if (left < 0) whole[whole.indexOf(Math.max(...whole))] += left;
  for (const seat of order.slice(0, Math.max(left, 0))) whole[seat] += 1;
  return whole;
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
