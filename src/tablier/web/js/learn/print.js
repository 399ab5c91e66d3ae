/** What a game is played on, to be printed: by the browser, on whatever paper it has. */

import { settings } from "../base/settings.js";
import { ask, gameNamed, messageOf, wordsOf } from "../base/api.js";
import { el, fill, icon } from "../base/dom.js";
import { t } from "../base/language.js";
import { optionFields } from "../home/option_fields.js";

/** @typedef {import("../base/types.js").GameSummary} GameSummary */

/**
 * @param {HTMLElement} place
 * @param {string} name of the game
 */
export async function showPrint(place, name) {
  const [game, words] = await Promise.all([gameNamed(name), wordsOf(name)]);
  const print = new Print(game, words);
  place.append(print.element);
  await print.draw();
  return { title: t("print.title", { game: game.title }) };
}

class Print {
  /**
   * @param {GameSummary} game
   * @param {import("../base/types.js").Words} words
   */
  constructor(game, words) {
    this.game = game;
    this.words = words;
    this.wish = { players: Math.max(...game.players), options: {} };
    this.fields = el("div", { class: "stack" });
    this.problem = el("p", { class: "problem", role: "alert" });
    this.pages = el("ol", { class: "papers" });
    this.button = el(
      "button",
      { type: "button", class: "primary", onclick: () => print() },
      icon("printer"),
      t("print.print"),
    );
    this.element = el(
      "div",
      { class: "printing" },
      el(
        "div",
        { class: "stack" },
        el("h1", {}, t("print.title", { game: game.title })),
        el("p", { class: "soft" }, t("print.note")),
        game.players.length > 1 && this.#players(),
        this.fields,
        this.problem,
        el(
          "div",
          { class: "row" },
          this.button,
          el("a", { class: "button quiet", href: `#/learn/${game.name}` }, t("lesson.rules")),
        ),
      ),
      this.pages,
    );
  }

  #players() {
    const radios = this.game.players.map((players) => {
      const radio = el("input", { type: "radio", name: "players", value: players });
      radio.checked = players === this.wish.players;
      radio.addEventListener("change", () => {
        this.wish.players = players;
        this.draw();
      });
      return el("label", {}, radio, players);
    });
    return el("fieldset", { class: "choice" }, el("legend", {}, t("new.players")), ...radios);
  }

  async draw() {
    const { players, options } = this.wish;
    const query = new URLSearchParams({ players: String(players), ...options });
    try {
      const asked = `/api/games/${this.game.name}/paper?language=${settings().language}&${query}`;
      this.#show(await ask(asked));
    } catch (error) {
      fill(this.problem, messageOf(error));
      this.button.disabled = true;
    }
  }

  /** @param {import("../base/types.js").Paper} paper */
  #show({ pages, options }) {
    const seen = this.game.options.filter(({ name }) => options.includes(name));
    if (!this.fields.hasChildNodes()) {
      const shown = { ...this.game, options: seen };
      fill(this.fields, ...optionFields(shown, this.words, this.wish, () => this.draw()));
      this.fields.querySelector("details")?.setAttribute("open", "");
    }
    fill(this.problem);
    this.button.disabled = false;
    const of = pages.length;
    fill(
      this.pages,
      ...pages.map((page, index) => sheet(page, t("print.page", { n: index + 1, of }))),
    );
  }
}

/**
 * @param {string} page an SVG document
 * @param {string} alt
 */
function sheet(page, alt) {
  const src = `data:image/svg+xml,${encodeURIComponent(page)}`;
  return el("li", {}, el("img", { src, alt }));
}
