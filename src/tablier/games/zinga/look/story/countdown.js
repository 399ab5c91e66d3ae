/** Time that runs out: a bar that drains, and the seconds left. */

import { make } from "../elements.js";

const TICK_MS = 200;
const SECOND_MS = 1000;

/** What moves bars by the second. @type {WeakMap<HTMLElement, number>} */
const ticking = new WeakMap();
/**
 * And what moves them smoothly: whoever asks a bar for it has the page laid out at once.
 * @type {WeakMap<HTMLElement, Animation>}
 */
const gliding = new WeakMap();

/**
 * Let a bar drain for as long as a deadline has left; without one the bar is hidden.
 * It glides, or moves once a second for those who want no motion.
 * @param {HTMLElement} bar
 * @param {number} left milliseconds
 * @param {number} whole milliseconds
 */
export function drain(bar, left, whole) {
  gliding.get(bar)?.cancel();
  clearInterval(ticking.get(bar));
  bar.hidden = !whole;
  if (!whole) return;
  if (document.documentElement.dataset.motion === "off") tick(bar, left, whole);
  else glide(bar, left, whole);
}

/** @type {typeof drain} */
function glide(bar, left, whole) {
  const from = `scaleX(${Math.min(1, left / whole)})`;
  const gone = bar.animate([{ transform: from }, { transform: "scaleX(0)" }], {
    duration: Math.max(1, left),
    fill: "forwards",
  });
  gliding.set(bar, gone);
}

/** @type {typeof drain} */
function tick(bar, left, whole) {
  const end = performance.now() + left;
  const show = () => {
    const share = (end - performance.now()) / whole;
    bar.style.transform = `scaleX(${Math.min(1, Math.max(0, share))})`;
    if (share <= 0) clearInterval(ticking.get(bar));
  };
  show();
  ticking.set(bar, setInterval(show, SECOND_MS));
}

/** The seconds of the deadline that runs, in words for nobody: a timer is not read out. */
export function createSeconds() {
  const element = make("span", "zinga-seconds");
  element.setAttribute("role", "timer");
  element.setAttribute("aria-live", "off");
  let timer = 0;

  function stop() {
    clearInterval(timer);
    element.textContent = "";
  }

  return {
    element,
    stop,
    /** @param {() => number} left milliseconds left now */
    run(left) {
      stop();
      const show = () => {
        const seconds = String(Math.ceil(left() / 1000));
        if (seconds !== element.textContent) element.textContent = seconds;
      };
      show();
      timer = setInterval(show, TICK_MS);
    },
  };
}
