/** Where a record of a game is pasted, chosen or dropped. */

import { messageOf } from "../base/api.js";
import { el } from "../base/dom.js";
import { t } from "../base/language.js";
import { openRecord } from "./opened_record.js";

/** Bytes. */
const LARGEST = 1_000_000;

export class RecordForm {
  /** @param {HTMLElement} screen the whole of it takes a dropped file */
  constructor(screen) {
    const labelled = { spellcheck: "false", "aria-label": t("home.recordText") };
    this.screen = screen;
    this.text = el("textarea", { rows: 4, ...labelled });
    this.problem = el("p", { class: "problem", role: "alert" });
    const onchange = () => this.#takeFile(file.files?.[0]);
    const file = el("input", { type: "file", accept: ".txt,text/plain", hidden: true, onchange });
    const look = { type: "button", onclick: () => this.#look() };
    const choose = { class: "quiet", type: "button", onclick: () => file.click() };
    const buttons = [el("button", look, t("home.look")), el("button", choose, t("home.file"))];
    this.element = el(
      "div",
      { class: "stack tight" },
      el("p", { class: "soft" }, t("home.recordNote")),
      this.text,
      el("div", { class: "row" }, ...buttons, file),
      this.problem,
      el("p", {}, el("a", { class: "tall", href: "#/arrange" }, t("arrange.open"))),
    );
    screen.addEventListener("dragover", this.#over);
    screen.addEventListener("drop", this.#dropped);
  }

  destroy() {
    this.screen.removeEventListener("dragover", this.#over);
    this.screen.removeEventListener("drop", this.#dropped);
  }

  /** @param {DragEvent} event */
  #over = (event) => event.preventDefault();

  /** @param {DragEvent} event */
  #dropped = (event) => {
    event.preventDefault();
    this.#takeFile(event.dataTransfer?.files[0]);
  };

  #look() {
    if (this.text.value.trim()) this.#take(this.text.value);
    else this.text.focus();
  }

  /** @param {string} record */
  async #take(record) {
    this.problem.textContent = "";
    try {
      await openRecord(record);
    } catch (error) {
      this.problem.textContent = messageOf(error);
    }
  }

  /** @param {File} [chosen] */
  async #takeFile(chosen) {
    if (!chosen) return;
    if (chosen.size > LARGEST) this.problem.textContent = t("home.tooLarge");
    else {
      this.text.value = await chosen.text();
      this.#take(this.text.value);
    }
  }
}
