/** Where a person's name is written; it is kept for the next time. */

import { el } from "./dom.js";
import { t } from "./language.js";
import { change, settings } from "./settings.js";

const LONGEST = 24;

/** @param {(name: string) => void} [onChange] */
export function nameField(onChange) {
  const box = el("input", {
    "aria-label": t("settings.name"),
    placeholder: t("settings.name"),
    maxlength: LONGEST,
    autocomplete: "nickname",
    value: settings().name,
  });
  box.addEventListener("change", () => {
    change({ name: box.value.trim() });
    onChange?.(settings().name);
  });
  return box;
}
