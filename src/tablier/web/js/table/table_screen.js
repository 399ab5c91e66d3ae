/** The screen of a table: connects, and lays the table when the first view comes. */

import { addKeys, allKeys } from "../base/access_keys.js";
import { messageOf, sharedWords, wordsOf } from "../base/api.js";
import { el, fill } from "../base/dom.js";
import { t } from "../base/language.js";
import { isFresh } from "../home/start_table.js";
import { openInvite } from "./aside/invite_links.js";
import { watchAttention } from "./attention.js";
import { tableClock } from "./clock.js";
import { Connection } from "./connection.js";
import { LiveTable } from "./live_table.js";
import { loadPlayArea } from "./play_area.js";

/** How long a connection may be gone before anybody needs to know. */
const GRACE_MS = 1200;

/**
 * What closed the door, by the code that the server closed with.
 * @type {Record<number, string>}
 */
const CLOSED = {
  4403: "table.closed",
  4404: "table.none",
  4409: "table.renewed",
  4410: "table.other_rules",
  4413: "table.crowded",
};
/** The key of the own seat was renewed, on another device. */
const RENEWED = 4409;

/** @type {import("../base/router.js").Show} */
export function show(place, id, key) {
  if (key) {
    addKeys(id, { links: [key] });
    history.replaceState(null, "", `#/table/${id}`);
  }
  place.append(el("p", { class: "opening soft" }, t("table.opening")));
  return new TableScreen(place, id);
}

class TableScreen {
  /**
   * @param {HTMLElement} place
   * @param {string} id of the table
   */
  constructor(place, id) {
    this.place = place;
    this.id = id;
    this.title = t("table.title");
    this.clock = tableClock();
    /** @type {LiveTable|null} */
    this.live = null;
    /** @type {import("../base/types.js").Update[]} those that come while the table is being laid */
    this.early = [];
    /**
     * What it is laid from; a connection that came back tells only what happened since.
     * @type {import("../base/types.js").Welcome|null}
     */
    this.first = null;
    this.away = 0;
    this.gone = false;
    this.attention = watchAttention((on) => this.link.look(on));
    this.link = new Connection(id, {
      keys: () => allKeys(id),
      looking: () => this.attention.looking(),
      onWelcome: (welcome) => this.#welcome(welcome),
      onUpdate: (update) => this.#update(update),
      onPresence: (presence) => this.live?.presence(presence),
      onState: (state) => this.#state(state),
      onRefused: (code) => this.#refused(code),
    });
  }

  destroy() {
    this.gone = true;
    clearTimeout(this.away);
    this.attention.stop();
    this.link.close();
    this.live?.destroy();
  }

  /** @param {import("../base/types.js").Welcome} welcome */
  #welcome(welcome) {
    this.clock.set(welcome.view);
    if (!this.live) {
      const before = [...(this.first?.events ?? []), ...this.early.flatMap(({ events }) => events)];
      this.early = [];
      const first = { ...welcome, events: [...before, ...welcome.events] };
      this.first = first;
      this.#lay(first).catch((error) => this.#stuck(error, first));
      return;
    }
    this.live.you = welcome.you;
    this.live.receive(welcome.view, welcome.events, true);
  }

  /** @param {import("../base/types.js").Update} update */
  #update(update) {
    this.clock.set(update.view);
    if (this.live) this.live.receive(update.view, update.events, true);
    else this.early.push(update);
  }

  /** @param {"online"|"away"} state */
  #state(state) {
    clearTimeout(this.away);
    if (state === "online") this.live?.connection("online");
    else this.away = setTimeout(() => this.#cut(), GRACE_MS);
  }

  #cut() {
    if (this.live) this.live.connection("away");
    else fill(this.place, el("p", { class: "opening", role: "status" }, t("error.away")));
  }

  /** @param {number} code */
  #refused(code) {
    const heading = el("h1", {}, t(CLOSED[code] ?? "error.server"));
    const home = el("a", { href: "#/" }, t("table.home"));
    const how = code === RENEWED && el("p", {}, t("table.renewedHow"));
    fill(this.place, el("div", { class: "stack opening" }, heading, how, home));
  }

  /**
   * Something that the table is laid with could not be had. Not every browser asks again for a script
   * that failed, unless the page is loaded anew.
   * @param {unknown} error
   * @param {import("../base/types.js").Welcome} first
   */
  #stuck(error, first) {
    if (this.gone || this.live || first !== this.first) return;
    const act = () => location.reload();
    const again = el("button", { type: "button", onclick: act }, t("error.again"));
    const told = [el("h1", {}, messageOf(error)), el("p", {}, again)];
    fill(this.place, el("div", { class: "stack opening", role: "alert" }, ...told));
  }

  /** @param {import("../base/types.js").Welcome} welcome */
  async #lay(welcome) {
    const { place, link, clock } = this;
    const { game } = welcome.table;
    const asked = Promise.all([wordsOf(game), sharedWords(), loadPlayArea(game)]);
    const [words, { levels }, createArea] = await asked;
    if (this.gone || this.live || welcome !== this.first) return;
    const fresh = new LiveTable(place, { welcome, words, levels, link, clock, createArea });
    this.live = fresh;
    fresh.receive(welcome.view, welcome.events, false);
    for (const { view, events } of this.early.splice(0)) fresh.receive(view, events, true);
    if (isFresh(this.id) && fresh.view.phase === "waiting") openInvite(fresh);
  }
}
