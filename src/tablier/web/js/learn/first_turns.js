/** The first turns of a solved game and the answers to them, each with its worth, on the board. */

import { el, fill } from "../base/dom.js";
import { t } from "../base/language.js";
import { stillBoard } from "../table/play_board.js";

/**
 * @typedef {import("../base/types.js").Solved} Solved
 * @typedef {import("../base/types.js").SolvedTurn} SolvedTurn
 */

const KINDS = /** @type {const} */ ([["wins", 1], ["holds", 0], ["loses", -1]]);

/**
 * @param {string} game
 * @param {Solved} solved
 * @param {import("../base/types.js").Words} words
 */
export function firstTurns(game, { board, colours, start, openings }, words) {
  const stage = el("div");
  const told = el("div", { class: "stack", role: "status" });
  const drawn = stillBoard(stage, { game, board, colours }, words);
  const choices = [
    { label: t("solved.first"), ...start },
    ...openings.map(({ turn, alike, scene, turns }) => ({
      label: t("solved.answers", { turn, n: alike }),
      scene,
      turns,
    })),
  ];
  /** @param {number} index */
  const show = (index) => {
    const { scene, turns } = choices[index];
    drawn.update({ scene, worth: worthOf(turns), near: 0, animate: false });
    fill(told, ...sentences(turns).map((sentence) => el("p", {}, sentence)));
  };
  show(0);
  const fields = choices.map(({ label }, index) => choice(label, index, () => show(index)));
  return el(
    "div",
    { class: "beside-board first" },
    stage,
    el(
      "div",
      { class: "stack" },
      el("fieldset", { class: "choices" }, el("legend", {}, t("solved.which")), ...fields),
      told,
    ),
  );
}

/**
 * @param {string} label
 * @param {number} index
 * @param {() => void} onchange
 */
function choice(label, index, onchange) {
  const field = { type: "radio", name: "first-turns", checked: index === 0, onchange };
  return el("label", { class: "check" }, el("input", field), label);
}

/** @param {SolvedTurn[]} turns */
function worthOf(turns) {
  return KINDS.map(([kind, worth]) => ({
    kind,
    points: turns.filter(({ outcome }) => outcome === worth).map(({ point }) => point),
  }));
}

/** @param {SolvedTurn[]} turns */
function sentences(turns) {
  if (turns.every(({ outcome }) => outcome === 0)) {
    return [t("solved.allHold", { n: turns.length })];
  }
  return KINDS.flatMap(([kind, worth]) => {
    const texts = turns.filter(({ outcome }) => outcome === worth).map(({ text }) => text);
    return texts.length ? [t(`solved.${kind}`, { turns: texts.join(" ") })] : [];
  });
}
