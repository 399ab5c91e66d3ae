/**
 * What an event means, told from what stood on the table before and after it.
 *
 * No rule is applied here: boxes, ticks and pawn are read off the two scenes, and the reason for a
 * blunder is what the game remarks on it.
 */

import { readClaim } from "./phrases.js";

const BOXES = 3;
const NOBODY = -1;

/**
 * @typedef {import("/js/base/types.js").Scene} Scene
 * @typedef {import("./phrases.js").Claim} Claim
 * @typedef {Pick<import("/js/base/types.js").GameEvent, "kind"|"seat"|"body"|"remark">} Happening
 *
 * @typedef {object} Line one line of the ticker
 * @property {string} key of the sentence in the words
 * @property {"roll"|"good"|"bad"|"loud"|"plain"} tone
 * @property {number|null} seat whom it is about
 * @property {import("./phrases.js").Claim|null} claim
 * @property {number[]} [faces]
 * @property {string} [also] key of a sentence that follows
 * @property {Record<string, any>} details
 */

/**
 * @param {Happening[]} events
 * @param {import("/js/base/types.js").Scene} before
 * @param {import("/js/base/types.js").Scene} after
 * @param {Map<number, number>} reactions of this turn, in milliseconds; filled as the presses come
 * @returns {Line[]}
 */
export function tell(events, before, after, reactions) {
  const lines = [];
  for (const event of events) {
    if (event.kind === "rang") reactions.set(event.seat ?? NOBODY, event.body.score);
    if (event.kind === "played") lines.push(...linesOf(event, before, after, reactions));
  }
  return [...lines, ...departures(before, after)];
}

/**
 * What happened before somebody came to the table.
 * @param {Happening[]} events up to now
 * @param {Pick<import("/js/base/types.js").Frame, "scene"|"remark">[]} frames the last, now's at the end
 * @returns {Line[]}
 */
export function retell(events, frames) {
  const reactions = new Map();
  const lines = [];
  let after = frames.length - events.filter(({ kind }) => kind === "played").length;
  let together = [];
  for (const event of events) {
    const [before, now] = [frames[after - 1], frames[after]];
    together.push({ ...event, remark: now?.remark });
    if (event.kind !== "played") continue;
    if (before) lines.push(...tell(together, before.scene, now.scene, reactions));
    together = [];
    after += 1;
  }
  return lines;
}

/**
 * What happened in a record up to a position.
 * @param {import("/js/base/types.js").Frame[]} frames from the start to that position
 */
export function replay(frames) {
  const events = frames.slice(1).map(({ text, seat }) => (
    { kind: "played", seat, body: { text } }
  ));
  return retell(events, frames);
}

/**
 * @param {Happening} event
 * @param {Scene} before
 * @param {Scene} after
 * @param {Map<number, number>} reactions
 * @returns {Line[]}
 */
function linesOf({ seat, body, remark }, before, after, reactions) {
  const { text } = body;
  const claim = readClaim(text);
  const verb = text.split(" ")[0];
  if (verb === "roll") {
    const faces = text.split(" ").slice(1).map(Number);
    reactions.clear();
    return [line("rolls", "roll", after.extras.active, null, { faces })];
  }
  if (verb === "ring") return [ringing(seat, reactions.get(seat ?? NOBODY))];
  if (verb === "expired") return expiry(before, after, remark);
  if (verb === "stop") {
    return [line("stop", "loud", seat, null, { details: { other: before.extras.ringer } })];
  }
  if (verb === "let" || verb === "accept") {
    return [line(verb, "plain", seat), ...settled(before, after, remark)];
  }
  if (["bonus", "declare", "rescue", "take", "nothing"].includes(verb)) {
    return [line(verb, verb === "nothing" ? "plain" : "good", seat, claim)];
  }
  return claim && seat !== null ? announcement(seat, claim, before, after, remark) : [];
}

/**
 * @param {string} key
 * @param {Line["tone"]} tone
 * @param {number|null} seat
 * @param {Claim|null} [claim]
 * @param {Partial<Line>} [more]
 * @returns {Line}
 */
function line(key, tone, seat, claim = null, more = {}) {
  return { key, tone, seat, claim, details: {}, ...more };
}

/**
 * @param {number|null} seat
 * @param {number|undefined} score
 */
function ringing(seat, score) {
  if (score === undefined) return line("rings", "loud", seat);
  const seconds = Math.round(score / 10) / 100;
  return line("rings_after", "loud", seat, null, { details: { seconds } });
}

/**
 * @param {number} seat
 * @param {Claim|null} claim
 * @param {Scene} before
 * @param {Scene} after
 * @param {Happening["remark"]} remark
 * @returns {Line[]}
 */
function announcement(seat, claim, before, after, remark) {
  if (after.prompt.token === "corrected") return [line("corrects", "bad", seat, claim)];
  if (after.extras.phase === "stop") return [line("announces", "loud", seat, claim)];
  return [outcome(seat, claim, before, after, remark)];
}

/**
 * @param {Scene} before
 * @param {Scene} after
 * @param {Happening["remark"]} remark
 * @returns {Line[]}
 */
function expiry(before, after, remark) {
  const { phase, ringer } = before.extras;
  if (phase === "open") return [line("nobody", "plain", null)];
  if (phase === "bonus") return [line("bonus_lost", "bad", ringer)];
  if (phase === "announce" || phase === "stop" || phase === "rescue") {
    return settled(before, after, remark);
  }
  return [];
}

/**
 * What became of the announcement that hung in the air. @returns {Line[]}
 * @param {Scene} before
 * @param {Scene} after
 * @param {Happening["remark"]} remark
 */
function settled(before, after, remark) {
  const { ringer, announced } = before.extras;
  return ringer < 0 ? [] : [outcome(ringer, readClaim(announced), before, after, remark)];
}

/**
 * @param {number} seat
 * @param {Claim|null} claim
 * @param {Scene} before
 * @param {Scene} after
 * @param {Happening["remark"]} remark
 * @returns {Line}
 */
function outcome(seat, claim, before, after, remark) {
  const [was, is] = [before.counts[seat], after.counts[seat]];
  const rescuing = after.extras.phase === "rescue";
  if (remark) return line(remark.token, "bad", seat, claim, { also: rescuing ? "third" : "" });
  const third = is.plus === BOXES ? "plus_third" : "plus";
  if (is.plus > was.plus) return line(third, "good", seat, claim);
  if (won(seat, after)) return line("wins", "loud", seat, claim);
  if (is.ticks > was.ticks) return line("ticks", "good", seat, claim);
  return line("announces", "plain", seat, claim);
}

/**
 * @param {number} seat
 * @param {Scene} scene
 */
function won(seat, { marks }) {
  return marks.some((mark) => mark.kind === "five" && mark.seat === seat);
}

/**
 * Players who are out now. @returns {Line[]}
 * @param {Scene} before
 * @param {Scene} after
 */
function departures(before, after) {
  return before.extras.playing
    .filter((/** @type {number|null} */ seat) => !after.extras.playing.includes(seat))
    .map((/** @type {number} */ seat) => {
      const blundered = after.counts[seat].blunder === BOXES;
      return line(blundered ? "out_blunders" : "out", "bad", seat);
    });
}
