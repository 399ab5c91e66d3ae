/*
 * Runs before anything is painted, so that a dark page never flashes light, and what stands there
 * first suits what comes.
 */
(() => {
  /** @type {{language?: string, theme?: string}} */
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("tablier.settings") || "{}");
  } catch {
    kept = {};
  }
  const root = document.documentElement;
  const offered = (root.dataset.languages ?? "en").split(" ");
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  const wished = [kept.language ?? "", ...spoken];
  root.lang = wished.find((tag) => offered.includes(tag)) ?? offered[0];
  const chosen = kept.theme || "system";
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = chosen === "system" ? (dark ? "dark" : "light") : chosen;
  root.dataset.first = location.hash.startsWith("#/table/") ? "table" : "home";
})();
