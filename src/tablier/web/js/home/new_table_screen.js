/** Setting a table up: who plays, by which rules, against which clock. */

import { gameNamed, sharedWords, wordsOf } from "../base/api.js";
import { el, fill } from "../base/dom.js";
import { t } from "../base/language.js";
import { nameField } from "../base/name_field.js";
import { optionFields, suits } from "./option_fields.js";
import { drawStart } from "../board/still_board.js";
import { lastWay, lastWish, rememberWish, seatsFor, startTable } from "./start_table.js";

const MINUTE = 60_000;
const SECOND = 1000;

/** Clocks by the token that names them in the texts. */
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
  const [words, shared] = await Promise.all([wordsOf(name), sharedWords()]);
  const { way, level } = lastWay();
  const wish = lastWish(game);
  wish.seats = seatsFor(wish.players, way, level);
  const picture = el("div", { class: "picture", inert: true });
  const problem = el("p", { class: "problem", role: "alert" });
  const seats = el("ul", { class: "seat-list" });
  const others = el("div", { class: "stack" });
  const options = el("div", { class: "stack" });

  const preview = async () => {
    problem.textContent = "";
    try {
      await drawStart(picture, game, wish.players, wish.options);
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const drawSeats = () => {
    fill(
      seats,
      ...wish.seats.map((_, chair) => seatField(game, words, shared, wish, chair, drawOthers)),
    );
    drawOthers();
  };
  const drawOthers = () => fill(others, ...openFields(game, words, wish));
  const drawOptions = () => {
    for (const option of game.options) {
      if (!suits(option, wish.players)) delete wish.options[option.name];
    }
    fill(options, ...optionFields(game, words, wish.players, wish.options, preview));
  };

  const form = el(
    "form",
    { class: "stack", id: "setup" },
    el("div", {}, el("h1", {}, game.title), el("p", { class: "soft" }, words.about)),
    game.players.length > 1 &&
      playersField(game, wish, level, way, () => {
        drawSeats();
        drawOptions();
        preview();
      }),
    el("fieldset", {}, el("legend", {}, t("new.seats")), seats),
    others,
    options,
    game.actions === "turns" && clockField(wish),
    problem,
  );
  const begin = el("button", { class: "primary", form: "setup" }, t("new.begin"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      rememberWish(game, wish);
      await startTable(game, wish);
    } catch (error) {
      problem.textContent = error.message;
    }
  });
  place.append(el("div", { class: "setup" }, el("div", { class: "ahead" }, picture, begin), form));
  drawSeats();
  drawOptions();
  preview();
  return { title: game.title };
}

function playersField(game, wish, level, way, onChange) {
  const radios = game.players.map((players) => {
    const radio = el("input", { type: "radio", name: "players", value: players });
    radio.checked = players === wish.players;
    radio.addEventListener("change", () => {
      wish.players = players;
      const added = seatsFor(players, way, level).slice(wish.seats.length);
      wish.seats = [...wish.seats.slice(0, players), ...added];
      onChange();
    });
    return el("label", {}, radio, players);
  });
  return el("fieldset", { class: "choice" }, el("legend", {}, t("new.players")), ...radios);
}

/** One chair: a person here, a person elsewhere, or the computer at one of its levels. */
function seatField(game, words, shared, wish, chair, onChange) {
  const now = wish.seats[chair];
  const label = t("new.chair", { n: chair + 1 });
  if (now.kind === "me") return el("li", {}, el("span", {}, t("seat.you")), nameField());
  const choose = el(
    "select",
    { "aria-label": label },
    el("option", { value: "here" }, t("new.here")),
    el("option", { value: "open" }, t("new.open")),
    ...game.levels.map((level) =>
      el("option", { value: `bot ${level}` }, t("seat.computer", { level: shared.levels[level] })),
    ),
  );
  choose.value = now.kind === "bot" ? `bot ${now.level}` : now.kind;
  choose.addEventListener("change", () => {
    const [kind, level] = choose.value.split(" ");
    wish.seats[chair] = level ? { kind, level: Number(level) } : { kind };
    onChange();
  });
  return el("li", {}, el("span", {}, label), choose);
}

/** What depends on who sits there: colours, who begins, and who may look. */
function openFields(game, words, wish) {
  const tick = (key, name) => {
    const box = el("input", { type: "checkbox" });
    box.checked = wish[name];
    box.addEventListener("change", () => {
      wish[name] = box.checked;
    });
    return el("label", { class: "check" }, box, el("span", {}, t(key)));
  };
  const first = el(
    "select",
    {},
    el("option", { value: "toss" }, t("new.first.toss")),
    el("option", { value: "me" }, t("new.first.me")),
    el("option", { value: "other" }, t("new.first.other")),
  );
  first.value = wish.first;
  first.addEventListener("change", () => {
    wish.first = first.value;
  });
  const alone = wish.seats.every(({ kind }) => kind !== "open");
  return [
    game.begins && colourField(game, words, wish),
    el("label", { class: "field" }, el("span", {}, t("new.first")), first),
    !alone && tick("new.public", "public"),
    tick("new.hints", "hints"),
  ].filter(Boolean);
}

/** Which seat one takes, where any of them may begin. */
function colourField(game, words, wish) {
  const seat = (token) => [words.seats[token], words.legends?.[token]].filter(Boolean).join(" · ");
  const choose = el(
    "select",
    {},
    el("option", { value: "" }, t("new.colour.any")),
    ...game.colours[wish.players].map((token) => el("option", { value: token }, seat(token))),
  );
  choose.value = wish.colour ?? "";
  choose.addEventListener("change", () => {
    wish.colour = choose.value || null;
  });
  return el("label", { class: "field" }, el("span", {}, t("new.colour")), choose);
}

function clockField(wish) {
  const choose = el(
    "select",
    {},
    ...Object.keys(CLOCKS).map((token) => el("option", { value: token }, t(`new.clock.${token}`))),
  );
  const same = (token) => JSON.stringify(CLOCKS[token]) === JSON.stringify(wish.clock);
  choose.value = Object.keys(CLOCKS).find(same) ?? "none";
  choose.addEventListener("change", () => {
    wish.clock = CLOCKS[choose.value];
  });
  return el("label", { class: "field" }, el("span", {}, t("new.clock")), choose);
}
