/** A table that has been laid: keeps the view, and hands it to the parts that draw it. */

import { inherit } from "../base/access_keys.js";
import { closeDialogs, closeQuestions } from "../base/dialog.js";
import { el, fill, homeward, icon } from "../base/dom.js";
import { t } from "../base/language.js";
import { notice } from "../base/notice.js";
import { onSettings } from "../base/settings.js";
import { sound } from "../base/sound.js";
import { isAlone } from "../house/house.js";
import { seriesScore } from "../mine/score_text.js";
import { Chat } from "./aside/chat.js";
import { goalLine } from "./aside/goal.js";
import { openLinks } from "./aside/invite_links.js";
import { afterGame, offersOf, waitingActs } from "./aside/offers.js";
import { seatNames } from "./aside/seat_names.js";
import { StatusLine } from "./aside/status_line.js";
import { Toolbar } from "./aside/toolbar.js";
import { keepAwake } from "./wake_lock.js";

/**
 * @typedef {import("../base/types.js").View} View
 * @typedef {import("../base/types.js").GameEvent} GameEvent
 */

export class LiveTable {
  /**
   * @param {HTMLElement} place
   * @param {object} parts
   * @param {import("../base/types.js").Welcome} parts.welcome the server's first frame
   * @param {import("../base/types.js").Words} parts.words
   * @param {import("../base/types.js").Texts} parts.levels
   * @param {import("./connection.js").Connection} parts.link
   * @param {import("../base/types.js").TableClock} parts.clock
   * @param {(live: LiveTable) => import("./play_area.js").PlayArea} parts.createArea
   */
  constructor(place, { welcome, words, levels, link, clock, createArea }) {
    this.place = place;
    /** @type {import("../base/types.js").Table} */
    this.table = { ...welcome.table, title: words.title };
    this.id = this.table.id;
    this.view = welcome.view;
    this.you = welcome.you;
    this.words = words;
    this.link = link;
    this.clock = clock;
    this.names = seatNames(this.table, words, levels);
    this.statusLine = new StatusLine(this);
    /** @type {import("../base/types.js").Send} */
    this.send = (type, fields) => this.#send(type, fields);
    this.chat = new Chat(this.send, (seat) => this.#speaker(seat));
    this.watching = 0;
    this.series = el("p", { class: "series soft small", hidden: true });
    this.watchers = el("span", { class: "watchers soft small", hidden: true });
    this.status = el("span", { class: "status small", role: "status", hidden: true });
    fill(this.status, t("table.reconnecting"));
    this.playArea = createArea(this);
    this.toolbar = new Toolbar(this.send, this.playArea, (seat) => this.#speaker(seat));
    this.toolbar.element.append(this.#rules(), ...(isAlone ? [] : [this.#links()]));
    this.#lay();
    this.stop = onSettings(() => this.playArea.update(this.view, [], false));
  }

  /** Draws everything around the play area. */
  #lay() {
    const { place, table, playArea } = this;
    place.classList.toggle("race", table.actions === "race");
    place.dataset.game = table.game;
    const heading = el("h2", {}, table.title);
    const home = homeward(t("table.home"));
    fill(
      place,
      el("h1", { class: "unseen" }, table.title),
      playArea.element,
      el(
        "aside",
        { class: "side" },
        el("div", { class: "plate" }, home, heading, this.watchers, this.status),
        playArea.players?.element,
        this.series,
        this.statusLine.element,
        goalLine(table, this.words),
        this.toolbar.element,
        playArea.history.element,
        this.chat.element,
      ),
    );
  }

  /**
   * @param {View} view
   * @param {GameEvent[]} events
   * @param {boolean} live they happened just now
   */
  receive(view, events, live) {
    if (this.view.phase === "waiting" && view.phase !== "waiting") closeDialogs();
    if (this.view.phase === "playing" && view.phase === "over") closeQuestions();
    this.view = view;
    if (view.rematch && live && events.some(({ kind }) => kind === "rematched")) {
      inherit(view.rematch, this.id);
      location.hash = `#/table/${view.rematch}`;
      return;
    }
    this.playArea.players?.miss(view.seats.map(({ away }) => away));
    this.chat.add(events, live);
    if (live) this.#tell(events);
    this.playArea.update(view, events, live);
    this.redraw();
  }

  /**
   * Who is there now.
   * @param {import("../base/types.js").Presence} presence
   */
  presence({ seats, away, watchers }) {
    const present = this.view.seats.map((seat, number) => ({
      ...seat,
      online: seat.kind === "bot" || Boolean(seats[number]),
    }));
    this.view = { ...this.view, seats: present };
    fill(this.watchers, icon("eye"), t("table.watchers", { n: watchers }));
    this.watchers.hidden = !watchers;
    this.watching = watchers;
    this.#drawChat();
    this.playArea.players?.miss(away);
    this.playArea.players?.draw(this.view, this.you);
  }

  /** There is a chat where there is somebody to chat with, or something has been said. */
  #drawChat() {
    const { view, you, chat, watching } = this;
    const people = view.seats.some(({ kind }, seat) => {
      return kind === "person" && !you.seats.includes(seat);
    });
    const others = watching > (you.seats.length ? 0 : 1);
    chat.element.hidden = !(people || others || chat.spoken);
  }

  /** After a rematch: how the games before went, with this one once it is over. */
  #drawSeries() {
    const { table: { series, players }, view, you } = this;
    this.series.hidden = series === null || players !== 2;
    if (series === null || this.series.hidden) return;
    const ranks = view.phase === "over" ? view.result?.ranks ?? [] : [];
    const score = seriesScore(series.points, you.seats[0] ?? 0, ranks);
    const [one, other] = you.seats[0] === 1 ? [1, 0] : [0, 1];
    const names = [one, other].map((seat) => this.names.name(view, you, seat));
    fill(this.series, t("mine.series", { score: `${names[0]} ${score} ${names[1]}` }));
  }

  /** @param {"online"|"away"} state */
  connection(state) {
    this.status.hidden = state === "online";
    this.place.classList.toggle("cut", state === "away");
  }

  /** What a game's own table gets of this one. */
  context() {
    const { table, view, you, words, send, clock } = this;
    const nameOf = (/** @type {number} */ seat) => this.names.name(this.view, this.you, seat);
    return { table, view, you, words, nameOf, send, clock, record: null };
  }

  destroy() {
    this.stop();
    this.playArea.destroy();
    keepAwake(false);
    delete this.place.dataset.game;
    delete this.place.dataset.phase;
  }

  /** Draws everything that is not the play area. */
  redraw() {
    const { view, you, table, statusLine } = this;
    this.place.dataset.phase = view.phase;
    keepAwake(view.phase === "playing" && you.seats.length > 0);
    this.toolbar.draw(view, you, table);
    this.#drawChat();
    this.#drawSeries();
    statusLine.draw(view, you);
    statusLine.offers(...offersOf(this));
    statusLine.acts(...this.#acts());
    const mine = view.actors.some((seat) => you.seats.includes(seat));
    const call = mine && view.phase === "playing" ? `${t("table.yourTurn")} · ` : "";
    document.title = `${call}${table.title} · Tablier`;
  }

  /**
   * A command, from the seat that may act where this device holds several.
   * @param {string} type
   * @param {Record<string, any>} [fields]
   */
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

  #acts() {
    if (this.view.phase === "waiting") return waitingActs(this);
    if (this.view.phase === "over") return afterGame(this);
    return this.playArea.acts();
  }

  /**
   * What the others did that the board doesn't show.
   * @param {GameEvent[]} events
   */
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

  /** @param {number|null} seat */
  #speaker(seat) {
    return seat === null ? t("seat.watcher") : this.names.alone(this.view, this.you, seat);
  }

  #links() {
    const label = t("invite.links");
    const traits = { class: "quiet square", type: "button", "aria-label": label, title: label };
    const open = () => openLinks(this);
    return el("button", { ...traits, onclick: open }, icon("share"));
  }

  #rules() {
    const { game, title } = this.table;
    const label = t("home.rulesOf", { game: title });
    const traits = { class: "button quiet square", target: "_blank", "aria-label": label };
    return el("a", { ...traits, href: `#/learn/${game}`, title: t("home.rules") }, icon("book"));
  }
}
