/** Keeps the screen awake while a game is on: who thinks for long touches nothing. */

let isWanted = false;
let isAsking = false;
/** @type {WakeLockSentinel|null} */
let lock = null;

/** @param {boolean} on */
export function keepAwake(on) {
  isWanted = on;
  follow();
}

/** The browser takes the lock away where the page is not seen, and may refuse it: to save a battery. */
async function follow() {
  if (!isWanted) {
    await lock?.release();
    return;
  }
  if (lock || isAsking || document.hidden || !navigator.wakeLock) return;
  isAsking = true;
  lock = await navigator.wakeLock.request("screen").catch(() => null);
  isAsking = false;
  lock?.addEventListener("release", () => {
    lock = null;
  });
  if (!isWanted) await lock?.release();
}

document.addEventListener("visibilitychange", follow);
