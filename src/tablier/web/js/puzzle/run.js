/** As many puzzles as can be solved in five minutes, each a little harder than the last. */

import { messageOf, wordsOf } from "../base/api.js";
import { el, fill } from "../base/dom.js";
import { t } from "../base/language.js";
import { announce } from "../base/live_region.js";
import { notice } from "../base/notice.js";
import { loadLessonArea } from "../learn/lesson_area.js";
import { nextPuzzle, puzzleOf } from "./choice.js";
import { journalOf, noteRun, noteTry } from "./journal.js";
import { dress, Task } from "./task.js";

const LONG_MS = 300_000;
const FIRST = 500;
const HARDER = 40;
const TICK_MS = 250;

export class PuzzleRun {
  /**
   * @param {HTMLElement} place
   * @param {import("../base/types.js").GameSummary} game
   * @param {import("../base/types.js").PuzzleShelf} shelf
   */
  constructor(place, game, shelf) {
    this.place = place;
    this.game = game;
    this.shelf = shelf;
    this.title = t("puzzle.run");
    this.solved = 0;
    this.missed = 0;
    this.clock = el("p", { class: "run-clock", role: "timer" });
    this.score = el("p", { class: "soft" });
    /** @type {Task|null} */
    this.task = null;
    this.ends = 0;
    this.ticking = 0;
  }

  async begin() {
    this.ends = Date.now() + LONG_MS;
    this.ticking = setInterval(() => this.#tick(), TICK_MS);
    dress(this.place, this.game);
    await this.#next();
    return this;
  }

  destroy() {
    clearInterval(this.ticking);
    this.ends = 0;
    this.task?.destroy();
    delete this.place.dataset.game;
  }

  async #next() {
    const { game, shelf } = this;
    if (Date.now() >= this.ends) return;
    const id = nextPuzzle(game.name, shelf, null, FIRST + HARDER * this.solved) ?? "";
    const [puzzle, words] = await Promise.all([puzzleOf(game.name, id), wordsOf(game.name)]);
    const createArea = await loadLessonArea(game, puzzle.seat);
    if (Date.now() >= this.ends) return;
    this.task?.destroy();
    this.#tell();
    this.task = new Task(this.place, {
      game,
      words,
      kind: shelf.kinds.find(({ name }) => name === puzzle.kind) ?? shelf.kinds[0],
      puzzle,
      createArea,
      about: [this.clock, this.score],
      brisk: true,
      onTried: (solved) => {
        if (solved) this.solved += 1;
        else this.missed += 1;
        noteTry(game.name, puzzle, solved);
        this.#tell();
      },
      onNext: () => this.#next().catch((error) => notice(messageOf(error))),
    });
  }

  #tell() {
    fill(this.score, t("puzzle.runScore", { n: this.solved, missed: this.missed }));
    this.#tick();
  }

  #tick() {
    const left = Math.max(0, Math.ceil((this.ends - Date.now()) / 1000));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (this.clock.textContent !== text) this.clock.textContent = text;
    if (left === 0) this.#end();
  }

  #end() {
    clearInterval(this.ticking);
    this.task?.destroy();
    this.task = null;
    noteRun(this.game.name, this.solved);
    const { best } = journalOf(this.game.name);
    const told = t("puzzle.runEnd", { n: this.solved });
    const onclick = () => dispatchEvent(new HashChangeEvent("hashchange"));
    const again = { type: "button", class: "primary", onclick };
    this.place.className = "screen learn";
    fill(
      this.place,
      el(
        "div",
        { class: "lesson-end" },
        el("h1", {}, told),
        el("p", { class: "soft" }, t("puzzle.best", { n: best })),
        el(
          "div",
          { class: "row" },
          el("button", again, t("puzzle.runAgain")),
          el("a", { class: "button", href: "#/puzzle" }, t("puzzle.all")),
        ),
      ),
    );
    announce(told);
  }
}
