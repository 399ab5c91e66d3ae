/** Who plays: a strip for each seat with its colour, what lies beside the board, and its clock. */

import { el, fill, svg } from "../../base/dom.js";
import { lasting, phrase, t } from "../../base/language.js";
import { drawPlainly } from "../../board/layers/pieces.js";
import { loadLook } from "../../board/look.js";
import { clockText } from "../clock.js";

/** The milliseconds from which on a clock warns. */
const LOW_MS = 20_000;
const TICK_MS = 100;
/** Who is back sooner has only opened the page again. */
const AWAY_MS = 3000;
/** Of a piece without a symbol, which leaves room around it. */
const PLAIN_SIZE = 110;

/**
 * @typedef {import("../../base/types.js").View} View
 * @typedef {import("../../base/types.js").Scene} Scene
 */

export class Players {
  /**
   * @param {object} company
   * @param {Pick<import("../../base/types.js").Table, "game"|"colours">} company.table
   * @param {import("../../base/types.js").Words} company.words
   * @param {ReturnType<import("./seat_names.js").seatNames>} company.names
   * @param {import("../../base/types.js").TableClock} [company.clock]
   */
  constructor({ table, words, names, clock }) {
    this.table = table;
    this.words = words;
    this.names = names;
    this.clock = clock;
    this.strips = table.colours.map(createStrip);
    this.element = el("ul", { class: "players" }, ...this.strips.map(({ strip }) => strip));
    /** @type {(number|null)[]} since when seats have been away, by this page's own clock */
    this.since = [];
    this.ticking = clock ? setInterval(() => this.#tick(), TICK_MS) : 0;
  }

  /**
   * Who has been away, and for how long.
   * @param {(number|null)[]} away milliseconds by seat; null for those who are there
   */
  miss(away) {
    const now = performance.now();
    this.since = away.map((ms) => (ms === null ? null : now - ms));
    this.#tick();
  }

  /**
   * @param {View} view
   * @param {import("../../base/types.js").You} you
   * @param {Scene} [scene]
   */
  async draw(view, you, scene = view.scene) {
    for (const [seat, { strip, name, colour, counts }] of this.strips.entries()) {
      const active = view.phase === "playing" && view.actors.includes(seat);
      const away = view.seats[seat].kind === "person" && !view.seats[seat].online;
      fill(name, this.names.name(view, you, seat));
      fill(colour, this.names.beside(view, you, seat));
      fill(counts, ...this.#counts(scene.counts[seat] ?? {}));
      strip.classList.toggle("active", active);
      strip.classList.toggle("away", away);
      strip.classList.toggle("winner", hasWon(view.result, seat));
      strip.toggleAttribute("aria-current", active);
      strip.title = away ? t("seat.away") : "";
    }
    this.#tick();
    const look = await loadLook(this.table.game);
    for (const [seat, { swatch }] of this.strips.entries()) this.#paint(swatch, look, scene, seat);
  }

  destroy() {
    clearInterval(this.ticking);
  }

  #tick() {
    for (const [seat, { clock: face, absence }] of this.strips.entries()) {
      const left = this.clock?.seat(seat) ?? null;
      write(face, left === null ? "" : clockText(left));
      face.classList.toggle("low", left !== null && left < LOW_MS);
      write(absence, this.#absence(this.since[seat] ?? null));
    }
  }

  /** @param {number|null} since */
  #absence(since) {
    const ms = since === null ? 0 : performance.now() - since;
    return ms < AWAY_MS ? "" : t("seat.awayFor", { time: lasting(ms) });
  }

  /**
   * The number stands before its words, unless they say where: `place {n}`.
   * @param {Record<string, number>} counts
   */
  #counts(counts) {
    return Object.entries(counts).map(([token, number]) => {
      const words = this.words.counts[token] ?? token;
      const said = phrase(words.includes("{n") ? words : `{n} ${words}`, { n: number });
      const [before, after] = said.split(String(number));
      return el("span", {}, before, el("b", { class: "figures" }, number), after);
    });
  }

  /**
   * @param {SVGElement} swatch
   * @param {import("../../board/look.js").Look} look
   * @param {Scene} scene
   * @param {number} seat
   */
  #paint(swatch, look, scene, seat) {
    if (swatch.childElementCount) return;
    const kind = scene.pieces.find((piece) => piece.seat === seat)?.kind ?? "piece";
    const token = this.table.colours[seat];
    const name = [`${kind}-${token}`, `${kind}-${seat}`, kind].find((one) => look.symbol(one));
    const box = name && look.box(name);
    if (!box) {
      const piece = svg("g", { data: { seat, colour: token } });
      drawPlainly(token, PLAIN_SIZE, piece);
      swatch.append(svg("g", { class: "board" }, piece));
      return;
    }
    const [x, y, width, height] = box;
    swatch.setAttribute("viewBox", box.join(" "));
    swatch.setAttribute("data-game", this.table.game);
    swatch.append(svg("use", { href: look.symbol(name), x, y, width, height }));
  }
}

/**
 * Whether a seat has won; nobody has where all are alike.
 * @param {View["result"]} result
 * @param {number} seat
 */
function hasWon(result, seat) {
  return result !== null && result.ranks[seat] === 1 && result.ranks.some((rank) => rank > 1);
}

/**
 * @param {HTMLElement} node
 * @param {string} text
 */
function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function createStrip() {
  const swatch = { class: "swatch", viewBox: "-50 -50 100 100", "aria-hidden": "true" };
  const parts = {
    swatch: svg("svg", swatch),
    name: el("strong", { class: "who" }),
    colour: el("span", { class: "soft small" }),
    absence: el("span", { class: "absence small" }),
    counts: el("span", { class: "soft small counts" }),
    clock: el("span", { class: "clock figures" }),
  };
  const whose = el("div", { class: "whose" }, parts.name, parts.colour, parts.absence);
  return { strip: el("li", {}, parts.swatch, whose, parts.counts, parts.clock), ...parts };
}
