/** Links to a table: to join, to watch, and to go on elsewhere. */

import { keysOf, linkTo } from "../../base/access_keys.js";
import { qrCode } from "../../base/api.js";
import { openDialog } from "../../base/dialog.js";
import { copy, el, icon } from "../../base/dom.js";
import { t } from "../../base/language.js";
import { nameField } from "../../base/name_field.js";
import { notice } from "../../base/notice.js";

const LOOPBACK = /^(localhost|127\.|\[::1\])/;

/**
 * A link with buttons to copy and to share it, and its QR code.
 * @param {string} link
 * @param {string} title
 */
function linkParts(link, title) {
  const box = el("input", { readonly: true, value: link, "aria-label": title });
  box.addEventListener("focus", () => box.select());
  const take = el("button", { type: "button" }, icon("copy"), t("invite.copy"));
  take.addEventListener("click", async () => {
    if (await copy(link)) notice(t("invite.copied"));
    else {
      box.focus();
      notice(t("invite.byHand"));
    }
  });
  const share = el(
    "button",
    { class: "primary", type: "button" },
    icon("share"),
    t("invite.share"),
  );
  share.addEventListener("click", () => navigator.share({ title, url: link }).catch(() => {}));
  const code = el("div", {});
  qrCode(link).then(
    (drawing) => {
      drawing.classList.add("qr");
      drawing.setAttribute("role", "img");
      drawing.setAttribute("aria-label", t("invite.qr"));
      code.replaceChildren(drawing);
    },
    () => code.remove(),
  );
  return [
    el("div", { class: "copyable" }, box, take),
    ...("share" in navigator ? [share] : []),
    code,
    ...(LOOPBACK.test(location.host)
      ? [el("p", { class: "soft small" }, t("invite.loopback"))]
      : []),
  ];
}

/**
 * The link for whoever takes a free seat; null where this browser can't invite.
 * @param {import("../../base/types.js").Table} table
 */
export function joinLink(table) {
  const { join, links } = keysOf(table.id);
  if (join) return linkTo(table.id, join);
  if (table.public) return linkTo(table.id);
  return links.length ? linkTo(table.id, links[0]) : null;
}

/**
 * The moment to say one's name, too: the friend will see it.
 * @param {import("../live_table.js").LiveTable} live
 */
export function openInvite({ table, send }) {
  const link = joinLink(table);
  if (!link) return;
  const name = nameField((given) => send("rename", { name: given }));
  openDialog(
    t("invite.title"),
    el("p", {}, t("invite.text")),
    ...linkParts(link, table.title),
    name,
  );
}

/**
 * For spectators, and for the own seats on another device.
 * @param {import("../../base/types.js").Table} table
 * @param {import("../../base/types.js").You} you
 */
export function openLinks(table, you) {
  const { seats, watch, resume } = keysOf(table.id);
  const watchLink = table.public ? linkTo(table.id) : watch && linkTo(table.id, watch);
  const mine = you.seats.map((seat) => seats[seat]).find(Boolean) ??
    (you.seats.length ? resume : null);
  const parts = [];
  if (watchLink) parts.push(el("h3", {}, t("invite.watch")), ...linkParts(watchLink, table.title));
  if (mine) {
    const fold = el("details", {}, el("summary", {}, t("invite.resume")));
    fold.addEventListener(
      "toggle",
      () =>
        fold.append(
          el(
            "div",
            { class: "stack" },
            el("p", { class: "soft small" }, t("invite.resumeNote")),
            ...linkParts(linkTo(table.id, mine), table.title),
          ),
        ),
      { once: true },
    );
    parts.push(fold);
  }
  openDialog(t("invite.links"), ...(parts.length ? parts : [el("p", {}, t("invite.none"))]));
}
