/** What is shown at an address where nothing is. */

import { el } from "../base/dom.js";
import { t } from "../base/language.js";
import { ROOT } from "../house/root.js";

/** @type {import("../base/router.js").Show} */
export function show(place) {
  const home = el("a", { class: "button primary", href: `${ROOT}#/` }, t("table.home"));
  place.append(
    el("div", { class: "stack opening" }, el("h1", {}, t("page.none")), el("p", {}, home)),
  );
  return { title: t("page.none") };
}
