/** The moves of a game, turn by turn, with a slider and keys to step through them. */

import { el, fill } from "../../base/dom.js";
import { t } from "../../base/language.js";
import { Stepper } from "./stepper.js";

/**
 * @typedef {import("../../base/types.js").Frame} Frame
 * @typedef {{turn: number, seat: number|null, plies: number[]}} Turn
 */

/** Seats above these are the table's. */
const LAST_SEAT = 7;

export class MoveList {
  /**
   * @param {{colour: (seat: number) => string}} names
   * @param {(ply: number) => void} onStep the person wants to see another position
   */
  constructor(names, onStep) {
    this.names = names;
    this.stepper = new Stepper(onStep);
    /** @type {Frame[]} */
    this.frames = [];
    /** @type {Map<number, string>} */
    this.marks = new Map();
    /** Whether whoever acts is shown: where all act at once, nothing else tells. */
    this.named = false;
    const label = { "aria-label": t("moves.label") };
    this.list = el("ol", { class: "moves", tabindex: 0, ...label });
    this.element = el("section", { class: "history", ...label }, this.list, this.stepper.element);
    this.list.addEventListener("click", (event) => {
      const move = /** @type {Element} */ (event.target).closest("[data-ply]");
      if (move) this.stepper.show(Number(move.getAttribute("data-ply")));
    });
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
    this.stepper.set(frames.length - 1);
    fill(this.list, ...turnsOf(frames).map((turn) => this.#turn(turn)));
  }

  /**
   * Marks the action after which the game is shown.
   * @param {number} ply
   */
  point(ply) {
    this.stepper.point(ply, this.frames[ply]?.text ?? t("moves.start"));
    this.list.querySelector(".now")?.classList.remove("now");
    this.list.querySelector(`[data-ply="${ply}"]`)?.classList.add("now");
    this.#reveal();
  }

  destroy() {
    this.stepper.destroy();
    this.resized.disconnect();
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
