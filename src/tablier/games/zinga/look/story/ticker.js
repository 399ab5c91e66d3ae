/** The ticker: what happened and why, the latest first. */

import { make } from "../elements.js";
import { aroundClaim, COLOURS } from "./phrases.js";

const KEPT = 60;

/**
 * @param {import("./phrases.js").Phrases} phrases
 * @param {number[]} mine the seats of whoever looks on
 */
export function createTicker(phrases, mine) {
  const element = make("section", "zinga-ticker");
  const list = make("ol");
  const title = make("h2", "", phrases.label("ticker"));
  element.append(title, list);
  list.tabIndex = 0;
  list.ariaLabel = phrases.label("ticker");

  /** @param {import("./event_lines.js").Line} line @returns {string} the line as it is read out */
  function add(line) {
    const item = itemOf(line);
    list.prepend(item);
    shorten();
    return item.textContent;
  }

  /** @param {import("./event_lines.js").Line[]} lines of what was before everything that is shown */
  function recall(lines) {
    list.append(...lines.map(itemOf).toReversed());
    shorten();
  }

  /** @param {import("./event_lines.js").Line[]} lines all there is to tell */
  function replace(lines) {
    list.replaceChildren(...lines.slice(-KEPT).map(itemOf).toReversed());
  }

  function shorten() {
    while (list.children.length > KEPT) list.lastElementChild?.remove();
  }

  /** @param {import("./event_lines.js").Line} line */
  function itemOf(line) {
    const item = make("li", line.seat !== null && mine.includes(line.seat) ? "zinga-mine" : "");
    item.dataset.tone = line.tone;
    if (line.seat !== null) item.append(make("b", "", `${phrases.name(line.seat)}:`), " ");
    const { other, ...details } = line.details;
    if (other !== undefined) details.other = phrases.name(other);
    const key = mine.length === 1 && mine[0] === other ? `${line.key}_you` : line.key;
    const also = line.also ? ` ${phrases.told(line.also)}` : "";
    const say = (/** @type {Record<string, any>} */ filled) => phrases.told(key, filled) + also;
    const [head, ...tail] = aroundClaim(say, details);
    item.append(head);
    if (tail.length && line.claim) item.append(createTile(line.claim, phrases), tail.join(""));
    const chips = (line.faces ?? []).map((face, die) => chip(COLOURS[die], face, phrases));
    if (chips.length) item.append(" ", together(chips));
    return item;
  }

  return { element, add, recall, replace, latest: () => list.firstElementChild };
}

/**
 * Tiles that stay on one line.
 * @param {HTMLElement[]} tiles
 */
function together(tiles) {
  const row = make("span", "zinga-row");
  row.append(...tiles);
  return row;
}

/**
 * A claim as it is spoken, on its colour.
 * @param {import("./phrases.js").Claim} claim
 * @param {import("./phrases.js").Phrases} phrases
 */
function createTile(claim, phrases) {
  const tile = make("span", "zinga-tile", phrases.claim(claim));
  tile.dataset.colour = claim.colour;
  return tile;
}

/**
 * A die's face in a list: letter and number.
 * @param {string} colour
 * @param {number} face
 * @param {import("./phrases.js").Phrases} phrases
 */
function chip(colour, face, phrases) {
  const tile = make("span", "zinga-tile zinga-chip", `${phrases.letter(colour)}${face}`);
  tile.dataset.colour = colour;
  tile.title = phrases.claim({ colour, number: face });
  return tile;
}
