/** Time as the last update told it, running on by this device's own clock. */

import { t } from "../base/language.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @returns {import("../base/types.js").TableClock & {set: (view: import("../base/types.js").View) => void}} */
export function tableClock() {
  let view = /** @type {import("../base/types.js").View|null} */ (null);
  let received = 0;
  const since = () => performance.now() - received;
  const left = () => Math.max(0, (view?.deadline?.left ?? 0) - since());
  return {
    set(next) {
      view = next;
      received = performance.now();
    },
    since,
    left,
    seat(number) {
      if (!view?.clocks) return view?.deadline && view.actors.includes(number) ? left() : null;
      const own = view.clocks.left[number];
      return Math.max(0, view.clocks.running.includes(number) ? own - since() : own);
    },
  };
}

/**
 * Minutes and seconds; tenths in the last ten seconds, days where there are some.
 * @param {number} ms
 */
export function clockText(ms) {
  if (ms >= DAY) {
    return t("clock.days", { n: Math.floor(ms / DAY), hours: Math.floor((ms % DAY) / HOUR) });
  }
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const two = (/** @type {number} */ number) => String(Math.floor(number)).padStart(2, "0");
  const rest = `${two((ms % HOUR) / MINUTE)}:${two((ms % MINUTE) / 1000)}`;
  return ms >= HOUR ? `${Math.floor(ms / HOUR)}:${rest}` : rest;
}
