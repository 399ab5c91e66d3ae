/** What can be done beside playing: turn the board, a hint, take back, draw, resign. */

import { confirm } from "../../base/dialog.js";
import { el, icon } from "../../base/dom.js";
import { t } from "../../base/language.js";
import { change, settings } from "../../base/settings.js";

/** @typedef {import("../../base/types.js").View} View */

export class Toolbar {
  /**
   * @param {import("../../base/types.js").Send} send
   * @param {{flip: () => void, hint: () => unknown}} area
   * @param {(seat: number) => string} nameOf
   */
  constructor(send, area, nameOf) {
    this.send = send;
    this.nameOf = nameOf;
    /** @type {number[]} the seats that are played from this device */
    this.seats = [];
    this.area = area;
    /** @type {View|null} */
    this.view = null;
    this.tools = {
      flip: tool("flip", () => area.flip()),
      hint: tool("hint", () => this.#hint()),
      undo: tool("undo", () => this.#undo()),
      draw: tool("draw", () => this.#draw()),
      resign: tool("resign", () => this.#resign()),
      sound: tool("sound", () => {
        change({ volume: settings().volume ? 0 : 0.5 });
        this.#drawSound();
      }),
    };
    const { flip, hint, draw, resign } = this.tools;
    label(flip, t("tool.flip"));
    label(hint, t("tool.hint"));
    label(draw, t("tool.draw"));
    label(resign, t("tool.resign"));
    this.#drawSound();
    const traits = { class: "tools", role: "group", "aria-label": t("tool.label") };
    this.element = el("div", traits, ...Object.values(this.tools));
  }

  /**
   * @param {View} view
   * @param {import("../../base/types.js").You} you
   * @param {import("../../base/types.js").Table} table
   */
  draw(view, you, table) {
    const { flip, hint, undo, draw, resign } = this.tools;
    this.view = view;
    this.seats = you.seats;
    const seated = you.seats.length > 0 && view.phase === "playing";
    const asked = (/** @type {"draw"|"takeback"} */ what) =>
      view.offers[what].some((seat) => you.seats.includes(seat));
    hint.hidden = !(seated && table.hints && table.actions === "turns");
    hint.disabled = !view.actors.some((seat) => you.seats.includes(seat));
    undo.hidden = !seated || table.actions === "race";
    undo.disabled = !(view.undo || view.takeback) || asked("takeback");
    label(undo, t(view.undo ? "tool.undo" : "tool.takeback"));
    draw.hidden = !seated || view.seats.some(({ kind }) => kind === "bot");
    draw.disabled = asked("draw");
    resign.hidden = !seated;
    flip.hidden = table.actions === "race";
  }

  async #hint() {
    this.tools.hint.disabled = true;
    await this.area.hint();
    this.tools.hint.disabled = false;
  }

  #undo() {
    if (this.view?.undo) this.send("undo", { ply: this.view.ply });
    else this.send("takeback", { say: "ask" });
  }

  /** Those who share this screen are asked here; whoever is elsewhere is asked there. */
  async #draw() {
    const from = this.seats.find((seat) => this.view?.actors.includes(seat)) ?? this.seats[0];
    const here = this.seats.filter((seat) => seat !== from).map(this.nameOf);
    const asked = t("draw.text", { player: this.nameOf(from), others: here.join(", ") });
    const agreed = !here.length ||
      (await confirm(t("draw.title"), asked, t("offer.yes"), t("offer.no")));
    if (agreed) this.send("draw", { say: "offer", seat: from });
  }

  /** Whoever is to act gives up; of several at this screen it is said who that is. */
  async #resign() {
    const { view, seats } = this;
    const seat = seats.find((one) => view?.actors.includes(one)) ?? seats[0];
    const players = view && view.seats.length > 2 ? "many" : "one";
    const text = seats.length > 1
      ? t(`resign.${players}_here`, { player: this.nameOf(seat) })
      : t(`resign.${players}`);
    if (await confirm(t("resign.title"), text, t("resign.yes"))) this.send("resign", { seat });
  }

  #drawSound() {
    const on = settings().volume > 0;
    this.tools.sound.replaceChildren(icon(on ? "sound" : "silent"));
    label(this.tools.sound, t(on ? "tool.silence" : "tool.sound"));
  }
}

/**
 * @param {string} name
 * @param {() => unknown} onclick
 */
function tool(name, onclick) {
  const traits = { class: "quiet square", type: "button", data: { tool: name }, onclick };
  return el("button", traits, icon(name));
}

/**
 * @param {HTMLElement} button
 * @param {string} text
 */
function label(button, text) {
  button.setAttribute("aria-label", text);
  button.title = text;
}
