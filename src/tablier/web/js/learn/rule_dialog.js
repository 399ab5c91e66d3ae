/** One rule, shown over the table so that nobody has to leave it. */

import { openDialog } from "../base/dialog.js";
import { el } from "../base/dom.js";
import { t } from "../base/language.js";
import { rulesText } from "./rules_text.js";

/**
 * A link to a rule that opens it on the spot.
 * @param {string} game
 * @param {string} rule
 */
export function ruleLink(game, rule) {
  const link = el("a", { href: `#/learn/${game}/${rule}` }, rule);
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    const rules = el("div", {}, ...(await rulesText(game)));
    const item = rules.querySelector(`#${CSS.escape(rule)} > div`);
    openDialog(
      t("rule.title", { rule }),
      el("div", { class: "prose" }, ...(item ? item.childNodes : [])),
      el("a", { href: `#/learn/${game}/${rule}`, target: "_blank" }, t("rule.all")),
    );
  });
  return link;
}
