/** Time that runs out: a bar that drains, and the seconds left. */

import { make } from "../elements.js";

const TICK_MS = 200;

/**
 * Let a bar drain for as long as a deadline has left; without one the bar is hidden.
 * @param {HTMLElement} bar
 * @param {number} left milliseconds
 * @param {number} whole milliseconds
 */
export function drain(bar, left, whole) {
  bar.getAnimations().forEach((animation) => animation.cancel());
  bar.hidden = !whole;
  if (!whole) return;
  const from = `scaleX(${Math.min(1, left / whole)})`;
  bar.animate([{ transform: from }, { transform: "scaleX(0)" }], {
    duration: Math.max(1, left),
    fill: "forwards",
  });
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
      const show = () => (element.textContent = String(Math.ceil(left() / 1000)));
      show();
      timer = setInterval(show, TICK_MS);
    },
  };
}
