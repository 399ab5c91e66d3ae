/**
 * What players ask each other beside the moves: to sit down, a draw, a take-back, a rematch, or
 * to play on after the end.
 */

import { addKeys, allKeys, keysOf } from "../../base/access_keys.js";
import { ask, messageOf } from "../../base/api.js";
import { download, el, icon } from "../../base/dom.js";
import { t } from "../../base/language.js";
import { nameField } from "../../base/name_field.js";
import { notice } from "../../base/notice.js";
import { openRecord } from "../../study/opened_record.js";
import { joinLink, openInvite } from "./invite_links.js";

/**
 * @typedef {import("../live_table.js").LiveTable} LiveTable
 * @typedef {import("../../base/types.js").Offer} Offer
 */

/** @type {Offer[]} */
const OFFERS = ["draw", "takeback", "rematch", "play_on"];

/**
 * A button, which does nothing more while it acts; what goes wrong is told.
 * @param {(Node|string)[]} content
 * @param {() => unknown} act
 * @param {string} [look]
 */
function button(content, act, look = "") {
  let acting = false;
  const onclick = async () => {
    if (acting) return;
    acting = true;
    try {
      await act();
    } catch (error) {
      notice(messageOf(error));
    }
    acting = false;
  };
  return el("button", { type: "button", class: look || null, onclick }, ...content);
}

/**
 * Offers of others that wait for an answer, own ones that wait for theirs, and absent players.
 * @param {LiveTable} live
 */
export function offersOf(live) {
  const { view, you } = live;
  const offers = OFFERS.filter((what) => {
    const after = what === "rematch" || what === "play_on";
    return view.phase === (after ? "over" : "playing");
  });
  const claims = you.seats.length ? view.claim : [];
  return [
    ...offers.flatMap((what) => offerOf(live, what)),
    ...claims.map((from) => claimOf(live, from)),
  ];
}

/**
 * @param {LiveTable} live
 * @param {Offer} what
 */
function offerOf(live, what) {
  const { view, you, names, send } = live;
  const seats = view.offers[what];
  const asked = what === "play_on" ? resumersOf(live) : you.seats;
  const who = what === "play_on" ? { seat: asked[0] } : {};
  const theirs = seats.filter((seat) => !you.seats.includes(seat));
  const mine = theirs.length < seats.length;
  if (mine) return [el("p", { class: "soft small" }, t(`offered.${what}`))];
  if (!theirs.length || !asked.length) return [];
  const player = names.alone(view, you, theirs[0]);
  const yes = what === "rematch" ? "offer" : "accept";
  return [
    el(
      "div",
      { class: "offer" },
      el("p", {}, t(`offer.${what}`, { player })),
      button([t("offer.yes")], () => send(what, { say: yes, ...who })),
      button([t("offer.no")], () => send(what, { say: "decline", ...who })),
    ),
  ];
}

/**
 * @param {LiveTable} live
 * @param {number} from a seat that has been away
 */
function claimOf({ view, you, names, send }, from) {
  return el(
    "div",
    { class: "offer" },
    el("p", {}, t("claim.text", { player: names.alone(view, you, from) })),
    button([t("claim.yes")], () => send("claim", { from })),
  );
}

/**
 * The own seats that may play on after the end.
 * @param {LiveTable} live
 */
function resumersOf({ view, you }) {
  return view.resumers.filter((seat) => you.seats.includes(seat));
}

/**
 * Before the game: take a free seat, or call somebody to it.
 * @param {LiveTable} live
 */
export function waitingActs(live) {
  const { view, you, table, send } = live;
  const free = view.seats.some(({ kind }) => kind === "open");
  if (!you.seats.length) return free ? sitForm(live) : [];
  const leave = async () => {
    await send("leave");
    location.hash = "#/";
  };
  const invite = [icon("link"), t("invite.open")];
  return [
    free && joinLink(table) !== null && button(invite, () => openInvite(live), "primary"),
    button([t("table.leave")], leave, "quiet"),
  ];
}

/** @param {LiveTable} live */
function sitForm({ id, link, table }) {
  const box = nameField();
  let seated = false;
  const onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (seated) return;
    seated = true;
    try {
      const wish = { name: box.value.trim() };
      const { seat, key } = await ask(`/api/tables/${id}/sit`, wish, allKeys(id));
      const { join, links } = keysOf(id);
      // One of the keys was an invitation; where there is but one that can be, it is known.
      const invitation = join ?? (links.length === 1 ? links[0] : null);
      addKeys(id, { seats: { [seat]: key }, join: invitation });
      link.again();
    } catch (error) {
      seated = false;
      notice(messageOf(error));
    }
  };
  const sit = el("button", { class: "primary" }, t("table.sit"));
  const form = el("form", { class: "copyable", onsubmit }, box, sit);
  if (!table.hints || table.actions === "race") return [form];
  return [form, el("p", { class: "soft small" }, t("table.hintsAgreed"))];
}

/**
 * After the game: on, again, look at it, take it along; what is offered is answered above.
 * @param {LiveTable} live
 */
export function afterGame(live) {
  const { view, you, table, id, send } = live;
  const record = () => ask(`/api/tables/${id}/record`, undefined, allKeys(id));
  const [seat] = resumersOf(live);
  const again = you.seats.length > 0 && !view.offers.rematch.length;
  const on = seat !== undefined && !view.offers.play_on.length;
  const playOn = () => send("play_on", { say: "offer", seat });
  const rematch = () => send("rematch", { say: "offer" });
  const save = async () => download(`${table.game}-${id}.txt`, await record());
  const share = async () => {
    const { shareTable } = await import("../../links/share_dialog.js");
    await shareTable(table, await record());
  };
  const first = seat === undefined ? "primary" : "";
  return [
    on && button([icon("forward"), t("after.play_on")], playOn, "primary"),
    again && button([icon("replay"), t("after.rematch")], rematch, first),
    button(
      [icon("graph"), t("after.review")],
      async () => openRecord(await record(), you.seats[0], id),
    ),
    you.seats.length > 0 && table.actions === "turns" &&
    el("a", { class: "button", href: `#/mistakes/${id}` }, icon("hint"), t("mistakes.title")),
    you.seats.length > 0 && button([icon("share"), t("links.send")], share),
    button([icon("download"), t("after.download")], save),
    el("a", { class: "button quiet", href: `#/new/${table.game}` }, t("after.new")),
  ];
}
