/** A game's options as fields, each with the sentence that says what it changes. */

import { el } from "../base/dom.js";
import { t } from "../base/language.js";

/**
 * @typedef {import("../base/types.js").OptionSummary} Option
 * @typedef {import("../base/types.js").Words} Words
 * @typedef {(option: Option, words: Words, value: any, tell: (value: string) => void) => HTMLElement} Field
 */

/** With more numbers than these, numbers are set under "finer". */
const MANY_NUMBERS = 2;

/**
 * Whether an option can be chosen among a number of players.
 * @param {Option} option
 * @param {number} players
 */
export function suits(option, players) {
  return !option.players.length || option.players.includes(players);
}

/**
 * @param {import("../base/types.js").GameSummary} game
 * @param {Words} words
 * @param {Pick<import("./start_table.js").Wish, "players"|"options">} wish its options are changed in
 * place, and hold only what differs from the default
 * @param {() => void} onChange
 * @returns {HTMLElement[]} none for who begins, which is asked with the seats
 */
export function optionFields(game, words, { players, options: chosen }, onChange) {
  const options = game.options.filter(
    (option) => suits(option, players) && option.name !== game.begins,
  );
  const numbers = game.options.filter(({ kind }) => kind === "number").length;
  const fine = (/** @type {Option} */ { kind }) =>
    kind === "custom" || (kind === "number" && numbers > MANY_NUMBERS);
  const field = (/** @type {Option} */ option) =>
    FIELDS[option.kind](option, words, chosen[option.name] ?? option.default, (value) => {
      if (value === String(option.default) || value === "") delete chosen[option.name];
      else chosen[option.name] = value;
      onChange();
    });
  const plain = options.filter((option) => !fine(option)).map(field);
  const finer = options.filter(fine).map(field);
  if (!finer.length) return plain;
  const inside = el("div", { class: "stack" }, ...finer);
  return [...plain, el("details", {}, el("summary", {}, t("new.finer")), inside)];
}

/** @type {Record<Option["kind"], Field>} */
const FIELDS = {
  switch(option, words, value, tell) {
    const box = el("input", { type: "checkbox" });
    box.checked = value === true || value === "on";
    box.addEventListener("change", () => tell(box.checked ? "on" : "off"));
    return el("label", { class: "check" }, box, el("span", {}, words.options[option.name]));
  },
  choice(option, words, value, tell) {
    const names = words.choices?.[option.name] ?? {};
    const radios = (option.choices ?? []).map((choice) => {
      const radio = el("input", { type: "radio", name: option.name, value: choice });
      radio.checked = choice === value;
      radio.addEventListener("change", () => tell(choice));
      return el("label", { class: "check" }, radio, el("span", {}, names[choice] ?? choice));
    });
    return el(
      "fieldset",
      {},
      el("legend", {}, words.titles?.[option.name] ?? words.options[option.name]),
      words.titles?.[option.name] && el("p", { class: "soft small" }, words.options[option.name]),
      ...radios,
    );
  },
  number(option, words, value, tell) {
    const box = el("input", {
      type: "number",
      min: option.least,
      max: option.most,
      inputmode: "numeric",
      value,
    });
    box.addEventListener("change", () => box.reportValidity() && tell(box.value));
    return el("label", { class: "amount" }, el("span", {}, words.options[option.name]), box);
  },
  custom(option, words, value, tell) {
    const box = el("input", { type: "text", spellcheck: "false", value: String(value ?? "") });
    box.addEventListener("change", () => tell(box.value.trim()));
    return el("label", { class: "field" }, el("span", {}, words.options[option.name]), box);
  },
};
