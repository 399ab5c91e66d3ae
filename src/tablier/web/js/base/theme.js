/* Runs before anything is painted, so that a dark page never flashes light. */
(() => {
  let chosen = "system";
  try {
    chosen = JSON.parse(localStorage.getItem("tablier.settings") || "{}").theme || "system";
  } catch {
    chosen = "system";
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = chosen === "system" ? (dark ? "dark" : "light") : chosen;
})();
