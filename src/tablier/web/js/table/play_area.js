/** The middle of a table: a board with its players and moves, or the game's own module. */

import { createBoard } from "../board/board.js";
import { gameNamed } from "../base/api.js";
import { el } from "../base/dom.js";
import { createGameHistory } from "./game_history.js";
import { phrase, t } from "../base/language.js";
import { createMoveList } from "./move_list.js";
import { createPlayers } from "./players.js";
import { settings } from "../base/settings.js";
import { sound } from "../base/sound.js";
import { announce } from "../base/live_region.js";

/** Texts that every game knows and the toolbar offers. */
const UNIVERSAL = new Set(["resign", "draw"]);

/** What the pieces sound like, by kind. */
const SOUNDS = { stone: "stone", peg: "peg" };

export async function createPlayArea(live) {
  const { module } = await gameNamed(live.table.game);
  return module ? moduleStage(live) : boardStage(live);
}

async function moduleStage(live) {
  const { createTable } = await import(`/games/${live.table.game}/look/table.js`);
  const element = el("div", { class: "stage own" });
  const beside = el("div", { class: "beside" });
  let own = null;
  let seated = "";
  return {
    element,
    players: null,
    history: { element: beside },
    acts: () => [],
    flip: () => {},
    hint: () => {},
    update(view, events) {
      if (own && seated !== String(live.you.seats)) {
        own.destroy();
        own = null;
      }
      seated = String(live.you.seats);
      own ??= createTable(element, { ...live.context(), beside });
      own.update(view, events, settings());
    },
    destroy: () => own?.destroy(),
  };
}

function boardStage(live) {
  const { table, words, names, send, statusLine } = live;
  const element = el("div", { class: "stage" });
  const players = createPlayers(live);
  const frames = createGameHistory(async () => (await send("history")).frames ?? []);
  const history = createMoveList({ colour: names.colour, onStep: lookAt });
  /** The moment of the past that is shown; null is now. */
  let past = /** @type {number|null} */ (null);
  let turned = 0;

  const board = createBoard(element, {
    topology: table.board,
    colours: table.colours,
    game: table.game,
    words,
    texts: t,
    announce,
    onAction: play,
    onAttempt: play,
  });

  function play(text) {
    const legal = Object.entries(live.view.legal);
    const [seat] = legal.find(([, texts]) => texts.includes(text)) ?? legal[0] ?? [];
    board.arrow(null);
    statusLine.quiet();
    return send("play", seat === undefined ? { text } : { text, seat: Number(seat) });
  }

  /** Whether an action has a place on the board; the others get a button. */
  function touched(text) {
    return Object.values(live.view.moves).some((moves) => moves.some((move) => move.text === text));
  }

  function drawBoard() {
    const { view, you } = live;
    const frame = past === null ? null : frames.all()[past];
    const own = view.actors.find((seat) => you.seats.includes(seat)) ?? you.seats[0] ?? null;
    board.update({
      scene: frame ? frame.scene : view.scene,
      legal: frame ? [] : Object.values(view.moves).flat(),
      last: frame ? (frame.text ? frame : null) : view.last,
      seat: own,
      near: you.seats[0] ?? null,
      interactive: !frame && view.phase === "playing" && Object.keys(view.legal).length > 0,
    });
    players.draw(view, you, frame ? frame.scene : view.scene);
  }

  function lookAt(ply) {
    const last = frames.all().length - 1;
    past = ply >= last ? null : ply;
    history.point(ply);
    board.arrow(null);
    drawBoard();
    if (past === null) live.redraw();
    else statusLine.tell(t("moves.past", { n: ply, of: last }));
    announce(frames.all()[ply].text ?? t("moves.start"));
  }

  async function follow(view, events, fresh) {
    if (await frames.follow(view, events)) {
      history.set(frames.all());
      if (past !== null && past >= frames.all().length - 1) past = null;
      history.point(past ?? frames.all().length - 1);
    }
    if (!fresh) history.point(past ?? frames.all().length - 1);
  }

  return {
    element,
    players,
    history,
    acts: () =>
      Object.entries(live.view.legal).flatMap(([seat, texts]) =>
        texts
          .filter((text) => !UNIVERSAL.has(text) && !touched(text))
          .map((text) => actButton(words, text, () => send("play", { text, seat: Number(seat) }))),
      ),
    flip() {
      turned = (turned + 2) % 4;
      board.flip(turned);
    },
    async hint() {
      const answer = await send("hint");
      if (answer.type !== "hint") return;
      board.arrow(answer.text, "hint");
      announce(t("hint.text", { move: answer.text }));
      if (!touched(answer.text))
        statusLine.tell(t("hint.text", { move: label(words, answer.text) }));
    },
    update(view, events, fresh) {
      if (fresh) tellMoves(live, events);
      if (past === null || view.phase === "over") {
        past = null;
        drawBoard();
      }
      follow(view, events, fresh);
    },
    destroy() {
      board.destroy();
      players.destroy();
      history.destroy();
    },
  };
}

function label(words, text) {
  return words.labels?.[text] ?? text;
}

function actButton(words, text, act) {
  const button = el("button", { type: "button", data: { act: text } }, label(words, text));
  button.addEventListener("click", () => {
    button.disabled = true;
    act();
  });
  return button;
}

/** Sounds and spoken words for what happened just now. */
function tellMoves({ view, you, names }, events) {
  for (const { kind, seat, body } of events) {
    if (kind !== "played") continue;
    const byTable = seat === null || seat >= view.seats.length;
    sound(byTable && view.scene.extras.dice ? "dice" : (SOUNDS[view.scene.pieces[0]?.kind] ?? "wood"));
    if (!you.seats.includes(seat) && !byTable) {
      announce(phrase(t("moves.played"), { player: names.colour(seat), move: body.text }));
    }
  }
  if (view.phase === "over" && events.some(({ kind }) => kind === "played")) sound("over");
}
