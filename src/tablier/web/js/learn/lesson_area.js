/** The middle of a lesson: the game's board, or its own table with one learner at it. */

import { createBoard } from "../board/board.js";
import { el } from "../base/dom.js";
import { phrase, t } from "../base/language.js";
import { settings } from "../base/settings.js";
import { sound } from "../base/sound.js";
import { announce } from "../base/live_region.js";

/** The learner's seat, in every lesson. */
export const LEARNER = 0;

/** What can be said without the board in every game, and teaches nothing here. */
const UNIVERSAL = new Set(["resign", "draw"]);

/**
 * @typedef {object} LessonArea
 * @property {HTMLElement} element
 * @property {(text: string) => boolean} touches whether a text touches the board
 * @property {(now: any, last: string|null, open: boolean, tries?: string[]) => void} show
 * `tries` are texts that shall be tried though they are not legal
 * @property {(text: string) => void} point points an action out, as far as there is a board
 * @property {(now: any) => string[]} acts the texts that need a button of their own
 * @property {() => void} destroy
 */

/**
 * @param {import("../base/types.js").GameSummary} game
 * @param {import("../base/types.js").Words} words
 * @param {any} start the first position
 * @param {(text: string) => Promise<{type: string}>} play
 * @returns {Promise<LessonArea>}
 */
export function createLessonArea(game, words, start, play) {
  return game.module ? ownStage(game, words, start, play) : boardStage(game, words, start, play);
}

async function boardStage(game, words, start, play) {
  const element = el("div", { class: "stage" });
  let moves = start.moves[LEARNER] ?? [];
  const touches = (text) => moves.some((move) => move.text === text);
  const board = createBoard(element, {
    topology: start.board,
    colours: start.colours,
    game: game.name,
    words,
    texts: t,
    announce,
    onAction: play,
    onAttempt: play,
  });
  return {
    element,
    touches,
    show(now, last, open, tries = []) {
      board.arrow(null);
      moves = now.moves[LEARNER] ?? [];
      board.update({
        scene: now.scene,
        legal: open ? moves : [],
        last: last === null ? null : now.last,
        seat: LEARNER,
        tries,
        interactive: open,
      });
    },
    point: (text) => board.arrow(text, "hint"),
    acts: (now) => (now.legal[LEARNER] ?? []).filter((text) => !UNIVERSAL.has(text) && !touches(text)),
    destroy: () => board.destroy(),
  };
}

async function ownStage(game, words, start, play) {
  const { createTable } = await import(`/games/${game.name}/look/table.js`);
  const element = el("div", { class: "stage own" });
  const seats = start.colours.map((_, seat) => (seat === LEARNER ? t("lesson.you") : t("lesson.other")));
  let played = 0;
  const viewOf = (now, open) => ({
    seq: played,
    ply: played,
    turn: 1,
    phase: now.result ? "over" : "playing",
    seats: seats.map((name) => ({ kind: "person", name, level: null, online: true })),
    actors: now.actors,
    legal: open ? { [LEARNER]: now.legal[LEARNER] ?? [] } : {},
    moves: {},
    scene: now.scene,
    last: null,
    deadline: null,
    clocks: null,
    offers: { draw: [], takeback: [], rematch: [], play_on: [] },
    resumers: [],
    undo: false,
    takeback: false,
    claim: [],
    rung: [],
    rematch: null,
    result: now.result && { cause: null, ...now.result },
  });
  const own = createTable(element, {
    table: { id: "", game: game.name, title: game.title, version: 1, options: {}, players: seats.length, colours: start.colours, board: start.board, clock: null, public: false, hints: false, actions: game.actions },
    view: viewOf(start, true),
    you: { seats: [LEARNER], person: true },
    words,
    texts: t,
    fill: phrase,
    nameOf: (seat) => seats[seat] ?? "",
    send: (_, { text }) => play(text),
    announce,
    settings: settings(),
    clock: { left: () => 0, seat: () => null, since: () => 0 },
    sound,
    replay: false,
  });
  return {
    element,
    touches: () => false,
    show(now, last, open) {
      if (last !== null) played += 1;
      const events = last === null ? [] : [{ seq: played, kind: "played", seat: LEARNER, body: { text: last }, at: Date.now(), hash: "" }];
      own.update(viewOf(now, open), events, settings());
    },
    point: () => {},
    acts: () => [],
    destroy: () => own.destroy(),
  };
}
