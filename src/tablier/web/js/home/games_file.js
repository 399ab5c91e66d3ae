/** All games of this browser as a file, and back: what one sees where no server keeps them. */

import { ask, messageOf } from "../base/api.js";
import { download, el, fill } from "../base/dom.js";
import { t } from "../base/language.js";

/** Bytes. */
const LARGEST = 64 * 1024 * 1024;
const ADDRESS = "/api/mine/file";
/** How the first line of a game begins. */
const GAME = '{"game":{';

/** @typedef {{told: string, problem?: string}} Outcome */

/**
 * @param {() => void} onTaken games have come
 */
export function gamesFile(onTaken) {
  const told = el("p", { class: "soft", role: "status" });
  const problem = el("p", { class: "problem", role: "alert" });

  /** @param {Promise<Outcome>} work */
  async function tell(work) {
    fill(told, t("games.working"));
    fill(problem);
    const done = await work.catch((error) => ({ told: "", problem: messageOf(error) }));
    fill(told, done.told);
    fill(problem, done.problem);
  }

  const file = el("input", {
    type: "file",
    hidden: true,
    onchange: async () => {
      const chosen = file.files?.[0];
      if (chosen) await tell(take(chosen));
      file.value = "";
      onTaken();
    },
  });
  const buttons = [
    button("games.save", () => tell(save())),
    button("games.take", () => file.click()),
  ];
  return el(
    "details",
    { class: "corner" },
    el("summary", {}, t("games.title")),
    el(
      "div",
      { class: "stack tight" },
      el("p", { class: "soft" }, t("games.note")),
      el("div", { class: "row" }, ...buttons, file),
      told,
      problem,
    ),
  );
}

/**
 * @param {string} key of its text
 * @param {() => void} onclick
 */
function button(key, onclick) {
  return el("button", { type: "button", class: "quiet", onclick }, t(key));
}

/** @returns {Promise<Outcome>} */
async function save() {
  const day = new Date().toISOString().slice(0, 10);
  const text = await ask(ADDRESS);
  download(`tablier-${day}.games`, text);
  const games = text.split("\n").filter((/** @type {string} */ line) => line.startsWith(GAME));
  return { told: t("games.saved", { n: games.length }) };
}

/**
 * @param {File} chosen
 * @returns {Promise<Outcome>}
 */
async function take(chosen) {
  if (chosen.size > LARGEST) return { told: "", problem: t("games.tooLarge") };
  /** @type {{added: string[], gone_on: string[], kept: string[], faults: string[]}} */
  const taken = await ask(ADDRESS, { file: await chosen.text() });
  const { added, gone_on: goneOn, kept, faults } = taken;
  const counts = { added: added.length, goneOn: goneOn.length, kept: kept.length };
  const first = { n: faults.length, first: faults[0] };
  return {
    told: t("games.taken", counts),
    problem: faults.length ? t("games.faults", first) : "",
  };
}
