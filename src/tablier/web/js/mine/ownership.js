/** What belongs to this browser's person: to be taken to another device, saved, and deleted. */

import { becomeNobody, linkToPerson } from "../base/access_keys.js";
import { ask, messageOf } from "../base/api.js";
import { confirm, openDialog } from "../base/dialog.js";
import { el, icon } from "../base/dom.js";
import { t } from "../base/language.js";
import { notice } from "../base/notice.js";
import { gamesFile } from "../home/games_file.js";
import { isAlone } from "../house/house.js";
import { leaveLuggage, packedLuggage } from "../puzzle/luggage.js";
import { dropStudiesOf } from "../variations/kept_studies.js";
import { linkParts } from "../table/aside/invite_links.js";
import { reach, reachNote } from "../table/aside/reach.js";

/** @param {() => void} onChange */
export function ownership(onChange) {
  const move = async () => {
    const [known, brought] = await Promise.all([reach(), packedLuggage().catch(() => "")]);
    const link = linkToPerson() + (brought && `/${brought}`);
    const note = reachNote(known);
    const parts = [el("p", {}, t("mine.moveText")), ...(note ? [note] : [])];
    openDialog(t("mine.move"), ...parts, ...linkParts(link, t("mine.move"), known));
  };
  const remove = async () => {
    const yes = t("mine.deleteAllYes");
    if (!(await confirm(t("mine.deleteAll"), t("mine.deleteAllText"), yes))) return;
    try {
      const { kept } = await ask("/api/mine/delete", { tables: null });
      dropStudiesOf(null);
      await leaveLuggage();
      if (!kept.length) await becomeNobody();
      notice(t(kept.length ? "mine.deletedSome" : "mine.deletedAll", { n: kept.length }));
    } catch (error) {
      notice(messageOf(error));
    }
    onChange();
  };
  return el(
    "section",
    { class: "stack tight own" },
    el("h2", {}, t("mine.belongs")),
    el("p", { class: "soft" }, t(isAlone ? "mine.belongsAlone" : "mine.belongsText")),
    el(
      "div",
      { class: "row" },
      !isAlone &&
        el(
          "button",
          { type: "button", class: "quiet", onclick: move },
          icon("phone"),
          t("mine.move"),
        ),
      el("button", { type: "button", class: "quiet", onclick: remove }, t("mine.deleteAll")),
    ),
    gamesFile(onChange),
  );
}
