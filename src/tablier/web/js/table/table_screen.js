/** The screen of a table: connects, and lays the table when the first view comes. */

import { sharedWords, wordsOf } from "../base/api.js";
import { LiveTable } from "./live_table.js";
import { el, fill } from "../base/dom.js";
import { openInvite } from "./invite_links.js";
import { addKeys, allKeys } from "../base/access_keys.js";
import { t } from "../base/language.js";
import { connect } from "./connection.js";
import { isFresh } from "../home/start_table.js";
import { tableClock } from "./clock.js";

/** How long a connection may be gone before anybody needs to know. */
const GRACE = 1200;

/** What closed the door, by the code that the server closed with. */
const CLOSED = { 4403: "table.closed", 4404: "table.none", 4410: "table.other_rules" };

/** @type {import("../base/router.js").Show} */
export function show(place, id, key) {
  if (key) {
    addKeys(id, { links: [key] });
    history.replaceState(null, "", `#/table/${id}`);
  }
  place.append(el("p", { class: "opening soft" }, t("table.opening")));
  return openTable(place, id);
}

function openTable(place, id) {
  const clock = tableClock();
  /** Updates that come while the table is still being set. */
  const early = /** @type {any[]} */ ([]);
  let live = /** @type {LiveTable|null} */ (null);
  let away = 0;
  let gone = false;

  const link = connect(id, {
    keys: () => allKeys(id),
    onWelcome(welcome) {
      clock.set(welcome.view);
      if (!live) return set(welcome);
      live.you = welcome.you;
      live.receive(welcome.view, welcome.events, true);
    },
    onUpdate(frame) {
      clock.set(frame.view);
      if (live) live.receive(frame.view, frame.events, true);
      else early.push(frame);
    },
    onPresence: (frame) => live?.presence(frame),
    onState(state) {
      clearTimeout(away);
      if (state === "online") live?.connection("online");
      else away = setTimeout(() => live?.connection("away"), GRACE);
    },
    onRefused(code) {
      const heading = el("h1", {}, t(CLOSED[code] ?? "error.server"));
      const home = el("a", { href: "#/" }, t("table.home"));
      fill(place, el("div", { class: "stack opening" }, heading, home));
    },
  });

  async function set(welcome) {
    const [words, { levels }] = await Promise.all([wordsOf(welcome.table.game), sharedWords()]);
    const fresh = new LiveTable(place, { welcome, words, levels, link, clock });
    if (gone || live) return;
    await fresh.open();
    if (gone || live) {
      fresh.destroy();
      return;
    }
    live = fresh;
    live.receive(welcome.view, welcome.events, false);
    for (const { view, events } of early.splice(0)) live.receive(view, events, true);
    if (isFresh(id) && live.view.phase === "waiting") openInvite(live);
  }

  return {
    title: t("table.title"),
    destroy() {
      gone = true;
      clearTimeout(away);
      link.close();
      live?.destroy();
    },
  };
}
