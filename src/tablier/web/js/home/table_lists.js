/** My games, open tables and live games; each list is there only while it has something in it. */

import { ask, games, sharedWords } from "../base/api.js";
import { el, fill } from "../base/dom.js";
import { t } from "../base/language.js";
import { isYourTurn, opponents, tableRow, titleOf } from "./table_row.js";

/**
 * @typedef {import("../base/types.js").TableSummary} TableSummary
 * @typedef {import("./table_row.js").Known} Known
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
      ask("/api/mine?state=going"),
      ask("/api/tables?state=open"),
      ask("/api/tables?state=live"),
    ]);
    const known = { games: await games(), levels: (await sharedWords()).levels };
    const own = new Set(mine.map(({ id }) => id));
    const unfinished = [
      ...mine.filter(isYourTurn),
      ...mine.filter((table) => !isYourTurn(table)),
    ];
    const others = (/** @type {TableSummary[]} */ tables) =>
      tables.filter(({ id }) => !own.has(id));
    fill(
      this.element,
      this.#list("home.mine", unfinished, known, "home.resume"),
      this.#list("home.open", others(open), known, "home.join"),
      this.#list("home.live", others(live), known, "home.watch"),
    );
    fill(this.resume, unfinished.length > 0 && resumeLink(unfinished, known));
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
    const rows = tables.map((table) => tableRow(table, known, t(verb)));
    const shown = this.whole.has(heading) ? rows : rows.slice(0, MOST);
    const list = el("ul", { class: "list tables" }, ...shown);
    const all = heading === "home.mine" && el("a", { href: "#/mine" }, t("mine.all"));
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
    return el("section", {}, el("h2", {}, t(heading)), list, rest, all);
  }
}

/**
 * Straight to the newest game that is not over, or to the one that waits for a move.
 * @param {TableSummary[]} unfinished
 * @param {Known} known
 */
function resumeLink(unfinished, known) {
  const table = unfinished.find(isYourTurn) ?? unfinished[0];
  const details = { game: titleOf(table, known), players: opponents(table, known) };
  const text = t(details.players ? "home.resumeWith" : "home.resumeOne", details);
  const mark = details.players && isYourTurn(table);
  const call = mark && el("em", { class: "mark" }, t("table.yourTurn"));
  return el("a", { href: `#/table/${table.id}` }, text, call);
}
