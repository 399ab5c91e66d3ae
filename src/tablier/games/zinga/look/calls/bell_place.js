/** Where a player sits: the bell, and what else can be said now. */

import { make, makeButton } from "../elements.js";
import { drain } from "../story/countdown.js";

const LEFT = ["stop", "rescue", "take", "declare"];
const RIGHT = ["ready", "nothing", "let", "accept"];
/** What has just appeared under a thumb meant for something else does not count yet. */
const SETTLED_MS = 350;

/**
 * @typedef {object} Keys the keys of one player, as `KeyboardEvent.key`
 * @property {string} bell
 * @property {string} pass
 *
 * @typedef {object} Turn what the place needs to know
 * @property {string[]} verbs what this player can say now
 * @property {"quiet"|"open"|"pressed"|"rung"} bell
 * @property {number} left milliseconds of the deadline
 * @property {number} whole
 * @property {boolean} declaring the next touched cell is declared
 */

/**
 * @param {number} seat
 * @param {object} parts
 * @param {import("../story/phrases.js").Phrases} parts.phrases
 * @param {SVGElement} parts.drawing the bell
 * @param {Keys} parts.keys
 * @param {boolean} parts.named several players share the screen
 * @param {(seat: number, at: number) => void} parts.ring
 * @param {(verb: string) => void} parts.call
 */
export function createBellPlace(seat, { phrases, drawing, keys, named, ring, call }) {
  const element = make("div", "zinga-station");
  const bell = makeButton("zinga-bell");
  const left = make("div", "zinga-calls");
  const right = make("div", "zinga-calls");
  const drainer = make("span", "zinga-drain");
  const leftCalls = LEFT.map((verb) => createCall(verb, phrases, keys.bell, () => call(verb)));
  const rightCalls = RIGHT.map((verb) => createCall(verb, phrases, keys.pass, () => call(verb)));
  element.dataset.seat = String(seat);
  bell.append(drawing, make("span", "zinga-bell-label", phrases.label("ring")), drainer);
  bell.append(hint(phrases, keys.bell));
  bell.addEventListener("pointerdown", (event) => !settling && ring(seat, event.timeStamp));
  bell.addEventListener("click", (event) => event.detail === 0 && ring(seat, event.timeStamp));
  left.append(...leftCalls.map((each) => each.element));
  right.append(...rightCalls.map((each) => each.element));
  element.append(left, bell, right);
  /** What the bell is for, which it may not show yet. */
  let wanted = /** @type {Turn["bell"]} */ ("quiet");
  let settling = 0;
  /** When something else could be touched near there, in milliseconds of the page. */
  let covered = -SETTLED_MS;

  function showBell() {
    clearTimeout(settling);
    const wait = wanted === "open" ? covered + SETTLED_MS - performance.now() : 0;
    settling = wait > 0 ? setTimeout(showBell, wait) : 0;
    bell.dataset.state = settling ? "quiet" : wanted;
    bell.setAttribute("aria-disabled", String(bell.dataset.state !== "open"));
  }

  /** @param {Turn} turn */
  function update(turn) {
    if (leftCalls.some((each) => !each.element.hidden)) covered = performance.now();
    wanted = turn.bell;
    [...leftCalls, ...rightCalls].forEach((each) => each.update(turn));
    element.dataset.mode = modeOf(turn.verbs);
    showBell();
    bell.ariaLabel = (named ? `${phrases.name(seat)}: ` : "") + phrases.label("ring");
    drain(drainer, turn.left, turn.bell === "open" ? turn.whole : 0);
  }

  /**
   * What the bell key does when there is nothing to ring for, or the pass key.
   * @param {string} kind
   */
  function strike(kind) {
    const calls = kind === "bell" ? leftCalls : rightCalls;
    calls.find((each) => !each.element.hidden)?.element.click();
  }

  return { element, seat, keys, update, strike };
}

/**
 * What the place is for now; the bell makes room for what is rare.
 * @param {string[]} verbs
 */
function modeOf(verbs) {
  if (verbs.includes("take")) return "take";
  return verbs.includes("stop") || verbs.includes("rescue") ? "decide" : "bell";
}

/**
 * A large button with its own countdown.
 * @param {string} verb
 * @param {import("../story/phrases.js").Phrases} phrases
 * @param {string} key
 * @param {() => void} act
 */
function createCall(verb, phrases, key, act) {
  const element = makeButton(`zinga-call zinga-call-${verb}`);
  const drainer = make("span", "zinga-drain");
  element.append(make("span", "", phrases.label(verb)));
  if (key) element.append(hint(phrases, key));
  element.append(drainer);
  element.hidden = true;
  element.addEventListener("click", act);
  let settling = 0;

  /** @param {boolean} open */
  function appear(open) {
    clearTimeout(settling);
    element.hidden = !open;
    element.disabled = true;
    if (open) settling = setTimeout(() => (element.disabled = false), SETTLED_MS);
  }

  return {
    element,
    /** @param {Turn} turn */
    update({ verbs, left, whole, declaring }) {
      const open = verbs.includes(verb);
      if (open === element.hidden) appear(open);
      drain(drainer, left, open ? whole : 0);
      if (verb === "declare") element.setAttribute("aria-pressed", String(declaring));
    },
  };
}

/**
 * @param {import("../story/phrases.js").Phrases} phrases
 * @param {string} key
 */
function hint(phrases, key) {
  const shown = make("kbd", "", key === " " ? phrases.label("space") : key.toUpperCase());
  shown.setAttribute("aria-hidden", "true");
  return shown;
}
