/** How the page gets among the programs of a phone or a computer. */

import { el } from "../base/dom.js";
import { t } from "../base/language.js";

/** @type {any} what the browser would ask, where it can be told to ask it */
let question = null;
/** @type {Set<() => void>} */
const hints = new Set();

/** @param {any} asked */
function now(asked) {
  question = asked;
  for (const draw of hints) draw();
}

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  now(event);
});
addEventListener("appinstalled", () => now(null));

/** A line that offers it; an empty one where it can't be done, or was. */
export function installHint() {
  const line = el("p", { class: "install" });
  const button = el("button", { type: "button", class: "quiet" }, t("home.install"));
  button.addEventListener("click", async () => {
    await question.prompt();
    now(null);
  });
  const draw = () => {
    if (question) line.replaceChildren(button);
    else line.replaceChildren(byHand() ? t("home.installByHand") : "");
  };
  hints.clear();
  hints.add(draw);
  draw();
  return line;
}

/** Whether a person has to do it: phones that put a page among their programs and never ask. */
function byHand() {
  const { standalone } = /** @type {any} */ (navigator);
  return standalone === false;
}
