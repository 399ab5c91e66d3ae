/** Who plays: a strip for each seat with its colour, what lies beside the board, and its clock. */

import { el, fill, svg } from "../base/dom.js";
import { t } from "../base/language.js";
import { loadLook } from "../board/look.js";
import { drawPlainly } from "../board/layers/pieces.js";
import { clockText } from "./clock.js";

const LOW = 20_000;
const PLAIN_SIZE = 110;
/** Of a piece without a symbol, which leaves room around it. */

/**
 * @param {object} parts
 * @param {import("../base/types.js").Table} parts.table
 * @param {import("../base/types.js").Words} parts.words
 * @param {ReturnType<import("./seat_names.js").seatNames>} parts.names
 * @param {import("../base/types.js").TableClock} [parts.clock]
 */
export function createPlayers({ table, words, names, clock }) {
  const element = el("ul", { class: "players" });
  const strips = table.colours.map(() => {
    const parts = {
      swatch: svg("svg", { class: "swatch", viewBox: "-50 -50 100 100", "aria-hidden": "true" }),
      name: el("strong", { class: "who" }),
      colour: el("span", { class: "soft small" }),
      counts: el("span", { class: "soft small counts" }),
      clock: el("span", { class: "clock figures" }),
    };
    const strip = el(
      "li",
      {},
      parts.swatch,
      el("div", { class: "whose" }, parts.name, parts.colour),
      parts.counts,
      parts.clock,
    );
    element.append(strip);
    return { strip, ...parts };
  });
  const ticking = clock ? setInterval(tick, 100) : 0;

  function tick() {
    for (const [seat, { clock: face }] of strips.entries()) {
      const left = clock?.seat(seat) ?? null;
      const text = left === null ? "" : clockText(left);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("low", left !== null && left < LOW);
    }
  }

  async function draw(view, you, scene = view.scene) {
    for (const [seat, { strip, name, colour, counts }] of strips.entries()) {
      const active = view.phase === "playing" && view.actors.includes(seat);
      fill(name, names.name(view, you, seat));
      fill(colour, names.beside(view, you, seat));
      fill(counts, ...countItems(scene.counts[seat] ?? {}));
      strip.classList.toggle("active", active);
      strip.classList.toggle(
        "away",
        view.seats[seat].kind === "person" && !view.seats[seat].online,
      );
      strip.classList.toggle("winner", view.result?.ranks[seat] === 1);
      strip.toggleAttribute("aria-current", active);
      strip.title = strip.classList.contains("away") ? t("seat.away") : "";
    }
    tick();
    const look = await loadLook(table.game);
    for (const [seat, { swatch }] of strips.entries()) paint(swatch, look, scene, seat);
  }

  function countItems(counts) {
    return Object.entries(counts).map(([token, number]) => el("span", {}, ...counted(token, number)));
  }

  /** The number stands before its words, unless they say where: `place {n}`. */
  function counted(token, number) {
    const said = words.counts[token] ?? token;
    const [before, after] = said.includes("{n}") ? said.split("{n}") : ["", ` ${said}`];
    return [before, el("b", { class: "figures" }, number), after];
  }

  function paint(swatch, look, scene, seat) {
    if (swatch.childElementCount) return;
    const piece = scene.pieces.find((one) => one.seat === seat);
    const kind = piece?.kind ?? "piece";
    const token = table.colours[seat];
    const found = [`${kind}-${token}`, `${kind}-${seat}`, kind].find((one) => look.symbol(one));
    if (!found) {
      const board = svg("g", { class: "board" }, svg("g", { data: { seat, colour: token } }));
      drawPlainly(token, PLAIN_SIZE, board.firstElementChild);
      swatch.append(board);
      return;
    }
    const box = look.box(found);
    swatch.setAttribute("viewBox", box.join(" "));
    swatch.setAttribute("data-game", table.game);
    swatch.append(
      svg("use", { href: look.symbol(found), x: box[0], y: box[1], width: box[2], height: box[3] }),
    );
  }

  return { element, draw, destroy: () => clearInterval(ticking) };
}
