/** What people at a table say to each other, and who came and went. */

import { el, icon } from "../base/dom.js";
import { t } from "../base/language.js";
import { announce } from "../base/live_region.js";

const LONGEST = 300;

/**
 * @param {object} parts
 * @param {(type: string, fields?: object) => Promise<any>} parts.send
 * @param {(seat: number|null) => string} parts.nameOf
 */
export function createChat({ send, nameOf }) {
  const log = el("ul", { class: "list said", tabindex: 0, "aria-label": t("chat.log") });
  const box = el("input", {
    maxlength: LONGEST,
    "aria-label": t("chat.say"),
    placeholder: t("chat.say"),
    autocomplete: "off",
  });
  const form = el("form", { class: "copyable" }, box, el("button", {}, t("chat.send")));
  const unread = el("span", { class: "unread", hidden: true });
  const mute = el("input", { type: "checkbox" });
  const element = el(
    "details",
    { class: "chat" },
    el("summary", {}, icon("chat"), el("span", {}, t("chat.title")), unread),
    log,
    form,
    el("label", { class: "check small" }, mute, el("span", {}, t("chat.mute"))),
  );
  let missed = 0;

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = box.value.trim();
    if (!text) return;
    box.value = "";
    const answer = await send("chat", { text });
    if (answer.type === "refused") box.value = text;
  });
  mute.addEventListener("change", () => {
    send("mute", { on: mute.checked });
    log.hidden = mute.checked;
  });
  element.addEventListener("toggle", () => {
    missed = 0;
    unread.hidden = true;
    log.scrollTop = log.scrollHeight;
  });

  function count() {
    if (element.open) return;
    missed += 1;
    unread.textContent = String(missed);
    unread.hidden = false;
  }

  return {
    element,
    /** @param {import("../base/types.js").GameEvent[]} events @param {boolean} live came just now */
    add(events, live) {
      for (const { kind, seat, body } of events) {
        const line = lineOf(kind, nameOf(seat), body);
        if (!line || mute.checked) continue;
        log.append(line);
        if (live && kind === "said") {
          count();
          announce(line.textContent);
        }
      }
      log.scrollTop = log.scrollHeight;
    },
  };
}

function lineOf(kind, name, body) {
  if (kind === "said") return el("li", {}, el("strong", {}, body.name || name), " ", body.text);
  if (kind === "sat" || kind === "left") {
    return el("li", { class: "soft small" }, t(`chat.${kind}`, { player: body.name || name }));
  }
  return null;
}
