/** The whole table: a tray with dice, a bell, score sheets, and what can be said. */

import { Announcement } from "./calls/announcement.js";
import { createBellPlace } from "./calls/bell_place.js";
import { keysOf, listen } from "./calls/keyboard.js";
import { createSwitches } from "./calls/switches.js";
import { createCup } from "./dice/cup.js";
import { createProofPanel } from "./dice/proof_panel.js";
import { createTray } from "./dice/tray.js";
import { loadStyle, loadSymbols, make } from "./elements.js";
import { createPawn } from "./sheet/pawn.js";
import { createSheet } from "./sheet/sheet.js";
import { sheetState, verbsOf } from "./sheet/sheet_state.js";
import { replay, retell, tell } from "./story/event_lines.js";
import { createPhrases } from "./story/phrases.js";
import { createStatus } from "./story/status_line.js";
import { createTicker } from "./story/ticker.js";

/** The actions that are told again to somebody who comes back. */
const RECALLED = 120;
/** With more players than this the others' sheets are drawn narrow, side by side. */
const TIGHT = 5;
/**
 * Where the players of one screen sit, clockwise.
 * @type {Record<number, string[]>}
 */
const CORNERS = {
  2: ["sw", "ne"],
  3: ["sw", "nw", "ne"],
  4: ["sw", "nw", "ne", "se"],
  5: ["sw", "nw", "ne", "se", "s"],
  6: ["sw", "nw", "n", "ne", "se", "s"],
  7: ["sw", "w", "nw", "n", "ne", "se", "s"],
  8: ["sw", "w", "nw", "n", "ne", "e", "se", "s"],
};

const STYLES = ["table", "tray", "sheet", "desk", "side", "layout", "places"];
const [symbols] = await Promise.all([loadSymbols(), ...STYLES.map(loadStyle)]);

/**
 * @typedef {import("/js/base/types.js").TableContext} TableContext
 * @typedef {import("/js/base/types.js").View} View
 * @typedef {import("/js/base/types.js").GameEvent} GameEvent
 */

/**
 * @param {HTMLElement} container
 * @param {TableContext} context
 * @returns {import("/js/base/types.js").TableModule}
 */
export function createTable(container, context) {
  return new ZingaTable(container, context);
}

class ZingaTable {
  /** @type {GameEvent[]} */
  events = [];
  /**
   * Who has said something that the view does not show yet, and from which event on it will.
   * @type {Map<number, number>}
   */
  waiting = new Map();
  /** @type {Map<number, number>} of this turn, in milliseconds */
  reactions = new Map();
  /** The events so far have come; later ones are news. */
  begun = false;

  /**
   * @param {HTMLElement} container
   * @param {TableContext} context
   */
  constructor(container, context) {
    const { you, view, settings, clock, announce } = context;
    const phrases = createPhrases(context);
    this.container = container;
    this.context = context;
    this.phrases = phrases;
    this.view = view;
    this.settings = settings;
    this.seats = context.record ? [] : you.seats;
    this.root = make("div", "zinga");
    this.side = make("div", "zinga-side");
    this.margin = make("div", "zinga zinga-margin");
    this.switches = createSwitches(phrases, this.seats.length > 1, this.#refresh);
    this.tray = createTray(phrases, () => !this.#moving());
    const shown = (/** @type {import("./dice/tray.js").Face[]} */ faces) => this.#show(faces);
    this.cup = createCup(this.tray, { clock, shown, painted: this.#refresh });
    this.status = createStatus(phrases);
    this.ticker = createTicker(phrases, this.seats);
    this.proof = createProofPanel(phrases, announce);
    this.announcement = new Announcement(phrases, {
      say: (seat, text) => this.#say(seat, text),
      sheetOf: (seat) => this.sheets[seat],
      changed: this.#refresh,
    });
    this.sheets = view.seats.map((_, seat) => this.#sheet(seat));
    this.bellPlaces = this.seats.map((seat, place) => this.#bellPlace(seat, place));
    this.pawn = createPawn(symbols.draw("pawn"), this.tray, this.sheets);
    for (const query of [wide, lying]) query.addEventListener("change", this.#refresh);
    const type = (/** @type {string} */ key) => this.announcement.type(key);
    this.silence = listen({ bellPlaces: this.bellPlaces, type, ring: this.#ring });
    this.#lay();
    this.update(view, [], settings);
  }

  /**
   * @param {View} view
   * @param {GameEvent[]} fresh
   * @param {import("/js/base/types.js").Settings} settings
   */
  update(view, fresh, settings) {
    const before = this.view;
    const news = view.seq > before.seq ? fresh : [];
    this.view = view;
    this.settings = settings ?? this.settings;
    this.#settle();
    this.events = merged(this.events, fresh);
    this.cup.update(view, this.seats);
    const { record } = this.context;
    if (record) this.ticker.replace(replay(record.slice(0, view.ply + 1)));
    else this.#report(news, before.scene);
    if (!this.begun && this.events.length) {
      this.begun = true;
      if (!news.length && this.events.some(({ kind }) => kind === "played")) this.#remember();
    }
    if (view.result && !before.result) this.context.sound("over");
    this.#refresh();
  }

  destroy() {
    this.silence();
    for (const query of [wide, lying]) query.removeEventListener("change", this.#refresh);
    this.cup.stop();
    this.status.stop();
    this.container.classList.remove("zinga-room");
    this.container.replaceChildren();
    this.context.beside?.replaceChildren();
  }

  /** @param {number} seat */
  #mine(seat) {
    return this.seats.includes(seat);
  }

  #moving() {
    return this.settings.motion !== "off" && !reduced();
  }

  /** @param {number} seat */
  #sheet(seat) {
    const { announcement, phrases } = this;
    return createSheet(
      seat,
      phrases,
      this.#mine(seat) ? (cell) => announcement.touch(seat, cell) : null,
    );
  }

  /**
   * @param {number} seat
   * @param {number} place
   */
  #bellPlace(seat, place) {
    return createBellPlace(seat, {
      phrases: this.phrases,
      drawing: symbols.draw("bell"),
      keys: keysOf(place, this.seats.length),
      named: this.seats.length > 1,
      ring: this.#ring,
      call: (verb) => (verb === "declare" ? this.announcement.arm(seat) : this.#say(seat, verb)),
    });
  }

  #lay() {
    const { root, side, seats, sheets, bellPlaces } = this;
    const [others, play, paper, own, desk] = ["others", "play", "paper", "own", "desk"].map((
      name,
    ) => make("div", `zinga-${name}`));
    const shared = seats.length > 1;
    others.append(...this.#around().map((seat) => sheets[seat].element));
    own.append(...(shared ? this.#places() : seats.map((seat) => sheets[seat].element)));
    desk.append(this.announcement.element);
    if (!shared) desk.append(...bellPlaces.map(({ element }) => element));
    play.append(this.tray.element, this.status.element, desk, this.proof.element);
    side.append(this.switches.element);
    paper.append(own, side);
    root.append(symbols.shared(), others, play, paper);
    root.dataset.seats = String(seats.length);
    root.dataset.mine = shared ? "many" : seats.length ? "one" : "none";
    this.container.classList.add("zinga-room");
    this.container.replaceChildren(root);
  }

  /** Where several share a screen, everyone has a place with a sheet and a bell. */
  #places() {
    return this.seats.map((seat, index) => {
      const place = make("div", "zinga-place");
      place.dataset.corner = CORNERS[this.seats.length][index];
      place.append(this.sheets[seat].element, this.bellPlaces[index].element);
      return place;
    });
  }

  /** The others, as they sit: the one who plays after the own seat first. */
  #around() {
    const { sheets } = this;
    const first = this.seats[0] ?? 0;
    const all = sheets.map((_, index) => (first + index) % sheets.length);
    return all.filter((seat) => !this.#mine(seat));
  }

  /** The ticker lies below the sheet, or beside the table where the page has room for it. */
  #placeTicker() {
    const { beside } = this.context;
    const roomy = beside && wide.matches && !lying.matches;
    const place = roomy ? this.margin : this.side;
    if (this.ticker.element.parentElement === place) return;
    place.prepend(this.ticker.element);
    beside?.replaceChildren(...(roomy ? [this.margin] : []));
    this.root.dataset.ticker = roomy ? "beside" : "below";
  }

  /** @param {import("./dice/tray.js").Face[]} faces */
  #show(faces) {
    const { sound, announce } = this.context;
    sound("dice");
    const said = faces.map(({ colour, face }) => this.phrases.claim({ colour, number: face }));
    announce(said.join(", "));
  }

  /**
   * @param {GameEvent[]} news
   * @param {import("/js/base/types.js").Scene} before
   */
  #report(news, before) {
    const { sound, announce } = this.context;
    const lines = tell(news, before, this.view.scene, this.reactions);
    for (const line of lines) announce(this.ticker.add(line));
    const said = new Set(lines.map((line) => line.tone));
    const foreign = lines.some(({ key, seat }) =>
      key.startsWith("rings") && !this.seats.includes(seat ?? -1)
    );
    if (foreign) sound("bell");
    if (said.has("bad")) sound("wrong");
    if (said.has("good")) sound("wood");
  }

  /** Fills the ticker for somebody who comes back to a game that has begun. */
  async #remember() {
    const known = this.events;
    const { ply } = this.view;
    const { frames } = await this.context.send("history", { ply: Math.max(0, ply - RECALLED) });
    if (!frames) return;
    const later = frames.length - 1 - Math.min(ply, RECALLED);
    this.ticker.recall(retell(known, later > 0 ? frames.slice(0, -later) : frames));
    this.#refresh();
  }

  #refresh = () => {
    const { view, seats, phrases, announcement, root, settings } = this;
    const { table, clock } = this.context;
    const whole = view.deadline?.ms ?? 0;
    announcement.update(view, seats, this.switches.pad(), this.waiting.size > 0);
    for (const sheet of this.sheets) {
      sheet.update(sheetState(view, sheet.seat, phrases, announcement));
    }
    for (const bellPlace of this.bellPlaces) bellPlace.update(this.#turn(bellPlace.seat, whole));
    this.pawn.stand(view.scene.extras.pawn, this.#moving());
    const left = whole ? clock.left : null;
    this.status.update(view, seats, announcement, left, this.ticker.latest());
    this.proof.update(table.commitment, this.events);
    root.dataset.phase = view.phase === "playing" ? view.scene.extras.phase : view.phase;
    root.dataset.patterns = String(settings.shapes);
    root.dataset.corners = String(this.switches.corners());
    this.#placeTicker();
    root.classList.toggle("zinga-tight", lying.matches || (wide.matches && table.players > TIGHT));
  };

  /**
   * What a player can do now.
   * @param {number} seat
   * @param {number} whole milliseconds of the deadline
   * @returns {import("./calls/bell_place.js").Turn}
   */
  #turn(seat, whole) {
    return {
      verbs: this.waiting.has(seat) ? [] : verbsOf(this.view, seat),
      bell: this.#bell(seat),
      declaring: this.announcement.armed === seat,
      left: whole ? this.context.clock.left() : 0,
      whole,
    };
  }

  /** @param {number} seat */
  #races(seat) {
    return (this.view.legal[seat] ?? []).includes("ring");
  }

  /** @param {number} seat */
  #bell(seat) {
    if (this.view.scene.extras.ringer === seat) return "rung";
    if (this.waiting.has(seat) || this.view.rung.includes(seat)) return "pressed";
    return this.cup.seen !== null && this.#races(seat) ? "open" : "quiet";
  }

  /**
   * @param {number} seat
   * @param {number} at when, on the time line of events
   * @returns {boolean} whether there was something to ring for
   */
  #ring = (seat, at) => {
    const reaction = Math.round((at - (this.cup.seen ?? at)) * 10) / 10;
    if (this.#bell(seat) === "open" && reaction >= 0) {
      this.context.sound("bell");
      this.#say(seat, "ring", { reaction });
    }
    return this.#races(seat);
  };

  /**
   * @param {number} seat
   * @param {string} text
   * @param {Record<string, any>} [fields]
   */
  async #say(seat, text, fields = {}) {
    if (this.waiting.has(seat)) return;
    this.waiting.set(seat, Infinity);
    this.#refresh();
    const answer = await this.context.send("play", { seat, text, ...fields });
    this.waiting.set(seat, answer.seq ?? 0);
    this.#settle();
    this.#refresh();
  }

  /** Whatever the view shows by now is waited for no longer. */
  #settle() {
    for (const [seat, seq] of this.waiting) if (seq <= this.view.seq) this.waiting.delete(seat);
  }
}

const wide = matchMedia("(orientation: landscape)");
const lying = matchMedia("(max-height: 500px) and (orientation: landscape)");
const reduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Events in their order, each once.
 * @param {GameEvent[]} known
 * @param {GameEvent[]} fresh
 */
function merged(known, fresh) {
  const last = known.at(-1)?.seq ?? -1;
  return [...known, ...fresh.filter((event) => event.seq > last)];
}
