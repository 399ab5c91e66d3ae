/** The game's picture on the home page: dice on felt, the bell, a sheet with pencil ticks. */

/** @param {HTMLElement} container */
export function createCard(container) {
  const picture = document.createElement("img");
  picture.src = new URL(`card.svg#${document.documentElement.dataset.board}`, import.meta.url).href;
  picture.alt = "";
  picture.className = "card-picture";
  container.append(picture);
}
