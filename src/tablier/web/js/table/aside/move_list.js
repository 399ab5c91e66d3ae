/** The moves of a game, turn by turn, with a slider and keys to step through them. */

import { el, fill, icon } from "../../base/dom.js";
import { t } from "../../base/language.js";

/**
 * @typedef {import("../../base/types.js").Frame} Frame
 * @typedef {{turn: number, seat: number|null, plies: number[]}} Turn
 * @typedef {"first"|"back"|"forward"|"last"} Step
 */

/** @type {Record<string, Step>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
/** Where arrow keys mean something else. */
const BUSY = "input, select, textarea, dialog, [role=grid], [role=application], .board";
/** Seats above these are the table's. */
const LAST_SEAT = 7;

export class MoveList {
  /**
   * @param {{colour: (seat: number) => string}} names
   * @param {(ply: number) => void} onStep the person wants to see another position
   */
  constructor(names, onStep) {
    this.names = names;
    this.onStep = onStep;
    /** @type {Frame[]} */
    this.frames = [];
    /** @type {Map<number, string>} */
    this.marks = new Map();
    this.cursor = 0;
    /** Whether whoever acts is shown: where all act at once, nothing else tells. */
    this.named = false;
    const label = { "aria-label": t("moves.label") };
    this.list = el("ol", { class: "moves", tabindex: 0, ...label });
    const oninput = () => this.#show(Number(this.slider.value));
    const range = { type: "range", min: 0, max: 0, "aria-label": t("moves.slider") };
    this.slider = el("input", { ...range, oninput });
    const steps = /** @type {Step[]} */ (["first", "back", "forward", "last"]);
    this.buttons = steps.map((step) => this.#button(step));
    const [first, back, forward, last] = this.buttons;
    const stepper = el("div", { class: "stepper" }, first, back, this.slider, forward, last);
    this.element = el("section", { class: "history", ...label }, this.list, stepper);
    this.list.addEventListener("click", (event) => {
      const move = /** @type {Element} */ (event.target).closest("[data-ply]");
      if (move) this.#show(Number(move.getAttribute("data-ply")));
    });
    document.addEventListener("keydown", this.#press);
    this.resized = new ResizeObserver(() => this.#reveal());
    this.resized.observe(this.list);
  }

  /**
   * @param {Frame[]} frames
   * @param {Map<number, string>} [marks] by ply
   */
  set(frames, marks = this.marks) {
    this.frames = frames;
    this.marks = marks;
    this.slider.max = String(Math.max(0, frames.length - 1));
    fill(this.list, ...turnsOf(frames).map((turn) => this.#turn(turn)));
  }

  /**
   * Marks the action after which the game is shown.
   * @param {number} ply
   */
  point(ply) {
    this.cursor = ply;
    this.slider.value = String(ply);
    this.slider.setAttribute("aria-valuetext", this.frames[ply]?.text ?? t("moves.start"));
    this.list.querySelector(".now")?.classList.remove("now");
    this.list.querySelector(`[data-ply="${ply}"]`)?.classList.add("now");
    this.#reveal();
    for (const [order, button] of this.buttons.entries()) {
      button.disabled = order < 2 ? ply <= 0 : ply >= this.frames.length - 1;
    }
  }

  destroy() {
    document.removeEventListener("keydown", this.#press);
    this.resized.disconnect();
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
    if (!step || this.frames.length < 2) return;
    event.preventDefault();
    this.#step(step);
  };

  /** @param {Step} name */
  #step(name) {
    const last = this.frames.length - 1;
    const { cursor } = this;
    this.#show({ first: 0, back: cursor - 1, forward: cursor + 1, last }[name]);
  }

  /** @param {number} ply */
  #show(ply) {
    const bounded = Math.max(0, Math.min(this.frames.length - 1, ply));
    if (bounded !== this.cursor) this.onStep(bounded);
  }

  /**
   * Brings the move that is shown to the middle, also when the list gets more or less room, so
   * that no row above it is cut. Below the last row the list has room for one more.
   */
  #reveal() {
    const { list } = this;
    const now = /** @type {HTMLElement|null} */ (list.querySelector(".now"));
    const { scrollHeight = 0, clientHeight = 0 } = now ? list : {};
    const row = now?.offsetHeight ?? 0;
    const middle = (now?.offsetTop ?? 0) - (clientHeight - row) / 2;
    const wanted = Math.min(middle, scrollHeight - clientHeight - row);
    const moves = /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(".move"));
    const first = wanted > 0 && [...moves].find(({ offsetTop }) => offsetTop >= wanted);
    list.scrollTop = first ? first.offsetTop : 0;
  }

  /** @param {Turn} turn */
  #turn({ turn, seat, plies }) {
    const whose = seat === null || seat > LAST_SEAT ? "" : this.names.colour(seat);
    return el(
      "li",
      { data: { seat: seat ?? "" } },
      el("span", { class: "number figures soft" }, `${turn}`),
      el("span", { class: this.named ? "player" : "unseen" }, whose),
      ...plies.map((ply) => this.#move(ply)),
    );
  }

  /** @param {number} ply */
  #move(ply) {
    const mark = this.marks.get(ply);
    return el(
      "button",
      { class: `move ${mark ?? ""}`, type: "button", tabindex: -1, data: { ply } },
      this.frames[ply].text,
      mark && el("span", { class: "unseen" }, ` ${t(`mark.${mark}`)}`),
    );
  }
}

/**
 * The actions of each turn together; the first position has none.
 * @param {Frame[]} frames
 */
function turnsOf(frames) {
  /** @type {Turn[]} */
  const turns = [];
  for (const [ply, { turn, seat }] of frames.entries()) {
    const before = turns.at(-1);
    if (before?.turn === turn && before.seat === seat) before.plies.push(ply);
    else if (ply > 0) turns.push({ turn, seat, plies: [ply] });
  }
  return turns;
}
