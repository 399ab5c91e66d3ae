/** Where the page begins. */

import { recallPerson } from "./base/access_keys.js";
import { games, sharedWords } from "./base/api.js";
import { el, fill, icon } from "./base/dom.js";
import { speak, t } from "./base/language.js";
import { IS_FRAMED, ROOT } from "./house/root.js";
import { startRouter } from "./base/router.js";
import { apply, onSettings, settings } from "./base/settings.js";

/** @type {Record<string, () => Promise<{show: import("./base/router.js").Show}>>} */
const SCREENS = {
  "": () => import("./home/home_screen.js"),
  new: () => import("./home/new_table_screen.js"),
  table: () => import("./table/table_screen.js"),
  learn: () => import("./learn/learn_screen.js"),
  puzzle: () => import("./puzzle/puzzle_screen.js"),
  view: () => import("./study/review_screen.js"),
  g: () => import("./links/shared_screen.js"),
  p: () => import("./links/position_screen.js"),
  r: () => import("./links/carried_screen.js"),
  embed: () => import("./links/embed_screen.js"),
  mistakes: () => import("./study/mistakes_screen.js"),
  mine: () => import("./mine/my_games_screen.js"),
  arrange: () => import("./arrange/arrange_screen.js"),
  settings: () => import("./home/settings_screen.js"),
  nowhere: () => import("./home/nowhere_screen.js"),
};

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const top = /** @type {HTMLElement} */ (document.getElementById("top"));
const skip = /** @type {HTMLAnchorElement} */ (document.getElementById("skip"));

function drawTop(current = "") {
  const here = (/** @type {string} */ name) => (current === name ? "page" : null);
  const link = (/** @type {string} */ name, /** @type {string} */ text, look = "") =>
    el("a", { class: look, href: `${ROOT}#/${name}`, "aria-current": here(name) }, text);
  fill(skip, t("nav.skip"));
  top.hidden = IS_FRAMED;
  if (IS_FRAMED) return;
  fill(
    top,
    el("a", { class: "brand", href: `${ROOT}#/` }, icon("tablier"), "Tablier"),
    el(
      "nav",
      { "aria-label": t("nav.label") },
      link("", t("nav.play")),
      link("learn", t("nav.learn")),
      link("puzzle", t("nav.puzzles"), "roomy"),
      link("mine", t("nav.mine"), "roomy"),
      el(
        "a",
        {
          class: "square",
          href: `${ROOT}#/settings`,
          "aria-label": t("nav.settings"),
          title: t("nav.settings"),
          "aria-current": here("settings"),
        },
        icon("settings"),
      ),
    ),
  );
}

/** Follows the skip link by hand: what stands behind the `#` is a route. */
skip.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

/** A question mark shows all keys, wherever it is not written. */
document.addEventListener("keydown", async (event) => {
  const written = /** @type {Element} */ (event.target).closest("input, textarea, select");
  if (event.key !== "?" || written || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  (await import("./home/keys_dialog.js")).openKeys();
});

apply();
SCREENS[location.hash.split("/")[1] ?? ""]?.();
const alone = document.documentElement.dataset.house === "browser";
if (alone && !IS_FRAMED) await recallPerson();
games().catch(() => {});
sharedWords().catch(() => {});
await speak(settings().language).catch((error) => {
  dispatchEvent(new Event("unreachable"));
  throw error;
});
drawTop();
if (alone) import("./house/install.js");
const router = startRouter(main, SCREENS, async ({ name, title }) => {
  drawTop(name);
  document.title = title ? `${title} · Tablier` : "Tablier";
  if (!alone) return;
  const { keepOffline } = await import("./house/offline.js");
  await keepOffline();
});
onSettings(async (now, changed) => {
  if (!changed.language) return;
  await speak(now.language);
  router.refresh();
});
