/** The first screen: the games, and what is going on. */

import { games, messageOf, sharedWords, wordsOf } from "../base/api.js";
import { el, fill, icon } from "../base/dom.js";
import { t } from "../base/language.js";
import { notice } from "../base/notice.js";
import { drawStart } from "../board/still_board.js";
import { isAlone } from "../house/house.js";
import { lessonAddress } from "../learn/lesson_progress.js";
import { RecordForm } from "../study/record_form.js";
import { FIRST_LEVEL, lastWay, rememberWay, startAtOnce } from "./start_table.js";
import { TableLists } from "./table_lists.js";

/**
 * @typedef {import("../base/types.js").GameSummary} GameSummary
 * @typedef {import("./start_table.js").Way} Way
 */

/** Longer than this, and a person wonders whether the click was heard. */
const SLOW_MS = 700;
/** @type {[Way["way"], string][]} */
const ICONS = [
  ["computer", "computer"],
  ["here", "people"],
  .../** @type {[Way["way"], string][]} */ (isAlone ? [] : [["friend", "link"]]),
];

/** @type {import("../base/router.js").Show} */
export async function show(place) {
  const [all, { levels }] = await Promise.all([games(), sharedWords()]);
  const cards = el("ul", { class: "cards" });
  const chosen = lastWay();
  const lists = new TableLists();
  const shelf = el("div", { class: "shelves" }, lists.element);
  const form = new RecordForm(place);
  place.append(
    el("h1", { class: "motto" }, t("home.motto")),
    lists.resume,
    wayChooser(chosen, all, levels, () => nameCards(cards, chosen)),
    cards,
    daily(),
    shelf,
    el("a", { class: "to-games", href: "#/mine" }, t("mine.title")),
    el("details", { class: "corner" }, el("summary", {}, t("home.record")), form.element),
  );
  if (isAlone) place.append((await import("../house/install.js")).installHint());
  await Promise.all(all.map((game) => card(cards, game, chosen)));
  return {
    destroy() {
      lists.destroy();
      form.destroy();
    },
  };
}

/** The puzzle of the day, which nobody waits for. */
function daily() {
  const place = el("div", { hidden: true });
  import("../puzzle/daily.js")
    .then(({ dailyPuzzle }) => place.replaceWith(dailyPuzzle()))
    .catch(() => place.remove());
  return place;
}

/**
 * With whom: the computer and its level, somebody here, or a friend elsewhere.
 * @param {Way} chosen changed in place
 * @param {GameSummary[]} all
 * @param {import("../base/types.js").Texts} names of the levels
 * @param {() => void} onChange
 */
function wayChooser(chosen, all, names, onChange) {
  const level = el("select", {}, ...levelOptions(all, names));
  const strength = el("label", { class: "strength" }, el("span", {}, t("home.level")), level);
  level.value = String(chosen.level);
  if (!level.value) level.value = String(chosen.level = FIRST_LEVEL);
  const note = el("p", { class: "soft" });
  const tell = () => {
    const adapts = adapting(all, chosen.level);
    const known = { games: titles(adapts), level: names[FIRST_LEVEL] };
    strength.hidden = chosen.way !== "computer";
    note.textContent = adapts.length && !strength.hidden
      ? t("home.note.adaptive", known)
      : t(`home.note.${chosen.way}`);
    rememberWay(chosen);
    onChange();
  };
  level.addEventListener("change", () => {
    chosen.level = Number(level.value);
    tell();
  });
  const ways = ICONS.map(([way, drawing]) => {
    const radio = el("input", { type: "radio", name: "way", value: way });
    radio.checked = way === chosen.way;
    radio.addEventListener("change", () => {
      chosen.way = way;
      tell();
    });
    return el("label", {}, radio, icon(drawing), el("span", {}, t(`home.way.${way}`)));
  });
  tell();
  const legend = el("legend", { class: "unseen" }, t("home.with"));
  const choice = el("fieldset", { class: "choice" }, legend, ...ways);
  return el("div", { class: "ways" }, choice, strength, note);
}

/**
 * The levels that all games have, and the one that adapts to the player, where games have it.
 * @param {GameSummary[]} all
 * @param {import("../base/types.js").Texts} names
 */
function levelOptions(all, names) {
  const { levels } = all[0];
  const options = levels.map((value, index) => {
    const place = { level: names[value], n: index + 1, of: levels.length };
    return el("option", { value }, t("home.levelOf", place));
  });
  const adaptive = all.find((game) => game.adaptive)?.adaptive;
  if (!adaptive) return options;
  const known = { level: names[adaptive], games: titles(adapting(all, adaptive)) };
  return [...options, el("option", { value: adaptive }, t("home.adaptive", known))];
}

/**
 * The games in which a level adapts to the player.
 * @param {GameSummary[]} all
 * @param {number} level
 */
function adapting(all, level) {
  return all.filter((game) => game.adaptive === level);
}

/** @param {GameSummary[]} some */
function titles(some) {
  return some.map(({ title }) => title).join(", ");
}

/**
 * One game: its board, and a button that covers the whole card.
 * @param {HTMLElement} cards
 * @param {GameSummary} game
 * @param {Way} chosen
 */
async function card(cards, game, chosen) {
  const picture = el("div", { class: "picture", inert: true });
  const play = el("button", { class: "cover", type: "button", data: { title: game.title } });
  play.addEventListener("click", async () => {
    play.disabled = true;
    const done = waiting();
    await startAtOnce(game, chosen).catch((error) => notice(messageOf(error)));
    done();
    play.disabled = false;
  });
  const about = el("p", { class: "soft" });
  const heading = el("h2", {}, play);
  const traits = { class: "card", data: { card: game.name } };
  const item = el("li", traits, picture, heading, about, cardLinks(game));
  cards.append(item);
  nameCards(item, chosen);
  const drawn = drawStart(picture, game, game.players[0]);
  const words = await wordsOf(game.name);
  fill(about, words.about);
  await drawn;
}

/** Says after a while that it takes long; answers with what ends that. */
function waiting() {
  let done = () => {};
  const slow = setTimeout(() => {
    done = notice(t("home.laying"));
  }, SLOW_MS);
  return () => {
    clearTimeout(slow);
    done();
  };
}

/**
 * Narrow cards leave the rules to the page's head.
 * @param {GameSummary} game
 */
function cardLinks({ name, title: game, lessons }) {
  const named = (/** @type {string} */ key) => ({ "aria-label": t(key, { game }) });
  const rules = { href: `#/learn/${name}`, ...named("home.rulesOf"), class: "roomy" };
  const lesson = { href: lessonAddress(name), ...named("home.lessonOf") };
  return el(
    "div",
    { class: "links" },
    el("a", { href: `#/new/${name}`, ...named("home.optionsOf") }, t("home.options")),
    el("a", rules, t("home.rules")),
    lessons && el("a", lesson, t("home.lesson")),
  );
}

/**
 * What a card's button does depends on the way that is chosen.
 * @param {HTMLElement} place
 * @param {Way} chosen
 */
function nameCards(place, { way }) {
  const buttons = /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("button.cover"));
  for (const button of buttons) {
    const { title } = button.dataset;
    fill(button, title);
    button.setAttribute("aria-label", t(`home.play.${way}`, { game: title }));
  }
}
