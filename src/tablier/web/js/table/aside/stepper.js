/** Buttons, a slider and keys to step through a game. */

import { el, icon } from "../../base/dom.js";
import { t } from "../../base/language.js";

/** @typedef {"first"|"back"|"forward"|"last"} Step */

/** @type {Record<string, Step>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
/** Where arrow keys mean something else. */
const BUSY = "input, select, textarea, dialog, [role=grid], [role=application], .board";

export class Stepper {
  /** @param {(ply: number) => void} onStep the person wants to see another position */
  constructor(onStep) {
    this.onStep = onStep;
    this.cursor = 0;
    this.last = 0;
    const oninput = () => this.show(Number(this.slider.value));
    const range = { type: "range", min: 0, max: 0, "aria-label": t("moves.slider") };
    this.slider = el("input", { ...range, oninput });
    const steps = /** @type {Step[]} */ (["first", "back", "forward", "last"]);
    this.buttons = steps.map((step) => this.#button(step));
    const [first, back, forward, last] = this.buttons;
    this.element = el("div", { class: "stepper" }, first, back, this.slider, forward, last);
    document.addEventListener("keydown", this.#press);
  }

  /** @param {number} last of the positions, counted from 0 */
  set(last) {
    this.last = Math.max(0, last);
    this.slider.max = String(this.last);
  }

  /**
   * @param {number} ply
   * @param {string} told what was played last
   */
  point(ply, told) {
    this.cursor = ply;
    this.slider.value = String(ply);
    this.slider.setAttribute("aria-valuetext", told);
    for (const [order, button] of this.buttons.entries()) {
      button.disabled = order < 2 ? ply <= 0 : ply >= this.last;
    }
  }

  destroy() {
    document.removeEventListener("keydown", this.#press);
  }

  /** @param {number} ply */
  show(ply) {
    const bounded = Math.max(0, Math.min(this.last, ply));
    if (bounded !== this.cursor) this.onStep(bounded);
  }

  /** @param {Step} name */
  #button(name) {
    const label = t(`moves.${name}`);
    const onclick = () => this.#step(name);
    const traits = { class: "quiet square", type: "button", title: label, onclick };
    return el("button", { ...traits, "aria-label": label }, icon(name));
  }

  /**
   * Arrow keys step through the game wherever they mean nothing else.
   * @param {KeyboardEvent} event
   */
  #press = (event) => {
    const busy = /** @type {Element} */ (event.target).closest?.(BUSY);
    if (busy || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = KEYS[event.key];
    if (!step || this.last < 1) return;
    event.preventDefault();
    this.#step(step);
  };

  /** @param {Step} name */
  #step(name) {
    const { cursor, last } = this;
    this.show({ first: 0, back: cursor - 1, forward: cursor + 1, last }[name]);
  }
}
