/** What is to be done now, how long for, and the last thing that happened. */

import { make } from "../elements.js";
import { mayDeclare } from "../sheet/sheet_state.js";
import { createSeconds, drain } from "./countdown.js";
import { readClaim } from "./phrases.js";

const BOXES = 3;

/** @typedef {Pick<import("../calls/announcement.js").Announcement, "armed"|"byPad">} Speaker */

/** @param {import("./phrases.js").Phrases} phrases */
export function createStatus(phrases) {
  const element = make("div", "zinga-status");
  const now = make("p", "zinga-now");
  const bar = make("span", "zinga-drain");
  const last = make("p", "zinga-last");
  const seconds = createSeconds();
  const sentence = make("span");
  now.append(sentence, seconds.element);
  last.setAttribute("aria-hidden", "true");
  element.append(now, bar, last);

  return {
    element,
    stop: seconds.stop,
    /**
     * @param {import("/js/base/types.js").View} view
     * @param {number[]} seats
     * @param {Speaker} announcement
     * @param {(() => number)|null} left
     * @param {Element|null} latest
     */
    update(view, seats, announcement, left, latest) {
      sentence.textContent = request(view, seats, announcement, phrases);
      const running = isOut(view, seats) ? null : left;
      drain(bar, running?.() ?? 0, view.deadline?.ms ?? 0);
      if (running) seconds.run(running);
      else seconds.stop();
      const telling = latest && latest.getAttribute("data-tone") !== "roll";
      last.replaceChildren(...(telling ? latest.cloneNode(true).childNodes : []));
    },
  };
}

/**
 * How it ended; a player who lost alone is told why.
 * @param {import("/js/base/types.js").View} view
 * @param {number[]} seats
 * @param {import("./phrases.js").Phrases} phrases
 */
function ending(view, seats, phrases) {
  const { ranks, reason } = /** @type {NonNullable<typeof view.result>} */ (view.result);
  const name = phrases.name(ranks.indexOf(1));
  const [own] = seats;
  if (seats.length !== 1 || ranks[own] === 1) return phrases.reason(reason);
  if (view.scene.counts[own].blunder === BOXES) return phrases.label("lost_blunders", { name });
  return reason === "zinga" ? phrases.label("lost_line", { name }) : phrases.reason(reason);
}

/**
 * Whether nobody here plays on: no time runs for them.
 * @param {import("/js/base/types.js").View} view
 * @param {number[]} seats
 */
function isOut(view, seats) {
  const { playing } = view.scene.extras;
  return seats.length > 0 && !seats.some((seat) => playing.includes(seat));
}

/**
 * The sentence that tells the people here what to do, or whom they wait for.
 * @param {import("/js/base/types.js").View} view
 * @param {number[]} seats
 * @param {Speaker} announcement
 * @param {import("./phrases.js").Phrases} phrases
 */
function request(view, seats, announcement, phrases) {
  if (view.result) return ending(view, seats, phrases);
  if (view.phase !== "playing") return phrases.label("now_waiting");
  if (view.paused) return phrases.label(view.paused.left === null ? "now_paused" : "now_back");
  const { extras } = view.scene;
  if (isOut(view, seats)) {
    const blundered = seats.some((seat) => view.scene.counts[seat].blunder === BOXES);
    return blundered ? phrases.label("now_out") : phrases.refusal("out");
  }
  const key = `now_${keyOf(view, seats, announcement)}`;
  const waited = (/** @type {number} */ other) => !extras.done.includes(other);
  const awaited = extras.playing.filter(waited);
  if (key === "now_wait" && awaited.length === 1) {
    return phrases.label("now_wait_one", { name: phrases.name(awaited[0]) });
  }
  const seat = extras.ringer < 0 ? extras.active : extras.ringer;
  const claim = readClaim(extras.announced);
  const details = { name: phrases.name(seat), claim: claim ? phrases.claim(claim) : "" };
  const called = seats.length > 1 && seats.includes(extras.ringer) && extras.phase !== "stop";
  return (called ? `${details.name}: ` : "") + phrases.label(key, details);
}

/**
 * @param {import("/js/base/types.js").View} view
 * @param {number[]} seats
 * @param {Speaker} announcement
 */
function keyOf(view, seats, { armed, byPad }) {
  const { phase, ringer, active, pawn, announced, done, playing } = view.scene.extras;
  const asked = seats.filter((seat) => playing.includes(seat) && !done.includes(seat));
  const waits = seats.length > 0 && !asked.length;
  if (armed >= 0) return "declare";
  if (phase === "roll") return "roll";
  if (phase === "pause") {
    if (waits) return "wait";
    return seats.length && !seats.some((seat) => mayDeclare(view, seat)) ? "early" : "pause";
  }
  if (phase === "open") {
    if (waits) return "wait";
    return seats.length !== 1 ? "open_shared" : seats[0] === active ? "open_you" : "open";
  }
  if (phase === "stop") {
    if (!announced) return "stop_corrected";
    return seats.includes(pawn) ? "stop_you" : seats.includes(ringer) ? "stop_own" : "stop";
  }
  if (!seats.includes(ringer)) return phase;
  return phase === "announce" && byPad ? "announce_pad" : `${phase}_you`;
}
