/*
 * Says that the server can't be reached where not even the page's scripts or texts could be had.
 * A plain script with its own words, since there are no others then.
 */
(() => {
  /** @type {Record<string, [string, string]>} */
  const words = {
    en: ["The server can't be reached at the moment.", "Try again"],
    fr: ["Le serveur ne répond pas pour le moment.", "Réessayer"],
    de: ["Der Server ist gerade nicht zu erreichen.", "Noch einmal versuchen"],
    es: ["No se puede llegar al servidor en este momento.", "Intentarlo otra vez"],
  };

  function tell() {
    const [told, again] = words[document.documentElement.lang] ?? words.en;
    const heading = document.createElement("h1");
    heading.textContent = told;
    const button = document.createElement("button");
    button.textContent = again;
    button.addEventListener("click", () => location.reload());
    const main = /** @type {HTMLElement} */ (document.getElementById("main"));
    main.className = "screen unreachable";
    main.replaceChildren(heading, button);
  }

  addEventListener("unreachable", tell);
  addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && tell(), true);
})();
