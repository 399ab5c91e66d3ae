/** Lessons: small positions to play in, one after another. The server plays and refuses. */

import { ask, gameNamed, lessonsOf, ServerRefused, wordsOf } from "../base/api.js";
import { el, fill, homeward, icon } from "../base/dom.js";
import { t } from "../base/language.js";
import { announce } from "../base/live_region.js";
import { sound } from "../base/sound.js";
import { labelOf } from "../table/action_buttons.js";
import { refusal } from "../table/aside/status_line.js";
import { LEARNER, loadLessonArea } from "./lesson_area.js";
import { showEnd } from "./lesson_end.js";
import { rememberSolved, rememberStep, solvedSteps, stepAddress } from "./lesson_progress.js";
import { LessonSolution } from "./lesson_solution.js";
import { ruleLink } from "./rule_dialog.js";

/**
 * @typedef {import("../base/types.js").GameSummary} GameSummary
 * @typedef {import("../base/types.js").LessonStep} LessonStep
 * @typedef {import("../base/types.js").Course} Course
 * @typedef {import("../base/types.js").PositionShown} PositionShown
 */

const REFUSED = { type: "refused", cmd: "" };
const DONE = { type: "ack", cmd: "" };

/**
 * @param {HTMLElement} place
 * @param {string} name of the game
 * @param {Course} course
 * @param {string} wanted the number of a step, from 1; after the last comes the end
 */
export async function showLesson(place, name, course, wanted) {
  const asked = Promise.all([gameNamed(name), wordsOf(name), lessonsOf(name, course)]);
  const [game, words, steps] = await asked;
  const number = Math.min(Math.max(Number(wanted) || 1, 1), steps.length + 1);
  rememberStep(name, course, number, steps.length);
  if (number > steps.length) return showEnd(place, game, course, steps);
  place.classList.replace("learn", "table");
  place.classList.add("lesson");
  place.classList.toggle("race", game.module);
  place.dataset.game = name;
  const { position } = steps[number - 1];
  const [start, createArea] = await Promise.all([
    ask("/api/positions", { position }),
    loadLessonArea(game),
  ]);
  return new Lesson(place, { game, course, words, steps, number, start, createArea });
}

/** One step: a position, what is to be done there, and what comes of it. */
class Lesson {
  /**
   * @param {HTMLElement} place
   * @param {object} parts
   * @param {GameSummary} parts.game
   * @param {Course} parts.course
   * @param {import("../base/types.js").Words} parts.words
   * @param {LessonStep[]} parts.steps
   * @param {number} parts.number of the step, from 1
   * @param {PositionShown} parts.start
   * @param {Awaited<ReturnType<typeof loadLessonArea>>} parts.createArea
   */
  constructor(place, { game, course, words, steps, number, start, createArea }) {
    this.place = place;
    this.game = game;
    this.course = course;
    this.words = words;
    this.steps = steps;
    this.number = number;
    this.step = steps[number - 1];
    this.title = this.step.title;
    this.now = start;
    this.over = false;
    this.answer = el("div", { class: "answer", hidden: true });
    this.acts = el("div", { class: "row acts" });
    this.dots = el("ol", { class: "dots" });
    const traits = { type: "button", class: "quiet", onclick: () => this.#showMe() };
    this.help = el("button", traits, icon("hint"), t("lesson.show"));
    const onward = { class: "button quiet", href: stepAddress(game.name, course, number + 1) };
    this.onward = el("a", onward, t("lesson.skip"));
    this.area = createArea(words, start, (text) => this.#play(text), () => this.#miss());
    this.solution = new LessonSolution(this.step, this.area.touches);
    fill(place, this.area.element, this.#aside());
    this.#begin();
  }

  destroy() {
    this.area.destroy();
    delete this.place.dataset.game;
  }

  #begin() {
    const { title, task, refused } = this.step;
    this.area.show(this.now, null, true, refused ? [refused] : []);
    this.#drawDots();
    this.#drawActs();
    announce(`${title}. ${task}`);
  }

  #aside() {
    const { game, course, number, step, dots } = this;
    const label = t("lesson.back");
    const href = stepAddress(game.name, course, number - 1);
    const back = { class: "button quiet square", href, title: label };
    const rules = { class: "soft small rulebook", href: `#/learn/${game.name}` };
    return el(
      "aside",
      { class: "side" },
      el("div", { class: "plate" }, homeward(t("table.home")), el("h2", {}, game.title)),
      el("nav", { class: "progress", "aria-label": t("lesson.progress") }, dots),
      el("div", { class: "task" }, el("h1", {}, step.title), el("p", {}, step.task)),
      this.answer,
      this.acts,
      el(
        "div",
        { class: "row steps" },
        number > 1 && el("a", { ...back, "aria-label": label }, icon("back")),
        this.help,
        this.onward,
      ),
      el("a", rules, t("lesson.rules")),
    );
  }

  /**
   * Tries an action; the answer tells the board whether the piece goes back.
   * @param {string} text
   */
  async #play(text) {
    const { now, area, solution } = this;
    const legal = now.legal[LEARNER] ?? [];
    if (this.over) return REFUSED;
    const ways = solution.after(text, legal);
    if (legal.includes(text) && !ways.length) {
      this.#tell("hint", t("lesson.other_way"));
      return REFUSED;
    }
    try {
      const wish = { position: now.position, text, seat: LEARNER };
      this.now = await ask("/api/positions/play", wish);
    } catch (error) {
      this.#refused(error);
      return REFUSED;
    }
    sound("wood");
    solution.ways = ways;
    this.over = solution.solved;
    area.show(this.now, text, !this.over);
    if (this.over) this.#succeed();
    else this.answer.hidden = true;
    this.#drawActs();
    return DONE;
  }

  /** Something was touched that is no answer to the task. */
  #miss() {
    if (!this.over) this.#tell("hint", t("lesson.elsewhere", { show: t("lesson.show") }));
  }

  /** @param {unknown} error */
  #refused(error) {
    if (!(error instanceof ServerRefused)) throw error;
    const { now, area, solution } = this;
    const { code, details, rule, message } = error;
    const why = refusal(this.words, { code, details, text: message });
    const link = rule ? ruleLink(this.game.name, rule) : null;
    if (solution.meant(rule)) {
      this.over = true;
      area.show(now, null, false);
      this.#succeed(el("p", { class: "why" }, why, " ", link));
      this.#drawActs();
      return;
    }
    sound("wrong");
    this.#tell("why", why, link && " ", link);
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

  /** @param {...Node} before */
  #succeed(...before) {
    const { game, course, number, step, steps, answer, onward } = this;
    rememberSolved(game.name, course, step.id);
    rememberStep(game.name, course, number + 1, steps.length);
    sound("over");
    fill(answer, ...before, el("p", { class: "well" }, step.done));
    answer.hidden = false;
    announce(answer.textContent);
    onward.className = "button primary";
    fill(onward, t(number === steps.length ? "lesson.finish" : "lesson.next"));
    this.help.hidden = true;
    this.#drawDots();
    onward.focus({ preventScroll: true });
    onward.scrollIntoView({ block: "nearest" });
  }

  #showMe() {
    const { now, area, solution } = this;
    const text = solution.hint(now.legal[LEARNER] ?? []);
    if (text === null) return;
    area.point(text);
    this.#tell("hint", t("lesson.try", { move: labelOf(this.words, text) }));
  }

  #drawActs() {
    fill(this.acts, ...(this.over ? [] : this.area.acts(this.now)));
  }

  #drawDots() {
    const { game, course, steps, number } = this;
    const solved = solvedSteps(game.name, course);
    const dots = steps.map(({ id, title }, index) => {
      const done = solved.has(id);
      const label = t(done ? "lesson.solved" : "lesson.step", { n: index + 1, title });
      const current = index + 1 === number ? "step" : null;
      const names = { "aria-label": label, title: label, "aria-current": current };
      const href = stepAddress(game.name, course, index + 1);
      const link = { href, class: done ? "solved" : "", ...names };
      return el("li", {}, el("a", link));
    });
    fill(this.dots, ...dots);
  }
}
