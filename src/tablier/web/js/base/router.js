/** Which screen is shown, by what stands behind the `#`. */

/**
 * @typedef {object} Screen
 * @property {string} [title]
 * @property {() => void} [destroy]
 *
 * @typedef {(place: HTMLElement, ...parts: string[]) => Promise<Screen|void>|Screen|void} Show
 */

import { messageOf, ServerRefused } from "./api.js";
import { closeDialogs } from "./dialog.js";
import { el, fill } from "./dom.js";
import { t } from "./language.js";
import { ROOT } from "../house/root.js";

/** Where the page is; servers without a thought of it call it by its file, too. */
const HERE = new Set([ROOT, `${ROOT}index.html`]);
/** The screen for every other address. */
const NOWHERE = "nowhere";

/**
 * The parts of a path as they are meant; one that can't be read stays as it is written.
 * @param {string} path
 */
function readParts(path) {
  return path.split("/").map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
}

/** Shown where a screen's own script can't be had. */
function away() {
  throw new ServerRefused(0, { code: "away" });
}

/**
 * Starts routing.
 * @param {HTMLElement} place where screens are drawn
 * @param {Object<string, () => Promise<{show: Show}>>} screens modules by the first part of the path,
 * and one for what is `nowhere`
 * @param {(screen: {path: string, name: string, title: string}) => void} onShown
 */
export function startRouter(place, screens, onShown) {
  let current = /** @type {Screen|undefined} */ (undefined);
  let visit = 0;

  /** @param {boolean} moveFocus */
  async function go(moveFocus) {
    const path = location.hash.replace(/^#\/?/, "");
    const [first, ...rest] = readParts(path);
    const known = HERE.has(location.pathname) && Object.hasOwn(screens, first);
    const name = known ? first : NOWHERE;
    const mine = ++visit;
    place.ariaBusy = "true";
    const { show } = await screens[name]().catch(() => ({ show: away }));
    if (mine !== visit) return;
    current?.destroy?.();
    current = undefined;
    if (mine > 1) place.replaceChildren();
    place.className = `screen ${name || "home"}`;
    const screen = await tried(show, rest);
    if (mine !== visit) {
      screen?.destroy?.();
      return;
    }
    place.querySelector(".skeleton")?.remove();
    current = screen ?? undefined;
    place.ariaBusy = null;
    onShown({ path, name, title: screen?.title ?? "" });
    if (moveFocus) {
      scrollTo(0, 0);
      place.focus({ preventScroll: true });
    }
  }

  /**
   * A screen that can't be shown says why, and offers to try again.
   * @param {Show} show
   * @param {string[]} parts
   */
  async function tried(show, parts) {
    try {
      return await show(place, ...parts);
    } catch (error) {
      const again = el("button", { type: "button", onclick: () => go(true) }, t("error.again"));
      const shown = el("h1", {}, messageOf(error));
      fill(place, el("div", { class: "stack opening" }, shown, el("p", {}, again)));
      return undefined;
    }
  }

  addEventListener("hashchange", () => {
    closeDialogs();
    go(true);
  });
  go(false);
  return { refresh: () => go(false) };
}
