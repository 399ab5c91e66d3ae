/** Links to a table: to join, to watch, and to go on elsewhere. */

import { addKeys, keysOf, linkTo, newKey, replaceKey } from "../../base/access_keys.js";
import { confirm, openDialog } from "../../base/dialog.js";
import { copy, el, fill, icon, svg } from "../../base/dom.js";
import { t } from "../../base/language.js";
import { nameField } from "../../base/name_field.js";
import { notice } from "../../base/notice.js";
import { qrModules } from "./qr_code.js";
import { linkFor, reach, reachNote } from "./reach.js";

/** Modules left light around a QR code. */
const QUIET = 4;

/**
 * A link with buttons to copy and to share it, and its QR code where it works on other devices.
 * @param {string} own the link as it works here
 * @param {string} title
 * @param {import("./reach.js").Reach|null} known
 */
export function linkParts(own, title, known) {
  const link = linkFor(own, known);
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
  return [
    el("div", { class: "copyable" }, box, take),
    ...("share" in navigator ? [share] : []),
    ...(!known || link !== own ? [qrCode(link)] : []),
  ];
}

/**
 * A text as a picture for cameras.
 * @param {string} text
 */
function qrCode(text) {
  const modules = qrModules(text);
  const size = modules.length + 2 * QUIET;
  const squares = modules.flatMap((line, row) =>
    line.map((dark, column) => dark ? `M${column + QUIET} ${row + QUIET}h1v1h-1z` : "")
  );
  return svg(
    "svg",
    {
      class: "qr",
      viewBox: `0 0 ${size} ${size}`,
      role: "img",
      "aria-label": t("invite.qr"),
      "shape-rendering": "crispEdges",
    },
    svg("path", { d: squares.join("") }),
  );
}

/**
 * The link for whoever takes a free seat; null where this browser can't invite. Only the key that
 * the table was made with is known to be one for guests: a key from a link may open a seat.
 * @param {import("../../base/types.js").Table} table
 */
export function joinLink(table) {
  if (table.public) return linkTo(table.id);
  const { join } = keysOf(table.id);
  return join && linkTo(table.id, join);
}

/**
 * The occasion to say one's name, too: the friend will see it.
 * @param {import("../live_table.js").LiveTable} live
 */
export async function openInvite(live) {
  const { table, send } = live;
  const link = joinLink(table);
  if (!link) return;
  const known = await reach();
  if (!mayOpen(table) || live.view.phase !== "waiting") return;
  const name = nameField((given) => send("rename", { name: given }));
  openDialog(
    t("invite.title"),
    el("p", {}, t("invite.text")),
    ...noted(known),
    ...linkParts(link, table.title, known),
    name,
  );
}

/** @param {import("./reach.js").Reach|null} known */
function noted(known) {
  const note = reachNote(known);
  return note ? [note] : [];
}

/**
 * Somebody may have left, or pressed twice, while one asked.
 * @param {import("../../base/types.js").Table} table
 */
function mayOpen({ id }) {
  return location.hash.split("/")[2] === id && !document.querySelector("dialog");
}

/**
 * For spectators, and for the own seats on another device.
 * @param {import("../live_table.js").LiveTable} live
 */
export async function openLinks(live) {
  const { table } = live;
  const known = await reach();
  if (!mayOpen(table)) return;
  const { watch } = keysOf(table.id);
  const watchLink = table.public ? linkTo(table.id) : watch && linkTo(table.id, watch);
  const parts = [];
  if (watchLink) {
    parts.push(el("h3", {}, t("invite.watch")), ...linkParts(watchLink, table.title, known));
  }
  if (ownKey(live)) {
    const fold = el("details", {}, el("summary", {}, t("invite.resume")));
    const place = el("div", { class: "stack" });
    fold.append(place);
    fold.addEventListener("toggle", () => showResume(place, live, known), { once: true });
    parts.push(fold);
  }
  const none = [el("p", {}, t("invite.none"))];
  openDialog(t("invite.links"), ...(parts.length ? [...noted(known), ...parts] : none));
}

/**
 * The key of a seat that this browser took itself, and the seat.
 * @param {import("../live_table.js").LiveTable} live
 */
function ownKey({ id, you }) {
  const { seats, resume } = keysOf(id);
  const seat = you.seats.find((one) => seats[one]) ?? you.seats[0];
  const key = seat === undefined ? null : seats[seat] ?? resume;
  return key ? { seat, key } : null;
}

/**
 * The link to the own seat, and a way to make another of it, should somebody else have seen it.
 * @param {HTMLElement} place
 * @param {import("../live_table.js").LiveTable} live
 * @param {import("./reach.js").Reach|null} known
 */
function showResume(place, live, known) {
  const own = ownKey(live);
  if (!own) return;
  const renew = async () => {
    const sure = await confirm(
      t("invite.renewTitle"),
      t("invite.renewText"),
      t("invite.renewYes"),
    );
    if (!sure) return;
    if (await renewKey(live, own.seat)) {
      notice(t("invite.renewed"));
      showResume(place, live, known);
    } else place.closest("dialog")?.close();
  };
  fill(
    place,
    el("p", { class: "soft small" }, t("invite.resumeNote")),
    ...linkParts(linkTo(live.id, own.key), live.table.title, known),
    el("button", { type: "button", onclick: renew }, icon("replay"), t("invite.renew")),
  );
}

/**
 * The new key is remembered before it is sent: should the answer be lost, it opens the seat.
 * @param {import("../live_table.js").LiveTable} live
 * @param {number} seat
 */
async function renewKey({ id, send }, seat) {
  const key = newKey();
  addKeys(id, { links: [key] });
  const { type } = await send("renew", { seat, key });
  if (type === "ack") replaceKey(id, seat, key);
  return type === "ack";
}
