/** One rule, shown over the table so that nobody has to leave it. */

import { rulesOf } from "../base/api.js";
import { openDialog } from "../base/dialog.js";
import { el } from "../base/dom.js";
import { t } from "../base/language.js";
import { render } from "./markdown.js";

/** A link to a rule that opens it on the spot. */
export function ruleLink(game, rule) {
  const link = el("a", { href: `#/learn/${game}/${rule}` }, rule);
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    const { markdown } = await rulesOf(game);
    const item = el("div", {}, ...render(markdown)).querySelector(`#${CSS.escape(rule)} > div`);
    openDialog(
      t("rule.title", { rule }),
      el("div", { class: "prose" }, ...(item ? item.childNodes : [])),
      el("a", { href: `#/learn/${game}/${rule}`, target: "_blank" }, t("rule.all")),
    );
  });
  return link;
}
