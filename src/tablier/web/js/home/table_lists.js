/** My games, open tables and live games; each list is there only while it has something in it. */

import { ask, games, sharedWords } from "../base/api.js";
import { el, fill } from "../base/dom.js";
import { ago, t } from "../base/language.js";

const EVERY = 15000;
const MOST = 8;

export function tableLists() {
  const element = el("div", { class: "lists" });
  const resume = el("p", { class: "resume" });
  let timer = 0;

  async function refresh() {
    clearTimeout(timer);
    timer = setTimeout(refresh, EVERY);
    if (document.hidden) return;
    try {
      const [mine, open, live] = await Promise.all([
        ask("/api/mine"),
        ask("/api/tables?state=open"),
        ask("/api/tables?state=live"),
      ]);
      const words = { games: await games(), levels: (await sharedWords()).levels };
      const own = new Set(mine.map(({ id }) => id));
      const unfinished = mine.filter(({ phase }) => phase !== "over");
      const others = (tables) => tables.filter(({ id }) => !own.has(id));
      fill(
        element,
        list("home.mine", unfinished, words, "home.resume"),
        list("home.open", others(open), words, "home.join"),
        list("home.live", others(live), words, "home.watch"),
      );
      fill(resume, unfinished.length > 0 && resumeLink(unfinished[0], words));
    } catch {
      fill(element);
      fill(resume);
    }
  }

  refresh();
  document.addEventListener("visibilitychange", refresh);
  return {
    element,
    resume,
    destroy() {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", refresh);
    },
  };
}

function list(heading, tables, words, verb) {
  if (!tables.length) return null;
  return el(
    "section",
    {},
    el("h2", {}, t(heading)),
    el(
      "ul",
      { class: "list tables" },
      ...tables.slice(0, MOST).map((table) => row(table, words, verb)),
    ),
  );
}

/** Straight to the newest game that is not over. */
function resumeLink(table, words) {
  const others = table.seats.filter((_, seat) => !table.yours.includes(seat));
  const who = others
    .map((seat) => (seat.kind === "bot" ? words.levels[seat.level] : seatName(seat, words, false)))
    .join(", ");
  const details = { game: titleOf(table, words), players: who };
  return el(
    "a",
    { href: `#/table/${table.id}` },
    t(who ? "home.resumeWith" : "home.resumeOne", details),
  );
}

function titleOf(table, words) {
  return words.games.find(({ name }) => name === table.game)?.title ?? table.game;
}

function row(table, words, verb) {
  const title = titleOf(table, words);
  const shared = table.yours?.length === table.seats.length;
  const who = table.seats.map((seat, number) =>
    seatName(seat, words, table.yours?.includes(number)),
  );
  return el(
    "li",
    {},
    el(
      "a",
      { href: `#/table/${table.id}` },
      el("strong", {}, title),
      el("span", {}, shared ? t("home.way.here") : who.join(" – ")),
      el("span", { class: "soft small" }, table.at ? ago(table.at) : ""),
      el("span", { class: "verb" }, t(verb)),
    ),
  );
}

function seatName(seat, { levels }, mine) {
  if (mine) return t("seat.you");
  if (seat.kind === "bot") return t("seat.computer", { level: levels[seat.level] ?? seat.level });
  if (seat.kind === "open") return t("seat.free");
  return seat.name || t("seat.someone");
}
