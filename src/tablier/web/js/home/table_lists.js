/** My games, open tables and live games; each list is there only while it has something in it. */

import { ask, games, sharedWords } from "../base/api.js";
import { el, fill } from "../base/dom.js";
import { ago, isolated, t } from "../base/language.js";

/**
 * @typedef {import("../base/types.js").TableSummary} TableSummary
 *
 * @typedef {object} Known
 * @property {import("../base/types.js").GameSummary[]} games
 * @property {import("../base/types.js").Texts} levels
 */

const EVERY_MS = 15_000;
const MOST = 8;

export class TableLists {
  constructor() {
    this.element = el("div", { class: "lists" });
    this.resume = el("p", { class: "resume" });
    /** @type {Set<string>} headings of lists that are shown to their end */
    this.whole = new Set();
    this.timer = 0;
    document.addEventListener("visibilitychange", this.refresh);
    this.refresh();
  }

  destroy() {
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.refresh);
  }

  refresh = async () => {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.refresh, EVERY_MS);
    if (document.hidden) return;
    try {
      await this.#draw();
    } catch {
      fill(this.element);
      fill(this.resume);
    }
  };

  async #draw() {
    /** @type {TableSummary[][]} */
    const [mine, open, live] = await Promise.all([
      ask("/api/mine"),
      ask("/api/tables?state=open"),
      ask("/api/tables?state=live"),
    ]);
    const known = { games: await games(), levels: (await sharedWords()).levels };
    const own = new Set(mine.map(({ id }) => id));
    const unfinished = mine.filter(({ phase }) => phase !== "over");
    const others = (/** @type {TableSummary[]} */ tables) =>
      tables.filter(({ id }) => !own.has(id));
    fill(
      this.element,
      this.#list("home.mine", unfinished, known, "home.resume"),
      this.#list("home.open", others(open), known, "home.join"),
      this.#list("home.live", others(live), known, "home.watch"),
    );
    fill(this.resume, unfinished.length > 0 && resumeLink(unfinished[0], known));
  }

  /**
   * The first ones, and a button for the others where there are more.
   * @param {string} heading
   * @param {TableSummary[]} tables
   * @param {Known} known
   * @param {string} verb
   */
  #list(heading, tables, known, verb) {
    if (!tables.length) return null;
    const rows = tables.map((table) => row(table, known, verb));
    const shown = this.whole.has(heading) ? rows : rows.slice(0, MOST);
    const list = el("ul", { class: "list tables" }, ...shown);
    const more = el(
      "button",
      { class: "quiet", type: "button" },
      t("home.all", { n: rows.length }),
    );
    more.addEventListener("click", () => {
      this.whole.add(heading);
      list.append(...rows.slice(MOST));
      more.remove();
      rows[MOST].querySelector("a")?.focus();
    });
    const rest = shown.length < rows.length && more;
    return el("section", {}, el("h2", {}, t(heading)), list, rest);
  }
}

/**
 * Straight to the newest game that is not over.
 * @param {TableSummary} table
 * @param {Known} known
 */
function resumeLink(table, known) {
  const others = table.seats.filter((_, seat) => !table.yours?.includes(seat));
  const names = others.map((seat) =>
    seat.kind === "bot" ? known.levels[seat.level ?? 0] : seatName(seat, known, false)
  );
  const details = { game: titleOf(table, known), players: names.join(", ") };
  const text = t(details.players ? "home.resumeWith" : "home.resumeOne", details);
  return el("a", { href: `#/table/${table.id}` }, text);
}

/**
 * @param {TableSummary} table
 * @param {Known} known
 */
function titleOf(table, known) {
  return known.games.find(({ name }) => name === table.game)?.title ?? table.game;
}

/**
 * @param {TableSummary} table
 * @param {Known} known
 * @param {string} verb
 */
function row(table, known, verb) {
  const { seats, yours = [] } = table;
  const names = seats.map((seat, number) => seatName(seat, known, yours.includes(number)));
  const who = yours.length === seats.length ? t("home.way.here") : names.join(" – ");
  return el(
    "li",
    {},
    el(
      "a",
      { href: `#/table/${table.id}` },
      el("strong", {}, titleOf(table, known)),
      el("span", {}, who),
      el("span", { class: "soft small" }, table.at ? ago(table.at) : ""),
      el("span", { class: "verb" }, t(verb)),
    ),
  );
}

/**
 * @param {TableSummary["seats"][number]} seat
 * @param {Known} known
 * @param {boolean} mine
 */
function seatName({ kind, name, level }, { levels }, mine) {
  if (mine) return t("seat.you");
  if (kind === "bot") return t("seat.computer", { level: levels[level ?? 0] ?? level });
  if (kind === "open") return t("seat.free");
  return name ? isolated(name) : t("seat.someone");
}
