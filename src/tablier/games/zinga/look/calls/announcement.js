/** Naming a cell: to announce it, to declare it, or for the bonus; by touch, pad or typing. */

import { make } from "../elements.js";
import { mayDeclare } from "../sheet/sheet_state.js";
import { claimText } from "../story/phrases.js";
import { createPad, createTyping } from "./claim_pad.js";

/**
 * @typedef {import("/js/base/types.js").View} View
 * @typedef {import("../story/phrases.js").Claim} Claim
 * @typedef {import("../sheet/sheet.js").Cell} Cell
 */

const BONUS = "bonus ";
const NOBODY = -1;

export class Announcement {
  /** @type {string[]} */
  legal = [];
  speaker = NOBODY;
  armed = NOBODY;

  /**
   * @param {import("../story/phrases.js").Phrases} phrases
   * @param {object} parts
   * @param {(seat: number, text: string) => void} parts.say
   * @param {(seat: number) => {focus: () => void}} parts.sheetOf
   * @param {() => void} parts.changed
   */
  constructor(phrases, { say, sheetOf, changed }) {
    const name = (/** @type {Claim} */ claim) => this.#name(claim);
    const typed = make("output", "zinga-typed");
    this.say = say;
    this.sheetOf = sheetOf;
    this.changed = changed;
    this.element = make("div", "zinga-announcing");
    this.pad = createPad(phrases, name);
    this.typing = createTyping(phrases, name, (text) => (typed.textContent = text));
    this.element.append(this.pad.element, typed);
    this.element.hidden = true;
  }

  get byPad() {
    return !this.pad.element.hidden;
  }

  /**
   * The next touch on this seat's sheet declares; once more takes that back.
   * @param {number} seat
   */
  arm(seat) {
    this.armed = this.armed === seat ? NOBODY : seat;
    this.changed();
    if (this.armed >= 0) this.sheetOf(seat).focus();
  }

  /**
   * @param {View} view
   * @param {number[]} seats
   * @param {boolean} byPad
   * @param {boolean} waiting
   */
  update(view, seats, byPad, waiting) {
    const next = waiting ? NOBODY : (seats.find((seat) => speaks(view, seat)) ?? NOBODY);
    const begins = next >= 0 && next !== this.speaker;
    this.legal = view.legal[next] ?? [];
    this.speaker = next;
    if (this.armed >= 0 && !mayDeclare(view, this.armed)) this.armed = NOBODY;
    this.element.hidden = next < 0;
    this.pad.element.hidden = !byPad || this.#forBonus();
    if (!begins) return;
    this.pad.clear();
    this.typing.clear();
    if (this.byPad) this.pad.focus();
    else this.sheetOf(next).focus();
  }

  /**
   * @param {number} seat
   * @param {Cell} cell
   */
  touch(seat, cell) {
    if (seat === this.armed || seat === this.speaker) this.#name(cell);
  }

  /**
   * @param {number} seat
   * @param {Cell} cell
   */
  touchable(seat, cell) {
    if (seat === this.armed) return !cell.ticked;
    return seat === this.speaker && this.legal.includes(this.#text(cell)) && !this.byPad;
  }

  /**
   * @param {string} key
   * @returns {boolean} whether the key meant something here
   */
  type(key) {
    if (key !== "Escape" || this.armed < 0) return this.speaker >= 0 && this.typing.press(key);
    this.arm(this.armed);
    return true;
  }

  #forBonus() {
    return this.legal.some((text) => text.startsWith(BONUS));
  }

  /**
   * What the speaker says: `bonus green 7`, `declare red 4`, `yellow 4`, or a cell's own name.
   * @param {Claim} claim
   */
  #text(claim) {
    if (this.armed >= 0) return `declare ${claimText(claim)}`;
    return (this.#forBonus() ? BONUS : "") + (claim.name ?? claimText(claim));
  }

  /** @param {Claim} claim */
  #name(claim) {
    const seat = this.armed >= 0 ? this.armed : this.speaker;
    if (seat < 0) return;
    const spoken = this.#text(claim);
    this.armed = NOBODY;
    this.say(seat, spoken);
  }
}

/**
 * Whether the seat may name something: its ring or bonus waits for it.
 * @param {View} view
 * @param {number} seat
 */
function speaks(view, seat) {
  const { phase, ringer } = view.scene.extras;
  const asked = phase === "announce" || phase === "bonus";
  return asked && ringer === seat && Boolean(view.legal[seat]);
}
