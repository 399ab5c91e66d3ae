/** Every word that the page itself says, in the language of the page. */

import { settings } from "./settings.js";

/** @type {Record<string, string|Record<string, string>>} */
let texts = {};
let plurals = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");

/** Hebrew, Arabic and other letters that are read from right to left. */
const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Loads the texts of a language.
 * @param {string} language
 */
export async function speak(language) {
  const answer = await fetch(new URL(`../../locales/${language}.json`, import.meta.url));
  texts = await answer.json();
  plurals = new Intl.PluralRules(language);
  numbers = new Intl.NumberFormat(language);
}

/**
 * The text of a key with its details put in. Where the text has plural forms, `details.n` picks one.
 * @param {string} key
 * @param {Record<string, any>} [details]
 */
export function t(key, details = {}) {
  const text = texts[key] ?? key;
  if (typeof text === "string") return phrase(text, details);
  return phrase(text[plurals.select(details.n)] ?? text.other, details);
}

/**
 * Whether the page has a text for that key.
 * @param {string} key
 */
export function known(key) {
  return key in texts;
}

/**
 * Puts details into the `{places}` of a sentence; numbers may have forms there.
 * @param {string} template
 * @param {Record<string, any>} [details]
 */
export function phrase(template, details = {}) {
  return template.replace(/\{(\w+)(?::([^{}]*))?\}/g, (place, name, forms) => {
    const value = details[name];
    if (value === undefined) return place;
    if (forms) return counted(forms, Number(value));
    return typeof value === "number" ? numbers.format(value) : isolated(String(value));
  });
}

/**
 * A name or a remark for the middle of a line, which it must not turn round.
 * @param {string} text
 */
export function isolated(text) {
  return LEFTWARD.test(text) ? `\u2068${text}\u2069` : text;
}

/**
 * The form for a number: `one piece|# pieces`, or with one for none before these.
 * @param {string} forms
 * @param {number} number
 */
function counted(forms, number) {
  const [more, one, none = more] = forms.split("|").toReversed();
  const form = number === 1 ? one : number === 0 ? none : more;
  return form.replace("#", numbers.format(number));
}

/**
 * Details with the words that a game has for some of their values.
 * @param {import("./types.js").Words} words
 * @param {Record<string, any>} details
 */
export function named(words, details) {
  const said = Object.entries(details).map(([name, value]) => [
    name,
    words.details?.[name]?.[value] ?? value,
  ]);
  return Object.fromEntries(said);
}

/**
 * A sentence begins with a capital letter, unless it begins with the name of a point: `a1`.
 * @param {string} text
 */
export function sentence(text) {
  if (/^\w+\d/.test(text)) return text;
  return text.charAt(0).toLocaleUpperCase(settings().language) + text.slice(1);
}

/**
 * A percentage; of what is nearly all or nearly nothing, to a hundredth.
 * @param {number} share from 0 to 100
 */
export function percent(share) {
  const fine = share > 0 && share < 100 && (share < 1 || share > 99);
  const shown = { style: "percent", maximumFractionDigits: fine ? 2 : 0 };
  const format = new Intl.NumberFormat(settings().language, /** @type {any} */ (shown));
  return format.format(share / 100);
}

/**
 * How long ago a time of day was, in words.
 * @param {number} at milliseconds since 1970
 */
export function ago(at) {
  const format = new Intl.RelativeTimeFormat(settings().language, { numeric: "auto" });
  const minutes = Math.round((at - Date.now()) / 60000);
  if (minutes > -1) return format.format(0, "second");
  if (minutes > -60) return format.format(minutes, "minute");
  if (minutes > -60 * 24) return format.format(Math.round(minutes / 60), "hour");
  return format.format(Math.round(minutes / 60 / 24), "day");
}

/**
 * How long something has lasted, in seconds, minutes, hours or days.
 * @param {number} ms
 */
export function lasting(ms) {
  const seconds = Math.floor(ms / 1000);
  /** @type {[number, string][]} */
  const units = [[86_400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]];
  const [size, unit] = units.find(([least]) => seconds >= least) ?? [1, "second"];
  const shown = { style: "unit", unit, unitDisplay: "short" };
  const format = new Intl.NumberFormat(settings().language, /** @type {any} */ (shown));
  return format.format(Math.floor(seconds / size));
}
