/** The rules and lessons of every game. */

import { gameNamed, games, wordsOf } from "../base/api.js";
import { el } from "../base/dom.js";
import { t } from "../base/language.js";
import { diagram, drawStart } from "../board/still_board.js";
import { lessonAddress } from "./lesson_progress.js";
import { rulesText } from "./rules_text.js";

/** In place of a rule: the page on a game that is solved. */
const SOLVED = "solved";
/** Likewise, for what it is played on. */
const PRINT = "print";

/** Likewise, for how to play it well; the number of a step follows. */
const STRATEGY = "strategy";

/** @type {import("../base/router.js").Show} */
export async function show(place, name, rule, step = "1") {
  if (!name) return showShelf(place);
  if (/^\d+$/.test(rule ?? "")) {
    return (await import("./lesson.js")).showLesson(place, name, "lessons", rule);
  }
  if (rule === STRATEGY) return (await import("./lesson.js")).showLesson(place, name, rule, step);
  if (rule === SOLVED) return (await import("./solved.js")).showSolved(place, name);
  if (rule === PRINT) return (await import("./print.js")).showPrint(place, name);
  return showRules(place, name, rule);
}

/** @param {HTMLElement} place */
async function showShelf(place) {
  place.append(el("h1", {}, t("learn.title")));
  const shelf = el("ul", { class: "shelf" });
  place.append(shelf);
  await Promise.all(
    (await games()).map(async (game) => {
      const picture = el("div", { class: "picture", inert: true });
      const about = el("p", { class: "soft" });
      shelf.append(
        el(
          "li",
          { class: "card" },
          picture,
          el("h2", {}, el("a", { class: "cover", href: `#/learn/${game.name}` }, game.title)),
          about,
          el(
            "div",
            { class: "links" },
            game.lessons && lessonLink(game),
            game.strategy && strategyLink(game),
            game.solved && solvedLink(game),
            puzzleLink(game),
          ),
        ),
      );
      const drawn = drawStart(picture, game, game.players[0]);
      about.textContent = (await wordsOf(game.name)).about;
      await drawn;
    }),
  );
  return { title: t("learn.title") };
}

/**
 * @param {HTMLElement} place
 * @param {string} name
 * @param {string} [rule] to point at
 */
async function showRules(place, name, rule) {
  const game = await gameNamed(name);
  const [all, rules] = await Promise.all([games(), rulesText(name)]);
  const article = el("article", { class: "prose" }, ...rules);
  const picture = el("div", { class: "picture", inert: true });
  for (const figure of article.querySelectorAll("figure")) {
    figure.prepend(diagram(name, figure.dataset.diagram ?? ""));
  }
  const others = all.filter((other) => other.name !== name);
  const lesson = { class: "button primary", href: lessonAddress(name) };
  const aside = el(
    "aside",
    { class: "stack" },
    picture,
    game.lessons && el("a", lesson, t("learn.lesson")),
    game.strategy && strategyLink(game, "button"),
    game.solved && solvedLink(game, "button"),
    puzzleLink(game, "button"),
    el("a", { class: "button", href: `#/new/${name}` }, t("learn.play")),
    el("a", { class: "button quiet", href: `#/learn/${name}/${PRINT}` }, t("learn.print")),
    el(
      "nav",
      { "aria-label": t("learn.contents") },
      el("ol", { class: "list contents" }, ...contents(article)),
    ),
    el(
      "nav",
      { class: "row small", "aria-label": t("learn.others") },
      ...others.map((other) => el("a", { href: `#/learn/${other.name}` }, other.title)),
    ),
  );
  place.append(el("div", { class: "reading" }, article, aside));
  await drawStart(picture, game, game.players[0]);
  if (rule) await pointAt(article, rule);
  return { title: game.title };
}

/**
 * A button for each part of the rules.
 * @param {HTMLElement} article
 */
function contents(article) {
  return [...article.querySelectorAll("h2")].map((heading) => {
    const onclick = () => heading.scrollIntoView();
    return el(
      "li",
      {},
      el("button", { class: "text", type: "button", onclick }, heading.textContent),
    );
  });
}

/** @param {import("../base/types.js").GameSummary} game */
function lessonLink({ name, title }) {
  return el(
    "a",
    { href: lessonAddress(name), "aria-label": t("home.lessonOf", { game: title }) },
    t("home.lesson"),
  );
}

/**
 * @param {import("../base/types.js").GameSummary} game
 * @param {string} [look]
 */
function strategyLink({ name, title }, look = "") {
  const label = t("strategy.of", { game: title });
  const href = lessonAddress(name, STRATEGY);
  return el("a", { class: look, href, "aria-label": label }, t("strategy.link"));
}

/**
 * @param {import("../base/types.js").GameSummary} game
 * @param {string} [look]
 */
function solvedLink({ name, title }, look = "") {
  const address = `#/learn/${name}/${SOLVED}`;
  return el("a", { class: look, href: address }, t("solved.title", { game: title }));
}

/**
 * @param {import("../base/types.js").GameSummary} game
 * @param {string} [look]
 */
function puzzleLink({ name, title, puzzles, drills }, look = "") {
  const link = { class: look, href: `#/puzzle/${name}` };
  const label = { "aria-label": t("puzzle.title", { game: title }) };
  return (puzzles > 0 || drills) && el("a", { ...link, ...label }, t("nav.puzzles"));
}

/**
 * Scrolls to a rule once nothing above it grows any more.
 * @param {HTMLElement} article
 * @param {string} rule
 */
async function pointAt(article, rule) {
  const item = /** @type {HTMLElement|null} */ (article.querySelector(`#${CSS.escape(rule)}`));
  if (!item) return;
  await Promise.allSettled([...article.querySelectorAll("img")].map((image) => image.decode()));
  item.classList.add("pointed");
  requestAnimationFrame(() => {
    item.scrollIntoView({ block: "center" });
    item.focus({ preventScroll: true });
  });
}
