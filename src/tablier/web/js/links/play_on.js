/** From a position of any game to a table where it is played on. */

import { messageOf, sharedWords } from "../base/api.js";
import { openDialog } from "../base/dialog.js";
import { el, icon } from "../base/dom.js";
import { t } from "../base/language.js";
import { notice } from "../base/notice.js";
import { lastWay, seatsFor, startTable } from "../home/start_table.js";
import { isAlone } from "../house/house.js";

/**
 * Whoever plays on takes the seat that is to act.
 * @param {import("../base/types.js").GameSummary} game
 * @param {number} players
 * @param {string} position
 */
export async function openPlayOn(game, players, position) {
  const { levels } = await sharedWords();
  const options = game.levels.map((value) => el("option", { value }, levels[value]));
  const level = el("select", {}, ...options);
  level.value = String(lastWay().level);
  if (!level.value) level.selectedIndex = 0;

  /** @param {"computer"|"here"|"friend"} way */
  async function begin(way) {
    const seats = seatsFor(game, players, { way, level: Number(level.value) });
    const plain = { players, options: {}, first: "me", clock: null, public: false };
    try {
      await startTable(game, { ...plain, seats, position });
    } catch (error) {
      notice(messageOf(error));
    }
  }
  const strength = el("label", { class: "strength" }, el("span", {}, t("home.level")), level);
  openDialog(
    t("links.playOn"),
    el("p", { class: "soft" }, t("links.playOnText")),
    el("div", { class: "row" }, act("computer", () => begin("computer")), strength),
    act("here", () => begin("here")),
    ...(isAlone ? [] : [act("friend", () => begin("friend"))]),
  );
}

/**
 * @param {"computer"|"here"|"friend"} way
 * @param {() => void} onclick
 */
function act(way, onclick) {
  const drawing = { computer: "computer", here: "people", friend: "link" }[way];
  const look = way === "computer" ? "primary" : null;
  return el(
    "button",
    { type: "button", class: look, onclick },
    icon(drawing),
    t(`home.way.${way}`),
  );
}
