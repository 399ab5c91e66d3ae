/**
 * Whether somebody sees this page: it is shown, and was touched not long ago. The house rolls no dice
 * for people who are all away.
 */

/** Milliseconds: who has not touched anything meanwhile has gone away from the table. */
const LONGEST_MS = 120_000;
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"];

/** @param {(looking: boolean) => void} tell called when it changes */
export function watchAttention(tell) {
  let touched = true;
  let before = looking();
  let timer = 0;

  function looking() {
    return touched && !document.hidden;
  }

  function note() {
    if (looking() === before) return;
    before = looking();
    tell(before);
  }

  function sign() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      touched = false;
      note();
    }, LONGEST_MS);
    touched = true;
    note();
  }

  for (const kind of SIGNS) addEventListener(kind, sign, { capture: true, passive: true });
  document.addEventListener("visibilitychange", sign);
  sign();

  return {
    looking,
    stop() {
      clearTimeout(timer);
      for (const kind of SIGNS) removeEventListener(kind, sign, { capture: true });
      document.removeEventListener("visibilitychange", sign);
    },
  };
}
