/** What people at a table say to each other, and who came and went. */

import { el, icon } from "../../base/dom.js";
import { t } from "../../base/language.js";
import { announce } from "../../base/live_region.js";
import { notice } from "../../base/notice.js";

const LONGEST = 300;
/** Characters that are shown over the board, where the talk is out of sight. */
const GLIMPSE = 60;

export class Chat {
  /**
   * @param {import("../../base/types.js").Send} send
   * @param {(seat: number|null) => string} nameOf
   */
  constructor(send, nameOf) {
    const label = t("chat.say");
    const typed = { maxlength: LONGEST, placeholder: label, autocomplete: "off" };
    this.send = send;
    this.nameOf = nameOf;
    this.log = el("ul", { class: "list said", tabindex: 0, "aria-label": t("chat.log") });
    this.box = el("input", { ...typed, "aria-label": label });
    this.unread = el("span", { class: "unread", hidden: true });
    this.mute = el("input", { type: "checkbox", onchange: () => this.#silence() });
    this.missed = 0;
    /** Whether somebody has said something. */
    this.spoken = false;
    const onsubmit = (/** @type {Event} */ event) => this.#say(event);
    const form = el("form", { class: "copyable", onsubmit }, this.box);
    form.append(el("button", {}, t("chat.send")));
    this.element = el(
      "details",
      { class: "chat", ontoggle: () => this.#read() },
      el("summary", {}, icon("chat"), el("span", {}, t("chat.title")), this.unread),
      this.log,
      form,
      el("label", { class: "check small" }, this.mute, el("span", {}, t("chat.mute"))),
    );
  }

  /**
   * @param {import("../../base/types.js").GameEvent[]} events
   * @param {boolean} live they came just now
   */
  add(events, live) {
    for (const { kind, seat, body } of events) {
      const line = lineOf(kind, body.name || this.nameOf(seat), body.text);
      if (!line || this.mute.checked) continue;
      this.log.append(line);
      this.spoken ||= kind === "said";
      if (!live || kind !== "said") continue;
      this.#count();
      if (this.element.open || inSight(this.element)) announce(line.textContent);
      else notice(beginning(line.textContent));
    }
    if (events.some(({ kind }) => kind === "said")) this.#reveal();
  }

  /** @param {Event} event */
  async #say(event) {
    event.preventDefault();
    const text = this.box.value.trim();
    if (!text) return;
    this.box.value = "";
    const answer = await this.send("chat", { text });
    if (answer.type === "refused") this.box.value = text;
  }

  #silence() {
    this.send("mute", { on: this.mute.checked });
    this.log.hidden = this.mute.checked;
  }

  #read() {
    this.missed = 0;
    this.unread.hidden = true;
    this.#reveal();
  }

  /** The newest, and the line to type in, which must not be cut where there is little room. */
  #reveal() {
    this.log.scrollTop = this.log.scrollHeight;
    if (this.element.open) this.element.scrollIntoView({ block: "nearest" });
  }

  #count() {
    if (this.element.open) return;
    this.missed += 1;
    this.unread.textContent = String(this.missed);
    this.unread.hidden = false;
  }
}

/** @param {string} text */
function beginning(text) {
  const characters = [...text];
  return characters.length > GLIMPSE ? `${characters.slice(0, GLIMPSE).join("")}…` : text;
}

/**
 * Whether the screen shows the place: on a phone the talk is far below the board.
 * @param {HTMLElement} place
 */
function inSight(place) {
  const { top, height } = place.getBoundingClientRect();
  return top + height / 2 < innerHeight;
}

/**
 * @param {string} kind
 * @param {string} player
 * @param {string} text
 */
function lineOf(kind, player, text) {
  if (kind === "said") {
    return el("li", {}, el("strong", {}, el("bdi", {}, player)), " ", el("bdi", {}, text));
  }
  if (kind !== "sat" && kind !== "left") return null;
  return el("li", { class: "soft small" }, t(`chat.${kind}`, { player }));
}
