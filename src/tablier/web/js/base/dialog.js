/**
 * Windows over the page: one at a time, and perhaps a question over it; closed by Escape, by the cross,
 * by their buttons, by a press beside them, and by going to another screen.
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
  closeOutside(dialog);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Closes it by a press beside it: not by the second of the double click that opened it, not by a text
 * that was marked to beyond its edge.
 * @param {HTMLDialogElement} dialog
 */
function closeOutside(dialog) {
  let outside = false;
  dialog.addEventListener("pointerdown", (event) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    outside = event.target === dialog && (x < left || x > right || y < top || y > bottom);
  });
  dialog.addEventListener("click", ({ target, detail }) => {
    if (outside && target === dialog && detail < 2) dialog.close();
  });
}

/** Closes whatever is open over the page. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}

/** Closes what was asked and does not matter any more. */
export function closeQuestions() {
  for (const dialog of document.querySelectorAll("dialog")) {
    if ("asks" in dialog.dataset) dialog.close();
  }
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
    dialog.dataset.asks = "";
    act.addEventListener("click", () => {
      resolve(true);
      dialog.close();
    });
    leave.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => resolve(false));
    leave.focus();
  });
}
