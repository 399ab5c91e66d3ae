/** How the chances went: a band for each seat, moment by moment. */

import { el, fill, svg } from "../base/dom.js";
import { t } from "../base/language.js";

const WIDTH = 300;
const HEIGHT = 90;

/**
 * @param {object} parts
 * @param {number} parts.players
 * @param {{colour: (seat: number) => string}} parts.names
 * @param {(ply: number) => void} parts.onStep
 */
export function createChancesGraph({ players, names, onStep }) {
  const drawing = svg("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    role: "img",
  });
  const legend = el("p", { class: "small soft legend" });
  const cursor = svg("line", { class: "cursor", y1: 0, y2: HEIGHT });
  const element = el("figure", { class: "graph", hidden: true }, drawing, legend);
  let steps = 1;

  drawing.addEventListener("click", (event) => {
    const { left, width } = drawing.getBoundingClientRect();
    onStep(Math.round(((event.clientX - left) / width) * steps));
  });

  const x = (ply) => (ply / steps) * WIDTH;

  return {
    element,
    /** @param {{chances: number[], mark: string}[]} verdicts one for each action */
    draw(verdicts) {
      steps = Math.max(1, verdicts.length);
      const even = Array.from({ length: players }, () => 1 / players);
      const rows = [even, ...verdicts.map(({ chances }) => chances)];
      const bands = even.map((_, seat) =>
        svg("path", { class: "band", data: { seat }, d: band(rows, seat) }),
      );
      const dots = verdicts.flatMap(({ mark, chances }, index) =>
        mark
          ? [
              svg("circle", {
                class: `dot ${mark}`,
                cx: x(index + 1),
                cy: HEIGHT * upTo(chances, 1),
                r: 3,
              }),
            ]
          : [],
      );
      fill(
        drawing,
        ...bands,
        svg("line", { class: "even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
        cursor,
        ...dots,
      );
      const final = rows
        .at(-1)
        .map((chance, seat) =>
          t("graph.chance", { player: names.colour(seat), n: Math.round(chance * 100) }),
        );
      drawing.setAttribute("aria-label", t("graph.label", { chances: final.join(", ") }));
      fill(legend, ...even.map((_, seat) => el("span", { data: { seat } }, names.colour(seat))));
      element.hidden = false;
    },
    point(ply) {
      cursor.setAttribute("x1", String(x(ply)));
      cursor.setAttribute("x2", String(x(ply)));
    },
  };

  function upTo(chances, seat) {
    return chances.slice(0, seat).reduce((sum, chance) => sum + chance, 0);
  }

  function band(rows, seat) {
    const edge = (upper) =>
      rows.map(
        (chances, ply) => `${x(ply).toFixed(1)} ${(HEIGHT * upTo(chances, upper)).toFixed(1)}`,
      );
    return `M${edge(seat).join("L")}L${edge(seat + 1)
      .reverse()
      .join("L")}Z`;
  }
}
