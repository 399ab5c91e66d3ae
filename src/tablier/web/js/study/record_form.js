/** Where a record of a game is pasted, chosen or dropped. */

import { el } from "../base/dom.js";
import { t } from "../base/language.js";
import { openRecord } from "./opened_record.js";

const LARGEST = 1_000_000;

/** @param {HTMLElement} screen the whole of it takes a dropped file */
export function recordForm(screen) {
  const text = el("textarea", { rows: 4, spellcheck: "false", "aria-label": t("home.recordText") });
  const problem = el("p", { class: "problem", role: "alert" });
  const file = el("input", { type: "file", accept: ".txt,text/plain", hidden: true });
  const look = el("button", { type: "button" }, t("home.look"));
  const choose = el("button", { class: "quiet", type: "button" }, t("home.file"));

  async function take(record) {
    problem.textContent = "";
    try {
      await openRecord(record);
    } catch (error) {
      problem.textContent = error.message;
    }
  }

  async function takeFile(chosen) {
    if (!chosen) return;
    if (chosen.size > LARGEST) problem.textContent = t("home.tooLarge");
    else {
      text.value = await chosen.text();
      take(text.value);
    }
  }

  look.addEventListener("click", () => (text.value.trim() ? take(text.value) : text.focus()));
  choose.addEventListener("click", () => file.click());
  file.addEventListener("change", () => takeFile(file.files[0]));
  const over = (event) => event.preventDefault();
  const dropped = (event) => {
    event.preventDefault();
    takeFile(event.dataTransfer?.files[0]);
  };
  screen.addEventListener("dragover", over);
  screen.addEventListener("drop", dropped);

  const element = el(
    "details",
    { class: "corner" },
    el("summary", {}, t("home.record")),
    el(
      "div",
      { class: "stack tight" },
      el("p", { class: "soft" }, t("home.recordNote")),
      text,
      el("div", { class: "row" }, look, choose, file),
      problem,
    ),
  );
  return {
    element,
    destroy() {
      screen.removeEventListener("dragover", over);
      screen.removeEventListener("drop", dropped);
    },
  };
}
