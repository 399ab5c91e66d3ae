/** The one sentence that says what is going on, and the buttons that belong to it. */

import { el, fill } from "../base/dom.js";
import { known, named, phrase, sentence, t } from "../base/language.js";
import { ruleLink } from "../learn/rule_dialog.js";
import { announce } from "../base/live_region.js";

/**
 * @param {object} parts
 * @param {import("../base/types.js").Table} parts.table
 * @param {import("../base/types.js").Words} parts.words
 * @param {ReturnType<import("./seat_names.js").seatNames>} parts.names
 */
export function createStatusLine({ table, words, names }) {
  const line = el("p", { class: "what", tabindex: -1 });
  const bar = el("progress", { max: 1, hidden: true, "aria-label": t("prompt.progress") });
  const why = el("p", { class: "why", hidden: true });
  const warning = el("p", { class: "warning", hidden: true });
  const buttons = el("div", { class: "row acts" });
  const offers = el("div", { class: "offers" });
  let said = "";
  let fading = 0;

  function quiet() {
    clearTimeout(fading);
    why.hidden = true;
  }

  return {
    element: el(
      "section",
      { class: "prompt", "aria-label": t("prompt.label") },
      line,
      bar,
      warning,
      why,
      offers,
      buttons,
    ),
    /** Says what the view asks for, aloud too when it changed. */
    draw(view, you) {
      const text = whatToDo({ table, words, names }, view, you);
      const told = warningsOf(words, view, you);
      if (warning.textContent !== told) {
        warning.textContent = told;
        warning.hidden = !told;
        if (told) announce(told);
      }
      bar.hidden = text !== t("prompt.compiling");
      bar.value = view.compiling ?? 0;
      if (text === said) return;
      said = text;
      fill(line, text);
      quiet();
      announce(text);
    },
    /** Something else instead of it: a moment of the past, a result. */
    tell(text) {
      said = text;
      bar.hidden = true;
      fill(line, text);
    },
    /** The buttons; whoever is at one of them stays there, or comes back to the sentence. */
    acts(...nodes) {
      const held = buttons.contains(document.activeElement) ? document.activeElement : null;
      if (held?.closest("form") && nodes.some((node) => node?.matches?.("form"))) return;
      fill(buttons, ...nodes);
      if (!held) return;
      const act = held.getAttribute("data-act");
      const same = act ? buttons.querySelector(`[data-act="${CSS.escape(act)}"]`) : null;
      /** @type {HTMLElement} */ (same ?? line).focus({ preventScroll: true });
    },
    offers: (...nodes) => fill(offers, ...nodes),
    /** Why something was refused, with its rule. */
    refuse(answer) {
      const text = refusal(words, answer);
      fill(why, text, answer.rule ? " " : "", answer.rule ? ruleLink(table.game, answer.rule) : "");
      why.hidden = false;
      announce(text);
      clearTimeout(fading);
      fading = setTimeout(quiet, 12_000);
    },
    quiet,
  };
}

/** A refusal in the page's language. */
export function refusal(words, { code, details = {}, text }) {
  const own = words.refusals?.[code];
  if (own) return `${capital(own, named(words, details))}.`;
  if (known(`error.${code}`)) return t(`error.${code}`, details);
  return text ? sentence(text).replace(/[^.!?]$/, "$&.") : t("error.server");
}

/** The names of points stay as they are written, at the start of a sentence too. */
function capital(template, details) {
  const filled = phrase(template, details);
  return template.startsWith("{") ? filled : sentence(filled);
}

/** What whoever is to act here should know before. */
function warningsOf(words, view, you) {
  if (view.phase !== "playing" || !view.actors.some((seat) => you.seats.includes(seat))) return "";
  const told = ({ token, details }) => phrase(words.warnings?.[token] ?? token, named(words, details));
  return (view.scene.warnings ?? []).map((one) => `${sentence(told(one))}.`).join(" ");
}

function whatToDo({ table, words, names }, view, you) {
  if (view.phase === "waiting") return t("prompt.waiting");
  if (view.phase === "frozen") return t("prompt.frozen");
  if (view.phase === "over") return resultText({ words, names }, view, you);
  const mine = view.actors.filter((seat) => you.seats.includes(seat));
  if (mine.length) {
    const { token, details } = view.scene.prompt;
    const what = phrase(words.prompts[token] ?? token, named(words, details));
    if (you.seats.length === 1) return t("prompt.yours", { what });
    return t("prompt.turn", { player: names.colour(mine[0]), what });
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

/** Who won and why. */
export function resultText({ words, names }, view, you) {
  const { ranks, reason, cause } = view.result;
  const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const because =
    cause === "time" || cause === "absent"
      ? t(`cause.${cause}`)
      : (words.reasons[reason] ?? reason);
  const why = sentence(because) + (/[.!?]$/.test(because) ? "" : ".");
  if (winners.length === ranks.length) return t("result.draw", { why });
  if (winners.length > 1) {
    return t("result.shared", {
      players: winners.map((seat) => names.alone(view, you, seat)).join(", "),
      why,
    });
  }
  const [winner] = winners;
  const single = you.seats.length === 1;
  if (single && you.seats[0] === winner) return t("result.won", { why });
  if (single && ranks.length === 2) return t("result.lost", { why });
  return t("result.winner", { player: names.alone(view, you, winner), why });
}
