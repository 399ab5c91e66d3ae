/** Asks, over the board, which of several actions with the same points is meant. */

import { el, fill } from "../../base/dom.js";

export class MoveMenu {
  /**
   * @param {HTMLElement} frame of the board
   * @param {string} question
   * @param {() => void} onLeave nothing of it was meant
   */
  constructor(frame, question, onLeave) {
    this.element = el("div", {
      class: "chooser",
      role: "group",
      "aria-label": question,
      hidden: true,
    });
    this.onLeave = onLeave;
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
      this.onLeave();
    });
    frame.append(this.element);
  }

  get open() {
    return !this.element.hidden;
  }

  /**
   * @param {{label: string, act: string, choose: () => void}[]} choices
   * @param {number} x where to ask, in hundredths of the board
   * @param {number} y
   */
  ask(choices, x, y) {
    const buttons = choices.map(({ label, act, choose }) => {
      const onclick = () => {
        this.close();
        choose();
      };
      return el("button", { type: "button", data: { act }, onclick }, label);
    });
    fill(this.element, ...buttons);
    this.element.style.left = `${Math.min(Math.max(x, 20), 80)}%`;
    this.element.style.top = `${Math.min(Math.max(y, 10), 90)}%`;
    this.element.hidden = false;
    buttons[0].focus({ preventScroll: true });
  }

  close() {
    this.element.hidden = true;
  }
}
