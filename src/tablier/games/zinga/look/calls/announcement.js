/** Naming a cell: to announce it, to declare it, or for the bonus; by touch, pad or typing. */

import { make } from "../elements.js";
import { createPad, createTyping } from "./claim_pad.js";
import { claimText } from "../story/phrases.js";
import { mayDeclare } from "../sheet/sheet_state.js";

/**
 * @param {import("../story/phrases.js").Phrases} phrases
 * @param {object} parts
 * @param {(seat: number, text: string) => void} parts.say
 * @param {(seat: number) => {focus: () => void}} parts.sheetOf
 * @param {() => void} parts.changed
 */
export function createAnnouncement(phrases, { say, sheetOf, changed }) {
  const element = make("div", "zinga-announcing");
  const typed = make("output", "zinga-typed");
  const pad = createPad(phrases, name);
  const typing = createTyping(phrases, name, (text) => (typed.textContent = text));
  let [legal, speaker, armed] = [/** @type {string[]} */ ([]), -1, -1];
  element.append(pad.element, typed);
  element.hidden = true;

  /** What the speaker says: `bonus green 7`, `declare red 4`, `yellow 4`, or a cell's own name. */
  function text(claim) {
    if (armed >= 0) return `declare ${claimText(claim)}`;
    const words = claim.name ?? claimText(claim);
    return legal.some((each) => each.startsWith("bonus ")) ? `bonus ${words}` : words;
  }

  function name(claim) {
    const seat = armed >= 0 ? armed : speaker;
    if (seat < 0) return;
    const spoken = text(claim);
    armed = -1;
    say(seat, spoken);
  }

  /** The next touch on this seat's sheet declares; once more takes that back. */
  function arm(seat) {
    armed = armed === seat ? -1 : seat;
    changed();
    if (armed >= 0) sheetOf(seat).focus();
  }

  /** Whether the seat may name something: its ring or bonus waits for it. */
  function speaks(view, seat) {
    const { phase, ringer } = view.scene.extras;
    const asked = phase === "announce" || phase === "bonus";
    return asked && ringer === seat && Boolean(view.legal[seat]);
  }

  return {
    element,
    get armed() {
      return armed;
    },
    get byPad() {
      return !pad.element.hidden;
    },
    arm,
    update(view, seats, byPad, waiting) {
      const next = waiting ? -1 : (seats.find((seat) => speaks(view, seat)) ?? -1);
      const begins = next >= 0 && next !== speaker;
      legal = view.legal[next] ?? [];
      speaker = next;
      if (armed >= 0 && !mayDeclare(view, armed)) armed = -1;
      element.hidden = speaker < 0;
      pad.element.hidden = !byPad || legal.some((each) => each.startsWith("bonus "));
      if (!begins) return;
      pad.clear();
      typing.clear();
      if (pad.element.hidden) sheetOf(speaker).focus();
      else pad.focus();
    },
    touch(seat, cell) {
      if (seat === armed || seat === speaker) name(cell);
    },
    touchable(seat, cell) {
      if (seat === armed) return !cell.ticked;
      return seat === speaker && legal.includes(text(cell)) && pad.element.hidden;
    },
    type(key) {
      if (key !== "Escape" || armed < 0) return speaker >= 0 && typing.press(key);
      arm(armed);
      return true;
    },
  };
}
