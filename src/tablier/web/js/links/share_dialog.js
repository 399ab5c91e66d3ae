/** What can be sent of a game: its address, that of a position, a frame for one's own site. */

import { allKeys } from "../base/access_keys.js";
import { ask, messageOf } from "../base/api.js";
import { openDialog } from "../base/dialog.js";
import { download, el, icon } from "../base/dom.js";
import { t } from "../base/language.js";
import { notice } from "../base/notice.js";
import { isAlone } from "../house/house.js";
import { linkParts } from "../table/aside/invite_links.js";
import { linkFor, reach, reachNote } from "../table/aside/reach.js";
import { carryingAddress, frameAddress, gameAddress, positionAddress } from "./addresses.js";

/**
 * @typedef {object} Shared
 * @property {string} title
 * @property {string} text of the record
 * @property {string} [address] where a house shows it
 * @property {number} [ply] where to begin, if not at the end
 * @property {string} [position] that stands there
 * @property {string} [table] that it was played at, for who may take the address back
 */

/** @param {Shared} shared */
export async function openShare({ title, text, address, ply, position, table }) {
  const known = await reach();
  const note = reachNote(known);
  const link = address ? gameAddress(address, ply) : await carryingAddress(text);
  const save = () => download(`${title.toLowerCase().replaceAll(" ", "-")}.txt`, text);
  const dialog = openDialog(
    t("links.send"),
    el("p", {}, t(address ? "links.sendText" : "links.carriedText")),
    ...(note ? [note] : []),
    ...linkParts(link, t("links.game"), known),
    ...(position
      ? [fold("links.position", ...linkParts(positionAddress(position), title, known))]
      : []),
    ...(address
      ? [fold("links.embed", ...frame(linkFor(frameAddress(address), known), title))]
      : []),
    el(
      "div",
      { class: "row" },
      el(
        "button",
        { type: "button", class: "quiet", onclick: save },
        icon("download"),
        t("after.download"),
      ),
      table && address &&
        el("button", { type: "button", class: "quiet", onclick: takeBack }, t("links.takeBack")),
    ),
  );

  async function takeBack() {
    try {
      await ask(`/api/tables/${table}/unshare`, {}, allKeys(table ?? ""));
      dialog.close();
      notice(t("links.takenBack"));
    } catch (error) {
      notice(messageOf(error));
    }
  }
}

/**
 * Of a game that was played here; where a server keeps it, it gets an address there.
 * @param {{id: string, title: string}} table
 * @param {string} text of its record
 */
export async function shareTable({ id, title }, text) {
  if (isAlone) return openShare({ title, text });
  const { address } = await ask(`/api/tables/${id}/share`, {}, allKeys(id));
  return openShare({ title, text, address, table: id });
}

/**
 * @param {string} key of its heading
 * @param {...Node} parts
 */
function fold(key, ...parts) {
  const inside = el("div", { class: "stack" }, ...parts);
  return el("details", {}, el("summary", {}, t(key)), inside);
}

/**
 * What to write into a page of one's own.
 * @param {string} address
 * @param {string} title
 */
function frame(address, title) {
  const code = `<iframe src="${address}" title="${title}" width="480" height="560"></iframe>`;
  const box = el("textarea", { readonly: true, rows: 3, "aria-label": t("links.embed") }, code);
  box.addEventListener("focus", () => box.select());
  return [el("p", { class: "soft small" }, t("links.embedText")), box];
}
