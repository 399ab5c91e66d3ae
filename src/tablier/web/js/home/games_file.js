/** The games of this person as a file, and back: between a browser and a house, or two of either. */

import { ask, messageOf, ServerRefused } from "../base/api.js";
import { download, el, fill } from "../base/dom.js";
import { t } from "../base/language.js";
import { isAlone } from "../house/house.js";

/** Bytes. */
const LARGEST = 64 * 1024 * 1024;
/** How the line begins that is the page's own: houses leave it. */
const OWN = '{"puzzles":';
const ADDRESS = "/api/mine/file";
/** A house that has been asked too much admits as many pieces again after this long. */
const PAUSE_MS = 2000;
const TRIES = 30;
const TOO_LONG = 413;

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
      el("p", { class: "soft" }, t(isAlone ? "games.note" : "games.noteHouse")),
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
  const lines = (await ask(ADDRESS)).trimEnd().split("\n");
  const last = lines.pop();
  const { luggage } = await import("../puzzle/luggage.js");
  const own = await luggage();
  const all = [...lines, ...(own ? [`${OWN}${JSON.stringify(own)}}`] : []), last, ""];
  download(`tablier-${day}.games`, all.join("\n"));
  const { end } = JSON.parse(last);
  return { told: t("games.saved", { n: end }) };
}

/**
 * A piece after the other, so that no house is sent more than it hears.
 * @param {File} chosen
 * @returns {Promise<Outcome>}
 */
async function take(chosen) {
  if (chosen.size > LARGEST) return { told: "", problem: t("games.tooLarge") };
  const { pieces } = await import("./games_pieces.js");
  const counts = { added: 0, goneOn: 0, kept: 0 };
  /** @type {string[]} */
  const left = [];
  const lines = (await chosen.text()).split("\n");
  const isOwn = (/** @type {string} */ line) => line.startsWith(OWN);
  for (const { text, before } of pieces(lines.filter((line) => !isOwn(line)).join("\n"))) {
    const { added, gone_on: goneOn, kept, faults } = await give(text);
    counts.added += added.length;
    counts.goneOn += goneOn.length;
    counts.kept += kept.length;
    left.push(...faults.map((fault) => countedOn(fault, before)));
  }
  await takeOwn(lines.find(isOwn));
  const first = { n: left.length, first: left[0] };
  return { told: t("games.taken", counts), problem: left.length ? t("games.faults", first) : "" };
}

/**
 * What was made of the puzzles; a line that was changed by hand is left.
 * @param {string} [line]
 */
async function takeOwn(line) {
  if (!line) return;
  const { unpackInto } = await import("../puzzle/luggage.js");
  await unpackInto(JSON.parse(line).puzzles).catch(() => {});
}

/**
 * What is told of a line of a piece, told of the file's.
 * @param {string} fault
 * @param {number} before lines that the file has before those of the piece
 */
function countedOn(fault, before) {
  return fault.replace(/^line (\d+)/, (_, line) => `line ${Number(line) + before}`);
}

/**
 * @typedef {{added: string[], gone_on: string[], kept: string[], faults: string[]}} Taken
 *
 * @param {string} file
 * @returns {Promise<Taken>}
 */
async function give(file, tries = TRIES) {
  try {
    return await ask(ADDRESS, { file });
  } catch (error) {
    if (error instanceof ServerRefused && error.status === TOO_LONG) return tooLong(file);
    const isBusy = error instanceof ServerRefused && ["too_many", "busy"].includes(error.code);
    if (!isBusy || tries <= 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return give(file, tries - 1);
  }
}

/** @param {string} file a piece that is no longer than its one game */
function tooLong(file) {
  const [, table] = /"id":"(\w+)"/.exec(file) ?? [];
  return { added: [], gone_on: [], kept: [], faults: [`table ${table}: too long for this house`] };
}
