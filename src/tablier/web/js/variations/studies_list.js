/** The studies that this browser keeps: to go on with, or to be deleted. */

import { games, messageOf } from "../base/api.js";
import { confirm } from "../base/dialog.js";
import { el, fill, icon } from "../base/dom.js";
import { ago, t } from "../base/language.js";
import { notice } from "../base/notice.js";
import { dropStudy, studies } from "./kept_studies.js";
import { HERE, openRecord } from "../study/opened_record.js";

/** @typedef {import("./kept_studies.js").Study} Study */

/** An element that is empty where there are none, and how it is drawn anew. */
export async function studiesList() {
  const titles = new Map((await games()).map(({ name, title }) => [name, title]));
  const element = el("section", { class: "stack tight studies" });
  const draw = () => {
    const rows = studies().map((study) => row(study, titles.get(study.game) ?? study.game, draw));
    const list = el("ul", { class: "list tables over" }, ...rows);
    fill(element, ...(rows.length ? [el("h2", {}, t("study.title")), list] : []));
  };
  draw();
  return { element, draw };
}

/**
 * @param {Study} study
 * @param {string} title of the game
 * @param {() => void} onDropped
 */
function row({ origin, text, near, table, at }, title, onDropped) {
  /** @param {Event} event */
  const open = (event) => {
    event.preventDefault();
    openRecord(text, near, table, origin).catch((error) => notice(messageOf(error)));
  };
  const remove = async () => {
    const sure = confirm(t("study.deleteTitle"), t("study.deleteText"), t("mine.deleteYes"));
    if (!(await sure)) return;
    dropStudy(origin);
    onDropped();
  };
  const label = t("study.delete", { game: title });
  const traits = { type: "button", class: "quiet square", "aria-label": label, title: label };
  const [, players = ""] = /^\[Players "(.*)"\]$/m.exec(text) ?? [];
  return el(
    "li",
    {},
    el(
      "a",
      { href: HERE, onclick: open },
      el("strong", {}, title),
      el("span", {}, players),
      el("span", { class: "soft small" }, ago(at)),
      el("span", { class: "verb" }, t("study.open")),
    ),
    el("button", { ...traits, onclick: remove }, icon("close")),
  );
}
