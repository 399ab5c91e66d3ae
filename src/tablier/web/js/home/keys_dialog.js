/** All keys that mean something on the screen that is open. */

import { wordsOf } from "../base/api.js";
import { openDialog } from "../base/dialog.js";
import { el } from "../base/dom.js";
import { t } from "../base/language.js";

/** @type {[string, string[]][]} parts of a screen by what shows that they are there */
const PARTS = [
  ["body", ["help", "tab", "enter", "escape"]],
  [".board .point", ["board", "act", "drop"]],
  [".history", ["step", "ends"]],
];

/** Shows them, those of the game's own table too. */
export async function openKeys() {
  if (document.querySelector("dialog")) return;
  const parts = PARTS.filter(([sign]) => document.querySelector(sign));
  const rows = parts.flatMap(([, tokens]) =>
    tokens.map((token) => row(t(`keys.${token}`), t(`keys.${token}Does`)))
  );
  const { game } = /** @type {HTMLElement} */ (document.getElementById("main")).dataset;
  const own = game ? ((await wordsOf(game)).shortcuts ?? {}) : {};
  const more = Object.values(own).map((line) => {
    const [key, does] = line.split(" — ");
    return row(key, does);
  });
  openDialog(t("keys.title"), el("dl", { class: "keys" }, ...[...rows, ...more].flat()));
}

/**
 * @param {string} key
 * @param {string} does
 */
function row(key, does) {
  return [el("dt", {}, el("kbd", {}, key)), el("dd", {}, does)];
}
