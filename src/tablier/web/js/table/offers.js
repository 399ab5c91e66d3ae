/**
 * What players ask each other beside the moves: to sit down, a draw, a take-back, a rematch, or
 * to play on after the end.
 */

import { ask } from "../base/api.js";
import { download, el, icon } from "../base/dom.js";
import { openInvite, joinLink } from "./invite_links.js";
import { addKeys, allKeys } from "../base/access_keys.js";
import { t } from "../base/language.js";
import { nameField } from "../base/name_field.js";
import { notice } from "../base/notice.js";
import { openRecord } from "../study/opened_record.js";

function button(text, act, traits = {}) {
  const node = el("button", { type: "button", ...traits }, ...[text].flat());
  node.addEventListener("click", () => act(node));
  return node;
}

/** Offers of others that wait for an answer, own ones that wait for theirs, and absent players. */
export function offersOf(live) {
  const { view, you, names, send } = live;
  const nodes = [];
  for (const what of ["draw", "takeback", "rematch", "play_on"]) {
    const seats = view.offers[what] ?? [];
    const after = what === "rematch" || what === "play_on";
    if (view.phase !== (after ? "over" : "playing")) continue;
    const asked = what === "play_on" ? resumersOf(live) : you.seats;
    const who = what === "play_on" ? { seat: asked[0] } : {};
    const theirs = seats.filter((seat) => !you.seats.includes(seat));
    const mine = seats.some((seat) => you.seats.includes(seat));
    if (theirs.length && !mine && asked.length) {
      const player = names.alone(view, you, theirs[0]);
      const yes = what === "rematch" ? "offer" : "accept";
      nodes.push(
        el(
          "div",
          { class: "offer" },
          el("p", {}, t(`offer.${what}`, { player })),
          button(t("offer.yes"), () => send(what, { say: yes, ...who })),
          button(t("offer.no"), () => send(what, { say: "decline", ...who })),
        ),
      );
    } else if (mine) nodes.push(el("p", { class: "soft small" }, t(`offered.${what}`)));
  }
  if (you.seats.length) {
    for (const from of view.claim) {
      const player = names.alone(view, you, from);
      nodes.push(
        el(
          "div",
          { class: "offer" },
          el("p", {}, t("claim.text", { player })),
          button(t("claim.yes"), () => send("claim", { from })),
        ),
      );
    }
  }
  return nodes;
}

/** The own seats that may play on after the end. */
function resumersOf({ view, you }) {
  return (view.resumers ?? []).filter((seat) => you.seats.includes(seat));
}

/** Before the game: take a free seat, or call somebody to it. */
export function waitingActs(live, link) {
  const { view, you, table, id } = live;
  const free = view.seats.some(({ kind }) => kind === "open");
  if (!you.seats.length && free) return [sitForm(live, link)];
  const leave = button(
    t("table.leave"),
    async () => {
      await live.send("leave");
      location.hash = "#/";
    },
    { class: "quiet" },
  );
  if (!you.seats.length) return [];
  return [
    free &&
      joinLink(table) &&
      button([icon("link"), t("invite.open")], () => openInvite(live), { class: "primary" }),
    leave,
  ];
}

function sitForm(live, link) {
  const box = nameField();
  const form = el(
    "form",
    { class: "copyable" },
    box,
    el("button", { class: "primary" }, t("table.sit")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const wish = { name: box.value.trim() };
      const { seat, key } = await ask(`/api/tables/${live.id}/sit`, wish, allKeys(live.id));
      addKeys(live.id, { seats: { [seat]: key } });
      link.again();
    } catch (error) {
      notice(error.message);
    }
  });
  return form;
}

/** After the game: on, again, look at it, take it along; what is offered is answered above. */
export function afterGame(live) {
  const { view, you, table, id, send } = live;
  const record = () => ask(`/api/tables/${id}/record`, undefined, allKeys(id));
  const [seat] = resumersOf(live);
  const guarded = (act) => async () => {
    try {
      await act();
    } catch (error) {
      notice(error.message);
    }
  };
  return [
    seat !== undefined &&
      !view.offers.play_on.length &&
      button([icon("forward"), t("after.play_on")], () => send("play_on", { say: "offer", seat }), {
        class: "primary",
      }),
    you.seats.length > 0 &&
      !view.offers.rematch.length &&
      button([icon("replay"), t("after.rematch")], () => send("rematch", { say: "offer" }), {
        class: seat === undefined ? "primary" : "",
      }),
    button(
      [icon("graph"), t("after.review")],
      guarded(async () => openRecord(await record())),
    ),
    button(
      [icon("download"), t("after.download")],
      guarded(async () => download(`${table.game}-${id}.txt`, await record())),
    ),
    el("a", { class: "button quiet", href: `#/new/${table.game}` }, t("after.new")),
  ];
}
