/** The first screen: the games, and what is going on. */

import { games, sharedWords, wordsOf } from "../base/api.js";
import { el, fill, icon } from "../base/dom.js";
import { t } from "../base/language.js";
import { lessonAddress } from "../learn/lesson_progress.js";
import { notice } from "../base/notice.js";
import { drawStart } from "../board/still_board.js";
import { recordForm } from "../study/record_form.js";
import { lastWay, lastWish, rememberWay, seatsFor, startTable } from "./start_table.js";
import { tableLists } from "./table_lists.js";

const ICONS = { computer: "computer", here: "people", friend: "link" };

/** @type {import("../base/router.js").Show} */
export async function show(place) {
  const [all, shared] = await Promise.all([games(), sharedWords()]);
  const cards = el("ul", { class: "cards" });
  const chosen = lastWay();
  const lists = tableLists();
  const form = recordForm(place);
  place.append(
    el("h1", { class: "motto" }, t("home.motto")),
    lists.resume,
    wayChooser(chosen, all[0].levels, shared.levels, () => nameCards(cards, chosen)),
    cards,
    lists.element,
    form.element,
  );
  await Promise.all(all.map((game) => card(cards, game, chosen)));
  return {
    destroy() {
      lists.destroy();
      form.destroy();
    },
  };
}

/** With whom: the computer and its level, somebody here, or a friend elsewhere. */
function wayChooser(chosen, levels, levelNames, onChange) {
  const level = el(
    "select",
    { "aria-label": t("home.level") },
    ...levels.map((number) => el("option", { value: number }, levelNames[number])),
  );
  level.value = String(chosen.level);
  const note = el("p", { class: "soft" });
  const tell = () => {
    level.hidden = chosen.way !== "computer";
    note.textContent = t(`home.note.${chosen.way}`);
    rememberWay(chosen.way, chosen.level);
    onChange();
  };
  level.addEventListener("change", () => {
    chosen.level = Number(level.value);
    tell();
  });
  const ways = Object.keys(ICONS).map((way) => {
    const radio = el("input", { type: "radio", name: "way", value: way });
    radio.checked = way === chosen.way;
    radio.addEventListener("change", () => {
      chosen.way = way;
      tell();
    });
    return el("label", {}, radio, icon(ICONS[way]), el("span", {}, t(`home.way.${way}`)));
  });
  tell();
  return el(
    "div",
    { class: "ways" },
    el("fieldset", { class: "choice" }, el("legend", { class: "unseen" }, t("home.with")), ...ways),
    level,
    note,
  );
}

/** One game: its board, and a button that covers the whole card. */
async function card(cards, game, chosen) {
  const picture = el("div", { class: "picture", inert: true });
  const play = el("button", { class: "cover", type: "button", data: { title: game.title } });
  play.addEventListener("click", async () => {
    play.disabled = true;
    try {
      const wish = lastWish(game);
      await startTable(game, { ...wish, seats: seatsFor(wish.players, chosen.way, chosen.level) });
    } catch (error) {
      notice(error.message);
    }
    play.disabled = false;
  });
  const about = el("p", { class: "soft" });
  const item = el(
    "li",
    { class: "card", data: { card: game.name } },
    picture,
    el("h2", {}, play),
    about,
    cardLinks(game),
  );
  cards.append(item);
  nameCards(item, chosen);
  const drawn = drawStart(picture, game, game.players[0]);
  const words = await wordsOf(game.name);
  fill(about, words.about);
  await drawn;
}

/** Narrow cards leave the rules to the page's head. */
function cardLinks({ name, title, lessons }) {
  const link = (href, text, label, look) =>
    el("a", { href, "aria-label": label, class: look }, text);
  const game = title;
  return el(
    "div",
    { class: "links" },
    link(`#/new/${name}`, t("home.options"), t("home.optionsOf", { game })),
    link(`#/learn/${name}`, t("home.rules"), t("home.rulesOf", { game }), "roomy"),
    lessons && link(lessonAddress(name), t("home.lesson"), t("home.lessonOf", { game })),
  );
}

/** What a card's button does depends on the way that is chosen. */
function nameCards(place, { way }) {
  for (const button of place.querySelectorAll("button.cover")) {
    const { title } = button.dataset;
    fill(button, title);
    button.setAttribute("aria-label", t(`home.play.${way}`, { game: title }));
  }
}
