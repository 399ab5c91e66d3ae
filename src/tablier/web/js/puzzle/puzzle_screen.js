/** Puzzles: all themes, the next one, the day's, and a run of five minutes. */

import { gameNamed, games, messageOf, puzzlesOf, wordsOf } from "../base/api.js";
import { el, fill } from "../base/dom.js";
import { t } from "../base/language.js";
import { notice } from "../base/notice.js";
import { drawStart } from "../board/still_board.js";
import { loadLessonArea } from "../learn/lesson_area.js";
import { nextPuzzle, puzzleOf, puzzleOfDay } from "./choice.js";
import { dailyPuzzle } from "./daily.js";
import { journalOf, noteDay, noteTry, streak, today } from "./journal.js";
import { PuzzleRun } from "./run.js";
import { dress, Task } from "./task.js";

/**
 * @typedef {import("../base/types.js").GameSummary} GameSummary
 * @typedef {import("../base/types.js").PuzzleShelf} PuzzleShelf
 */

const DAILY = "daily";
const RUN = "run";

/** @type {import("../base/router.js").Show} */
export async function show(place, name, what) {
  if (!name) return showShelf(place);
  if (name === DAILY) return showDaily(place);
  const [game, shelf] = await Promise.all([gameNamed(name), puzzlesOf(name)]);
  if (what === RUN) return new PuzzleRun(place, game, shelf).begin();
  const kind = shelf.kinds.find((theme) => theme.name === what)?.name ?? null;
  const id = kind === null && what ? what : nextPuzzle(name, shelf, kind);
  return new Puzzles(place, game, shelf, kind).open(id ?? "");
}

/** @param {HTMLElement} place */
async function showDaily(place) {
  const day = today();
  const found = await puzzleOfDay(day);
  if (!found) return showShelf(place);
  return new Puzzles(place, found.game, found.shelf, null, day).open(found.id);
}

/** One puzzle after another. */
class Puzzles {
  /**
   * @param {HTMLElement} place
   * @param {GameSummary} game
   * @param {PuzzleShelf} shelf
   * @param {string|null} kind only of this theme
   * @param {number} [day] whose puzzle it is
   */
  constructor(place, game, shelf, kind, day) {
    this.place = place;
    this.game = game;
    this.shelf = shelf;
    this.kind = kind;
    this.day = day;
    this.visit = 0;
    /** @type {Task|null} */
    this.task = null;
    this.title = t("puzzle.title", { game: game.title });
  }

  destroy() {
    this.visit += 1;
    this.task?.destroy();
    delete this.place.dataset.game;
  }

  /** @param {string} id */
  async open(id) {
    const { game, shelf, place } = this;
    const visit = ++this.visit;
    const [puzzle, words] = await Promise.all([puzzleOf(game.name, id), wordsOf(game.name)]);
    const createArea = await loadLessonArea(game, puzzle.seat);
    if (visit !== this.visit) return this;
    const kind = shelf.kinds.find(({ name }) => name === puzzle.kind) ?? shelf.kinds[0];
    this.task?.destroy();
    dress(place, game);
    const skill = el("p", { class: "soft skill" });
    const tell = (/** @type {number} */ change) => {
      const { rating } = journalOf(game.name).skill;
      const own = t("puzzle.rating", { n: rating });
      const moved = change ? ` (${change > 0 ? "+" : "−"}${Math.abs(change)})` : "";
      const days = this.day === undefined ? 0 : streak();
      const told = days > 0 ? ` · ${t("puzzle.streak", { n: days })}` : "";
      skill.textContent = puzzle.rating === null ? "" : `${own}${moved}${told}`;
    };
    tell(0);
    const began = performance.now();
    const hard = puzzle.rating !== null && t("puzzle.hard", { n: puzzle.rating });
    const about = [skill, el("p", { class: "soft small" }, hard)];
    this.task = new Task(place, {
      game,
      words,
      kind,
      puzzle,
      createArea,
      about,
      onTried: (solved) => {
        const { before, now } = noteTry(game.name, puzzle, solved);
        if (this.day !== undefined && solved) noteDay(this.day);
        tell(now - before);
        const s = Math.round((performance.now() - began) / 100) / 10;
        if (puzzle.rating === null && solved) skill.textContent = t("puzzle.took", { s });
      },
      onNext: () => this.#next(),
    });
    return this;
  }

  #next() {
    this.day = undefined;
    const id = nextPuzzle(this.game.name, this.shelf, this.kind);
    if (id === null) return;
    history.replaceState(history.state, "", `#/puzzle/${this.game.name}/${this.kind ?? id}`);
    this.open(id).catch((error) => notice(messageOf(error)));
  }
}

/** @param {HTMLElement} place */
async function showShelf(place) {
  place.classList.replace("puzzle", "learn");
  const shelf = el("ul", { class: "shelf" });
  place.append(el("h1", {}, t("puzzle.puzzles")), dailyPuzzle(false), shelf);
  const some = (await games()).filter(({ puzzles, drills }) => puzzles > 0 || drills);
  await Promise.all(some.map((game) => card(shelf, game)));
  return { title: t("puzzle.puzzles") };
}

/**
 * A game's puzzles: the next one, the themes, and how one does.
 * @param {HTMLElement} shelf
 * @param {GameSummary} game
 */
async function card(shelf, game) {
  const { name, title, puzzles } = game;
  const picture = el("div", { class: "picture", inert: true });
  const themes = el("div", { class: "links" });
  const { skill, tried, best } = journalOf(name);
  const solved = Object.values(tried).filter(Boolean).length;
  const far = puzzles > 0
    ? t("puzzle.far", { n: solved, of: puzzles, rating: skill.rating })
    : t("puzzle.endless");
  const run = { href: `#/puzzle/${name}/${RUN}`, "aria-label": t("puzzle.runOf", { game: title }) };
  shelf.append(
    el(
      "li",
      { class: "card" },
      picture,
      el("h2", {}, el("a", { class: "cover", href: `#/puzzle/${name}` }, title)),
      el("p", { class: "soft far" }, far),
      themes,
    ),
  );
  const drawn = drawStart(picture, game, game.players[0]);
  const { kinds } = await puzzlesOf(name);
  const links = kinds.map((kind) => el("a", { href: `#/puzzle/${name}/${kind.name}` }, kind.title));
  const record = best > 0 && el("span", { class: "soft" }, t("puzzle.best", { n: best }));
  fill(themes, ...links, el("a", run, t("puzzle.run")), record);
  await drawn;
}
