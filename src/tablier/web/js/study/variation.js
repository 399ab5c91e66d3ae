/** Trying other moves from a moment of a game; the server plays them. */

import { ask } from "../base/api.js";
import { el } from "../base/dom.js";
import { t } from "../base/language.js";
import { resultText } from "../table/status_line.js";
import { sound } from "../base/sound.js";

/** A moment is asked about when somebody stays there, not while they run past. */
const STAYS = 150;

/**
 * @param {object} parts
 * @param {any} parts.board
 * @param {ReturnType<import("../table/status_line.js").createStatusLine>} parts.statusLine
 * @param {any} parts.names
 * @param {import("../base/types.js").Words} parts.words
 * @param {() => void} parts.onLeave back to the game
 */
export function createVariation({ board, statusLine, names, words, onLeave }) {
  /** What has been tried, the moment of the game first. */
  let line = /** @type {any[]} */ ([]);
  let asked = 0;
  let waiting = 0;

  const now = () => line.at(-1);

  function draw() {
    const { scene, last, legal = {}, moves = {}, actors = [] } = now();
    board.update({
      scene,
      last,
      legal: Object.values(moves).flat(),
      seat: actors[0] ?? null,
      near: null,
      interactive: Object.keys(legal).length > 0,
    });
    const tried = line.slice(1);
    if (tried.length) statusLine.tell(whatNow(tried));
    statusLine.acts(
      ...actButtons(),
      ...(tried.length ? [button(t("trial.undo"), undo), button(t("trial.leave"), onLeave)] : []),
    );
  }

  function whatNow(tried) {
    const moves = tried.map(({ last }) => last.text).join(" ");
    const { result } = now();
    if (!result) return t("trial.line", { moves });
    const view = {
      result: { cause: null, ...result },
      seats: result.ranks.map(() => ({ kind: "person", name: "" })),
    };
    return resultText({ words, names }, view, { seats: [] });
  }

  function actButtons() {
    const { legal = {}, moves = {} } = now();
    const touched = new Set(Object.values(moves).flatMap((some) => some.map(({ text }) => text)));
    const texts = Object.values(legal)
      .flat()
      .filter((text) => !touched.has(text));
    return texts.map((text) => button(words.labels?.[text] ?? text, () => play(text)));
  }

  function button(text, act) {
    const node = el("button", { type: "button" }, text);
    node.addEventListener("click", act);
    return node;
  }

  function undo() {
    line = line.slice(0, -1);
    board.arrow(null);
    draw();
    if (line.length === 1) onLeave();
  }

  async function play(text) {
    const { position, actors = [], legal = {} } = now();
    const seat = Number(Object.keys(legal).find((one) => legal[one].includes(text)) ?? actors[0]);
    try {
      const next = await ask("/api/positions/play", { position, text, seat });
      board.arrow(null);
      line = [...line, next];
      sound("wood");
      draw();
      return { type: "ack" };
    } catch (error) {
      statusLine.refuse({
        code: error.code,
        rule: error.rule,
        details: error.details,
        text: error.message,
      });
      return { type: "refused" };
    }
  }

  return {
    play,
    /** Starts from a moment of the game. */
    from(position, { scene, last, over }) {
      clearTimeout(waiting);
      asked += 1;
      const mine = asked;
      line = [{ position, scene, last }];
      draw();
      if (over) return;
      waiting = setTimeout(async () => {
        const known = await ask("/api/positions", { position }).catch(() => null);
        if (!known || mine !== asked || line.length !== 1) return;
        line = [{ ...known, scene, last }];
        draw();
      }, STAYS);
    },
    destroy: () => clearTimeout(waiting),
  };
}
