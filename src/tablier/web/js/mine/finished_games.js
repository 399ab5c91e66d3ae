/** The games that are over, page by page: of one game, against whom, and how they ended. */

import { ask, messageOf } from "../base/api.js";
import { confirm } from "../base/dialog.js";
import { el, fill, icon } from "../base/dom.js";
import { t } from "../base/language.js";
import { notice } from "../base/notice.js";
import { tableRow, titleOf } from "../home/table_row.js";
import { dropStudiesOf } from "../variations/kept_studies.js";
import { scoreText } from "./score_text.js";

/**
 * @typedef {import("../base/types.js").TableSummary} TableSummary
 * @typedef {import("../home/table_row.js").Known} Known
 */

/** As many as a house tells at a time. */
const PAGE = 50;

export class FinishedGames {
  /**
   * @param {Known} known
   * @param {() => void} onDeleted
   */
  constructor(known, onDeleted) {
    this.known = known;
    this.onDeleted = onDeleted;
    this.list = el("ul", { class: "list tables over" });
    this.none = el("p", { class: "soft", hidden: true, role: "status" });
    this.more = el("button", { type: "button", class: "quiet", hidden: true }, t("mine.more"));
    this.more.addEventListener("click", () => this.#add(this.last));
    this.last = "";
    /** @type {Record<string, HTMLSelectElement>} */
    this.choices = {
      game: choice("game", known.games.map(({ name, title }) => [name, title])),
      against: choice("against", words("against", "computer", "person", "here")),
      score: choice("score", words("score", "won", "drawn", "lost")),
    };
    const fields = Object.entries(this.choices).map(([name, select]) => {
      select.addEventListener("change", () => this.draw());
      return el("label", {}, el("span", { class: "unseen" }, t(`mine.${name}`)), select);
    });
    this.filters = el("div", { class: "row filters", hidden: true }, ...fields);
    this.element = el(
      "section",
      { class: "stack tight" },
      el("h2", {}, t("mine.over")),
      this.filters,
      this.list,
      this.none,
      this.more,
    );
  }

  /** From the newest on. */
  async draw() {
    fill(this.list);
    await this.#add("");
  }

  /** @param {string} before the last table that is shown already */
  async #add(before) {
    const chosen = Object.entries(this.choices).map(([name, { value }]) => [name, value]);
    const given = [["state", "over"], ["before", before], ...chosen].filter(([, value]) => value);
    /** @type {TableSummary[]} */
    const found = await ask(`/api/mine?${new URLSearchParams(given)}`).catch((error) => {
      notice(messageOf(error));
      return [];
    });
    const rows = found.map((table) => this.#row(table));
    this.list.append(...rows);
    if (before) rows[0]?.querySelector("a")?.focus();
    this.last = found.at(-1)?.id ?? "";
    this.more.hidden = found.length < PAGE;
    this.#tellNone();
  }

  /** What is said where there is nothing to show; and where there is nothing at all, nothing to choose. */
  #tellNone() {
    const filtered = Object.values(this.choices).some(({ value }) => value);
    const some = this.list.childElementCount > 0;
    this.none.hidden = some;
    this.filters.hidden = !some && !filtered;
    fill(this.none, t(filtered ? "mine.noneSuch" : "mine.none"));
  }

  /** @param {TableSummary} table */
  #row(table) {
    const { known } = this;
    const label = t("mine.deleteOne", { game: titleOf(table, known) });
    const traits = { type: "button", class: "quiet square", "aria-label": label, title: label };
    const remove = el(
      "button",
      { ...traits, onclick: () => this.#delete(table, row) },
      icon("close"),
    );
    const row = tableRow(table, known, scoreText(table), remove);
    return row;
  }

  /**
   * @param {TableSummary} table
   * @param {HTMLElement} row
   */
  async #delete({ id, seats, yours = [] }, row) {
    const others = seats.some(({ kind }, seat) => kind === "person" && !yours.includes(seat));
    const text = t(others ? "mine.deleteLeft" : "mine.deleteText");
    if (!(await confirm(t("mine.deleteTitle"), text, t("mine.deleteYes")))) return;
    try {
      await ask("/api/mine/delete", { tables: [id] });
    } catch (error) {
      notice(messageOf(error));
      return;
    }
    dropStudiesOf([id]);
    row.remove();
    this.#tellNone();
    this.onDeleted();
  }
}

/**
 * @param {string} what is chosen, or any
 * @param {[string, string][]} options
 */
function choice(what, options) {
  const all = el("option", { value: "" }, t(`mine.any.${what}`));
  return el("select", {}, all, ...options.map(([value, text]) => el("option", { value }, text)));
}

/**
 * @param {string} what
 * @param {...string} values
 * @returns {[string, string][]}
 */
function words(what, ...values) {
  return values.map((value) => [value, t(`mine.${what}.${value}`)]);
}
