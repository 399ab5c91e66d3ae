/** Lessons: small positions to play in, one after another. The server plays and refuses. */

import { ask, gameNamed, lessonsOf, wordsOf } from "../base/api.js";
import { el, fill, homeward, icon } from "../base/dom.js";
import { t } from "../base/language.js";
import { showEnd } from "./lesson_end.js";
import { LessonSolution } from "./lesson_solution.js";
import { rememberSolved, rememberStep, solvedSteps } from "./lesson_progress.js";
import { LEARNER, createLessonArea } from "./lesson_area.js";
import { refusal } from "../table/status_line.js";
import { ruleLink } from "./rule_dialog.js";
import { sound } from "../base/sound.js";
import { announce } from "../base/live_region.js";

/**
 * @param {HTMLElement} place
 * @param {string} name of the game
 * @param {string} wanted the number of a step, from 1; after the last comes the end
 */
export async function showLesson(place, name, wanted) {
  const [game, words, steps] = await Promise.all([gameNamed(name), wordsOf(name), lessonsOf(name)]);
  const number = Math.min(Math.max(Number(wanted), 1), steps.length + 1);
  rememberStep(name, number, steps.length);
  if (number > steps.length) return showEnd(place, game, steps);
  place.classList.replace("learn", "table");
  place.classList.add("lesson");
  place.classList.toggle("race", game.module);
  place.dataset.game = name;
  return teach(place, { game, words, steps, number });
}

async function teach(place, { game, words, steps, number }) {
  const step = steps[number - 1];
  let now = await ask("/api/positions", { position: step.position });
  const area = await createLessonArea(game, words, now, play);
  const path = new LessonSolution(step, area.touches);
  const answer = el("div", { class: "answer", hidden: true });
  const acts = el("div", { class: "row acts" });
  const help = el("button", { type: "button", class: "quiet", onclick: showMe }, icon("hint"), t("lesson.show"));
  const onward = el("a", { class: "button quiet", href: address(game, number + 1) }, t("lesson.skip"));
  const dots = el("ol", { class: "dots" });
  let over = false;

  /** Tries an action; the answer tells the board whether the piece goes back. */
  async function play(text) {
    const legal = now.legal[LEARNER] ?? [];
    if (over) return { type: "refused" };
    const ways = path.after(text, legal);
    if (legal.includes(text) && !ways.length) {
      tell("hint", t("lesson.other_way"));
      return { type: "refused" };
    }
    try {
      now = await ask("/api/positions/play", { position: now.position, text, seat: LEARNER });
    } catch (error) {
      refused(error);
      return { type: "refused" };
    }
    sound("wood");
    path.ways = ways;
    over = path.solved;
    area.show(now, text, !over);
    if (over) succeed();
    else answer.hidden = true;
    drawActs();
    return { type: "ack" };
  }

  function refused(error) {
    const why = refusal(words, { code: error.code, details: error.details, text: error.message });
    const rule = error.rule ? ruleLink(game.name, error.rule) : null;
    if (path.meant(error.rule)) {
      over = true;
      area.show(now, null, false);
      succeed(el("p", { class: "why" }, why, " ", rule));
      drawActs();
      return;
    }
    sound("wrong");
    tell("why", why, rule && " ", rule);
  }

  function tell(kind, ...content) {
    fill(answer, el("p", { class: kind }, ...content));
    answer.hidden = false;
    announce(answer.textContent);
  }

  function succeed(...before) {
    rememberSolved(game.name, step.id);
    rememberStep(game.name, number + 1, steps.length);
    sound("over");
    fill(answer, ...before, el("p", { class: "well" }, step.done));
    answer.hidden = false;
    announce(answer.textContent);
    onward.className = "button primary";
    fill(onward, t(number === steps.length ? "lesson.finish" : "lesson.next"));
    help.hidden = true;
    drawDots();
    onward.focus({ preventScroll: true });
    onward.scrollIntoView({ block: "nearest" });
  }

  function showMe() {
    const text = path.hint(now.legal[LEARNER] ?? []);
    if (text === null) return;
    area.point(text);
    tell("hint", t("lesson.try", { move: words.labels?.[text] ?? text }));
  }

  function drawActs() {
    const texts = over ? [] : area.acts(now);
    fill(acts, ...texts.map((text) => el("button", { type: "button", data: { act: text }, onclick: () => play(text) }, words.labels?.[text] ?? text)));
  }

  function drawDots() {
    const solved = solvedSteps(game.name);
    fill(dots, ...steps.map((one, index) => dot(game, one, index + 1, index + 1 === number, solved.has(one.id))));
  }

  drawDots();
  drawActs();
  fill(
    place,
    area.element,
    el(
      "aside",
      { class: "side" },
      el("div", { class: "plate" }, homeward(t("table.home")), el("h2", {}, game.title)),
      el("nav", { class: "progress", "aria-label": t("lesson.progress") }, dots),
      el("div", { class: "task" }, el("h1", {}, step.title), el("p", {}, step.task)),
      answer,
      acts,
      el(
        "div",
        { class: "row steps" },
        number > 1 && el("a", { class: "button quiet square", href: address(game, number - 1), "aria-label": t("lesson.back"), title: t("lesson.back") }, icon("back")),
        help,
        onward,
      ),
      el("a", { class: "soft small rulebook", href: `#/learn/${game.name}` }, t("lesson.rules")),
    ),
  );
  area.show(now, null, true, step.refused ? [step.refused.text] : []);
  announce(`${step.title}. ${step.task}`);
  return {
    title: step.title,
    destroy() {
      area.destroy();
      delete place.dataset.game;
    },
  };
}

function address(game, number) {
  return `#/learn/${game.name}/${number}`;
}

/** One step among all; what is solved is filled. */
function dot(game, { title }, number, current, solved) {
  const label = t(solved ? "lesson.solved" : "lesson.step", { n: number, title });
  return el("li", {}, el("a", { href: address(game, number), "aria-label": label, title: label, class: solved ? "solved" : "", "aria-current": current ? "step" : null }));
}
