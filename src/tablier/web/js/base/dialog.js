/**
 * Windows over the page: one at a time, and perhaps a question over it; closed by Escape, by the cross, by their buttons, and by
 * going to another screen.
 */

import { el, icon } from "./dom.js";
import { t } from "./language.js";

let opened = 0;

/**
 * Opens a dialog.
 * @param {string} title
 * @param {...Node} content
 */
export function openDialog(title, ...content) {
  const close = el(
    "button",
    { class: "quiet square", type: "button", "aria-label": t("dialog.close") },
    icon("close"),
  );
  opened += 1;
  const id = `dialog-title-${opened}`;
  const heading = el("h2", { id }, title);
  const dialog = el(
    "dialog",
    { "aria-labelledby": id },
    el("header", {}, heading, close),
    el("div", { class: "stack" }, ...content),
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Closes whatever is open over the page. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}

/**
 * Asks once before something that can't be undone.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @param {string} [no]
 * @returns {Promise<boolean>}
 */
export function confirm(title, text, yes, no = t("dialog.cancel")) {
  return new Promise((resolve) => {
    const act = el("button", { class: "primary", type: "button" }, yes);
    const leave = el("button", { type: "button" }, no);
    const dialog = openDialog(
      title,
      el("p", {}, text),
      el("div", { class: "row end" }, leave, act),
    );
    act.addEventListener("click", () => {
      resolve(true);
      dialog.close();
    });
    leave.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => resolve(false));
    leave.focus();
  });
}
