/** The person's settings. */

import { games } from "../base/api.js";
import { el } from "../base/dom.js";
import { t } from "../base/language.js";
import { nameField } from "../base/name_field.js";
import { change, LANGUAGES, settings } from "../base/settings.js";
import { sound } from "../base/sound.js";
import { openKeys } from "./keys_dialog.js";
import { drawStart } from "../board/still_board.js";

const THEMES = ["system", "light", "dark"];
const BOARDS = ["own", "wood", "paper", "slate"];
const MOTIONS = ["off", "fast", "normal", "slow"];

/**
 * Languages are named in themselves.
 * @type {Record<string, string>}
 */
const OWN_NAMES = { en: "English", fr: "français", de: "Deutsch", es: "español" };

/** @type {import("../base/router.js").Show} */
export async function show(place) {
  const boards = choice("board", BOARDS, (board) => t(`settings.board.${board}`));
  const samples = el("div", { class: "samples", inert: true });
  boards.append(samples);
  boards.addEventListener("change", () => drawSamples(samples));
  const volume = el("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.05,
    value: settings().volume,
  });
  volume.addEventListener("change", () => {
    change({ volume: Number(volume.value) });
    sound("wood");
  });
  place.append(
    el("h1", {}, t("settings.title")),
    el(
      "div",
      { class: "stack preferences" },
      el("label", { class: "field" }, el("span", {}, t("settings.name")), nameField()),
      choice("language", LANGUAGES, (language) => OWN_NAMES[language]),
      choice("theme", THEMES, (theme) => t(`settings.theme.${theme}`)),
      boards,
      choice("motion", MOTIONS, (motion) => t(`settings.motion.${motion}`)),
      el("label", { class: "field" }, el("span", {}, t("settings.volume")), volume),
      tick("coordinates"),
      tick("shapes"),
      el("p", {}, el("button", { type: "button", onclick: openKeys }, t("settings.keys"))),
    ),
  );
  await drawSamples(samples);
  return { title: t("settings.title") };
}

/**
 * The boards as they look now.
 * @param {HTMLElement} samples
 */
async function drawSamples(samples) {
  const pictures = (await games()).map((game) => {
    const picture = el("div", { class: "picture" });
    drawStart(picture, game, game.players[0]);
    return picture;
  });
  samples.replaceChildren(...pictures);
}

/**
 * @param {"language"|"theme"|"board"|"motion"} setting
 * @param {string[]} values
 * @param {(value: string) => string} label
 */
function choice(setting, values, label) {
  const radios = values.map((value) => {
    const radio = el("input", { type: "radio", name: setting, value });
    radio.checked = settings()[setting] === value;
    radio.addEventListener("change", () => change({ [setting]: value }));
    const language = setting === "language" ? value : null;
    return el("label", {}, radio, el("span", { lang: language }, label(value)));
  });
  return el(
    "fieldset",
    {},
    el("legend", {}, t(`settings.${setting}`)),
    el("div", { class: "choice" }, ...radios),
  );
}

/** @param {"coordinates"|"shapes"} setting */
function tick(setting) {
  const box = el("input", { type: "checkbox" });
  box.checked = settings()[setting];
  box.addEventListener("change", () => change({ [setting]: box.checked }));
  return el("label", { class: "check" }, box, el("span", {}, t(`settings.${setting}`)));
}
