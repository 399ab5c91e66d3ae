/** Which screen is shown, by what stands behind the `#`. */

/**
 * @typedef {object} Screen
 * @property {string} [title]
 * @property {() => void} [destroy]
 *
 * @typedef {(place: HTMLElement, ...parts: string[]) => Promise<Screen|void>|Screen|void} Show
 */

import { messageOf } from "./api.js";
import { closeDialogs } from "./dialog.js";
import { el, fill } from "./dom.js";
import { t } from "./language.js";

/**
 * Starts routing.
 * @param {HTMLElement} place where screens are drawn
 * @param {Object<string, () => Promise<{show: Show}>>} screens modules by the first part of the path
 * @param {(screen: {path: string, name: string, title: string}) => void} onShown
 */
export function startRouter(place, screens, onShown) {
  let current = /** @type {Screen|undefined} */ (undefined);
  let visit = 0;

  /** @param {boolean} moveFocus */
  async function go(moveFocus) {
    const path = location.hash.replace(/^#\/?/, "");
    const [first, ...rest] = path.split("/").map(decodeURIComponent);
    const name = first in screens ? first : "";
    const mine = ++visit;
    place.ariaBusy = "true";
    const { show } = await screens[name]();
    if (mine !== visit) return;
    current?.destroy?.();
    current = undefined;
    place.replaceChildren();
    place.className = `screen ${name || "home"}`;
    const screen = await tried(show, rest);
    if (mine !== visit) {
      screen?.destroy?.();
      return;
    }
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
