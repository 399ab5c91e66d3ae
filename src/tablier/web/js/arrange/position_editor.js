/** A board on which any position is set up; the house says whether it can be, and if not, why. */

import { ask, messageOf, ServerRefused } from "../base/api.js";
import { el, fill, homeward, icon } from "../base/dom.js";
import { t } from "../base/language.js";
import { announce } from "../base/live_region.js";
import { createBoard } from "../board/board.js";
import { Drawer } from "../board/input/drawer.js";
import { optionFields } from "../home/option_fields.js";
import { ruleLink } from "../learn/rule_dialog.js";
import { openPlayOn } from "../links/play_on.js";
import { openRecord } from "../study/opened_record.js";
import { Setting } from "./setting.js";

/** A rule at the end of a sentence, which is told as a link. */
const NAMED = / \([A-Z]{2}-\d\d\)(\.?)$/;

/**
 * @typedef {object} Given
 * @property {import("../base/types.js").GameSummary} game
 * @property {import("../base/types.js").Words} words
 * @property {{players: number, options: Record<string, any>}} wish
 * @property {import("../base/types.js").Topology} board
 * @property {import("../base/types.js").Scene} scene
 * @property {() => void} begin from the start position, with what is wished for now
 */

export class PositionEditor {
  /**
   * @param {HTMLElement} place
   * @param {Given} given
   */
  constructor(place, given) {
    const { game, words, wish, board, scene } = given;
    this.given = given;
    this.colours = game.colours[wish.players];
    const arranging = /** @type {NonNullable<typeof game.arranging>} */ (game.arranging);
    this.setting = new Setting(scene, arranging, wish.players);
    this.counted = arranging.counts;
    /** @type {import("./setting.js").Brush|null} */
    this.brush = this.setting.brushes[0];
    this.asking = new AbortController();
    this.record = "";
    this.position = "";
    this.said = el("p", { class: "what", role: "status" });
    const analyse = { class: "primary", type: "button", onclick: () => openRecord(this.record) };
    this.analyse = el("button", analyse, icon("graph"), t("arrange.analyse"));
    const onward = () => openPlayOn(game, wish.players, this.position);
    const playOn = { type: "button", hidden: true, onclick: onward };
    this.playOn = el("button", playOn, icon("play"), t("links.playOn"));
    this.counts = el("div", { class: "stack tight" });
    const stage = el("div", { class: "stage" });
    fill(place, el("h1", { class: "unseen" }, t("arrange.title")), stage, this.#side());
    this.board = createBoard(stage, {
      topology: board,
      colours: this.colours,
      game: game.name,
      words,
      texts: t,
      announce,
      onDraw: (points) => this.#touched(points),
      joins: false,
      Drawer,
    });
    this.turned = 0;
    this.#changed();
  }

  destroy() {
    this.asking.abort();
    this.board.destroy();
  }

  #side() {
    const { game, words, wish, begin } = this.given;
    const fields = optionFields(game, words, wish, begin);
    return el(
      "aside",
      { class: "side" },
      el(
        "div",
        { class: "plate" },
        homeward(t("table.home")),
        el("h2", {}, words.title),
        el("span", { class: "soft small" }, t("arrange.title")),
      ),
      el("section", { class: "prompt" }, this.said, this.analyse, this.playOn),
      this.#palette(),
      this.#turn(),
      this.counts,
      this.#tools(),
      (fields.length > 0 || game.players.length > 1) &&
        el(
          "details",
          { class: "remarks" },
          el("summary", {}, icon("settings"), t("arrange.options")),
          el("div", { class: "stack tight" }, this.#players(), ...fields),
        ),
    );
  }

  #palette() {
    const brushes = [...this.setting.brushes, null];
    const choices = brushes.map((brush) =>
      radio("brush", brush ? this.#called(brush) : t("arrange.erase"), brush === brushes[0], () => {
        this.brush = brush;
      })
    );
    return el(
      "fieldset",
      { class: "palette" },
      el("legend", {}, t("arrange.brush")),
      ...choices,
    );
  }

  /** @param {import("./setting.js").Brush} brush */
  #called({ seat, kind }) {
    const { words } = this.given;
    const token = this.colours[seat];
    const whose = words.seats[token] ?? token;
    const piece = words.pieces?.[`${kind}-${token}`] ?? words.pieces?.[kind];
    return piece && this.setting.kinds.length > 1 ? `${whose}: ${piece}` : whose;
  }

  #turn() {
    const { words } = this.given;
    const choices = this.colours.map((token, seat) =>
      radio("turn", words.seats[token] ?? token, seat === this.setting.seat, () => {
        this.setting.seat = seat;
        this.#changed();
      })
    );
    return el("fieldset", { class: "palette" }, el("legend", {}, t("arrange.turn")), ...choices);
  }

  #countFields() {
    const { words } = this.given;
    const fields = this.setting.counts.flatMap((held, seat) =>
      Object.entries(held).map(([name, value]) => {
        const most = this.counted[name];
        const box = el("input", { type: "number", min: 0, max: most, inputmode: "numeric", value });
        box.addEventListener("change", () => {
          if (!box.reportValidity() || box.value === "") return;
          held[name] = Number(box.value);
          this.#changed();
        });
        const whose = words.seats[this.colours[seat]];
        const what = (words.counts[name] ?? name).replace(/\{n(:[^}]*)?\}/g, "").trim();
        return el("label", { class: "amount" }, el("span", {}, `${whose}: ${what}`), box);
      })
    );
    fill(this.counts, ...fields);
  }

  #players() {
    const { game, wish, begin } = this.given;
    if (game.players.length < 2) return null;
    const choices = game.players.map((players) =>
      radio("players", t("arrange.players", { n: players }), players === wish.players, () => {
        wish.players = players;
        begin();
      })
    );
    return el("div", { class: "palette" }, ...choices);
  }

  #tools() {
    const { begin } = this.given;
    const empty = () => {
      this.setting.clear();
      this.#changed();
    };
    const flip = () => {
      this.turned = (this.turned + 2) % 4;
      this.board.flip(this.turned);
    };
    const tool = (/** @type {string} */ text, /** @type {() => void} */ onclick) =>
      el("button", { class: "quiet", type: "button", onclick }, text);
    return el(
      "div",
      { class: "tools" },
      tool(t("arrange.start"), begin),
      tool(t("arrange.clear"), empty),
      tool(t("tool.flip"), flip),
    );
  }

  /** @param {number[]} points */
  #touched([point, to]) {
    if (to === undefined) this.setting.press(point, this.brush);
    else this.setting.carry(point, to);
    this.#changed();
  }

  #changed() {
    const { pieces, counts } = this.setting;
    const held = this.given.scene.counts.map((before, seat) => ({ ...before, ...counts[seat] }));
    this.#countFields();
    this.board.update({
      scene: { ...this.given.scene, marks: [], pieces, counts: held },
      drawing: true,
      near: 0,
    });
    this.#judge();
  }

  /** Asks whether this can be. */
  async #judge() {
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    const { game, wish } = this.given;
    const { seat, counts, pieces } = this.setting;
    const spots = pieces.map((piece) => [piece.point, piece.seat, piece.kind]);
    const { players, options } = wish;
    const body = { game: game.name, players, options, pieces: spots, seat, counts };
    try {
      const found = await ask("/api/positions/arranged", body, undefined, signal);
      if (signal.aborted) return;
      this.record = found.record;
      this.#tell(t(found.result ? "arrange.over" : "arrange.fine"));
      this.position = found.position;
      this.analyse.hidden = false;
      this.playOn.hidden = Boolean(found.result);
    } catch (error) {
      if (signal.aborted) return;
      this.analyse.hidden = true;
      this.playOn.hidden = true;
      const { rule = null } = error instanceof ServerRefused ? error : {};
      const told = messageOf(error).replace(NAMED, "$1");
      this.#tell(told, rule ? " " : "", rule ? ruleLink(game.name, rule) : "");
    }
  }

  /**
   * @param {string} text
   * @param {...(Node|string)} more
   */
  #tell(text, ...more) {
    fill(this.said, text, ...more);
  }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {boolean} checked
 * @param {() => void} onchange
 */
function radio(name, label, checked, onchange) {
  const input = el("input", { type: "radio", name, checked, onchange });
  return el("label", { class: "check" }, input, el("span", {}, label));
}
