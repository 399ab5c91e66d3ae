/** Every word that the page itself says, in the language of the page. */

import { settings } from "./settings.js";

let texts = {};
let plurals = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");

/** Loads the texts of a language. */
export async function speak(language) {
  const answer = await fetch(`/locales/${language}.json`);
  texts = await answer.json();
  plurals = new Intl.PluralRules(language);
  numbers = new Intl.NumberFormat(language);
}

/**
 * The text of a key with its details put in. Where the text has plural forms, `details.n` picks one.
 * @param {string} key
 * @param {Object<string, any>} [details]
 */
export function t(key, details = {}) {
  let text = texts[key];
  if (text && typeof text === "object") text = text[plurals.select(details.n)] ?? text.other;
  return phrase(text ?? key, details);
}

/** Whether the page has a text for that key. */
export function known(key) {
  return key in texts;
}

/** Puts details into the `{places}` of a sentence. */
export function phrase(template, details = {}) {
  return template.replace(/\{(\w+)\}/g, (place, name) => {
    const value = details[name];
    if (value === undefined) return place;
    return typeof value === "number" ? numbers.format(value) : String(value);
  });
}

/** Details with the words that a game has for some of their values. */
export function named(words, details = {}) {
  const word = ([name, value]) => [name, words.details?.[name]?.[value] ?? value];
  return Object.fromEntries(Object.entries(details).map(word));
}

/** A sentence begins with a capital letter. */
export function sentence(text) {
  return text.charAt(0).toLocaleUpperCase(settings().language) + text.slice(1);
}

/** How long ago a moment was, in words. */
export function ago(at) {
  const format = new Intl.RelativeTimeFormat(settings().language, { numeric: "auto" });
  const minutes = Math.round((at - Date.now()) / 60000);
  if (minutes > -1) return format.format(0, "second");
  if (minutes > -60) return format.format(minutes, "minute");
  if (minutes > -60 * 24) return format.format(Math.round(minutes / 60), "hour");
  return format.format(Math.round(minutes / 60 / 24), "day");
}
