/** Whether a link works on other devices: one to this very computer does not. */

import { ask } from "../../base/api.js";
import { el } from "../../base/dom.js";
import { t } from "../../base/language.js";

/**
 * @typedef {object} Reach
 * @property {boolean} open whether the server lets others in
 * @property {string|null} address this computer's in its network
 */

const LOOPBACK = /^(localhost|127\.|\[::1\])/;
const COMMAND = "tablier serve --host 0.0.0.0";

/**
 * How others reach the server; null where the page's own address will do.
 * @returns {Promise<Reach|null>}
 */
export async function reach() {
  if (!LOOPBACK.test(location.host)) return null;
  return ask("/api/reach").catch(() => ({ open: false, address: null }));
}

/**
 * A link as others must write it.
 * @param {string} link
 * @param {Reach|null} known
 */
export function linkFor(link, known) {
  return known?.open && known.address ? link.replace(location.origin, known.address) : link;
}

/**
 * What whoever sends a link should know of it.
 * @param {Reach|null} known
 */
export function reachNote(known) {
  if (!known) return null;
  if (known.open && known.address) return el("p", { class: "soft small" }, t("invite.network"));
  const later = known.address
    ? t("invite.then", { address: known.address })
    : t("invite.noNetwork");
  return el(
    "div",
    { class: "note stack tight" },
    el("p", {}, t("invite.loopback")),
    el("p", { class: "small" }, t("invite.how"), " ", el("code", {}, COMMAND)),
    el("p", { class: "small" }, later),
  );
}
