/** The whole table: a tray with dice, a bell, score sheets, and what can be said. */

import { createAnnouncement } from "./calls/announcement.js";
import { createCup } from "./dice/cup.js";
import { loadStyle, loadSymbols, make } from "./elements.js";
import { keysOf, listen } from "./calls/keyboard.js";
import { createPawn } from "./sheet/pawn.js";
import { createPhrases } from "./story/phrases.js";
import { createProofPanel } from "./dice/proof_panel.js";
import { createSheet } from "./sheet/sheet.js";
import { createBellPlace } from "./calls/bell_place.js";
import { createStatus } from "./story/status_line.js";
import { retell, tell } from "./story/event_lines.js";
import { createSwitches } from "./calls/switches.js";
import { createTicker } from "./story/ticker.js";
import { createTray } from "./dice/tray.js";
import { sheetState, verbsOf } from "./sheet/sheet_state.js";

const RECALLED = 120;
/** So many actions are told again to somebody who comes back. */
const TIGHT = 5;
/** With more players than this the others' sheets are drawn narrow, side by side. */
const CORNERS = {
  2: ["sw", "ne"],
  3: ["sw", "nw", "ne"],
  4: ["sw", "nw", "ne", "se"],
  5: ["sw", "nw", "ne", "se", "s"],
  6: ["sw", "nw", "n", "ne", "se", "s"],
  7: ["sw", "w", "nw", "n", "ne", "se", "s"],
  8: ["sw", "w", "nw", "n", "ne", "e", "se", "s"],
};
/** Where the players of one screen sit, clockwise. */

const STYLES = ["table", "tray", "sheet", "desk", "side", "layout", "places"];
const [symbols] = await Promise.all([loadSymbols(), ...STYLES.map(loadStyle)]);

/**
 * @param {HTMLElement} container
 * @param {import("/js/base/types.js").TableContext} context
 * @returns {import("/js/base/types.js").TableModule}
 */
export function createTable(container, context) {
  const { table, you, clock, sound, announce, send } = context;
  const phrases = createPhrases(context);
  const seats = context.replay ? [] : you.seats;
  const mine = (seat) => seats.includes(seat);
  let { view, settings } = context;
  /** @type {import("/js/base/types.js").GameEvent[]} */
  let events = [];
  /** Who has said something that the view does not show yet, and from which event on it will. */
  const waiting = /** @type {Map<number, number>} */ (new Map());
  const reactions = new Map();
  /** The events so far have come; later ones are news. */
  let begun = false;

  const root = make("div", "zinga");
  const side = make("div", "zinga-side");
  const margin = make("div", "zinga zinga-margin");
  const switches = createSwitches(phrases, seats.length > 1, refresh);
  const tray = createTray(phrases, () => settings.motion === "off" || reduced());
  const cup = createCup(tray, { clock, shown: show, painted: refresh });
  const status = createStatus(phrases);
  const ticker = createTicker(phrases, mine);
  const proof = createProofPanel(phrases, announce);
  const announcement = createAnnouncement(phrases, {
    say,
    sheetOf: (seat) => sheets[seat],
    changed: refresh,
  });
  const sheets = view.seats.map((_, seat) =>
    createSheet(seat, phrases, mine(seat) ? (cell) => announcement.touch(seat, cell) : null),
  );
  const bellPlaces = seats.map((seat, place) =>
    createBellPlace(seat, {
      phrases,
      drawing: symbols.draw("bell"),
      keys: keysOf(place, seats.length),
      named: seats.length > 1,
      ring,
      call: (verb) => (verb === "declare" ? announcement.arm(seat) : say(seat, verb)),
    }),
  );
  const pawn = createPawn(symbols.draw("pawn"), tray, sheets);
  [wide, lying].forEach((query) => query.addEventListener("change", refresh));
  const silence = listen({ bellPlaces, type: announcement.type, ring });
  lay();
  update(view, [], settings);

  function lay() {
    const part = (name) => make("div", `zinga-${name}`);
    const [others, play, paper] = ["others", "play", "paper"].map(part);
    const [own, desk] = ["own", "desk"].map(part);
    const shared = seats.length > 1;
    others.append(...around().map((seat) => sheets[seat].element));
    own.append(...(shared ? places() : seats.map((seat) => sheets[seat].element)));
    desk.append(announcement.element, ...(shared ? [] : bellPlaces.map((bellPlace) => bellPlace.element)));
    play.append(tray.element, status.element, desk, proof.element);
    side.append(switches.element);
    paper.append(own, side);
    root.append(symbols.shared(), others, play, paper);
    root.dataset.seats = String(seats.length);
    root.dataset.mine = shared ? "many" : seats.length ? "one" : "none";
    container.classList.add("zinga-room");
    container.replaceChildren(root);
  }

  /** The ticker lies below the sheet, or beside the table where the page has room for it. */
  function placeTicker() {
    const roomy = context.beside && wide.matches && !lying.matches;
    const place = roomy ? margin : side;
    if (ticker.element.parentElement === place) return;
    place.prepend(ticker.element);
    context.beside?.replaceChildren(...(roomy ? [margin] : []));
    root.dataset.ticker = roomy ? "beside" : "below";
  }

  /** Where several share a screen, everyone has a place with a sheet and a bell. */
  function places() {
    return seats.map((seat, index) => {
      const place = make("div", "zinga-place");
      place.dataset.corner = CORNERS[seats.length][index];
      place.append(sheets[seat].element, bellPlaces[index].element);
      return place;
    });
  }

  /** The others, as they sit: the one who plays after the own seat first. */
  function around() {
    const first = seats[0] ?? 0;
    const all = sheets.map((_, index) => (first + index) % sheets.length);
    return all.filter((seat) => !mine(seat));
  }

  function update(next, fresh, changed) {
    const before = view;
    const news = next.seq > before.seq ? fresh : [];
    [view, settings] = [next, changed ?? settings];
    settle();
    events = merged(events, fresh);
    cup.update(view, seats);
    report(news, before.scene);
    if (!begun && events.length) {
      begun = true;
      if (!news.length && events.some(({ kind }) => kind === "played")) remember();
    }
    if (view.result && !before.result) sound("over");
    refresh();
  }

  function show(faces) {
    sound("dice");
    announce(faces.map(({ colour, face }) => phrases.claim({ colour, number: face })).join(", "));
  }

  function report(news, before) {
    const lines = tell(news, before, view.scene, reactions);
    lines.forEach((line) => announce(ticker.add(line)));
    const said = new Set(lines.map((line) => line.tone));
    if (lines.some((line) => line.key.startsWith("rings") && !mine(line.seat))) sound("bell");
    if (said.has("bad")) sound("wrong");
    if (said.has("good")) sound("wood");
  }

  /** Fills the ticker for somebody who comes back to a game that has begun. */
  async function remember() {
    const [known, { ply }] = [events, view];
    const { frames } = await send("history", { ply: Math.max(0, ply - RECALLED) });
    if (!frames) return;
    const later = frames.length - 1 - Math.min(ply, RECALLED);
    ticker.recall(retell(known, later > 0 ? frames.slice(0, -later) : frames));
    refresh();
  }

  function refresh() {
    const left = view.deadline ? clock.left() : 0;
    const whole = view.deadline?.ms ?? 0;
    announcement.update(view, seats, switches.pad(), waiting.size > 0);
    sheets.forEach((sheet) => sheet.update(sheetState(view, sheet.seat, phrases, announcement)));
    bellPlaces.forEach((bellPlace) =>
      bellPlace.update({
        verbs: waiting.has(bellPlace.seat) ? [] : verbsOf(view, bellPlace.seat),
        bell: bellOf(bellPlace.seat),
        declaring: announcement.armed === bellPlace.seat,
        left,
        whole,
      }),
    );
    pawn.stand(view.scene.extras.pawn, settings.motion !== "off" && !reduced());
    status.update(view, seats, announcement, whole ? clock.left : null, ticker.latest());
    proof.update(table.commitment, events);
    root.dataset.phase = view.phase === "playing" ? view.scene.extras.phase : view.phase;
    root.dataset.patterns = String(settings.shapes);
    root.dataset.corners = String(switches.corners());
    placeTicker();
    root.classList.toggle("zinga-tight", lying.matches || (wide.matches && table.players > TIGHT));
  }

  function races(seat) {
    return (view.legal[seat] ?? []).includes("ring");
  }

  function bellOf(seat) {
    if (view.scene.extras.ringer === seat) return "rung";
    if (waiting.has(seat) || view.rung?.includes(seat)) return "pressed";
    return cup.seen !== null && races(seat) ? "open" : "quiet";
  }

  /** @returns {boolean} whether there was something to ring for */
  function ring(seat, at) {
    const reaction = Math.round((at - cup.seen) * 10) / 10;
    if (bellOf(seat) === "open" && reaction >= 0) {
      sound("bell");
      say(seat, "ring", { reaction });
    }
    return races(seat);
  }

  /** @param {number} seat @param {string} text */
  async function say(seat, text, fields = {}) {
    if (waiting.has(seat)) return;
    waiting.set(seat, Infinity);
    refresh();
    const answer = await send("play", { seat, text, ...fields });
    waiting.set(seat, answer.seq ?? 0);
    settle();
    refresh();
  }

  /** Whatever the view shows by now is waited for no longer. */
  function settle() {
    waiting.forEach((seq, seat) => seq <= view.seq && waiting.delete(seat));
  }

  return {
    update,
    destroy() {
      silence();
      [wide, lying].forEach((query) => query.removeEventListener("change", refresh));
      cup.stop();
      status.stop();
      container.classList.remove("zinga-room");
      container.replaceChildren();
      context.beside?.replaceChildren();
    },
  };
}

const wide = matchMedia("(orientation: landscape)");
const lying = matchMedia("(max-height: 500px) and (orientation: landscape)");
const reduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Events in their order, each once. */
function merged(known, fresh) {
  const last = known.length ? known[known.length - 1].seq : -1;
  return [...known, ...fresh.filter((event) => event.seq > last)];
}
