/** The person's settings, and how they reach the page: as data attributes of the root element. */

import { keep, recall } from "./browser_storage.js";

const { lang, dataset: given } = document.documentElement;

/**
 * Those that the page was put together with.
 * @type {Settings["language"][]}
 */
export const LANGUAGES = /** @type {any} */ ((given.languages ?? "en").split(" "));

const DEFAULTS = {
  theme: "system",
  board: "own",
  coordinates: true,
  shapes: true,
  motion: "normal",
  volume: 0.5,
  name: "",
};

/**
 * @typedef {import("./types.js").Settings} Settings
 * @typedef {(now: Settings, changed: Partial<Settings>) => void} Listener
 */

/** @type {Set<Listener>} */
const listeners = new Set();
const darkness = matchMedia("(prefers-color-scheme: dark)");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
/**
 * The language has been chosen before anything was painted: by theme.js.
 * @type {Settings}
 */
let current = Object.freeze({ ...DEFAULTS, ...recall("settings", {}), language: lang });

/** The settings as they are now, frozen. */
export function settings() {
  return current;
}

/**
 * Changes some settings, stores them and tells everybody.
 * @param {Partial<Settings>} some
 */
export function change(some) {
  current = Object.freeze({ ...current, ...some });
  keep("settings", current);
  apply();
  for (const listener of listeners) listener(current, some);
}

/**
 * Calls back on every change; answers with how to stop that.
 * @param {Listener} listener
 */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Writes the settings where the style sheets see them. */
export function apply() {
  const { dataset } = document.documentElement;
  const dark = current.theme === "system" ? darkness.matches : current.theme === "dark";
  dataset.theme = dark ? "dark" : "light";
  dataset.board = current.board;
  dataset.motion = stillness.matches ? "off" : current.motion;
  dataset.coordinates = current.coordinates ? "on" : "off";
  dataset.shapes = current.shapes ? "on" : "off";
  document.documentElement.lang = current.language;
  colourSurroundings();
}

/** What a browser draws around an installed page follows the system; a theme of one's own is another. */
function colourSurroundings() {
  const told = document.querySelectorAll("meta[name=theme-color]");
  if (!told.length) return;
  const paper = getComputedStyle(document.documentElement).getPropertyValue("--paper");
  for (const meta of told) meta.setAttribute("content", paper.trim());
}

darkness.addEventListener("change", apply);
stillness.addEventListener("change", apply);
