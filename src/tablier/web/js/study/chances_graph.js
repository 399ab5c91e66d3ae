/** How the chances went: a band for each seat, action by action. */

import { hundredths } from "./hundredths.js";
import { el, fill, svg } from "../base/dom.js";
import { t } from "../base/language.js";

/** @typedef {import("../base/types.js").Verdict} Verdict */

const WIDTH = 300;
const HEIGHT = 90;
const BOX = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" };

export class ChancesGraph {
  /**
   * @param {number} players
   * @param {{colour: (seat: number) => string}} names
   * @param {(ply: number) => void} onStep
   */
  constructor(players, names, onStep) {
    this.names = names;
    this.even = Array.from({ length: players }, () => 1 / players);
    this.steps = 1;
    this.drawing = svg("svg", BOX);
    this.legend = el("ul", { class: "small legend", "aria-hidden": "true" });
    this.course = el("p", { class: "small soft course", "aria-hidden": "true" });
    this.cursor = svg("line", { class: "cursor", y1: 0, y2: HEIGHT });
    const title = el("figcaption", { class: "small" }, t("graph.title"));
    const parts = [title, this.legend, this.drawing, this.course];
    this.element = el("figure", { class: "graph", hidden: true }, ...parts);
    this.drawing.addEventListener("click", (event) => {
      const { left, width } = this.drawing.getBoundingClientRect();
      onStep(Math.round(((event.clientX - left) / width) * this.steps));
    });
  }

  /** @param {Verdict[]} verdicts one for each action */
  draw(verdicts) {
    this.steps = Math.max(1, verdicts.length);
    const rows = [this.even, ...verdicts.map(({ chances }) => chances)];
    const bands = this.even.map((_, seat) =>
      svg("path", { class: "band", data: { seat }, d: this.#band(rows, seat) })
    );
    const middle = { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 };
    const dots = verdicts.map((verdict, index) => this.#dot(verdict, index + 1));
    fill(this.drawing, ...bands, svg("line", { class: "even", ...middle }), this.cursor, ...dots);
    const final = hundredths(rows[rows.length - 1]).map((n, seat) =>
      t("graph.chance", { player: this.names.colour(seat), n })
    );
    this.drawing.setAttribute("aria-label", t("graph.label", { chances: final.join(", ") }));
    const seats = this.even.map((_, seat) => el("li", { data: { seat } }, this.names.colour(seat)));
    fill(this.legend, ...seats);
    const end = el("span", {}, t("graph.end", { n: verdicts.length }));
    fill(this.course, el("span", {}, t("graph.start")), end);
    this.element.hidden = false;
  }

  /** @param {number} ply */
  point(ply) {
    this.cursor.setAttribute("x1", String(this.#x(ply)));
    this.cursor.setAttribute("x2", String(this.#x(ply)));
  }

  /** @param {number} ply */
  #x(ply) {
    return (ply / this.steps) * WIDTH;
  }

  /**
   * @param {Verdict} verdict
   * @param {number} ply
   */
  #dot({ mark, chances }, ply) {
    const at = { cx: this.#x(ply), cy: HEIGHT * upTo(chances, 1), r: 3 };
    return mark ? svg("circle", { class: `dot ${mark}`, ...at }) : null;
  }

  /**
   * @param {number[][]} rows
   * @param {number} seat
   */
  #band(rows, seat) {
    const edge = (/** @type {number} */ upper) =>
      rows.map((chances, ply) => {
        const y = HEIGHT * upTo(chances, upper);
        return `${this.#x(ply).toFixed(1)} ${y.toFixed(1)}`;
      });
    return `M${edge(seat).join("L")}L${edge(seat + 1).toReversed().join("L")}Z`;
  }
}

/**
 * The chances of the seats before one, together.
 * @param {number[]} chances
 * @param {number} seat
 */
function upTo(chances, seat) {
  return chances.slice(0, seat).reduce((sum, chance) => sum + chance, 0);
}
