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
import { IS_FRAMED, ROOT } from "../house/root.js";

/** Where the page is; servers without a thought of it call it by its file, too. */
const HERE = new Set([ROOT, `${ROOT}index.html`]);
/** Screens whose addresses need no `#`, since others than browsers read them as well. */
const PUBLIC = new Set(["g", "p", "embed"]);
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

/**
 * The way to a screen, and whether there can be one at this address. In a frame of another site
 * there is no way to any other screen.
 */
function whereTo() {
  const { pathname, hash } = location;
  const inside = pathname.startsWith(ROOT) ? pathname.slice(ROOT.length) : "";
  const isPublic = PUBLIC.has(inside.split("/")[0]);
  if (isPublic && (IS_FRAMED || !hash)) return { path: inside, known: true };
  return { path: hash.replace(/^#\/?/, ""), known: isPublic || HERE.has(pathname) };
}

/** Whoever goes on from an address for everybody is where all other screens are. */
function leavePublic() {
  if (IS_FRAMED || HERE.has(location.pathname)) return;
  history.replaceState(null, "", `${ROOT}${location.hash}`);
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
    const { path, known } = whereTo();
    const [first, ...rest] = readParts(path);
    const name = known && Object.hasOwn(screens, first) ? first : NOWHERE;
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
    leavePublic();
    closeDialogs();
    go(true);
  });
  go(false);
  return { refresh: () => go(false) };
}
