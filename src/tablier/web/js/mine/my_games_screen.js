/** Everything that was played with this browser's key: what goes on, what is over, and how it went. */

import { addressOfPerson, becomePerson, isKey } from "../base/access_keys.js";
import { ask, games, sharedWords } from "../base/api.js";
import { confirm } from "../base/dialog.js";
import { el, fill } from "../base/dom.js";
import { t } from "../base/language.js";
import { notice } from "../base/notice.js";
import { isYourTurn, tableRow } from "../home/table_row.js";
import { FinishedGames } from "./finished_games.js";
import { ownership } from "./ownership.js";
import { unpackAddress } from "../puzzle/luggage.js";
import { studiesList } from "../variations/studies_list.js";
import { resultsOf } from "./results.js";

/** @type {import("../base/router.js").Show} */
export async function show(place, key, brought) {
  if (key) await takeOver(key, brought);
  const [all, { levels }] = await Promise.all([games(), sharedWords()]);
  const known = { games: all, levels };
  const going = el("div", { class: "stack" });
  const results = el("div", { class: "stack results" });
  const studies = await studiesList();
  const finished = new FinishedGames(known, () => {
    studies.draw();
    draw();
  });

  async function draw() {
    const [open, went] = await Promise.all([
      ask("/api/mine?state=going"),
      ask("/api/mine/results"),
    ]);
    fill(going, ...unfinished(open, known));
    fill(results, ...resultsOf(went, known));
  }

  place.append(
    el("h1", {}, t("mine.title")),
    going,
    results,
    finished.element,
    studies.element,
    ownership(async () => {
      studies.draw();
      await draw();
      await finished.draw();
    }),
  );
  await Promise.all([draw(), finished.draw()]);
  return { title: t("mine.title") };
}

/**
 * Those that wait for a move come first.
 * @param {import("../base/types.js").TableSummary[]} open
 * @param {import("../home/table_row.js").Known} known
 */
function unfinished(open, known) {
  if (!open.length) return [];
  const sorted = [...open.filter(isYourTurn), ...open.filter((table) => !isYourTurn(table))];
  const rows = sorted.map((table) => tableRow(table, known, t("home.resume")));
  return [el("h2", {}, t("mine.going")), el("ul", { class: "list tables" }, ...rows)];
}

/**
 * The private link of another device was opened: from now on both are the same person's.
 * @param {string} key
 * @param {string} [brought] what was made of the puzzles there
 */
async function takeOver(key, brought) {
  history.replaceState(null, "", addressOfPerson());
  if (!isKey(key)) {
    notice(t("mine.noKey"));
    return;
  }
  const sure = await confirm(t("mine.takeTitle"), t("mine.takeText"), t("mine.takeYes"));
  if (!sure) return;
  await becomePerson(key);
  if (brought) await unpackAddress(brought).catch(() => notice(t("mine.noKey")));
}
