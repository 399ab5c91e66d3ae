/** What is said rather than shown: one polite live region for the whole page. */

const region = () => /** @type {HTMLElement} */ (document.getElementById("voice"));

/**
 * Says a sentence; the same one twice in a row is said twice.
 * @param {string|null} text
 */
export function announce(text) {
  if (!text) return;
  const line = document.createElement("p");
  line.textContent = text;
  const place = region();
  place.append(line);
  while (place.childElementCount > 4) place.firstElementChild?.remove();
}
