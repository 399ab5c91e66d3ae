/** One puzzle on the board: what is right goes on, what is wrong is answered and taken back. */

import { ask, messageOf, ServerRefused } from "../base/api.js";
import { el, fill, homeward, icon } from "../base/dom.js";
import { named, phrase, sentence, t } from "../base/language.js";
import { announce } from "../base/live_region.js";
import { notice } from "../base/notice.js";
import { sound } from "../base/sound.js";
import { ruleLink } from "../learn/rule_dialog.js";
import { labelOf } from "../table/action_buttons.js";
import { refusal } from "../table/aside/status_line.js";

/**
 * @typedef {import("../base/types.js").GameSummary} GameSummary
 * @typedef {import("../base/types.js").Puzzle} Puzzle
 * @typedef {import("../base/types.js").Texts} Texts
 *
 * @typedef {object} TaskParts
 * @property {GameSummary} game
 * @property {import("../base/types.js").Words} words
 * @property {{name: string} & Texts} kind the theme
 * @property {Puzzle} puzzle
 * @property {Awaited<ReturnType<import("../learn/lesson_area.js").loadLessonArea>>} createArea
 * @property {HTMLElement[]} about told beside: ratings, clocks
 * @property {(solved: boolean) => void} onTried told once: whether it was solved at the first go
 * @property {() => void} onNext
 * @property {boolean} [brisk] nothing is explained: in a run the next one comes at once
 */

const REFUSED = { type: "refused", cmd: "" };
const DONE = { type: "ack", cmd: "" };
/** Milliseconds between a move and the answer to it. */
const PAUSE = 650;

export class Task {
  /**
   * @param {HTMLElement} place
   * @param {TaskParts} parts
   */
  constructor(place, parts) {
    const { game, words, kind, puzzle, createArea, about, onNext, brisk = false } = parts;
    this.place = place;
    this.game = game;
    this.words = words;
    this.kind = kind;
    this.puzzle = puzzle;
    this.brisk = brisk;
    this.onTried = parts.onTried;
    this.now = puzzle.start;
    this.index = 0;
    this.tried = false;
    this.busy = false;
    this.gone = false;
    this.hints = 0;
    this.answer = el("div", { class: "answer", hidden: true });
    this.acts = el("div", { class: "row acts" });
    this.left = el("p", { class: "soft small" });
    const help = { type: "button", class: "quiet", onclick: () => this.#hint() };
    this.help = el("button", help, icon("hint"), t("puzzle.hint"));
    this.next = el("button", { type: "button", class: "quiet", onclick: onNext }, t("puzzle.skip"));
    this.area = createArea(words, puzzle.start, (text) => this.#play(text), () => {});
    const who = words.seats[puzzle.start.colours[puzzle.seat]];
    this.details = { player: who, n: puzzle.number };
    const task = phrase(kind.task, this.details);
    const side = el(
      "aside",
      { class: "side" },
      el("div", { class: "plate" }, homeward(t("table.home")), el("h2", {}, game.title)),
      el("div", { class: "task" }, el("h1", {}, kind.title), el("p", {}, task)),
      !game.module && this.left,
      this.answer,
      this.acts,
      el("div", { class: "row steps" }, !brisk && this.help, this.next),
      ...about,
      el("a", { class: "soft small rulebook", href: "#/puzzle" }, t("puzzle.all")),
    );
    fill(place, this.area.element, side);
    this.#show(null);
    announce(`${kind.title}. ${task}`);
  }

  destroy() {
    this.gone = true;
    this.area.destroy();
  }

  /** What is looked for now. */
  get #wanted() {
    return this.index === 0 ? this.puzzle.right : [this.puzzle.line[this.index]];
  }

  get #over() {
    return this.index >= this.puzzle.asked;
  }

  /** @param {string|null} last */
  #show(last) {
    const open = !this.busy && !this.#over;
    this.area.show(this.now, last, open);
    fill(this.acts, ...(open ? this.area.acts(this.now) : []));
    const { token, details } = this.now.scene.prompt;
    const what = phrase(this.words.prompts[token] ?? token, named(this.words, details));
    fill(this.left, open && `${sentence(what)}.`);
  }

  /**
   * Tries an action of the solver; the answer tells the board whether the piece goes back.
   * @param {string} text
   */
  async #play(text) {
    if (this.busy || this.#over) return REFUSED;
    const legal = this.now.legal[this.puzzle.seat] ?? [];
    const right = this.#wanted.includes(text);
    if (legal.includes(text) && !right) return this.#wrong(text);
    this.busy = true;
    try {
      this.now = await this.#after(this.now, text);
    } catch (error) {
      this.busy = false;
      this.#refused(error);
      return REFUSED;
    }
    this.answer.hidden = true;
    this.index += 1;
    this.#show(text);
    sound("wood");
    if (this.#over) this.#succeed();
    this.#goOn().catch((error) => notice(messageOf(error)));
    return DONE;
  }

  /** The answers of the other, up to the next action to be found, or to the end of the line. */
  async #goOn() {
    const { line, seat } = this.puzzle;
    while (this.index < line.length && (this.#over || !this.now.actors.includes(seat))) {
      await pause();
      if (this.gone) return;
      this.now = await this.#after(this.now, line[this.index]);
      this.index += 1;
      this.#show(line[this.index - 1]);
    }
    this.busy = false;
    this.#show(this.index ? line[this.index - 1] : null);
  }

  /**
   * Plays an action that is legal and wrong, and what follows from it; then it is taken back.
   * @param {string} text
   */
  async #wrong(text) {
    const before = this.now;
    this.#try(false);
    sound("wrong");
    if (this.brisk || this.game.module) {
      this.#tell("why", phrase(this.kind.wrong, this.details));
      if (this.brisk) setTimeout(() => this.gone || this.next.click(), PAUSE);
      return REFUSED;
    }
    this.busy = true;
    const { answers } = this.puzzle;
    const reply = this.index === 0 ? (answers[text] ?? answers["*"] ?? "") : "";
    try {
      await this.#playOut([text, ...reply.split(" ").filter(Boolean)]);
    } catch (error) {
      this.#again(before);
      notice(messageOf(error));
      return REFUSED;
    }
    if (this.gone) return DONE;
    const onclick = () => this.#again(before);
    const again = el("button", { type: "button", class: "primary", onclick }, t("puzzle.again"));
    const played = reply ? t("puzzle.answered", { move: text, reply }) : `${text}.`;
    this.#tell("why", phrase(this.kind.wrong, this.details), " ", played);
    this.answer.append(again);
    again.focus({ preventScroll: true });
    return DONE;
  }

  /**
   * Shows some actions, one after the other, the first at once.
   * @param {string[]} texts
   */
  async #playOut(texts) {
    for (const [at, text] of texts.entries()) {
      if (at > 0) await pause();
      if (this.gone) return;
      this.now = await this.#after(this.now, text);
      this.#show(text);
    }
  }

  /** @param {import("../base/types.js").PositionShown} before */
  #again(before) {
    this.now = before;
    this.busy = false;
    this.answer.hidden = true;
    this.#show(null);
    /** @type {HTMLElement|null} */ (this.place.querySelector(".point[tabindex='0']"))?.focus();
  }

  /**
   * @param {import("../base/types.js").PositionShown} now
   * @param {string} text
   */
  #after({ position, actors }, text) {
    const { seat: own } = this.puzzle;
    const seat = actors.includes(own) ? own : actors[0];
    return ask("/api/positions/play", { position, text, seat });
  }

  /** @param {unknown} error */
  #refused(error) {
    if (!(error instanceof ServerRefused)) throw error;
    const { code, details, rule, message } = error;
    const why = refusal(this.words, { code, details, text: message });
    sound("wrong");
    const link = rule ? ruleLink(this.game.name, rule) : null;
    this.#tell("why", why, link && " ", link);
  }

  /** First in words, then on the board; who is shown the move hasn't found it. */
  #hint() {
    this.hints += 1;
    if (this.hints === 1) return this.#tell("hint", this.kind.hint);
    this.#try(false);
    const [text] = this.#wanted;
    this.area.point(text);
    this.#tell("hint", t("lesson.try", { move: labelOf(this.words, text) }));
  }

  /** @param {boolean} solved */
  #try(solved) {
    if (!this.tried) this.onTried(solved);
    this.tried = true;
  }

  #succeed() {
    this.#try(true);
    sound("over");
    this.#tell("well", phrase(this.kind.done, this.details));
    this.help.hidden = true;
    this.next.className = "primary";
    fill(this.next, t("puzzle.next"));
    this.next.focus({ preventScroll: true });
    if (this.brisk) setTimeout(() => this.gone || this.next.click(), PAUSE);
  }

  /**
   * @param {string} kind
   * @param {...(Node|string|null)} content
   */
  #tell(kind, ...content) {
    fill(this.answer, el("p", { class: kind }, ...content));
    this.answer.hidden = false;
    announce(this.answer.textContent);
  }
}

/**
 * A place that looks like a lesson at a table.
 * @param {HTMLElement} place
 * @param {GameSummary} game
 */
export function dress(place, game) {
  place.classList.remove("puzzle");
  place.classList.add("table", "lesson");
  place.classList.toggle("race", game.module);
  place.dataset.game = game.name;
}

function pause() {
  return new Promise((resolve) => {
    setTimeout(resolve, PAUSE);
  });
}
