/** What can be done beside playing: turn the board, a hint, take back, draw, resign. */

import { confirm } from "../base/dialog.js";
import { el, icon } from "../base/dom.js";
import { t } from "../base/language.js";
import { change, settings } from "../base/settings.js";

/**
 * @param {object} parts
 * @param {(type: string, fields?: object) => Promise<any>} parts.send
 * @param {() => void} parts.flip
 * @param {() => void} parts.hint
 */
export function createToolbar({ send, flip, hint }) {
  const tool = (name, act) => {
    const button = el(
      "button",
      { class: "quiet square", type: "button", data: { tool: name } },
      icon(name),
    );
    button.addEventListener("click", act);
    return button;
  };
  const label = (button, text) => {
    button.setAttribute("aria-label", text);
    button.title = text;
  };
  let view = /** @type {import("../base/types.js").View|null} */ (null);
  const tools = {
    flip: tool("flip", flip),
    hint: tool("hint", async () => {
      tools.hint.disabled = true;
      await hint();
      tools.hint.disabled = false;
    }),
    undo: tool("undo", () =>
      view.undo ? send("undo", { ply: view.ply }) : send("takeback", { say: "ask" }),
    ),
    draw: tool("draw", () => send("draw", { say: "offer" })),
    resign: tool("resign", async () => {
      const sure = await confirm(t("resign.title"), t("resign.text"), t("resign.yes"));
      if (sure) send("resign");
    }),
    sound: tool("sound", () => {
      change({ volume: settings().volume ? 0 : 0.5 });
      drawSound();
    }),
  };
  label(tools.flip, t("tool.flip"));
  label(tools.hint, t("tool.hint"));
  label(tools.draw, t("tool.draw"));
  label(tools.resign, t("tool.resign"));

  function drawSound() {
    const on = settings().volume > 0;
    tools.sound.replaceChildren(icon(on ? "sound" : "silent"));
    label(tools.sound, t(on ? "tool.silence" : "tool.sound"));
  }
  drawSound();

  return {
    element: el(
      "div",
      { class: "tools", role: "group", "aria-label": t("tool.label") },
      ...Object.values(tools),
    ),
    draw(next, you, table) {
      view = next;
      const seated = you.seats.length > 0 && view.phase === "playing";
      const mine = view.actors.some((seat) => you.seats.includes(seat));
      tools.hint.hidden = !(seated && table.hints && table.actions === "turns");
      tools.hint.disabled = !mine;
      tools.undo.hidden = !seated || table.actions === "race";
      tools.undo.disabled = !(view.undo || view.takeback);
      label(tools.undo, t(view.undo ? "tool.undo" : "tool.takeback"));
      tools.draw.hidden = !seated || view.seats.some(({ kind }) => kind === "bot");
      tools.draw.disabled = view.offers.draw.some((seat) => you.seats.includes(seat));
      tools.resign.hidden = !seated;
      tools.flip.hidden = table.actions === "race";
    },
  };
}
