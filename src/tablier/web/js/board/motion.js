/**
 * How things move: 150 to 250 ms, easing out. `data-motion` on the document's root makes it
 * slower or quicker or turns it off; people who want less motion get cross-fades.
 */

const SLIDE_MS = 200;
const HOP_MS = 190;
const LONGEST_MS = 1100;
const PACES = { off: 0, fast: 0.6, normal: 1, slow: 1.8 };
const EASE = "cubic-bezier(0.2, 0.7, 0.25, 1)";

/** How long everything takes, in parts of the usual; 0 is at once. */
export function pace() {
  const wish = document.documentElement.dataset.motion ?? "normal";
  return PACES[/** @type {keyof PACES} */ (wish)] ?? 1;
}

/** Whether things should fade rather than move. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @typedef {{x: number, y: number}} Place */

/** @param {Place} place */
export function at({ x, y }) {
  return `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
}

/**
 * Where an element is drawn now, also in the middle of a movement.
 * @param {SVGElement} element
 */
export function whereabouts(element) {
  const matrix = new DOMMatrix(getComputedStyle(element).transform);
  return { x: matrix.e, y: matrix.f };
}

/**
 * Moves an element along some places to the last of them; resolves when it is there.
 * @param {SVGElement} element
 * @param {Place[]} places
 * @param {boolean} hopping each stretch is a leap
 * @returns {Promise<unknown>}
 */
export function travel(element, places, hopping) {
  const end = places[places.length - 1];
  element.getAnimations().forEach((animation) => animation.cancel());
  element.style.transform = at(end);
  const [body] = element.getElementsByClassName("body");
  body?.getAnimations().forEach((animation) => animation.cancel());
  if (!pace()) return Promise.resolve();
  if (calm()) return fade(element, 0, 1);
  const stretches = places.length - 1;
  const usual = hopping ? HOP_MS * stretches : SLIDE_MS;
  const duration = Math.min(usual, LONGEST_MS) * pace();
  const easing = stretches > 1 ? "cubic-bezier(0.35, 0, 0.4, 1)" : EASE;
  const steps = places.map((place) => ({ transform: at(place), easing }));
  if (hopping && body) leap(body, stretches, duration);
  return finished(element.animate(steps, { duration }));
}

/**
 * @param {Element} body
 * @param {number} stretches
 * @param {number} duration
 */
function leap(body, stretches, duration) {
  const grounded = { transform: "translateY(0) scale(1)" };
  const high = { transform: "translateY(-16%) scale(1.14)", easing: "ease-in" };
  const steps = [{ ...grounded, easing: "ease-out" }];
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    steps.push(high, { ...grounded, easing: "ease-out" });
  }
  body.animate(steps, { duration });
}

/**
 * @param {Element} element
 * @param {number} from
 * @param {number} to
 */
export function fade(element, from, to) {
  if (!pace()) return Promise.resolve();
  const timing = {
    duration: SLIDE_MS * pace(),
    easing: "ease-out",
    fill: /** @type {const} */ ("forwards"),
  };
  return finished(element.animate([{ opacity: from }, { opacity: to }], timing));
}

/**
 * Takes an element away: to a place beside the board, or by lifting and fading.
 * @param {SVGElement} element
 * @param {Place|null} place
 */
export async function leave(element, place) {
  const start = whereabouts(element);
  if (pace() && !calm()) {
    const end = place ?? { x: start.x, y: start.y - 8 };
    const steps = [
      { transform: at(start), opacity: 1 },
      { transform: `${at(end)} scale(${place ? 0.4 : 1.15})`, opacity: place ? 0.9 : 0 },
    ];
    const duration = 260 * pace();
    await finished(element.animate(steps, { duration, easing: EASE, fill: "forwards" }));
  } else {
    await fade(element, 1, 0);
  }
  element.remove();
}

/**
 * Brings a new element: from a place beside the board, or by settling down.
 * @param {SVGElement} element
 * @param {Place} end
 * @param {Place|null} place
 */
export function enter(element, end, place) {
  element.style.transform = at(end);
  if (!pace()) return Promise.resolve();
  if (calm()) return fade(element, 0, 1);
  const start = place ?? { x: end.x, y: end.y - 6 };
  const steps = [
    { transform: `${at(start)} scale(${place ? 0.4 : 1.15})`, opacity: place ? 1 : 0 },
    { transform: at(end), opacity: 1 },
  ];
  return finished(element.animate(steps, { duration: 220 * pace(), easing: EASE }));
}

/** @param {Animation} animation */
function finished(animation) {
  return animation.finished.catch(() => undefined);
}
