/** Keeps a page that needs no server, so that it opens without a network from the next time on. */

import { keep, recall } from "../base/browser_storage.js";
import { t } from "../base/language.js";
import { notice } from "../base/notice.js";
import { ROOT } from "./root.js";

let asked = false;

/**
 * Lets the browser keep everything of this version, and look whether there is a newer one: that is
 * taken at the next start, and told then.
 */
export async function keepOffline() {
  if (asked) return;
  asked = true;
  const { version } = document.documentElement.dataset;
  const before = recall("version", version);
  keep("version", version);
  if (before !== version) notice(t("page.updated"));
  // No browser keeps anything for addresses that are not safe, nor some for private windows.
  await navigator.serviceWorker?.register(`${ROOT}sw.js`).catch(() => {});
}
