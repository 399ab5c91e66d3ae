/** The moves of a game, turn by turn, with a slider and keys to step through them. */

import { el, fill, icon } from "../base/dom.js";
import { t } from "../base/language.js";

/**
 * @typedef {{text: string|null, seat: number|null, turn: number, path: number[], scene: import("../base/types.js").Scene, position?: string}} Frame
 */

/**
 * @param {object} parts
 * @param {(seat: number) => string} parts.colour
 * @param {(cursor: number) => void} parts.onStep the person wants to see another moment
 */
export function createMoveList({ colour, onStep }) {
  /** @type {Frame[]} */
  let frames = [];
  let marks = /** @type {Map<number, string>} */ (new Map());
  let cursor = 0;
  const list = el("ol", { class: "moves", tabindex: 0, "aria-label": t("moves.label") });
  const slider = el("input", { type: "range", min: 0, max: 0, "aria-label": t("moves.slider") });
  const steps = {
    first: () => 0,
    back: () => cursor - 1,
    forward: () => cursor + 1,
    last: () => frames.length - 1,
  };
  const buttons = Object.entries(steps).map(([name, target]) => {
    const button = el(
      "button",
      {
        class: "quiet square",
        type: "button",
        "aria-label": t(`moves.${name}`),
        title: t(`moves.${name}`),
      },
      icon(name),
    );
    button.addEventListener("click", () => step(target()));
    return button;
  });
  slider.addEventListener("input", () => step(Number(slider.value)));
  list.addEventListener("click", (event) => {
    const move = /** @type {Element} */ (event.target).closest("[data-ply]");
    if (move) step(Number(move.getAttribute("data-ply")));
  });
  document.addEventListener("keydown", keys);
  const resized = new ResizeObserver(() => reveal());
  resized.observe(list);

  /** Arrow keys step through the game wherever they mean nothing else. */
  function keys(event) {
    const busy = event.target.closest?.(
      "input, select, textarea, dialog, [role=grid], [role=application], .board",
    );
    if (busy || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = {
      ArrowLeft: steps.back,
      ArrowRight: steps.forward,
      Home: steps.first,
      End: steps.last,
    }[event.key];
    if (!target || frames.length < 2) return;
    event.preventDefault();
    step(target());
  }

  function step(target) {
    const bounded = Math.max(0, Math.min(frames.length - 1, target));
    if (bounded !== cursor) onStep(bounded);
  }

  /** Brings the move that is shown to the middle, also when the list gets more or less room. */
  function reveal() {
    const now = /** @type {HTMLElement|null} */ (list.querySelector(".now"));
    list.scrollTop = now ? now.offsetTop - (list.clientHeight - now.offsetHeight) / 2 : 0;
  }

  function draw() {
    const turns = [];
    for (const [ply, frame] of frames.entries()) {
      if (ply === 0) continue;
      const before = turns.at(-1);
      if (before && before.turn === frame.turn && before.seat === frame.seat)
        before.plies.push(ply);
      else turns.push({ turn: frame.turn, seat: frame.seat, plies: [ply] });
    }
    fill(list, ...turns.map(turnItem));
  }

  function turnItem({ turn, seat, plies }) {
    return el(
      "li",
      { data: { seat: seat ?? "" } },
      el("span", { class: "number figures soft" }, `${turn}`),
      el("span", { class: "unseen" }, seat === null || seat > 7 ? "" : colour(seat)),
      ...plies.map((ply) =>
        el(
          "button",
          { class: `move ${marks.get(ply) ?? ""}`, type: "button", tabindex: -1, data: { ply } },
          frames[ply].text,
          marks.has(ply) && el("span", { class: "unseen" }, ` ${t(`mark.${marks.get(ply)}`)}`),
        ),
      ),
    );
  }

  return {
    element: el(
      "section",
      { class: "history", "aria-label": t("moves.label") },
      list,
      el("div", { class: "stepper" }, buttons[0], buttons[1], slider, buttons[2], buttons[3]),
    ),
    /** @param {Frame[]} next @param {Map<number, string>} [nextMarks] by ply */
    set(next, nextMarks = marks) {
      frames = next;
      marks = nextMarks;
      slider.max = String(Math.max(0, frames.length - 1));
      draw();
    },
    /** Marks the moment that is shown. */
    point(at) {
      cursor = at;
      slider.value = String(at);
      slider.setAttribute("aria-valuetext", frames[at]?.text ?? t("moves.start"));
      list.querySelector(".now")?.classList.remove("now");
      const now = /** @type {HTMLElement|null} */ (list.querySelector(`[data-ply="${at}"]`));
      now?.classList.add("now");
      reveal();
      for (const [order, button] of buttons.entries()) {
        button.disabled = order < 2 ? at <= 0 : at >= frames.length - 1;
      }
    },
    destroy() {
      document.removeEventListener("keydown", keys);
      resized.disconnect();
    },
  };
}
