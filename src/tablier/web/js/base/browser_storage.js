/** What this browser remembers, as JSON under names that begin with `tablier.` */

/** @type {Map<string, any>} */
const kept = new Map();

/**
 * A stored value, or the fallback where there is none or storage is closed.
 * @param {string} name
 * @param {any} fallback
 */
export function recall(name, fallback) {
  if (kept.has(name)) return kept.get(name);
  try {
    const text = localStorage.getItem(`tablier.${name}`);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** @param {string} name of a value that is to be known no more */
export function forget(name) {
  kept.delete(name);
  try {
    localStorage.removeItem(`tablier.${name}`);
  } catch {
    /* nothing was stored */
  }
}

/**
 * Stores a value; in a browser that stores nothing, for as long as the page is open.
 * @param {string} name
 * @param {any} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(`tablier.${name}`, JSON.stringify(value));
    kept.delete(name);
  } catch {
    kept.set(name, value);
  }
}
