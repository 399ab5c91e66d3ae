/** One mistake on the board: find something better, with as many tries as one likes. */

import { ask, ServerRefused } from "../base/api.js";
import { el, fill } from "../base/dom.js";
import { t } from "../base/language.js";
import { announce } from "../base/live_region.js";
import { sound } from "../base/sound.js";
import { actionButtons, labelOf } from "../table/action_buttons.js";
import { refusal } from "../table/aside/status_line.js";
import { createPlayBoard } from "../table/play_board.js";

/**
 * @typedef {import("../base/types.js").PositionShown} PositionShown
 * @typedef {import("../base/types.js").Verdict} Verdict
 *
 * @typedef {object} Company
 * @property {import("../base/types.js").GameRecord} game
 * @property {import("../base/types.js").Words} words
 * @property {ReturnType<typeof import("../table/aside/seat_names.js").seatNames>} names
 */

/** A move that gives away no more than this is good enough: it would have had no mark. */
const GOOD_ENOUGH = 0.05;
/** Milliseconds between the moves of a line that is played out. */
const PACE_MS = 900;
/** Actions of such a line: what comes later proves nothing to anybody who looks. */
const LONGEST_LINE = 6;

export class MistakeTask {
  /**
   * @param {HTMLElement} stage
   * @param {Company} company
   * @param {Verdict[]} moves
   * @param {number} index of the mistake among them
   * @param {() => void} onNext
   */
  constructor(stage, company, moves, index, onNext) {
    this.company = company;
    this.verdict = moves[index];
    this.reply = moves[index + 1] ?? null;
    this.frame = company.game.frames[index];
    this.seat = this.verdict.decider ?? 0;
    this.best = this.verdict.chances[this.seat] + this.verdict.loss;
    this.onNext = onNext;
    this.hints = 0;
    this.solved = false;
    this.playing = 0;
    /** @type {PositionShown|null} */
    this.start = null;
    const play = (/** @type {string} */ text) => this.#try(text);
    this.board = createPlayBoard(stage, company.game, company.words, play);
    this.told = el("p", { class: "answer-line" });
    this.acts = el("div", { class: "row acts" });
    this.element = el(
      "section",
      { class: "task" },
      el("p", {}, this.#question()),
      this.told,
      this.acts,
    );
  }

  async open() {
    const { position } = this.frame;
    this.start = await ask("/api/positions", { position });
    this.#reset();
  }

  destroy() {
    clearTimeout(this.playing);
    this.board.destroy();
  }

  #question() {
    const { words, names } = this.company;
    const { text, mark, loss } = this.verdict;
    const lost = Math.max(1, Math.round(loss * 100));
    const told = { player: names.colour(this.seat), move: labelOf(words, text), n: lost };
    return `${t("moves.played", told)} ${t(`mark.${mark}`)} ${t("mistakes.task", told)}`;
  }

  /** The position before the mistake, to try again. */
  #reset() {
    clearTimeout(this.playing);
    const { start } = this;
    if (!start) return;
    const open = !this.solved;
    this.board.arrow([]);
    this.board.update({
      scene: start.scene,
      last: start.last,
      legal: open ? (start.moves[this.seat] ?? []) : [],
      seat: this.seat,
      near: this.seat,
      interactive: open,
    });
    const legal = open ? { [this.seat]: start.legal[this.seat] ?? [] } : {};
    const possible = { legal, moves: start.moves };
    const unplaced = actionButtons(possible, this.company.words, (text) => this.#try(text));
    this.#offer(
      ...unplaced.filter(({ dataset }) => !["resign", "draw"].includes(dataset.act ?? "")),
    );
  }

  /** @param {...HTMLElement} more */
  #offer(...more) {
    fill(
      this.acts,
      ...more,
      !this.solved && button("mistakes.hint", () => this.#hint()),
      button("mistakes.why", () => this.#refute()),
      button(this.solved ? "mistakes.next" : "mistakes.skip", this.onNext, this.solved),
    );
  }

  /** @param {string} text */
  #tell(text) {
    fill(this.told, text);
    announce(text);
  }

  /**
   * @param {string} text
   * @returns {Promise<{type: string}>}
   */
  async #try(text) {
    if (text === this.verdict.text) {
      this.#tell(t("mistakes.same"));
      return { type: "refused" };
    }
    try {
      const next = await this.#played(this.frame.position ?? "", text, this.seat);
      const chance = text === this.verdict.best ? this.best : await worth(next, this.seat);
      if (chance < this.best - GOOD_ENOUGH) {
        sound("wrong");
        this.#tell(t("mistakes.worse", { now: percentage(chance), best: percentage(this.best) }));
        this.#reset();
        return { type: "refused" };
      }
      this.solved = true;
      this.#show(next);
      sound("wood");
      this.#tell(t(text === this.verdict.best ? "mistakes.best" : "mistakes.good"));
      this.#offer();
      return { type: "ack" };
    } catch (error) {
      if (!(error instanceof ServerRefused)) throw error;
      const { code, rule, details, message } = error;
      this.#tell(refusal(this.company.words, { code, rule, details, text: message }));
      return { type: "refused" };
    }
  }

  /** First where to look, then what to play. */
  #hint() {
    const { path, best } = this.verdict;
    this.hints += 1;
    const name = this.company.game.board.names[path[0]];
    if (this.hints > 1 || !name) {
      this.board.arrow(path);
      this.#tell(t("mistakes.hintMove", { move: labelOf(this.company.words, best) }));
    } else {
      this.board.arrow([path[0]]);
      this.#tell(t("mistakes.hintPoint", { point: name }));
    }
  }

  /** What was played, and the answer that makes it bad, move by move. */
  async #refute() {
    const { text, chances } = this.verdict;
    clearTimeout(this.playing);
    const line = [text, ...(this.reply?.line ?? [])].slice(0, LONGEST_LINE);
    const worst = { now: percentage(chances[this.seat]), best: percentage(this.best) };
    this.board.arrow([]);
    fill(
      this.acts,
      button("mistakes.back", () => {
        fill(this.told);
        this.#reset();
      }),
    );
    let { start } = this;
    /** @type {string[]} */
    const said = [];
    const step = async () => {
      const [move] = line.splice(0, 1);
      if (!move || !start || start.result) {
        this.#tell(t("mistakes.refuted", { moves: said.join(" "), ...worst }));
        return;
      }
      const seat = Number(Object.keys(start.legal).find((one) => start?.legal[one].includes(move)));
      start = await this.#played(start.position, move, Number.isNaN(seat) ? this.seat : seat);
      said.push(move);
      this.#show(start);
      this.playing = setTimeout(step, PACE_MS);
    };
    await step();
  }

  /** @param {PositionShown} shown */
  #show({ scene, last }) {
    this.board.update({ scene, last, seat: this.seat, near: this.seat, interactive: false });
  }

  /**
   * @param {string} position
   * @param {string} text
   * @param {number} seat
   * @returns {Promise<PositionShown>}
   */
  #played(position, text, seat) {
    return ask("/api/positions/play", { position, text, seat });
  }
}

/**
 * A seat's chance to win in a position.
 * @param {PositionShown} shown
 * @param {number} seat
 */
async function worth({ position, result }, seat) {
  if (result) {
    const first = result.ranks.filter((rank) => rank === 1).length;
    return result.ranks[seat] === 1 ? 1 / first : 0;
  }
  const { chances } = await ask("/api/values", { position });
  return chances[seat];
}

/** @param {number} chance */
function percentage(chance) {
  return Math.round(Math.min(1, Math.max(0, chance)) * 100);
}

/**
 * @param {string} key of its text
 * @param {() => void} onclick
 * @param {boolean} [primary]
 */
function button(key, onclick, primary = false) {
  return el("button", { type: "button", class: primary ? "primary" : null, onclick }, t(key));
}
