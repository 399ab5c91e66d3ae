/** A table that has been set: keeps the view, and hands it to the parts that draw it. */

import { createChat } from "./chat.js";
import { afterGame, offersOf, waitingActs } from "./offers.js";
import { el, fill, homeward, icon } from "../base/dom.js";
import { openLinks } from "./invite_links.js";
import { inherit } from "../base/access_keys.js";
import { phrase, t } from "../base/language.js";
import { notice } from "../base/notice.js";
import { createStatusLine } from "./status_line.js";
import { seatNames } from "./seat_names.js";
import { onSettings, settings } from "../base/settings.js";
import { sound } from "../base/sound.js";
import { createPlayArea } from "./play_area.js";
import { createToolbar } from "./toolbar.js";
import { announce } from "../base/live_region.js";

export class LiveTable {
  /**
   * @param {HTMLElement} place
   * @param {object} set
   * @param {any} set.welcome the server's first frame
   * @param {import("../base/types.js").Words} set.words
   * @param {Object<string, string>} set.levels
   * @param {ReturnType<import("./connection.js").connect>} set.link
   * @param {import("../base/types.js").TableClock} set.clock
   */
  constructor(place, { welcome, words, levels, link, clock }) {
    this.place = place;
    /** @type {import("../base/types.js").Table} */
    this.table = welcome.table;
    this.id = this.table.id;
    /** @type {import("../base/types.js").View} */
    this.view = welcome.view;
    this.you = welcome.you;
    this.words = words;
    this.link = link;
    this.clock = clock;
    this.names = seatNames(this.table, words, levels);
    this.statusLine = createStatusLine(this);
    this.away = false;
    /** @param {string} type @param {object} [fields] */
    this.send = (type, fields) => this.#send(type, fields);
    this.redraw = () => this.#drawAround();
  }

  /** Draws everything around the play area. */
  async open() {
    const { place, table, send } = this;
    this.playArea = await createPlayArea(this);
    this.chat = createChat({ send, nameOf: (seat) => this.#speaker(seat) });
    this.toolbar = createToolbar({ send, flip: this.playArea.flip, hint: this.playArea.hint });
    this.toolbar.element.append(this.#rules(), this.#links());
    this.watchers = el("span", { class: "watchers soft small", hidden: true });
    this.status = el("span", { class: "status small", role: "status", hidden: true });
    fill(this.status, t("table.reconnecting"));
    place.classList.toggle("race", table.actions === "race");
    place.dataset.game = table.game;
    const heading = el("h2", {}, table.title);
    fill(
      place,
      el("h1", { class: "unseen" }, table.title),
      this.playArea.element,
      el(
        "aside",
        { class: "side" },
        el(
          "div",
          { class: "plate" },
          homeward(t("table.home")),
          heading,
          this.watchers,
          this.status,
        ),
        this.playArea.players?.element,
        this.statusLine.element,
        this.toolbar.element,
        this.playArea.history?.element,
        this.chat.element,
      ),
    );
    this.stop = onSettings(() => this.playArea.update(this.view, [], false));
  }

  /**
   * @param {import("../base/types.js").View} view
   * @param {import("../base/types.js").GameEvent[]} events
   * @param {boolean} live they happened just now
   */
  receive(view, events, live) {
    this.view = view;
    if (view.rematch && live && events.some(({ kind }) => kind === "rematched")) {
      inherit(view.rematch, this.id);
      location.hash = `#/table/${view.rematch}`;
      return;
    }
    this.chat.add(events, live);
    if (live) this.#tell(events);
    this.playArea.update(view, events, live);
    this.#drawAround();
  }

  /** Who is there now. */
  presence({ seats, watchers }) {
    const online = (seat, number) => seat.kind === "bot" || Boolean(seats[number]);
    const present = this.view.seats.map((seat, number) => ({
      ...seat,
      online: online(seat, number),
    }));
    this.view = { ...this.view, seats: present };
    fill(this.watchers, icon("eye"), t("table.watchers", { n: watchers }));
    this.watchers.hidden = !watchers;
    this.playArea.players?.draw(this.view, this.you);
  }

  /** @param {"online"|"away"} state */
  connection(state) {
    this.away = state === "away";
    this.status.hidden = !this.away;
    this.place.classList.toggle("cut", this.away);
  }

  /** What a game's own module gets. @returns {import("../base/types.js").TableContext} */
  context() {
    const { table, view, you, words, send, clock } = this;
    return {
      table,
      view,
      you,
      words,
      texts: t,
      fill: phrase,
      nameOf: (seat) => this.names.name(this.view, this.you, seat),
      send,
      announce,
      settings: settings(),
      clock,
      sound,
      replay: false,
    };
  }

  destroy() {
    this.stop?.();
    this.playArea?.destroy();
    delete this.place.dataset.game;
    delete this.place.dataset.phase;
  }

  /** A command, from the seat that may act where this device holds several. */
  async #send(type, fields = {}) {
    const { seats } = this.you;
    const seat = fields.seat ?? seats.find((one) => this.view.actors.includes(one)) ?? seats[0];
    const answer = await this.link.send(type, {
      ...(type === "play" ? { ply: this.view.ply } : {}),
      ...(seats.length > 1 || fields.seat !== undefined ? { seat } : {}),
      ...fields,
    });
    if (answer.type === "refused" && answer.code !== "stale") {
      this.statusLine.refuse(answer);
      sound("wrong");
    }
    return answer;
  }

  #drawAround() {
    const { view, you, table, statusLine } = this;
    this.place.dataset.phase = view.phase;
    this.toolbar.draw(view, you, table);
    statusLine.draw(view, you);
    statusLine.offers(...offersOf(this));
    statusLine.acts(...this.#acts());
    const mine = view.actors.some((seat) => you.seats.includes(seat));
    const call = mine && view.phase === "playing" ? `${t("table.yourTurn")} · ` : "";
    document.title = `${call}${table.title} · Tablier`;
  }

  #acts() {
    if (this.view.phase === "waiting") return waitingActs(this, this.link);
    if (this.view.phase === "over") return afterGame(this);
    return this.playArea.acts();
  }

  /** What the others did that the board doesn't show. */
  #tell(events) {
    for (const { kind, seat, body } of events) {
      if (seat === null || this.you.seats.includes(seat)) continue;
      const player = this.names.alone(this.view, this.you, seat);
      if (kind === "declined") notice(t(`declined.${body.what}`, { player }));
      if (kind === "sat" && this.you.seats.length) {
        notice(t("chat.sat", { player: body.name || player }));
      }
    }
  }

  #speaker(seat) {
    return seat === null ? t("seat.watcher") : this.names.alone(this.view, this.you, seat);
  }

  #links() {
    const label = t("invite.links");
    const traits = { class: "quiet square", type: "button", "aria-label": label, title: label };
    const open = () => openLinks(this.table, this.you);
    return el("button", { ...traits, onclick: open }, icon("share"));
  }

  #rules() {
    const { game, title } = this.table;
    const label = t("home.rulesOf", { game: title });
    const traits = { class: "button quiet square", target: "_blank", "aria-label": label };
    return el("a", { ...traits, href: `#/learn/${game}`, title: t("home.rules") }, icon("book"));
  }
}
