/** Setting a table up: who plays, by which rules, against which clock. */

import { gameNamed, messageOf, sharedWords, wordsOf } from "../base/api.js";
import { el, fill } from "../base/dom.js";
import { t } from "../base/language.js";
import { nameField } from "../base/name_field.js";
import { drawStart } from "../board/still_board.js";
import { isAlone } from "../house/house.js";
import { optionFields, suits } from "./option_fields.js";
import { lastWay, lastWish, rememberWish, seatsFor, startTable } from "./start_table.js";

/**
 * @typedef {import("../base/types.js").GameSummary} GameSummary
 * @typedef {import("../base/types.js").Words} Words
 * @typedef {import("./start_table.js").Wish} Wish
 */

const MINUTE = 60_000;
const SECOND = 1000;

/**
 * Clocks by the token that names them in the texts.
 * @type {Record<string, import("../base/types.js").Clock>}
 */
const CLOCKS = {
  none: null,
  fast: { base: 5 * MINUTE, increment: 5 * SECOND },
  medium: { base: 15 * MINUTE, increment: 10 * SECOND },
  slow: { base: 45 * MINUTE, increment: 30 * SECOND },
  day: { days: 1 },
  week: { days: 7 },
};

/** @type {import("../base/router.js").Show} */
export async function show(place, name) {
  const game = await gameNamed(name);
  const [words, { levels }] = await Promise.all([wordsOf(name), sharedWords()]);
  const form = new NewTable(game, words, levels);
  place.append(form.element);
  form.draw();
  return { title: game.title };
}

class NewTable {
  /**
   * @param {GameSummary} game
   * @param {Words} words
   * @param {import("../base/types.js").Texts} levels
   */
  constructor(game, words, levels) {
    this.game = game;
    this.words = words;
    this.levels = levels;
    this.way = lastWay();
    const wish = lastWish(game);
    /** @type {Wish} */
    this.wish = { ...wish, seats: seatsFor(game, wish.players, this.way) };
    this.picture = el("div", { class: "picture", inert: true });
    this.problem = el("p", { class: "problem", role: "alert" });
    this.seats = el("ul", { class: "seat-list" });
    this.others = el("div", { class: "stack" });
    this.options = el("div", { class: "stack" });
    const begin = el("button", { class: "primary", form: "setup" }, t("new.begin"));
    const ahead = el("div", { class: "ahead" }, this.picture, begin);
    this.begun = false;
    this.element = el("div", { class: "setup" }, ahead, this.#form());
  }

  draw() {
    const { game, wish } = this;
    this.#drawSeats();
    for (const option of game.options) {
      if (!suits(option, wish.players)) delete wish.options[option.name];
    }
    const fields = optionFields(game, this.words, wish, () => this.#preview());
    fill(this.options, ...fields);
    this.#preview();
  }

  #form() {
    const { game, words } = this;
    const onsubmit = (/** @type {Event} */ event) => this.#begin(event);
    return el(
      "form",
      { class: "stack", id: "setup", onsubmit },
      el("div", {}, el("h1", {}, game.title), el("p", { class: "soft" }, words.about)),
      game.players.length > 1 && this.#players(),
      el("fieldset", {}, el("legend", {}, t("new.seats")), this.seats),
      this.others,
      this.options,
      game.actions === "turns" && clockField(this.wish),
      this.problem,
    );
  }

  async #preview() {
    this.problem.textContent = "";
    try {
      await drawStart(this.picture, this.game, this.wish.players, this.wish.options);
    } catch (error) {
      this.problem.textContent = messageOf(error);
    }
  }

  /** @param {Event} event */
  async #begin(event) {
    event.preventDefault();
    if (this.begun) return;
    this.begun = true;
    try {
      rememberWish(this.game, this.wish);
      await startTable(this.game, this.wish);
    } catch (error) {
      this.begun = false;
      this.problem.textContent = messageOf(error);
    }
  }

  #players() {
    const { game, wish, way } = this;
    const radios = game.players.map((players) => {
      const radio = el("input", { type: "radio", name: "players", value: players });
      radio.checked = players === wish.players;
      radio.addEventListener("change", () => {
        wish.players = players;
        const added = seatsFor(game, players, way).slice(wish.seats.length);
        wish.seats = [...wish.seats.slice(0, players), ...added];
        this.draw();
      });
      return el("label", {}, radio, players);
    });
    return el("fieldset", { class: "choice" }, el("legend", {}, t("new.players")), ...radios);
  }

  #drawSeats() {
    fill(this.seats, ...this.wish.seats.map((_, chair) => this.#seat(chair)));
    this.#drawOthers();
  }

  #drawOthers() {
    fill(this.others, ...openFields(this.game, this.words, this.wish));
  }

  /**
   * One chair: a person here, a person elsewhere, or the computer at one of its levels.
   * @param {number} chair
   */
  #seat(chair) {
    const { game, wish, levels } = this;
    const now = wish.seats[chair];
    const label = t("new.chair", { n: chair + 1 });
    if (now.kind === "me") return el("li", {}, el("span", {}, t("seat.you")), nameField());
    const named = (/** @type {number} */ level) => t("seat.computer", { level: levels[level] });
    const ways = [
      ["here", t("new.here")],
      ...(isAlone ? [] : [["open", t("new.open")]]),
      ...game.levels.map((level) => [`bot ${level}`, named(level)]),
    ];
    if (game.adaptive) {
      const { adaptive } = game;
      ways.push([`bot ${adaptive}`, t("seat.adaptive", { level: levels[adaptive] })]);
    }
    const value = now.kind === "bot" ? `bot ${now.level}` : now.kind;
    const choose = select(ways, value, (chosen) => {
      const [kind, level] = chosen.split(" ");
      wish.seats[chair] = level ? { kind, level: Number(level) } : { kind };
      this.#drawOthers();
    });
    choose.setAttribute("aria-label", label);
    return el("li", {}, el("span", {}, label), choose);
  }
}

/**
 * What depends on who sits there: colours, who begins, and who may look.
 * @param {GameSummary} game
 * @param {Words} words
 * @param {Wish} wish
 */
function openFields(game, words, wish) {
  const firsts = ["toss", "me", "other"].map((token) => [token, t(`new.first.${token}`)]);
  const first = select(firsts, wish.first, (token) => {
    wish.first = token;
  });
  const alone = wish.seats.every(({ kind }) => kind !== "open");
  return [
    game.begins !== "" && colourField(game, words, wish),
    field("new.first", first),
    !alone && tick("new.public", wish.public, (on) => {
      wish.public = on;
    }),
    game.actions === "turns" &&
    tick(alone ? "new.hints" : "new.hintsAgreed", wish.hints ?? alone, (on) => {
      wish.hints = on;
    }),
  ];
}

/**
 * @param {string} key
 * @param {boolean} checked
 * @param {(on: boolean) => void} onChange
 */
function tick(key, checked, onChange) {
  const box = el("input", { type: "checkbox" });
  box.checked = checked;
  box.addEventListener("change", () => onChange(box.checked));
  return el("label", { class: "check" }, box, el("span", {}, t(key)));
}

/**
 * Which seat one takes, where any of them may begin.
 * @param {GameSummary} game
 * @param {Words} words
 * @param {Wish} wish
 */
function colourField(game, words, wish) {
  const seats = game.colours[wish.players].map((token) => {
    return [token, [words.seats[token], words.legends?.[token]].filter(Boolean).join(" · ")];
  });
  const choices = [["", t("new.colour.any")], ...seats];
  const choose = select(choices, wish.colour ?? "", (token) => {
    wish.colour = token || null;
  });
  return field("new.colour", choose);
}

/** @param {Wish} wish */
function clockField(wish) {
  const tokens = Object.keys(CLOCKS);
  const choices = tokens.map((token) => [token, t(`new.clock.${token}`)]);
  const now = JSON.stringify(wish.clock);
  const same = tokens.find((token) => JSON.stringify(CLOCKS[token]) === now);
  const choose = select(choices, same ?? "none", (token) => {
    wish.clock = CLOCKS[token];
  });
  return field("new.clock", choose);
}

/**
 * @param {string[][]} choices values, and what they are called
 * @param {string} value
 * @param {(value: string) => void} onChange
 */
function select(choices, value, onChange) {
  const options = choices.map(([each, label]) => el("option", { value: each }, label));
  const choose = el("select", {}, ...options);
  choose.value = value;
  choose.addEventListener("change", () => onChange(choose.value));
  return choose;
}

/**
 * @param {string} key
 * @param {HTMLElement} content
 */
function field(key, content) {
  return el("label", { class: "field" }, el("span", {}, t(key)), content);
}
