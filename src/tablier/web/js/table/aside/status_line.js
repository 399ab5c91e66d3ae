/** The one sentence that says what is going on, and the buttons that belong to it. */

import { el, fill } from "../../base/dom.js";
import { known, named, phrase, sentence, t } from "../../base/language.js";
import { announce } from "../../base/live_region.js";
import { ruleLink } from "../../learn/rule_dialog.js";

/**
 * @typedef {import("../../base/types.js").View} View
 * @typedef {import("../../base/types.js").You} You
 * @typedef {import("../../base/types.js").Words} Words
 *
 * @typedef {object} Company whose words are said, and of whom
 * @property {Pick<import("../../base/types.js").Table, "game"|"players">} table
 * @property {Words} words
 * @property {ReturnType<import("./seat_names.js").seatNames>} names
 */

/** How long the reason of a refusal stays. */
const REFUSAL_MS = 12_000;

export class StatusLine {
  /** @param {Company} company */
  constructor(company) {
    this.company = company;
    this.line = el("p", { class: "what", tabindex: -1 });
    this.bar = el("progress", { max: 1, hidden: true, "aria-label": t("prompt.progress") });
    this.why = el("p", { class: "why", hidden: true });
    this.warning = el("p", { class: "warning", hidden: true });
    this.buttons = el("div", { class: "row acts" });
    this.asked = el("div", { class: "offers" });
    this.element = el(
      "section",
      { class: "prompt", "aria-label": t("prompt.label") },
      this.line,
      this.bar,
      this.warning,
      this.why,
      this.asked,
      this.buttons,
    );
    this.said = "";
    this.fading = 0;
  }

  /**
   * Says what the view asks for, aloud too when it changed.
   * @param {View} view
   * @param {You} you
   */
  draw(view, you) {
    const text = whatToDo(this.company, view, you);
    this.#warn(warningsOf(this.company.words, view, you));
    this.bar.hidden = text !== t("prompt.compiling");
    this.bar.value = view.compiling ?? 0;
    if (text === this.said) return;
    this.said = text;
    fill(this.line, text);
    this.quiet();
    announce(text);
  }

  /** @param {string} warning */
  #warn(warning) {
    if (this.warning.textContent === warning) return;
    this.warning.textContent = warning;
    this.warning.hidden = !warning;
    announce(warning);
  }

  /**
   * Something else instead of it: a position of the past, a result.
   * @param {string} text
   */
  tell(text) {
    this.said = text;
    this.bar.hidden = true;
    fill(this.line, text);
  }

  /**
   * The buttons; whoever is at one of them stays there, or comes back to the sentence.
   * @param {...(HTMLElement|false|null)} nodes
   */
  acts(...nodes) {
    const { buttons, line } = this;
    const held = buttons.contains(document.activeElement) ? document.activeElement : null;
    if (held?.closest("form") && nodes.some((node) => node && node.matches("form"))) return;
    fill(buttons, ...nodes);
    if (!held) return;
    const act = held.getAttribute("data-act");
    const same = act ? buttons.querySelector(`[data-act="${CSS.escape(act)}"]`) : null;
    /** @type {HTMLElement} */ (same ?? line).focus({ preventScroll: true });
  }

  /** @param {...HTMLElement} nodes */
  offers(...nodes) {
    fill(this.asked, ...nodes);
  }

  /**
   * Why something was refused, with its rule.
   * @param {import("../../base/types.js").Refusal} refused
   */
  refuse(refused) {
    const { words, table } = this.company;
    const text = refusal(words, refused);
    const { rule } = refused;
    this.explain(text, rule ? " " : "", rule ? ruleLink(table.game, rule) : "");
  }

  /**
   * Why nothing happened, for a while.
   * @param {string} text
   * @param {...(Node|string)} more that is not said aloud
   */
  explain(text, ...more) {
    fill(this.why, text, ...more);
    this.why.hidden = false;
    announce(text);
    clearTimeout(this.fading);
    this.fading = setTimeout(() => this.quiet(), REFUSAL_MS);
  }

  /** Takes the reason of a refusal away. */
  quiet() {
    clearTimeout(this.fading);
    this.why.hidden = true;
  }
}

/**
 * A refusal in the page's language.
 * @param {Words} words
 * @param {import("../../base/types.js").Refusal} refused
 */
export function refusal(words, { code = "", details = {}, text }) {
  const own = words.refusals?.[code];
  if (own) return `${sentence(phrase(own, named(words, details)))}.`;
  if (known(`error.${code}`)) return t(`error.${code}`, details);
  return text ? sentence(text).replace(/[^.!?]$/, "$&.") : t("error.server");
}

/**
 * What whoever is to act here should know before.
 * @param {Words} words
 * @param {View} view
 * @param {You} you
 */
function warningsOf(words, view, you) {
  if (view.phase !== "playing") return "";
  const mine = view.actors.some((seat) => you.seats.includes(seat));
  const warnings = (mine ? view.scene.warnings : []).map(({ token, details }) =>
    phrase(words.warnings?.[token] ?? token, named(words, details))
  );
  const room = view.room ? [t("prompt.room", { left: view.room })] : [];
  return [...warnings.map((warning) => `${sentence(warning)}.`), ...room].join(" ");
}

/**
 * @param {Company} company
 * @param {View} view
 * @param {You} you
 */
function whatToDo({ table, words, names }, view, you) {
  if (view.phase === "waiting") return t(you.seats.length ? "prompt.waiting" : "prompt.seat");
  if (view.phase === "frozen") return t("prompt.frozen");
  if (view.phase === "over") return resultText({ words, names }, view, you);
  if (view.paused) return t(view.paused.left === null ? "prompt.paused" : "prompt.back");
  const mine = view.actors.filter((seat) => you.seats.includes(seat));
  if (mine.length) {
    const { token, details } = view.scene.prompt;
    const what = phrase(words.prompts[token] ?? token, named(words, details));
    if (you.seats.length === 1) return t("prompt.yours", { what });
    return t("prompt.turn", { player: names.alone(view, you, mine[0]), what });
  }
  const [other] = view.actors;
  if (other === undefined || other >= table.players) return t("prompt.table");
  if (view.seats[other].kind === "bot") {
    if (view.compiling !== null) return t("prompt.compiling");
    const alone = view.seats.filter(({ kind }) => kind === "bot").length === 1;
    return alone ? t("prompt.computer") : t("prompt.thinking", { player: names.colour(other) });
  }
  return t("prompt.other", { player: names.alone(view, you, other) });
}

/**
 * Who won and why.
 * @param {Pick<Company, "words"|"names">} company
 * @param {View} view
 * @param {You} you
 */
export function resultText({ words, names }, view, you) {
  const { ranks, reason, cause } = /** @type {NonNullable<View["result"]>} */ (view.result);
  const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const single = you.seats.length === 1;
  const whose = !single || ranks.length > 2 ? null : ranks[you.seats[0]] === 1 ? "won" : "lost";
  const suffix = whose && cause !== "full" ? `_${whose}` : "";
  const because = cause === "time" || cause === "absent" || cause === "full"
    ? t(`cause.${cause}${suffix}`)
    : ((whose && words[whose]?.[reason]) ?? words.reasons[reason] ?? reason);
  const why = sentence(because) + (/[.!?]$/.test(because) ? "" : ".");
  if (winners.length === ranks.length) return t("result.draw", { why });
  if (winners.length > 1) {
    return t("result.shared", {
      players: winners.map((seat) => names.alone(view, you, seat)).join(", "),
      why,
    });
  }
  const [winner] = winners;
  if (single && you.seats[0] === winner) return t("result.won", { why });
  if (single && ranks.length === 2) return t("result.lost", { why });
  return t("result.winner", { player: names.alone(view, you, winner), why });
}
